//! The game in pushes: an action is a push, or the run of pushes of one box that a macro makes of
//! it.
//!
//! What an action costs is a choice: pushes, moves (including the walk to the box), or the score of
//! the Aveiro server. When pushes count, states differ by the player's zone unless that technique
//! is off; where walking costs something, they differ by the player's square.

use ground::analysis::Analysis;
use ground::kernel::{Bits, Position, Reach, Steps};
use ground::prune::Corral;
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, StateSpace, Stop, Successor};
use sokoban::{Dir, Push, Square};

use super::BoxState;
use super::opening;
use super::rules::Rules;
use crate::macros::Macros;
use crate::poster_corral::PosterCorral;

/// What actions cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// One for each push.
    Pushes,
    /// One for each move.
    Moves,
    /// A hundred for each push and one for each move: what the Aveiro server takes off the score.
    Score,
}

impl Cost {
    /// The least a push can cost.
    pub const fn of_push(self) -> u32 {
        match self {
            Cost::Pushes | Cost::Moves => 1,
            Cost::Score => 101,
        }
    }
}

/// One or more pushes of one box in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushRun {
    /// The first push.
    pub first: Push,
    /// How many.
    pub count: u8,
}

/// A board in pushes.
pub struct PushSpace<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    cost: Cost,
    rules: Rules<'a>,
    macros: Macros,
    corral: PosterCorral,
    /// Where boxes may be pushed to, as far as corrals are concerned.
    live: Bits,
    position: Position,
    reach: Reach,
    steps: Steps,
    start: Position,
    opening: Option<PushRun>,
}

impl<'a> PushSpace<'a> {
    /// The space of a board with a set of techniques.
    pub fn new(analysis: &'a Analysis, techniques: TechniqueSet, cost: Cost) -> PushSpace<'a> {
        let map = &analysis.map;
        let live = match techniques.has(Technique::DeadSquares) {
            true => analysis.live.clone(),
            false => Bits::from_squares(map.n_squares() + 1, map.squares()),
        };
        let mut space = PushSpace {
            analysis,
            techniques,
            cost,
            rules: Rules::new(analysis, techniques),
            macros: Macros::new(map, techniques),
            corral: PosterCorral::new(map),
            live,
            position: analysis.start.clone(),
            reach: Reach::new(map),
            steps: Steps::new(map),
            start: analysis.start.clone(),
            opening: None,
        };
        if techniques.has(Technique::Opening) {
            space.open();
        }
        space
    }

    /// Computes the tables that some techniques need.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.rules.prepare(budget)
    }

    /// Bytes that it may come to take, besides the states.
    pub fn most_bytes(&self) -> u64 {
        self.rules.most_bytes()
    }

    /// How often each technique refused something.
    pub fn pruned(&self) -> Vec<(&'static str, u64)> {
        self.rules.refused()
    }

    /// The push every solution of this space begins with, if an opening was found.
    pub fn opening(&self) -> Option<PushRun> {
        self.opening
    }

    fn uses_zones(&self) -> bool {
        self.cost == Cost::Pushes && self.techniques.has(Technique::PlayerZone)
    }

    /// Makes the opening push, if there is one, before the search begins.
    fn open(&mut self) {
        let map = &self.analysis.map;
        let root = BoxState::new(map, &self.start, self.start.player);
        let mut out = Vec::new();
        self.expand(&root, &mut out);
        if let Some(successor) = opening::widest(map, &self.start, out) {
            successor.state.load(map, &mut self.start);
            self.start.player = end_of(self.analysis, successor.action);
            self.opening = Some(successor.action);
        }
    }

    /// Makes one push and what macros add to it, then undoes it; returns the state it led to, and
    /// the number of pushes, unless it is refused.
    fn push(&mut self, from: Square, dir: Dir) -> Option<(BoxState, u8)> {
        let map = &self.analysis.map;
        let mut to = map.next(from, dir);
        if self.rules.refuses_square(to) {
            return None;
        }
        self.position.move_box(map, from, to);
        let mut count = 1;
        while self.macros.goes_on(self.analysis, &self.position, to, dir, count) {
            let next = map.next(to, dir);
            self.position.move_box(map, to, next);
            to = next;
            count += 1;
        }
        // A macro must not turn a push into a lost one: if it would, only the single push is made.
        if count > 1
            && (self.rules.refuses_square(to)
                || self.rules.refuses(&self.position, to, map.next(to, dir.opposite())))
        {
            self.position.move_box(map, to, map.next(from, dir));
            to = map.next(from, dir);
            count = 1;
        }
        let state = match count == 1 && self.rules.refuses(&self.position, to, from) {
            true => None,
            false => Some(self.state_after(map.next(to, dir.opposite()))),
        };
        self.position.move_box(map, to, from);
        state.map(|state| (state, count))
    }

    /// What a push leads to, unless it is refused.
    fn successor(&mut self, first: Push, walk: u32) -> Option<Successor<BoxState, PushRun>> {
        let (state, count) = self.push(first.from, first.dir)?;
        let moves = walk + u32::from(count);
        let cost = match self.cost {
            Cost::Pushes => u32::from(count),
            Cost::Moves => moves,
            Cost::Score => 100 * u32::from(count) + moves,
        };
        Some(Successor { action: PushRun { first, count }, cost, state })
    }

    /// The state of the current position with the player on a square.
    fn state_after(&mut self, player: Square) -> BoxState {
        let map = &self.analysis.map;
        let player = match self.uses_zones() {
            true => self.reach.flood(map, self.position.occupied(), player),
            false => player,
        };
        BoxState::new(map, &self.position, player)
    }

    /// The pushes the player can make in the current position, each with the length of the walk to
    /// it where walking costs something.
    fn pushes(&mut self) -> Vec<(Push, u32)> {
        let corral = self.rules.look(&self.position);
        if corral == Corral::Dead {
            return Vec::new();
        }
        let map = &self.analysis.map;
        let player = self.position.player;
        self.reach.flood(map, self.position.occupied(), player);
        if self.cost != Cost::Pushes {
            self.steps.walk(map, self.position.occupied(), player);
        }
        let only = match self.techniques.has(Technique::PosterCorral) {
            true => self.corral.find(map, &self.live, &self.position, &self.reach),
            false => None,
        };
        let mut pushes = Vec::new();
        let (mut left_out, mut left_out_by_poster) = (0, 0);
        for &from in self.position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if self.position.is_occupied(to) || !self.reach.reached(behind) {
                    continue;
                }
                if only.is_some_and(|only| !only.contains(&from)) {
                    left_out_by_poster += 1;
                    continue;
                }
                let push = Push { from, dir };
                if corral == Corral::Found && !self.rules.corral_pushes().contains(&push) {
                    left_out += 1;
                    continue;
                }
                let walk = match self.cost {
                    Cost::Pushes => 0,
                    _ => self.steps.to(behind).unwrap_or(0),
                };
                pushes.push((push, walk));
            }
        }
        if self.techniques.has(Technique::NearFirst) {
            // What is generated last is taken first where the newest of equals is preferred.
            let after = |push: Push| self.analysis.to_goals.nearest(map.next(push.from, push.dir));
            pushes.sort_by_key(|&(push, _)| std::cmp::Reverse(after(push)));
        }
        self.rules.count(Technique::PosterCorral, left_out_by_poster);
        self.rules.count(Technique::PiCorral, left_out);
        pushes
    }
}

/// Where the player stands after a run of pushes.
fn end_of(analysis: &Analysis, run: PushRun) -> Square {
    let map = &analysis.map;
    (1..run.count).fold(run.first.from, |at, _| map.next(at, run.first.dir))
}

impl StateSpace for PushSpace<'_> {
    type State = BoxState;
    type Action = PushRun;

    fn state_bytes(&self) -> usize {
        BoxState::heap_bytes(self.analysis.start.n_boxes())
    }

    fn initial(&self) -> BoxState {
        let map = &self.analysis.map;
        let player = match self.uses_zones() {
            true => Reach::new(map).flood(map, self.start.occupied(), self.start.player),
            false => self.start.player,
        };
        BoxState::new(map, &self.start, player)
    }

    fn is_goal(&self, state: &BoxState) -> bool {
        state.boxes().iter().all(|&square| self.analysis.map.is_goal(square))
    }

    fn expand(&mut self, state: &BoxState, out: &mut Vec<Successor<BoxState, PushRun>>) {
        state.load(&self.analysis.map, &mut self.position);
        for (first, walk) in self.pushes() {
            out.extend(self.successor(first, walk));
        }
    }

    fn expand_within(
        &mut self,
        state: &BoxState,
        out: &mut Vec<Successor<BoxState, PushRun>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        state.load(&self.analysis.map, &mut self.position);
        for (first, walk) in self.pushes() {
            budget.poll()?;
            out.extend(self.successor(first, walk));
        }
        Ok(())
    }
}
