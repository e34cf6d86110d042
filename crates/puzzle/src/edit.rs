//! Writes solutions into the text of a Sokoban level file and leaves everything else in it as it is: other levels,
//! comments, line ends and encoding.
//!
//! Lines are only ever inserted, below a board and what belongs to it. Where that is depends on the notation, so the
//! new text is read again: if anything but the new solutions has changed, the next place is tried, and if none is
//! left the file cannot be edited.

use std::fmt;

use crate::collection::read_as_it_stands;
use crate::{Collection, Entry, Game, read};

/// A solution for a level of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// Number of the level in the file, from 1.
    pub level: usize,
    /// What stands behind `Solution`.
    pub title: String,
    /// The moves.
    pub moves: String,
}

/// Why a text cannot be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// It holds no Sokoban levels, or not the levels that were named.
    NoLevels,
    /// The notation has no room for solutions: a reader would misunderstand the levels.
    NoRoom,
    /// The levels stand in a text of another kind: a page, a mail, source code, a drawing.
    Wrapped,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditError::NoLevels => "it does not hold these levels",
            EditError::NoRoom => "its notation has no room for solutions",
            EditError::Wrapped => {
                "its levels stand in a page, a mail, source code or a drawing, which has no room for solutions"
            }
        })
    }
}

impl std::error::Error for EditError {}

/// The same file with solutions, at most one for a level. One that is there already is not written twice.
///
/// # Errors
/// If the file cannot be edited.
pub fn add_solutions(bytes: &[u8], additions: &[Addition]) -> Result<Vec<u8>, EditError> {
    let puzzle = |it: &Collection| it.entries.iter().any(|entry| entry.puzzle.is_ok());
    let whole = read(bytes).map_err(|_| EditError::NoLevels)?;
    let old = read_as_it_stands(bytes).ok().filter(|old| puzzle(old) || !puzzle(&whole));
    let old = old.ok_or(EditError::Wrapped)?;
    let sheet = Sheet::new(bytes).ok_or(EditError::NoRoom)?;
    let mut edits = Vec::new();
    for addition in additions {
        let entry = addition.level.checked_sub(1).and_then(|at| old.entries.get(at));
        let level = entry.and_then(Entry::sokoban_level).ok_or(EditError::NoLevels)?;
        if level.solutions.iter().all(|known| known.moves != addition.moves) {
            let places = places(&old, &sheet, addition.level - 1).ok_or(EditError::NoRoom)?;
            edits.push(Edit { addition, places });
        }
    }
    edits.sort_by_key(|edit| edit.addition.level);
    loop {
        let new = sheet.with(&edits);
        let wrong = misread(&old, read_as_it_stands(&new).ok().as_ref(), &edits);
        if wrong.is_empty() {
            return Ok(new);
        }
        for at in wrong {
            let places = &mut edits[at].places;
            if places.len() == 1 {
                return Err(EditError::NoRoom);
            }
            places.remove(0);
        }
    }
}

/// An addition and where it may go: the number of lines before it, the best place first.
struct Edit<'a> {
    addition: &'a Addition,
    places: Vec<usize>,
}

/// How wide a character is in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Byte,
    Little,
    Big,
}

/// A file in lines.
struct Sheet<'a> {
    bytes: &'a [u8],
    unit: Unit,
    /// The lines without their ends.
    lines: Vec<String>,
    /// Where each line ends in the bytes, its end included.
    ends: Vec<usize>,
    /// How lines end here.
    newline: &'static str,
}

impl<'a> Sheet<'a> {
    fn new(bytes: &'a [u8]) -> Option<Sheet<'a>> {
        let text = text::decode(bytes).ok()?;
        let unit = match bytes {
            [0xff, 0xfe, ..] => Unit::Little,
            [0xfe, 0xff, ..] => Unit::Big,
            _ => Unit::Byte,
        };
        let lines: Vec<String> = text::split(&text).map(str::to_owned).collect();
        let newline = match (text.contains("\r\n"), text.contains('\n')) {
            (true, _) => "\r\n",
            (false, false) if text.contains('\r') => "\r",
            _ => "\n",
        };
        let ends = ends(bytes, unit);
        (ends.len() == lines.len()).then_some(Sheet { bytes, unit, lines, ends, newline })
    }

    /// Whether there is nothing on a line, counted from 1, or no such line.
    fn is_blank(&self, line: usize) -> bool {
        self.lines.get(line - 1).is_none_or(|line| line.trim().is_empty())
    }

    /// The file with the additions at their first places.
    fn with(&self, edits: &[Edit<'_>]) -> Vec<u8> {
        let mut new = Vec::with_capacity(self.bytes.len() + 256 * edits.len());
        let mut done = 0;
        for Edit { addition, places } in edits {
            let end = self.ends[places[0] - 1];
            new.extend(&self.bytes[done..end]);
            new.extend(self.block(addition, places[0]));
            done = end;
        }
        new.extend(&self.bytes[done..]);
        new
    }

    /// The lines of an addition that comes after so many lines.
    fn block(&self, addition: &Addition, after: usize) -> Vec<u8> {
        let game = sokoban::SavedGame {
            title: addition.title.clone(),
            moves: addition.moves.clone(),
            notes: Vec::new(),
        };
        let last = after == self.lines.len();
        let open = last && !self.ends_with_newline();
        let before = if open { "\n\n" } else { "\n" };
        let after = if last || self.is_blank(after + 1) { "" } else { "\n" };
        let text = format!("{before}{}{after}", sokoban::format::write_solution(&game));
        let text = text.replace('\n', self.newline);
        match self.unit {
            Unit::Byte => text.into_bytes(),
            Unit::Little => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Unit::Big => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }

    fn ends_with_newline(&self) -> bool {
        let last = units(self.bytes, self.unit).last();
        last.is_some_and(|(_, unit)| unit == u16::from(b'\n') || unit == u16::from(b'\r'))
    }
}

/// The characters of a file as far as they matter here, each with where it ends.
fn units(bytes: &[u8], unit: Unit) -> impl Iterator<Item = (usize, u16)> {
    let width = if unit == Unit::Byte { 1 } else { 2 };
    bytes.chunks_exact(width).enumerate().map(move |(i, chunk)| {
        let value = match (unit, chunk) {
            (Unit::Little, &[low, high]) => u16::from_le_bytes([low, high]),
            (Unit::Big, &[high, low]) => u16::from_be_bytes([high, low]),
            _ => u16::from(chunk[0]),
        };
        ((i + 1) * width, value)
    })
}

/// Where each line ends, its end included.
fn ends(bytes: &[u8], unit: Unit) -> Vec<usize> {
    let (lf, cr) = (u16::from(b'\n'), u16::from(b'\r'));
    let mut ends = Vec::new();
    let mut units = units(bytes, unit).peekable();
    let mut open = false;
    while let Some((end, value)) = units.next() {
        // The mark of the encoding is no part of the first line.
        let mark = end == 2 && unit != Unit::Byte;
        open |= !mark;
        if value == lf || value == cr && units.peek().is_none_or(|&(_, next)| next != lf) {
            ends.push(end);
            open = false;
        }
    }
    if open {
        ends.push(bytes.len());
    }
    ends
}

/// Where a solution of an entry may go: behind what belongs to its board, then behind every other paragraph before
/// the next board, and at last directly below the board.
fn places(old: &Collection, sheet: &Sheet<'_>, entry: usize) -> Option<Vec<usize>> {
    let origins = &old.entries[entry].sokoban_level()?.row_origins;
    let board = origins.last()?.line as usize;
    let next = old.entries.get(entry + 1).and_then(first_line);
    let next = next.unwrap_or(sheet.lines.len() + 1);
    if board > sheet.lines.len() || next <= board {
        return None;
    }
    // The last lines of the paragraphs between the boards, and how many of these belong to this board.
    let (mut paragraphs, mut own) = (Vec::new(), 0);
    for line in board + 1..next {
        let begins = !sheet.is_blank(line) && (line == board + 1 || sheet.is_blank(line - 1));
        if begins {
            paragraphs.push(line);
            let first = line == board + 1;
            own = if first || is_game(&sheet.lines[line - 1]) { paragraphs.len() } else { own };
        } else if !sheet.is_blank(line) {
            *paragraphs.last_mut()? = line;
        }
    }
    own = if next > sheet.lines.len() { paragraphs.len() } else { own };
    let order = [own].into_iter().chain((0..=paragraphs.len()).rev().filter(|&at| at != own));
    Some(order.map(|at| at.checked_sub(1).map_or(board, |at| paragraphs[at])).collect())
}

/// Whether a paragraph that begins with this line is a saved game.
fn is_game(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let moves = |c: char| "udlr0123456789()*[]{} ".contains(c);
    line.starts_with("solution") || line.starts_with("snapshot") || line.chars().all(moves)
}

/// The line on which an entry begins, as far as that is known.
fn first_line(entry: &Entry) -> Option<usize> {
    let own = entry.sokoban_level().and_then(|level| level.row_origins.first());
    let faults = entry.faults().iter().map(|fault| fault.line as usize);
    own.map(|origin| origin.line as usize).or_else(|| faults.min())
}

/// Which edits have changed more than they should; none when the new text says what the old one says, and the
/// additions.
fn misread(old: &Collection, new: Option<&Collection>, edits: &[Edit<'_>]) -> Vec<usize> {
    let all = || (0..edits.len()).collect();
    let Some(new) = new else { return all() };
    let about = |it: &Collection| {
        (it.game == Game::Sokoban, it.entries.len(), it.warnings.len(), it.title.clone())
    };
    if about(old) != about(new) || (&old.author, &old.comments) != (&new.author, &new.comments) {
        return all();
    }
    let mut wrong = Vec::new();
    for (at, (before, after)) in old.entries.iter().zip(&new.entries).enumerate() {
        let of = |level: usize| edits.binary_search_by_key(&level, |it| it.addition.level).ok();
        let (own, above) = (of(at + 1), of(at));
        let culprit = match compare(before, after, own.map(|own| edits[own].addition)) {
            Change::None => continue,
            Change::Notes => above.or(own),
            Change::Games => own.or(above),
        };
        match culprit {
            Some(culprit) if !wrong.contains(&culprit) => wrong.push(culprit),
            Some(_) => {}
            None => return all(),
        }
    }
    wrong
}

/// What is different besides the addition.
enum Change {
    None,
    /// What stands above the board.
    Notes,
    /// What stands below it.
    Games,
}

fn compare(before: &Entry, after: &Entry, addition: Option<&Addition>) -> Change {
    let (old, new) = match (before.sokoban_level(), after.sokoban_level()) {
        (None, None) if before.title == after.title => return Change::None,
        (Some(old), Some(new)) => (old, new),
        _ => return Change::Notes,
    };
    let mut games: Vec<_> = new.solutions.iter().collect();
    if let Some(Addition { title, moves, .. }) = addition {
        let added = games.iter().position(|it| it.moves == *moves && it.title == *title);
        match added.map(|added| games.remove(added)) {
            Some(added) if added.notes.is_empty() => {}
            _ => return Change::Games,
        }
    }
    let same_games = games.into_iter().eq(&old.solutions) && old.snapshots == new.snapshots;
    let same_notes =
        old.title == new.title && old.author == new.author && before.title == after.title;
    let codes = |it: &Entry| it.faults().iter().map(|fault| fault.code).collect::<Vec<_>>();
    let same_board = old.grid == new.grid && codes(before) == codes(after);
    match (same_board && same_games, same_notes && old.comments == new.comments) {
        (true, true) => Change::None,
        (true, false) => Change::Notes,
        (false, _) => Change::Games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addition(level: usize, moves: &str) -> Addition {
        Addition { level, title: "Banto, test".to_owned(), moves: moves.to_owned() }
    }

    fn edited(text: &str, additions: &[Addition]) -> String {
        String::from_utf8(add_solutions(text.as_bytes(), additions).unwrap()).unwrap()
    }

    #[test]
    fn a_solution_stands_below_its_level_and_nothing_else_moves() {
        let text = "Set of mine\n\nComment:\nabout all\n\nof them\nComment-End:\n\nOne\n\n#####\n#@$.#\n#####\nAuthor: Ann\nComment:\nsaid\n\nof it\nComment-End:\n\nTwo\n\n######\n#@ $.#\n######\n\nSolution (Bob)\nrR\n\nThree\n\n#######\n#@  $.#\n#######";
        let new = edited(text, &[addition(3, "rrR"), addition(1, "R"), addition(2, "rlrR")]);
        let expected = text
            .replace("of it\nComment-End:\n", "of it\nComment-End:\n\nSolution (Banto, test)\nR\n")
            .replace("rR\n\nThree", "rR\n\nSolution (Banto, test)\nrlrR\n\nThree");
        assert_eq!(new, format!("{expected}\n\nSolution (Banto, test)\nrrR\n"));
        // What is there already is not written again.
        let again = [addition(1, "R"), addition(2, "rR"), addition(3, "rrR")];
        assert_eq!(edited(&new, &again), new);
        assert_eq!(edited(text, &[]), text);
    }

    #[test]
    fn notes_above_and_below_boards_stay_where_they_belong() {
        let above = "; One\n; by Ann\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";
        let new = edited(above, &[addition(1, "R"), addition(2, "rR")]);
        assert!(new.contains("#####\n\nSolution (Banto, test)\nR\n\n; Two\n"), "{new}");
        let below = "#####\n#@$.#\n#####\n; One\n\n######\n#@ $.#\n######\n; Two\n";
        let new = edited(below, &[addition(1, "R"), addition(2, "rR")]);
        assert!(new.contains("; One\n\nSolution (Banto, test)\nR\n"), "{new}");
        let spoiled = "#####\n#x@y#\n#z$.#\n#####\n\nTwo\n\n######\n#@ $.#\n######\n";
        let new = edited(spoiled, &[addition(2, "rR")]);
        assert!(new.starts_with(spoiled) && new.ends_with("rR\n"), "{new}");
    }

    #[test]
    fn line_ends_and_encodings_are_kept() {
        let text = "J\u{f6}rg\n\n#####\n#@$.#\n#####\n\nZwei\n\n######\n#@ $.#\n######\n";
        for newline in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', newline);
            let wide =
                |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
            let latin = text.chars().map(|c| c as u8).collect();
            let little = [&[0xff, 0xfe][..], &wide(u16::to_le_bytes)].concat();
            let big = [&[0xfe, 0xff][..], &wide(u16::to_be_bytes)].concat();
            let marked = [&[0xef, 0xbb, 0xbf][..], text.as_bytes()].concat();
            for bytes in [text.clone().into_bytes(), latin, little, big, marked] {
                let new = add_solutions(&bytes, &[addition(1, "R"), addition(2, "rR")]).unwrap();
                let added = "\nSolution (Banto, test)\nR\n\nZwei".replace('\n', newline);
                let decoded = text::decode(&new).unwrap();
                assert!(decoded.contains(&added), "{decoded:?}");
                assert_eq!(decoded.matches(newline).count(), text.matches(newline).count() + 6);
                // All bytes of the old file are there, in their order.
                let mut rest = new.iter();
                assert!(bytes.iter().all(|byte| rest.any(|it| it == byte)), "{newline:?}");
            }
        }
    }

    #[test]
    fn what_has_no_room_for_solutions_is_refused() {
        let json = "{\"levels\": [{\"board\": [\"#####\", \"#@$.#\", \"#####\"]}]}";
        assert_eq!(add_solutions(json.as_bytes(), &[addition(1, "R")]), Err(EditError::NoRoom));
        let unblock = "AAB\n..B\n...\n";
        assert_eq!(
            add_solutions(unblock.as_bytes(), &[addition(1, "R")]),
            Err(EditError::NoLevels)
        );
        let one = "#####\n#@$.#\n#####\n";
        assert_eq!(add_solutions(one.as_bytes(), &[addition(2, "R")]), Err(EditError::NoLevels));
    }
}
