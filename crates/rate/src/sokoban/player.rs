//! A simulated player: somebody who pushes boxes towards goals, does not like to walk, keeps to a box, sees
//! some of the pushes that lose, and starts again when he notices that he is lost.
//!
//! ```text
//! weight of a push = nearer (or 1/nearer when the boxes get farther from free goals)
//!                  × same   (when it is the box pushed last)
//!                  × 1 / (1 + walk × steps to get there)
//!                  × back   (when the position was seen in this try)
//! ```
//!
//! The figures are products and quotients only, so that every machine draws the same pushes from a seed.
//! Idea of play by a random walk with a goal bias: Jarušek and Pelánek 2010. Cost: about half a microsecond
//! a push, [`RUNS`] games of at most [`MOST_PUSHES`] pushes.

use search::{Budget, Random, Stop};
use sokoban::{Board, Dir, Square};

use super::graph::{Edge, Graph, LOST, To};

/// Games for one figure.
pub(crate) const RUNS: usize = 64;

/// Games for a figure that may be off a little: half a point of the share.
pub(crate) const FEW_RUNS: usize = 8;

/// Pushes after which a game is given up.
pub(crate) const MOST_PUSHES: u32 = 2_000;

/// What a player does and sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// How much more often a push that brings the boxes nearer to free goals is made.
    pub nearer: f64,
    /// How much more often the box pushed last is pushed again.
    pub same: f64,
    /// What a step of walking costs.
    pub walk: f64,
    /// How much less often a push leads back to a position of this try.
    pub back: f64,
    /// The share of pushes into corners and frozen blocks that are seen and not made.
    pub sees: f64,
    /// The share of other losing pushes that are not made.
    pub foresees: f64,
    /// The chance, with every push in a lost position, to notice and start again.
    pub notices: f64,
    /// The chance, with every push anywhere, to start again.
    pub restless: f64,
}

/// What the games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Played {
    /// Mean logarithm of the pushes until the level was solved, all tries together.
    pub(crate) log_pushes: f64,

    /// Mean logarithm of the tries.
    pub(crate) log_tries: f64,
    /// Share of first tries that ended solved.
    pub(crate) first: f64,
}

struct Game<'a, 'b> {
    graph: &'a Graph<'b>,
    habits: Habits,
    random: Random,
    walk: Steps,
    seen: Vec<u32>,
    stamp: u32,
    weights: Vec<f64>,
}

/// Plays the level of a graph.
///
/// # Errors
/// The limit that came first.
pub(crate) fn play(
    graph: &Graph<'_>,
    habits: Habits,
    runs: usize,
    seed: u64,
    budget: &mut Budget,
) -> Result<Played, Stop> {
    let mut played = Played::default();
    let mut game = Game {
        graph,
        habits,
        random: Random::seeded(seed),
        walk: Steps::new(graph.board),
        seen: vec![0; graph.len()],
        stamp: 0,
        weights: Vec::new(),
    };
    for _ in 0..runs {
        let run = game.run(budget)?;
        played.log_pushes += f64::from(run.pushes.max(1)).ln();
        played.log_tries += f64::from(run.tries).ln();
        played.first += f64::from(u32::from(run.solved && run.tries == 1));
    }
    let share = 1.0 / runs as f64;
    Ok(Played {
        log_pushes: played.log_pushes * share,
        log_tries: played.log_tries * share,
        first: played.first * share,
    })
}

#[derive(Clone, Copy, Debug)]
struct Run {
    pushes: u32,
    tries: u32,
    solved: bool,
}

impl Game<'_, '_> {
    fn run(&mut self, budget: &mut Budget) -> Result<Run, Stop> {
        let mut run = Run { pushes: 0, tries: 0, solved: false };
        while run.pushes < MOST_PUSHES && !run.solved {
            run.tries += 1;
            // A try that makes no push is paid for too, so that every game ends.
            run.pushes += 1;
            self.one_try(&mut run, budget)?;
        }
        Ok(run)
    }

    /// One try: until solved, given up, or the end of patience.
    fn one_try(&mut self, run: &mut Run, budget: &mut Budget) -> Result<(), Stop> {
        let (mut at, mut player, mut last) = (0, self.graph.board.start().player, None);
        self.stamp += 1;
        self.seen[0] = self.stamp;
        while run.pushes < MOST_PUSHES {
            budget.poll()?;
            if self.graph.distance(at) == 0 {
                run.solved = true;
                return Ok(());
            }
            let lost = self.graph.distance(at) == LOST;
            if self.chance(self.habits.restless) || lost && self.chance(self.habits.notices) {
                return Ok(());
            }
            let Some(edge) = self.choose(at, player, last) else { return Ok(()) };
            run.pushes += 1;
            // What stands in a corner is seen at once.
            let To::Position(to) = edge.to() else { return Ok(()) };
            at = to;
            player = edge.push.from;
            last = self.graph.board.neighbor(edge.push.from, edge.push.dir);
            self.seen[at] = self.stamp;
        }
        Ok(())
    }

    fn chance(&mut self, of: f64) -> bool {
        self.unit() < of
    }

    /// A number from 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.random.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A push; `None` when the player sees none that he would make.
    fn choose(&mut self, at: usize, player: Square, last: Option<Square>) -> Option<Edge> {
        let graph = self.graph;
        let edges = graph.edges(at);
        self.walk.from(graph.board, graph.boxes(at), player);
        self.weights.clear();
        let mut total = 0.0;
        for &edge in edges {
            let weight = self.weight(at, edge, last);
            total += weight;
            self.weights.push(weight);
        }
        if total <= 0.0 {
            return None;
        }
        let mut left = self.unit() * total;
        let mut chosen = None;
        for (index, &weight) in self.weights.iter().enumerate() {
            if weight > 0.0 {
                chosen = Some(index);
                left -= weight;
                if left < 0.0 {
                    break;
                }
            }
        }
        chosen.map(|index| edges[index])
    }

    fn steps_to(&self, edge: Edge) -> u32 {
        let behind = self.graph.board.neighbor(edge.push.from, edge.push.dir.opposite());
        behind.map_or(0, |square| self.walk.steps(square))
    }

    fn weight(&mut self, at: usize, edge: Edge, last: Option<Square>) -> f64 {
        let habits = self.habits;
        let mut weight = 1.0 / (1.0 + habits.walk * f64::from(self.steps_to(edge)));
        if last == Some(edge.push.from) {
            weight *= habits.same;
        }
        let To::Position(to) = edge.to() else {
            return if self.chance(habits.sees) { 0.0 } else { weight };
        };
        if self.graph.distance(to) == LOST
            && self.graph.distance(at) != LOST
            && self.chance(habits.foresees)
        {
            return 0.0;
        }
        let (here, there) = (self.graph.nearness(at), self.graph.nearness(to));
        if there < here {
            weight *= habits.nearer;
        } else if there > here {
            weight /= habits.nearer;
        }
        if self.seen[to] == self.stamp {
            weight *= habits.back;
        }
        weight
    }
}

/// Steps of walking from one square to all others.
pub(crate) struct Steps {
    stamp: u32,
    marks: Vec<(u32, u32)>,
    queue: Vec<Square>,
}

impl Steps {
    pub(crate) fn new(board: &Board) -> Steps {
        Steps { stamp: 0, marks: vec![(0, 0); board.n_squares()], queue: Vec::new() }
    }

    /// Walks everywhere from a square.
    pub(crate) fn from(&mut self, board: &Board, boxes: &[Square], player: Square) {
        self.stamp += 1;
        for square in boxes {
            self.marks[square.index()] = (self.stamp, u32::MAX);
        }
        self.marks[player.index()] = (self.stamp, 0);
        self.queue.clear();
        self.queue.push(player);
        let mut head = 0;
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            let steps = self.marks[square.index()].1 + 1;
            for dir in Dir::ALL {
                if let Some(next) = board.neighbor(square, dir)
                    && self.marks[next.index()].0 != self.stamp
                {
                    self.marks[next.index()] = (self.stamp, steps);
                    self.queue.push(next);
                }
            }
        }
    }

    /// Steps to a square that was reached.
    pub(crate) fn steps(&self, square: Square) -> u32 {
        self.marks[square.index()].1
    }
}
