//! The solver's deadlock tests and lower bounds before the oracle.

use oracle::{Claim, Instance, examine, rooms};
use search::Budget;
use solver::analysis::Analysis;
use solver::deadlock::Freeze;
use solver::heuristic::Bound;
use solver::kernel::Position;
use solver::{Technique, TechniqueSet};

fn analysis(instance: &Instance<'_>) -> Analysis {
    Analysis::new(instance.board(), &mut Budget::unlimited()).expect("there is no limit to meet")
}

fn bound(name: &'static str, techniques: TechniqueSet) -> Claim<'static> {
    Claim::bound(name, move |instance| {
        let analysis = analysis(instance);
        let mut bound = Bound::new(&analysis, techniques);
        Box::new(move |position| {
            bound.load(&analysis, &Position::of(&analysis.map, &position.state))
        })
    })
}

/// Everything that keeps optimality.
fn claims() -> Vec<Claim<'static>> {
    vec![
        Claim::dead("dead squares", |instance| {
            let live = analysis(instance).live;
            let dead = instance.board().squares().filter(|&square| !live.contains(square));
            let dead = dead.fold(0, |mask, square| mask | 1 << square.index());
            Box::new(move |position| position.boxes & dead != 0)
        }),
        Claim::dead("freeze", |instance| {
            let analysis = analysis(instance);
            let mut freeze = Freeze::new(&analysis.map);
            Box::new(move |position| {
                let at = Position::of(&analysis.map, &position.state);
                let mut boxes = position.state.boxes.iter();
                boxes.any(|&square| {
                    freeze.is_dead(&analysis.map, &analysis.live, at.occupied(), square)
                })
            })
        }),
        bound("matching", TechniqueSet::NONE.with(Technique::Matching)),
        bound("nearest goals", TechniqueSet::NONE),
    ]
}

#[test]
fn rooms_3x3_up_to_4_boxes() {
    let report = examine(rooms(3, 3), 1..=4, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts.iter().all(|verdict| verdict.found > 0));
}

#[test]
fn rooms_3x4_up_to_2_boxes() {
    let report = examine(rooms(3, 4), 1..=2, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}

#[test]
#[ignore = "424 million states; run in release"]
fn dead_squares_in_rooms_4x4_up_to_4_boxes() {
    let report = examine(rooms(4, 4), 1..=4, &claims()[..1]);
    assert_eq!(report.total().states, 424_017_799);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}

#[test]
#[ignore = "70 million states under all techniques; run in release"]
fn rooms_4x4_up_to_3_boxes() {
    let report = examine(rooms(4, 4), 1..=3, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}
