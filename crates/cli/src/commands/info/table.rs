//! Several levels as a table for people: a line each, within the width of the screen, the columns
//! aligned before the first level has been looked at.

use puzzle::{Game, Metric, Puzzle};

use super::Level;
use super::row::Row;
use crate::failure::printable;
use crate::layout::{GAP, cut, cut_front, left, right, width};

/// Columns for a count of moves, pushes or steps.
const COUNT: usize = 6;

/// The widest words for how hard a board is.
const RATING: usize = "intermediate".len();

/// The narrowest title: whatever remark there is stands here too.
const TITLE: usize = "(no solution)".len();

/// The narrowest name of a level of one of several files.
const NAME: usize = 12;

/// What the lines of a table have in common.
pub(super) struct Table {
    /// Whether levels are called by their files too.
    several: bool,
    name: usize,
    title: usize,
    size: usize,
    things: usize,
    /// The game of the last line.
    game: Option<Game>,
    begun: bool,
}

impl Table {
    /// A table of some of these levels for a screen of so many columns.
    pub(super) fn new(levels: &[Level<'_>], screen: usize) -> Table {
        let files = |(one, other): (&Level<'_>, &Level<'_>)| !std::ptr::eq(one.0, other.0);
        let several = levels.iter().zip(levels.iter().skip(1)).any(files);
        let (name, title, size, things) = ("level".len(), TITLE, "size".len(), "boxes".len());
        let mut table = Table { several, name, title, size, things, game: None, begun: false };
        let mut counts = 3 * COUNT + 2 * GAP.len();
        for &(loaded, entry) in levels {
            let title = entry.title.as_deref().unwrap_or_default();
            table.name = table.name.max(width(&table.name_of(loaded, entry)));
            table.title = table.title.max(width(&printable(title)));
            if let Ok(puzzle) = &entry.puzzle {
                let (size, things) = outline(puzzle);
                table.size = table.size.max(width(&size));
                table.things = table.things.max(width(&things));
            }
            if loaded.collection.game == Game::Unblock {
                table.things = table.things.max("pieces".len());
                counts = 2 * COUNT + 2 * GAP.len() + RATING;
            }
        }
        // Names give back what titles need, but not more than half of what there is.
        let rest = screen.saturating_sub(table.size + table.things + counts + 4 * GAP.len());
        let name = rest.div_ceil(2).max(rest.saturating_sub(table.title)).max(NAME);
        table.name = table.name.min(name);
        table.title = table.title.min(rest.saturating_sub(table.name).max("title".len()));
        table
    }

    /// Whether nothing has been printed yet.
    pub(super) fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }

    /// A row, with the headings before the first of a game.
    pub(super) fn line(&mut self, row: &Row<'_>) -> String {
        let game = row.loaded.collection.game;
        let mut text = String::new();
        if self.game != Some(game) {
            text += if self.game.is_some() { "\n" } else { "" };
            text += &self.headings(game);
            self.game = Some(game);
        }
        text + &self.cells(row, game)
    }

    fn headings(&self, game: Game) -> String {
        let (things, counts) = match game {
            Game::Sokoban => ("boxes", ["bound", "pushes", "moves"]),
            Game::Unblock => ("pieces", ["moves", "steps", "rating"]),
        };
        let counts = counts.map(str::to_owned);
        self.joined(game, "level".to_owned(), "title".to_owned(), ("size", things), counts)
    }

    fn cells(&self, row: &Row<'_>, game: Game) -> String {
        let count = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), figure);
        let fewest = |metric| count(row.fewest(metric));
        let counts = match game {
            Game::Sokoban => [count(row.bound()), fewest(Metric::Pushes), fewest(Metric::Moves)],
            Game::Unblock => {
                let rating = row.rating().map_or_else(|| "-".to_owned(), |it| it.word());
                [fewest(Metric::Moves), fewest(Metric::Steps), rating]
            }
        };
        let dash = || ("-".to_owned(), "-".to_owned());
        let (size, things) = row.entry.puzzle.as_ref().map_or_else(|_| dash(), outline);
        let name = cut_front(&self.name_of(row.loaded, row.entry), self.name);
        let title = printable(row.entry.title.as_deref().unwrap_or_default());
        let title = match row.remark() {
            None => cut(&title, self.title),
            Some(remark) => match self.title.saturating_sub(remark.len() + 1) {
                0 => cut(remark, self.title),
                room => format!("{} {remark}", cut(&title, room)).trim_start().to_owned(),
            },
        };
        self.joined(game, name, title, (&size, &things), counts)
    }

    fn joined(
        &self,
        game: Game,
        name: String,
        title: String,
        (size, things): (&str, &str),
        counts: [String; 3],
    ) -> String {
        let name = if self.several { left(&name, self.name) } else { right(&name, self.name) };
        let [one, two, three] = counts;
        let three = if game == Game::Unblock { three } else { right(&three, COUNT) };
        let cells = [
            name,
            left(&title, self.title),
            right(size, self.size),
            right(things, self.things),
            right(&one, COUNT),
            right(&two, COUNT),
            three,
        ];
        cells.join(GAP).trim_end().to_owned() + "\n"
    }

    /// The number of a level, and the file it is from where there are several.
    fn name_of(&self, loaded: &crate::loaded::Loaded, entry: &puzzle::Entry) -> String {
        match self.several {
            true => format!("{}:{}", loaded.name(), entry.index),
            false => entry.index.to_string(),
        }
    }
}

/// Width and height, and how many things can be moved.
fn outline(puzzle: &Puzzle) -> (String, String) {
    let (width, height, things) = match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let board = puzzle.board();
            (board.width(), board.height(), board.n_boxes())
        }
        Puzzle::Unblock(level) => {
            let board = &level.board;
            (board.width(), board.height(), board.pieces().len())
        }
    };
    (format!("{width}x{height}"), things.to_string())
}

/// A count that fits its column: millions are rounded.
fn figure(count: u64) -> String {
    match count {
        0..=999_999 => count.to_string(),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}
