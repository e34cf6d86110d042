//! Makes a failing trace smaller while it still fails: calls go first, then options, then rows.

use crate::draw::{Asked, Call, Trace};
use crate::model;

/// The smallest failing trace found, with the contract it breaks.
pub(crate) fn shrink(mut trace: Trace, mut broken: String) -> (Trace, String) {
    loop {
        let smaller = candidates(&trace)
            .into_iter()
            .find_map(|it| model::run(&it).err().map(|broken| (it, broken)));
        match smaller {
            Some(found) => (trace, broken) = found,
            None => return (trace, broken),
        }
    }
}

/// Traces with a little less in them, those that save most first.
fn candidates(trace: &Trace) -> Vec<Trace> {
    let without_call = (0..trace.calls.len()).rev().map(|at| {
        let mut smaller = trace.clone();
        smaller.calls.remove(at);
        smaller
    });
    let plainer = (0..trace.calls.len()).flat_map(|at| {
        plainer(&trace.calls[at]).into_iter().map(move |call| {
            let mut smaller = trace.clone();
            smaller.calls[at] = call;
            smaller
        })
    });
    let without_row = (0..trace.rows.len()).map(|at| {
        let mut smaller = trace.clone();
        smaller.rows.remove(at);
        smaller
    });
    without_call.chain(plainer).chain(without_row).collect()
}

/// The same call with one option less.
fn plainer(call: &Call) -> Vec<Call> {
    match call {
        Call::Solve { request, again } => {
            let mut less: Vec<Asked> = Vec::new();
            if request.goal.is_some() {
                less.push(Asked { goal: None, ..request.clone() });
            }
            if request.threads > 1 {
                less.push(Asked { threads: 1, ..request.clone() });
            }
            for at in 0..request.switches.len() {
                let mut asked = request.clone();
                asked.switches.remove(at);
                less.push(asked);
            }
            let games = [banto_puzzle::Game::Sokoban, banto_puzzle::Game::Unblock];
            less.retain(|it| games.iter().any(|&game| it.request().resolve(game).is_ok()));
            let calls = less.into_iter().map(|request| Call::Solve { request, again: *again });
            let once = again.then(|| Call::Solve { request: request.clone(), again: false });
            calls.chain(once).collect()
        }
        Call::Play(number, steps) if *steps > 1 => vec![Call::Play(*number, steps - 1)],
        _ => Vec::new(),
    }
}
