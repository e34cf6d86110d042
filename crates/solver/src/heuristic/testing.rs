//! What the two assignments of boxes to goals are tested against.

use sokoban::Square;

use crate::analysis::{Distances, FAR};

/// The cheapest assignment, found by trying all.
pub(crate) fn slowly(
    distances: &Distances,
    boxes: &[(Square, u8)],
    used: &mut Vec<usize>,
) -> Option<u32> {
    let Some(&(square, side)) = boxes.get(used.len()) else { return Some(0) };
    let mut best: Option<u32> = None;
    for column in 0..distances.n_columns() {
        let distance = distances.row(square, side as usize)[column];
        if distance == FAR || used.contains(&column) {
            continue;
        }
        used.push(column);
        let rest = slowly(distances, boxes, used);
        used.pop();
        let total = rest.map(|rest| rest + u32::from(distance));
        best = [best, total].into_iter().flatten().min();
    }
    best
}
