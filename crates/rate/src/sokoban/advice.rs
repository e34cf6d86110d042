//! What a level designer wants to know: which parts do nothing, where there is no choice, where players are lost.
//!
//! A part is called superfluous only after the level was solved without it: fewest pushes and fewest moves are the
//! same, and the grade is the same to a hundredth. Every claim stands for itself; two parts that are superfluous
//! each need not be so together. Cost: one push graph for every box, wall and floor square.

use ground::analysis::Analysis;
use search::{Budget, Goal, Outcome, Stats, Stop};
use sokoban::{Board, Level, Push, Tile};

use super::fewest_moves::fewest_moves;
use super::graph::{Graph, LOST};
use super::measure::{self, most_positions};
use super::searches::shortest;
use super::shortest::{sets, symmetries, unused};
use crate::{model, table};

/// A cell by row and column, from 0.
pub type Cell = (usize, usize);

/// What was found out about a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// Boxes that could be left out together with a goal.
    pub boxes: Vec<(Cell, Cell)>,
    /// Walls that could be floor.
    pub walls: Vec<Cell>,
    /// Floor that could be wall.
    pub floor: Vec<Cell>,
    /// Shortest solutions, counted by the order of their pushes.
    pub solutions: f64,
    /// The same when the order does not count; `None` when they are too many to count.
    pub sets: Option<u32>,
    /// Squares where neither a box nor the player comes in a solution with fewest moves.
    pub unused: Vec<Cell>,
    /// Turnings and mirrorings that leave the level as it is: from 2 on, solutions have twins.
    pub symmetries: u32,
    /// Pushes of the way, counted from 1, for which there is only one that keeps the solution shortest.
    pub single: Vec<u32>,
    /// Pushes of the way.
    pub pushes: u32,
    /// After so many pushes of the way most pushes lose unseen: how many of how many.
    pub worst: Option<(u32, u32, u32)>,
    /// The pushes of the way, each with the cells of its box before and after.
    pub way: Vec<(Cell, Cell)>,
}

/// Two levels with the same figures play the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Figures {
    pushes: u32,
    moves: u32,
}

/// A hundredth of the share: less is no change of the grade.
const SAME_GRADE: f64 = 0.01;

/// Looks a level over; `None` when it has no solution, or too many positions for a proof.
///
/// # Errors
/// The limit that came first.
pub fn advice(level: &Level, board: &Board, budget: &mut Budget) -> Result<Option<Advice>, Stop> {
    let Some(found) = Desk::open(level, board, budget)? else { return Ok(None) };
    let mut advice = found.advice(board, budget)?;
    advice.boxes = found.boxes(board, budget)?;
    for (row, column, tile) in level.grid.cells() {
        if tile == Tile::Wall && found.plays_without(&[(row, column, Tile::Floor)], budget)? {
            advice.walls.push((row, column));
        }
        let inside = board.square_at(row, column).is_some();
        if tile == Tile::Floor
            && inside
            && found.plays_without(&[(row, column, Tile::Wall)], budget)?
        {
            advice.floor.push((row, column));
        }
    }
    Ok(Some(advice))
}

/// Whether no box with a goal, and no island of walls, is superfluous; `None` when that cannot be proved.
///
/// # Errors
/// The limit that came first.
pub fn is_minimal(level: &Level, board: &Board, budget: &mut Budget) -> Result<Option<bool>, Stop> {
    let Some(desk) = Desk::open(level, board, budget)? else { return Ok(None) };
    if !desk.boxes(board, budget)?.is_empty() {
        return Ok(Some(false));
    }
    for island in islands(level) {
        let open: Vec<_> = island.iter().map(|&(row, column)| (row, column, Tile::Floor)).collect();
        if desk.plays_without(&open, budget)? {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The connected groups of walls. The one around the level is among them, and cannot be taken away.
fn islands(level: &Level) -> Vec<Vec<Cell>> {
    let grid = &level.grid;
    let mut seen = vec![false; grid.width() * grid.height()];
    let mut islands = Vec::new();
    for (row, column, tile) in grid.cells() {
        if tile != Tile::Wall || seen[row * grid.width() + column] {
            continue;
        }
        seen[row * grid.width() + column] = true;
        let mut island = vec![(row, column)];
        let mut head = 0;
        while head < island.len() {
            let (row, column) = island[head];
            head += 1;
            for dir in sokoban::Dir::ALL {
                let (dr, dc) = dir.delta();
                let (r, c) = (row.wrapping_add_signed(dr), column.wrapping_add_signed(dc));
                if r < grid.height()
                    && c < grid.width()
                    && grid.get(r, c) == Tile::Wall
                    && !std::mem::replace(&mut seen[r * grid.width() + c], true)
                {
                    island.push((r, c));
                }
            }
        }
        islands.push(island);
    }
    islands
}

/// The level as it is, to compare with.
struct Desk<'a> {
    level: &'a Level,
    figures: Figures,
    share: f64,
}

impl<'a> Desk<'a> {
    fn open(
        level: &'a Level,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<Option<Desk<'a>>, Stop> {
        if board.is_solved(&board.start()) {
            return Ok(None);
        }
        let Some(figures) = figures(board, None, budget)? else { return Ok(None) };
        let share = share(board, budget)?;
        Ok(share.map(|share| Desk { level, figures, share }))
    }

    /// Whether the level with some cells changed plays the same.
    fn plays_without(
        &self,
        changed: &[(usize, usize, Tile)],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut grid = self.level.grid.clone();
        for &(row, column, tile) in changed {
            grid.set(row, column, tile);
        }
        let Ok(board) = Board::new(&Level::from_grid(grid)) else { return Ok(false) };
        if board.impossible().is_some() || board.is_solved(&board.start()) {
            return Ok(false);
        }
        // A wall that nobody could reach is scenery, not a part of the puzzle.
        let was_wall = |row, column| self.level.grid.get(row, column) == Tile::Wall;
        let mut walls = changed.iter().filter(|cell| was_wall(cell.0, cell.1)).peekable();
        if walls.peek().is_some() && walls.all(|cell| board.square_at(cell.0, cell.1).is_none()) {
            return Ok(false);
        }
        if figures(&board, Some(self.figures), budget)? != Some(self.figures) {
            return Ok(false);
        }
        let share = share(&board, budget)?;
        Ok(share.is_some_and(|share| (share - self.share).abs() < SAME_GRADE))
    }

    /// Boxes that can be left out, each with the goal that goes with it.
    fn boxes(&self, board: &Board, budget: &mut Budget) -> Result<Vec<(Cell, Cell)>, Stop> {
        let mut found = Vec::new();
        if board.n_boxes() < 2 {
            return Ok(found);
        }
        for &square in &board.start().boxes {
            let from = board.place(square);
            // A box on a goal goes with that goal first.
            let own = board.is_goal(square).then_some(square);
            let others = board.goals().iter().filter(|&goal| Some(goal) != own);
            for goal in own.into_iter().chain(others) {
                let to = board.place(goal);
                if self.plays_without(&without(&self.level.grid, from, to), budget)? {
                    found.push((from, to));
                    break;
                }
            }
        }
        Ok(found)
    }

    fn advice(&self, board: &Board, budget: &mut Budget) -> Result<Advice, Stop> {
        let analysis = Analysis::new(board, budget)?;
        let mut advice = Advice {
            boxes: Vec::new(),
            walls: Vec::new(),
            floor: Vec::new(),
            solutions: 0.0,
            sets: None,
            unused: Vec::new(),
            symmetries: symmetries(self.level, board),
            single: Vec::new(),
            pushes: self.figures.pushes,
            worst: None,
            way: Vec::new(),
        };
        let most = most_positions(board);
        let Some(graph) = Graph::with_distances(board, &analysis, most, budget)? else {
            return Ok(advice);
        };
        advice.solutions = shortest(&graph).count;
        advice.sets = sets(&graph, budget)?;
        let fewest = fewest_moves(&graph, budget)?;
        advice.unused = fewest.map_or(Vec::new(), |it| unused(board, &it.pushes));
        let mut at = 0;
        let mut most = 0.0;
        for push in 1..=self.figures.pushes {
            let [all, plain, hidden, good] = measure::kinds(&graph, at);
            if good == 1.0 {
                advice.single.push(push);
            }
            if hidden > 0.0 && hidden / (all - plain) > most {
                most = hidden / (all - plain);
                advice.worst = Some((push - 1, hidden as u32, all as u32));
            }
            let next = graph.edges(at).iter().find(|&&edge| {
                let after = graph.distance_after(edge);
                after != LOST && after < graph.distance(at)
            });
            let Some(&edge) = next else { break };
            let super::graph::To::Position(to) = edge.to() else { break };
            let Push { from, dir } = edge.push;
            let Some(onto) = board.neighbor(from, dir) else { break };
            advice.way.push((board.place(from), board.place(onto)));
            at = to;
        }
        Ok(advice)
    }
}

/// The cells that change when a box and a goal are left out.
fn without(grid: &sokoban::Grid, from: Cell, to: Cell) -> Vec<(usize, usize, Tile)> {
    let mut cells = vec![(
        from.0,
        from.1,
        match grid.get(from.0, from.1) {
            Tile::BoxOnGoal if from != to => Tile::Goal,
            _ => Tile::Floor,
        },
    )];
    if from != to {
        let left = match grid.get(to.0, to.1) {
            Tile::BoxOnGoal => Tile::Box,
            Tile::PlayerOnGoal => Tile::Player,
            _ => Tile::Floor,
        };
        cells.push((to.0, to.1, left));
    }
    cells
}

/// The share of plays that end solved, if every position can be looked at.
fn share(board: &Board, budget: &mut Budget) -> Result<Option<f64>, Stop> {
    let found = super::measure(board, super::HABITS[table::HABITS], budget)?;
    Ok(match found {
        super::Level::Graph(measured, _) => {
            Some(model::share(table::GRAPH.guess(&measured.features).score))
        }
        _ => None,
    })
}

/// Fewest pushes and moves; `None` when there is no solution, the graph is too large, or the pushes are not those
/// that are wanted.
fn figures(
    board: &Board,
    wanted: Option<Figures>,
    budget: &mut Budget,
) -> Result<Option<Figures>, Stop> {
    if let Some(wanted) = wanted
        && needs_other_pushes(board, wanted.pushes, budget)?
    {
        return Ok(None);
    }
    let analysis = Analysis::new(board, budget)?;
    let graph = Graph::with_distances(board, &analysis, most_positions(board), budget)?;
    let Some(graph) = graph.filter(|graph| graph.distance(0) != LOST) else { return Ok(None) };
    let pushes = graph.distance(0);
    if wanted.is_some_and(|wanted| wanted.pushes != pushes) {
        return Ok(None);
    }
    let found = fewest_moves(&graph, budget)?;
    Ok(found.map(|found| Figures { pushes, moves: found.moves }))
}

/// Nodes of the search that asks whether the fewest pushes are others.
const QUICK_NODES: u64 = 5_000;

/// Whether a search shows soon that the fewest pushes are not those that are wanted. That is so for nearly every part
/// that matters, and takes a fraction of the time of a graph.
fn needs_other_pushes(board: &Board, wanted: u32, budget: &mut Budget) -> Result<bool, Stop> {
    let mut slice = budget.slice(Some(QUICK_NODES), None);
    let config = solver::Config {
        engine: solver::Engine::Optimal,
        goal: Some(Goal::Pushes),
        ..solver::Config::default()
    };
    let answer = solver::solve(board, &config, &mut slice, &mut Stats::default());
    budget.charge(&slice);
    match answer.outcome {
        Outcome::Solved(pushes) => Ok(pushes.len() != wanted as usize),
        Outcome::Unsolvable => Ok(true),
        Outcome::Stopped(stop @ (Stop::Time | Stop::Interrupted)) => Err(stop),
        Outcome::Stopped(_) | Outcome::GaveUp => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(rows: &[&str]) -> Advice {
        let level = Level::from_rows(rows).unwrap();
        let board = Board::new(&level).unwrap();
        advice(&level, &board, &mut Budget::unlimited()).unwrap().unwrap()
    }

    #[test]
    fn a_box_that_is_never_needed_is_named() {
        let found = look(&["##########", "#@ $  . *#", "##########"]);
        assert_eq!(found.boxes, [((1, 8), (1, 8))]);
        assert_eq!((found.solutions, found.pushes, found.single.len()), (1.0, 3, 3));
        assert_eq!((found.sets, found.symmetries), (Some(1), 1));
        assert_eq!(found.unused, [(1, 7)]);
        assert_eq!(found.way, [3, 4, 5].map(|column| ((1, column), (1, column + 1))));
    }

    #[test]
    fn scenery_is_not_superfluous() {
        // The corners of the frame could be anything.
        assert_eq!(look(&["#######", "#@ $ .#", "#######"]).walls, []);
    }

    #[test]
    fn a_box_that_is_needed_is_not() {
        let found = look(&["#######", "#@ $ .#", "#######"]);
        assert_eq!((found.boxes.len(), found.floor.len()), (0, 0));
    }

    #[test]
    fn a_level_with_an_idle_box_or_island_is_not_minimal() {
        let minimal = |rows: &[&str]| {
            let level = Level::from_rows(rows).unwrap();
            is_minimal(&level, &Board::new(&level).unwrap(), &mut Budget::unlimited()).unwrap()
        };
        assert_eq!(minimal(&["#######", "#@ $ .#", "#######"]), Some(true));
        assert_eq!(minimal(&["##########", "#@ $  . *#", "##########"]), Some(false));
        assert_eq!(minimal(&["#####", "#$ .#", "# @ #", "#####"]), None);
    }

    #[test]
    fn floor_that_nobody_needs_is_named() {
        let found = look(&["#######", "#@ $ .#", "#### ##", "#######"]);
        assert_eq!(found.floor, [(2, 4)]);
    }
}
