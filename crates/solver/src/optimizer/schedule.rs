//! Which boxes are set free, in which windows, and how hard to try.
//!
//! A round tries, in this order: every box alone over the whole solution, windows of few boxes with
//! all of them free, and every pair of boxes over the whole solution. Rounds are run first for the
//! metric that counts, as long as anything is gained, then for the other one. Then the next round
//! allows more nodes per search, more boxes per window, and pushes of free boxes within the turns
//! of others.
//!
//! On the first solutions of the 90 levels of XSokoban, single boxes gain most for the least work,
//! windows of two and three boxes gain a third of that, and pairs as much again for ten times the
//! work.

use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::quality::FixedState;
use ground::kernel::{Map, Memory};
use hashbrown::HashMap;
use search::{Budget, Metric};
use sokoban::{Board, Push, State, Walker};

use super::line::Line;
use super::reroute::{BYTES_PER_STATE, Found, MOST_FREE, Reroute};
use super::window::{Job, Walks};

/// Nodes per search in the first round, the factor by which they grow, and in the last round.
const FIRST_NODES: u64 = 100;
const GROWTH: u64 = 10;
const LAST_NODES: u64 = 100_000;

/// Boxes of the largest window in the first round.
const FIRST_BOXES: usize = 3;

/// The search for a single box may take this many times more: such searches end early on their own.
const MORE_FOR_ONE: u64 = 10;

/// Failed jobs remembered before all are forgotten: at most about 50 MB.
const MOST_TRIED: usize = 1 << 20;

/// Bytes for the positions of the kept boxes in one window.
const WINDOW_BYTES: usize = 16 << 20;

/// A solution that is being made shorter.
pub(super) struct Schedule<'a> {
    pub(super) board: &'a Board,
    pub(super) map: &'a Map,
    pub(super) goal: Metric,
    pub(super) line: Line,
    reroute: Reroute<'a>,
    /// Jobs that failed, by hash, with the nodes they had; [`u64::MAX`] when more would not help.
    tried: HashMap<u64, u64, FixedState>,
    /// Pushes of the longest window.
    longest: usize,
    /// The effort of the current round.
    pub(super) effort: Effort,
}

/// What is counted, and how hard to try.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) moves: bool,
    pub(super) fine: bool,
    pub(super) nodes: u64,
}

impl<'a> Schedule<'a> {
    /// A schedule for a solution, with half the memory of the budget.
    pub(super) fn new(
        board: &'a Board,
        map: &'a Map,
        walks: &'a Walks,
        line: Line,
        goal: Metric,
        budget: &Budget,
    ) -> Schedule<'a> {
        let capacity = Memory::of(budget).left() / 2 / BYTES_PER_STATE;
        Schedule {
            board,
            map,
            goal,
            line,
            reroute: Reroute::new(map, walks, capacity as usize),
            tried: HashMap::default(),
            longest: WINDOW_BYTES / (map.n_squares() / 8 + 1),
            effort: Effort { moves: false, fine: false, nodes: FIRST_NODES },
        }
    }

    /// The current solution.
    pub(super) fn into_line(self) -> Line {
        self.line
    }

    /// Works until the budget is used up or the last round gains nothing.
    pub(super) fn run(&mut self, budget: &mut Budget) {
        if self.goal != Metric::Pushes {
            self.begin_with_pushes(budget);
        }
        let (mut nodes, mut most_boxes) = (FIRST_NODES, FIRST_BOXES);
        while nodes <= LAST_NODES && budget.look().is_ok() {
            self.rounds(nodes, most_boxes, budget);
            nodes *= GROWTH;
            most_boxes = (most_boxes + 1).min(MOST_FREE);
        }
    }

    /// Fewer pushes leave less to walk for: even when moves count, the first rounds are about
    /// pushes, unless that makes the solution longer.
    fn begin_with_pushes(&mut self, budget: &mut Budget) {
        let given = self.line.clone();
        let goal = std::mem::replace(&mut self.goal, Metric::Pushes);
        self.first_rounds(budget);
        self.goal = goal;
        if self.line.cost(self.goal) > given.cost(self.goal) {
            self.line = given;
        }
    }

    /// Rounds of the same effort, first for what counts most, as long as they gain anything.
    fn rounds(&mut self, nodes: u64, most_boxes: usize, budget: &mut Budget) {
        for moves in [self.goal != Metric::Pushes, self.goal == Metric::Pushes] {
            self.effort = Effort { moves, fine: false, nodes };
            while self.round(most_boxes, budget) {}
        }
    }

    /// The rounds of the least effort.
    pub(super) fn first_rounds(&mut self, budget: &mut Budget) {
        self.rounds(FIRST_NODES, FIRST_BOXES, budget);
    }

    /// The least that can be done: every box alone, as long as that gains anything, for pushes and then,
    /// if they count, for moves. A solution with fewer pushes may have more moves at the end.
    pub(super) fn one_by_one(&mut self, budget: &mut Budget) {
        let goal = std::mem::replace(&mut self.goal, Metric::Pushes);
        self.each_alone(false, budget);
        self.goal = goal;
        if goal != Metric::Pushes {
            self.each_alone(true, budget);
        }
    }

    fn each_alone(&mut self, moves: bool, budget: &mut Budget) {
        self.effort = Effort { moves, fine: false, nodes: FIRST_NODES };
        let mut before = None;
        while before != Some(self.line.cost(self.goal)) && budget.look().is_ok() {
            before = Some(self.line.cost(self.goal));
            self.singles(budget);
        }
    }

    /// Tries everything once; returns whether anything was gained.
    fn round(&mut self, most_boxes: usize, budget: &mut Budget) -> bool {
        let before = self.line.cost(self.goal);
        self.singles(budget);
        // Moves are a matter of order, and windows of many boxes take long to order: for moves they
        // gained 3 % of what single boxes did, for seven times the work.
        let most_boxes = if self.effort.moves { 2 } else { most_boxes };
        for n_boxes in 2..=most_boxes {
            self.windows(n_boxes, budget);
        }
        if !self.effort.moves {
            self.pairs(budget);
        }
        if self.effort.nodes > FIRST_NODES {
            self.effort.fine = true;
            self.singles(budget);
            self.effort.fine = false;
        }
        self.line.cost(self.goal) < before
    }

    /// Sets each box free alone.
    fn singles(&mut self, budget: &mut Budget) {
        for one in 0..self.line.n_boxes() as u16 {
            self.everywhere(&[one], budget);
        }
    }

    /// Sets each pair of boxes free.
    fn pairs(&mut self, budget: &mut Budget) {
        for one in 0..self.line.n_boxes() as u16 {
            for other in 0..one {
                self.everywhere(&[other, one], budget);
            }
        }
    }

    /// Sets boxes free over the whole solution, or in one long window after another.
    fn everywhere(&mut self, free: &[u16], budget: &mut Budget) {
        let mut from = 0;
        while from < self.line.len() && budget.look().is_ok() {
            let to = self.line.len().min(from + self.longest);
            if !self.shorten(from..to, free, budget) {
                from = to;
            }
        }
    }

    /// Sets all boxes free in windows of `n_boxes` boxes, one beginning with each turn of a box.
    fn windows(&mut self, n_boxes: usize, budget: &mut Budget) {
        let mut from = 0;
        while from < self.line.len() && budget.look().is_ok() {
            let window = self.line.window(from, n_boxes);
            let window = from..window.end.min(from + self.longest);
            let free = self.line.boxes_of(window.clone());
            if !self.shorten(window, &free, budget) {
                from = self.line.window(from, 1).end;
            }
        }
    }

    /// Shortens a window if it can; returns whether it did.
    pub(super) fn shorten(
        &mut self,
        window: Range<usize>,
        free: &[u16],
        budget: &mut Budget,
    ) -> bool {
        let Effort { moves, fine, nodes } = self.effort;
        let nodes = if free.len() == 1 { nodes * MORE_FOR_ONE } else { nodes };
        let line = &self.line;
        let (pushes, movers) = (&line.pushes[window.clone()], &line.movers[window.clone()]);
        let n_pushes = movers.iter().filter(|mover| free.contains(mover)).count() as u32;
        if n_pushes == 0 {
            return false;
        }
        let mut job = Job {
            places: &line.places(self.map, window.start),
            player: line.player(window.start),
            pushes,
            movers,
            free,
            end: (window.end < line.len()).then(|| line.player(window.end)),
            metric: Metric::Pushes,
            most_pushes: if self.goal == Metric::Pushes { n_pushes } else { u32::MAX },
            old: n_pushes,
            fine,
        };
        let name = name(&job, moves);
        if self.tried.get(&name).is_some_and(|&tried| tried >= nodes) {
            return false;
        }
        if moves {
            job.metric = Metric::Moves;
            job.old = moves_of(self.board, &job);
        }
        let mut slice = budget.slice(Some(nodes), None);
        let found = self.reroute.run(&job, &mut slice);
        budget.charge(&slice);
        let tried = match found {
            Found::Better(better) if self.accept(window, &better) => return true,
            Found::Better(_) | Found::Nothing => u64::MAX,
            Found::Stopped => nodes,
        };
        if self.tried.len() >= MOST_TRIED {
            self.tried.clear();
        }
        self.tried.insert(name, tried);
        false
    }

    /// Puts other pushes into a window, if the line is a better solution with them. Fewer pushes in
    /// a window can mean more moves, and the other way round.
    fn accept(&mut self, window: Range<usize>, better: &[Push]) -> bool {
        let mut pushes = self.line.pushes.clone();
        pushes.splice(window, better.iter().copied());
        let line = Line::new(self.board, self.map, pushes);
        debug_assert!(line.is_some(), "the pushes found can be played");
        match line {
            Some(line) if line.cost(self.goal) < self.line.cost(self.goal) => {
                self.line = line;
                true
            }
            _ => false,
        }
    }
}

/// A hash of everything that decides how a job ends.
fn name(job: &Job, moves: bool) -> u64 {
    let pushes: Vec<(u16, usize)> =
        job.pushes.iter().map(|push| (push.from.0, push.dir.index())).collect();
    let places: Vec<u16> = job.places.iter().map(|place| place.0).collect();
    let end = job.end.map(|end| end.0);
    FixedState::default().hash_one((pushes, places, job.player.0, end, job.free, moves, job.fine))
}

/// The number of moves that the old pushes of a job take.
fn moves_of(board: &Board, job: &Job) -> u32 {
    let mut boxes = job.places.to_vec();
    boxes.sort_unstable();
    let start = State { boxes, player: job.player };
    let walked = Walker::new(board).walk_pushes(board, &start, job.pushes);
    walked.map_or(0, |walk| walk.moves.len() as u32)
}
