//! A small board searched exhaustively: every reachable position and its distance to a solution.

use std::collections::BTreeMap;

use search::StateSpace;
use sokoban::{Board, Push, State};

use crate::PlainPushes;

type Key = (Vec<u16>, u16);

fn key(state: &State) -> Key {
    (state.boxes.iter().map(|square| square.0).collect(), state.player.0)
}

/// All positions reachable from the start, with their pushes and the fewest pushes to a solution.
pub struct Game {
    /// The positions, the start first.
    pub states: Vec<State>,
    /// The pushes from each, and the numbers of the positions they lead to.
    pub edges: Vec<Vec<(Push, usize)>>,
    /// The fewest pushes from each to a solution; `None` if it is lost.
    pub distance: Vec<Option<u32>>,
}

impl Game {
    /// Searches a board exhaustively; `None` if there are more positions than `most`.
    pub fn play(board: &Board, most: usize) -> Option<Game> {
        let mut space = PlainPushes::new(board);
        let mut game = Game { states: vec![space.initial()], edges: vec![], distance: vec![] };
        let mut numbers = BTreeMap::from([(key(&game.states[0]), 0)]);
        while game.edges.len() < game.states.len() {
            let mut successors = Vec::new();
            space.expand(&game.states[game.edges.len()].clone(), &mut successors);
            let mut edges = Vec::new();
            for successor in successors {
                let number = *numbers.entry(key(&successor.state)).or_insert_with(|| {
                    game.states.push(successor.state.clone());
                    game.states.len() - 1
                });
                edges.push((successor.action, number));
            }
            game.edges.push(edges);
            if game.states.len() > most {
                return None;
            }
        }
        game.measure(board);
        Some(game)
    }

    /// Finds the fewest pushes to a solved position, backwards from all of them.
    fn measure(&mut self, board: &Board) {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&(_, to)| before[to].push(from));
        }
        self.distance = vec![None; self.states.len()];
        let mut queue: Vec<usize> =
            (0..self.states.len()).filter(|&i| board.is_solved(&self.states[i])).collect();
        queue.iter().for_each(|&i| self.distance[i] = Some(0));
        let mut head = 0;
        while head < queue.len() {
            let at = queue[head];
            head += 1;
            for &from in &before[at] {
                if self.distance[from].is_none() {
                    self.distance[from] = self.distance[at].map(|d| d + 1);
                    queue.push(from);
                }
            }
        }
    }
}
