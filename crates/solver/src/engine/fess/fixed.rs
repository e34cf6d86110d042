//! Boxes that can never move again become walls, and floor behind them too, until nothing changes.
//!
//! * every box of a full 2×2 block;
//! * bare floor with three walls (unless the player stands inside behind a box);
//! * boxes left when every box with a harmless push (player anywhere) has been taken away;
//! * boxes round a closed diagonal of gaps without a goal;
//! * boxes on goals that stay when the filled goals are pulled away as far as they go.
//!
//! Sound for boxes: pushing any of them again would lose or is impossible. Source: described for
//! Festival (Y. Shoham). Cost: some passes over boxes and squares, microseconds.

use super::local::{BOX, FREE, Local, WALL};
use crate::field::Field;

/// Turns fixed boxes and floor into walls. The player's region is left as it was.
pub fn fix(local: &mut Local, field: &Field, boxes: &[u16], scratch: &mut Vec<u16>) {
    loop {
        let mut changed = blocks(local, field, boxes);
        changed |= dead_ends(local, field);
        changed |= unpushable(local, field, boxes, scratch);
        changed |= diagonals(local, field);
        changed |= unpullable(local, field, scratch);
        if !changed {
            return;
        }
    }
}

fn blocks(local: &mut Local, field: &Field, boxes: &[u16]) -> bool {
    let mut changed = false;
    for &square in
        boxes.iter().filter(|&&square| local.at[square as usize] == BOX).collect::<Vec<_>>()
    {
        let ring = field.ring(square);
        let full = (0..4).any(|i| {
            [2 * i, 2 * i + 1, (2 * i + 2) & 7].iter().all(|&near| !local.is_free(ring[near]))
        });
        if full {
            local.at[square as usize] = WALL;
            changed = true;
        }
    }
    changed
}

fn dead_ends(local: &mut Local, field: &Field) -> bool {
    let mut changed = false;
    for square in 0..field.wall() {
        if !local.is_free(square) || field.goals().contains(square) {
            continue;
        }
        let next = &field.next()[square as usize];
        if next.iter().filter(|&&near| local.is_wall(near)).count() < 3 {
            continue;
        }
        let shut_in = local.reached[square as usize]
            && !next.iter().any(|&near| !local.is_wall(near) && local.reached[near as usize]);
        if !shut_in {
            local.at[square as usize] = WALL;
            changed = true;
        }
    }
    changed
}

fn unpushable(local: &mut Local, field: &Field, boxes: &[u16], gone: &mut Vec<u16>) -> bool {
    gone.clear();
    let mut changed = true;
    while changed {
        changed = false;
        for &square in boxes {
            if local.is_box(square) && local.is_pushable(field, square) {
                local.at[square as usize] = FREE;
                gone.push(square);
                changed = true;
            }
        }
    }
    let mut fixed = false;
    for &square in boxes {
        if local.is_box(square) {
            local.at[square as usize] = WALL;
            fixed = true;
        }
    }
    for &square in gone.iter() {
        local.at[square as usize] = BOX;
    }
    fixed
}

fn diagonals(local: &mut Local, field: &Field) -> bool {
    let mut changed = false;
    for gap in 0..field.wall() {
        if !is_closed_gap(local, field, gap) {
            continue;
        }
        // Corners 1 (up right) and 7 (up left) lead up; a chain is found from its upper end.
        for up in [1, 7] {
            if local.diagonal_is_closed(field, gap, up)
                && let Some(end) = chain_end(local, field, gap, (up + 4) & 7)
            {
                let mut square = gap;
                loop {
                    for &near in &field.next()[square as usize] {
                        changed |= local.is_box(near);
                        local.at[near as usize] = WALL;
                    }
                    if square == end {
                        break;
                    }
                    square = field.ring(square)[(up + 4) & 7];
                }
            }
        }
    }
    changed
}

fn is_closed_gap(local: &Local, field: &Field, gap: u16) -> bool {
    !field.goals().contains(gap) && !local.reached[gap as usize] && local.is_gap(field, gap)
}

/// The last gap of a chain that is closed there, too.
fn chain_end(local: &Local, field: &Field, gap: u16, down: usize) -> Option<u16> {
    let mut square = gap;
    loop {
        if local.diagonal_is_closed(field, square, down) {
            return Some(square);
        }
        let further = field.ring(square)[down];
        if !is_closed_gap(local, field, further) {
            return None;
        }
        square = further;
    }
}

/// Fills the goals, takes away what can be pulled, and turns what stays and holds a box into wall.
fn unpullable(local: &mut Local, field: &Field, stay: &mut Vec<u16>) -> bool {
    stay.clear();
    stay.extend(field.goals().iter().filter(|&goal| !local.is_wall(goal)));
    let on_goal = |stay: &[u16], square: u16| stay.binary_search(&square).is_ok();
    let mut changed = true;
    while changed {
        changed = false;
        let mut i = 0;
        while i < stay.len() {
            let pullable = (0..4).any(|dir| {
                let near = field.next()[stay[i] as usize][dir];
                let far = field.next()[near as usize][dir];
                [near, far].iter().all(|&square| !local.is_wall(square) && !on_goal(stay, square))
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
            local.at[square as usize] = WALL;
            fixed = true;
        }
    }
    fixed
}
