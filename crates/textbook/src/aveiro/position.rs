//! A node's boxes and player on the grid, and the pushes the agent makes of it.

use sokoban::Dir;

use super::blocked::blocked;
use super::grid::{Grid, Place};
use super::passages::passages;
use super::refusal::{Look, Test};

/// A push with what the macros add to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) dir: Dir,
    pub(super) count: u32,
}

/// The position a node is expanded from.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) grid: Grid,
    blocked: Vec<bool>,
    passages: Vec<bool>,
    boxes: Vec<bool>,
    pub(super) list: Vec<Place>,
    pub(super) player: Place,
    /// Marks of the last flood: reached where they equal `mark`.
    marks: Vec<u32>,
    mark: u32,
    stack: Vec<Place>,
    seen: Vec<Place>,
}

impl Position {
    /// An empty grid.
    pub(super) fn new(grid: Grid) -> Position {
        Position {
            blocked: blocked(&grid),
            passages: passages(&grid),
            boxes: vec![false; grid.size()],
            list: Vec::new(),
            player: 0,
            marks: vec![0; grid.size()],
            mark: 0,
            stack: Vec::new(),
            seen: Vec::new(),
            grid,
        }
    }

    /// Puts the boxes and the player of a node on the grid.
    pub(super) fn load(&mut self, list: &[Place], player: Place) {
        for &place in &self.list {
            self.boxes[place as usize] = false;
        }
        self.list.clear();
        self.list.extend_from_slice(list);
        for &place in &self.list {
            self.boxes[place as usize] = true;
        }
        self.player = player;
    }

    /// Whether a box stands on a place.
    #[inline]
    pub(super) fn has_box(&self, place: Place) -> bool {
        self.boxes[place as usize]
    }

    /// Whether all boxes are on goals.
    pub(super) fn is_solved(&self) -> bool {
        self.list.iter().all(|&place| self.grid.is_goal(place))
    }

    /// Walks everywhere from the player's place; returns how many places that are.
    pub(super) fn flood(&mut self) -> usize {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        self.marks[self.player as usize] = self.mark;
        self.stack.clear();
        self.stack.push(self.player);
        let mut count = 0;
        while let Some(place) = self.stack.pop() {
            count += 1;
            for dir in Dir::ALL {
                let next = self.grid.step(place, dir);
                let i = next as usize;
                if self.marks[i] != self.mark && !self.grid.wall[i] && !self.boxes[i] {
                    self.marks[i] = self.mark;
                    self.stack.push(next);
                }
            }
        }
        count
    }

    /// The push of a box, macros included, if the player can make it after the last flood and
    /// nothing refuses it.
    pub(super) fn push(&mut self, from: Place, dir: Dir, test: Test) -> Option<Run> {
        self.may_push(from, dir, test).then_some(())?;
        self.boxes[from as usize] = false;
        let run = self.with_macros(from, dir);
        self.boxes[from as usize] = true;
        run
    }

    /// Whether the player can push a box one place on after the last flood and nothing refuses it.
    fn may_push(&mut self, from: Place, dir: Dir, test: Test) -> bool {
        let (behind, to) = (self.grid.step(from, dir.opposite()), self.grid.step(from, dir));
        if self.marks[behind as usize] != self.mark
            || self.boxes[to as usize]
            || self.blocked[to as usize]
        {
            return false;
        }
        self.boxes[from as usize] = false;
        let look = Look { grid: &self.grid, blocked: &self.blocked, boxes: &self.boxes };
        let refused = look.refuses(test, to, &mut self.seen);
        self.boxes[from as usize] = true;
        !refused
    }

    /// What a single push becomes. The pushed box is not on the grid.
    fn with_macros(&self, from: Place, dir: Dir) -> Option<Run> {
        let mut run = Run { from, to: self.grid.step(from, dir), dir, count: 1 };
        while self.goes_on(run.to, dir) {
            run.to = self.grid.step(run.to, dir);
            run.count += 1;
        }
        if let Some(ahead) = self.beyond_passage(run.to, dir) {
            // Whether these two are walls is not asked, so a box may end inside one.
            if ahead.iter().any(|&place| self.has_box(place)) {
                return None;
            }
            (run.to, run.count) = (ahead[1], run.count + 2);
            let look = Look { grid: &self.grid, blocked: &self.blocked, boxes: &self.boxes };
            if look.is_paired(run.to) {
                return None;
            }
        }
        Some(run)
    }

    /// The two places beyond a passage, if the place is one and neither of the two is a goal.
    fn beyond_passage(&self, place: Place, dir: Dir) -> Option<[Place; 2]> {
        self.passages[place as usize].then_some(())?;
        let next = self.grid.step(place, dir);
        let ahead = [next, self.grid.step(next, dir)];
        ahead.iter().all(|&place| !self.grid.is_goal(place)).then_some(ahead)
    }

    /// Whether a box in a tunnel is pushed on: the places beside it and ahead of it decide.
    fn goes_on(&self, place: Place, dir: Dir) -> bool {
        let grid = &self.grid;
        let walled = |side: Place| grid.is_wall(side);
        if !self.has_room_ahead(place, dir)
            || grid.is_goal(place)
            || !grid.sides(place, dir).into_iter().any(walled)
        {
            return false;
        }
        let free = |place: Place| !self.blocked[place as usize] && !self.has_box(place);
        let next = grid.step(place, dir);
        let after = grid.step(next, dir);
        let [left, right] = grid.sides(next, dir);
        let (open, beyond) = match (walled(left), walled(right)) {
            (true, true) => return free(next),
            (true, false) => (right, grid.sides(after, dir)[1]),
            (false, true) => (left, grid.sides(after, dir)[0]),
            (false, false) => return false,
        };
        free(after) && !walled(beyond) && !self.has_box(beyond) && free(next) && !self.has_box(open)
    }

    /// Whether the coordinate two places on is above zero and inside the rectangle.
    fn has_room_ahead(&self, place: Place, dir: Dir) -> bool {
        let (x, y) = self.grid.coordinates(place);
        match dir {
            Dir::Right => x + 2 < self.grid.width,
            Dir::Down => y + 2 < self.grid.height,
            Dir::Left => x > 2,
            Dir::Up => y > 2,
        }
    }

    /// The first push that lets the player walk on at least three places more, if there is one. It
    /// is a single push, without macros, and the test is not that of the search.
    pub(super) fn opening(&mut self, test: Test) -> Option<Run> {
        let (list, player) = (self.list.clone(), self.player);
        let before = self.flood();
        for (i, &from) in list.iter().enumerate() {
            for dir in super::grid::DIRS {
                let to = self.grid.step(from, dir);
                if !self.may_push(from, dir, test) || self.is_shut(to, dir) {
                    continue;
                }
                let mut pushed = list.clone();
                pushed[i] = to;
                self.load(&pushed, from);
                let after = self.flood();
                self.load(&list, player);
                if after > before + 2 {
                    return Some(Run { from, to, dir, count: 1 });
                }
                self.flood();
            }
        }
        None
    }

    /// Whether a place is a passage with a box just beyond it.
    fn is_shut(&self, place: Place, dir: Dir) -> bool {
        let ahead = self.beyond_passage(place, dir);
        ahead.is_some_and(|ahead| ahead.iter().any(|&place| self.has_box(place)))
    }

    /// The sum over all boxes off goal of the Manhattan distance to the nearest goal without a box.
    pub(super) fn estimate(&self) -> u32 {
        let free = || self.grid.goals.iter().filter(|&&goal| !self.has_box(goal));
        let off_goal = self.list.iter().filter(|&&place| !self.grid.is_goal(place));
        let nearest = |&place| free().map(|&goal| self.grid.distance(place, goal)).min();
        off_goal.filter_map(nearest).sum()
    }

    /// Makes a run and leaves the list of boxes as the next node's set receives it: the pushed box
    /// last.
    pub(super) fn make(&mut self, run: Run) {
        let box_idx = self.list.iter().position(|&place| place == run.from);
        self.list.remove(box_idx.expect("a run pushes a box of the position"));
        self.list.push(run.to);
        self.boxes[run.from as usize] = false;
        self.boxes[run.to as usize] = true;
        self.player = self.grid.step(run.to, run.dir.opposite());
    }
}
