//! What a designer asks about the shortest solutions: how many there are when the order of their pushes does not
//! count, which squares they leave alone, and whether each of them has a mirror image.

use hashbrown::HashSet;
use search::Budget;
use search::Stop;
use sokoban::{Board, Level, Push, Symmetry, Tile, Walker};

use super::advice::Cell;
use super::graph::{Graph, LOST, To};
use crate::spread;

/// Solutions are counted up to this many.
pub(crate) const MOST_SETS: usize = 10_000;

/// Sets of pushes that are held at once, over all positions.
const MOST_HELD: usize = 1_000_000;

type Sets = HashSet<u64, foldhash::fast::FixedState>;

/// How many solutions with fewest pushes there are when two that make the same pushes in another order are one;
/// `None` when there are more than [`MOST_SETS`], or counting them takes too much memory.
///
/// Every position holds the sets of pushes that lead from it to the end, each as the sum of a hash of its pushes, which
/// does not depend on their order.
///
/// # Errors
/// The limit that came first.
pub(crate) fn sets(graph: &Graph<'_>, budget: &mut Budget) -> Result<Option<u32>, Stop> {
    let on_way = |&at: &usize| {
        graph.distance(at) != LOST && graph.distance(at) + graph.depth(at) == graph.distance(0)
    };
    let mut order: Vec<usize> = (0..graph.len()).filter(on_way).collect();
    order.sort_by_key(|&at| graph.distance(at));
    let mut held = 0;
    let mut sets: hashbrown::HashMap<usize, Sets, foldhash::fast::FixedState> =
        hashbrown::HashMap::default();
    for at in order {
        budget.poll()?;
        let mut here = Sets::default();
        if graph.distance(at) == 0 {
            here.insert(0);
        }
        for edge in graph.edges(at) {
            let To::Position(to) = edge.to() else { continue };
            if graph.distance(to) == LOST || graph.distance(to) + 1 != graph.distance(at) {
                continue;
            }
            let more = spread(edge.push.from.index() as u64 * 4 + edge.push.dir as u64 + 1);
            here.extend(sets.get(&to).into_iter().flatten().map(|set| set.wrapping_add(more)));
        }
        held += here.len();
        if here.len() > MOST_SETS || held > MOST_HELD {
            return Ok(None);
        }
        sets.insert(at, here);
    }
    Ok(sets.get(&0).map(|sets| sets.len() as u32))
}

/// Squares where neither a box nor the player comes in a solution.
pub(crate) fn unused(board: &Board, pushes: &[Push]) -> Vec<Cell> {
    let start = board.start();
    let mut used = vec![false; board.n_squares()];
    used[start.player.index()] = true;
    start.boxes.iter().for_each(|square| used[square.index()] = true);
    let walked = Walker::new(board).walk_pushes(board, &start, pushes);
    let mut player = start.player;
    for step in walked.iter().flat_map(|it| &it.moves) {
        let Some(next) = board.neighbor(player, step.dir) else { continue };
        used[next.index()] = true;
        player = next;
    }
    for push in pushes {
        if let Some(to) = board.neighbor(push.from, push.dir) {
            used[to.index()] = true;
        }
    }
    board.squares().filter(|square| !used[square.index()]).map(|it| board.place(it)).collect()
}

/// How many turnings and mirrorings leave a level as it is, the player anywhere within his reach: 1 when it has no
/// symmetry. The mirror along a corridor, which leaves every square where it is, is none.
pub(crate) fn symmetries(level: &Level, board: &Board) -> u32 {
    let mut grid = level.grid.clone();
    for (row, column, tile) in level.grid.cells() {
        match tile {
            Tile::Player => grid.set(row, column, Tile::Floor),
            Tile::PlayerOnGoal => grid.set(row, column, Tile::Goal),
            _ => {}
        }
    }
    let start = board.start();
    let mut walker = Walker::new(board);
    walker.flood(board, &start.box_set(board), start.player);
    let image = |by: &Symmetry, square| by.place(board.place(square), grid.width(), grid.height());
    let same = |symmetry: &&Symmetry| {
        let (row, column) = image(symmetry, start.player);
        board.squares().any(|square| image(symmetry, square) != board.place(square))
            && symmetry.grid(&grid) == grid
            && board.square_at(row, column).is_some_and(|square| walker.reached(square))
    };
    1 + Symmetry::ALL.iter().filter(same).count() as u32
}

#[cfg(test)]
mod tests {
    use ground::analysis::Analysis;
    use sokoban::Dir;

    use super::*;

    fn with<T>(rows: &[&str], look: impl FnOnce(&Level, &Board, &Graph<'_>) -> T) -> T {
        let level = Level::from_rows(rows).unwrap();
        let board = Board::new(&level).unwrap();
        let budget = &mut Budget::unlimited();
        let analysis = Analysis::new(&board, budget).unwrap();
        let graph = Graph::with_distances(&board, &analysis, 10_000, budget).unwrap().unwrap();
        look(&level, &board, &graph)
    }

    fn counted(rows: &[&str]) -> Option<u32> {
        with(rows, |_, _, graph| sets(graph, &mut Budget::unlimited()).unwrap())
    }

    #[test]
    fn the_order_of_pushes_does_not_count() {
        // Two boxes, each two pushes along its own wall: six orders, one set.
        let two = ["########", "#  $ . #", "#@     #", "#  $ . #", "########"];
        assert_eq!(counted(&two), Some(1));
        assert_eq!(with(&two, |_, _, graph| super::super::searches::shortest(graph).count), 6.0);
    }

    #[test]
    fn other_pushes_are_another_solution() {
        // The goal lies across from the box: right and down, or down and right, by other squares.
        let rows = ["#######", "#     #", "# $   #", "#@ .  #", "#     #", "#######"];
        assert_eq!(counted(&rows), Some(2));
    }

    #[test]
    fn squares_that_are_left_alone_are_named() {
        let rows = ["#######", "#@ $ .#", "#### ##", "#######"];
        let pushes = with(&rows, |_, board, _| {
            let at = |column| board.square_at(1, column).unwrap();
            let pushes = [3, 4].map(|column| Push { from: at(column), dir: Dir::Right });
            unused(board, &pushes)
        });
        assert_eq!(pushes, [(2, 4)]);
    }

    #[test]
    fn a_mirrored_level_is_seen() {
        let count = |rows: &[&str]| with(rows, |level, board, _| symmetries(level, board));
        // The player is not in the middle, but can walk to where his mirror image stands.
        assert_eq!(count(&["#######", "#.$ $.#", "#@    #", "#######"]), 2);
        assert_eq!(count(&["########", "#. $ $.#", "#@     #", "########"]), 1);
    }
}
