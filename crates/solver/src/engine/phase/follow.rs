//! Following a packing order: macro moves, the best cell first, and the cells in turn.
//!
//! Positions wait in [cells](super::score): by the targets that are missing, then by the zones of the
//! board. Every second expansion takes the best score of the best cell, the newest among equals, so
//! the search dives while it makes progress. The others go to a *rover*, which takes the best of the
//! next cell, round and round: a target filled too early holds up one half of the search, not all of
//! it.
//!
//! Soundness: nothing is refused but by the deadlock tests and PI-corral pruning, and every single
//! push is among the macro moves. A search that runs dry has therefore proved that there is no
//! solution, if the techniques that are on keep completeness. Under a PI-corral all moves of
//! the boxes that can be pushed into it are tried, which is more than the pruning asks for.
//! Source: Brian Damgaard's YASS (greedy search along the order, rover); the cells are those of
//! Shoham's FESS, macro moves are ours.
//! Cost: the deadlock tests for every position expanded, a score for every child that is new.

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Push, Square};

use super::phases::{Phases, Standing};
use super::score::Scorer;
use crate::analysis::Analysis;
use crate::claim;
use crate::deadlock::Deadlocks;
use crate::engine::End;
use crate::kernel::{
    BoxMove, BoxMoves, BucketQueue, Memory, Mode, Packer, Position, Reach, StateArena, Table,
};
use crate::prune::PiCorral;
use crate::technique::{Technique, TechniqueSet};

const NONE: u32 = u32::MAX;

/// One expansion in so many is the rover's.
const ROVER: u64 = 2;

/// How a position came about: a box was brought from here to there.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    from: Square,
    to: Square,
    /// Macro moves on the way that did not fill a target.
    idle: u16,
}

/// The search at work.
pub struct Follow<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    scorer: Scorer,
    packer: Packer,
    states: StateArena,
    nodes: Vec<Node>,
    table: Table,
    queue: BucketQueue,
    /// The cell the rover took from last.
    rover: u32,
    deadlocks: Deadlocks,
    pi_corral: PiCorral,
    box_moves: BoxMoves,
    position: Position,
    packed: Vec<u64>,
    moves: Vec<BoxMove>,
    stats: Stats,
    /// The fewest targets missing in any position expanded.
    fewest: u32,
}

impl<'a> Follow<'a> {
    /// A search from the start along an order.
    pub fn new(
        analysis: &'a Analysis,
        phases: Phases,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Follow<'a>, Stop> {
        let map = &analysis.map;
        let deadlocks = Deadlocks::within(analysis, techniques, &mut memory)?;
        let packer = Packer::new(map, map.squares());
        let per_node = StateArena::bytes_per_state(packer.words())
            + size_of::<Node>() as u64
            + BucketQueue::BYTES_PER_NODE;
        let capacity = Table::capacity(memory.left(), per_node);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let mut search = Follow {
            analysis,
            techniques,
            scorer: Scorer::new(map, phases, techniques),
            states: StateArena::new(packer.words(), capacity)?,
            nodes,
            table: Table::for_nodes(capacity),
            queue: BucketQueue::new(capacity)?,
            rover: 0,
            deadlocks,
            pi_corral: PiCorral::new(map),
            box_moves: BoxMoves::new(map),
            position: analysis.start.clone(),
            packed: vec![0; packer.words()],
            packer,
            moves: Vec::new(),
            stats: Stats::default(),
            fewest: u32::MAX,
        };
        search.plant()?;
        Ok(search)
    }

    /// Works until the answer is known or the slice is used up.
    pub fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        loop {
            if slice.tick().is_err() || slice.look().is_err() {
                return None;
            }
            if self.deadlocks.prepare(self.analysis, self.stats.expanded, slice).is_err() {
                return None;
            }
            match self.step(slice) {
                Ok(()) => slice.progress.best = self.fewest,
                Err(End::Slice) => return None,
                Err(End::Answer(answer)) => return Some(answer),
            }
        }
    }

    /// What it has done so far.
    pub fn stats(&self) -> Stats {
        Stats {
            tree: self.states.len() as u64,
            frontier: self.queue.len() as u64,
            table_bytes: self.states.bytes() + self.table.bytes(),
            ..self.stats.clone()
        }
    }

    fn plant(&mut self) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let player = self.position.player;
        let zone = Reach::new(map).flood(map, self.position.occupied(), player);
        self.packer.pack(self.position.boxes(), &mut self.packed);
        let number = self.states.push(&self.packed, zone)?;
        self.nodes.push(Node { parent: NONE, from: player, to: player, idle: 0 });
        self.table.insert(self.position.key() ^ map.player_key(zone), number);
        self.queue.push(number, 0, 0);
        Ok(())
    }

    /// The position to expand next.
    fn pop(&mut self) -> Option<u32> {
        let roves = self.techniques.has(Technique::Rover);
        if !roves || self.stats.expanded % ROVER != ROVER - 1 {
            return self.queue.pop();
        }
        self.rover = self.queue.next_row(self.rover + 1).or_else(|| self.queue.lowest())?;
        self.queue.pop_row(self.rover)
    }

    /// Expands one position; the outcome when that ends the search.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(number) = self.pop() else {
            return Err(End::Answer(claim::exhausted(self.techniques.keeps())));
        };
        self.load(number);
        if self.position.is_solved(&self.analysis.map) {
            return Err(End::Answer(Outcome::Solved(self.path(number))));
        }
        self.stats.expanded += 1;
        if self.deadlocks.when_expanded(self.analysis, &self.position).is_some() {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        let here = self.scorer.standing(&self.position);
        self.fewest = self.fewest.min(here.missing);
        for from in self.boxes_to_move() {
            self.explore(from);
            for i in 0..self.moves.len() {
                if slice.poll().is_err() {
                    // Half expanded: it is the first to be tried again, its children are known.
                    self.queue.push(number, 0, 0);
                    return Err(End::Slice);
                }
                self.generate(number, self.moves[i], here)
                    .map_err(|stop| End::Answer(Outcome::Stopped(stop)))?;
            }
        }
        Ok(())
    }

    /// Makes a node's position the one at hand.
    fn load(&mut self, number: u32) {
        self.packer.unpack(&self.analysis.map, self.states.words(number), &mut self.position);
        self.position.player = self.states.player(number);
    }

    /// The boxes to move: those of a PI-corral if there is one, else all that are not fixed.
    fn boxes_to_move(&mut self) -> Vec<Square> {
        let (walls, regions) = (self.deadlocks.walls(), self.deadlocks.regions());
        if self.techniques.has(Technique::PiCorral)
            && let Some(boxes) = self.pi_corral.boxes(self.analysis, walls, &self.position, regions)
        {
            return boxes;
        }
        self.position.boxes().iter().copied().filter(|&at| !walls.contains(at)).collect()
    }

    /// Finds all macro moves of a box.
    fn explore(&mut self, from: Square) {
        let Analysis { map, live, .. } = self.analysis;
        self.box_moves.explore(map, &mut self.position, from, Mode::Push, |to| live.contains(to));
        self.moves.clear();
        self.moves.extend(self.box_moves.moves());
    }

    /// Makes a node of what a macro move leads to, unless it is known or lost.
    fn generate(&mut self, parent: u32, found: BoxMove, here: Standing) -> Result<(), Stop> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let BoxMove { from, to, .. } = found;
        // The box may come back to where it was, with the player elsewhere.
        if from != to {
            self.position.move_box(map, from, to);
        }
        let made = self.note(parent, found, here);
        if from != to {
            self.position.move_box(map, to, from);
        }
        made
    }

    fn note(&mut self, parent: u32, found: BoxMove, here: Standing) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let BoxMove { from, to, zone, player, n_zones, .. } = found;
        let hash = self.position.key() ^ map.player_key(zone);
        self.packer.pack(self.position.boxes(), &mut self.packed);
        if self.table.find(hash, |other| self.states.is(other, &self.packed, zone)).is_some() {
            self.stats.duplicates_closed += 1;
            return Ok(());
        }
        if self.deadlocks.after_push(self.analysis, &self.position, to, player).is_some() {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.evaluations += 1;
        let standing = self.scorer.standing(&self.position);
        let fills = standing.missing < here.missing;
        let idle = self.nodes[parent as usize].idle.saturating_add(u16::from(!fills));
        let score = self.scorer.score(map, &self.position, player, standing, idle);
        let number = self.states.push(&self.packed, zone)?;
        self.nodes.push(Node { parent, from, to, idle });
        self.table.insert(hash, number);
        self.queue.push(number, Scorer::cell(standing, n_zones), score);
        Ok(())
    }

    /// The single pushes to a position. Each macro move is found again on the way.
    fn path(&mut self, number: u32) -> Vec<Push> {
        let mut chain = vec![number];
        let mut at = number;
        while self.nodes[at as usize].parent != NONE {
            at = self.nodes[at as usize].parent;
            chain.push(at);
        }
        let mut pushes = Vec::new();
        for pair in chain.windows(2).rev() {
            let Node { from, to, .. } = self.nodes[pair[0] as usize];
            self.load(pair[1]);
            self.explore(from);
            let zone = self.states.player(pair[0]);
            let again = self.moves.iter().find(|found| found.to == to && found.zone == zone);
            let id = again.expect("the move was found when the node was made").id;
            self.box_moves.pushes(&self.analysis.map, id, &mut pushes);
        }
        pushes
    }
}
