//! A solution as a line of play: its pushes, and which box each of them moves.

use std::ops::Range;

use ground::kernel::Map;
use search::Metric;
use sokoban::{Board, Push, Square, State, Walker};

/// A solution with the boxes numbered as they stand at the start.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The pushes from the start to the end.
    pub(super) pushes: Vec<Push>,
    /// The number of the box that each push moves.
    pub(super) movers: Vec<u16>,
    /// The position at the start.
    start: State,
    /// Moves of the player, the walks between pushes included.
    moves: usize,
}

impl Line {
    /// The line of a list of pushes; `None` when they cannot be played or do not solve the board.
    pub(super) fn new(board: &Board, map: &Map, pushes: Vec<Push>) -> Option<Line> {
        let start = board.start();
        let moves = Walker::new(board).walk_pushes(board, &start, &pushes)?.moves.len();
        let mut line = Line { movers: Vec::with_capacity(pushes.len()), start, pushes, moves };
        let mut places = line.start.boxes.clone();
        for push in &line.pushes {
            let mover = places.iter().position(|&at| at == push.from)?;
            places[mover] = map.next(push.from, push.dir);
            line.movers.push(mover as u16);
        }
        places.iter().all(|&at| map.is_goal(at)).then_some(line)
    }

    /// What is to be made smaller.
    pub(super) fn cost(&self, goal: Metric) -> (usize, usize) {
        match goal {
            Metric::Moves => (self.moves, self.len()),
            Metric::BoxLines => (self.runs(|line, i| line.pushes[i].dir), self.moves),
            Metric::BoxChanges => (self.runs(|_, _| ()), self.moves),
            _ => (self.len(), self.moves),
        }
    }

    /// Runs of pushes of one box that are alike.
    fn runs<T: PartialEq>(&self, like: impl Fn(&Line, usize) -> T) -> usize {
        let same = |&i: &usize| {
            i > 0 && self.movers[i - 1] == self.movers[i] && like(self, i - 1) == like(self, i)
        };
        self.len() - (0..self.len()).filter(same).count()
    }

    /// Number of pushes.
    pub(super) fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Number of boxes.
    pub(super) fn n_boxes(&self) -> usize {
        self.start.boxes.len()
    }

    /// Where the boxes stand after `made` pushes, by number.
    pub(super) fn places(&self, map: &Map, made: usize) -> Vec<Square> {
        let mut places = self.start.boxes.clone();
        for (push, &mover) in self.pushes[..made].iter().zip(&self.movers) {
            places[mover as usize] = map.next(push.from, push.dir);
        }
        places
    }

    /// The position after `made` pushes.
    pub(super) fn state(&self, map: &Map, made: usize) -> State {
        let mut boxes = self.places(map, made);
        boxes.sort_unstable();
        State { boxes, player: self.player(made) }
    }

    /// Where the player stands after `made` pushes.
    pub(super) fn player(&self, made: usize) -> Square {
        made.checked_sub(1).map_or(self.start.player, |last| self.pushes[last].from)
    }

    /// The boxes pushed in a window, each once, in the order of their first pushes there.
    pub(super) fn boxes_of(&self, window: Range<usize>) -> Vec<u16> {
        let mut boxes = Vec::new();
        for &mover in &self.movers[window] {
            if !boxes.contains(&mover) {
                boxes.push(mover);
            }
        }
        boxes
    }

    /// The longest window that begins with push `from` and in which at most `n_boxes` boxes are
    /// pushed.
    pub(super) fn window(&self, from: usize, n_boxes: usize) -> Range<usize> {
        let mut boxes: Vec<u16> = Vec::new();
        for (i, &mover) in self.movers.iter().enumerate().skip(from) {
            if !boxes.contains(&mover) {
                if boxes.len() == n_boxes {
                    return from..i;
                }
                boxes.push(mover);
            }
        }
        from..self.len()
    }
}
