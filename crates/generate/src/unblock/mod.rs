//! The Unblock generator.
//!
//! A random board is changed in small steps (a piece added, taken away or replaced, a wall moved;
//! see `draft.rs`), each judged by the hardest position of the whole cluster, until that position
//! is as hard as asked for. A change for the worse is accepted too, as long as the search is young:
//! simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983). Then every piece and wall that the
//! puzzle does not need is taken off, and what remains is put at the hardest position of its
//! cluster: a puzzle that cannot be made harder by moving, in which every piece matters. The
//! criteria are those of Fogleman's database (2018).
//!
//! The same request and seed make the same puzzles, on every machine.

mod draft;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use search::{Budget, Outcome, SplitMix, Stats, Stop};
use unblock::{Axis, Layout, Side};
use unblock::{Board, Category, Engine, Known, Level, Metric};

/// Largest cluster looked at on boards up to 6 × 6, in states. Nine in ten of the hard boards of
/// Fogleman's database are no larger; larger ones belong to open boards and cost the time of many.
const MAX_CLUSTER: u64 = 12_000;
/// The same for larger boards.
const MAX_LARGE_CLUSTER: u64 = 60_000;
/// Changes tried on one board before another is begun.
const PATIENCE: u32 = 500;
/// Chance in a thousand, at the beginning, that a board one move easier is taken; it falls to 0.
const WARMTH: u32 = 600;

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The exit.
    pub exit: Side,
    /// Row or column of the exit; the middle one, rounded up, when `None`.
    pub line: Option<usize>,
    /// Optimal moves.
    pub moves: RangeInclusive<u32>,
    /// Pieces, the red one included.
    pub pieces: RangeInclusive<usize>,
    /// Walls.
    pub walls: RangeInclusive<usize>,
    /// Whether every piece and wall must matter: without any one of them the puzzle is shorter.
    pub minimal: bool,
    /// Random boards to try for one puzzle; after that the one nearest to the wishes is returned.
    pub tries: u32,
}

impl Wanted {
    /// A 6 × 6 board of a category, like those of the boxed game.
    pub fn of(category: Category) -> Wanted {
        Wanted {
            width: 6,
            height: 6,
            exit: Side::Right,
            line: None,
            moves: category.moves(),
            pieces: 2..=Wanted::usual_pieces(6, 6),
            walls: 0..=0,
            minimal: true,
            tries: 1000,
        }
    }

    /// Most pieces that a puzzle of a size needs: 16 on 6 × 6, as in the boxed game, and as many
    /// for each cell of other boards. With fewer, large boards are so open that their clusters
    /// cannot be looked at.
    pub const fn usual_pieces(width: usize, height: usize) -> usize {
        let pieces = width * height * 4 / 9;
        if pieces < 2 { 2 } else { pieces }
    }
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle, with its optimal moves and steps and its cluster size.
    pub level: Level,
    /// The wishes that had to be dropped; empty when all are met.
    pub missed: Vec<Missed>,
    /// How many random boards were tried.
    pub tries: u32,
}

/// A wish that the puzzle at hand does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missed {
    /// The shortest solution is shorter or longer than wanted.
    Moves {
        /// What was asked for.
        wanted: RangeInclusive<u32>,
        /// What was reached.
        reached: u32,
    },
    /// More or fewer pieces than wanted.
    Pieces {
        /// What was asked for.
        wanted: RangeInclusive<usize>,
        /// What was reached.
        reached: usize,
    },
    /// More or fewer walls than wanted.
    Walls {
        /// What was asked for.
        wanted: RangeInclusive<usize>,
        /// What was reached.
        reached: usize,
    },
}

impl std::fmt::Display for Missed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut say = |what: &str, reached: u64, low: u64, high: u64| {
            if reached < low {
                write!(f, "only {reached} of {low} {what}")
            } else {
                write!(f, "{reached} {what}, more than {high}")
            }
        };
        match self {
            Missed::Moves { wanted, reached } => {
                say("moves", (*reached).into(), (*wanted.start()).into(), (*wanted.end()).into())
            }
            Missed::Pieces { wanted, reached } => {
                say("pieces", *reached as u64, *wanted.start() as u64, *wanted.end() as u64)
            }
            Missed::Walls { wanted, reached } => {
                say("walls", *reached as u64, *wanted.start() as u64, *wanted.end() as u64)
            }
        }
    }
}

/// Why a request cannot be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Sides must be from 3 to 8.
    Size,
    /// The exit is not beside the board.
    Line,
    /// A range is empty, or asks for no moves or no pieces.
    Range,
    /// No try is allowed.
    Tries,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::Size => "a puzzle must have 3 to 8 rows and columns",
            Refusal::Line => "the exit is not beside the board",
            Refusal::Range => "a range is empty or asks for nothing",
            Refusal::Tries => "at least one try is needed",
        })
    }
}

impl std::error::Error for Refusal {}

/// Makes one puzzle after another; never the same twice, mirror images included.
#[derive(Clone, Debug)]
pub struct Generator {
    wanted: Wanted,
    rng: SplitMix,
    engine: Engine,
    made: BTreeSet<u64>,
}

/// A position with its distance.
#[derive(Clone, Debug)]
struct Hardest {
    board: Board,
    moves: u32,
    cluster: u64,
}

/// How far a position is from the wishes, in walls, pieces and moves.
type Distance = (u32, u32, u32);

/// The nearest to the wishes so far.
struct Nearest {
    distance: Distance,
    level: Level,
}

/// The most states searched on a board.
fn most_states(board: &Board) -> u64 {
    if board.width() * board.height() <= 36 { MAX_CLUSTER } else { MAX_LARGE_CLUSTER }
}

/// What looking at the cluster of a layout says.
enum Look {
    Hardest(Hardest),
    /// It has no solution, or is not a valid board.
    Useless,
    /// The cluster is larger than the limit.
    TooLarge,
}

impl Generator {
    /// A generator with a seed.
    ///
    /// # Errors
    ///
    /// When nothing of that kind can be made.
    pub fn new(wanted: Wanted, seed: u64) -> Result<Generator, Refusal> {
        let sides = 3..=8;
        if !sides.contains(&wanted.width) || !sides.contains(&wanted.height) {
            return Err(Refusal::Size);
        }
        let lines =
            if wanted.exit.axis() == Axis::Horizontal { wanted.height } else { wanted.width };
        if wanted.line.is_some_and(|line| line >= lines) {
            return Err(Refusal::Line);
        }
        let empty = wanted.moves.is_empty() || wanted.pieces.is_empty() || wanted.walls.is_empty();
        if empty || *wanted.moves.end() == 0 || *wanted.pieces.end() == 0 {
            return Err(Refusal::Range);
        }
        if wanted.tries == 0 {
            return Err(Refusal::Tries);
        }
        // One seed makes different puzzles for different requests, not the same ones grown further.
        let rng = SplitMix::new(seed.wrapping_add(u64::from(*wanted.moves.start()) << 32));
        Ok(Generator { wanted, rng, engine: Engine::new(), made: BTreeSet::new() })
    }

    /// The seed of a day's puzzle.
    pub fn seed_of_day(year: i32, month: u32, day: u32) -> u64 {
        (i64::from(year) * 10_000 + i64::from(month) * 100 + i64::from(day)) as u64
    }

    /// The same, and it gives back its memory when it is dropped, for a server: see [`Engine::sparing`].
    #[must_use]
    pub fn sparing(self) -> Generator {
        Generator { engine: Engine::sparing(), ..self }
    }

    /// Takes puzzles made elsewhere into account, so that none of them is made again.
    pub fn avoid(&mut self, board: &Board) {
        self.made.insert(board.canonical_hash());
    }

    /// The next puzzle. When no [try](Wanted::tries) makes one that meets all wishes, or when time
    /// or nodes run out, it is the nearest that was found; [`Generated::missed`] says what it
    /// lacks.
    ///
    /// # Errors
    ///
    /// The limit that was reached before anything was made, or the cancellation;
    /// [`Stop::Nodes`] too when no try made anything new.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Generated, Stop> {
        let mut nearest: Option<Nearest> = None;
        let mut made_so_far = 0;
        for tries in 1..=self.wanted.tries {
            made_so_far = tries;
            match self.attempt(nearest.as_ref(), budget) {
                Ok(Some((distance, level))) => {
                    nearest = Some(Nearest { distance, level });
                    if distance == Distance::default() {
                        break;
                    }
                }
                Ok(None) => {}
                Err(Stop::Time | Stop::Nodes) if nearest.is_some() => break,
                Err(stop) => return Err(stop),
            }
        }
        let level = nearest.ok_or(Stop::Nodes)?.level;
        self.made.insert(level.board.canonical_hash());
        Ok(Generated { missed: self.missed(&level), level, tries: made_so_far })
    }

    /// Makes one puzzle; `None` when it is not nearer to the wishes than the nearest so far.
    fn attempt(
        &mut self,
        nearest: Option<&Nearest>,
        budget: &mut Budget,
    ) -> Result<Option<(Distance, Level)>, Stop> {
        budget.look()?;
        out_of_nodes(budget)?;
        let Some(found) = self.climb(budget)? else { return Ok(None) };
        let distance = self.distance(&found);
        if self.made.contains(&found.board.canonical_hash())
            || nearest.is_some_and(|nearest| distance >= nearest.distance)
        {
            return Ok(None);
        }
        Ok(Some((distance, self.level(found, budget)?)))
    }

    /// Improves a random board until it is as wanted, or patience runs out; the nearest to the
    /// wishes that was met on the way.
    fn climb(&mut self, budget: &mut Budget) -> Result<Option<Hardest>, Stop> {
        let mut layout = draft::random(&self.wanted, &mut self.rng);
        let mut score = 0;
        let mut best: Option<Hardest> = None;
        for age in 0..PATIENCE {
            let changed = draft::change(&self.wanted, &mut self.rng, &layout);
            let hardest = match self.look(&changed, budget)? {
                Look::Hardest(hardest) => hardest,
                // Nothing is known of the board yet but that it is too open.
                Look::TooLarge if score == 0 => {
                    draft::add_piece(&self.wanted, &mut self.rng, &mut layout);
                    continue;
                }
                Look::TooLarge | Look::Useless => continue,
            };
            if hardest.moves + self.leniency(age) < score {
                continue;
            }
            score = hardest.moves;
            // The hardest position has other gaps for the next piece than the one drawn.
            layout = draft::red_first(hardest.board.layout());
            if score < *self.wanted.moves.start() {
                if best.as_ref().is_none_or(|best| score > best.moves) {
                    best = Some(hardest);
                }
                continue;
            }
            // Too hard, or with too few pieces once stripped: another start is just as good.
            return self.stripped(hardest, budget);
        }
        best.map_or(Ok(None), |best| self.stripped(best, budget))
    }

    /// The position without what does not matter, if that is wanted.
    fn stripped(&mut self, found: Hardest, budget: &mut Budget) -> Result<Option<Hardest>, Stop> {
        if self.wanted.minimal { self.strip(found, budget) } else { Ok(Some(found)) }
    }

    /// How many moves easier the next board may be. Whole numbers, so that every machine agrees.
    fn leniency(&mut self, age: u32) -> u32 {
        let chance = WARMTH * (PATIENCE - age) / PATIENCE;
        let mut moves = 0;
        while self.rng.below(1000) < chance as usize {
            moves += 1;
        }
        moves
    }

    /// How far a position is from the wishes, in walls, pieces and moves.
    fn distance(&self, found: &Hardest) -> Distance {
        (
            outside(count(found.board.walls().len()), &counts(&self.wanted.walls)),
            outside(count(found.board.pieces().len()), &counts(&self.wanted.pieces)),
            outside(found.moves, &self.wanted.moves),
        )
    }

    fn missed(&self, level: &Level) -> Vec<Missed> {
        let Wanted { moves, pieces, walls, .. } = self.wanted.clone();
        let (n_pieces, n_walls) = (level.board.pieces().len(), level.board.walls().len());
        let n_moves = level.known.moves.unwrap_or(0);
        let mut missed = Vec::new();
        if !moves.contains(&n_moves) {
            missed.push(Missed::Moves { wanted: moves, reached: n_moves });
        }
        if !pieces.contains(&n_pieces) {
            missed.push(Missed::Pieces { wanted: pieces, reached: n_pieces });
        }
        if !walls.contains(&n_walls) {
            missed.push(Missed::Walls { wanted: walls, reached: n_walls });
        }
        missed
    }

    /// Removes pieces and walls that do not matter, until all do. Removing a piece changes the
    /// cluster, so the hardest position is searched again each time.
    fn strip(
        &mut self,
        mut hardest: Hardest,
        budget: &mut Budget,
    ) -> Result<Option<Hardest>, Stop> {
        loop {
            let Some(smaller) = self.idle_part(&hardest, budget)? else { return Ok(Some(hardest)) };
            match self.look(&smaller, budget)? {
                Look::Hardest(next) => hardest = next,
                Look::Useless | Look::TooLarge => return Ok(None),
            }
        }
    }

    /// The layout without one piece or wall whose removal does not make the puzzle shorter.
    fn idle_part(
        &mut self,
        hardest: &Hardest,
        budget: &mut Budget,
    ) -> Result<Option<Layout>, Stop> {
        let layout = hardest.board.layout();
        for smaller in parts_removed(&layout) {
            let Ok(board) = Board::new(&smaller) else { continue };
            let (stats, mut slice) =
                (&mut Stats::default(), budget.slice(Some(most_states(&board)), None));
            let found = self.engine.optimum(&board, Metric::Moves, &mut slice, stats);
            budget.charge(&slice);
            match found {
                Some(Outcome::Solved(moves)) if moves >= hardest.moves => return Ok(Some(smaller)),
                // Without a piece, the cluster of a large board may become too large to search;
                // then the piece stays, since it cannot be shown to be idle.
                Some(Outcome::Stopped(Stop::Nodes | Stop::Memory)) => out_of_nodes(budget)?,
                Some(Outcome::Stopped(stop)) => return Err(stop),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Looks for the hardest position of the cluster of a layout.
    fn look(&mut self, layout: &Layout, budget: &mut Budget) -> Result<Look, Stop> {
        let Ok(board) = Board::new(layout) else { return Ok(Look::Useless) };
        // Two floods look at every state.
        let mut slice = budget.slice(Some(2 * most_states(&board)), None);
        let found = self.engine.hardest(&board, Metric::Moves, &mut slice);
        budget.charge(&slice);
        match found {
            Ok(Some((moves, state, cluster))) if moves > 0 => {
                let board = Board::new(&board.with_state(&state).layout());
                let board = board.expect("a position is a board");
                Ok(Look::Hardest(Hardest { board, moves, cluster }))
            }
            Ok(_) => Ok(Look::Useless),
            // Too large a cluster, unless it is the budget itself that is used up.
            Err(Stop::Nodes | Stop::Memory) => out_of_nodes(budget).map(|()| Look::TooLarge),
            Err(stop) => Err(stop),
        }
    }

    fn level(&mut self, found: Hardest, budget: &mut Budget) -> Result<Level, Stop> {
        let board = found.board.renamed();
        let stats = &mut Stats::default();
        let steps = match self.engine.optimum(&board, Metric::Steps, budget, stats) {
            Some(Outcome::Solved(steps)) => Some(steps),
            Some(Outcome::Stopped(stop)) => return Err(stop),
            _ => None,
        };
        let known = Known { moves: Some(found.moves), steps, cluster: Some(found.cluster) };
        let title = Some(Category::of(found.moves).name().to_owned());
        Ok(Level { title, known, ..Level::from_board(board) })
    }
}

/// How far a number is outside a range.
fn outside(n: u32, range: &RangeInclusive<u32>) -> u32 {
    range.start().saturating_sub(n).max(n.saturating_sub(*range.end()))
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn counts(range: &RangeInclusive<usize>) -> RangeInclusive<u32> {
    count(*range.start())..=count(*range.end())
}

fn out_of_nodes(budget: &Budget) -> Result<(), Stop> {
    let out = budget.limits().nodes.is_some_and(|limit| budget.nodes() >= limit);
    if out { Err(Stop::Nodes) } else { Ok(()) }
}

/// The layout without each piece but the red one, and without each wall.
fn parts_removed(layout: &Layout) -> impl Iterator<Item = Layout> {
    let pieces = (0..layout.pieces.len()).filter(|&i| Some(i) != layout.red).map(|i| {
        let mut smaller = layout.clone();
        smaller.pieces.remove(i);
        smaller.red = layout.red.map(|red| if red > i { red - 1 } else { red });
        smaller
    });
    let walls = (0..layout.walls.len()).map(|i| {
        let mut smaller = layout.clone();
        smaller.walls.remove(i);
        smaller
    });
    pieces.chain(walls)
}

/// Whether every piece and wall of a board matters: without any one of them the optimum is
/// smaller. `Ok(None)` when the board cannot be solved or is out of the engine's reach.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn is_minimal(
    engine: &mut Engine,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<bool>, Stop> {
    let stats = &mut Stats::default();
    let mut optimum = |board: &Board| match engine.optimum(board, Metric::Moves, budget, stats) {
        Some(Outcome::Solved(moves)) => Ok(Some(moves)),
        Some(Outcome::Stopped(stop)) => Err(stop),
        _ => Ok(None),
    };
    let Some(moves) = optimum(board)? else { return Ok(None) };
    for smaller in parts_removed(&board.layout()) {
        let board = Board::new(&smaller).expect("a board with less on it is a board");
        if optimum(&board)?.is_none_or(|fewer| fewer >= moves) {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

#[cfg(test)]
mod tests {
    use unblock::Cluster;

    use super::*;

    fn make(wanted: &Wanted, seed: u64, count: usize) -> Vec<Level> {
        let mut generator = Generator::new(wanted.clone(), seed).unwrap();
        let mut next = || generator.next_level(&mut Budget::unlimited()).unwrap();
        let levels: Vec<Generated> = (0..count).map(|_| next()).collect();
        assert!(levels.iter().all(|made| made.missed.is_empty()));
        levels.into_iter().map(|made| made.level).collect()
    }

    #[test]
    fn a_sparing_generator_makes_the_same_puzzles() {
        let wanted = Wanted::of(Category::Easy);
        let generator = Generator::new(wanted.clone(), 3).unwrap();
        let mut sparing = generator.sparing();
        for level in make(&wanted, 3, 2) {
            let same = sparing.next_level(&mut Budget::unlimited()).unwrap();
            assert_eq!(same.level.board, level.board);
        }
    }

    #[test]
    fn puzzles_are_as_wanted_minimal_hardest_and_different() {
        let wanted = Wanted::of(Category::Easy);
        let levels = make(&wanted, 7, 6);
        let mut hashes = BTreeSet::new();
        for level in &levels {
            let board = &level.board;
            assert!(wanted.moves.contains(&level.known.moves.unwrap()));
            let minimal = is_minimal(&mut Engine::new(), board, &mut Budget::unlimited());
            assert_eq!(minimal, Ok(Some(true)));
            let cluster = Cluster::new(board, Metric::Moves, &mut Budget::unlimited()).unwrap();
            assert_eq!(cluster.farthest().map(|(moves, _)| moves), level.known.moves);
            assert_eq!(cluster.distance(&board.start()), level.known.moves);
            assert_eq!(Some(cluster.len() as u64), level.known.cluster);
            assert!(hashes.insert(board.canonical_hash()));
        }
        assert_eq!(make(&wanted, 7, 6), levels);
        assert_ne!(make(&wanted, 8, 6), levels);
    }

    #[test]
    fn sizes_exits_and_walls_are_kept() {
        let wanted = Wanted {
            width: 5,
            height: 7,
            exit: Side::Top,
            line: Some(1),
            walls: 1..=2,
            ..Wanted::of(Category::First)
        };
        for level in make(&wanted, 3, 4) {
            let board = &level.board;
            assert_eq!((board.width(), board.height(), board.exit()), (5, 7, Side::Top));
            assert_eq!(board.red_piece().line(), 1);
            assert!(wanted.walls.contains(&board.walls().len()));
        }
    }

    #[test]
    fn impossible_requests_are_refused_and_limits_are_kept() {
        let wanted = Wanted::of(Category::Expert);
        let refused = |wanted: Wanted| Generator::new(wanted, 0).unwrap_err();
        assert_eq!(refused(Wanted { width: 9, ..wanted.clone() }), Refusal::Size);
        assert_eq!(refused(Wanted { line: Some(6), ..wanted.clone() }), Refusal::Line);
        assert_eq!(refused(Wanted { moves: 0..=0, ..wanted.clone() }), Refusal::Range);
        let limits = search::Limits { nodes: Some(1000), ..search::Limits::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let far = Wanted { moves: 1000..=2000, ..wanted };
        assert_eq!(refused(Wanted { tries: 0, ..far.clone() }), Refusal::Tries);
        let mut generator = Generator::new(far, 0).unwrap();
        assert_eq!(generator.next_level(&mut budget).unwrap_err(), Stop::Nodes);
    }

    #[test]
    fn what_cannot_be_reached_is_named_and_the_nearest_is_made() {
        // No board of 4 × 4 is that hard.
        let wanted = Wanted {
            width: 4,
            height: 4,
            moves: 60..=u32::MAX,
            tries: 3,
            ..Wanted::of(Category::Expert)
        };
        let mut generator = Generator::new(wanted.clone(), 5).unwrap();
        let made = generator.next_level(&mut Budget::unlimited()).unwrap();
        let reached = made.level.known.moves.unwrap();
        assert_eq!(made.missed, [Missed::Moves { wanted: wanted.moves.clone(), reached }]);
        assert_eq!(made.missed[0].to_string(), format!("only {reached} of 60 moves"));
        // The same when nodes run out before the tries do.
        let limits = search::Limits { nodes: Some(200_000), ..search::Limits::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let many = Wanted { tries: u32::MAX, ..wanted };
        let made = Generator::new(many, 5).unwrap().next_level(&mut budget).unwrap();
        assert_eq!(made.missed.len(), 1);
        assert!(made.tries < u32::MAX);
    }
}
