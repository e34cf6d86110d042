//! The exact search for small boards, checked by the oracle from every state of every small room.
//!
//! Its answers are lengths of real solutions, so they are never too short; the oracle checks that
//! they are never too long either, and that nothing solvable is called unsolvable.

use oracle::{Claim, examine, rooms};
use search::{Budget, Outcome, Stats};
use solver::Compact;

fn compact() -> Claim<'static> {
    Claim::bound("compact", |instance| {
        let board = instance.board();
        let mut compact = Compact::new();
        Box::new(move |position| {
            let board = board.starting_with(position.state.clone());
            let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
            let proved = compact.solve(&board, search::Metric::Pushes, &mut budget, &mut stats);
            match proved.expect("rooms are small").outcome {
                Outcome::Solved(pushes) => Some(pushes.len() as u32),
                Outcome::Unsolvable => None,
                other => panic!("there is no limit: {other:?}"),
            }
        })
    })
}

#[test]
fn the_fewest_pushes_from_every_state_of_rooms_3x3() {
    let report = examine(rooms(3, 3), 1..=4, &[compact()]);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts[0].found > 0);
}

#[test]
#[ignore = "a search from every state of rooms of 3x4; run in release"]
fn the_fewest_pushes_from_every_state_of_rooms_3x4() {
    let report = examine(rooms(3, 4), 1..=3, &[compact()]);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}
