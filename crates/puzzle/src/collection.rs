//! Collections of either game. The game is recognised from the content, and every level is judged
//! here, once: what comes out is a puzzle or the list of all its faults.

use crate::fault::Refused;
use crate::{Fault, pasted};

/// The two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// A judged level of either game.
#[derive(Clone, Debug)]
pub enum Puzzle {
    /// A level with its board.
    Sokoban(Box<SokobanPuzzle>),
    /// A level, which holds its board itself.
    Unblock(unblock::Level),
}

impl Puzzle {
    /// Judges a Sokoban level.
    ///
    /// # Errors
    /// All faults of a level that is not a puzzle, and the level.
    pub fn sokoban(level: sokoban::Level) -> Result<Puzzle, Refused> {
        SokobanPuzzle::new(level).map(|puzzle| Puzzle::Sokoban(Box::new(puzzle)))
    }

    /// Judges an Unblock board given as pieces.
    ///
    /// # Errors
    /// All faults of a board that is not a puzzle.
    pub fn from_layout(layout: &unblock::Layout) -> Result<Puzzle, Refused> {
        let board = unblock::Board::new(layout)
            .map_err(|error| Refused { faults: Fault::of_layout(&error), level: None })?;
        Ok(Puzzle::Unblock(unblock::Level::from_board(board)))
    }

    /// Gives it another title.
    pub fn set_title(&mut self, title: String) {
        match self {
            Puzzle::Sokoban(puzzle) => puzzle.level.title = Some(title),
            Puzzle::Unblock(level) => level.title = Some(title),
        }
    }

    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            Puzzle::Sokoban(_) => Game::Sokoban,
            Puzzle::Unblock(_) => Game::Unblock,
        }
    }
}

/// A Sokoban level together with the board it was judged to be.
#[derive(Clone, Debug)]
pub struct SokobanPuzzle {
    level: sokoban::Level,
    board: sokoban::Board,
}

impl SokobanPuzzle {
    /// Judges a level.
    ///
    /// # Errors
    /// All faults of a level that is not a puzzle, and the level.
    pub fn new(level: sokoban::Level) -> Result<SokobanPuzzle, Refused> {
        match sokoban::Board::new(&level) {
            Ok(board) => Ok(SokobanPuzzle { level, board }),
            Err(error) => {
                let faults = error.faults.iter().take(text::MAX_ERRORS);
                let faults = faults.map(Fault::from).collect();
                Err(Refused { faults, level: Some(Box::new(level)) })
            }
        }
    }

    /// What its author drew and said.
    pub fn level(&self) -> &sokoban::Level {
        &self.level
    }

    /// The same, for whoever knows better where it stands in its text. The tiles must stay as they are.
    pub(crate) fn level_mut(&mut self) -> &mut sokoban::Level {
        &mut self.level
    }

    /// Its board.
    pub fn board(&self) -> &sokoban::Board {
        &self.board
    }
}

/// One level of a collection, or why it is not a puzzle.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Number in its file, from 1.
    pub index: usize,
    /// Title, when there is one.
    pub title: Option<String>,
    /// The level.
    pub puzzle: Result<Puzzle, Refused>,
}

impl Entry {
    /// The faults of a level that is not a puzzle.
    pub fn faults(&self) -> &[Fault] {
        self.puzzle.as_ref().err().map_or(&[], |refused| &refused.faults)
    }

    /// The Sokoban level of the entry, be it a puzzle or not.
    pub fn sokoban_level(&self) -> Option<&sokoban::Level> {
        match &self.puzzle {
            Ok(Puzzle::Sokoban(puzzle)) => Some(puzzle.level()),
            Ok(Puzzle::Unblock(_)) => None,
            Err(refused) => refused.level.as_deref(),
        }
    }

    /// Says who made a Sokoban level, unless the level says it itself.
    fn set_author(&mut self, author: Option<&str>) {
        let level = match &mut self.puzzle {
            Ok(Puzzle::Sokoban(puzzle)) => Some(&mut puzzle.level),
            Ok(Puzzle::Unblock(_)) => None,
            Err(refused) => refused.level.as_deref_mut(),
        };
        if let (Some(level), Some(author)) = (level, author) {
            level.author.get_or_insert_with(|| author.to_owned());
        }
    }

    /// Adds a solution to a Sokoban level, unless it is there already.
    pub fn add_solution(&mut self, title: &str, moves: &str) {
        if let Ok(Puzzle::Sokoban(puzzle)) = &mut self.puzzle {
            let solutions = &mut puzzle.level.solutions;
            if solutions.iter().all(|known| known.moves != moves) {
                let (title, moves, notes) = (title.to_owned(), moves.to_owned(), Vec::new());
                solutions.push(sokoban::SavedGame { title, moves, notes });
            }
        }
    }

    /// Whether there is a board to show, be it a puzzle or not.
    pub fn is_readable(&self) -> bool {
        self.puzzle.is_ok() || self.sokoban_level().is_some()
    }
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

impl Collection {
    /// Adds the levels of another collection of the same game, numbered on. What was said about all of
    /// its levels is said about each, as far as a level can say it.
    pub fn append(&mut self, other: Collection) {
        debug_assert_eq!(self.game, other.game);
        // A title for all of them would be wrong for some.
        if self.title != other.title {
            let title = self.title.take();
            self.comments.splice(0..0, title);
            self.comments.extend(other.title);
        }
        if self.author != other.author {
            let author = self.author.take();
            self.entries.iter_mut().for_each(|entry| entry.set_author(author.as_deref()));
        }
        self.comments.extend(other.comments);
        self.warnings.extend(other.warnings);
        for mut entry in other.entries {
            if self.author.is_none() {
                entry.set_author(other.author.as_deref());
            }
            entry.index = self.entries.len() + 1;
            self.entries.push(entry);
        }
    }
}

/// Reads a collection in any notation of either game, also out of a page, a mail, source code or one of our drawings.
///
/// # Errors
/// Why the file as a whole cannot be read; a level that cannot be read is refused among the entries.
pub fn read(bytes: &[u8]) -> Result<Collection, Fault> {
    pasted::read(&text::decode(bytes)?, read_plain)
}

/// Reads a file as it stands, without looking for levels in pages, mail, source code and drawings.
pub(crate) fn read_as_it_stands(bytes: &[u8]) -> Result<Collection, Fault> {
    read_plain(&text::decode(bytes)?)
}

/// Reads a text as it stands.
fn read_plain(text: &str) -> Result<Collection, Fault> {
    // Names in a problem for planners may look like boards of Unblock.
    let planned = sokoban::format::pddl::is_pddl(text);
    match unblock::format::recognise(text).filter(|_| !planned) {
        Some(collection) => Ok(unblock_collection(collection)),
        None => {
            let collection = sokoban::format::read_text(text);
            collection.map(sokoban_collection).map_err(|error| Fault::from(&error))
        }
    }
}

fn sokoban_collection(collection: sokoban::format::Collection) -> Collection {
    let mut room = Room { squares: MAX_SQUARES };
    let entries = collection.entries.into_iter().enumerate().map(|(i, entry)| Entry {
        index: i + 1,
        title: title(&entry, |level| &level.title),
        puzzle: match entry {
            Ok(level) => room.judge(level),
            Err(unreadable) => Err(Refused::unreadable(&unreadable)),
        },
    });
    Collection {
        game: Game::Sokoban,
        title: collection.title,
        author: collection.author,
        comments: collection.comments,
        entries: entries.collect(),
        warnings: collection.warnings.iter().map(Fault::from).collect(),
    }
}

fn unblock_collection(collection: unblock::format::Collection) -> Collection {
    let entries = collection.entries.into_iter().enumerate().map(|(i, entry)| Entry {
        index: i + 1,
        title: title(&entry, |level| &level.title),
        puzzle: entry.map(Puzzle::Unblock).map_err(|it| Refused::unreadable(&it)),
    });
    Collection {
        game: Game::Unblock,
        title: collection.title,
        author: None,
        comments: collection.comments,
        entries: entries.collect(),
        warnings: Vec::new(),
    }
}

/// The title of a level, be it readable or not.
fn title<L, E>(
    entry: &Result<L, text::Unreadable<E>>,
    of: impl Fn(&L) -> &Option<String>,
) -> Option<String> {
    match entry {
        Ok(level) => of(level).clone(),
        Err(unreadable) => unreadable.title.clone(),
    }
}

/// Most squares of all boards of a file together. A board is fourteen times as large as the tiles
/// it is made from, and run lengths make a megabyte of tiles from a page of text.
const MAX_SQUARES: usize = 16 << 20;

/// What is left of [`MAX_SQUARES`].
struct Room {
    squares: usize,
}

impl Room {
    fn judge(&mut self, level: sokoban::Level) -> Result<Puzzle, Refused> {
        let puzzle = SokobanPuzzle::new(level)?;
        let squares = puzzle.board.n_squares();
        if squares > self.squares {
            let kind = sokoban::format::FormatErrorKind::TooMuch;
            let position = puzzle.level.position(0, 0);
            let error = sokoban::format::FormatError { kind, position };
            return Err(Refused { faults: vec![Fault::from(&error)], level: None });
        }
        self.squares -= squares;
        Ok(Puzzle::Sokoban(Box::new(puzzle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_puzzle_or_has_all_its_faults() {
        let text = "; good\n#####\n#@$.#\n#####\n\n; bad\n######\n#@$$. \n######\n";
        let collection = read(text.as_bytes()).unwrap();
        let [good, bad] = &collection.entries[..] else { panic!("{collection:?}") };
        let Ok(Puzzle::Sokoban(puzzle)) = &good.puzzle else { panic!("{good:?}") };
        assert_eq!((puzzle.board().n_boxes(), good.faults()), (1, &[][..]));
        let place = |fault: &Fault| (fault.code, fault.line, fault.column);
        let faults: Vec<_> = bad.faults().iter().map(place).collect();
        assert_eq!(faults, [("open-wall", 8, 6), ("box-goal-count", 7, 1)]);
        assert_eq!((bad.index, bad.title.as_deref()), (2, Some("bad")));
        assert_eq!(bad.sokoban_level().unwrap().grid.width(), 6);
    }

    #[test]
    fn what_cannot_be_read_keeps_its_title_too() {
        let sokoban = "; a\n#####\n#@$.#\n#####\n\n; b\n#####\n#x@y#\n#z$.#\n#####\n";
        let unblock = "# a\nAAB\n..B\n...\n\n# b\nAABC\n..B.\nDC.D\n....\n";
        for text in [sokoban, unblock] {
            let collection = read(text.as_bytes()).unwrap();
            let bad = &collection.entries[1];
            assert_eq!((bad.index, bad.title.as_deref()), (2, Some("b")), "{bad:?}");
            assert_eq!(bad.faults().len(), 2, "{bad:?}");
        }
    }

    #[test]
    fn a_board_of_players_is_told_in_few_words() {
        let text = format!("{}\n", "@".repeat(200)).repeat(200).replacen('@', "#", 3);
        let collection = read(text.as_bytes()).unwrap();
        assert_eq!(collection.entries[0].faults().len(), text::MAX_ERRORS);
    }

    #[test]
    fn joined_collections_say_of_each_level_what_they_said_of_all() {
        let text = |title: &str, author: &str| {
            format!(
                "{{\"title\": \"{title}\", \"author\": \"{author}\", \"levels\": [{{\"board\": [\"#####\", \"#@$.#\", \"#####\"]}}]}}"
            )
        };
        let mut all = read(text("First", "Ann").as_bytes()).unwrap();
        all.append(read(text("Second", "Bob").as_bytes()).unwrap());
        assert_eq!((all.title.as_deref(), all.author.as_deref()), (None, None));
        assert_eq!(all.comments, ["First", "Second"]);
        let author = |entry: &Entry| entry.sokoban_level().unwrap().author.clone().unwrap();
        let rows: Vec<_> = all.entries.iter().map(|it| (it.index, author(it))).collect();
        assert_eq!(rows, [(1, "Ann".to_owned()), (2, "Bob".to_owned())]);
    }

    #[test]
    fn boards_of_one_file_have_a_limit_together() {
        let level = || sokoban::Level::from_rows(&["######", "#@ $.#", "######"]).unwrap();
        let mut room = Room { squares: 7 };
        assert!(room.judge(level()).is_ok());
        assert_eq!(room.judge(level()).unwrap_err().faults[0].code, "too-much");
    }
}
