//! The judge: what a level is worth to a player.
//!
//! A level is measured on a push-optimal solution. Long is not the same as hard, so three more
//! things count: how often the solution changes boxes, which boxes it never touches, and which
//! boxes are in each other's way. A box is *entangled* when the level without it (and without the
//! goal it ends on) is shorter by more than the pushes the box itself took.
//!
//! A weaker test, "removing the box does not shorten the solution", would only detect idle boxes:
//! the pushes of the other boxes alone solve the level without it, so taking away a box that is
//! pushed k times always saves at least k pushes.

use search::{Budget, Goal, Guarantee, Metric, Outcome, Stats, Stop};
use sokoban::{Board, Level, Push, Solution, Square, Tile};
use solver::{Config, Engine};

/// Nodes for one proof of an optimum. Counted, never timed, so every machine judges alike.
const JUDGE_NODES: u64 = 200_000;

/// Score from which a level is [`Grade::Medium`].
const MEDIUM: u32 = 30;

/// Score from which a level is [`Grade::Hard`].
const HARD: u32 = 70;

/// Score from which a level is [`Grade::Expert`].
const EXPERT: u32 = 120;

/// Difficulty in one word; a span of [scores](Rating::score).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Score below 30: seen at a glance. 48 of the 61 Kids levels, rated by this judge.
    Easy,
    /// Score 30 to 69: a plan is needed. 84 of the 155 levels of Microban I are here
    /// or below; 4 were not rated within the node limit.
    Medium,
    /// Score 70 to 119: boxes are in each other's way.
    Hard,
    /// Score 120 and more. The pushes and box changes of the known XSokoban solutions alone give
    /// at least 145.
    Expert,
}

impl Grade {
    /// All grades, easiest first.
    pub const ALL: [Grade; 4] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Expert];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Expert => "expert",
        }
    }

    /// The grade of a score.
    pub const fn of(score: u32) -> Grade {
        match score {
            0..MEDIUM => Grade::Easy,
            MEDIUM..HARD => Grade::Medium,
            HARD..EXPERT => Grade::Hard,
            _ => Grade::Expert,
        }
    }

    /// The scores of a grade: the lowest, and the first one above them (`None` if there is no end).
    pub const fn scores(self) -> (u32, Option<u32>) {
        match self {
            Grade::Easy => (0, Some(MEDIUM)),
            Grade::Medium => (MEDIUM, Some(HARD)),
            Grade::Hard => (HARD, Some(EXPERT)),
            Grade::Expert => (EXPERT, None),
        }
    }
}

impl Grade {
    /// How far a score is outside the grade.
    pub(super) fn distance(self, score: u32) -> u32 {
        let (low, end) = self.scores();
        let above = end.map_or(0, |end| score.saturating_sub(end - 1));
        low.saturating_sub(score).max(above)
    }
}

/// The measures of a level, taken on one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Boxes of the level.
    pub boxes: u32,
    /// Pushes of the solution.
    pub pushes: u32,
    /// Moves of the solution, pushes included.
    pub moves: u32,
    /// How often the box being pushed changes.
    pub box_changes: u32,
    /// Boxes the solution never pushes.
    pub idle: u32,
    /// Boxes whose removal, with their goal, saves more pushes than they took themselves. A box
    /// for which the judge's node limit ended the proof is not counted.
    pub entangled: u32,
    /// `Guarantee::Optimal(Metric::Pushes)` when the number of pushes is proved to be least.
    pub guarantee: Guarantee,
}

impl Rating {
    /// One number for sorting: pushes + 3 × box changes + 6 × entangled boxes.
    pub fn score(&self) -> u32 {
        estimate(self.pushes, self.box_changes).saturating_add(6 * self.entangled)
    }

    /// The grade of the score.
    pub fn grade(&self) -> Grade {
        Grade::of(self.score())
    }

    /// Whether there are fewer than three pushes per box: nothing to think about.
    pub fn is_trivial(&self) -> bool {
        self.pushes < 3 * self.boxes
    }
}

impl std::fmt::Display for Rating {
    /// A line for the file: `grade hard (score 93): 41 pushes, the fewest; 12 box changes`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |n: u32, one: &'static str, many| (n, if n == 1 { one } else { many });
        let (pushes, word) = count(self.pushes, "push", "pushes");
        let fewest =
            if self.guarantee == Guarantee::Optimal(Metric::Pushes) { ", the fewest" } else { "" };
        write!(f, "grade {} (score {}): ", self.grade().name(), self.score())?;
        write!(f, "{pushes} {word}{fewest}; ")?;
        let (changes, word) = count(self.box_changes, "box change", "box changes");
        write!(f, "{changes} {word}")
    }
}

/// The score before entangled boxes are counted.
pub(super) fn estimate(pushes: u32, box_changes: u32) -> u32 {
    pushes.saturating_add(box_changes.saturating_mul(3))
}

/// The score if every box turns out to be entangled.
pub(super) fn ceiling(pushes: u32, box_changes: u32, boxes: u32) -> u32 {
    estimate(pushes, box_changes).saturating_add(6 * boxes)
}

/// Measures a level on a solution, which must be playable. `optimal` says that its number of pushes
/// is known to be least. `Err` only when the budget itself runs out.
pub(super) fn rate(
    level: &Level,
    board: &Board,
    solution: &Solution,
    optimal: bool,
    budget: &mut Budget,
) -> Result<Rating, Stop> {
    let pushes = pushes_of(board, solution);
    let Tracks { tracks, changes } = follow(board, &pushes);
    let mut entangled = 0;
    for track in tracks.iter().filter(|track| optimal && track.pushes > 0) {
        let without = without_box(level, board, track);
        if let Ok(board) = Board::new(&without)
            && let Some(shorter) = solve(&board, budget)?
            && shorter.len() + (track.pushes as usize) < pushes.len()
        {
            entangled += 1;
        }
    }
    Ok(Rating {
        boxes: board.n_boxes() as u32,
        pushes: pushes.len() as u32,
        moves: solution.moves.len() as u32,
        box_changes: changes,
        idle: tracks.iter().filter(|track| track.pushes == 0).count() as u32,
        entangled,
        guarantee: if optimal { Guarantee::Optimal(Metric::Pushes) } else { Guarantee::None },
    })
}

/// A push-optimal solution, or `None` when the node limit of the judge came first or the board has
/// no solution. `Err` only when the budget itself runs out.
pub(super) fn solve(board: &Board, budget: &mut Budget) -> Result<Option<Vec<Push>>, Stop> {
    let mut slice = budget.slice(Some(JUDGE_NODES), None);
    let config = Config { engine: Engine::Optimal, goal: Some(Goal::Pushes), ..Config::default() };
    let answer = solver::solve(board, &config, &mut slice, &mut Stats::default());
    budget.charge(&slice);
    match answer.outcome {
        Outcome::Solved(pushes) => Ok(Some(pushes)),
        // The nodes of the judge are used up, not those of the caller.
        Outcome::Stopped(Stop::Nodes) if slice.nodes() >= JUDGE_NODES => Ok(None),
        Outcome::Stopped(stop) => Err(stop),
        Outcome::Unsolvable | Outcome::GaveUp => Ok(None),
    }
}

/// The pushes of a playable solution.
fn pushes_of(board: &Board, solution: &Solution) -> Vec<Push> {
    let mut state = board.start();
    let mut pushes = Vec::with_capacity(solution.pushes());
    for step in &solution.moves {
        state.step(board, step.dir).expect("the judged solution plays");
        if step.push {
            pushes.push(Push { from: state.player, dir: step.dir });
        }
    }
    pushes
}

/// Where one box goes in a solution.
struct Track {
    from: Square,
    to: Square,
    pushes: u32,
}

struct Tracks {
    tracks: Vec<Track>,
    changes: u32,
}

/// Follows every box through a list of pushes.
fn follow(board: &Board, pushes: &[Push]) -> Tracks {
    let boxes = board.start().boxes;
    let mut tracks: Vec<Track> =
        boxes.iter().map(|&from| Track { from, to: from, pushes: 0 }).collect();
    let mut changes = 0;
    let mut last = None;
    for push in pushes {
        let at = tracks.iter().position(|track| track.to == push.from).expect("a box is pushed");
        tracks[at].to = board.neighbor(push.from, push.dir).expect("a push ends on a square");
        tracks[at].pushes += 1;
        changes += u32::from(last.is_some_and(|last| last != at));
        last = Some(at);
    }
    Tracks { tracks, changes }
}

/// The level without one box and without the goal it ends on.
fn without_box(level: &Level, board: &Board, track: &Track) -> Level {
    let mut grid = level.grid.clone();
    let (row, column) = board.place(track.from);
    let left = if grid.get(row, column).has_goal() { Tile::Goal } else { Tile::Floor };
    grid.set(row, column, left);
    let (row, column) = board.place(track.to);
    let left = match grid.get(row, column) {
        Tile::BoxOnGoal => Tile::Box,
        Tile::PlayerOnGoal => Tile::Player,
        _ => Tile::Floor,
    };
    grid.set(row, column, left);
    Level::from_grid(grid)
}

#[cfg(test)]
mod tests {
    use sokoban::Walker;

    use super::*;

    fn judge(rows: &[&str]) -> Rating {
        let level = Level::from_rows(rows).unwrap();
        let board = Board::new(&level).unwrap();
        let mut budget = Budget::unlimited();
        let pushes = solve(&board, &mut budget).unwrap().expect("solvable");
        let solution = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes).unwrap();
        rate(&level, &board, &solution, true, &mut budget).unwrap()
    }

    #[test]
    fn boxes_of_their_own_are_neither_idle_nor_entangled() {
        let rating = judge(&["########", "#.$@ $.#", "########"]);
        let Rating { pushes, box_changes, idle, entangled, .. } = rating;
        assert_eq!((pushes, box_changes, idle, entangled), (2, 1, 0, 0));
        assert!(rating.is_trivial());
    }

    #[test]
    fn a_box_that_only_stands_there_is_idle() {
        let rating = judge(&["#######", "#@$ . #", "#   * #", "#     #", "#######"]);
        assert_eq!((rating.pushes, rating.idle), (2, 1));
    }

    #[test]
    fn a_box_that_must_make_room_is_entangled() {
        // The box on the goal has to step aside and come back.
        let rating = judge(&["   ####", "####  ###", "# $ $   #", "#+*.    #", "#########"]);
        assert_eq!((rating.pushes, rating.entangled), (16, 2));
    }

    #[test]
    fn taking_a_pushed_box_away_always_saves_its_pushes() {
        let rows = ["########", "#.  $  #", "# #@#$ #", "# $   .#", "#.   ###", "######"];
        let level = Level::from_rows(&rows).unwrap();
        let board = Board::new(&level).unwrap();
        let mut budget = Budget::unlimited();
        let pushes = solve(&board, &mut budget).unwrap().unwrap();
        for track in follow(&board, &pushes).tracks {
            let without = Board::new(&without_box(&level, &board, &track)).unwrap();
            let shorter = solve(&without, &mut budget).unwrap().unwrap();
            assert!(shorter.len() + track.pushes as usize <= pushes.len());
        }
    }

    #[test]
    fn grades_cover_all_scores_in_order() {
        for score in 0..300 {
            let (low, end) = Grade::of(score).scores();
            assert!(low <= score && end.is_none_or(|end| score < end));
            assert_eq!(Grade::of(score).distance(score), 0);
        }
        assert_eq!((Grade::Hard.distance(HARD - 3), Grade::Hard.distance(EXPERT)), (3, 1));
        assert!(Grade::ALL.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
