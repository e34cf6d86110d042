//! What the operating system tells about this process, and what it can be asked to hold it to.
//!
//! | | Linux | Windows | macOS |
//! |---|---|---|---|
//! | CPU time | yes | yes | yes |
//! | resident memory | yes | yes | not told |
//! | its peak | since `forget_peak` | not told for a part of a run | not told |
//! | lower priority | yes | yes | yes |
//! | [`cap_memory`] | limit on address space | a thread that looks ten times a second | not kept by the system |

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use std::sync::OnceLock;
use std::time::Duration;

/// The exit code of a process that outgrew its cap, where the system does not end it: that of an
/// abort.
pub(crate) const OUTGROWN: i32 = 134;

/// The exit code of a process that would not stop when its CPU time was used up: as if the system had
/// ended it for that.
pub(crate) const OUTRUN: i32 = 152;

/// CPU time of all threads of this process.
pub fn cpu_time() -> Duration {
    system::cpu_time()
}

/// Processor time of another process, with that of children it has waited for, where the system tells (Linux).
pub(crate) fn cpu_time_of(pid: u32) -> Option<Duration> {
    /// Ticks of the system's clock in a second, the same on all machines that Linux runs on today.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, which may hold anything, ends with the last bracket.
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    // In user and in system mode.
    let ticks: u64 = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// Largest resident size of this process, since the peak was last forgotten where that is possible.
pub(crate) fn peak_bytes() -> Option<u64> {
    system::peak_bytes()
}

/// Resident size of this process now.
pub fn resident_bytes() -> Option<u64> {
    system::resident_bytes()
}

/// Memory of the machine that a process can hope to get, where the system tells (Linux): a
/// reservation beyond that is refused at once.
pub(crate) fn machine_bytes() -> Option<u64> {
    static BYTES: OnceLock<Option<u64>> = OnceLock::new();
    *BYTES.get_or_init(|| system::machine_bytes().map(|bytes| bytes / 16 * 15))
}

/// Resets the system's peak, so that each level of a run has its own. Failure is harmless: the peak is
/// then that of the whole process.
pub(crate) fn forget_peak() {
    system::forget_peak();
}

/// Lets everything else on the machine come first.
pub fn lower_priority() {
    system::lower_priority();
}

/// Makes this process fail rather than use much more memory than this: a guard against tables that
/// grow beyond what was agreed, so that one process dies and not the machine.
pub fn cap_memory(bytes: u64) {
    system::cap_memory(bytes);
}

#[cfg(unix)]
mod unix {
    use std::fs::{File, OpenOptions};
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;
    use std::time::Duration;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn cpu_time() -> Duration {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }

    pub(super) fn peak_bytes() -> Option<u64> {
        status_line("VmHWM:")
    }

    pub(super) fn resident_bytes() -> Option<u64> {
        status_line("VmRSS:")
    }

    pub(super) fn machine_bytes() -> Option<u64> {
        line(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
    }

    /// A figure from the system's page about this process. The page stays open: it is read for every
    /// level, and opening it costs as much as solving a small board.
    fn status_line(key: &str) -> Option<u64> {
        static STATUS: OnceLock<Option<File>> = OnceLock::new();
        let file = STATUS.get_or_init(|| File::open("/proc/self/status").ok()).as_ref()?;
        let mut page = [0; 4096];
        let length = file.read_at(&mut page, 0).ok()?;
        line(str::from_utf8(&page[..length]).ok()?, key)
    }

    /// A figure in KiB from a page of the system.
    fn line(text: &str, key: &str) -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024)
    }

    pub(super) fn forget_peak() {
        static CLEAR: OnceLock<Option<File>> = OnceLock::new();
        let open = || OpenOptions::new().write(true).open("/proc/self/clear_refs").ok();
        if let Some(file) = CLEAR.get_or_init(open) {
            let _ = file.write_at(b"5", 0);
        }
    }

    pub(super) fn lower_priority() {
        let _ = rustix::process::nice(5);
    }

    pub(super) fn cap_memory(bytes: u64) {
        // Whoever started us may have set a lower limit; it is kept.
        let bytes = getrlimit(Resource::As).maximum.map_or(bytes, |most| most.min(bytes));
        let _ = setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    }
}

#[cfg(windows)]
mod windows {
    use std::time::Duration;

    use winsafe::{HPROCESS, co};

    use super::OUTGROWN;

    /// How often a process with a cap looks at itself.
    const LOOK: Duration = Duration::from_millis(100);

    pub(super) fn cpu_time() -> Duration {
        let Ok((_, _, kernel, user)) = HPROCESS::GetCurrentProcess().GetProcessTimes() else {
            return Duration::ZERO;
        };
        // A FILETIME counts in units of 100 ns.
        let ticks = |it: winsafe::FILETIME| {
            (u64::from(it.dwHighDateTime) << 32) + u64::from(it.dwLowDateTime)
        };
        Duration::from_nanos(100 * (ticks(kernel) + ticks(user)))
    }

    /// Windows keeps one peak for the life of a process, which says nothing about one level of many.
    pub(super) fn peak_bytes() -> Option<u64> {
        None
    }

    pub(super) fn resident_bytes() -> Option<u64> {
        let told = HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?;
        Some(told.WorkingSetSize as u64)
    }

    pub(super) fn machine_bytes() -> Option<u64> {
        None
    }

    pub(super) fn forget_peak() {}

    pub(super) fn lower_priority() {
        let _ = HPROCESS::GetCurrentProcess().SetPriorityClass(co::PRIORITY_CLASS::BELOW_NORMAL);
    }

    /// Windows limits memory only from outside, by job objects; so the process watches itself.
    pub(super) fn cap_memory(bytes: u64) {
        std::thread::spawn(move || {
            while resident_bytes().is_none_or(|now| now <= bytes) {
                std::thread::sleep(LOOK);
            }
            std::process::exit(OUTGROWN);
        });
    }
}
