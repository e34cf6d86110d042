//! From measured figures to a grade in people's terms.

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Push, Walker};

use crate::model::{Guess, Model, share};
use crate::sokoban::{FEW_RUNS, HABITS, Level, Measured, RUNS};
use crate::unblock::THINKERS;
use crate::{table, words};

/// Five names for how hard a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Nearly everybody solves it.
    First,
    /// Most do.
    Easy,
    /// Two of three do.
    Medium,
    /// About half do.
    Hard,
    /// Fewer do.
    Few,
}

impl Band {
    /// All five, the easy ones first.
    pub const ALL: [Band; 5] = [Band::First, Band::Easy, Band::Medium, Band::Hard, Band::Few];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Band::First => "first steps",
            Band::Easy => "easy",
            Band::Medium => "medium",
            Band::Hard => "hard",
            Band::Few => "few will do it",
        }
    }

    /// The band with this name.
    pub fn from_name(name: &str) -> Option<Band> {
        Band::ALL.into_iter().find(|band| band.name() == name)
    }

    /// The band of a share of plays that end solved, by the hundredth that is shown.
    pub fn of_share(share: f64) -> Band {
        match (100.0 * share).round() {
            82.0.. => Band::First,
            72.0.. => Band::Easy,
            60.0.. => Band::Medium,
            45.0.. => Band::Hard,
            _ => Band::Few,
        }
    }

    /// The band of the moves people need, by the whole number that is shown.
    pub fn of_moves(moves: f64) -> Band {
        match moves.round() {
            ..10.0 => Band::First,
            ..20.0 => Band::Easy,
            ..35.0 => Band::Medium,
            ..60.0 => Band::Hard,
            _ => Band::Few,
        }
    }
}

/// What a grade stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Every position was looked at.
    Graph,
    /// There are too many positions; a solution was found.
    Solution,
    /// There are too many positions, and no solution was found within the limit.
    Board,
}

impl Basis {
    /// The word used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Graph => "all positions",
            Basis::Solution => "a solution",
            Basis::Board => "the board alone",
        }
    }
}

/// A figure with the range that eight of ten such levels fall into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The figure: a share of plays, or a number of moves.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How hard a level is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Grade {
    /// Sokoban: the share of plays that end solved. Unblock: the moves people need.
    pub expected: Expected,
    /// Its name.
    pub band: Band,
    /// What it stands on.
    pub basis: Basis,
    /// Features that lie outside the data the model was fitted to: the grade extrapolates.
    pub outside: Vec<&'static str>,
    /// Why, the weightiest reason first.
    pub why: Vec<String>,
}

/// Nodes of the search for a solution when there are too many positions for a graph.
const SEARCH_NODES: u64 = 100_000;

/// How much wider the range is where no model was tested: beyond the positions of a graph, or outside the data.
const WIDER: f64 = 1.5;

/// The range of scores around a guess.
fn spread(model: &Model, outside: &[&str]) -> f64 {
    if outside.is_empty() { model.spread } else { WIDER * model.spread }
}

/// Grades a Sokoban level; `None` when it has no solution, or is solved already.
///
/// # Errors
/// The limit that came first.
pub fn sokoban_grade(board: &Board, budget: &mut Budget) -> Result<Option<Grade>, Stop> {
    if board.is_solved(&board.start()) || board.impossible().is_some() {
        return Ok(None);
    }
    match crate::sokoban::measure(board, HABITS[table::HABITS], budget)? {
        Level::Unsolvable => Ok(None),
        Level::Graph(measured, _) => Ok(Some(of_share(&table::GRAPH, &measured, Basis::Graph))),
        Level::TooLarge(measured) => match solution(board, budget)? {
            Searched::Solved(measured) => {
                Ok(Some(of_share(&table::SOLUTION, &measured, Basis::Solution)))
            }
            Searched::Unsolvable => Ok(None),
            Searched::Unknown => Ok(Some(of_share(&table::BOARD, &measured, Basis::Board))),
        },
    }
}

/// A share from all positions of a level, and a solution with fewest moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shared {
    /// The share of plays that end solved.
    pub share: f64,
    /// The pushes of a solution with fewest moves.
    pub solution: Vec<Push>,
    /// Its moves.
    pub moves: u32,
    /// Fewest pushes; that solution may have more.
    pub pushes: u32,
}

/// The share of a level with at most so many positions; `None` when it has more, or no solution. For searches that
/// grade many levels.
///
/// # Errors
/// The limit that came first.
pub fn share_within(
    board: &Board,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Shared>, Stop> {
    shared(board, most, RUNS, budget)
}

/// As [`share_within`] with an eighth of the simulated player's games: half a point off, and faster where he plays long.
///
/// # Errors
/// The limit that came first.
pub fn share_at_a_glance(
    board: &Board,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Shared>, Stop> {
    shared(board, most, FEW_RUNS, budget)
}

fn shared(
    board: &Board,
    most: usize,
    runs: usize,
    budget: &mut Budget,
) -> Result<Option<Shared>, Stop> {
    let habits = HABITS[table::HABITS];
    let found = crate::sokoban::measure_within(board, most, habits, runs, budget)?;
    let Level::Graph(measured, solution) = found else { return Ok(None) };
    Ok(Some(Shared {
        share: share(table::GRAPH.guess(&measured.features).score),
        solution,
        moves: measured.facts.moves,
        pushes: measured.facts.pushes,
    }))
}

/// The share of a level from a solution alone: its pushes, its moves, and the fewest pushes. Far less exact than
/// [`share_within`], and takes a fraction of its time.
///
/// # Errors
/// The limit that came first.
pub fn share_of_solution(
    board: &Board,
    solution: &[Push],
    moves: usize,
    fewest: usize,
    budget: &mut Budget,
) -> Result<f64, Stop> {
    let measured = crate::sokoban::measure_solution(board, solution, moves, fewest, budget)?;
    Ok(share(table::SOLUTION.guess(&measured.features).score))
}

enum Searched {
    Solved(Measured),
    Unsolvable,
    Unknown,
}

/// Looks for a solution of a large level.
fn solution(board: &Board, budget: &mut Budget) -> Result<Searched, Stop> {
    let mut slice = budget.slice(Some(SEARCH_NODES), None);
    let config = solver::Config::default();
    let answer = solver::solve(board, &config, &mut slice, &mut Stats::default());
    budget.charge(&slice);
    let pushes = match answer.outcome {
        Outcome::Solved(pushes) => pushes,
        Outcome::Unsolvable => return Ok(Searched::Unsolvable),
        Outcome::Stopped(stop @ (Stop::Time | Stop::Interrupted)) => return Err(stop),
        Outcome::Stopped(_) | Outcome::GaveUp => return Ok(Searched::Unknown),
    };
    let walked = Walker::new(board).walk_pushes(board, &board.start(), &pushes);
    let Some(walked) = walked else { return Ok(Searched::Unknown) };
    let moves = walked.moves.len();
    crate::sokoban::measure_solution(board, &pushes, moves, pushes.len(), budget)
        .map(Searched::Solved)
}

fn of_share(model: &Model, measured: &Measured, basis: Basis) -> Grade {
    let guess = model.guess(&measured.features);
    let mut outside = guess.outside.clone();
    if basis != Basis::Graph {
        outside.push("positions");
    }
    let spread = spread(model, &outside);
    let expected = Expected {
        value: share(guess.score),
        low: share(guess.score - spread),
        high: share(guess.score + spread),
    };
    let why = words::sokoban(model, &guess, measured, basis);
    Grade { expected, band: Band::of_share(expected.value), basis, outside, why }
}

/// Grades a board of Unblock; `None` when it has no solution, or is solved already.
///
/// # Errors
/// The limit that came first; a board out of the engine's reach counts as too large for the memory.
pub fn unblock_grade(board: &unblock::Board, budget: &mut Budget) -> Result<Option<Grade>, Stop> {
    let measured = crate::unblock::measure(board, THINKERS[table::THINKER], budget)?;
    let Some(measured) = measured else { return Ok(None) };
    let model = &table::MOVES;
    let guess: Guess = model.guess(&measured.features);
    let fewest = f64::from(measured.facts.rating.moves);
    let moves = |score: f64| (fewest * score.exp()).max(fewest);
    let spread = spread(model, &guess.outside);
    let expected = Expected {
        value: moves(guess.score),
        low: moves(guess.score - spread),
        high: moves(guess.score + spread),
    };
    let why = words::unblock(model, &guess, &measured);
    let outside = guess.outside;
    Ok(Some(Grade {
        expected,
        band: Band::of_moves(expected.value),
        basis: Basis::Graph,
        outside,
        why,
    }))
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    fn grade(rows: &[&str]) -> Option<Grade> {
        sokoban_grade(&board(rows), &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn one_push_is_easier_than_a_knot() {
        let easy = grade(&["#####", "#@$.#", "#####"]).unwrap();
        // "Market hall" of our own starter collection.
        let knot = grade(&[
            "     ####",
            "  ####@ #",
            "###  #$$#",
            "#       ##",
            "#   #$$  ##",
            "##..  # $ #",
            "#...###   #",
            "##### ##  #",
            "       ####",
        ]);
        let knot = knot.unwrap();
        assert!(easy.expected.value > knot.expected.value, "{easy:?} {knot:?}");
        assert!(easy.band < knot.band);
        assert_eq!((easy.basis, knot.basis), (Basis::Graph, Basis::Graph));
        assert!(!knot.why.is_empty());
    }

    #[test]
    fn only_a_graph_knows_the_shortest_solution() {
        // A hall with far more positions than a graph may have.
        let hall = grade(&[
            "############",
            "#..        #",
            "#..  $ $ $ #",
            "#..   $ $  #",
            "#..  $ $ $ #",
            "#    @     #",
            "############",
        ]);
        let hall = hall.unwrap();
        assert_eq!(hall.basis, Basis::Solution);
        let told = |words: &str| hall.why.iter().any(|reason| reason.starts_with(words));
        assert!(told("the solution found takes "), "{:?}", hall.why);
        assert!(!told("the shortest solution takes "), "{:?}", hall.why);
        let room = grade(&["#######", "#     #", "#@$ . #", "#     #", "#######"]).unwrap();
        assert_eq!(room.basis, Basis::Graph);
        assert!(room.why.iter().any(|it| it.starts_with("the shortest solution takes ")));
    }

    #[test]
    fn what_has_no_solution_has_no_grade() {
        assert_eq!(grade(&["#####", "#$ .#", "# @ #", "#####"]), None);
        assert_eq!(grade(&["#####", "#@*##", "#####"]), None);
        let stuck = unblock::Board::from_rows(&["..B", "AAB", "..B"]).unwrap();
        assert_eq!(unblock_grade(&stuck, &mut Budget::unlimited()), Ok(None));
    }

    #[test]
    fn people_need_at_least_the_fewest_moves() {
        let board = unblock::Board::from_rows(&["..B", "AAB", "...", "..."]).unwrap();
        let grade = unblock_grade(&board, &mut Budget::unlimited()).unwrap().unwrap();
        assert!(grade.expected.low >= 2.0 && grade.expected.low <= grade.expected.high);
        assert_eq!(grade.band, Band::First);
    }

    #[test]
    fn bands_have_names_and_follow_the_share() {
        for band in Band::ALL {
            assert_eq!(Band::from_name(band.name()), Some(band));
        }
        let of = [0.9, 0.75, 0.65, 0.5, 0.3].map(Band::of_share);
        assert_eq!(of, Band::ALL);
        assert_eq!([5.0, 15.0, 30.0, 50.0, 90.0].map(Band::of_moves), Band::ALL);
        // What reads "45 %" and "10 moves" has the band of these figures.
        assert_eq!([0.446, 0.444].map(Band::of_share), [Band::Hard, Band::Few]);
        assert_eq!([9.6, 9.4].map(Band::of_moves), [Band::Easy, Band::First]);
    }

    #[test]
    fn outside_the_data_the_range_is_wider() {
        let (model, none) = (&table::GRAPH, spread(&table::GRAPH, &[]));
        assert!(spread(model, &["boxes"]) > none);
        // A board of two moves, where the data begin at six.
        let board = unblock::Board::from_rows(&["..B", "AAB", "...", "..."]).unwrap();
        let grade = unblock_grade(&board, &mut Budget::unlimited()).unwrap().unwrap();
        assert!(grade.outside.contains(&"moves"), "{:?}", grade.outside);
        assert!(grade.why[0].contains("for each of the 2 of the shortest"), "{:?}", grade.why);
        assert!(grade.why.iter().all(|it| it.contains("on average")), "{:?}", grade.why);
    }

    #[test]
    fn the_same_level_gets_the_same_grade() {
        let rows = ["########", "#.   $ #", "# #$ # #", "#@   . #", "#      #", "########"];
        let first = grade(&rows);
        assert!(first.is_some(), "it has a solution");
        assert_eq!(first, grade(&rows));
    }

    #[test]
    fn a_reason_says_what_it_is_compared_with() {
        let rows = ["########", "#.   $ #", "# #$ # #", "#@   . #", "#      #", "########"];
        let grade = grade(&rows).unwrap();
        assert!(grade.why.iter().all(|it| it.contains("on average")), "{:?}", grade.why);
        assert!(
            grade.why.iter().all(|it| it.ends_with(" harder") || it.ends_with(" easier")),
            "{:?}",
            grade.why
        );
    }
}
