//! What a run costs the machine: CPU time and memory of this process.
//!
//! The figures come from the operating system and are only ever reported, never decided upon.

use std::time::Duration;

use crate::process::{cpu_time, forget_peak, peak_bytes, resident_bytes};

/// A stopwatch for CPU time and memory.
pub(crate) struct Stopwatch {
    cpu: Duration,
    resident: Option<u64>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        forget_peak();
        Stopwatch { cpu: cpu_time(), resident: resident_bytes() }
    }

    pub(crate) fn cpu(&self) -> Duration {
        cpu_time().saturating_sub(self.cpu)
    }

    /// By how much the process has grown at most since the start, where the system tells (Linux).
    pub(crate) fn grown(&self) -> Option<u64> {
        Some(peak_bytes()?.saturating_sub(self.resident?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_costs_cpu_time() {
        let watch = Stopwatch::start();
        let mut x = 1u64;
        while watch.cpu() < Duration::from_millis(5) {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1);
        }
        assert_ne!(x, 0);
    }

    #[test]
    fn what_was_there_before_is_not_growth() {
        let before = vec![1u8; 64 << 20];
        let watch = Stopwatch::start();
        // A compiler that sees that nobody reads it may not allocate it at all.
        let during = std::hint::black_box(vec![1u8; 16 << 20]);
        if let Some(grown) = watch.grown() {
            assert!((8 << 20..48 << 20).contains(&grown), "{grown}");
        }
        assert_ne!(before.len(), during.len());
    }

    #[test]
    fn peak_covers_what_is_resident() {
        if let (Some(peak), Some(resident)) = (peak_bytes(), resident_bytes()) {
            assert!(peak + (1 << 20) >= resident);
        }
    }
}
