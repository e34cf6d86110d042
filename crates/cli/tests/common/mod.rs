//! Runs the real binary, away from the user's own library.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The binary under test, with an empty home.
pub(crate) fn command(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banto"));
    command
        .env_remove("BANTO_LEVELS")
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", home)
        .env("HOME", home)
        .env("APPDATA", home)
        .env("LOCALAPPDATA", home)
        .env("USERPROFILE", home)
        .env("NO_COLOR", "1");
    command
}

/// Runs `banto` with a text on standard input.
#[allow(dead_code, reason = "not every test program has something to feed it")]
pub(crate) fn banto(args: &[&str], input: &str) -> Output {
    let home = scratch("home");
    let mut child = command(&home)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // The program may refuse its arguments and leave before it reads.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Moments at which to kill a run: drawn from the time that a whole run takes on this machine, so that most kills
/// meet it at work.
#[allow(dead_code, reason = "not every test program kills")]
pub(crate) struct Moments {
    random: u64,
    whole: Duration,
}

#[allow(dead_code, reason = "not every test program kills")]
impl Moments {
    /// Takes the time of a whole run.
    pub(crate) fn of(run: impl FnOnce()) -> Moments {
        let began = Instant::now();
        run();
        Moments { random: 0x2545_f491_4f6c_dd1d, whole: began.elapsed() }
    }

    /// How long to wait before the next kill.
    pub(crate) fn next(&mut self) -> Duration {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.whole.mul_f64((self.random >> 33) as f64 / (1_u64 << 31) as f64)
    }
}

/// Whether this process, and so whatever it starts, ignores interrupts from the start, where the system says so.
#[cfg(unix)]
#[allow(dead_code, reason = "not every test program interrupts")]
pub(crate) fn ignores_interrupts() -> bool {
    mask("self", "SigIgn:").is_some_and(|mask| mask & 2 != 0)
}

/// A set of signals from the system's page about a process.
#[cfg(unix)]
#[allow(dead_code, reason = "not every test program interrupts")]
fn mask(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix(name));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
}

/// Waits until a process handles interrupts, where the system says so. Before that one ends it by its default, or is
/// lost if whoever runs the tests ignores it, as a shell does for what it runs in the background.
#[cfg(unix)]
#[allow(dead_code, reason = "not every test program interrupts")]
pub(crate) fn wait_for_handler(process: u32) {
    let begun = Instant::now();
    loop {
        let mask = mask(&process.to_string(), "SigCgt:");
        std::thread::sleep(Duration::from_millis(100));
        if mask.is_none_or(|mask| mask & 2 != 0) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{process} handles no interrupt");
    }
}

/// Exit code of a run.
#[allow(dead_code, reason = "not every test program asks")]
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by itself")
}

/// Standard output as text.
#[allow(dead_code, reason = "not every test program asks")]
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Standard error as text.
#[allow(dead_code, reason = "not every test program asks")]
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of this test run alone.
pub(crate) fn scratch(name: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}
