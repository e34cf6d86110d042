//! Writes collections in the notations of their game.

use std::fmt;

use crate::{Collection, Entry, Game, Puzzle};

/// Why levels cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The game has no format of this name.
    NoFormat(String, Game),
    /// The format cannot hold a level; the sentence says what of it.
    NotHeld(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NoFormat(name, game) => {
                write!(f, "{name} is not a format of {}", game.name())
            }
            WriteError::NotHeld(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for WriteError {}

/// One notation, for help texts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FormatRow {
    /// What `--to` takes.
    pub name: &'static str,
    /// The game it is for.
    pub game: Game,
    /// What it is, in a few words.
    pub description: &'static str,
}

/// All notations that can be written.
pub fn formats() -> Vec<FormatRow> {
    let row = |game, name| FormatRow { name, game, description: description(game, name) };
    let sokoban = sokoban::format::Format::ALL.iter().map(|format| format.name());
    let unblock = unblock::format::Format::ALL.iter().map(|format| format.name());
    let sokoban = sokoban.chain([PDDL]).map(|name| row(Game::Sokoban, name));
    sokoban.chain(unblock.map(|name| row(Game::Unblock, name))).collect()
}

/// What a notation is.
fn description(game: Game, name: &str) -> &'static str {
    match (game, name) {
        (_, "text") => "a drawing in characters",
        (_, "svg") => "a picture",
        (Game::Sokoban, "xsb") => "boards with titles; no solutions",
        (Game::Sokoban, "sok") => "the files of Sokoban YASC, with solutions",
        (Game::Sokoban, "rle") => "as sok, each board on one line in run lengths",
        (Game::Sokoban, "slc") => "XML; no solutions",
        (Game::Sokoban, "json") => "our own JSON, with solutions",
        (Game::Sokoban, "boxoban") => "numbered boards of 10x10 as in Boxoban",
        (Game::Sokoban, PDDL) => "a domain and problems for planners",
        (Game::Unblock, "line") => "a board on a line: o empty, x wall, A red",
        (Game::Unblock, "table") => "as line, with moves, cluster, steps and title",
        (Game::Unblock, "classic") => "a board on a line: . empty, # wall, X red",
        (Game::Unblock, "grid") => "a line for each row: . empty, # wall, A red",
        (Game::Unblock, "course") => "size, pieces, rows with P red and K the exit",
        (Game::Unblock, "feup") => "CSV of numbers with a border (document feup)",
        (Game::Unblock, "matrix") => "numbers without a border: 0 empty, 1 red",
        (Game::Unblock, "cars") => "CSV, a line for each piece",
        (Game::Unblock, "json") => "JSON, a list of pieces",
        _ => "",
    }
}

/// The name of the notation of planners, which is no notation of collections: a domain and problems.
const PDDL: &str = "pddl";

/// A text for a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// The name of the file.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The files that planners read: `domain.pddl` (pushes cost 1, moves nothing), `domain-moves.pddl`
/// (both cost 1), and a problem for each level that is a puzzle.
///
/// # Errors
/// That the game has no such format, or that a level has no solution because of what lies beyond the player's reach: a
/// problem holds nothing of that, and would have one.
pub fn write_pddl(collection: &Collection) -> Result<Vec<NamedText>, WriteError> {
    use sokoban::format::pddl::{Cost, domain, problem};
    if collection.game != Game::Sokoban {
        return Err(WriteError::NoFormat(PDDL.to_owned(), collection.game));
    }
    let named = |name: &str, text| NamedText { name: name.to_owned(), text };
    let mut files = vec![
        named("domain.pddl", domain(Cost::Pushes)),
        named("domain-moves.pddl", domain(Cost::Moves)),
    ];
    for entry in &collection.entries {
        if let Ok(puzzle @ Puzzle::Sokoban(level)) = &entry.puzzle {
            if let Some(reason) = puzzle.impossible() {
                let index = entry.index;
                let text = format!("level {index} cannot be a problem for planners: {reason}");
                return Err(WriteError::NotHeld(text));
            }
            let number = entry.index.to_string();
            let title = entry.title.as_deref().unwrap_or(&number);
            let name = format!("problem-{:02}.pddl", entry.index);
            files.push(NamedText { name, text: problem(level.board(), title) });
        }
    }
    Ok(files)
}

/// Writes the readable levels of a collection.
///
/// # Errors
/// What the format cannot hold, or that the game has no such format.
pub fn write(collection: &Collection, format: &str) -> Result<String, WriteError> {
    let unknown = || WriteError::NoFormat(format.to_owned(), collection.game);
    if format == PDDL {
        // As one text: the domain of the competition, then the problems.
        let files = write_pddl(collection)?.into_iter();
        let files = files.filter(|file| file.name != "domain-moves.pddl");
        return Ok(files.map(|file| file.text).collect());
    }
    match collection.game {
        Game::Sokoban => {
            let format = sokoban::format::Format::from_name(format).ok_or_else(unknown)?;
            Ok(sokoban::format::write(&sokoban_collection(collection), format))
        }
        Game::Unblock => {
            let format = unblock::format::Format::from_name(format).ok_or_else(unknown)?;
            unblock::format::write(&unblock_collection(collection), format)
                .map_err(|error| WriteError::NotHeld(error.to_string()))
        }
    }
}

/// Writes one level.
///
/// # Errors
/// What the format cannot hold, or that the game has no such format.
pub fn write_level(puzzle: &Puzzle, format: &str) -> Result<String, WriteError> {
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
pub fn write_sokoban(levels: Vec<sokoban::Level>, format: &str) -> Result<String, WriteError> {
    let unknown = || WriteError::NoFormat(format.to_owned(), Game::Sokoban);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by random traces: what the player cannot reach is not in a problem, so a box there would be forgotten and
    /// the problem have a solution.
    #[test]
    fn planners_get_no_level_that_is_lost_beyond_the_players_reach() {
        for (level, reason) in [
            ("#######\n#.#   #\n##  @ #\n#    $#\n#######\n", "1 box but only 0 goals"),
            ("########\n#$#@$. #\n##   . #\n########\n", "the box at row 2, column 2 is off goal"),
        ] {
            let collection = crate::read(level.as_bytes()).unwrap();
            let refused = write(&collection, PDDL).unwrap_err().to_string();
            assert!(refused.contains("level 1") && refused.contains(reason), "{refused}");
        }
        // A box on a goal there changes nothing.
        let collection = crate::read(b"#######\n#*#@$.#\n#######\n").unwrap();
        assert!(write(&collection, PDDL).is_ok());
    }
}
