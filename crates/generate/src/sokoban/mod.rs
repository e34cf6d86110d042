//! The Sokoban generator: seeded levels, solvable by construction, rated, all different.
//!
//! A level is made in steps, one file each: a room (`room.rs`) laid from pattern pieces
//! (`pieces.rs`), goals with some structure (`goals.rs`), reverse play away from the solved
//! position (`pull.rs`), and the judge (`judge.rs`), which measures the result on a push-optimal
//! solution; in between, the solution is tidied and unused nooks are walled up. One such attempt
//! (`attempt.rs`) depends on the seed, its number and the wishes alone, uses integers only and is
//! limited in nodes, never in time: the same seed makes the same levels on every machine.
//!
//! ```
//! use banto_generate::sokoban::{Generator, Wanted};
//! use search::Budget;
//!
//! let wanted = Wanted { width: 7, height: 7, boxes: 2, ..Wanted::default() };
//! let mut generator = Generator::new(42, wanted).unwrap();
//! let first = generator.next_level(&mut Budget::unlimited()).unwrap();
//! let second = generator.next_level(&mut Budget::unlimited()).unwrap();
//! assert_ne!(first.level.grid, second.level.grid);
//! ```

mod attempt;
mod goals;
mod judge;
mod pieces;
mod pull;
mod quick;
mod room;
mod style;
mod tidy;
mod trim;
mod variant;

use std::collections::BTreeSet;
use std::fmt;

use search::{Budget, Stop};
use sokoban::{Board, Level, Solution, Walker, canonical_hash};
use thiserror::Error;

pub use judge::{Grade, Rating};
pub use quick::quick;
pub use style::Style;
pub use variant::variant;

/// Version of the generator: changes whenever the same attempt of a seed makes a different level.
/// Which attempts are passed over on large boards also depends on what the judge can prove.
pub const VERSION: u32 = 1;

/// Longest side the generator makes; reverse play on larger boards would take minutes per level.
pub const MAX_SIDE: usize = 32;

/// Most boxes the generator places.
pub const MAX_BOXES: usize = 24;

/// What a level should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Most columns, walls included. A room may turn out smaller.
    pub width: usize,
    /// Most rows, walls included.
    pub height: usize,
    /// Boxes; always exactly this many.
    pub boxes: usize,
    /// The grade, or `None` for the hardest level that the tries find.
    pub grade: Option<Grade>,
    /// The fewest pushes a shortest solution may have.
    pub min_pushes: u32,
    /// How the walls should look; any way when `None`.
    pub style: Option<Style>,
    /// Attempts for one level. With a grade, the first that meets all wishes is taken; without
    /// one, the hardest of all of them.
    pub tries: u32,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { width: 9, height: 8, boxes: 3, grade: None, min_pushes: 0, style: None, tries: 60 }
    }
}

/// A wish that the level at hand does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// This many boxes are never pushed in the solution.
    IdleBoxes(u32),
    /// Fewer than three pushes per box.
    Trivial,
    /// The shortest solution found is shorter than wanted.
    Pushes {
        /// What was asked for.
        wanted: u32,
        /// What was reached.
        reached: u32,
    },
    /// A different grade from the one wanted.
    Grade {
        /// What was asked for.
        wanted: Grade,
        /// What was reached.
        reached: Grade,
    },
    /// The judge's node limit was reached before the solution was proved push-optimal.
    Proof,
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missed::IdleBoxes(1) => write!(f, "1 box is never pushed"),
            Missed::IdleBoxes(n) => write!(f, "{n} boxes are never pushed"),
            Missed::Trivial => write!(f, "fewer than three pushes per box"),
            Missed::Pushes { wanted, reached } => write!(f, "only {reached} of {wanted} pushes"),
            Missed::Grade { wanted, reached } => {
                write!(f, "grade {}, not {}", reached.name(), wanted.name())
            }
            Missed::Proof => write!(f, "not proved push-optimal"),
        }
    }
}

/// A level that was made.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The level, with its solution inside and its origin as a comment.
    pub level: Level,
    /// The level as a board.
    pub board: Board,
    /// The solution it was judged on.
    pub solution: Solution,
    /// What the judge found.
    pub rating: Rating,
    /// The seed it was made from.
    pub seed: u64,
    /// The attempt of that seed.
    pub attempt: u64,
    /// The wishes that had to be dropped; empty when all are met.
    pub missed: Vec<Missed>,
    /// How many attempts were made for it.
    pub tries: u32,
}

/// Wishes that no level can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WantedError {
    /// A level has at least one box.
    #[error("a level needs at least one box")]
    NoBox,
    /// Too small for a box, its goal and the player.
    #[error("{width}x{height} is too small: walls included, a level needs at least 5x3 or 3x5")]
    TooSmall {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// Larger than the generator can make.
    #[error("{width}x{height} is too large: the generator makes up to {MAX_SIDE}x{MAX_SIDE}")]
    TooLarge {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// More boxes than can move in the room.
    #[error("{boxes} boxes are too many: a board of this size takes at most {most}")]
    TooManyBoxes {
        /// Boxes asked for.
        boxes: usize,
        /// Most boxes for a board of this size.
        most: usize,
    },
    /// No attempt allowed.
    #[error("at least one try is needed")]
    NoTries,
}

/// Why no level came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The wishes themselves cannot be met.
    #[error(transparent)]
    Wanted(#[from] WantedError),
    /// All tries gave levels that were made before, or no level; small boards hold few levels.
    #[error("no new level; tries made: {tries}")]
    Exhausted {
        /// Attempts made.
        tries: u32,
    },
    /// The budget ran out.
    #[error("stopped by the budget: {0:?}")]
    Stopped(Stop),
}

impl Wanted {
    /// Refuses wishes that no level can meet.
    ///
    /// # Errors
    ///
    /// The first wish that cannot be met.
    pub fn check(&self) -> Result<(), WantedError> {
        let Wanted { width, height, boxes, .. } = *self;
        if boxes == 0 {
            return Err(WantedError::NoBox);
        }
        if width.min(height) < 3 || width.max(height) < 5 {
            return Err(WantedError::TooSmall { width, height });
        }
        if width.max(height) > MAX_SIDE {
            return Err(WantedError::TooLarge { width, height });
        }
        // A third of the inside: more boxes than that can hardly be moved at all.
        let most = ((width - 2) * (height - 2) / 3).min(MAX_BOXES);
        if boxes > most {
            return Err(WantedError::TooManyBoxes { boxes, most });
        }
        if self.tries == 0 {
            return Err(WantedError::NoTries);
        }
        Ok(())
    }
}

/// The first level of a seed.
///
/// # Errors
///
/// A wish that cannot be met, or the limit that was reached.
pub fn generate(
    seed: u64,
    wanted: &Wanted,
    budget: &mut Budget,
) -> Result<Generated, GenerateError> {
    Generator::new(seed, wanted.clone())?.next_level(budget)
}

/// The level of a board without the dead ends that its solution does not use.
pub fn trimmed(level: &Level, board: &Board, solution: &Solution) -> Level {
    trim::trim(level, board, solution)
}

/// Solves and rates any level as the generator does with its own. `None` when the judge's node
/// limit is reached before a push-optimal solution is found, or when the level has no solution.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn rate(
    level: &Level,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<(Solution, Rating)>, Stop> {
    let Some(pushes) = judge::solve(board, budget)? else { return Ok(None) };
    let solution = Walker::new(board)
        .walk_pushes(board, &board.start(), &tidy::tidy(board, pushes))
        .expect("an engine's pushes play");
    let rating = judge::rate(level, board, &solution, true, budget)?;
    Ok(Some((solution, rating)))
}

/// Makes one attempt of a seed again, as given by [`Generated::seed`] and [`Generated::attempt`];
/// the wishes must be the same too. `None` when that attempt makes no level.
///
/// # Errors
///
/// A wish that cannot be met, or the limit that was reached.
pub fn remake(
    seed: u64,
    attempt: u64,
    wanted: &Wanted,
    budget: &mut Budget,
) -> Result<Option<Generated>, GenerateError> {
    wanted.check()?;
    attempt::make(seed, attempt, wanted, 0, budget).map_err(GenerateError::Stopped)
}

/// Yields the levels of one seed, all different up to symmetry.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: u64,
    wanted: Wanted,
    attempt: u64,
    seen: BTreeSet<u64>,
}

impl Generator {
    /// A generator, or why its wishes are refused.
    ///
    /// # Errors
    ///
    /// The first wish that cannot be met.
    pub fn new(seed: u64, wanted: Wanted) -> Result<Generator, WantedError> {
        wanted.check()?;
        Ok(Generator { seed, wanted, attempt: 0, seen: BTreeSet::new() })
    }

    /// The next level. With a grade, the first attempt that meets all wishes; without one, the
    /// hardest of all [tries](Wanted::tries) that do. When none does, or when time or nodes run
    /// out, it is the one that misses least; [`Generated::missed`] says what. Wishes are dropped in
    /// this order: the proof, the grade, the pushes, that it is not trivial, that no box is idle.
    /// The number of boxes and the size are never dropped.
    ///
    /// # Errors
    ///
    /// The limit that was reached before anything was made, a cancellation, or that too many
    /// attempts made nothing.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Generated, GenerateError> {
        let mut best: Option<Generated> = None;
        let mut made_so_far = 0;
        for tries in 1..=self.wanted.tries {
            made_so_far = tries;
            let attempt = self.attempt;
            self.attempt += 1;
            let bar = self.bar(best.as_ref());
            let made = match attempt::make(self.seed, attempt, &self.wanted, bar, budget) {
                Ok(made) => made.filter(|it| !self.seen.contains(&canonical_hash(&it.board))),
                Err(Stop::Time | Stop::Nodes) if best.is_some() => break,
                Err(stop) => return Err(GenerateError::Stopped(stop)),
            };
            if let Some(made) = made
                && best.as_ref().is_none_or(|best| self.rank(&made) < self.rank(best))
            {
                best = Some(made);
            }
            let meets = |best: &Generated| best.missed.is_empty() && self.wanted.grade.is_some();
            if best.as_ref().is_some_and(meets) {
                break;
            }
        }
        let made = best.ok_or(GenerateError::Exhausted { tries: self.wanted.tries })?;
        self.seen.insert(canonical_hash(&made.board));
        Ok(Generated { tries: made_so_far, ..made })
    }

    /// The score an attempt must promise to be worth judging: enough to meet the wishes, or at
    /// least to beat the best level so far.
    fn bar(&self, best: Option<&Generated>) -> u32 {
        let Some(best) = best else { return 0 };
        match self.wanted.grade {
            Some(grade) => grade.scores().0.min(best.rating.score().saturating_add(1)),
            None if best.missed.is_empty() => best.rating.score().saturating_add(1),
            None => 0,
        }
    }

    /// For comparing two levels, the better one first.
    fn rank(&self, made: &Generated) -> (Shortfall, std::cmp::Reverse<u32>) {
        let score = if self.wanted.grade.is_none() { made.rating.score() } else { 0 };
        (shortfall(made), std::cmp::Reverse(score))
    }
}

/// Idle boxes, trivial, pushes, grade, proof.
type Shortfall = (u32, bool, u32, u32, bool);

/// How far a level is from the wishes, the most important first.
fn shortfall(made: &Generated) -> Shortfall {
    let mut short = (0, false, 0, 0, false);
    for &missed in &made.missed {
        match missed {
            Missed::IdleBoxes(n) => short.0 = n,
            Missed::Trivial => short.1 = true,
            Missed::Pushes { wanted, reached } => short.2 = wanted - reached,
            Missed::Grade { wanted, .. } => short.3 = wanted.distance(made.rating.score()),
            Missed::Proof => short.4 = true,
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use search::{Guarantee, Metric};

    use super::*;

    fn small() -> Wanted {
        Wanted { width: 8, height: 7, boxes: 2, ..Wanted::default() }
    }

    fn levels(seed: u64, wanted: &Wanted, n: usize) -> Vec<Generated> {
        let mut generator = Generator::new(seed, wanted.clone()).unwrap();
        let mut budget = Budget::unlimited();
        (0..n).map(|_| generator.next_level(&mut budget).unwrap()).collect()
    }

    /// FNV-1a over the drawn levels and their solutions.
    fn fingerprint(levels: &[Generated]) -> u64 {
        let drawn: String =
            levels.iter().map(|made| format!("{}{}\n", made.level.grid, made.solution)).collect();
        text::fnv1a(drawn.bytes())
    }

    #[test]
    fn a_seed_makes_the_same_levels_always_and_everywhere() {
        let wanted = Wanted { tries: 3, ..small() };
        let first = fingerprint(&levels(2026, &wanted, 20));
        assert_eq!(first, fingerprint(&levels(2026, &wanted, 20)));
        assert_ne!(first, fingerprint(&levels(2027, &wanted, 20)));
        let made = levels(2026, &wanted, 20).pop().unwrap();
        let again = remake(2026, made.attempt, &wanted, &mut Budget::unlimited()).unwrap();
        assert_eq!(again.unwrap().level, made.level);
        // A new number here means that the attempts of a seed make other levels: raise VERSION.
        let mut hashes = BTreeSet::new();
        let attempts =
            (0..).map(|attempt| remake(2026, attempt, &small(), &mut Budget::unlimited()));
        let attempts =
            attempts.filter_map(|made| made.unwrap()).filter(|made| made.missed.is_empty());
        let new = attempts.filter(|made| hashes.insert(canonical_hash(&made.board)));
        let made = fingerprint(&new.take(20).collect::<Vec<_>>());
        assert_eq!((VERSION, made), (1, 14_036_988_519_672_721_399));
    }

    #[test]
    fn without_a_grade_the_hardest_of_all_tries_is_taken() {
        let wanted = Wanted { tries: 25, ..small() };
        let budget = &mut Budget::unlimited();
        let hardest = generate(4, &wanted, budget).unwrap();
        let all = (0..25).filter_map(|attempt| remake(4, attempt, &wanted, budget).unwrap());
        let clean = all.filter(|made| made.missed.is_empty());
        assert_eq!(clean.map(|made| made.rating.score()).max(), Some(hardest.rating.score()));
        let first = generate(4, &Wanted { tries: 1, ..wanted }, budget).unwrap();
        assert!(first.rating.score() < hardest.rating.score());
    }

    #[test]
    fn what_was_found_is_kept_when_the_budget_ends() {
        let wanted = Wanted { grade: Some(Grade::Expert), tries: 1000, ..small() };
        let limits = search::Limits { nodes: Some(50_000), ..Default::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let made = generate(1, &wanted, &mut budget).unwrap();
        assert!(made.missed.iter().any(|missed| matches!(missed, Missed::Grade { .. })));
        assert!(made.tries < 1000);
    }

    #[test]
    fn two_hundred_levels_of_one_seed_are_solvable_and_different() {
        let mut keys = BTreeSet::new();
        for made in levels(7, &Wanted { tries: 4, ..small() }, 200) {
            let board = Board::new(&made.level).unwrap();
            let mut state = board.start();
            state.play(&board, &made.level.solutions[0].moves).unwrap();
            assert!(board.is_solved(&state) && !board.is_solved(&board.start()));
            assert_eq!(board.n_boxes(), 2);
            assert!(board.width() <= 8 && board.height() <= 7);
            assert_eq!(made.rating.pushes as usize, made.solution.pushes());
            assert!(keys.insert(canonical_hash(&board)), "twice:\n{}", made.level.grid);
        }
    }

    #[test]
    fn a_promised_optimum_is_the_optimum() {
        let wanted = Wanted { width: 9, boxes: 3, ..small() };
        for made in levels(3, &wanted, 10) {
            assert_eq!(made.rating.guarantee, Guarantee::Optimal(Metric::Pushes));
            let least = judge::solve(&made.board, &mut Budget::unlimited()).unwrap().unwrap();
            assert_eq!(made.rating.pushes as usize, least.len(), "{}", made.level.grid);
        }
    }

    #[test]
    fn the_wanted_number_of_boxes_is_kept_up_to_the_most() {
        for boxes in 1..=8 {
            let wanted = Wanted { width: 8, height: 6, boxes, tries: 20, ..Wanted::default() };
            let made = generate(1, &wanted, &mut Budget::unlimited()).unwrap();
            assert_eq!(made.board.n_boxes(), boxes);
        }
    }

    #[test]
    fn grades_are_met_or_the_miss_is_named() {
        for grade in [Grade::Easy, Grade::Medium] {
            let wanted = Wanted { boxes: 3, grade: Some(grade), ..Wanted::default() };
            for made in levels(5, &wanted, 5) {
                assert_eq!((made.rating.grade(), made.missed.len()), (grade, 0), "{made:?}");
            }
        }
        let wanted = Wanted { min_pushes: 500, tries: 3, ..small() };
        let made = generate(5, &wanted, &mut Budget::unlimited()).unwrap();
        let reached = made.rating.pushes;
        assert!(made.missed.contains(&Missed::Pushes { wanted: 500, reached }));
    }

    #[test]
    fn wishes_that_cannot_be_met_are_refused() {
        let refused = |width, height, boxes| {
            let wanted = Wanted { width, height, boxes, ..Wanted::default() };
            wanted.check().unwrap_err()
        };
        assert_eq!(refused(9, 9, 0), WantedError::NoBox);
        assert_eq!(refused(1, 1, 1), WantedError::TooSmall { width: 1, height: 1 });
        assert_eq!(refused(0, 9, 1), WantedError::TooSmall { width: 0, height: 9 });
        assert_eq!(refused(300, 300, 5), WantedError::TooLarge { width: 300, height: 300 });
        assert_eq!(
            refused(usize::MAX, usize::MAX, usize::MAX),
            WantedError::TooLarge { width: usize::MAX, height: usize::MAX }
        );
        assert_eq!(refused(6, 6, 17), WantedError::TooManyBoxes { boxes: 17, most: 5 });
        assert_eq!(Wanted { tries: 0, ..Wanted::default() }.check(), Err(WantedError::NoTries));
    }

    #[test]
    fn the_smallest_board_holds_one_level_and_then_ends() {
        let wanted = Wanted { width: 5, height: 3, boxes: 1, tries: 8, ..Wanted::default() };
        let mut generator = Generator::new(0, wanted).unwrap();
        let mut budget = Budget::unlimited();
        let made = generator.next_level(&mut budget).unwrap();
        assert_eq!(made.solution.pushes(), 1);
        assert_eq!(made.missed, [Missed::Trivial]);
        let end = generator.next_level(&mut budget);
        assert_eq!(end.unwrap_err(), GenerateError::Exhausted { tries: 8 });
    }

    #[test]
    fn a_budget_ends_the_work() {
        let limits = search::Limits { nodes: Some(10), ..Default::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let stopped = generate(1, &Wanted::default(), &mut budget);
        assert_eq!(stopped.unwrap_err(), GenerateError::Stopped(Stop::Nodes));
    }
}
