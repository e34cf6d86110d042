//! One attempt: a room, goals, reverse play, and a state that is chosen and judged.
//!
//! An attempt is a function of the seed, its number and the wishes, and of nothing else.

use search::Random;
use search::{Budget, Guarantee, Metric, Stop};
use sokoban::{Board, Grid, Level, Push, SavedGame, Solution, Square, State, Tile, Walker};

use super::judge::{self, Grade, Rating};
use super::pull::{self, Reach, Reverse};
use super::room::{self, FloorPlan};
use super::{Generated, Missed, Wanted, goals, tidy, trim};

/// States of reverse play in one attempt. With 400,000 and a beam of 4,000, levels of 6 boxes get
/// 27 pushes instead of 23 on average for 2.9 times the nodes (40 attempts of one seed).
const STATES: usize = 120_000;

/// The beam of reverse play when no length is wanted, and the least it is narrowed to.
const BEAM: usize = 1_500;
const NARROW_BEAM: usize = 200;

/// Drafts of room and goals for one attempt.
const DRAFTS: usize = 8;

/// Makes the level of one attempt; `None` when its goals let no box be pulled, or when it does not
/// promise the score `bar`: proving that a level is not hard enough takes most of the time.
pub(super) fn make(
    seed: u64,
    attempt: u64,
    wanted: &Wanted,
    bar: u32,
    budget: &mut Budget,
) -> Result<Option<Generated>, Stop> {
    let mut random = Random::new(seed, attempt);
    let (solved, board) = (0..DRAFTS)
        .map(|_| draft(wanted, &mut random))
        .max_by_key(|(_, board)| promise(board, wanted))
        .expect("there is more than one draft");
    let reverse = pull::search(&board, reach(wanted), &mut random, budget)?;
    let Some(chosen) = choose(&reverse, wanted, &mut random) else { return Ok(None) };
    let state = reverse.state(chosen);
    if judge::ceiling(state.depth.into(), state.changes.into(), wanted.boxes as u32) < bar {
        return Ok(None);
    }

    // The level is made from reverse play alone; engines only judge it. So a better engine may rate
    // it differently, but the same attempt stays the same level.
    let state = start(&reverse, chosen, &board, &mut random);
    let untrimmed = Level::from_grid(place(&solved.grid, &board, &state));
    let board = Board::new(&untrimmed).expect("pulling keeps boxes and player on the board");
    // Both boards number the same floor in the same order, so squares mean the same on both.
    let undone = walk(&board, reverse.pushes(chosen));
    let mut level = trim::trim(&untrimmed, &board, &undone);
    let board = Board::new(&level).expect("trimming leaves the used floor as it is");
    let (solution, optimal) = match reverse.is_exact(chosen) {
        true => (undone, true),
        false => solve(&board, undone, budget)?,
    };
    let rating = judge::rate(&level, &board, &solution, optimal, budget)?;
    level.comments.push(format!("seed {seed}, attempt {attempt}"));
    level.comments.push(rating.to_string());
    level.solutions.push(SavedGame { moves: solution.to_string(), ..SavedGame::default() });
    let missed = missed(wanted, &rating);
    Ok(Some(Generated { level, board, solution, rating, seed, attempt, missed, tries: 1 }))
}

/// A solved level: a room and its goals.
pub(super) fn draft(wanted: &Wanted, random: &mut Random) -> (Level, Board) {
    let least = wanted.boxes * 2 + 1;
    let plan = room::room_of(random, wanted.width, wanted.height, least, wanted.style);
    let goals = goals::place(random, &plan, wanted.boxes);
    let solved = Level::from_grid(draw(&plan, &goals));
    let board = Board::new(&solved).expect("a plan is closed, connected and holds a player");
    (solved, board)
}

/// What a draft promises: the more squares boxes can come from, the more there is to do. Taking
/// the best of eight doubles the pushes of four-box levels (10 to 20) and leaves hardly a box idle.
/// When long solutions are wanted, the lengths of the ways count too.
fn promise(board: &Board, wanted: &Wanted) -> usize {
    let way = |far: u16| if wanted.min_pushes > 0 { usize::from(far) } else { 1 };
    pull::distances(board).into_iter().filter(|&far| far > 0).map(way).sum()
}

/// A long solution needs a narrow beam: each layer costs states, and these must last for all
/// layers.
fn reach(wanted: &Wanted) -> Reach {
    let layers = wanted.min_pushes.clamp(1, 10_000) as usize;
    Reach { states: STATES, beam: (STATES / (5 * layers)).clamp(NARROW_BEAM, BEAM) }
}

/// The solved position: every box on its goal, the player on the first free floor.
fn draw(plan: &FloorPlan, goals: &[usize]) -> Grid {
    let (width, height) = (plan.width(), plan.height());
    let mut grid = Grid::new(width, height).expect("plans are smaller than the largest grid");
    // Walls are drawn only where they touch floor, diagonally included.
    for cell in plan.cells() {
        for i in 0..9 {
            grid.set(cell / width + i / 3 - 1, cell % width + i % 3 - 1, Tile::Wall);
        }
    }
    for cell in plan.cells() {
        let tile = if goals.contains(&cell) { Tile::BoxOnGoal } else { Tile::Floor };
        grid.set(cell / width, cell % width, tile);
    }
    let free = plan.cells().find(|cell| !goals.contains(cell));
    let player = free.expect("a room has more floor than goals");
    grid.set(player / width, player % width, Tile::Player);
    grid
}

/// Chooses the state to start from: of those whose path pulls the most boxes, the hardest to undo,
/// or the one nearest to a score drawn from the wanted grade.
fn choose(reverse: &Reverse<'_>, wanted: &Wanted, random: &mut Random) -> Option<usize> {
    let aim = wanted.grade.and_then(|grade| aim(grade, wanted.boxes as u32, random));
    let rank = |index: &usize| {
        let state = reverse.state(*index);
        let score = judge::estimate(state.depth.into(), state.changes.into()) as usize;
        let short = wanted.min_pushes.saturating_sub(state.depth.into());
        let off = aim.map_or(usize::MAX - score, |aim| aim.abs_diff(score));
        (std::cmp::Reverse(state.n_moved()), short, off)
    };
    (0..reverse.len()).filter(|&i| reverse.state(i).depth > 0).min_by_key(rank)
}

/// A score to aim at inside a grade, above what would be trivial; `None` for as high as possible.
fn aim(grade: Grade, boxes: u32, random: &mut Random) -> Option<usize> {
    let (low, end) = grade.scores();
    let end = end?;
    let low = low.max(judge::estimate(3 * boxes, boxes - 1)).min(end - 1);
    Some(low as usize + random.below((end - low) as usize))
}

/// The chosen state with the player on a random square of its zone.
pub(super) fn start(
    reverse: &Reverse<'_>,
    chosen: usize,
    board: &Board,
    random: &mut Random,
) -> State {
    let mut state = State { boxes: reverse.boxes(chosen), player: reverse.zone(chosen) };
    let mut walker = Walker::new(board);
    walker.flood(board, &state.box_set(board), state.player);
    let zone: Vec<Square> = board.squares().filter(|&square| walker.reached(square)).collect();
    state.player = *random.pick(&zone).expect("the player stands in its zone");
    state
}

/// Draws a state over the solved grid.
pub(super) fn place(solved: &Grid, board: &Board, state: &State) -> Grid {
    let mut grid = solved.clone();
    for square in board.squares() {
        let (row, column) = board.place(square);
        let tile = match (board.is_goal(square), state.has_box(square), state.player == square) {
            (false, false, false) => Tile::Floor,
            (true, false, false) => Tile::Goal,
            (false, true, _) => Tile::Box,
            (true, true, _) => Tile::BoxOnGoal,
            (false, false, true) => Tile::Player,
            (true, false, true) => Tile::PlayerOnGoal,
        };
        grid.set(row, column, tile);
    }
    grid
}

/// Tidied pushes as a solution.
fn walk(board: &Board, pushes: Vec<Push>) -> Solution {
    Walker::new(board)
        .walk_pushes(board, &board.start(), &tidy::tidy(board, pushes))
        .expect("pulls taken back are pushes")
}

/// A push-optimal solution, or the known one if the judge does not find any; and whether the
/// solution is proved push-optimal.
fn solve(board: &Board, known: Solution, budget: &mut Budget) -> Result<(Solution, bool), Stop> {
    Ok(match judge::solve(board, budget)? {
        Some(least) if least.len() < known.pushes() => (walk(board, least), true),
        Some(_) => (known, true),
        None => (known, false),
    })
}

/// The wishes a rating does not meet.
fn missed(wanted: &Wanted, rating: &Rating) -> Vec<Missed> {
    let mut missed = Vec::new();
    if rating.idle > 0 {
        missed.push(Missed::IdleBoxes(rating.idle));
    }
    if rating.is_trivial() {
        missed.push(Missed::Trivial);
    }
    if rating.pushes < wanted.min_pushes {
        missed.push(Missed::Pushes { wanted: wanted.min_pushes, reached: rating.pushes });
    }
    if let Some(grade) = wanted.grade
        && grade != rating.grade()
    {
        missed.push(Missed::Grade { wanted: grade, reached: rating.grade() });
    }
    if rating.guarantee != Guarantee::Optimal(Metric::Pushes) {
        missed.push(Missed::Proof);
    }
    missed
}
