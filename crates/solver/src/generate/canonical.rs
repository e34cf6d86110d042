//! Equal levels: the same puzzle turned, mirrored, or with the player elsewhere in its zone.

use sokoban::{Board, Walker};

/// A text that two levels share exactly when one is a symmetry of the other.
pub(super) fn key(board: &Board) -> Vec<u8> {
    (0..8).map(|symmetry| drawn(board, symmetry)).min().expect("there are eight")
}

/// The inside of a board under one symmetry, cut to its size: bit 0 mirrors rows, bit 1 columns,
/// bit 2 swaps the two.
fn drawn(board: &Board, symmetry: usize) -> Vec<u8> {
    let start = board.start();
    let boxes = start.box_set(board);
    let mut walker = Walker::new(board);
    walker.flood(board, &boxes, start.player);
    let mut cells: Vec<(isize, isize, u8)> = board
        .squares()
        .map(|square| {
            let (row, column) = board.place(square);
            let (mut row, mut column) = (row as isize, column as isize);
            if symmetry & 1 != 0 {
                row = -row;
            }
            if symmetry & 2 != 0 {
                column = -column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            let content = u8::from(board.is_goal(square))
                | u8::from(boxes.contains(square)) << 1
                | u8::from(walker.reached(square)) << 2;
            (row, column, content)
        })
        .collect();
    cells.sort_unstable();
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.iter().flat_map(|&(r, c, content)| [(r - top) as u8, (c - left) as u8, content]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sokoban::Level;

    fn key_of(rows: &[&str]) -> Vec<u8> {
        key(&Board::new(&Level::from_rows(rows).unwrap()).unwrap())
    }

    #[test]
    fn symmetries_and_walks_are_one_level() {
        let level = key_of(&["######", "#@ $.#", "#  ###", "####"]);
        assert_eq!(level, key_of(&[" ######", " #.$  #", " ###@ #", "   ####", "  "]));
        assert_eq!(level, key_of(&["####", "#  #", "#@ #", "##$#", " #.#", " ###"]));
        assert_ne!(level, key_of(&["######", "# $@.#", "#  ###", "####"]));
        assert_ne!(level, key_of(&["######", "#@$ .#", "#  ###", "####"]));
    }
}
