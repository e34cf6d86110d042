//! The moves of a solution: the pushes, and the agent's own walks between them.
//!
//! A walk is searched greedily, by Manhattan distance to its end, the newest first among equals. It
//! is not always the shortest one, and it is kept, because the moves of the agent count it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sokoban::{Board, Dir, Move, Push, Solution};

use super::grid::{DIRS, Place};
use super::position::{Position, Run};
use crate::Found;

/// The pushes and moves of a path from a position; `None` if a box goes through a wall, which the
/// agent does not rule out.
pub(super) fn keys(board: &Board, position: &mut Position, path: &[Run]) -> Option<Found> {
    let (mut pushes, mut moves) = (Vec::new(), Vec::new());
    for &run in path {
        let behind = position.grid.step(run.from, run.dir.opposite());
        let walk = walk(position, behind)?;
        moves.extend(walk.into_iter().map(|dir| Move { dir, push: false }));
        let mut from = run.from;
        for _ in 0..run.count {
            let square = position.grid.square(from)?;
            board.neighbor(square, run.dir)?;
            pushes.push(Push { from: square, dir: run.dir });
            moves.push(Move { dir: run.dir, push: true });
            from = position.grid.step(from, run.dir);
        }
        position.make(run);
    }
    Some(Found { pushes, moves: Some(Solution { moves }) })
}

/// The walk from the player's place to another.
pub(super) fn walk(position: &Position, to: Place) -> Option<Vec<Dir>> {
    let grid = &position.grid;
    let mut came_by: Vec<Option<Dir>> = vec![None; grid.size()];
    let mut waiting = BinaryHeap::from([(Reverse(0), 0, position.player)]);
    let mut number = 0;
    while let Some((_, _, place)) = waiting.pop() {
        if place == to {
            return Some(way_to(position, to, &came_by));
        }
        for dir in DIRS {
            let next = grid.step(place, dir);
            let met = next == position.player || came_by[next as usize].is_some();
            if !met && !grid.is_wall(next) && !position.has_box(next) {
                came_by[next as usize] = Some(dir);
                number += 1;
                waiting.push((Reverse(grid.distance(next, to)), number, next));
            }
        }
    }
    None
}

fn way_to(position: &Position, mut place: Place, came_by: &[Option<Dir>]) -> Vec<Dir> {
    let mut way = Vec::new();
    while let Some(dir) = came_by[place as usize] {
        way.push(dir);
        place = position.grid.step(place, dir.opposite());
    }
    way.reverse();
    way
}
