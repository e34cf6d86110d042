//! Collections of either game. The game is recognised from the content.

use std::fmt;

/// The two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Push boxes onto goals.
    Sokoban,
    /// Slide pieces until the red one is out.
    Unblock,
}

impl Game {
    /// The word used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Sokoban => "sokoban",
            Game::Unblock => "unblock",
        }
    }
}

/// A level of either game.
#[derive(Clone, Debug)]
pub enum Puzzle {
    /// Not judged yet: its faults are found when it is run.
    Sokoban(sokoban::Level),
    /// Judged when it was read.
    Unblock(unblock::Level),
}

impl Puzzle {
    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            Puzzle::Sokoban(_) => Game::Sokoban,
            Puzzle::Unblock(_) => Game::Unblock,
        }
    }
}

/// Something wrong in a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// One level of a collection, or why it cannot be read.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Number in its file, from 1.
    pub index: usize,
    /// Title, when there is one.
    pub title: Option<String>,
    /// The level.
    pub puzzle: Result<Puzzle, Fault>,
}

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The game all its levels are of.
    pub game: Game,
    /// Title, when there is one.
    pub title: Option<String>,
    /// Author, when there is one.
    pub author: Option<String>,
    /// Comment lines.
    pub comments: Vec<String>,
    /// The levels.
    pub entries: Vec<Entry>,
    /// What could not be read although the levels could (a solution with a fault in it).
    pub warnings: Vec<Fault>,
}

/// Reads a collection in any notation of either game.
pub fn read(bytes: &[u8]) -> Result<Collection, Fault> {
    if unblock::format::looks_like_unblock(bytes) {
        read_unblock(bytes)
    } else {
        read_sokoban(bytes)
    }
}

fn read_sokoban(bytes: &[u8]) -> Result<Collection, Fault> {
    let collection = sokoban::format::read(bytes).map_err(|error| sokoban_fault(&error))?;
    let entries = collection.entries.into_iter().enumerate().map(|(i, entry)| Entry {
        index: i + 1,
        title: entry.as_ref().ok().and_then(|level| level.title.clone()),
        puzzle: entry.map(Puzzle::Sokoban).map_err(|error| sokoban_fault(&error)),
    });
    Ok(Collection {
        game: Game::Sokoban,
        title: collection.title,
        author: collection.author,
        comments: collection.comments,
        entries: entries.collect(),
        warnings: collection.warnings.iter().map(sokoban_fault).collect(),
    })
}

fn read_unblock(bytes: &[u8]) -> Result<Collection, Fault> {
    let collection = unblock::format::read(bytes).map_err(|error| unblock_fault(&error))?;
    let entries = collection.entries.into_iter().enumerate().map(|(i, entry)| Entry {
        index: i + 1,
        title: entry.as_ref().ok().and_then(|level| level.title.clone()),
        puzzle: entry.map(Puzzle::Unblock).map_err(|error| unblock_fault(&error)),
    });
    Ok(Collection {
        game: Game::Unblock,
        title: collection.title,
        author: None,
        comments: collection.comments,
        entries: entries.collect(),
        warnings: Vec::new(),
    })
}

fn sokoban_fault(error: &sokoban::format::FormatError) -> Fault {
    let sokoban::Position { line, column } = error.position;
    Fault { message: error.kind.to_string(), line, column }
}

fn unblock_fault(error: &unblock::format::FormatError) -> Fault {
    let unblock::Position { line, column } = error.position;
    Fault { message: error.kind.to_string(), line, column }
}
