//! What the examples share: level files and the clock.

/// CPU time of the process: wall time says little on a busy machine.
pub(crate) fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Boards separated by blank lines; lines that start with `;` are titles.
pub(crate) fn levels(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let mut levels = vec![Vec::new()];
    for line in text.lines() {
        if line.trim().is_empty() || line.starts_with(';') {
            levels.push(Vec::new());
        } else {
            levels.last_mut().unwrap().push(line.to_owned());
        }
    }
    levels.retain(|rows| !rows.is_empty());
    levels
}
