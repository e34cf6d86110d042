//! Levels as the page sees them: plain data in both directions.

use puzzle::generate::Category;
use puzzle::plain::{BoardData, LevelData, SokobanLevel, key, rows_key};
use puzzle::{Collection, Counts, Entry, Fault, Game, Puzzle};
use serde::{Deserialize, Serialize};

use crate::{Answer, Refusal};

/// A level in a request: as data, or as a text in any notation (the first level of it).
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a level is an object with `text`, `rows` (Sokoban) or `board` (Unblock)"
)]
pub enum LevelInput {
    /// Rows of Sokoban, pieces of Unblock.
    Data(LevelData),
    /// Anything [`puzzle::read`] reads.
    Text {
        /// The text.
        text: String,
    },
}

impl LevelInput {
    /// The level, judged.
    pub fn judge(&self) -> Answer<Puzzle> {
        let Entry { puzzle, .. } = self.entry()?.1;
        puzzle.map_err(|refused| Refusal::bad_level(&refused.faults))
    }

    /// The level under a title, as a file that holds nothing else; a drawing of Sokoban need not be
    /// finished. A text has its own title.
    pub fn collection(&self, title: Option<String>) -> Answer<Collection> {
        let (game, mut entry) = self.entry()?;
        if let (LevelInput::Data(_), Some(title)) = (self, title) {
            entry.title = Some(title.clone());
            match &mut entry.puzzle {
                Ok(puzzle) => puzzle.set_title(title),
                Err(refused) => {
                    refused.level.iter_mut().for_each(|it| it.title = Some(title.clone()))
                }
            }
        }
        Ok(Collection {
            game,
            title: None,
            author: None,
            comments: Vec::new(),
            entries: vec![entry],
            warnings: Vec::new(),
        })
    }

    fn entry(&self) -> Answer<(Game, Entry)> {
        match self {
            LevelInput::Data(data) => {
                let puzzle = data.judge();
                match &puzzle {
                    Err(refused) if refused.level.is_none() => {
                        Err(Refusal::bad_level(&refused.faults))
                    }
                    _ => Ok((data.game(), Entry { index: 1, title: None, puzzle })),
                }
            }
            LevelInput::Text { text } => first(text),
        }
    }
}

fn first(text: &str) -> Answer<(Game, Entry)> {
    let collection = puzzle::read(text.as_bytes()).map_err(|fault| Refusal::bad_level(&[fault]))?;
    let first = collection.entries.into_iter().next();
    let first = first.ok_or_else(|| Refusal::bad("there is no level in the text"))?;
    Ok((collection.game, first))
}

/// A collection, or a part of it.
#[derive(Debug, Serialize)]
pub struct CollectionView {
    /// Its name.
    pub name: String,
    /// The game of its levels.
    pub game: &'static str,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its author, if it names one.
    pub author: Option<String>,
    /// Levels in the whole collection.
    pub count: usize,
    /// The levels asked for.
    pub levels: Vec<LevelView>,
}

/// A level of a collection.
#[derive(Debug, Serialize)]
pub struct LevelView {
    /// Its number, from 1.
    pub index: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its author, if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Its comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The key under which progress is kept; absent when the level cannot be read.
    pub key: Option<String>,
    /// The drawing (Sokoban).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// The pieces (Unblock).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardData>,
    /// Counts that came with the level.
    #[serde(skip_serializing_if = "Known::is_empty")]
    pub known: Known,
    /// How hard it is for people, when the file says so: `share` of plays that end solved (Sokoban) or `moves` people
    /// need (Unblock), and the name of the `band`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<serde_json::Value>,
    /// Its category, when the file gives the fewest moves (Unblock).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<&'static str>,
    /// Why it is not a puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Why it is a puzzle without a solution, when that can be seen at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<String>,
}

/// The best counts the file itself gives; its solutions are replayed before they are believed.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
}

impl Known {
    fn is_empty(&self) -> bool {
        *self == Known::default()
    }
}

impl CollectionView {
    /// The levels `from..from + count`, counted from 1.
    pub fn new(name: &str, collection: &Collection, from: usize, count: usize) -> CollectionView {
        let levels = collection.entries.iter().skip(from.saturating_sub(1)).take(count);
        CollectionView {
            name: name.to_owned(),
            game: collection.game.name(),
            title: collection.title.clone(),
            author: collection.author.clone(),
            count: collection.entries.len(),
            levels: levels.map(LevelView::new).collect(),
        }
    }
}

impl LevelView {
    /// A level as it is shown.
    pub fn new(entry: &Entry) -> LevelView {
        let mut view = LevelView {
            index: entry.index,
            title: entry.title.clone(),
            author: None,
            notes: Vec::new(),
            key: None,
            rows: None,
            board: None,
            known: Known::default(),
            grade: None,
            category: None,
            faults: entry.faults().to_vec(),
            impossible: None,
        };
        if let Some(level) = entry.sokoban_level() {
            view.draw(level);
        }
        if let Ok(puzzle) = &entry.puzzle {
            view.fill(puzzle);
        }
        view
    }

    /// What a Sokoban level shows even when it is not a puzzle.
    fn draw(&mut self, level: &SokobanLevel) {
        let rows: Vec<String> = level.grid.rows().collect();
        self.key = Some(rows_key(&rows));
        self.rows = Some(rows);
        self.author = level.author.clone();
        self.notes = level.comments.clone();
    }

    fn fill(&mut self, puzzle: &Puzzle) {
        let Counts { moves, pushes, steps, .. } = puzzle.known();
        self.known = Known { moves, pushes, steps };
        self.grade = puzzle::grade::noted(puzzle).map(|grade| grade.to_json(puzzle.game()));
        match puzzle {
            Puzzle::Sokoban(_) => self.impossible = puzzle.impossible(),
            Puzzle::Unblock(level) => {
                self.key = Some(key(puzzle));
                self.board = Some(BoardData::new(&level.board));
                self.notes = level.comments.clone();
                self.category = level.known.moves.map(|moves| Category::of(moves).name());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_level_is_told_what_one_is() {
        for text in ["[]", "\"#####\"", "{\"level\":1}", "{\"rows\":5}"] {
            let why = serde_json::from_str::<LevelInput>(text).unwrap_err().to_string();
            assert!(why.contains("`rows` (Sokoban)") && !why.contains("variant"), "{why}");
        }
    }
}
