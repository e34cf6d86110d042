//! Boards drawn at random and the small changes made to them. The red piece is always number 0.

use search::SplitMix;
use unblock::{Axis, Layout, Piece};
use unblock::{Board, Name};

use super::Wanted;

/// The same layout with the red piece as number 0.
pub(super) fn red_first(mut layout: Layout) -> Layout {
    if let Some(red) = layout.red.replace(0) {
        layout.pieces.swap(0, red);
    }
    layout
}

/// The red piece, some pieces and walls, wherever they fit.
pub(super) fn random(wanted: &Wanted, rng: &mut SplitMix) -> Layout {
    let (width, height) = (wanted.width, wanted.height);
    let axis = wanted.exit.axis();
    let lines = if axis == Axis::Horizontal { height } else { width };
    let line = wanted.line.unwrap_or((lines - 1) / 2) as u8;
    let (row, column) = if axis == Axis::Horizontal { (line, 0) } else { (0, line) };
    let red = Piece { name: Name::numbered(0), axis, row, column, length: 2 };
    let mut layout = Layout {
        width,
        height,
        walls: Vec::new(),
        pieces: vec![red],
        red: Some(0),
        exit: Some((wanted.exit, None)),
    };
    let area = width * height;
    // Large boards begin fuller: with a quarter, their clusters are too large to look at.
    let pieces = if area <= 36 { area / 4 } else { area * 3 / 10 };
    let pieces = pieces.clamp(1, *wanted.pieces.end());
    let walls = wanted.walls.start() + rng.below(wanted.walls.end() - wanted.walls.start() + 1);
    for _ in 0..walls {
        add_wall(rng, &mut layout);
    }
    for _ in 1..pieces {
        add_piece(wanted, rng, &mut layout);
    }
    layout
}

/// One or two small changes.
pub(super) fn change(wanted: &Wanted, rng: &mut SplitMix, layout: &Layout) -> Layout {
    let mut changed = layout.clone();
    let times = 1 + rng.below(2);
    for _ in 0..times {
        match rng.below(8) {
            0 | 1 => add_piece(wanted, rng, &mut changed),
            2 => remove_piece(rng, &mut changed),
            3 if !changed.walls.is_empty() => {
                let at = rng.below(changed.walls.len());
                changed.walls.swap_remove(at);
                add_wall(rng, &mut changed);
            }
            _ => {
                remove_piece(rng, &mut changed);
                add_piece(wanted, rng, &mut changed);
            }
        }
    }
    changed
}

fn remove_piece(rng: &mut SplitMix, layout: &mut Layout) {
    if layout.pieces.len() > 1 {
        let at = 1 + rng.below(layout.pieces.len() - 1);
        layout.pieces.remove(at);
    }
}

/// Drops a piece of two or three cells on a free place; gives up after a few misses. A second piece
/// on the red one's line could never be passed, so none is put there.
pub(super) fn add_piece(wanted: &Wanted, rng: &mut SplitMix, layout: &mut Layout) {
    if layout.pieces.len() >= *wanted.pieces.end() {
        return;
    }
    let (red_axis, red_line) = (layout.pieces[0].axis, layout.pieces[0].line());
    for _ in 0..20 {
        let axis = if rng.below(2) == 0 { Axis::Horizontal } else { Axis::Vertical };
        let length = 2 + usize::from(rng.below(3) == 0);
        let (rows, columns) = match axis {
            Axis::Horizontal => (layout.height, (layout.width + 1).saturating_sub(length)),
            Axis::Vertical => ((layout.height + 1).saturating_sub(length), layout.width),
        };
        let (row, column) = (rng.below(rows.max(1)), rng.below(columns.max(1)));
        let name = free_name(layout);
        let (row, column, length) = (row as u8, column as u8, length as u8);
        let piece = Piece { name, axis, row, column, length };
        if (axis, piece.line()) == (red_axis, red_line) {
            continue;
        }
        layout.pieces.push(piece);
        if Board::new(layout).is_ok() {
            return;
        }
        layout.pieces.pop();
    }
}

fn add_wall(rng: &mut SplitMix, layout: &mut Layout) {
    let (red_axis, red_line) = (layout.pieces[0].axis, layout.pieces[0].line());
    for _ in 0..20 {
        let cell = (rng.below(layout.height), rng.below(layout.width));
        let line = if red_axis == Axis::Horizontal { cell.0 } else { cell.1 };
        if line == red_line || layout.walls.contains(&cell) {
            continue;
        }
        layout.walls.push(cell);
        if Board::new(layout).is_ok() {
            return;
        }
        layout.walls.pop();
    }
}

fn free_name(layout: &Layout) -> Name {
    let taken = |name: &Name| layout.pieces.iter().any(|piece| piece.name == *name);
    (1..).map(Name::numbered).find(|name| !taken(name)).expect("there are more names than pieces")
}
