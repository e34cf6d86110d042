//! The laboratory's deadlock tests and heuristics before the oracle: those that claim something.

use oracle::{Claim, Instance, examine, examine_thinly, rooms};
use search::{Budget, Heuristic};
use solver::TechniqueSet;
use solver::analysis::Analysis;
use solver::deadlock::{Block, Recursive, WallLines, wall_squares};
use solver::heuristic::{Hn2, ManhattanMatching, Nearest, OffGoal, PushMatching};
use solver::kernel::Position;
use solver::space::BoxState;

fn analysis(instance: &Instance<'_>) -> Analysis {
    Analysis::new(instance.board(), &mut Budget::unlimited()).expect("there is no limit to meet")
}

/// A test that looks at one box at a time, asked about all of them.
fn dead(
    name: &'static str,
    is_dead: impl Fn(&Analysis, &mut Recursive, &Position, sokoban::Square) -> bool + Copy + 'static,
) -> Claim<'static> {
    Claim::dead(name, move |instance| {
        let analysis = analysis(instance);
        let mut recursive = Recursive::new(&analysis.map);
        Box::new(move |position| {
            let at = Position::of(&analysis.map, &position.state);
            let mut boxes = position.state.boxes.iter();
            boxes.any(|&square| is_dead(&analysis, &mut recursive, &at, square))
        })
    })
}

/// A heuristic made anew for each state: slow, but it borrows what it needs.
fn bound(
    name: &'static str,
    estimate: impl Fn(&Analysis, &sokoban::Board, &BoxState) -> Option<u32> + Copy + 'static,
) -> Claim<'static> {
    Claim::bound(name, move |instance| {
        let analysis = analysis(instance);
        let board = instance.board();
        Box::new(move |position| {
            let at = Position::of(&analysis.map, &position.state);
            let state = BoxState::new(&analysis.map, &at, position.state.player);
            estimate(&analysis, board, &state)
        })
    })
}

fn claims() -> Vec<Claim<'static>> {
    vec![
        dead("wall-squares", |analysis, _, _, square| {
            !wall_squares::live(&analysis.map).contains(square)
        }),
        dead("wall-lines", |analysis, _, at, square| WallLines::is_dead(&analysis.map, at, square)),
        dead("block", |analysis, _, at, square| Block::is_dead(&analysis.map, at, square)),
        dead("recursive", |analysis, recursive, at, square| {
            recursive.is_dead(&analysis.map, at, square)
        }),
        bound("off-goal", |analysis, _, state| OffGoal(analysis).estimate(state)),
        bound("manhattan", |analysis, board, state| Nearest::new(analysis, board).estimate(state)),
        bound("hn1", |analysis, board, state| Nearest::hn1(analysis, board).estimate(state)),
        bound("manhattan-matching", |_, board, state| {
            ManhattanMatching::new(board).estimate(state)
        }),
        bound("matching", |analysis, _, state| PushMatching::new(analysis).estimate(state)),
        // hn2 claims only that its dead ends are real.
        bound("hn2's dead ends", |analysis, board, state| {
            Hn2::new(analysis, board, TechniqueSet::defaults()).estimate(state).map(|_| 0)
        }),
    ]
}

#[test]
fn rooms_3x3_up_to_3_boxes() {
    let report = examine(rooms(3, 3), 1..=3, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts[..4].iter().all(|verdict| verdict.found > 0));
}

/// Every state that can be solved is asked about, and every 97th of the lost ones.
#[test]
#[ignore = "424 million states; run in release"]
fn rooms_4x4_up_to_4_boxes() {
    let report = examine_thinly(rooms(4, 4), 1..=4, 97, &claims());
    assert_eq!(report.total().states, 424_017_799);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}
