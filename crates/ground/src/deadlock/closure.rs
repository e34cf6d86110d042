//! The rules by which boxes become walls, applied again and again until nothing changes.
//!
//! * boxes left when every box with a harmless push (player anywhere) has been taken away: the
//!   first of them to move would need such a push while the others still stand;
//! * bare floor with three walls: no solution needs it (unless the player is shut in there);
//! * boxes around a closed diagonal of gaps without a goal ([`super::diagonal`]);
//! * boxes on goals that stay when every goal is filled and all that can be pulled are taken away.
//!
//! Pushing any of these boxes again is impossible or loses the game.
//!
//! Source: Festival (Shoham), "fixed boxes to walls". Cost: a few passes over the boxes, about a
//! microsecond.

use sokoban::{Dir, Square};

use super::diagonal;
use super::local::{BOX, FREE, Ground, Local, WALL};
use crate::kernel::Map;

/// Scratch space for the rules on one board.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Whether closed diagonals are tested.
    pub diagonals: bool,
    /// Dead ends of the empty board, including whole corridors.
    dead_ends: Vec<Square>,
    is_dead_end: Vec<bool>,
    /// Squares whose neighbours may have become dead ends.
    fresh: Vec<Square>,
    gone: Vec<Square>,
}

impl Closure {
    /// Scratch space for a board.
    pub fn new(map: &Map) -> Closure {
        let mut closure = Closure {
            diagonals: true,
            dead_ends: Vec::new(),
            is_dead_end: vec![false; map.n_squares() + 1],
            fresh: Vec::new(),
            gone: Vec::new(),
        };
        let mut empty = Local::new(map);
        for square in map.squares() {
            closure.fill(&mut empty, map, square);
            closure.fill_dead_ends(&mut empty, map);
        }
        closure.dead_ends.extend(map.squares().filter(|&square| empty.is_wall(square)));
        for square in &closure.dead_ends {
            closure.is_dead_end[square.index()] = true;
        }
        closure
    }

    /// Turns fixed boxes, and floor behind them, into walls, by all rules but the last. The
    /// player's reach is not updated.
    pub fn fix(&mut self, local: &mut Local, ground: Ground, boxes: &[Square]) {
        self.fill_static(local, ground.map);
        loop {
            self.fill_dead_ends(local, ground.map);
            let mut changed = self.fix_unpushable(local, ground, boxes);
            if self.diagonals && diagonal::fix(local, ground.map, boxes) {
                // We do not know which boxes were fixed, so the floor beside all boxes is checked
                // again.
                self.fresh.extend(boxes);
                changed = true;
            }
            if !changed {
                return;
            }
        }
    }

    /// Continues after [`Closure::fix`], by all rules.
    pub fn fix_unpullable(&mut self, local: &mut Local, ground: Ground, boxes: &[Square]) {
        while self.fix_filled_goals(local, ground.map) {
            self.fix(local, ground, boxes);
        }
    }

    /// Fills the dead ends of the empty board, unless the player is shut in one of them.
    fn fill_static(&mut self, local: &mut Local, map: &Map) {
        let outside = |square: &Square| local.is_reached(*square) && !self.is_dead_end(*square);
        if self.dead_ends.is_empty() || !map.squares().any(|square| outside(&square)) {
            return;
        }
        for &square in self.dead_ends.iter() {
            if local.is_free(square) {
                local.put(square, WALL);
            }
        }
    }

    fn is_dead_end(&self, square: Square) -> bool {
        self.is_dead_end[square.index()]
    }

    fn fill_dead_ends(&mut self, local: &mut Local, map: &Map) {
        while let Some(wall) = self.fresh.pop() {
            for square in map.around(wall) {
                self.fill(local, map, square);
            }
        }
    }

    /// Makes a square a wall if it is a dead end now.
    fn fill(&mut self, local: &mut Local, map: &Map, square: Square) {
        if !local.is_free(square) || map.is_goal(square) {
            return;
        }
        let around = map.around(square);
        if around.iter().filter(|&&near| local.is_wall(near)).count() < 3 {
            return;
        }
        let shut_in = local.is_reached(square)
            && !around.iter().any(|&near| !local.is_wall(near) && local.is_reached(near));
        if !shut_in {
            local.put(square, WALL);
            self.fresh.push(square);
        }
    }

    fn fix_unpushable(&mut self, local: &mut Local, ground: Ground, boxes: &[Square]) -> bool {
        self.gone.clear();
        let mut changed = true;
        while changed {
            changed = false;
            for &square in boxes {
                if local.is_box(square) && local.is_pushable(ground, square) {
                    local.put(square, FREE);
                    self.gone.push(square);
                    changed = true;
                }
            }
        }
        let before = self.fresh.len();
        for &square in boxes {
            if local.is_box(square) {
                local.put(square, WALL);
                self.fresh.push(square);
            }
        }
        for &square in &self.gone {
            local.put(square, BOX);
        }
        self.fresh.len() > before
    }

    /// Fills the goals, takes away what can be pulled, and turns whatever stays and holds a box
    /// into wall.
    fn fix_filled_goals(&mut self, local: &mut Local, map: &Map) -> bool {
        let stay = &mut self.gone;
        stay.clear();
        stay.extend(map.goals().iter().filter(|&goal| !local.is_wall(goal)));
        let mut changed = true;
        while changed {
            changed = false;
            let mut i = 0;
            while i < stay.len() {
                let clear =
                    |square: Square| !local.is_wall(square) && stay.binary_search(&square).is_err();
                let pullable = Dir::ALL.into_iter().any(|dir| {
                    let near = map.next(stay[i], dir);
                    clear(near) && clear(map.next(near, dir))
                });
                if pullable {
                    stay.remove(i);
                    changed = true;
                } else {
                    i += 1;
                }
            }
        }
        let mut fixed = false;
        for &square in stay.iter() {
            if local.is_box(square) {
                local.put(square, WALL);
                self.fresh.push(square);
                fixed = true;
            }
        }
        fixed
    }
}
