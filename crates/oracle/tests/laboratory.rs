//! The laboratory's deadlock tests and heuristics that claim something, checked by the oracle.

use ground::analysis::Analysis;
use ground::heuristic::Conflicts;
use ground::kernel::Position;
use ground::technique::TechniqueSet;
use oracle::{Claim, Instance, Report, examine, examine_thinly, for_each_instance, rooms};
use search::{Budget, Heuristic, Properties};
use sokoban::Board;
use textbook::deadlock::{Block, Recursive, wall_squares};
use textbook::heuristic::{
    Hn2Matching, ManhattanMatching, Nearest, OffGoal, PushConflicts, PushMatching, PushPairsDoor,
};
use textbook::space::BoxState;

fn analysis(instance: &Instance<'_>) -> Analysis {
    Analysis::new(instance.board(), &mut Budget::unlimited()).expect("there is no limit")
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

/// Makes a heuristic on a board.
type Make = for<'a> fn(&'a Analysis, &Board) -> Box<dyn Heuristic<BoxState> + 'a>;

/// The heuristics that claim to be admissible.
const BOUNDS: [(&str, Make); 8] = [
    ("off-goal", |analysis, _| Box::new(OffGoal(analysis))),
    ("manhattan", |analysis, board| Box::new(Nearest::new(analysis, board))),
    ("hn1", |analysis, board| Box::new(Nearest::hn1(analysis, board))),
    ("manhattan-matching", |_, board| Box::new(ManhattanMatching::new(board))),
    ("matching", |analysis, _| Box::new(PushMatching::new(analysis))),
    ("conflicts", |analysis, _| {
        let conflicts = PushConflicts::new(analysis, &mut Budget::unlimited());
        Box::new(conflicts.expect("there is no limit"))
    }),
    ("conflicts with prices", |analysis, _| {
        let mut conflicts = Conflicts::new(analysis, &mut Budget::unlimited()).unwrap();
        conflicts.add_prices(&mut Budget::unlimited()).unwrap();
        Box::new(WithPrices { matching: PushMatching::new(analysis), conflicts })
    }),
    ("pairs-door", |analysis, _| {
        let pairs_door = PushPairsDoor::new(analysis, &mut Budget::unlimited());
        Box::new(pairs_door.expect("there is no limit"))
    }),
];

/// The bound of the engine `optimal`.
struct WithPrices<'a> {
    matching: PushMatching<'a>,
    conflicts: Conflicts<'a>,
}

impl Heuristic<BoxState> for WithPrices<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        let matching = self.matching.estimate(state)?;
        self.conflicts.raise(state.boxes(), state.player(), matching)
    }

    fn properties(&self) -> Properties {
        Properties { admissible: true, consistent: false, safe: true }
    }
}

/// A heuristic, made once per room and goal set.
fn bound((name, make): (&'static str, Make)) -> Claim<'static> {
    Claim::testimony(name, move |instance, hearing| {
        let analysis = analysis(instance);
        let mut heuristic = make(&analysis, instance.board());
        assert!(heuristic.properties().admissible && heuristic.properties().safe);
        hearing(&mut |position| heuristic.estimate(&state(&analysis, position)));
    })
}

/// Claims only that its dead ends are real.
fn dead_ends_of_hn2_matching() -> Claim<'static> {
    Claim::testimony("dead ends of hn2-matching", |instance, hearing| {
        let analysis = analysis(instance);
        let mut hn2 = Hn2Matching::new(&analysis, instance.board(), TechniqueSet::defaults());
        hearing(&mut |position| hn2.estimate(&state(&analysis, position)).map(|_| 0));
    })
}

fn state(analysis: &Analysis, position: &oracle::Position) -> BoxState {
    let at = Position::of(&analysis.map, &position.state);
    BoxState::new(&analysis.map, &at, position.state.player)
}

fn claims() -> Vec<Claim<'static>> {
    let mut claims = vec![
        dead("wall-squares", |analysis, _, _, square| {
            !wall_squares::live(&analysis.map).contains(square)
        }),
        dead("block", |analysis, _, at, square| Block::is_dead(&analysis.map, at, square)),
        dead("recursive", |analysis, recursive, at, square| {
            recursive.is_dead(&analysis.map, at, square)
        }),
        dead_ends_of_hn2_matching(),
    ];
    claims.extend(BOUNDS.map(bound));
    claims
}

/// No claim is wrong, and `conflicts` knows more than the matching it starts from.
fn assert_sound(report: &Report) {
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    let named = |name| report.verdicts.iter().find(|verdict| verdict.name == name).unwrap();
    let (matching, conflicts) = (named("matching"), named("conflicts"));
    assert!(matching.bounds < conflicts.bounds && matching.found < conflicts.found);
}

#[test]
fn rooms_3x3_up_to_3_boxes() {
    let report = examine(rooms(3, 3), 1..=3, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts[..4].iter().all(|verdict| verdict.found > 0));
}

#[test]
fn rooms_3x4_up_to_3_boxes() {
    assert_sound(&examine_thinly(rooms(3, 4), 1..=3, 7, &claims()));
}

#[test]
fn heuristics_that_claim_to_be_consistent_are() {
    let mut consistent = [false; BOUNDS.len()];
    for_each_instance(rooms(3, 3), 1..=3, |instance| {
        let analysis = analysis(instance);
        for ((name, make), consistent) in BOUNDS.into_iter().zip(&mut consistent) {
            let mut heuristic = make(&analysis, instance.board());
            *consistent = heuristic.properties().consistent;
            if !*consistent {
                continue;
            }
            let ask = |position| heuristic.estimate(&state(&analysis, position));
            // A lost state counts as farther away than anything.
            let estimates: Vec<u32> =
                instance.positions().iter().map(ask).map(|h| h.unwrap_or(u32::MAX)).collect();
            for (index, &before) in estimates.iter().enumerate() {
                for edge in instance.edges(index) {
                    let after = estimates[edge.to as usize];
                    let drawn = || instance.draw(index);
                    assert!(before <= after.saturating_add(1), "{name}: {} {edge:?}", drawn());
                }
            }
        }
    });
    assert_eq!(consistent, [true, true, true, true, true, false, false, true]);
}

/// Every state that can be solved is asked about, and every 97th of the lost ones.
#[test]
#[ignore = "424 million states; run in release"]
fn rooms_4x4_up_to_4_boxes() {
    let report = examine_thinly(rooms(4, 4), 1..=4, 97, &claims());
    assert_eq!(report.total().states, 424_017_799);
    assert_sound(&report);
}
