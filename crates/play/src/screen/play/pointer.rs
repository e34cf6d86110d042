//! What the mouse does while a level is played: click to walk, click a box and then its target, drag
//! a piece, click into the bar of the replay.

use puzzle::plain::{Axis, Square};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{Drag, Play};
use crate::game::{Moves, Reach};
use crate::screen::board::{square_number, unblock_grid};
use crate::screen::layout::{Grid, Parts};

impl Play {
    /// How the board lies on a screen.
    pub(crate) fn grid(&self, screen: Rect) -> Grid {
        let area = Parts::new(screen).board;
        match &self.game.moves {
            Moves::Sokoban(game) => {
                let board = game.board();
                Grid::new(area, (board.height(), board.width()), board.place(game.state().player))
            }
            Moves::Unblock(game) => {
                unblock_grid(area, (game.board().height(), game.board().width()))
            }
        }
    }

    /// The mouse, on a screen of this size.
    pub(crate) fn mouse(&mut self, event: MouseEvent, screen: Rect) {
        if self.panel.is_some() || self.jump.is_some() || self.elsewhere {
            return;
        }
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.settle();
                if !self.click_bar(at, screen) {
                    self.press(self.grid(screen).at(at));
                }
            }
            MouseEventKind::Drag(MouseButton::Left) if !self.click_bar(at, screen) => {
                self.pull(self.grid(screen), at);
            }
            MouseEventKind::Up(MouseButton::Left) => self.release(),
            MouseEventKind::Down(MouseButton::Right) => {
                self.settle();
                if self.game.undo_push() {
                    self.changed();
                }
            }
            _ => {}
        }
    }

    fn click_bar(&mut self, at: Position, screen: Rect) -> bool {
        let bar = Parts::new(screen).bar();
        if self.replay.is_none() || !bar.contains(at) {
            return false;
        }
        let part = usize::from(at.x - bar.x) * self.game.len();
        self.scrub(part / usize::from(bar.width.saturating_sub(1)).max(1));
        true
    }

    fn press(&mut self, place: Option<(usize, usize)>) {
        let Some((row, column)) = place else { return self.select(None) };
        match &self.game.moves {
            Moves::Sokoban(game) => match game.board().square_at(row, column) {
                Some(square) => self.press_square(square),
                None => self.select(None),
            },
            Moves::Unblock(game) => match game.piece_at(row, column) {
                Some(piece) => {
                    let axis = game.board().pieces()[piece].axis;
                    let from = if axis == Axis::Horizontal { column } else { row };
                    self.select(Some(piece));
                    self.drag = Some(Drag { piece, from, moved: false });
                }
                None => self.slide_to(row, column),
            },
        }
    }

    /// A square of Sokoban: select a box, send the selected one, or walk.
    fn press_square(&mut self, square: Square) {
        let Moves::Sokoban(game) = &self.game.moves else { return };
        if game.state().has_box(square) {
            let again = self.marks.selected == Some(square_number(square));
            return self.select((!again).then_some(square_number(square)));
        }
        let sent = self.reach.as_ref().and_then(|reach| reach.steps(game, square));
        let steps = sent.or_else(|| game.walk(square)).unwrap_or_default();
        self.select(None);
        if !steps.is_empty() {
            self.run(steps);
        }
    }

    /// Selects a box or a piece, or nothing.
    pub(super) fn select(&mut self, what: Option<usize>) {
        self.marks.selected = what;
        self.marks.targets.clear();
        self.reach = None;
        self.drag = None;
        self.marks.dragged = None;
        if let (Some(number), Moves::Sokoban(game)) = (what, &self.game.moves) {
            let square = game.state().boxes.iter().find(|it| square_number(**it) == number);
            let reach = square.map(|&square| Reach::new(game, square));
            self.marks.targets = reach.iter().flat_map(Reach::squares).collect();
            self.reach = reach;
        }
    }

    /// Slides the selected piece until it covers an empty cell of its line.
    fn slide_to(&mut self, row: usize, column: usize) {
        let (Some(piece), Moves::Unblock(game)) = (self.marks.selected, &mut self.game.moves)
        else {
            return;
        };
        let shape = game.board().pieces()[piece];
        let (line, along) = match shape.axis {
            Axis::Horizontal => (row, column),
            Axis::Vertical => (column, row),
        };
        let at = usize::from(game.state().positions[piece]);
        let end = at + usize::from(shape.length) - 1;
        let delta = match along {
            _ if line != shape.line() => 0,
            along if along < at => -((at - along) as i8),
            along => along.saturating_sub(end) as i8,
        };
        if delta != 0 && game.slide(piece, delta) {
            self.changed();
            self.select(Some(piece));
        }
    }

    /// The pointer has moved with a piece.
    fn pull(&mut self, grid: Grid, at: Position) {
        let (Some(drag), Moves::Unblock(game)) = (&mut self.drag, &self.game.moves) else { return };
        let inside = Position::new(
            at.x.clamp(grid.area.x, grid.area.right().saturating_sub(1)),
            at.y.clamp(grid.area.y, grid.area.bottom().saturating_sub(1)),
        );
        let Some((row, column)) = grid.at(inside) else { return };
        let along = match game.board().pieces()[drag.piece].axis {
            Axis::Horizontal => column,
            Axis::Vertical => row,
        };
        let (back, forth) = game.room(drag.piece);
        let by = (along as i64 - drag.from as i64).clamp(-i64::from(back), i64::from(forth)) as i8;
        drag.moved |= by != 0;
        self.marks.dragged = Some((drag.piece, by));
    }

    /// The piece stays where it was dragged to.
    fn release(&mut self) {
        let dragged = self.marks.dragged.take();
        let (Some(drag), Some((piece, by))) = (self.drag.take(), dragged) else { return };
        let Moves::Unblock(game) = &mut self.game.moves else { return };
        if drag.moved && by != 0 && game.slide(piece, by) {
            self.changed();
            self.select(Some(piece));
        }
    }
}
