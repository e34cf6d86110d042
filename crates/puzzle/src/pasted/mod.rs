//! Levels as people paste them: out of web pages, mail, source code, word processors, and our own drawings.
//!
//! A text is read as it stands first. Only when no puzzle is found in it, it is unwrapped, one wrapping after the
//! other, each on what the one before it has left, until there is a puzzle; so no text that can be read is read
//! differently. A wrapping is taken off only where it is plain to see: where all rows of a board have it, and where
//! characters of another alphabet can mean one board only. Tabs within a row are never expanded, because nobody knows
//! how wide they were.
//!
//! | wrapping | example |
//! |---|---|
//! | characters | full-width `＃`, wide and narrow blanks, characters without width |
//! | pages | `<pre>`, `<br>`, `&nbsp;`, `&#35;`; the levels that our pictures carry |
//! | quotes | `> ####`, `// ####` |
//! | line numbers | `1: ####`, `12 \| ####` |
//! | strings | `"####",`, `'#', '@'`, `"####\n#@.#\n"` |
//! | remarks | `#### // the door` |
//! | frames | `\|####\|` |
//! | drawings | `██[]··`, and the numbered boxes of the text console |
//! | alphabets | walls `X`, `p b o`, emoji, lines and blocks |
//! | gaps | an empty line after every row |
//! | seams | boards without an empty line between them |
//!
//! Faults and rows keep their places in the text as it came.

mod alphabet;
mod characters;
mod drawing;
mod frame;
mod gaps;
mod line_numbers;
mod page;
mod quote;
mod remark;
mod seams;
mod sheet;
mod strings;

use text::Position;

use self::sheet::Line;
use crate::{Collection, Entry, Fault, Puzzle};

/// Takes a wrapping off; `None` when there is none of its kind.
type Unwrap = for<'a> fn(&[Line<'a>]) -> Option<Vec<Line<'a>>>;

/// All wrappings, from the outside to the inside.
const WRAPPINGS: [Unwrap; 11] = [
    characters::unwrap,
    page::unwrap,
    quote::unwrap,
    line_numbers::unwrap,
    strings::unwrap,
    remark::unwrap,
    frame::unwrap,
    drawing::unwrap,
    alphabet::unwrap,
    gaps::unwrap,
    seams::unwrap,
];

/// The most lines that are unwrapped; each is kept with its place.
const MAX_LINES: usize = 1 << 19;

/// The places of characters and of pages among the wrappings.
const CHARACTERS: usize = 0;
const PAGES: usize = 1;

/// Reads a text as it stands, or else without its wrappings.
pub(crate) fn read(
    text: &str,
    plain: impl Fn(&str) -> Result<Collection, Fault>,
) -> Result<Collection, Fault> {
    let best = plain(text);
    // What a picture carries is marked up, and may look like a board all the same.
    let picture = text.trim_start().starts_with("<svg");
    let found = if picture { Found::Nothing } else { Found::of(&best) };
    let mut search = Search { plain, best, found };
    if search.found == Found::Puzzle || text::split(text).take(MAX_LINES + 1).count() > MAX_LINES {
        return search.best;
    }
    let lines = || text::split(text).zip(1..).map(|(text, number)| Line::new(text, number));
    // The characters of a picture are right: a wide `＜` in a title is no tag.
    let was_page = search.take_off(lines().collect(), |it| !(picture && it == CHARACTERS));
    // In a title `</p` may be no tag: it would hide everything up to the next `>`.
    if was_page && !picture && search.found != Found::Puzzle {
        search.take_off(lines().collect(), |it| it != PAGES);
    }
    search.best
}

/// What was found so far, below which wrappings.
struct Search<P> {
    plain: P,
    best: Result<Collection, Fault>,
    found: Found,
}

impl<P: Fn(&str) -> Result<Collection, Fault>> Search<P> {
    /// Takes off wrappings until there is a puzzle; says whether the text was a page.
    fn take_off(&mut self, mut lines: Vec<Line<'_>>, wanted: impl Fn(usize) -> bool) -> bool {
        let mut was_page = false;
        for (wrapping, unwrap) in WRAPPINGS.iter().enumerate().filter(|(at, _)| wanted(*at)) {
            let Some(inner) = unwrap(&lines) else { continue };
            was_page |= wrapping == PAGES;
            lines = inner;
            if lines.len() > MAX_LINES {
                break;
            }
            let read = (self.plain)(&sheet::joined(&lines));
            let here = Found::of(&read);
            if here > self.found {
                self.found = here;
                self.best = read.map(|collection| placed(collection, &lines));
            }
            if self.found == Found::Puzzle {
                break;
            }
        }
        was_page
    }
}

/// What was found in a text, the better the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Nothing,
    /// Something that looks like a board.
    Faults,
    /// A board that is not a puzzle.
    Board,
    Puzzle,
}

impl Found {
    fn of(read: &Result<Collection, Fault>) -> Found {
        let Ok(collection) = read else { return Found::Nothing };
        let any = |test: fn(&Entry) -> bool| collection.entries.iter().any(test);
        let spoiled = |entry: &Entry| entry.faults().iter().all(|it| it.code != "unrecognised");
        if any(|entry| entry.puzzle.is_ok()) {
            Found::Puzzle
        } else if any(Entry::is_readable) {
            Found::Board
        } else if !collection.entries.is_empty() && collection.entries.iter().all(spoiled) {
            Found::Faults
        } else {
            Found::Nothing
        }
    }
}

/// The collection with all places as they are in the text the lines come from.
fn placed(mut collection: Collection, lines: &[Line<'_>]) -> Collection {
    let place = |fault: &mut Fault| {
        let Position { line, column } =
            sheet::origin(lines, Position { line: fault.line, column: fault.column });
        (fault.line, fault.column) = (line, column);
    };
    let rows = |level: &mut sokoban::Level| {
        let straight = |&origin: &Position| sheet::is_straight(lines, origin);
        level.cells_are_characters &= level.row_origins.iter().all(straight);
        level.row_origins.iter_mut().for_each(|it| *it = sheet::origin(lines, *it));
    };
    collection.warnings.iter_mut().for_each(place);
    for entry in &mut collection.entries {
        match &mut entry.puzzle {
            Ok(Puzzle::Sokoban(puzzle)) => rows(puzzle.level_mut()),
            Ok(Puzzle::Unblock(level)) => level.position = sheet::origin(lines, level.position),
            Err(refused) => {
                refused.faults.iter_mut().for_each(place);
                if let Some(level) = refused.level.as_deref_mut() {
                    rows(level);
                }
            }
        }
    }
    collection
}

/// Whether a character may stand in a row of a Sokoban board in the alphabets that are read as they are.
fn is_tile(c: char) -> bool {
    "#@$.*+ -_pPbBW\u{a0}".contains(c)
}

/// Whether a line can be a row: tiles, with a wall among them.
fn is_row(line: &str) -> bool {
    let line = line.trim_end();
    line.len() <= 4 * sokoban::MAX_SIDE && line.contains(['#', 'W']) && line.chars().all(is_tile)
}

/// Whether rows are a puzzle.
fn is_puzzle(rows: &[impl AsRef<str>]) -> bool {
    rows.len() <= sokoban::MAX_SIDE
        && sokoban::Level::from_rows(rows).is_ok_and(|level| sokoban::Board::new(&level).is_ok())
}

/// The runs of neighbouring lines that all pass a test, as ranges.
fn runs<'a>(lines: &[Line<'a>], test: impl Fn(&Line<'a>) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !test(line) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
