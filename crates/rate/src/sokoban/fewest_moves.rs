//! A solution with fewest moves, found in the push graph.
//!
//! A* over positions with the exact square of the player; the pushes still needed, known from the graph,
//! are the bound, and lost positions are never entered.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use search::{Budget, Stop};
use sokoban::{Push, Square};

use super::graph::{Graph, LOST, To};
use super::player::Steps;

/// A solution: its pushes and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fewest {
    pub(crate) pushes: Vec<Push>,
    /// The positions before each push, by number.
    pub(crate) positions: Vec<usize>,
    pub(crate) moves: u32,
}

struct Node {
    at: usize,
    player: Square,
    moves: u32,
    parent: usize,
    push: Option<Push>,
    done: bool,
}

/// Finds it; the level must have a solution.
///
/// # Errors
/// The limit that came first.
pub(crate) fn fewest_moves(graph: &Graph<'_>, budget: &mut Budget) -> Result<Option<Fewest>, Stop> {
    let board = graph.board;
    let player = board.start().player;
    let mut nodes = vec![Node { at: 0, player, moves: 0, parent: 0, push: None, done: false }];
    let mut known: HashMap<(usize, Square), usize, foldhash::fast::FixedState> = HashMap::default();
    known.insert((0, player), 0);
    let mut open = BinaryHeap::from([Reverse((graph.distance(0), 0usize))]);
    let mut steps = Steps::new(board);
    while let Some(Reverse((_, here))) = open.pop() {
        let Node { at, player, moves, done, .. } = nodes[here];
        if done {
            continue;
        }
        nodes[here].done = true;
        if graph.distance(at) == 0 {
            return Ok(Some(path(&nodes, here)));
        }
        budget.tick()?;
        steps.from(board, graph.boxes(at), player);
        for edge in graph.edges(at) {
            let To::Position(to) = edge.to() else { continue };
            if graph.distance(to) == LOST {
                continue;
            }
            let Some(behind) = board.neighbor(edge.push.from, edge.push.dir.opposite()) else {
                continue;
            };
            let moves = moves + steps.steps(behind) + 1;
            let child = match known.entry((to, edge.push.from)) {
                Entry::Vacant(entry) => {
                    entry.insert(nodes.len());
                    nodes.push(Node {
                        at: to,
                        player: edge.push.from,
                        moves,
                        parent: here,
                        push: Some(edge.push),
                        done: false,
                    });
                    nodes.len() - 1
                }
                Entry::Occupied(entry) => {
                    let child = *entry.get();
                    if nodes[child].moves <= moves {
                        continue;
                    }
                    nodes[child].moves = moves;
                    nodes[child].parent = here;
                    nodes[child].push = Some(edge.push);
                    child
                }
            };
            open.push(Reverse((moves + graph.distance(to), child)));
        }
    }
    Ok(None)
}

fn path(nodes: &[Node], end: usize) -> Fewest {
    let mut fewest = Fewest { pushes: Vec::new(), positions: Vec::new(), moves: nodes[end].moves };
    let mut here = end;
    while let Some(push) = nodes[here].push {
        here = nodes[here].parent;
        fewest.pushes.push(push);
        fewest.positions.push(nodes[here].at);
    }
    fewest.pushes.reverse();
    fewest.positions.reverse();
    fewest
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use ground::analysis::Analysis;
    use oracle::random_boards;
    use sokoban::{Board, Dir, State, Walker};

    use super::*;

    /// Fewest moves by a search of single steps.
    fn step_by_step(board: &Board) -> Option<u32> {
        let start = board.start();
        let mut seen: HashSet<State> = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((state, moves)) = queue.pop_front() {
            if board.is_solved(&state) {
                return Some(moves);
            }
            for dir in Dir::ALL {
                let mut next = state.clone();
                if next.step(board, dir).is_ok() && seen.insert(next.clone()) {
                    queue.push_back((next, moves + 1));
                }
            }
        }
        None
    }

    #[test]
    fn no_solution_has_fewer_moves() {
        let mut compared = 0;
        for board in random_boards(11, 60) {
            let budget = &mut Budget::unlimited();
            let analysis = Analysis::new(&board, budget).unwrap();
            let graph = Graph::new(&board, &analysis, 3_000, budget).unwrap();
            let Some(graph) = graph.filter(|it| !matches!(it.distance(0), 0 | LOST)) else {
                continue;
            };
            let found = fewest_moves(&graph, budget).unwrap().unwrap();
            assert_eq!(Some(found.moves), step_by_step(&board));
            let walked =
                Walker::new(&board).walk_pushes(&board, &board.start(), &found.pushes).unwrap();
            assert_eq!(walked.moves.len(), found.moves as usize);
            compared += 1;
        }
        assert!(compared > 5, "{compared}");
    }
}
