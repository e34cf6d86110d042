//! Writes collections in the notations of their game.

use crate::{Collection, Entry, Game, Puzzle};

/// One notation, for help texts.
#[derive(Clone, Debug)]
pub struct FormatRow {
    /// What `--to` takes.
    pub name: &'static str,
    /// The game it is for.
    pub game: Game,
}

/// All notations that can be written.
pub fn formats() -> Vec<FormatRow> {
    let sokoban = sokoban::format::Format::ALL.iter();
    let unblock = unblock::format::Format::ALL.iter();
    sokoban
        .map(|format| FormatRow { name: format.name(), game: Game::Sokoban })
        .chain(unblock.map(|format| FormatRow { name: format.name(), game: Game::Unblock }))
        .collect()
}

/// Writes the readable levels of a collection. The error says what the format cannot hold, or that
/// the game has no such format.
pub fn write(collection: &Collection, format: &str) -> Result<String, String> {
    let unknown = || format!("{format} is not a format of {}", collection.game.name());
    match collection.game {
        Game::Sokoban => {
            let format = sokoban::format::Format::from_name(format).ok_or_else(unknown)?;
            Ok(sokoban::format::write(&sokoban_collection(collection), format))
        }
        Game::Unblock => {
            let format = unblock::format::Format::from_name(format).ok_or_else(unknown)?;
            unblock::format::write(&unblock_collection(collection), format)
                .map_err(|error| error.to_string())
        }
    }
}

/// Writes one level.
///
/// # Errors
/// What the format cannot hold, or that the game has no such format.
pub fn write_level(puzzle: &Puzzle, format: &str) -> Result<String, String> {
    let entry = Entry { index: 1, title: None, puzzle: Ok(puzzle.clone()) };
    let collection = Collection {
        game: puzzle.game(),
        title: None,
        author: None,
        comments: Vec::new(),
        entries: vec![entry],
        warnings: Vec::new(),
    };
    write(&collection, format)
}

/// Writes Sokoban levels as one collection, be they puzzles or not.
///
/// # Errors
/// That Sokoban has no such format.
pub fn write_sokoban(levels: Vec<sokoban::Level>, format: &str) -> Result<String, String> {
    let unknown = || format!("{format} is not a format of sokoban");
    let format = sokoban::format::Format::from_name(format).ok_or_else(unknown)?;
    Ok(sokoban::format::write(&sokoban::format::Collection::from_levels(levels), format))
}

fn sokoban_collection(collection: &Collection) -> sokoban::format::Collection {
    let levels = collection.entries.iter().filter_map(|entry| entry.sokoban_level().cloned());
    sokoban::format::Collection {
        title: collection.title.clone(),
        author: collection.author.clone(),
        comments: collection.comments.clone(),
        ..sokoban::format::Collection::from_levels(levels.collect())
    }
}

fn unblock_collection(collection: &Collection) -> unblock::format::Collection {
    let levels = collection.entries.iter().filter_map(|entry| match &entry.puzzle {
        Ok(Puzzle::Unblock(level)) => Some(level.clone()),
        _ => None,
    });
    unblock::format::Collection {
        title: collection.title.clone(),
        comments: collection.comments.clone(),
        entries: levels.map(Ok).collect(),
    }
}
