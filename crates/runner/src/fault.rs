//! Faults that tests ask for: they end or block the process of a search, as a broken engine would.

use puzzle::request::Inject;

/// Makes the fault if it is one of the process; the others are made by the engine.
pub(crate) fn make(fault: Option<Inject>) {
    match fault {
        Some(Inject::Abort) => std::process::abort(),
        Some(Inject::Allocate) => {
            let much = vec![1u8; isize::MAX as usize];
            panic!("there were {} bytes", much.len())
        }
        Some(Inject::Hang) => loop {
            std::hint::spin_loop();
        },
        Some(Inject::Overflow) => panic!("the end of a stack of {} was reached", deeper(0)),
        Some(Inject::Panic | Inject::Spoil) | None => {}
    }
}

/// Calls itself as often as there is room for.
#[expect(unconditional_recursion, reason = "a fault on purpose")]
fn deeper(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 512]);
    deeper(depth + 1) + room[depth as usize % room.len()]
}
