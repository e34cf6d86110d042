//! Reads boards drawn with characters: XSB, SOK, Boxoban and run lengths, in one reader, because
//! files in the wild mix them.
//!
//! # Boards
//! A board is a run of lines of tiles that shows a wall and at least one player, box or goal. A run
//! that looks like a board but has a foreign character in it is an entry of its own, an error that
//! names the line and column; so the levels after it keep their numbers.

use super::attach::{self, Parsed};
use super::classify::{Kind, classify, tile};
use super::limits::{Allowance, MAX_LEVELS};
use super::notes::{self, Key};
use super::{FormatError, FormatErrorKind, Unreadable};
use ::text::Position;

use crate::{Grid, Level, MAX_SIDE, Tile};

/// Reads a text.
pub(super) fn read(text: &str, allowance: &mut Allowance) -> Result<Parsed, FormatError> {
    let lines = ::text::lines(text)?;
    let mut reader = Reader { pieces: Vec::new(), entries: Vec::new(), allowance, lines: &lines };
    reader.scan()?;
    if reader.entries.is_empty() {
        return Err(FormatError::new(FormatErrorKind::NoLevel, 1, 1));
    }
    if let Some(tab) = only_tabs(&reader.entries) {
        return Err(tab);
    }
    let Reader { pieces, entries, allowance, .. } = reader;
    Ok(attach::attach(&lines, &pieces, entries, allowance))
}

/// The first tab of a file none of whose levels can be read because of tabs: then the fault is that of the file.
fn only_tabs(entries: &[Result<Level, Unreadable>]) -> Option<FormatError> {
    let first = |entry: &Result<Level, Unreadable>| match entry {
        Err(level) => level.errors.first().filter(|it| it.kind == FormatErrorKind::Tab).cloned(),
        Ok(_) => None,
    };
    let tabs: Option<Vec<FormatError>> = entries.iter().map(first).collect();
    tabs.and_then(|tabs| tabs.into_iter().next())
}

/// A part of the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// The next entry.
    Board,
    /// One or more empty lines.
    Blank,
    /// The line with this index.
    Line(usize),
    /// A comment block: the indices of its head and its end.
    Comment(usize, usize),
}

/// Finds the boards; what stands between them is for `attach.rs`.
struct Reader<'a> {
    lines: &'a [&'a str],
    pieces: Vec<Piece>,
    entries: Vec<Result<Level, Unreadable>>,
    allowance: &'a mut Allowance,
}

impl Reader<'_> {
    fn scan(&mut self) -> Result<(), FormatError> {
        let mut at = 0;
        while at < self.lines.len() {
            if let Some(end) = self.comment_end(at) {
                self.pieces.push(Piece::Comment(at, end));
                at = end + 1;
                continue;
            }
            let mut run = Vec::new();
            let mut kind = self.classify(at);
            while matches!(kind, Kind::Row | Kind::RunLengths(_) | Kind::Spoiled(..)) {
                run.push(kind);
                kind = self.classify(at + run.len());
            }
            match kind {
                _ if !run.is_empty() => self.judge(at, &run)?,
                Kind::Blank if matches!(self.pieces.last(), Some(Piece::Blank)) => {}
                Kind::Blank => self.pieces.push(Piece::Blank),
                _ => self.pieces.push(Piece::Line(at)),
            }
            at += run.len().max(1);
        }
        Ok(())
    }

    fn classify(&mut self, at: usize) -> Kind {
        match self.lines.get(at) {
            Some(line) => classify(line.trim_end(), self.allowance),
            None => Kind::Blank,
        }
    }

    /// The end of the comment block whose head is at a line. A head without an end before the next
    /// head is a comment of one line.
    fn comment_end(&self, head: usize) -> Option<usize> {
        let key = |line: &str| notes::key(line).map(|(key, _)| key);
        if key(self.lines[head]) != Some(Key::Comment) {
            return None;
        }
        let rest = self.lines[head + 1..].iter().enumerate();
        let (ahead, found) = rest
            .map(|(i, line)| (i, key(line)))
            .find(|(_, key)| matches!(key, Some(Key::Comment | Key::CommentEnd)))?;
        (found == Some(Key::CommentEnd)).then_some(head + 1 + ahead)
    }

    /// Decides what a run of lines that look like rows is.
    fn judge(&mut self, first: usize, run: &[Kind]) -> Result<(), FormatError> {
        if let Some(unreadable) = self.spoiled(first, run) {
            return self.push(Err(unreadable));
        }
        if run.iter().any(|kind| matches!(kind, Kind::Spoiled(..))) {
            self.push_text(first, run.len());
            return Ok(());
        }
        let mut start = 0;
        while start < run.len() {
            let end = self.board_end(first, run, start);
            match self.build(first + start, &run[start..end]) {
                Ok(Some(level)) => self.push(Ok(level))?,
                Ok(None) => self.push_text(first + start, end - start),
                Err(error) => self.push(Err(error.into()))?,
            }
            start = end;
        }
        Ok(())
    }

    /// The errors of a run with spoiled rows. One such row alone may be text.
    fn spoiled(&self, first: usize, run: &[Kind]) -> Option<Unreadable> {
        use FormatErrorKind::{BoardTooLarge, Text, TooMuch};
        let spoiled = run.iter().enumerate().filter_map(|(i, kind)| match kind {
            Kind::Spoiled(kind, column) => Some((i, kind, *column)),
            _ => None,
        });
        let (i, kind, _) = spoiled.clone().next()?;
        let sure = matches!(kind, BoardTooLarge | Text(_) | TooMuch)
            || self.lines[first + i].contains('|')
            || spoiled.clone().nth(1).is_some()
            || run.iter().enumerate().any(|(i, kind)| match kind {
                Kind::Row => self.lines[first + i].contains(['#', 'W']),
                Kind::RunLengths(rows) => rows.contains(['#', 'W']),
                _ => false,
            });
        // One tab says it for all rows.
        let mut tabs = 0;
        let spoiled = spoiled.filter(|(_, kind, _)| {
            tabs += usize::from(**kind == FormatErrorKind::Tab);
            **kind != FormatErrorKind::Tab || tabs == 1
        });
        let errors = spoiled.map(|(i, kind, column)| {
            FormatError::new(kind.clone(), (first + i) as u32 + 1, column as u32 + 1)
        });
        if sure { Unreadable::from_errors(errors) } else { None }
    }

    /// Where the board that begins at `start` ends. Several boards may follow each other without an
    /// empty line when each is a single line with `|`: such a line with a second player begins the
    /// next board.
    fn board_end(&self, first: usize, run: &[Kind], start: usize) -> usize {
        const PLAYERS: [char; 4] = ['@', '+', 'p', 'P'];
        let has_player = |i: usize| match &run[i] {
            Kind::RunLengths(rows) => rows.contains(PLAYERS),
            _ => self.lines[first + i].contains(PLAYERS),
        };
        let mut player = has_player(start);
        for (i, kind) in run.iter().enumerate().skip(start + 1) {
            let joined = matches!(kind, Kind::RunLengths(rows) if rows.contains('|'));
            if joined && player && has_player(i) {
                return i;
            }
            player |= has_player(i);
        }
        run.len()
    }

    /// The level of a run of rows; `None` when it shows no board.
    fn build(&mut self, first: usize, run: &[Kind]) -> Result<Option<Level>, FormatError> {
        let mut rows: Vec<&str> = Vec::new();
        let mut row_origins = Vec::new();
        let mut cells_are_characters = true;
        for (i, kind) in run.iter().enumerate() {
            let position = Position { line: (first + i) as u32 + 1, column: 1 };
            let text = match kind {
                Kind::RunLengths(text) => text,
                _ => self.lines[first + i],
            };
            cells_are_characters &= matches!(kind, Kind::Row);
            rows.extend(text.strip_suffix('|').unwrap_or(text).split('|').map(str::trim_end));
            row_origins.resize(rows.len(), position);
            if rows.len() > MAX_SIDE {
                return Err(FormatError { kind: FormatErrorKind::BoardTooLarge, position });
            }
        }
        let Some(grid) = grid(&rows, &row_origins, self.allowance)? else { return Ok(None) };
        Ok(Some(Level { row_origins, cells_are_characters, ..Level::from_grid(grid) }))
    }

    fn push(&mut self, entry: Result<Level, Unreadable>) -> Result<(), FormatError> {
        if self.entries.len() == MAX_LEVELS {
            let line = match &entry {
                Ok(level) => level.position(0, 0).line,
                Err(unreadable) => unreadable.errors[0].position.line,
            };
            return Err(FormatError::new(FormatErrorKind::TooManyLevels, line, 1));
        }
        self.pieces.push(Piece::Board);
        self.entries.push(entry);
        Ok(())
    }

    fn push_text(&mut self, first: usize, count: usize) {
        self.pieces.extend((first..first + count).map(Piece::Line));
    }
}

/// A grid from rows of tiles, `None` when they show no board. Used by all readers, so that all
/// agree on what a board is.
pub(super) fn grid(
    rows: &[&str],
    origins: &[Position],
    allowance: &mut Allowance,
) -> Result<Option<Grid>, FormatError> {
    let mut width = 0;
    for (row, origin) in rows.iter().zip(origins) {
        let length = row.chars().take(MAX_SIDE + 1).count();
        if length > MAX_SIDE {
            return Err(FormatError { kind: FormatErrorKind::BoardTooLarge, position: *origin });
        }
        width = width.max(length);
    }
    // Each row also costs its place in the text.
    if !allowance.charge(rows.len() * (width + size_of::<Position>())) {
        let position = origins.first().copied().unwrap_or(Position { line: 1, column: 1 });
        return Err(FormatError { kind: FormatErrorKind::TooMuch, position });
    }
    let Ok(mut grid) = Grid::new(width, rows.len()) else {
        let position = origins[MAX_SIDE];
        return Err(FormatError { kind: FormatErrorKind::BoardTooLarge, position });
    };
    for (row, text) in rows.iter().enumerate() {
        for (column, c) in text.chars().enumerate() {
            grid.set(row, column, tile(c).unwrap_or_default());
        }
    }
    Ok(is_board(&grid).then_some(grid))
}

/// Whether a grid shows a board rather than a separator or a frame.
pub(super) fn is_board(grid: &Grid) -> bool {
    let any = |test: fn(Tile) -> bool| grid.cells().any(|(_, _, tile)| test(tile));
    let (player, boxes) = (any(Tile::has_player), any(Tile::has_box));
    let wall = any(|tile| tile == Tile::Wall);
    wall && (player || boxes || any(Tile::has_goal)) || player && boxes
}
