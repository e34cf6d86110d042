//! Where things are on the screen; drawing and clicking use the same functions.

use ratatui::layout::{Position, Rect};

/// The smallest screen that is drawn on.
pub(crate) const LEAST: (u16, u16) = (80, 24);

/// Columns of the panel beside the board.
const PANEL: u16 = 28;
/// Most rows a square is drawn with.
const MOST_SCALE: u16 = 4;

/// The parts of the screen while a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
}

impl Parts {
    pub(crate) fn new(screen: Rect) -> Parts {
        let Rect { width, height, .. } = screen;
        let row = |y: u16| Rect::new(0, y, width, 1);
        // Below the board are a row of messages and two of keys.
        let middle = height.saturating_sub(4);
        let board = width.saturating_sub(PANEL + 1);
        Parts {
            title: row(0),
            board: Rect::new(0, 1, board, middle),
            panel: Rect::new(board + 1, 1, PANEL.min(width), middle),
            message: row(height.saturating_sub(3)),
            keys: Rect { height: 2.min(height), ..row(height.saturating_sub(2)) },
        }
    }

    /// The bar of the replay, in the row of messages.
    pub(crate) fn bar(&self) -> Rect {
        let Rect { y, width, .. } = self.message;
        Rect::new(24, y, width.saturating_sub(24 + 18), 1)
    }
}

/// How a board lies on the screen: a square is twice as many columns as rows, so that it looks square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Where it is drawn.
    pub(crate) area: Rect,
    /// Rows of a square.
    pub(crate) scale: u16,
    /// The first row and column of the board that can be seen.
    pub(crate) first: (usize, usize),
    /// Rows and columns that can be seen.
    pub(crate) shown: (usize, usize),
}

impl Grid {
    /// A board of some rows and columns in an area, as large as it goes, else around a place of
    /// interest.
    pub(crate) fn new(area: Rect, size: (usize, usize), around: (usize, usize)) -> Grid {
        let fits = |scale: &u16| {
            size.1 * 2 * usize::from(*scale) <= usize::from(area.width)
                && size.0 * usize::from(*scale) <= usize::from(area.height)
        };
        let scale = (1..=MOST_SCALE).rev().find(fits).unwrap_or(1);
        let room = (
            usize::from(area.height / scale).min(size.0),
            usize::from(area.width / (2 * scale)).min(size.1),
        );
        let first = |around: usize, room: usize, size: usize| {
            around.saturating_sub(room / 2).min(size.saturating_sub(room))
        };
        let first = (first(around.0, room.0, size.0), first(around.1, room.1, size.1));
        let (width, height) = (room.1 as u16 * 2 * scale, room.0 as u16 * scale);
        let left = area.x + (area.width.saturating_sub(width)) / 2;
        let top = area.y + (area.height.saturating_sub(height)) / 2;
        Grid { area: Rect::new(left, top, width, height), scale, first, shown: room }
    }

    /// The square of a row and column, if it can be seen.
    pub(crate) fn square(&self, row: usize, column: usize) -> Option<Rect> {
        let (r, c) = (row.checked_sub(self.first.0)?, column.checked_sub(self.first.1)?);
        if r >= self.shown.0 || c >= self.shown.1 {
            return None;
        }
        let (x, y) = (c as u16 * 2 * self.scale, r as u16 * self.scale);
        Some(Rect::new(self.area.x + x, self.area.y + y, 2 * self.scale, self.scale))
    }

    /// The row and column under a place of the screen.
    pub(crate) fn at(&self, at: Position) -> Option<(usize, usize)> {
        if !self.area.contains(at) {
            return None;
        }
        let row = usize::from((at.y - self.area.y) / self.scale);
        let column = usize::from((at.x - self.area.x) / (2 * self.scale));
        Some((row + self.first.0, column + self.first.1))
    }
}

/// Columns and rows of a level in the list of levels, with its line of text.
pub(crate) const CARD: (u16, u16) = (16, 7);

/// How the levels of a collection lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cards {
    area: Rect,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Cards {
    pub(crate) fn new(screen: Rect) -> Cards {
        let area = Rect::new(0, 2, screen.width, screen.height.saturating_sub(4));
        let columns = usize::from(area.width / CARD.0).max(1);
        let rows = usize::from(area.height / CARD.1).max(1);
        Cards { area, columns, rows }
    }

    /// Levels on one page.
    pub(crate) fn page(&self) -> usize {
        self.columns * self.rows
    }

    /// Where the n-th card of a page lies.
    pub(crate) fn card(&self, n: usize) -> Rect {
        let (row, column) = (n / self.columns, n % self.columns);
        let (x, y) = (column as u16 * CARD.0, row as u16 * CARD.1);
        Rect::new(self.area.x + x, self.area.y + y, CARD.0, CARD.1)
    }

    /// The card under a place of the screen.
    pub(crate) fn at(&self, at: Position) -> Option<usize> {
        (0..self.page()).find(|&n| self.card(n).contains(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_drawn_large_and_large_ones_scroll() {
        let area = Rect::new(0, 1, 51, 21);
        let small = Grid::new(area, (5, 6), (2, 2));
        assert_eq!((small.scale, small.shown, small.first), (4, (5, 6), (0, 0)));
        let large = Grid::new(area, (60, 90), (59, 50));
        assert_eq!((large.scale, large.shown), (1, (21, 25)));
        assert_eq!(large.first, (39, 38));
        assert!(large.square(59, 50).is_some() && large.square(10, 50).is_none());
        for grid in [small, large] {
            let square = grid.square(grid.first.0 + 3, grid.first.1 + 4).unwrap();
            let inside = Position::new(square.right() - 1, square.bottom() - 1);
            assert_eq!(grid.at(inside), Some((grid.first.0 + 3, grid.first.1 + 4)));
        }
    }

    #[test]
    fn every_part_is_on_the_screen() {
        for (width, height) in [LEAST, (120, 40), (300, 90)] {
            let screen = Rect::new(0, 0, width, height);
            let parts = Parts::new(screen);
            for part in [parts.title, parts.board, parts.panel, parts.message, parts.keys] {
                assert_eq!(part.intersection(screen), part);
            }
            assert!(!parts.board.intersects(parts.panel));
            let cards = Cards::new(screen);
            let last = cards.card(cards.page() - 1);
            assert_eq!(last.intersection(screen), last);
            assert_eq!(cards.at(Position::new(last.x, last.y)), Some(cards.page() - 1));
        }
    }
}
