//! What is kept between levels: the solvers of Unblock with their tables.
//!
//! A solver is taken, used and put back, so each thread that works at the same time has its own, and
//! one that panicked in the middle of its work is never seen again. Threads of a server come and go;
//! solvers stay, which is why they are not bound to threads.

use std::sync::Mutex;

use unblock::Solver;

/// Most solvers kept; each gives back by itself the memory that one huge board needed.
const MOST: usize = 4;

static IDLE: Mutex<Vec<Solver>> = Mutex::new(Vec::new());

/// Lets `work` use a solver of Unblock that keeps no lists: for questions about a position, which a server is asked for
/// days.
pub(crate) fn with_sparing_unblock<T>(work: impl FnOnce(&mut Solver) -> T) -> T {
    with_unblock(|solver| {
        solver.spare();
        work(solver)
    })
}

/// Lets `work` use a solver of Unblock.
pub(crate) fn with_unblock<T>(work: impl FnOnce(&mut Solver) -> T) -> T {
    let idle = IDLE.lock().ok().and_then(|mut idle| idle.pop());
    let mut solver = idle.unwrap_or_default();
    let answer = work(&mut solver);
    if let Ok(mut idle) = IDLE.lock()
        && idle.len() < MOST
    {
        idle.push(solver);
    }
    answer
}
