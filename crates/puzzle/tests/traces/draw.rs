//! Random traces: a level and a list of calls.

use std::fmt;

use banto_puzzle::engines::TECHNIQUES;
use banto_puzzle::generate::{Generator, SokobanWanted};
use banto_puzzle::request::Inject;
use banto_puzzle::{Budget, Game, Goal, Limits, Request};
use needs::Rng;

/// A level and what is done with it.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The rows of the level.
    pub(crate) rows: Vec<String>,
    pub(crate) calls: Vec<Call>,
}

/// One call of the library.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    /// Solve the position, twice when `again`.
    Solve { request: Asked, again: bool },
    /// Take something out of the last solution and ask the checker.
    Spoil(usize),
    /// Ask for the way on.
    Hint,
    /// Ask why the position is lost.
    Why,
    /// Facts and dead squares.
    Look,
    /// Write the position and read it back.
    Write(usize),
    /// Walk about: this many legal steps, chosen by the number.
    Play(u64, usize),
    /// Back to the start.
    Restart,
}

/// The options of a request that are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) engine: &'static str,
    pub(crate) goal: Option<Goal>,
    pub(crate) switches: Vec<String>,
    pub(crate) nodes: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    pub(crate) spoil: bool,
}

impl Asked {
    pub(crate) fn request(&self) -> Request {
        Request {
            engine: self.engine.to_owned(),
            goal: self.goal,
            techniques: self.switches.clone(),
            limits: Limits { nodes: Some(self.nodes), memory: Some(64 << 20), time: None },
            threads: self.threads,
            seed: self.seed,
            inject: self.spoil.then_some(Inject::Spoil),
            ..Request::default()
        }
    }
}

impl Trace {
    /// Makes every engine lose the last move of its solution.
    pub(crate) fn spoil_engines(&mut self) {
        for call in &mut self.calls {
            if let Call::Solve { request, .. } = call {
                request.spoil = true;
            }
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        self.calls.iter().try_for_each(|call| writeln!(f, "{call:?}"))
    }
}

/// The numbers that a trace is drawn from.
pub(crate) fn random(seed: u64, number: u64) -> Rng {
    Rng::new(Rng::new(seed).number() ^ number.wrapping_mul(0xd134_2543_de82_ef95))
}

/// A trace on a level of either game.
pub(crate) fn trace(random: &mut Rng) -> Trace {
    let (game, rows) = match random.below(4) {
        0 => (Game::Sokoban, room(random)),
        1 => (Game::Sokoban, solvable(random)),
        _ => (Game::Unblock, jam(random)),
    };
    let calls = (0..3 + random.below(8)).map(|_| call(random, game)).collect();
    Trace { rows, calls }
}

fn call(random: &mut Rng, game: Game) -> Call {
    match random.below(14) {
        0 | 1 => Call::Play(random.number(), 1 + random.below(12)),
        2 => Call::Restart,
        3 => Call::Hint,
        4 => Call::Why,
        5 => Call::Look,
        6 => Call::Write(random.below(16)),
        7 | 8 => Call::Spoil(random.below(1000)),
        _ => Call::Solve { request: asked(random, game), again: random.below(4) == 0 },
    }
}

/// A request that the game can serve; most of those drawn are no use and are drawn again.
fn asked(random: &mut Rng, game: Game) -> Asked {
    let engines: Vec<&'static str> =
        banto_puzzle::engines::all().iter().map(|row| row.name).collect();
    loop {
        let goals = [None, None, Some(Goal::Pushes), Some(Goal::Moves), Some(Goal::Steps)];
        let switch = |random: &mut Rng| {
            let sign = if random.below(2) == 0 { '+' } else { '-' };
            format!("{sign}{}", TECHNIQUES[random.below(TECHNIQUES.len())].name)
        };
        let asked = Asked {
            engine: random.pick(&engines),
            goal: random.pick(&goals),
            switches: (0..random.below(3)).map(|_| switch(random)).collect(),
            nodes: 1 << (4 + random.below(8)),
            threads: 1 + random.below(2),
            seed: random.below(3) as u64,
            spoil: false,
        };
        if asked.request().resolve(game).is_ok() {
            return asked;
        }
    }
}

/// A small room with walls, boxes and goals anywhere; nine in ten have no solution.
fn room(random: &mut Rng) -> Vec<String> {
    let (width, height) = (3 + random.below(4), 3 + random.below(3));
    let mut inside: Vec<u8> = (0..width * height).map(|_| b' ').collect();
    for cell in &mut inside {
        if random.below(6) == 0 {
            *cell = b'#';
        }
    }
    let boxes = 1 + random.below(3);
    for letter in [b"@".to_vec(), b"$".repeat(boxes), b".".repeat(boxes)].concat() {
        let at = random.below(inside.len());
        inside[at] = match (inside[at], letter) {
            (b'.', b'$') | (b'$', b'.') => b'*',
            (b' ', letter) => letter,
            (old, _) => old,
        };
    }
    let wall = "#".repeat(width + 2);
    let middle = inside.chunks(width).map(|row| format!("#{}#", String::from_utf8_lossy(row)));
    [wall.clone()].into_iter().chain(middle).chain([wall]).collect()
}

/// A level of the generator, so with a solution.
fn solvable(random: &mut Rng) -> Vec<String> {
    let (width, height, boxes) = (6 + random.below(3), 6 + random.below(2), 1 + random.below(3));
    let wanted = SokobanWanted { width, height, boxes, tries: 1, ..SokobanWanted::default() };
    let mut generator = Generator::sokoban(wanted, random.number()).expect("a sound request");
    match generator.next_level(&mut Budget::unlimited()) {
        Ok(made) => banto_puzzle::facts::draw(&made.puzzle).lines().map(str::to_owned).collect(),
        Err(_) => room(random),
    }
}

/// An Unblock board with the red piece and others wherever they fit.
fn jam(random: &mut Rng) -> Vec<String> {
    let (width, height) = (4 + random.below(3), 4 + random.below(3));
    let mut cells = vec![vec![b'.'; width]; height];
    let line = random.below(height);
    cells[line][0] = b'A';
    cells[line][1] = b'A';
    for name in b'B'..b'B' + 3 + random.below(8) as u8 {
        let (length, down) = (2 + random.below(2), random.below(2) == 0);
        let (rows, columns) = if down { (length, 1) } else { (1, length) };
        if rows > height || columns > width {
            continue;
        }
        let (top, left) = (random.below(height - rows + 1), random.below(width - columns + 1));
        let covered = (top..top + rows).flat_map(|r| (left..left + columns).map(move |c| (r, c)));
        let covered: Vec<(usize, usize)> = covered.collect();
        if covered.iter().all(|&(r, c)| cells[r][c] == b'.') {
            covered.iter().for_each(|&(r, c)| cells[r][c] = name);
        }
    }
    cells.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned()).collect()
}
