//! Sokoban levels that a wanted share of people solve.
//!
//! Reverse play makes a level (`generate`), and a search by small changes climbs from there towards the wanted share:
//! a wall, a goal or a box somewhere else, or some pushes taken back. Every step is graded from all positions. What
//! is returned is proved to have nothing superfluous on it, and its solution has the fewest moves there can be.
//!
//! Idea of levels made by a search that a judge leads: Kartal, Sohre and Guy (AIIDE 2016). Cost: 2 to 100 ms a step.

use std::collections::BTreeSet;

use ::rate::sokoban::is_minimal;
use ::rate::{Shared, share_at_a_glance, share_within};
use generate::sokoban::{GenerateError, Grade, Style, Wanted, remake, trimmed, variant};
use search::{Budget, Random, Stop};
use sokoban::{Board, Level, SavedGame, Walker};

use crate::generate::{ImpossibleWish, Made};
use crate::{NoAnswer, Puzzle};

/// How far the share of a level may be from the one that is wanted.
pub const TOLERANCE: f64 = 0.10;

/// How near the climb goes before a level is looked at for superfluous parts.
const NEAR: f64 = 0.04;

/// Positions of a level on the way: more take too long to grade.
const MOST_POSITIONS: usize = 60_000;

/// Steps of one climb.
const STEPS: u32 = 2_000;

/// How far a step may lead away from the wanted share, as a difference of logits: the mean at the beginning of a
/// climb; it falls to 0 (simulated annealing: Kirkpatrick, Gelatt and Vecchi 1983).
const WARMTH: f64 = 0.1;

/// Levels of one climb that are looked at for superfluous parts.
const FINISHES: u32 = 12;

/// Below this share every second climb goes on from the nearest level so far, fresh ones begin at the hardest of
/// [`STARTS`] levels, and steps are graded at a glance.
const FAR: f64 = 0.4;

/// Levels of reverse play from which a climb to a low share chooses its beginning.
const STARTS: u64 = 6;

/// Below this share three boxes seldom do.
const HARD: f64 = 0.6;

/// Makes one level after another, all different up to symmetry, all minimal by proof.
#[derive(Clone, Debug)]
pub struct ToOrder {
    wanted: Wanted,
    seed: u64,
    share: f64,
    attempt: u64,
    seen: BTreeSet<u64>,
}

/// A level on the way.
#[derive(Clone)]
struct Step {
    level: Level,
    board: Board,
    shared: Shared,
}

impl ToOrder {
    /// A generator of levels that `share` of people's plays solve, from 0 to 1. The grade among the other wishes is
    /// not looked at.
    ///
    /// # Errors
    /// Wishes that no level can meet.
    pub fn new(wanted: Wanted, seed: u64, share: f64) -> Result<ToOrder, ImpossibleWish> {
        if !(0.0..=1.0).contains(&share) {
            return Err(ImpossibleWish("a share lies from 0 to 100 %".to_owned()));
        }
        wanted.check().map_err(|error| ImpossibleWish(error.to_string()))?;
        // What the generator takes for hard is not what people do, but it leads there.
        let grade = match share {
            0.8.. => Some(Grade::Easy),
            0.68.. => Some(Grade::Medium),
            0.55.. => Some(Grade::Hard),
            _ => None,
        };
        let wanted = Wanted { grade, ..wanted };
        Ok(ToOrder { wanted, seed, share, attempt: 0, seen: BTreeSet::new() })
    }

    /// The boxes that levels of a share have when none are asked for.
    pub fn usual_boxes(share: f64) -> usize {
        if share < HARD { 4 } else { 3 }
    }

    /// Takes a level made elsewhere into account, so that it is not made again.
    pub fn avoid(&mut self, puzzle: &Puzzle) {
        self.seen.insert(puzzle.canonical_hash());
    }

    /// The next level. When tries or time are used up, it is the nearest that was made, and [`Made::missed`] says so.
    ///
    /// # Errors
    /// The limit that came before anything was made, or a sentence saying that no attempt made a new level.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Made, NoAnswer> {
        let mut nearest: Option<Step> = None;
        let mut made_so_far = 0;
        for tries in 1..=self.wanted.tries {
            made_so_far = tries;
            match self.attempt(nearest.as_ref(), budget) {
                Ok(Some(found)) => nearest = Some(found),
                Ok(None) => continue,
                Err(Stop::Time | Stop::Nodes) if nearest.is_some() => break,
                Err(stop) => return Err(stop.into()),
            }
            if nearest.as_ref().is_some_and(|it| self.off(it) <= TOLERANCE) {
                break;
            }
        }
        let nothing = || NoAnswer::Nothing(format!("no new level; tries made: {made_so_far}"));
        let made = nearest.ok_or_else(nothing)?;
        self.seen.insert(sokoban::canonical_hash(&made.board));
        let mut missed = Vec::new();
        if self.off(&made) > TOLERANCE {
            let [reached, wanted] = [made.shared.share, self.share].map(|share| 100.0 * share);
            missed.push(format!("solved by about {reached:.0} %, not {wanted:.0} %"));
        }
        let puzzle = Puzzle::sokoban(self.described(made));
        let puzzle = puzzle.map_err(|refused| NoAnswer::Nothing(refused.to_string()))?;
        Ok(Made { puzzle, missed, tries: made_so_far })
    }

    fn off(&self, step: &Step) -> f64 {
        (step.shared.share - self.share).abs()
    }

    /// The level with its solution, its figures and where it comes from.
    fn described(&self, made: Step) -> Level {
        let Step { mut level, board, shared } = made;
        let Shared { share, solution, moves, pushes, .. } = shared;
        level.comments = vec![
            crate::grade::noted_share(share),
            format!("fewest moves {moves}, fewest pushes {pushes}"),
            format!("seed {}, attempt {}", self.seed, self.attempt - 1),
        ];
        let walked = Walker::new(&board).walk_pushes(&board, &board.start(), &solution);
        let solution = walked.map(|it| SavedGame { moves: it.to_string(), ..SavedGame::default() });
        level.solutions = solution.into_iter().collect();
        level
    }

    /// Makes one level; `None` when it is not nearer than the nearest, is old, or has something superfluous on it.
    fn attempt(
        &mut self,
        nearest: Option<&Step>,
        budget: &mut Budget,
    ) -> Result<Option<Step>, Stop> {
        let attempt = self.attempt;
        self.attempt += 1;
        let begun = match nearest.filter(|_| self.is_far() && attempt % 2 == 1) {
            Some(nearest) => Some(nearest.clone()),
            None if self.is_far() => self.hardest(attempt, budget)?,
            None => self.fresh(attempt, budget)?,
        };
        let Some(mut here) = begun else { return Ok(None) };
        let bar = nearest.map_or(f64::INFINITY, |nearest| self.off(nearest));
        let random = &mut Random::new(!self.seed, attempt);
        let mut finishes = 0;
        for step in 0..STEPS {
            if self.off(&here) <= NEAR {
                if let Some(found) = self.finish(&here, bar, budget)? {
                    return Ok(Some(found));
                }
                finishes += 1;
                if finishes == FINISHES {
                    return Ok(None);
                }
            }
            let Some(level) = variant(&here.board, random) else { continue };
            let Some(next) = self.step(level, self.is_far(), budget)? else { continue };
            let warmth = WARMTH * f64::from(STEPS - step) / f64::from(STEPS);
            let near = self.off(&here).max(self.off(&next)) <= NEAR;
            if near || self.away(&next) - self.away(&here) < -warmth * unit(random).ln() {
                here = next;
            }
        }
        self.finish(&here, bar, budget)
    }

    /// The level of reverse play where a climb begins.
    fn fresh(&self, attempt: u64, budget: &mut Budget) -> Result<Option<Step>, Stop> {
        match remake(self.seed, attempt, &self.wanted, budget) {
            Ok(Some(made)) => self.step(made.level, self.is_far(), budget),
            Err(GenerateError::Stopped(stop)) => Err(stop),
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// The hardest of several levels of reverse play.
    fn hardest(&self, attempt: u64, budget: &mut Budget) -> Result<Option<Step>, Stop> {
        let mut hardest: Option<Step> = None;
        for start in 0..STARTS {
            let found = self.fresh(STARTS * attempt + start, budget)?;
            hardest = hardest
                .into_iter()
                .chain(found)
                .min_by(|a, b| a.shared.share.total_cmp(&b.shared.share));
        }
        Ok(hardest)
    }

    fn is_far(&self) -> bool {
        self.share < FAR
    }

    /// How far a level is from the wanted share, as a difference of logits.
    fn away(&self, step: &Step) -> f64 {
        let logit = |share: f64| {
            let share = share.clamp(0.01, 0.99);
            (share / (1.0 - share)).ln()
        };
        (logit(step.shared.share) - logit(self.share)).abs()
    }

    /// A level with its grade; `None` when it is not of the wanted style, has no solution, or too many positions.
    fn step(
        &self,
        level: Level,
        at_a_glance: bool,
        budget: &mut Budget,
    ) -> Result<Option<Step>, Stop> {
        let Ok(board) = Board::new(&level) else { return Ok(None) };
        if self.wanted.style.is_some_and(|style| style != Style::of(&board)) {
            return Ok(None);
        }
        let grade = if at_a_glance { share_at_a_glance } else { share_within };
        let shared = grade(&board, MOST_POSITIONS, budget)?;
        Ok(shared.map(|shared| Step { level, board, shared }))
    }

    /// The level without dead ends, if it is nearer than `bar`, new, and nothing on it is superfluous.
    fn finish(&self, made: &Step, bar: f64, budget: &mut Budget) -> Result<Option<Step>, Stop> {
        let walked = Walker::new(&made.board).walk_pushes(
            &made.board,
            &made.board.start(),
            &made.shared.solution,
        );
        let Some(walked) = walked else { return Ok(None) };
        let level = trimmed(&made.level, &made.board, &walked);
        let Some(made) = self.step(level, false, budget)? else { return Ok(None) };
        let old = self.seen.contains(&sokoban::canonical_hash(&made.board));
        if old || self.off(&made) >= bar || made.shared.pushes < self.wanted.min_pushes {
            return Ok(None);
        }
        let minimal = is_minimal(&made.level, &made.board, budget)?;
        Ok((minimal == Some(true)).then_some(made))
    }
}

/// A number above 0, up to 1.
fn unit(random: &mut Random) -> f64 {
    ((random.number() >> 11) + 1) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_as_wanted_minimal_and_repeatable() {
        let wanted = Wanted { width: 8, height: 7, boxes: 2, tries: 200, ..Wanted::default() };
        let make = || {
            let mut maker = ToOrder::new(wanted.clone(), 3, 0.8).unwrap();
            let mut next = || maker.next_level(&mut Budget::unlimited()).unwrap();
            [next(), next()]
        };
        let levels = make();
        for made in &levels {
            assert!(made.missed.is_empty(), "{:?}", made.missed);
            let rated = crate::rate(&made.puzzle, &mut Budget::unlimited()).unwrap();
            let share = rated.grade.unwrap().expected.value;
            assert!((share - 0.8).abs() <= TOLERANCE, "{share}");
            let Puzzle::Sokoban(puzzle) = &made.puzzle else { panic!("a Sokoban level") };
            let minimal = is_minimal(puzzle.level(), puzzle.board(), &mut Budget::unlimited());
            assert_eq!(minimal, Ok(Some(true)));
        }
        assert_ne!(levels[0].puzzle.canonical_hash(), levels[1].puzzle.canonical_hash());
        let again = make().map(|made| made.puzzle.level_hash());
        assert_eq!(levels.map(|made| made.puzzle.level_hash()), again);
    }

    #[test]
    fn a_share_is_a_share() {
        assert!(ToOrder::new(Wanted::default(), 1, 1.5).is_err());
        assert!(ToOrder::new(Wanted::default(), 1, f64::NAN).is_err());
    }
}
