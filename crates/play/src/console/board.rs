//! The board as numbers: every piece and every box has one, and keeps it.

use puzzle::Counts;

use super::{Console, Done, printable};
use crate::game::{Moves, SokobanGame, UnblockGame};
use crate::lang::Lang;
use std::io::Write;

impl<W: Write> Console<W> {
    /// Prints the board with its title and counters.
    pub(super) fn show(&mut self) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        let entry = &open.whole.entries[open.at];
        let title = entry.title.as_deref().map(printable).unwrap_or_default();
        let heading = format!("{} {}/{} {title}", open.name, open.at + 1, open.whole.entries.len());
        let heading = heading.trim_end().to_owned();
        self.put(heading)?;
        self.draw()
    }

    /// Prints the board and its counters.
    pub(super) fn draw(&mut self) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        let board = match &open.game.moves {
            Moves::Sokoban(game) => sokoban(game),
            Moves::Unblock(game) => unblock(game),
        };
        let counts = counted(self.lang, &open.game.counts());
        let best = self.progress.best(&store::key(&open.game.puzzle));
        let best = best.map(|it| it.any()).filter(|it| it.moves.is_some());
        write!(self.out, "{board}")?;
        match best {
            Some(best) => {
                let best = counted(self.lang, &best);
                self.put(self.lang.say("{0} (best: {1})", &[&counts, &best]))
            }
            None => self.put(counts),
        }
    }
}

/// Counts in words.
pub(super) fn counted(lang: Lang, counts: &Counts) -> String {
    let parts = [
        counts.moves.map(|n| lang.say("{0} {0|move|moves}", &[&n])),
        counts.pushes.map(|n| lang.say("{0} {0|push|pushes}", &[&n])),
        counts.steps.map(|n| lang.say("{0} {0|step|steps}", &[&n])),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Rows of cells, right-aligned; the width is that of the widest thing that may ever stand there, so
/// that nothing jumps when something moves.
fn table(rows: &[Vec<String>], widest: usize) -> String {
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>widest$}")).collect();
        format!("  {}\n", cells.join(" ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Walls `#`, goals `.`, the player `@`, on a goal `+`; a box is its number, with a `*` on a goal.
fn sokoban(game: &SokobanGame) -> String {
    let (board, state) = (game.board(), game.state());
    let boxes = game.numbered();
    let cell = |row: usize, column: usize| {
        let Some(square) = board.square_at(row, column) else {
            let beside = |r: usize, c: usize| board.square_at(r, c).is_some();
            let rows = row.saturating_sub(1)..=row + 1;
            let near =
                rows.flat_map(|r| (column.saturating_sub(1)..=column + 1).map(move |c| (r, c)));
            let wall = near.into_iter().any(|(r, c)| beside(r, c));
            return if wall { "#" } else { "" }.to_owned();
        };
        let number = boxes.iter().position(|&it| it == square).map(|i| i + 1);
        match (number, board.is_goal(square), state.player == square) {
            (Some(number), true, _) => format!("{number}*"),
            (Some(number), false, _) => number.to_string(),
            (None, true, true) => "+".to_owned(),
            (None, false, true) => "@".to_owned(),
            (None, true, false) => ".".to_owned(),
            (None, false, false) => String::new(),
        }
    };
    let row = |row| (0..board.width()).map(|column| cell(row, column)).collect();
    let widest = boxes.len().to_string().len() + 1;
    table(&(0..board.height()).map(row).collect::<Vec<_>>(), widest)
}

/// Empty cells `.`, walls `#`, pieces as numbers, the red one 1; `>` and the like mark the exit.
fn unblock(game: &UnblockGame) -> String {
    use puzzle::plain::Side;
    let board = game.board();
    let numbers = game.numbered();
    let cell = |row: usize, column: usize| match game.piece_at(row, column) {
        Some(piece) => numbers
            .iter()
            .position(|&it| it == piece)
            .map_or_else(String::new, |i| (i + 1).to_string()),
        None if board.walls().contains(row, column) => "#".to_owned(),
        None => ".".to_owned(),
    };
    let mut rows: Vec<Vec<String>> = (0..board.height())
        .map(|row| (0..board.width()).map(|column| cell(row, column)).collect())
        .collect();
    let red = board.red_piece();
    let mark = |sign: &str| {
        let mut row = vec![String::new(); board.width()];
        row[red.line()] = sign.to_owned();
        row
    };
    match board.exit() {
        Side::Right => rows[red.line()].push(">".to_owned()),
        Side::Left => {
            for (i, row) in rows.iter_mut().enumerate() {
                row.insert(0, if i == red.line() { "<".to_owned() } else { String::new() });
            }
        }
        Side::Top => rows.insert(0, mark("^")),
        Side::Bottom => rows.push(mark("v")),
    }
    table(&rows, numbers.len().to_string().len())
}
