//! Where the player can walk, and the shortest way there.

use crate::{Board, Dir, Move, Push, Solution, Square, SquareSet, State};

/// Scratch space for walks on one board. Squares are stamped instead of cleared.
#[derive(Clone, Debug)]
pub struct Walker {
    stamp: u32,
    stamps: Vec<u32>,
    came_by: Vec<Dir>,
    queue: Vec<Square>,
}

impl Walker {
    /// Scratch space for a board.
    pub fn new(board: &Board) -> Walker {
        let n = board.n_squares();
        Walker {
            stamp: 0,
            stamps: vec![0; n],
            came_by: vec![Dir::Up; n],
            queue: Vec::with_capacity(n),
        }
    }

    /// Walks everywhere from `from` without touching `boxes`; returns the lowest square reached,
    /// which names the zone.
    pub fn flood(&mut self, board: &Board, boxes: &SquareSet, from: Square) -> Square {
        self.begin(from);
        let mut lowest = from;
        let mut head = 0;
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            lowest = lowest.min(square);
            self.visit_neighbors(board, boxes, square);
        }
        lowest
    }

    /// Whether the last flood reached a square.
    #[inline]
    pub fn reached(&self, square: Square) -> bool {
        self.stamps[square.index()] == self.stamp
    }

    /// A shortest walk, ties broken by [`Dir::ALL`]; `None` when `to` cannot be reached.
    pub fn path(
        &mut self,
        board: &Board,
        boxes: &SquareSet,
        from: Square,
        to: Square,
    ) -> Option<Vec<Dir>> {
        self.begin(from);
        let mut head = 0;
        while head < self.queue.len() && !self.reached(to) {
            let square = self.queue[head];
            head += 1;
            self.visit_neighbors(board, boxes, square);
        }
        if !self.reached(to) {
            return None;
        }
        let mut path = Vec::new();
        let mut square = to;
        while square != from {
            let dir = self.came_by[square.index()];
            path.push(dir);
            square = board.neighbor(square, dir.opposite()).expect("a walk stays on the board");
        }
        path.reverse();
        Some(path)
    }

    /// Turns a list of pushes into moves by walking the shortest way to each; `None` when a push is
    /// not possible at its turn.
    pub fn walk_pushes(
        &mut self,
        board: &Board,
        start: &State,
        pushes: &[Push],
    ) -> Option<Solution> {
        let mut moves = Vec::new();
        let mut state = start.clone();
        let mut boxes = state.box_set(board);
        for &push in pushes {
            let behind = board.neighbor(push.from, push.dir.opposite())?;
            let to = board.neighbor(push.from, push.dir)?;
            if !boxes.contains(push.from) || boxes.contains(to) {
                return None;
            }
            let walk = self.path(board, &boxes, state.player, behind)?;
            moves.extend(walk.into_iter().map(|dir| Move { dir, push: false }));
            moves.push(Move { dir: push.dir, push: true });
            state.player = push.from;
            boxes.remove(push.from);
            boxes.insert(to);
        }
        Some(Solution { moves })
    }

    fn begin(&mut self, from: Square) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamps[from.index()] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
    }

    #[inline]
    fn visit_neighbors(&mut self, board: &Board, boxes: &SquareSet, square: Square) {
        for dir in Dir::ALL {
            if let Some(next) = board.neighbor(square, dir)
                && self.stamps[next.index()] != self.stamp
                && !boxes.contains(next)
            {
                self.stamps[next.index()] = self.stamp;
                self.came_by[next.index()] = dir;
                self.queue.push(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn pushes_become_a_walk_that_plays() {
        let rows = ["#######", "#.   .#", "# $ $ #", "#  @  #", "#######"];
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let mut walker = Walker::new(&board);
        let at = |row, column| board.square_at(row, column).unwrap();
        let pushes = [
            Push { from: at(2, 2), dir: Dir::Up },
            Push { from: at(1, 2), dir: Dir::Left },
            Push { from: at(2, 4), dir: Dir::Up },
            Push { from: at(1, 4), dir: Dir::Right },
        ];
        let solution = walker.walk_pushes(&board, &board.start(), &pushes).unwrap();
        let mut state = board.start();
        state.play(&board, &solution.to_string()).unwrap();
        assert!(board.is_solved(&state));
        assert_eq!(solution.pushes(), 4);
        assert_eq!(walker.walk_pushes(&board, &board.start(), &pushes[1..]), None);
    }

    #[test]
    fn zones_are_named_by_their_lowest_square() {
        let rows = ["######", "#  $ #", "#. #@#", "######"];
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let mut state = board.start();
        state.normalize(&board, &mut Walker::new(&board));
        assert_eq!(board.place(state.player), (1, 4));
    }
}
