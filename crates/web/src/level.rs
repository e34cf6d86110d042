//! Levels as the page sees them: plain data in both directions.

use puzzle::generate::Category;
use puzzle::plain::{Axis, Layout, Name, Piece, Side, SokobanLevel};
use puzzle::{Collection, Counts, Entry, Fault, Game, Puzzle};
use serde::{Deserialize, Serialize};
use store::{BoardView, board_view, key, rows, rows_key};

use crate::problem::{Answer, Problem};

/// A level in a request: structured, or as a text in any notation (the first level of it).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum LevelInput {
    /// Sokoban as rows of characters.
    Rows {
        /// From the top.
        rows: Vec<String>,
    },
    /// Unblock as pieces.
    Board {
        /// The board.
        board: BoardView,
    },
    /// Anything [`puzzle::read`] reads.
    Text {
        /// The text.
        text: String,
    },
}

impl LevelInput {
    /// What the worker is sent: the judged level, not a text that could be read differently.
    pub(crate) fn of(puzzle: &Puzzle) -> LevelInput {
        match puzzle {
            Puzzle::Sokoban(puzzle) => LevelInput::Rows { rows: rows(puzzle.level()) },
            Puzzle::Unblock(level) => LevelInput::Board { board: board_view(&level.board) },
        }
    }

    /// The level, judged.
    pub(crate) fn judge(&self) -> Answer<Puzzle> {
        let Entry { puzzle, .. } = self.entry(None)?.1;
        puzzle.map_err(|refused| Problem::bad_level(&refused.faults))
    }

    /// The level under a title, as a file that holds nothing else; a drawing of Sokoban need not be
    /// finished. A text has its own title.
    pub(crate) fn collection(&self, title: Option<String>) -> Answer<Collection> {
        let (game, entry) = self.entry(title)?;
        Ok(Collection {
            game,
            title: None,
            author: None,
            comments: Vec::new(),
            entries: vec![entry],
            warnings: Vec::new(),
        })
    }

    fn entry(&self, title: Option<String>) -> Answer<(Game, Entry)> {
        match self {
            LevelInput::Rows { rows } => {
                let level = SokobanLevel::from_rows(rows)
                    .map_err(|error| Problem::bad_level(&[Fault::from(&error)]))?;
                let puzzle = Puzzle::sokoban(SokobanLevel { title: title.clone(), ..level });
                Ok((Game::Sokoban, Entry { index: 1, title, puzzle }))
            }
            LevelInput::Board { board } => {
                let mut puzzle = Puzzle::from_layout(&layout(board)?)
                    .map_err(|refused| Problem::bad_level(&refused.faults))?;
                if let Some(title) = &title {
                    puzzle.set_title(title.clone());
                }
                Ok((Game::Unblock, Entry { index: 1, title, puzzle: Ok(puzzle) }))
            }
            LevelInput::Text { text } => first(text),
        }
    }
}

fn first(text: &str) -> Answer<(Game, Entry)> {
    let collection = puzzle::read(text.as_bytes()).map_err(|fault| Problem::bad_level(&[fault]))?;
    let first = collection.entries.into_iter().next();
    let first = first.ok_or_else(|| Problem::bad("there is no level in the text"))?;
    Ok((collection.game, first))
}

fn layout(view: &BoardView) -> Answer<Layout> {
    let mut pieces = Vec::new();
    for piece in &view.pieces {
        pieces.push(Piece {
            name: Name::new(&piece.name)
                .ok_or_else(|| Problem::bad(format!("{:?} cannot name a piece", piece.name)))?,
            axis: match piece.axis {
                'h' => Axis::Horizontal,
                'v' => Axis::Vertical,
                other => return Err(Problem::bad(format!("axis {other:?} is neither h nor v"))),
            },
            row: piece.row,
            column: piece.column,
            length: piece.length,
        });
    }
    if view.red.is_some_and(|red| red >= pieces.len()) {
        return Err(Problem::bad("red is not the index of a piece"));
    }
    let exit = view.exit.as_deref().map(|name| {
        Side::from_name(name).ok_or_else(|| Problem::bad(format!("there is no side {name:?}")))
    });
    Ok(Layout {
        width: view.width,
        height: view.height,
        walls: view.walls.clone(),
        pieces,
        red: view.red,
        exit: exit.transpose()?.map(|side| (side, None)),
    })
}

/// A collection, or a part of it.
#[derive(Debug, Serialize)]
pub(crate) struct CollectionView {
    pub(crate) name: String,
    pub(crate) game: &'static str,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    /// Levels in the whole collection.
    pub(crate) count: usize,
    pub(crate) levels: Vec<LevelView>,
}

/// A level of a collection.
#[derive(Debug, Serialize)]
pub(crate) struct LevelView {
    pub(crate) index: usize,
    pub(crate) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// The key under which progress is kept; absent when the level cannot be read.
    pub(crate) key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rows: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) board: Option<BoardView>,
    /// Counts that came with the level.
    #[serde(skip_serializing_if = "Known::is_empty")]
    pub(crate) known: Known,
    /// Its category, when the file gives the fewest moves (Unblock).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) category: Option<&'static str>,
    /// Why it is not a puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Fault>,
    /// Why it is a puzzle without a solution, when that can be seen at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) impossible: Option<String>,
}

/// The best counts the file itself gives; its solutions are replayed before they are believed.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Known {
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
    pub(crate) fn new(
        name: &str,
        collection: &Collection,
        from: usize,
        count: usize,
    ) -> CollectionView {
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
    pub(crate) fn new(entry: &Entry) -> LevelView {
        let mut view = LevelView {
            index: entry.index,
            title: entry.title.clone(),
            author: None,
            notes: Vec::new(),
            key: None,
            rows: None,
            board: None,
            known: Known::default(),
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
        let rows = rows(level);
        self.key = Some(rows_key(&rows));
        self.rows = Some(rows);
        self.author = level.author.clone();
        self.notes = level.comments.clone();
    }

    fn fill(&mut self, puzzle: &Puzzle) {
        let Counts { moves, pushes, steps, .. } = puzzle.known();
        self.known = Known { moves, pushes, steps };
        match puzzle {
            Puzzle::Sokoban(_) => self.impossible = puzzle.impossible(),
            Puzzle::Unblock(level) => {
                self.key = Some(key(puzzle));
                self.board = Some(board_view(&level.board));
                self.notes = level.comments.clone();
                self.category = level.known.moves.map(|moves| Category::of(moves).name());
            }
        }
    }
}
