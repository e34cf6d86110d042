//! The engines' deadlock tests and lower bounds, checked by the oracle.

use ground::analysis::Analysis;
use ground::deadlock::{Deadlocks, Fixed, Freeze, Ground, PatternSearch};
use ground::heuristic::Bound;
use ground::kernel::{Position, Reach, Regions};
use ground::prune::{Corral, PiCorral};
use ground::technique::{Class, Row, TABLE, Technique, TechniqueSet};
use oracle::{Claim, Instance, Room, examine, examine_thinly, for_each_instance, rooms};
use search::Budget;
use solver::Examined;

fn analysis(instance: &Instance<'_>) -> Analysis {
    Analysis::new(instance.board(), &mut Budget::unlimited()).expect("there is no limit")
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
    let mut claims = vec![
        dead_squares(),
        freeze(),
        bound("matching", TechniqueSet::NONE.with(Technique::Matching)),
        bound("nearest goals", TechniqueSet::NONE),
    ];
    claims.extend(rows().map(row));
    claims.push(all_together());
    claims
}

/// The deadlock tests of the engines, without two rows of the table that are not such tests:
/// refutation runs the others on the start of a level, and pattern search is run by Rolling Stone
/// itself, between its nodes.
fn rows() -> impl Iterator<Item = &'static Row> {
    let is_test = |row: &&Row| row.class == Class::Deadlock && !row.engines.is_empty();
    let others = [Technique::Refutation, Technique::PatternSearch];
    TABLE.iter().filter(is_test).filter(move |row| !others.contains(&row.technique))
}

/// A test alone with what it needs, as the engines run it: on every box the player can get to, as
/// if it had just been pushed, and on the whole position.
fn row(row: &'static Row) -> Claim<'static> {
    Claim::dead(row.name, move |instance| {
        let analysis = analysis(instance);
        let mut deadlocks = Deadlocks::new(&analysis, row.alone());
        deadlocks.prepare(&analysis, u64::MAX, &mut Budget::unlimited()).expect("no limit");
        let mut reach = Reach::new(&analysis.map);
        Box::new(move |position| {
            let map = &analysis.map;
            let at = Position::of(map, &position.state);
            reach.flood(map, at.occupied(), at.player);
            let mut is_lost = |square, player| {
                reach.reached(player)
                    && deadlocks.after_push(&analysis, &at, square, player).is_some()
            };
            let mut boxes = at.boxes().iter();
            boxes.any(|&square| map.around(square).into_iter().any(|at| is_lost(square, at)))
                || deadlocks.when_expanded(&analysis, &at).is_some()
        })
    })
}

fn dead_squares() -> Claim<'static> {
    Claim::dead("dead-squares", |instance| {
        let live = analysis(instance).live;
        let dead = instance.board().squares().filter(|&square| !live.contains(square));
        let dead = dead.fold(0, |mask, square| mask | 1 << square.index());
        Box::new(move |position| position.boxes & dead != 0)
    })
}

/// Asked about every box, whether the player can get to it or not.
fn freeze() -> Claim<'static> {
    Claim::dead("freeze of any box", |instance| {
        let analysis = analysis(instance);
        let mut freeze = Freeze::new(&analysis.map);
        Box::new(move |position| {
            let at = Position::of(&analysis.map, &position.state);
            let mut boxes = position.state.boxes.iter();
            let ground = Ground::of(&analysis);
            boxes.any(|&square| freeze.is_dead(ground, at.occupied(), square))
        })
    })
}

fn all_together() -> Claim<'static> {
    Claim::dead("all tests together, corral-search with fixed boxes as walls", |instance| {
        let analysis = analysis(instance);
        let mut deadlocks = Deadlocks::new(&analysis, TechniqueSet::defaults());
        Box::new(move |position| {
            let at = Position::of(&analysis.map, &position.state);
            deadlocks.when_expanded(&analysis, &at).is_some()
        })
    })
}

/// Searches for a set of boxes in each position: too slow for the claims above.
fn patterns() -> Claim<'static> {
    Claim::dead("patterns", |instance| {
        let analysis = analysis(instance);
        let mut patterns = PatternSearch::new(&analysis);
        Box::new(move |position| {
            let at = Position::of(&analysis.map, &position.state);
            let mut boxes = at.boxes().iter();
            boxes.any(|&first| patterns.find(&analysis, &at, first, 300).is_some())
        })
    })
}

/// Pattern search as Rolling Stone runs it: for every box, patterns kept from position to position.
fn stored_patterns() -> Claim<'static> {
    Claim::testimony("pattern-search", |instance, hearing| {
        let analysis = analysis(instance);
        let mut examined = Examined::new(&analysis);
        hearing(&mut |position| {
            let at = Position::of(&analysis.map, &position.state);
            (!examined.has_lost_pattern(&at)).then_some(0)
        });
    })
}

/// Rolling Stone's bound, with everything that improves it.
fn stone_bound() -> Claim<'static> {
    Claim::testimony("bound of rolling-stone", |instance, hearing| {
        let analysis = analysis(instance);
        let mut examined = Examined::new(&analysis);
        hearing(&mut |position| examined.bound(&Position::of(&analysis.map, &position.state)));
    })
}

/// All distances stay as they were when only the pushes of PI-corrals are made: with no walls but
/// the room's, or with boxes that never move again as walls too, as in the engines. Lost positions
/// are not asked about: no pruning can make them solvable.
fn pi_corral_keeps_the_optimum(rooms: impl Iterator<Item = Room>, most_boxes: usize, fixed: bool) {
    let mut corrals = 0;
    for_each_instance(rooms, 1..=most_boxes, |instance| {
        let analysis = analysis(instance);
        let mut pi_corral = PiCorral::new(&analysis.map);
        let mut regions = Regions::new(&analysis.map);
        let mut boxes = Fixed::new(&analysis, 1 << 20);
        let bare = analysis.map.occupied([]);
        // The edges of a position come in a row, so each position is examined only once.
        let (mut looked_at, mut found) = (usize::MAX, Corral::None);
        let kept = instance.exact_with(|index, edge| {
            if instance.exact(index).is_none() {
                return true;
            }
            if index != looked_at {
                looked_at = index;
                let at = Position::of(&analysis.map, &instance.positions()[index].state);
                regions.find(&analysis.map, at.occupied());
                let walls = match fixed && boxes.find(&analysis, &at, &regions).is_some() {
                    true => boxes.walls(),
                    false => &bare,
                };
                found = pi_corral.find(&analysis, walls, &at, &regions);
                corrals += usize::from(found == Corral::Found);
            }
            match found {
                Corral::None => true,
                Corral::Found => pi_corral.pushes().contains(&edge.push),
                Corral::Dead => false,
            }
        });
        for (index, kept) in kept.into_iter().enumerate() {
            assert_eq!(kept, instance.exact(index), "{}", instance.draw(index));
        }
    });
    assert!(corrals > 0, "no corral was found");
}

#[test]
fn pi_corral_keeps_the_optimum_in_rooms_3x3() {
    pi_corral_keeps_the_optimum(rooms(3, 3), 3, false);
    pi_corral_keeps_the_optimum(rooms(3, 3), 3, true);
}

#[test]
#[ignore = "546,646 instances; run in release"]
fn pi_corral_keeps_the_optimum_in_rooms_4x4() {
    pi_corral_keeps_the_optimum(rooms(4, 4), 4, false);
}

#[test]
#[ignore = "546,646 instances; run in release"]
fn pi_corral_with_fixed_boxes_keeps_the_optimum_in_rooms_4x4() {
    pi_corral_keeps_the_optimum(rooms(4, 4), 4, true);
}

#[test]
fn rooms_3x3_up_to_4_boxes() {
    let report = examine(rooms(3, 3), 1..=4, &claims());
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    let idle = report.verdicts.iter().filter(|verdict| verdict.found == 0);
    assert_eq!(idle.map(|verdict| verdict.name.as_str()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn patterns_in_rooms_3x4_up_to_2_boxes() {
    let report = examine_thinly(rooms(3, 4), 1..=2, 7, &[patterns()]);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts[0].found > 0);
}

#[test]
#[ignore = "70 million states, all solvable ones asked about; run in release"]
fn patterns_in_rooms_4x4_up_to_3_boxes() {
    let report = examine_thinly(rooms(4, 4), 1..=3, 997, &[patterns()]);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}

#[test]
fn rolling_stone_in_rooms_3x4_up_to_2_boxes() {
    let claims = [stored_patterns(), stone_bound()];
    let report = examine_thinly(rooms(3, 4), 1..=2, 7, &claims);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts.iter().all(|verdict| verdict.found > 0));
}

#[test]
#[ignore = "70 million states, all solvable ones asked about; run in release"]
fn rolling_stone_in_rooms_4x4_up_to_3_boxes() {
    let claims = [stored_patterns(), stone_bound()];
    let report = examine_thinly(rooms(4, 4), 1..=3, 997, &claims);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
}

/// Four boxes in one room of fifty: all of them would take a night.
#[test]
#[ignore = "millions of states, all solvable ones asked about; run in release"]
fn rolling_stone_in_some_rooms_4x4_with_4_boxes() {
    let claims = [patterns(), stored_patterns(), stone_bound()];
    let report = examine_thinly(rooms(4, 4).step_by(50), 4..=4, 9_973, &claims);
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

/// Every state that can be solved, with up to four boxes, is asked about: soundness is decided for
/// all 424 million states. Of the lost ones, every 97th is asked about.
#[test]
#[ignore = "424 million states under all techniques; run in release"]
fn rooms_4x4_up_to_4_boxes() {
    let report = examine_thinly(rooms(4, 4), 1..=4, 97, &claims());
    assert_eq!(report.total().states, 424_017_799);
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    assert!(report.verdicts.iter().all(|verdict| verdict.found > 0));
}
