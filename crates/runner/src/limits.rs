//! The limits of a worker, the same for every front end, and what the end of a worker means.
//!
//! | the search | status |
//! |---|---|
//! | keeps to its limits | what it reports |
//! | is asked to stop and does not within [`GRACE`] | `interrupted`, killed |
//! | goes on [`GRACE`] after its time or CPU time | `time`, killed |
//! | fails to allocate, or outgrows [`memory_cap`] | `memory` |
//! | panics, aborts, overflows its stack, is killed by somebody else | `crashed` |

use std::time::Duration;

use puzzle::Status;

use crate::process::{OUTGROWN, OUTRUN};

/// Time beyond its limit, or after it was asked to stop, for a worker to report before it is killed.
pub const GRACE: Duration = Duration::from_millis(150);

/// Address space for libraries, stacks and the allocator's own arenas, for each thread.
const BESIDES: u64 = 128 << 20;

/// What a failed allocation prints before it ends the process.
const NO_MEMORY: &[u8] = b"memory allocation of";

/// Bytes of a worker's standard error that a parent needs to keep.
pub const MOST_STDERR: u64 = 1 << 16;

/// The address space of a process whose search may use `memory` bytes with so many threads.
pub fn memory_cap(memory: u64, threads: usize) -> u64 {
    let besides = (threads as u64).saturating_add(2).saturating_mul(BESIDES);
    memory.saturating_add(memory / 16).saturating_add(besides)
}

/// The status of a level whose worker ended without a report: from the worker's exit code, absent if a
/// signal ended it, and what it wrote to standard error.
pub fn status_of_death(code: Option<i32>, stderr: &[u8]) -> Status {
    let refused = stderr.windows(NO_MEMORY.len()).any(|part| part == NO_MEMORY);
    match code {
        Some(OUTRUN) => Status::Time,
        Some(OUTGROWN) => Status::Memory,
        _ if refused => Status::Memory,
        _ => Status::Crashed,
    }
}

/// The sentence for a report whose worker died: `how` is the exit status in words.
pub fn death_sentence(how: &str) -> String {
    format!("the search ended its process: {how}; please report this level")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_death_has_one_status() {
        let died = |code, stderr: &str| status_of_death(code, stderr.as_bytes());
        let refused = "warning\nmemory allocation of 17 bytes failed\n";
        assert_eq!(died(None, refused), Status::Memory);
        assert_eq!(died(Some(134), ""), Status::Memory);
        assert_eq!(died(Some(152), ""), Status::Time);
        assert_eq!(died(None, "thread 'main' has overflowed its stack"), Status::Crashed);
        assert_eq!(died(Some(101), ""), Status::Crashed);
    }

    #[test]
    fn a_cap_is_above_the_limit_and_never_overflows() {
        assert!(memory_cap(1 << 30, 1) > 1 << 30);
        assert_eq!(memory_cap(u64::MAX, usize::MAX), u64::MAX);
    }
}
