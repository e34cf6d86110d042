//! The clock that [`Budget`](crate::Budget) reads: the system's, or the host's where there is no system.
//!
//! In a browser the standard library has no clock; asking it would end the program. There the host lends one
//! ([`set_host_clock`]); without it time stands still, and only node limits and memory end a search.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use host::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::set_host_clock;

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Time since some moment that stays the same.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    #[cfg_attr(test, expect(unreachable_pub, reason = "exported where there is a host"))]
    /// Sets the clock; a second one is ignored. It never goes backwards.
    pub fn set_host_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// As much of [`std::time::Instant`] as a budget needs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().saturating_duration_since(self)
        }

        pub(crate) fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        static NOW: AtomicU64 = AtomicU64::new(0);

        #[test]
        fn the_host_says_what_time_it_is() {
            let still = Instant::now();
            assert_eq!(still.elapsed(), Duration::ZERO, "without a clock time stands still");
            set_host_clock(|| Duration::from_millis(NOW.load(Ordering::Relaxed)));
            let start = Instant::now();
            let end = start + Duration::from_millis(10);
            NOW.store(9, Ordering::Relaxed);
            assert!(Instant::now() < end);
            NOW.store(12, Ordering::Relaxed);
            assert!(Instant::now() >= end);
            assert_eq!(start.elapsed(), Duration::from_millis(12));
            assert_eq!(start.saturating_duration_since(end), Duration::ZERO);
            assert_eq!(start.checked_add(Duration::MAX), Some(Instant(Duration::MAX)));
            assert_eq!(end.checked_add(Duration::MAX), None);
        }
    }
}
