//! Unblock boards for which people need a wanted number of moves.
//!
//! The generator makes boards by their optimum, and people need more moves than that. Which optimum leads to the
//! wanted moves is learned on the way: after each board it is moved by what the grade was off.

use std::collections::{BTreeMap, BTreeSet};

use ::rate::unblock_grade;
use generate::unblock::{Generator, Wanted};
use search::{Budget, Stop};
use unblock::Level;

use crate::generate::{ImpossibleWish, Made};
use crate::{NoAnswer, Puzzle};

/// How far the moves people need may be from those that are wanted, as a share of them.
pub const MOVES_TOLERANCE: f64 = 0.20;

/// Moves people need for each move of the optimum, to begin with.
const USUAL_EXCESS: f64 = 1.5;

/// The longest optimum that is asked of the generator: longer ones take it minutes.
const LONGEST: u32 = 45;

/// Boards that the generator draws for one optimum.
const DRAWN: u32 = 20;

/// Makes one board after another, all different up to symmetry, all minimal by proof.
#[derive(Clone, Debug)]
pub struct UnblockToOrder {
    wanted: Wanted,
    seed: u64,
    people: f64,
    optimum: f64,
    makers: BTreeMap<u32, Generator>,
    seen: BTreeSet<u64>,
}

struct Nearest {
    level: Level,
    moves: f64,
}

impl UnblockToOrder {
    /// A generator of boards for which people need about `people` moves. The optimum among the other wishes is not
    /// looked at.
    ///
    /// # Errors
    /// Wishes that no board can meet.
    pub fn new(wanted: Wanted, seed: u64, people: f64) -> Result<UnblockToOrder, ImpossibleWish> {
        if !(1.0..=1000.0).contains(&people) {
            return Err(ImpossibleWish("people need from 1 to 1000 moves".to_owned()));
        }
        Generator::new(wanted.clone(), seed).map_err(|it| ImpossibleWish(it.to_string()))?;
        let optimum = people / USUAL_EXCESS;
        let (makers, seen) = (BTreeMap::new(), BTreeSet::new());
        Ok(UnblockToOrder { wanted, seed, people, optimum, makers, seen })
    }

    /// The next board. When tries or time are used up, it is the nearest that was made, and [`Made::missed`] says so.
    ///
    /// # Errors
    /// The limit that came before anything was made, or a sentence saying that no try made a new board.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Made, NoAnswer> {
        let mut nearest: Option<Nearest> = None;
        let mut made_so_far = 0;
        for tries in 1..=self.wanted.tries {
            made_so_far = tries;
            match self.attempt(budget) {
                Ok(Some(made)) => {
                    if nearest.as_ref().is_none_or(|it| self.off(made.moves) < self.off(it.moves)) {
                        nearest = Some(made);
                    }
                }
                Ok(None) => {}
                Err(Stop::Time | Stop::Nodes) if nearest.is_some() => break,
                Err(stop) => return Err(stop.into()),
            }
            if nearest.as_ref().is_some_and(|it| self.off(it.moves) <= MOVES_TOLERANCE) {
                break;
            }
        }
        let nothing = || NoAnswer::Nothing(format!("no new board; tries made: {made_so_far}"));
        let Nearest { mut level, moves } = nearest.ok_or_else(nothing)?;
        self.seen.insert(level.board.canonical_hash());
        let mut missed = Vec::new();
        if self.off(moves) > MOVES_TOLERANCE {
            missed.push(format!("people need about {moves:.0} moves, not {:.0}", self.people));
        }
        level.comments.push(crate::grade::noted_moves(moves));
        Ok(Made { puzzle: Puzzle::Unblock(level), missed, tries: made_so_far })
    }

    /// How far off a number of moves is, as a share of those wanted.
    fn off(&self, moves: f64) -> f64 {
        (moves / self.people - 1.0).abs()
    }

    /// Makes a board and learns from its grade; `None` when it is old or misses another wish.
    fn attempt(&mut self, budget: &mut Budget) -> Result<Option<Nearest>, Stop> {
        let optimum = (self.optimum.round() as u32).clamp(1, LONGEST);
        let wanted = Wanted { moves: optimum..=optimum + 1, tries: DRAWN, ..self.wanted.clone() };
        let seed = self.seed;
        let maker = self.makers.entry(optimum).or_insert_with(|| {
            Generator::new(wanted, seed)
                .expect("the wishes were accepted, and this optimum is no other")
        });
        let made = maker.next_level(budget)?;
        let Some(grade) = unblock_grade(&made.level.board, budget)? else { return Ok(None) };
        let moves = grade.expected.value;
        if self.off(moves) > MOVES_TOLERANCE / 2.0 {
            // Half of the way, since boards of one optimum differ.
            self.optimum =
                (self.optimum * (self.people / moves).sqrt()).clamp(1.0, f64::from(LONGEST));
        }
        let new = !self.seen.contains(&made.level.board.canonical_hash());
        let other =
            made.missed.iter().any(|it| !matches!(it, generate::unblock::Missed::Moves { .. }));
        Ok((new && !other).then_some(Nearest { level: made.level, moves }))
    }
}

#[cfg(test)]
mod tests {
    use generate::unblock::is_minimal;
    use unblock::{Category, Engine};

    use super::*;

    #[test]
    fn boards_are_as_wanted_minimal_and_different() {
        let wanted = Wanted { tries: 60, ..Wanted::of(Category::Easy) };
        for people in [8.0, 20.0] {
            let mut maker = UnblockToOrder::new(wanted.clone(), 3, people).unwrap();
            let mut hashes = BTreeSet::new();
            for _ in 0..2 {
                let made = maker.next_level(&mut Budget::unlimited()).unwrap();
                assert!(made.missed.is_empty(), "{:?}", made.missed);
                let rated = crate::rate(&made.puzzle, &mut Budget::unlimited()).unwrap();
                let moves = rated.grade.unwrap().expected.value;
                assert!((moves / people - 1.0).abs() <= MOVES_TOLERANCE, "{moves} not {people}");
                assert_eq!(crate::grade::noted(&made.puzzle).unwrap().figure, moves.round());
                assert!(hashes.insert(made.puzzle.canonical_hash()));
                let Puzzle::Unblock(level) = &made.puzzle else { panic!("a board of Unblock") };
                let minimal =
                    is_minimal(&mut Engine::new(), &level.board, &mut Budget::unlimited());
                assert_eq!(minimal, Ok(Some(true)));
            }
        }
    }

    #[test]
    fn a_wish_beyond_reason_is_refused() {
        let wanted = Wanted::of(Category::Easy);
        assert!(UnblockToOrder::new(wanted.clone(), 1, 0.0).is_err());
        assert!(UnblockToOrder::new(wanted, 1, f64::NAN).is_err());
    }
}
