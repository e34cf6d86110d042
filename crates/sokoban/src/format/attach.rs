//! Gives the text between the boards to the levels and the collection it belongs to.
//!
//! # Titles and comments
//! - SOK: the last line of text before a board is its title when an empty line stands before it or
//!   it is the only line there. `Title:`, `Author:`, `Comment:` … `Comment-End:` belong to the
//!   board above, or to the board below when they touch only that one; before the first board they
//!   belong to the collection. `Collection:` names the collection. `::` lines are skipped.
//! - XSB: the first of the `;` lines before a board is its title, the others are comments. Groups
//!   further up are comments of the collection. Files that put titles under the boards are
//!   recognised by having none above the first and some under the last.
//!
//! # Solutions
//! `Solution…` and `Snapshot…` followed by lines of moves, and long bare lines of moves under a
//! board. What cannot be read there is only a warning: the level is still a level.

use ::text::MAX_LINE;

use super::limits::Allowance;
use super::notes::{self, Key, Section, clean_line, clean_title};
use super::text::Piece;
use super::{Collection, Unreadable, lurd};
use ::text::Position;

use crate::{Level, SavedGame};

/// A bare line of moves is taken for a solution from this length on; shorter ones may be words.
const BARE_MOVES: usize = 16;

/// What was read, and where the solutions in it begin.
pub(super) struct Parsed {
    pub(super) collection: Collection,
    /// Index of the entry and place of each solution, in the order of the file.
    pub(super) solutions: Vec<(usize, Position)>,
}

/// Attaches the text of a file to its levels.
pub(super) fn attach(
    lines: &[&str],
    pieces: &[Piece],
    entries: Vec<Result<Level, Unreadable>>,
    allowance: &mut Allowance,
) -> Parsed {
    let mut notes = Notes {
        lines,
        collection: Collection { entries, ..Collection::default() },
        solutions: Vec::new(),
        allowance,
        titles_below: false,
        notes_only_on_top: false,
    };
    notes.attach(pieces);
    Parsed { collection: notes.collection, solutions: notes.solutions }
}

/// The work at hand.
struct Notes<'a> {
    lines: &'a [&'a str],
    collection: Collection,
    solutions: Vec<(usize, Position)>,
    allowance: &'a mut Allowance,
    /// Titles stand under the boards.
    titles_below: bool,
    /// The only `;` lines between or above boards are those above the first.
    notes_only_on_top: bool,
}

/// The pieces between two boards.
struct Gap<'p> {
    pieces: &'p [Piece],
    previous: Option<usize>,
    next: Option<usize>,
}

/// A saved game of a level: its kind and its place among those of its kind.
type GameId = (Section, usize);

/// What a line of text belongs to.
#[derive(Clone, Copy)]
enum Owner {
    Collection,
    Level(usize),
    Game(usize, GameId),
}

impl<'a> Notes<'a> {
    fn attach(&mut self, pieces: &[Piece]) {
        let gaps: Vec<&[Piece]> = pieces.split(|piece| matches!(piece, Piece::Board)).collect();
        let has_notes = |gap: &&[Piece]| gap.iter().any(|&piece| self.semicolon(piece).is_some());
        let last = gaps.len() - 1;
        let titles_below = !has_notes(&gaps[0]) && has_notes(&gaps[last]);
        let notes_only_on_top = last > 1 && !gaps[1..last].iter().any(has_notes);
        self.titles_below = titles_below;
        self.notes_only_on_top = notes_only_on_top;
        for (i, pieces) in gaps.into_iter().enumerate() {
            let gap = Gap { pieces, previous: i.checked_sub(1), next: (i < last).then_some(i) };
            self.attach_gap(&gap);
        }
    }

    /// The text of a piece that is one line.
    fn line(&self, piece: Piece) -> Option<&'a str> {
        match piece {
            Piece::Line(at) => Some(self.lines[at].trim_end()),
            _ => None,
        }
    }

    fn semicolon(&self, piece: Piece) -> Option<&'a str> {
        self.line(piece).and_then(notes::semicolon)
    }

    fn level(&mut self, index: usize) -> Option<&mut Level> {
        self.collection.entries[index].as_mut().ok()
    }

    /// The title of an entry, whether it is a level or not.
    fn title(&mut self, index: usize) -> &mut Option<String> {
        match &mut self.collection.entries[index] {
            Ok(level) => &mut level.title,
            Err(unreadable) => &mut unreadable.title,
        }
    }

    fn attach_gap(&mut self, gap: &Gap<'_>) {
        let mut used = vec![false; gap.pieces.len()];
        let games = self.take_games(gap, &mut used);
        self.take_title(gap, &mut used);
        self.take_semicolons(gap, &mut used);
        self.take_rest(gap, &used, &games);
    }

    /// Solutions and snapshots of the board above. Returns where in the gap each one begins.
    fn take_games(&mut self, gap: &Gap<'_>, used: &mut [bool]) -> Vec<(usize, GameId)> {
        let mut games = Vec::new();
        let Some(level) = gap.previous else { return games };
        let mut at = 0;
        while at < gap.pieces.len() {
            let Some((section, title, first, inline)) = self.game_head(gap, at) else {
                at += 1;
                continue;
            };
            let is_moves = |i: usize| {
                let line = gap.pieces.get(i).and_then(|&piece| self.line(piece));
                line.is_some_and(|line| notes::is_moves(line) || line.trim() == "*")
            };
            let end = (first + 1..).find(|&i| !is_moves(i)).unwrap_or(first + 1);
            used[at..end].fill(true);
            let lines = (first, end);
            games.extend(
                self.take_game(gap, level, (section, title), lines, inline).map(|id| (at, id)),
            );
            at = end;
        }
        games
    }

    /// The head of a saved game at a piece: kind, title, the piece with the first moves, and, when
    /// head and moves share a line, the byte where the moves begin.
    fn game_head(
        &self,
        gap: &Gap<'_>,
        at: usize,
    ) -> Option<(Section, &'a str, usize, Option<usize>)> {
        let line = self.line(gap.pieces[at])?;
        if let Some((section, rest)) = notes::section(line) {
            if let Some(moves) = rest.strip_prefix(':')
                && notes::is_moves(moves)
            {
                return Some((section, "", at, Some(line.len() - moves.len())));
            }
            let blank = matches!(gap.pieces.get(at + 1), Some(Piece::Blank));
            let first = at + 1 + usize::from(blank);
            let moves = gap.pieces.get(first).and_then(|&piece| self.line(piece))?;
            let title = notes::section_title(rest);
            let is_moves = notes::is_moves(moves) || moves.trim() == "*";
            return is_moves.then_some((section, title, first, None));
        }
        let bare = line.len() >= BARE_MOVES && notes::is_moves(line);
        bare.then_some((Section::Solution, "", at, None))
    }

    /// Expands the moves of a game and keeps it; a fault in it is a warning.
    fn take_game(
        &mut self,
        gap: &Gap<'_>,
        level: usize,
        (section, title): (Section, &str),
        (first, end): (usize, usize),
        inline: Option<usize>,
    ) -> Option<GameId> {
        let Piece::Line(line) = gap.pieces[first] else { return None };
        let text = self.lines[line..line + end - first].join("\n");
        let skip = inline.unwrap_or(0);
        let column = text[..skip].chars().count() as u32 + 1;
        let position = Position { line: line as u32 + 1, column };
        let moves = match lurd::expand(&text[skip..], self.allowance, (position.line, column)) {
            Ok(moves) => moves,
            Err(error) => {
                self.collection.warnings.push(error);
                return None;
            }
        };
        let title = clean_title(title).unwrap_or_default();
        let games = games_of(self.level(level)?, section);
        games.push(SavedGame { title, moves, notes: Vec::new() });
        let id = (section, games.len() - 1);
        if section == Section::Solution {
            self.solutions.push((level, position));
        }
        Some(id)
    }

    /// The title line of the board below, as SOK has it.
    fn take_title(&mut self, gap: &Gap<'_>, used: &mut [bool]) {
        let Some(next) = gap.next else { return };
        let skipped = |piece: Piece| match piece {
            Piece::Blank => true,
            _ => self.line(piece).is_some_and(notes::is_remark),
        };
        let plain = |i: usize| {
            let line = self.line(gap.pieces[i]).filter(|_| !used[i])?;
            let text = notes::key(line).is_none()
                && notes::semicolon(line).is_none()
                && !notes::is_remark(line);
            text.then_some(line)
        };
        let Some(at) = (0..gap.pieces.len()).rev().find(|&i| !skipped(gap.pieces[i])) else {
            return;
        };
        let Some(line) = plain(at) else { return };
        let alone = (0..at).all(|i| plain(i).is_none());
        let after_blank = at > 0 && matches!(gap.pieces[at - 1], Piece::Blank);
        if !(alone || after_blank) || line.len() > MAX_LINE {
            return;
        }
        used[at] = true;
        *self.title(next) = clean_title(line);
    }

    /// The groups of `;` lines.
    fn take_semicolons(&mut self, gap: &Gap<'_>, used: &mut [bool]) {
        let mut groups = Vec::new();
        let mut at = 0;
        while at < gap.pieces.len() {
            let note = |i: &usize| self.semicolon(gap.pieces[*i]).is_some();
            let end = (at..gap.pieces.len()).find(|i| !note(i)).unwrap_or(gap.pieces.len());
            if end > at {
                groups.push((at, end));
                used[at..end].fill(true);
            }
            at = end.max(at + 1);
        }
        for (i, &(start, end)) in groups.iter().enumerate() {
            let touches_previous = start == 0;
            let touches_next = end == gap.pieces.len();
            let below = self.titles_below || touches_previous && !touches_next;
            let on_top = groups.len() == 1 && self.notes_only_on_top && !touches_next;
            let texts: Vec<&str> =
                gap.pieces[start..end].iter().filter_map(|&piece| self.semicolon(piece)).collect();
            match (gap.previous, gap.next) {
                (Some(previous), None) => self.give_title(previous, &texts),
                (Some(previous), _) if below => self.give_title(previous, &texts),
                (None, Some(_)) if on_top => self.give(Owner::Collection, &texts),
                (_, Some(next)) if i + 1 == groups.len() => self.give_title(next, &texts),
                (Some(previous), _) => self.give(Owner::Level(previous), &texts),
                (None, _) => self.give(Owner::Collection, &texts),
            }
        }
    }

    /// Gives a group of `;` lines to a level, the first line as its title. An empty first line
    /// means that there is no title.
    fn give_title(&mut self, level: usize, texts: &[&str]) {
        let first = texts.iter().position(|text| notes::key(text).is_none());
        for (i, text) in texts.iter().enumerate() {
            if Some(i) == first && self.title(level).is_none() {
                *self.title(level) = clean_title(text);
            } else {
                self.give(Owner::Level(level), &[text]);
            }
        }
    }

    /// Keys, comment blocks and loose text, paragraph by paragraph.
    fn take_rest(&mut self, gap: &Gap<'_>, used: &[bool], games: &[(usize, GameId)]) {
        let mut games = games.iter().peekable();
        let mut game = None;
        let blank = |i: &usize| matches!(gap.pieces[*i], Piece::Blank);
        let mut start = 0;
        while start < gap.pieces.len() {
            let end = (start..gap.pieces.len()).find(blank).unwrap_or(gap.pieces.len());
            let touches_previous = start == 0 && gap.previous.is_some();
            let touches_next = end == gap.pieces.len() && gap.next.is_some();
            let free = !used[start..end].iter().any(|&used| used);
            let below = touches_next && !touches_previous && free;
            for at in (start..end).filter(|&at| !used[at]) {
                while let Some(&(_, id)) = games.next_if(|(start, _)| *start <= at) {
                    game = Some(id);
                }
                let owner = self.owner(gap, at, below, game);
                self.give_piece(owner, gap.pieces[at]);
            }
            start = end + 1;
        }
    }

    /// What a piece that is not a title belongs to; `below` means that its paragraph touches only
    /// the board below.
    fn owner(&self, gap: &Gap<'_>, at: usize, below: bool, game: Option<GameId>) -> Owner {
        let special = match gap.pieces[at] {
            Piece::Comment(..) => true,
            piece => self.line(piece).is_some_and(|line| notes::key(line).is_some()),
        };
        match (gap.previous, gap.next) {
            (_, Some(next)) if special && below => Owner::Level(next),
            (Some(previous), _) => match game {
                Some(id) => Owner::Game(previous, id),
                None => Owner::Level(previous),
            },
            (None, Some(next)) if self.collection.entries.len() == 1 && self.is_title(gap, at) => {
                Owner::Level(next)
            }
            (None, _) => Owner::Collection,
        }
    }

    fn give_piece(&mut self, owner: Owner, piece: Piece) {
        match piece {
            Piece::Line(at) if !notes::is_remark(self.lines[at]) => {
                self.give(owner, &[self.lines[at].trim_end()]);
            }
            Piece::Comment(head, end) => self.give_comment(owner, head, end),
            _ => {}
        }
    }

    fn is_title(&self, gap: &Gap<'_>, at: usize) -> bool {
        let key = self.line(gap.pieces[at]).and_then(notes::key);
        matches!(key, Some((Key::Title, _)))
    }

    /// The lines of a comment block, including the text after `Comment:`.
    fn give_comment(&mut self, owner: Owner, head: usize, end: usize) {
        let inline = notes::key(self.lines[head]).and_then(|(_, value)| clean_title(value));
        let block = &self.lines[head + 1..end];
        let comments = inline
            .into_iter()
            .chain(block.iter().map(|line| clean_line(notes::unescape(line.trim_end()))));
        self.extend(owner, comments.collect());
    }

    /// Gives lines of text to their owner; a key fills its field if that is empty.
    fn give(&mut self, owner: Owner, texts: &[&str]) {
        for text in texts {
            let (key, value) = match notes::key(text) {
                Some((key, value)) => (Some(key), value),
                None => (None, *text),
            };
            if key == Some(Key::Comment) {
                self.extend(owner, clean_title(value).into_iter().collect());
            } else if !self.fill(owner, key, value) {
                self.extend(owner, vec![clean_line(notes::unescape(text))]);
            }
        }
    }

    /// Fills the field of a key; `false` when the text is to be kept as a comment.
    fn fill(&mut self, owner: Owner, key: Option<Key>, value: &str) -> bool {
        let field = match (key, owner) {
            (Some(Key::CommentEnd), _) => return true,
            (Some(Key::Collection), _) | (Some(Key::Title), Owner::Collection) => {
                Some(&mut self.collection.title)
            }
            (Some(Key::Author), Owner::Collection) => Some(&mut self.collection.author),
            (Some(Key::Title), Owner::Level(index) | Owner::Game(index, _)) => {
                Some(self.title(index))
            }
            (Some(Key::Author), Owner::Level(index) | Owner::Game(index, _)) => {
                self.level(index).map(|level| &mut level.author)
            }
            _ => None,
        };
        match field {
            Some(field) if field.is_none() => {
                *field = clean_title(value);
                true
            }
            _ => false,
        }
    }

    fn extend(&mut self, owner: Owner, comments: Vec<String>) {
        match owner {
            Owner::Collection => self.collection.comments.extend(comments),
            Owner::Level(index) => {
                if let Some(level) = self.level(index) {
                    level.comments.extend(comments);
                }
            }
            Owner::Game(index, (section, at)) => {
                if let Some(level) = self.level(index) {
                    games_of(level, section)[at].notes.extend(comments);
                }
            }
        }
    }
}

fn games_of(level: &mut Level, section: Section) -> &mut Vec<SavedGame> {
    match section {
        Section::Solution => &mut level.solutions,
        Section::Snapshot => &mut level.snapshots,
    }
}
