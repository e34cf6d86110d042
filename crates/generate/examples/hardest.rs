//! Looks for boards without walls whose shortest solution is as long as possible:
//! `hardest SIDE:SEED:CHANGES:STATES...`, one hunt after the other.
//!
//! A board is changed a little at a time: a piece is added, taken away, replaced or moved to another
//! place. Each board stands for its whole cluster, with the exact distance of its farthest position,
//! from which the next change starts. A change for the worse is taken now and then, less often as a
//! round of changes goes on. Every round begins with a random board, every other one with the best
//! so far. Clusters of more than STATES positions are passed over. The same numbers print the same
//! boards on every machine.
//!
//! Prints a table with one board for each length that was met, as `banto` reads it: moves, board,
//! steps and cluster. Every piece of these boards matters: without any one of them the board is
//! easier. The last is the hardest *found*; nothing says that there is no harder one.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to people")]

use std::collections::BTreeMap;

use banto_generate::unblock::is_minimal;
use search::{Budget, Cancel, Limits, Outcome, SplitMix, Stats};
use unblock::format::{Collection, Format, write};
use unblock::{Axis, Board, Engine, Known, Layout, Level, Metric, Name, Piece, Side};

/// Changes of a round.
const ROUND: u64 = 4_000;
/// Chance in a thousand, at the beginning of a round, that a board up to three moves easier is taken.
const WARMTH: u64 = 300;

fn main() {
    let hunts: Vec<String> = std::env::args().skip(1).collect();
    let mut found: BTreeMap<u32, Level> = BTreeMap::new();
    for hunt in &hunts {
        let numbers: Vec<u64> =
            hunt.split(':').map(|text| text.parse().expect("a number")).collect();
        let [side, seed, changes, states] = numbers[..] else {
            panic!("usage: hardest SIDE:SEED:CHANGES:STATES...")
        };
        for (moves, level) in hunt_for(side as usize, [seed, changes, states]) {
            found.entry(moves).or_insert(level);
        }
    }
    let command = "cargo run --release -p banto-generate --example hardest --";
    let collection = Collection {
        title: Some("Banto ladder".to_owned()),
        comments: vec![
            "A board for each number of moves, under the licence of the project.".to_owned(),
            "Moves and steps are optima; every piece matters.".to_owned(),
            "No position that can be reached from a board is harder.".to_owned(),
            format!("Made by: {command} {}", hunts.join(" ")),
        ],
        entries: found.into_values().map(Ok).collect(),
    };
    print!("{}", write(&collection, Format::Table).expect("there are enough letters"));
}

/// One hunt: a board of every length that was met.
fn hunt_for(side: usize, [seed, changes, states]: [u64; 3]) -> BTreeMap<u32, Level> {
    let mut hunt = Hunt {
        rng: SplitMix::new(seed),
        engine: Engine::new(),
        states,
        best: None,
        found: BTreeMap::new(),
    };
    let mut at: Option<Found> = None;
    for change in 0..changes {
        let (round, age) = (change / ROUND, change % ROUND);
        if age == 0 {
            at = if round % 2 == 1 { hunt.best.clone() } else { None };
        }
        at = hunt.step(at, side, age);
    }
    hunt.levels()
}

/// The farthest position of a cluster.
#[derive(Clone)]
struct Found {
    layout: Layout,
    moves: u32,
    cluster: u64,
}

struct Hunt {
    rng: SplitMix,
    engine: Engine,
    states: u64,
    best: Option<Found>,
    /// A board of every length met, in which every piece matters.
    found: BTreeMap<u32, Found>,
}

impl Hunt {
    /// Tries one change and returns where to go on from.
    fn step(&mut self, at: Option<Found>, side: usize, age: u64) -> Option<Found> {
        let layout = at.as_ref().map_or_else(|| self.random(side), |at| at.layout.clone());
        let changed = self.change(&layout);
        let Some(found) = self.judge(&changed) else { return at };
        if !self.found.contains_key(&found.moves) {
            let stripped = self.stripped(found.clone());
            self.found.entry(stripped.moves).or_insert(stripped);
        }
        let eased = self.rng.below(1000) as u64 * ROUND < WARMTH * (ROUND - age);
        let slack = if eased { 1 + self.rng.below(3) as u32 } else { 0 };
        if at.as_ref().is_some_and(|at| found.moves + slack < at.moves) {
            return at;
        }
        if self.best.as_ref().is_none_or(|best| found.moves > best.moves) {
            eprintln!("{} moves, {} positions", found.moves, found.cluster);
            self.best = Some(found.clone());
        }
        Some(found)
    }

    /// The board without the pieces that do not matter. Taking one off lets others move, so the
    /// farthest position is searched again each time.
    fn stripped(&mut self, mut found: Found) -> Found {
        let mut piece = 1;
        while piece < found.layout.pieces.len() {
            let mut smaller = found.layout.clone();
            smaller.pieces.remove(piece);
            match self.judge(&smaller) {
                Some(other) if other.moves >= found.moves => (found, piece) = (other, 1),
                _ => piece += 1,
            }
        }
        found
    }

    /// The boards found in which every piece matters.
    fn levels(&mut self) -> BTreeMap<u32, Level> {
        let mut levels = BTreeMap::new();
        for (&moves, found) in &self.found {
            let board = Board::new(&found.layout).expect("a position is a board").renamed();
            let (budget, stats) = (&mut Budget::unlimited(), &mut Stats::default());
            // A piece may be left because the board without it is too large to be looked at.
            if is_minimal(&mut self.engine, &board, budget) != Ok(Some(true)) {
                continue;
            }
            let steps = match self.engine.optimum(&board, Metric::Steps, budget, stats) {
                Some(Outcome::Solved(steps)) => Some(steps),
                _ => None,
            };
            let known = Known { moves: Some(moves), steps, cluster: Some(found.cluster) };
            levels.insert(moves, Level { known, ..Level::from_board(board) });
        }
        levels
    }

    /// The farthest position of the cluster of a layout.
    fn judge(&mut self, layout: &Layout) -> Option<Found> {
        let board = Board::new(layout).ok()?;
        let limits = Limits { nodes: Some(2 * self.states), ..Limits::default() };
        let budget = &mut Budget::new(limits, Cancel::default());
        let (moves, state, cluster) =
            self.engine.hardest(&board, Metric::Moves, budget).ok().flatten()?;
        let mut layout = board.with_state(&state).layout();
        let red = layout.red.replace(0)?;
        layout.pieces.swap(0, red);
        Some(Found { layout, moves, cluster })
    }

    /// The red piece and others wherever they fit.
    fn random(&mut self, side: usize) -> Layout {
        let row = ((side - 1) / 2) as u8;
        let axis = Axis::Horizontal;
        let red = Piece { name: Name::numbered(0), axis, row, column: 0, length: 2 };
        let mut layout = Layout {
            width: side,
            height: side,
            walls: Vec::new(),
            pieces: vec![red],
            red: Some(0),
            exit: Some((Side::Right, None)),
        };
        for _ in 0..side * side / 4 {
            self.add(&mut layout);
        }
        layout
    }

    /// One to three small changes.
    fn change(&mut self, layout: &Layout) -> Layout {
        let mut changed = layout.clone();
        for _ in 0..=self.rng.below(3) {
            match self.rng.below(8) {
                0 | 1 => self.add(&mut changed),
                2 => self.remove(&mut changed),
                _ => {
                    self.remove(&mut changed);
                    self.add(&mut changed);
                }
            }
        }
        changed
    }

    fn remove(&mut self, layout: &mut Layout) {
        if layout.pieces.len() > 1 {
            let at = 1 + self.rng.below(layout.pieces.len() - 1);
            layout.pieces.remove(at);
        }
    }

    /// Puts a piece of two or three cells where it fits, never on the red one's row, which it could
    /// not leave.
    fn add(&mut self, layout: &mut Layout) {
        let side = layout.width;
        for _ in 0..20 {
            let length = 2 + self.rng.below(2);
            let upright = self.rng.below(2) == 0;
            let (line, at) = (self.rng.below(side), self.rng.below(side + 1 - length));
            let (axis, row, column) =
                if upright { (Axis::Vertical, at, line) } else { (Axis::Horizontal, line, at) };
            if !upright && line == usize::from(layout.pieces[0].row) {
                continue;
            }
            let taken = |name: &Name| layout.pieces.iter().any(|piece| piece.name == *name);
            let name = (1..).map(Name::numbered).find(|name| !taken(name));
            let (row, column, length) = (row as u8, column as u8, length as u8);
            let name = name.expect("there are more names than pieces");
            layout.pieces.push(Piece { name, axis, row, column, length });
            if Board::new(layout).is_ok() {
                return;
            }
            layout.pieces.pop();
        }
    }
}
