//! Sokoban levels that a wanted share of people solve.

use std::collections::BTreeSet;

use ::rate::sokoban::is_minimal;
use ::rate::sokoban_grade;
use generate::sokoban::{GenerateError, Generated, Grade, Missed, Wanted, remake};
use search::{Budget, Stop};

use crate::generate::{ImpossibleWish, Made};
use crate::{NoAnswer, Puzzle};

/// How far the share of a level may be from the one that is wanted.
pub const TOLERANCE: f64 = 0.10;

/// Makes one level after another, all different up to symmetry, all minimal by proof.
#[derive(Clone, Debug)]
pub struct ToOrder {
    wanted: Wanted,
    seed: u64,
    share: f64,
    attempt: u64,
    seen: BTreeSet<u64>,
}

/// The nearest so far.
struct Nearest {
    made: Generated,
    share: f64,
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
            0.8.. => Grade::Easy,
            0.68.. => Grade::Medium,
            0.55.. => Grade::Hard,
            _ => Grade::Expert,
        };
        let wanted = Wanted { grade: Some(grade), ..wanted };
        Ok(ToOrder { wanted, seed, share, attempt: 0, seen: BTreeSet::new() })
    }

    /// The next level. When tries or time are used up, it is the nearest that was made, and [`Made::missed`] says so.
    ///
    /// # Errors
    /// The limit that came before anything was made, or a sentence saying that no attempt made a new level.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Made, NoAnswer> {
        let mut nearest: Option<Nearest> = None;
        let mut made_so_far = 0;
        for tries in 1..=self.wanted.tries {
            made_so_far = tries;
            match self.attempt(nearest.as_ref(), budget) {
                Ok(Some(found)) => nearest = Some(found),
                Ok(None) => continue,
                Err(Stop::Time | Stop::Nodes) if nearest.is_some() => break,
                Err(stop) => return Err(stop.into()),
            }
            if nearest.as_ref().is_some_and(|it| (it.share - self.share).abs() <= TOLERANCE) {
                break;
            }
        }
        let nothing = || NoAnswer::Nothing(format!("no new level; tries made: {made_so_far}"));
        let Nearest { made, share } = nearest.ok_or_else(nothing)?;
        self.seen.insert(sokoban::canonical_hash(&made.board));
        let mut missed = Vec::new();
        if (share - self.share).abs() > TOLERANCE {
            let [reached, wanted] = [share, self.share].map(|share| 100.0 * share);
            missed.push(format!("solved by about {reached:.0} %, not {wanted:.0} %"));
        }
        let mut level = made.level;
        level.comments.push(format!("about {:.0} % of plays end solved", 100.0 * share));
        let puzzle = Puzzle::sokoban(level);
        let puzzle = puzzle.map_err(|refused| NoAnswer::Nothing(refused.to_string()))?;
        Ok(Made { puzzle, missed, tries: made_so_far })
    }

    /// Makes one level; `None` when it is not nearer than the nearest, is old, or has something superfluous on it.
    fn attempt(
        &mut self,
        nearest: Option<&Nearest>,
        budget: &mut Budget,
    ) -> Result<Option<Nearest>, Stop> {
        let attempt = self.attempt;
        self.attempt += 1;
        let made = match remake(self.seed, attempt, &self.wanted, budget) {
            Ok(made) => made,
            Err(GenerateError::Stopped(stop)) => return Err(stop),
            Err(_) => None,
        };
        let short = |it: &Generated| {
            it.missed.iter().any(|it| matches!(it, Missed::IdleBoxes(_) | Missed::Pushes { .. }))
        };
        let new = |it: &Generated| !self.seen.contains(&sokoban::canonical_hash(&it.board));
        let Some(made) = made.filter(|it| !short(it) && new(it)) else { return Ok(None) };
        let Some(grade) = sokoban_grade(&made.board, budget)? else { return Ok(None) };
        let share = grade.expected.value;
        let off = |share: f64| (share - self.share).abs();
        if nearest.is_some_and(|nearest| off(share) >= off(nearest.share)) {
            return Ok(None);
        }
        let minimal = is_minimal(&made.level, &made.board, budget)?;
        Ok((minimal == Some(true)).then_some(Nearest { made, share }))
    }
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
