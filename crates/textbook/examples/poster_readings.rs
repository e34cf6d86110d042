//! What the UFRGS poster's table could come from: A* with one bound, one order among equals, one
//! freeze test and one way to read its corrals after the other, nodes explored on its levels.
//!
//! ```text
//! cargo run --release -p banto-textbook --example poster_readings -- xsokoban90.xsb NODES LEVELS [FILTER]
//! ```
//!
//! LEVELS is a list such as 1,3,53. Only readings that have all words of FILTER in their names are run; of
//! words joined by a slash one is enough. ">" means more than NODES. Before each row stands how far it is
//! from the poster: the logarithms of the ratios of its counts to the published ones, added up.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::{env, fs, io};

use banto_textbook::deadlock::Block;
use banto_textbook::heuristic::{PushConflicts, PushMatching};
use banto_textbook::space::BoxState;
use ground::analysis::{Analysis, FAR, LoneBox};
use ground::deadlock::Deadlocks;
use ground::heuristic::PairsDoor;
use ground::kernel::{Map, Mode, Position, Reach};
use ground::prune::{Corral, PiCorral};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Heuristic};
use sokoban::format;
use sokoban::{Board, Dir, Push, Square};

/// The lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Estimate {
    Matching,
    Anywhere,
    Door,
    DoorInside,
    Conflicts,
}

/// Which of equal f is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ties {
    Newest,
    Oldest,
    NearNewest,
    NearOldest,
    /// Fewest boxes off goal, then the newest.
    Home,
    HomeOldest,
    /// Most goals filled in their order, then the newest.
    Filled,
    FilledOldest,
    /// Every goal counts by its place in the order.
    Weighed,
}

/// The freeze test.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frozen {
    Nothing,
    Block,
    Freeze,
    /// Freeze, and lost pairs.
    Pairs,
    /// The same and lost triples.
    Triples,
    /// Freeze, and fixed boxes as walls with what follows.
    Fixed,
    /// Whatever the house has.
    House,
}

/// How the corrals are read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Corrals {
    None,
    /// The first region that meets the conditions.
    First,
    /// All of them.
    All,
    /// All, with growth.
    Full,
}

#[derive(Clone, Copy, Debug)]
struct Reading {
    estimate: Estimate,
    ties: Ties,
    frozen: Frozen,
    corrals: Corrals,
    /// The order in which each box is pushed.
    directions: [Dir; 4],
    /// Whether states differ by the player's square instead of his zone.
    square: bool,
    /// Whether boxes are tried from the last to the first.
    backwards: bool,
    /// Whether a box that can only be pushed to a dead square counts as one that can be pushed.
    even_dead: bool,
}

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [levels, nodes, numbers, filter @ ..] = &args[..] else {
        eprintln!("usage: poster_readings xsokoban90.xsb NODES LEVELS [FILTER]");
        return Ok(());
    };
    let nodes: usize = nodes.parse().map_err(io::Error::other)?;
    let collection = format::read(&fs::read(levels)?).map_err(io::Error::other)?;
    let boards: Vec<Board> = collection
        .levels()
        .map(|(_, level)| Board::new(level).map_err(|_| io::Error::other("not a puzzle")))
        .collect::<Result<_, _>>()?;
    let numbers: Vec<usize> = numbers.split(',').filter_map(|it| it.parse().ok()).collect();
    let names: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    println!("| reading | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(names.len()));
    for reading in readings() {
        let Reading { estimate, ties, frozen, backwards, corrals, even_dead, directions, square } =
            reading;
        let letters: String =
            directions.map(|dir| format!("{dir:?}").remove(0)).into_iter().collect();
        let name = format!(
            "{estimate:?} {ties:?} {frozen:?} {corrals:?} {letters}{}{}{}",
            if backwards { " backwards" } else { " forwards" },
            if even_dead { " even-dead" } else { " live" },
            if square { " square" } else { " zone" }
        );
        if !filter.iter().all(|word| word.split('/').any(|it| name.split(' ').any(|own| own == it)))
        {
            continue;
        }
        let mut apart = 0.0;
        let mut cells = Vec::new();
        for &number in &numbers {
            let found = run(&boards[number - 1], reading, nodes);
            let row = PUBLISHED.iter().find(|row| row.0 == number);
            let wanted = row.and_then(|row| if corrals == Corrals::None { row.1 } else { row.2 });
            let wanted = wanted.unwrap_or(1_000_000) as f64;
            let ours = found.unwrap_or(2 * nodes) as f64;
            apart += (ours / wanted).ln().abs();
            cells.push(found.map_or(">".to_owned(), |nodes| nodes.to_string()));
        }
        println!("{apart:6.2} | {name} | {} |", cells.join(" | "));
    }
    Ok(())
}

fn readings() -> Vec<Reading> {
    let mut readings = Vec::new();
    use {Corrals as C, Estimate as E, Frozen as F, Ties as T};
    for estimate in [E::Matching, E::Anywhere, E::Door, E::DoorInside, E::Conflicts] {
        for ties in [
            T::Newest,
            T::Oldest,
            T::NearNewest,
            T::NearOldest,
            T::Home,
            T::HomeOldest,
            T::Filled,
            T::FilledOldest,
            T::Weighed,
        ] {
            for frozen in
                [F::Nothing, F::Block, F::Freeze, F::Pairs, F::Triples, F::Fixed, F::House]
            {
                for more in 0..96 {
                    let (backwards, square) = (more % 2 == 1, more / 2 % 2 == 1);
                    let directions = orders()[more / 4];
                    for (corrals, even_dead) in [
                        (C::None, false),
                        (C::First, false),
                        (C::All, false),
                        (C::All, true),
                        (C::Full, false),
                    ] {
                        readings.push(Reading {
                            estimate,
                            ties,
                            frozen,
                            corrals,
                            backwards,
                            even_dead,
                            directions,
                            square,
                        });
                    }
                }
            }
        }
    }
    readings
}

/// Levels solved on the poster: nodes without and with corrals.
const PUBLISHED: [(usize, Option<u32>, Option<u32>); 10] = [
    (1, Some(160), Some(149)),
    (2, Some(161_834), Some(117_489)),
    (3, Some(20_839), Some(420)),
    (4, Some(1_590), Some(1_582)),
    (17, None, Some(125_515)),
    (38, Some(93_423), Some(183_171)),
    (53, Some(1_071), Some(1_044)),
    (78, Some(8_544), Some(334)),
    (80, Some(27_708), Some(768)),
    (83, Some(559), Some(706)),
];

/// All orders of the four directions.
fn orders() -> Vec<[Dir; 4]> {
    let order = |number: usize| [0, 2, 4, 6].map(|shift| Dir::ALL[number >> shift & 3]);
    let all = |order: &[Dir; 4]| Dir::ALL.into_iter().all(|dir| order.contains(&dir));
    (0..256).map(order).filter(all).collect()
}

/// A bound at work.
enum Bound<'a> {
    Plain(Box<dyn Heuristic<BoxState> + 'a>),
    Door(Box<PairsDoor<'a>>),
}

impl<'a> Bound<'a> {
    fn new(analysis: &'a Analysis, estimate: Estimate) -> Bound<'a> {
        let mut budget = Budget::unlimited();
        let door = |budget: &mut Budget| PairsDoor::new(analysis, budget).expect("no limit");
        match estimate {
            Estimate::Matching => Bound::Plain(Box::new(PushMatching::new(analysis))),
            Estimate::Conflicts => {
                let it = PushConflicts::new(analysis, &mut budget).expect("no limit");
                Bound::Plain(Box::new(it))
            }
            Estimate::Anywhere => {
                let it = PairsDoor::uncut(analysis, &mut budget).expect("no limit");
                Bound::Door(Box::new(it.with_pairs_inside(&mut budget).expect("no limit")))
            }
            Estimate::Door => Bound::Door(Box::new(door(&mut budget))),
            Estimate::DoorInside => {
                let it = door(&mut budget).with_pairs_inside(&mut budget).expect("no limit");
                Bound::Door(Box::new(it))
            }
        }
    }

    fn of(&mut self, state: &BoxState) -> Option<u32> {
        match self {
            Bound::Plain(it) => it.estimate(state),
            Bound::Door(it) => it.estimate(state.boxes(), state.player()),
        }
    }
}

/// Nodes explored, the solved one included; `None` if there are more than `most`.
fn run(board: &Board, reading: Reading, most: usize) -> Option<usize> {
    let analysis = Analysis::new(board, &mut Budget::unlimited()).expect("no limit");
    Search::new(&analysis, reading).explore(most)
}

/// f, what decides among equals, and the order of entry.
type Key = (u32, u32, i64);

/// A search at work.
struct Search<'a> {
    analysis: &'a Analysis,
    reading: Reading,
    bound: Bound<'a>,
    deadlocks: Deadlocks,
    growing: PiCorral,
    filling: Vec<Square>,
    position: Position,
    reach: Reach,
    zone: Reach,
    states: Vec<BoxState>,
    costs: Vec<u32>,
    bounds: Vec<Option<u32>>,
    known: HashMap<BoxState, u32>,
    list: BinaryHeap<Reverse<(Key, u32, u32)>>,
    order: i64,
}

impl<'a> Search<'a> {
    fn new(analysis: &'a Analysis, reading: Reading) -> Search<'a> {
        let map = &analysis.map;
        let techniques = reading.frozen.techniques();
        let mut deadlocks = Deadlocks::modest(analysis, techniques, analysis.memory);
        deadlocks.prepare(analysis, u64::MAX, &mut Budget::unlimited()).expect("no limit");
        let mut search = Search {
            analysis,
            reading,
            bound: Bound::new(analysis, reading.estimate),
            deadlocks,
            growing: PiCorral::new(map),
            filling: filling_order(analysis),
            position: analysis.start.clone(),
            reach: Reach::new(map),
            zone: Reach::new(map),
            states: Vec::new(),
            costs: Vec::new(),
            bounds: Vec::new(),
            known: HashMap::new(),
            list: BinaryHeap::new(),
            order: 0,
        };
        let player = search.position.player;
        search.meet(player, 0);
        search
    }

    fn explore(&mut self, most: usize) -> Option<usize> {
        let (mut explored, map) = (0, &self.analysis.map);
        while let Some(Reverse((_, number, cost))) = self.list.pop() {
            if self.costs[number as usize] != cost {
                continue;
            }
            if explored == most {
                return None;
            }
            explored += 1;
            let state = self.states[number as usize].clone();
            if state.boxes().iter().all(|&square| map.is_goal(square)) {
                return Some(explored);
            }
            state.load(map, &mut self.position);
            let whole = matches!(self.reading.frozen, Frozen::Fixed | Frozen::House);
            if whole && self.deadlocks.when_expanded(self.analysis, &self.position).is_some() {
                continue;
            }
            for (from, dir) in self.pushes(&state) {
                self.push(from, dir, cost + 1);
            }
        }
        None
    }

    fn pushes(&mut self, state: &BoxState) -> Vec<(Square, Dir)> {
        let (map, reading) = (&self.analysis.map, self.reading);
        self.reach.flood(map, self.position.occupied(), self.position.player);
        let mut boxes: Vec<Square> = state.boxes().to_vec();
        if reading.backwards {
            boxes.reverse();
        }
        let mut pushes = Vec::new();
        for &from in &boxes {
            for dir in reading.directions {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                let free = !self.position.is_occupied(to) && self.reach.reached(behind);
                if free && self.analysis.live.contains(to) {
                    pushes.push((from, dir));
                }
            }
        }
        self.keep_corral(&mut pushes);
        pushes
    }

    /// Leaves out what the corrals leave out.
    fn keep_corral(&mut self, pushes: &mut Vec<(Square, Dir)>) {
        let Search { analysis, position, reach, zone, deadlocks, growing, reading, .. } = self;
        match reading.corrals {
            Corrals::None => {}
            Corrals::First | Corrals::All => {
                let only = corral(analysis, position, reach, zone, *reading);
                if !only.is_empty() {
                    pushes.retain(|(from, _)| only.contains(from));
                }
            }
            Corrals::Full => {
                deadlocks.find_regions(&analysis.map, position);
                if deadlocks.regions().count() < 2 {
                    return;
                }
                match growing.find(analysis, deadlocks.walls(), position, deadlocks.regions()) {
                    Corral::Dead => pushes.clear(),
                    Corral::Found => {
                        pushes
                            .retain(|&(from, dir)| growing.pushes().contains(&Push { from, dir }));
                    }
                    Corral::None => {}
                }
            }
        }
    }

    /// Makes a push, unless the deadlock tests refuse it, and undoes it.
    fn push(&mut self, from: Square, dir: Dir, cost: u32) {
        let map = &self.analysis.map;
        let to = map.next(from, dir);
        self.position.move_box(map, from, to);
        let frozen = match self.reading.frozen {
            Frozen::Nothing => false,
            Frozen::Block => Block::is_dead(map, &self.position, to),
            _ => self.deadlocks.after_push(self.analysis, &self.position, to, from).is_some(),
        };
        if !frozen {
            self.meet(from, cost);
        }
        self.position.move_box(map, to, from);
    }

    /// Puts the position into the list if it is new or reached with fewer pushes.
    fn meet(&mut self, player: Square, cost: u32) {
        let map = &self.analysis.map;
        let zone = self.zone.flood(map, self.position.occupied(), player);
        let player = if self.reading.square { player } else { zone };
        let state = BoxState::new(map, &self.position, player);
        let fresh = self.states.len() as u32;
        let number = *self.known.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            self.bounds.push(self.bound.of(&state));
            self.states.push(state);
            self.costs.push(u32::MAX);
        }
        let Some(h) = self.bounds[number as usize] else { return };
        if cost < self.costs[number as usize] {
            self.costs[number as usize] = cost;
            self.order += 1;
            let key = self.key(cost + h, h, self.states[number as usize].boxes());
            self.list.push(Reverse((key, number, cost)));
        }
    }

    fn key(&self, f: u32, h: u32, boxes: &[Square]) -> Key {
        let has = |goal: &&Square| boxes.contains(*goal);
        let off = boxes.iter().filter(|&&at| !self.analysis.map.is_goal(at)).count() as u32;
        let filled = self.filling.iter().take_while(has).count() as u32;
        match self.reading.ties {
            Ties::Newest => (f, 0, -self.order),
            Ties::Oldest => (f, 0, self.order),
            Ties::NearNewest => (f, h, -self.order),
            Ties::NearOldest => (f, h, self.order),
            Ties::Home => (f, off, -self.order),
            Ties::HomeOldest => (f, off, self.order),
            Ties::Filled => (f, 1_000 - filled, -self.order),
            Ties::FilledOldest => (f, 1_000 - filled, self.order),
            Ties::Weighed => {
                let n = self.filling.len() as u32;
                let weight = (0..n).filter(|&i| boxes.contains(&self.filling[i as usize]));
                (f, 100_000 - weight.map(|i| n - i).sum::<u32>(), -self.order)
            }
        }
    }
}

impl Frozen {
    fn techniques(self) -> TechniqueSet {
        use Technique::{CorralSearch, Fixed, FixedMatching, Freeze, Pairs, Retrograde, Triples};
        let tests: &[Technique] = match self {
            Frozen::Nothing | Frozen::Block | Frozen::Freeze => &[Freeze],
            Frozen::Pairs => &[Freeze, Pairs],
            Frozen::Triples => &[Freeze, Pairs, Triples],
            Frozen::Fixed => &[Freeze, Fixed, Retrograde, FixedMatching],
            Frozen::House => {
                &[Freeze, Pairs, Triples, Fixed, Retrograde, FixedMatching, CorralSearch]
            }
        };
        tests.iter().fold(TechniqueSet::NONE, |set, &test| set.with(test))
    }
}

/// The goals in an order in which they can be filled: backwards, the one that comes out to the boxes'
/// start squares with the fewest pushes leaves first.
fn filling_order(analysis: &Analysis) -> Vec<Square> {
    let map = &analysis.map;
    let mut full: Vec<Square> = map.goals().iter().collect();
    let mut order = Vec::new();
    let (mut queue, mut column) = (Vec::new(), vec![FAR; (map.n_squares() + 1) * 4]);
    while !full.is_empty() {
        let mut least = (FAR, full[0]);
        for &goal in &full {
            let others = full.iter().copied().filter(|&other| other != goal);
            let lone = LoneBox::new(map, &map.occupied(others));
            column.fill(FAR);
            lone.search(map, Mode::Pull, [goal], &mut queue, &mut column);
            let starts = analysis.start.boxes().iter().filter(|&&at| !map.is_goal(at));
            let ways = starts.flat_map(|at| &column[at.index() * 4..at.index() * 4 + 4]);
            if let Some(&way) = ways.min()
                && way < least.0
            {
                least = (way, goal);
            }
        }
        full.retain(|&goal| goal != least.1);
        order.push(least.1);
    }
    order.reverse();
    order
}

/// The boxes of the corrals as the poster words them.
fn corral(
    analysis: &Analysis,
    position: &Position,
    player: &Reach,
    region: &mut Reach,
    reading: Reading,
) -> Vec<Square> {
    let map: &Map = &analysis.map;
    let (mut seen, mut all) = (map.no_squares(), Vec::new());
    for root in map.squares() {
        if player.reached(root) || position.is_occupied(root) || seen.contains(root) {
            continue;
        }
        region.flood(map, position.occupied(), root);
        region.squares().iter().for_each(|&square| seen.insert(square));
        let mut border: Vec<Square> = Vec::new();
        for &square in region.squares() {
            let near = map.around(square).into_iter().filter(|&near| position.has_box(map, near));
            near.for_each(|near| {
                if !border.contains(&near) {
                    border.push(near)
                }
            });
        }
        let meets = border.iter().all(|&from| {
            let mut movable = false;
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                let can = !position.is_occupied(to)
                    && player.reached(behind)
                    && (reading.even_dead || analysis.live.contains(to));
                if can && !region.reached(to) {
                    return false;
                }
                movable |= can;
            }
            movable
        });
        if meets {
            all.extend(border);
            if reading.corrals == Corrals::First {
                break;
            }
        }
    }
    all
}
