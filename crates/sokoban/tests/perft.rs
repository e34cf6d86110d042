//! Perft: numbers of push and pull sequences, and of states by distance, on fixed boards.
//!
//! A state is a set of boxes and the zone of the player. `T(d)` is the number of sequences of `d`
//! pushes from the start, with no merging; `U(d)` the number of states whose least distance from
//! the start is `d` pushes. Nothing is pruned and nothing stops at the goal. For pulls the start is
//! every zone around the boxes on the goals. `fnv` is FNV-1a-64 over the little-endian 64-bit
//! values U(0), U(1), …
//!
//! Two models without shared code must agree with each other and with the counts in `testdata`:
//! the one of this crate, and one made of sets of places.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use banto_sokoban::{Board, Dir, Level, Square, State, Walker};

/// Boards of our own and their counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/sokoban.perft");

/// The depth up to which sequences are counted.
const SEQUENCES: usize = 4;

/// The rules, as far as counting needs them.
trait Model {
    type State: Ord + Clone;
    fn start(&mut self) -> Self::State;
    fn ends(&mut self) -> Vec<Self::State>;
    fn is_solved(&self, state: &Self::State) -> bool;
    fn pushes(&mut self, state: &Self::State) -> Vec<Self::State>;
    fn pulls(&mut self, state: &Self::State) -> Vec<Self::State>;
}

/// Counts in one direction.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    sequences: Vec<u64>,
    states: Vec<u64>,
}

/// What is written into the files.
#[derive(Debug, PartialEq, Eq)]
struct Perft {
    push: Counts,
    pull: Counts,
    solved_at: Option<usize>,
}

impl Perft {
    fn of(model: &mut impl Model) -> Perft {
        let (start, ends) = (vec![model.start()], model.ends());
        let (push, solved_at) = Counts::of(model, start, |model, state| model.pushes(state));
        let (pull, _) = Counts::of(model, ends, |model, state| model.pulls(state));
        Perft { push, pull, solved_at }
    }
}

impl Counts {
    fn of<M: Model>(
        model: &mut M,
        start: Vec<M::State>,
        next: impl Fn(&mut M, &M::State) -> Vec<M::State>,
    ) -> (Counts, Option<usize>) {
        let mut sequences = Vec::new();
        let mut layer: BTreeMap<M::State, u64> = start.iter().cloned().map(|s| (s, 1)).collect();
        for _ in 0..SEQUENCES {
            let mut after = BTreeMap::new();
            for (state, count) in &layer {
                for child in next(model, state) {
                    *after.entry(child).or_default() += count;
                }
            }
            sequences.push(after.values().sum());
            layer = after;
        }
        let mut seen: BTreeSet<M::State> = start.iter().cloned().collect();
        let (mut states, mut solved_at, mut layer) = (Vec::new(), None, start);
        while !layer.is_empty() {
            if solved_at.is_none() && layer.iter().any(|state| model.is_solved(state)) {
                solved_at = Some(states.len());
            }
            states.push(layer.len() as u64);
            let children = layer.iter().flat_map(|state| next(model, state));
            layer = children.filter(|child| seen.insert(child.clone())).collect();
        }
        (Counts { sequences, states }, solved_at)
    }

    fn fnv(&self) -> u64 {
        let bytes = self.states.iter().flat_map(|count| count.to_le_bytes());
        text::fnv1a(bytes)
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        for (name, counts) in [("push", &self.push), ("pull", &self.pull)] {
            writeln!(f, "{name} T {}", list(&counts.sequences))?;
            writeln!(f, "{name} U {}", list(&counts.states))?;
            writeln!(f, "{name} fnv {:016x}", counts.fnv())?;
        }
        match self.solved_at {
            Some(depth) => writeln!(f, "solved {depth}"),
            None => writeln!(f, "solved never"),
        }
    }
}

/// The model of this crate.
struct Crate {
    board: Board,
    walker: Walker,
}

impl Crate {
    fn new(level: &str) -> Crate {
        let rows: Vec<&str> = level.lines().collect();
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        Crate { walker: Walker::new(&board), board }
    }

    fn normal(&mut self, mut state: State) -> (Vec<Square>, Square) {
        state.normalize(&self.board, &mut self.walker);
        (state.boxes, state.player)
    }
}

impl Model for Crate {
    type State = (Vec<Square>, Square);

    fn start(&mut self) -> Self::State {
        self.normal(self.board.start())
    }

    fn ends(&mut self) -> Vec<Self::State> {
        let boxes: Vec<Square> = self.board.goals().iter().collect();
        let free: Vec<Square> = self.board.squares().filter(|s| !boxes.contains(s)).collect();
        let states = free.into_iter().map(|player| State { boxes: boxes.clone(), player });
        states.map(|state| self.normal(state)).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn is_solved(&self, (boxes, player): &Self::State) -> bool {
        self.board.is_solved(&State { boxes: boxes.clone(), player: *player })
    }

    fn pushes(&mut self, (boxes, player): &Self::State) -> Vec<Self::State> {
        let state = State { boxes: boxes.clone(), player: *player };
        let pushes = state.pushes(&self.board, &mut self.walker);
        let after = |push| {
            let mut after = state.clone();
            after.push(&self.board, push);
            self.normal(after)
        };
        pushes.into_iter().map(after).collect()
    }

    fn pulls(&mut self, (boxes, player): &Self::State) -> Vec<Self::State> {
        let state = State { boxes: boxes.clone(), player: *player };
        let set = state.box_set(&self.board);
        self.walker.flood(&self.board, &set, *player);
        let mut before = Vec::new();
        for (i, &from) in boxes.iter().enumerate() {
            for dir in Dir::ALL {
                let Some(to) = self.board.neighbor(from, dir) else { continue };
                let Some(player) = self.board.neighbor(to, dir) else { continue };
                if self.walker.reached(to) && !set.contains(player) {
                    let mut state = State { boxes: boxes.clone(), player };
                    state.boxes[i] = to;
                    state.boxes.sort_unstable();
                    before.push(state);
                }
            }
        }
        before.into_iter().map(|state| self.normal(state)).collect()
    }
}

type Place = (i32, i32);

/// The naive model: places in sets, zones as sets of places.
struct Naive {
    floor: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    start: (BTreeSet<Place>, Place),
}

const DELTAS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Naive {
    fn new(level: &str) -> Naive {
        let mut tiles = BTreeMap::new();
        for (row, line) in level.lines().enumerate() {
            for (column, tile) in line.chars().enumerate() {
                tiles.insert((row as i32, column as i32), tile);
            }
        }
        let player = *tiles.iter().find(|(_, tile)| "@+".contains(**tile)).unwrap().0;
        let open = |place: &Place| tiles.get(place).is_some_and(|&tile| tile != '#');
        let floor = zone(player, open);
        let with = |kinds: &str| {
            floor.iter().copied().filter(|place| kinds.contains(tiles[place])).collect()
        };
        Naive { goals: with(".*+"), start: (with("$*"), player), floor }
    }

    fn state(&self, boxes: BTreeSet<Place>, player: Place) -> (BTreeSet<Place>, BTreeSet<Place>) {
        let zone = zone(player, |place| self.floor.contains(place) && !boxes.contains(place));
        (boxes, zone)
    }

    /// All ways to shift a box when `shift` says where the box and the player end and which of
    /// the places must be in the zone.
    fn shifts(
        &self,
        (boxes, zone): &(BTreeSet<Place>, BTreeSet<Place>),
        shift: impl Fn(Place, Place) -> (Place, Place, Place, Place),
    ) -> Vec<(BTreeSet<Place>, BTreeSet<Place>)> {
        let mut states = Vec::new();
        for &from in boxes {
            for delta in DELTAS {
                let (to, player, needs_zone, needs_free) = shift(from, delta);
                if zone.contains(&needs_zone)
                    && self.floor.contains(&needs_free)
                    && !boxes.contains(&needs_free)
                {
                    let mut after = boxes.clone();
                    after.remove(&from);
                    after.insert(to);
                    states.push(self.state(after, player));
                }
            }
        }
        states
    }
}

fn zone(from: Place, open: impl Fn(&Place) -> bool) -> BTreeSet<Place> {
    let (mut zone, mut stack) = (BTreeSet::from([from]), vec![from]);
    while let Some(place) = stack.pop() {
        for next in DELTAS.map(|delta| add(place, delta, 1)) {
            if open(&next) && zone.insert(next) {
                stack.push(next);
            }
        }
    }
    zone
}

fn add((row, column): Place, (dr, dc): Place, times: i32) -> Place {
    (row + dr * times, column + dc * times)
}

impl Model for Naive {
    type State = (BTreeSet<Place>, BTreeSet<Place>);

    fn start(&mut self) -> Self::State {
        self.state(self.start.0.clone(), self.start.1)
    }

    fn ends(&mut self) -> Vec<Self::State> {
        let free = self.floor.difference(&self.goals);
        let ends: BTreeSet<_> =
            free.map(|&player| self.state(self.goals.clone(), player)).collect();
        ends.into_iter().collect()
    }

    fn is_solved(&self, state: &Self::State) -> bool {
        state.0.is_subset(&self.goals)
    }

    fn pushes(&mut self, state: &Self::State) -> Vec<Self::State> {
        self.shifts(state, |from, delta| {
            let to = add(from, delta, 1);
            (to, from, add(from, delta, -1), to)
        })
    }

    fn pulls(&mut self, state: &Self::State) -> Vec<Self::State> {
        self.shifts(state, |from, delta| {
            let (to, player) = (add(from, delta, 1), add(from, delta, 2));
            (to, player, to, player)
        })
    }
}

/// The boards of a text with what follows each: lines that are not rows, without titles.
fn boards(text: &str) -> Vec<(String, String)> {
    let mut boards = Vec::new();
    for block in text.split("\n\n") {
        let lines = || block.lines().filter(|line| !line.starts_with(';'));
        let is_row = |line: &&str| line.chars().all(|tile| " #.$*@+".contains(tile));
        let join = |lines: Vec<&str>| lines.iter().map(|line| format!("{line}\n")).collect();
        let board: String = join(lines().filter(is_row).collect());
        if !board.trim().is_empty() {
            boards.push((board, join(lines().filter(|line| !is_row(line)).collect())));
        }
    }
    boards
}

#[test]
fn our_boards() {
    let boards = boards(&std::fs::read_to_string(FILE).unwrap());
    assert!(boards.len() >= 5);
    for (board, expected) in boards {
        assert_eq!(Perft::of(&mut Crate::new(&board)).to_string(), expected, "\n{board}");
        assert_eq!(Perft::of(&mut Naive::new(&board)).to_string(), expected, "\n{board}");
    }
}

#[test]
#[ignore = "prints what belongs in testdata below each board"]
#[expect(clippy::print_stderr, reason = "whoever runs it wants to read it")]
fn print_tables() {
    for (board, _) in boards(&std::fs::read_to_string(FILE).unwrap()) {
        eprintln!("{board}{}", Perft::of(&mut Naive::new(&board)));
    }
}

/// Levels of Microban I with T(1..4), the first values of U, the number of states, the depth, the
/// depth of the first solved state and the FNV of U.
type Row = (usize, [u64; 4], &'static [u64], u64, usize, usize, u64);

const MICROBAN: [Row; 6] = [
    (1, [4, 13, 32, 73], &[1, 4, 8, 8, 9, 8, 6, 4, 4, 3, 1], 56, 10, 8, 0x9c3d43daf4e37d25),
    (
        2,
        [2, 8, 34, 180],
        &[1, 2, 7, 22, 70, 151, 233, 246, 166, 60, 12, 1],
        971,
        11,
        3,
        0x7acbbf703f54eb6e,
    ),
    (
        3,
        [1, 3, 4, 9],
        &[1, 1, 3, 3, 7, 13, 16, 14, 12, 11, 19, 21, 24],
        175,
        16,
        13,
        0x08d1979cbf265468,
    ),
    (
        4,
        [6, 46, 278, 1560],
        &[1, 6, 31, 88, 165, 237, 254, 196, 114, 50, 14, 3],
        1159,
        11,
        7,
        0xbcf410959e92e41a,
    ),
    (
        5,
        [4, 56, 610, 6398],
        &[1, 4, 50, 262, 859, 1892, 2951, 3393, 3133, 2339, 1471, 743, 324],
        17587,
        16,
        6,
        0x126238e169a116ce,
    ),
    (
        7,
        [20, 326, 4490, 57880],
        &[1, 20, 183, 1052, 4414, 13988, 33529, 61605, 88347, 102054, 97479, 79195, 55323],
        601832,
        20,
        6,
        0x82440b229be3d9d3,
    ),
];

#[test]
fn microban() {
    let Some(folder) = needs::levels() else { return };
    let text = std::fs::read_to_string(folder.join("sokoban/microban1.xsb")).unwrap();
    let boards = boards(&text);
    for (number, sequences, states, total, depth, solved_at, fnv) in MICROBAN {
        let mut model = Crate::new(&boards[number - 1].0);
        let start = vec![model.start()];
        let (counts, solved) = Counts::of(&mut model, start, |model, state| model.pushes(state));
        assert_eq!(counts.sequences, sequences, "level {number}");
        assert_eq!(counts.states[..states.len()], *states, "level {number}");
        assert_eq!(counts.states.iter().sum::<u64>(), total, "level {number}");
        assert_eq!((counts.states.len() - 1, solved), (depth, Some(solved_at)), "level {number}");
        assert_eq!(counts.fnv(), fnv, "level {number}");
    }
}
