//! Levels as the page sees them: plain data in both directions.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use puzzle::plain::{Axis, Layout, Name, Piece, Side, SokobanLevel, UnblockBoard};
use puzzle::{Category, Collection, Entry, Fault, Game, Puzzle};

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

/// An Unblock board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BoardView {
    width: usize,
    height: usize,
    /// Row and column of each fixed cell.
    #[serde(default)]
    walls: Vec<(usize, usize)>,
    pieces: Vec<PieceView>,
    /// Index of the red piece.
    red: Option<usize>,
    /// `left`, `right`, `top` or `bottom`.
    exit: Option<String>,
}

/// A piece of Unblock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PieceView {
    name: String,
    /// `h` or `v`.
    axis: char,
    row: u8,
    column: u8,
    length: u8,
}

impl LevelInput {
    /// What the worker is sent: the judged level, not a text that could be read differently.
    pub(crate) fn of(puzzle: &Puzzle) -> LevelInput {
        match puzzle {
            Puzzle::Sokoban(puzzle) => LevelInput::Rows { rows: rows(puzzle.level()) },
            Puzzle::Unblock(level) => LevelInput::Board { board: board_view(&level.board) },
        }
    }

    /// The level as JSON, as exports hold it.
    pub(crate) fn raw(&self) -> Option<Box<RawValue>> {
        serde_json::value::to_raw_value(self).ok()
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

fn board_view(board: &UnblockBoard) -> BoardView {
    let pieces = board.pieces().iter().map(|piece| PieceView {
        name: piece.name.to_string(),
        axis: if piece.axis == Axis::Horizontal { 'h' } else { 'v' },
        row: piece.row,
        column: piece.column,
        length: piece.length,
    });
    BoardView {
        width: board.width(),
        height: board.height(),
        walls: board.walls().iter().collect(),
        pieces: pieces.collect(),
        red: Some(board.red()),
        exit: Some(board.exit().name().to_owned()),
    }
}

fn rows(level: &SokobanLevel) -> Vec<String> {
    level.grid.to_string().lines().map(str::to_owned).collect()
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
        self.key = Some(sokoban_key(&rows));
        self.rows = Some(rows);
        self.author = level.author.clone();
        self.notes = level.comments.clone();
    }

    fn fill(&mut self, puzzle: &Puzzle) {
        match puzzle {
            Puzzle::Sokoban(sokoban) => {
                self.known = best_of(puzzle, sokoban.level());
                self.impossible = puzzle.impossible();
            }
            Puzzle::Unblock(level) => {
                self.key = Some(key(puzzle));
                self.board = Some(board_view(&level.board));
                self.notes = level.comments.clone();
                self.known.moves = level.known.moves.map(u64::from);
                self.known.steps = level.known.steps.map(u64::from);
                self.category = level.known.moves.map(|moves| Category::of(moves).name());
            }
        }
    }
}

/// The least counts among the solutions in the file.
fn best_of(puzzle: &Puzzle, level: &SokobanLevel) -> Known {
    let counts = level.solutions.iter().filter_map(|game| puzzle::check(puzzle, &game.moves).ok());
    counts.fold(Known::default(), |best, counts| Known {
        moves: least(best.moves, counts.moves),
        pushes: least(best.pushes, counts.pushes),
        steps: None,
    })
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a.into_iter().chain(b).min()
}

/// A name for a level that depends on its board alone: FNV-1a, 128 bits, of the rows or pieces.
pub(crate) fn key(puzzle: &Puzzle) -> String {
    match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_key(&rows(puzzle.level())),
        Puzzle::Unblock(level) => {
            let mut view = board_view(&level.board);
            let red = view.red.map(|red| view.pieces[red].clone());
            view.pieces.sort_by_key(|piece| (piece.row, piece.column));
            view.red = view.pieces.iter().position(|piece| Some(piece) == red.as_ref());
            for piece in &mut view.pieces {
                piece.name.clear();
            }
            hashed('u', &serde_json::to_string(&view).unwrap_or_default())
        }
    }
}

/// Whether a text can be the key of a level.
pub(crate) fn is_key(text: &str) -> bool {
    text.len() == 33 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn sokoban_key(rows: &[String]) -> String {
    hashed('s', &rows.join("\n"))
}

fn hashed(letter: char, text: &str) -> String {
    let start = 0x6c62272e07bb014262b821756295c58d_u128;
    let hash = text.bytes().fold(start, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000000001000000000000000000013b)
    });
    format!("{letter}{hash:032x}")
}
