//! Macro moves back to single pushes.

use sokoban::{Board, Dir, Push};

use super::moves::Move;
use crate::engine::fess::field::{Field, View};
use crate::kernel::Zones;

/// The pushes of a list of macro moves that solve the board; `None` if they do not, which can only
/// mean that two positions had the same hash.
pub(super) fn solution(
    field: &Field,
    board: &Board,
    view: View,
    moves: &[Move],
) -> Option<Vec<Push>> {
    let pushes = pushes(field, board, view, moves)?;
    let mut state = board.start();
    pushes.iter().for_each(|&push| state.push(board, push));
    board.is_solved(&state).then_some(pushes)
}

/// The pushes of a list of macro moves from the start; `None` if one of them is not possible.
pub(super) fn pushes(
    field: &Field,
    board: &Board,
    view: View,
    moves: &[Move],
) -> Option<Vec<Push>> {
    let at = |square: u16| {
        let (row, column) = view.turn_back(field.place(square), board.width(), board.height());
        board.square_at(row, column)
    };
    let mut boxes = field.start_boxes().to_vec();
    let mut player = field.player();
    let mut pushes = Vec::new();
    let mut walker = Walk::new(field);
    for m in moves {
        for (square, dir) in walker.path(field, &boxes, player, m)? {
            let (from, to) = (at(square)?, at(field.next()[square as usize][dir])?);
            let turned = |dir: &Dir| board.neighbor(from, *dir) == Some(to);
            pushes.push(Push { from, dir: Dir::ALL.into_iter().find(turned)? });
            player = square;
        }
        let slot = boxes.iter().position(|&square| square == m.from)?;
        boxes[slot] = m.to;
    }
    Some(pushes)
}

struct Walk {
    occupied: Vec<u8>,
    zones: Zones,
    /// Per (square, side): the state before and whether it was seen.
    from: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Walk {
    fn new(field: &Field) -> Walk {
        let n = field.n_squares();
        Walk {
            occupied: field.no_boxes(),
            zones: Zones::new(field.map()),
            from: vec![UNSEEN; 4 * n],
        }
    }

    /// The pushes of one macro move: squares the box leaves, and directions.
    fn path(
        &mut self,
        field: &Field,
        boxes: &[u16],
        player: u16,
        m: &Move,
    ) -> Option<Vec<(u16, usize)>> {
        let next = field.next();
        let n = field.n_squares();
        self.occupied[..n].fill(0);
        boxes.iter().for_each(|&square| self.occupied[square as usize] = 1);
        self.occupied[m.from as usize] = 0;
        self.zones.find_where(field.map(), |square| self.occupied[square.index()] == 0);
        self.from.fill(UNSEEN);
        let region = self.zones.zone_without(field.map(), m.from, player).0;
        // A state is the square of the box and a side the player can stand on.
        let mut queue: Vec<u32> = Vec::new();
        for (side, &near) in next[m.from as usize].iter().enumerate() {
            if self.occupied[near as usize] == 0
                && self.zones.zone_without(field.map(), m.from, near).0 == region
            {
                let state = 4 * u32::from(m.from) + side as u32;
                self.from[state as usize] = state;
                queue.push(state);
            }
        }
        let mut head = 0;
        while head < queue.len() {
            let state = queue[head];
            head += 1;
            let (square, side) = ((state / 4) as u16, (state % 4) as usize);
            let to = next[square as usize][side ^ 2];
            if self.occupied[to as usize] != 0 {
                continue;
            }
            let region = self.zones.zone_without(field.map(), to, square).0;
            if to == m.to && region == self.zones.zone_without(field.map(), to, m.player).0 {
                return Some(self.trace(state));
            }
            for (other, &near) in next[to as usize].iter().enumerate() {
                let after = 4 * u32::from(to) + other as u32;
                if self.occupied[near as usize] == 0
                    && self.from[after as usize] == UNSEEN
                    && self.zones.zone_without(field.map(), to, near).0 == region
                {
                    self.from[after as usize] = state;
                    queue.push(after);
                }
            }
        }
        None
    }

    /// The pushes up to and including the one made from `state`.
    fn trace(&self, mut state: u32) -> Vec<(u16, usize)> {
        let mut path = Vec::new();
        loop {
            path.push(((state / 4) as u16, (state % 4) as usize ^ 2));
            let before = self.from[state as usize];
            if before == state {
                break;
            }
            state = before;
        }
        path.reverse();
        path
    }
}
