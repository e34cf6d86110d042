//! PushPull best-first search, forwards by pushes or backwards by pulls.
//!
//! The position with the lowest matching bound is expanded next, among equals the one with more
//! boxes in place, then the newest. Every position is expanded once and never reopened, so
//! solutions are not short, but small dense levels fall quickly; backwards most of all, because a
//! solved position leaves few pulls (the "dragonfly" of Shoham's Festival; Kirov, sokoban-ai).
//!
//! Backwards the search starts from the solved boards, one for each zone the player may end in,
//! and is over when the boxes stand on their start squares with the player in his start zone.

use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

use super::stepwise::{self, End, Stepwise};
use super::{Run, look_on_large_boards};
use crate::analysis::Analysis;
use crate::claim;
use crate::deadlock::{Deadlocks, LostGroups};
use crate::heuristic::Bound;
use crate::kernel::{
    BucketQueue, Memory, Mode, Packer, Position, Reach, Regions, StateArena, Table,
};
use crate::prune::{Corral, PiCorral};
use crate::technique::{Technique, TechniqueSet};

const NONE: u32 = u32::MAX;

/// How a position came about: the box went from here in this direction.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    from: Square,
    dir: Dir,
}

/// A greedy search at work.
pub struct PushPull<'a> {
    analysis: &'a Analysis,
    mode: Mode,
    techniques: TechniqueSet,
    packer: Packer,
    states: StateArena,
    nodes: Vec<Node>,
    table: Table,
    queue: BucketQueue,
    bound: Bound,
    deadlocks: Deadlocks,
    /// Pairs and triples that lose backwards, once they are known.
    groups: LostGroups,
    pi_corral: PiCorral,
    scratch: Scratch,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

/// Space for one expansion.
struct Scratch {
    position: Position,
    reach: Reach,
    packed: Vec<u64>,
    moves: Vec<Push>,
}

impl<'a> PushPull<'a> {
    /// A search in one direction.
    pub fn new(
        analysis: &'a Analysis,
        mode: Mode,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<PushPull<'a>, Stop> {
        let map = &analysis.map;
        let packer = match mode {
            Mode::Push => Packer::new(map, analysis.live.iter()),
            Mode::Pull => Packer::new(map, map.squares()),
        };
        let per_node = StateArena::bytes_per_state(packer.words())
            + size_of::<Node>() as u64
            + BucketQueue::BYTES_PER_NODE;
        let deadlocks = Deadlocks::within(analysis, techniques, &mut memory)?;
        let capacity = Table::capacity(memory.left(), per_node);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let mut search = PushPull {
            analysis,
            mode,
            techniques,
            states: StateArena::new(packer.words(), capacity)?,
            nodes,
            table: Table::for_nodes(capacity),
            queue: BucketQueue::new(capacity)?,
            bound: Bound::towards(mode, analysis, techniques),
            deadlocks,
            groups: LostGroups::new(mode, techniques),
            pi_corral: PiCorral::new(map),
            scratch: Scratch {
                position: analysis.start.clone(),
                reach: Reach::new(map),
                packed: vec![0; packer.words()],
                moves: Vec::new(),
            },
            packer,
            answer: None,
            stats: Stats::default(),
        };
        search.answer = search.plant().err();
        Ok(search)
    }

    /// Puts the positions to start from into the tree.
    fn plant(&mut self) -> Result<(), Outcome<Vec<Push>>> {
        let map = &self.analysis.map;
        let start = &self.analysis.start;
        if start.is_solved(map) {
            return Err(Outcome::Solved(Vec::new()));
        }
        let roots = match self.mode {
            Mode::Push => vec![start.clone()],
            Mode::Pull => solved_positions(self.analysis),
        };
        for root in roots {
            if !root.boxes().iter().all(|&square| self.packer.holds(square)) {
                return Err(claim::refuted());
            }
            self.scratch.position = root;
            let Some(h) = self.bound.load(self.analysis, &self.scratch.position) else { continue };
            let player = self.scratch.position.player;
            let root = Node { parent: NONE, from: player, dir: Dir::Up };
            self.note(root, player, |_| Some(h)).map_err(Outcome::Stopped)?;
        }
        Ok(())
    }

    fn is_goal(&self) -> bool {
        let Scratch { position, .. } = &self.scratch;
        match self.mode {
            Mode::Push => position.is_solved(&self.analysis.map),
            Mode::Pull => {
                let start = &self.analysis.start;
                let mut reach = Reach::new(&self.analysis.map);
                position.occupied() == start.occupied()
                    && reach.flood(&self.analysis.map, start.occupied(), start.player)
                        == position.player
            }
        }
    }

    fn is_lost(&mut self) -> bool {
        self.deadlocks.when_expanded(self.analysis, &self.scratch.position).is_some()
    }

    /// All pushes or pulls of the position at hand; a push is given by where the box stands and
    /// where it goes, a pull likewise.
    fn collect_moves(&mut self) {
        let Analysis { map, live, visitable, .. } = self.analysis;
        let Scratch { position, reach, moves, .. } = &mut self.scratch;
        moves.clear();
        if self.mode == Mode::Push && self.techniques.has(Technique::PiCorral) {
            let (walls, regions) = (self.deadlocks.walls(), self.deadlocks.regions());
            if regions.count() > 1 {
                match self.pi_corral.find(self.analysis, walls, position, regions) {
                    Corral::None => {}
                    Corral::Found => return moves.extend_from_slice(self.pi_corral.pushes()),
                    Corral::Dead => return,
                }
            }
        }
        reach.flood(map, position.occupied(), position.player);
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let to = map.next(from, dir);
                let possible = !position.is_occupied(to)
                    && match self.mode {
                        Mode::Push => {
                            live.contains(to) && reach.reached(map.next(from, dir.opposite()))
                        }
                        Mode::Pull => {
                            visitable.contains(to)
                                && reach.reached(to)
                                && !position.is_occupied(map.next(to, dir))
                        }
                    };
                if possible {
                    moves.push(Push { from, dir });
                }
            }
        }
    }

    fn generate(&mut self, parent: u32, moved: Push) -> Result<(), Stop> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let to = map.next(moved.from, moved.dir);
        let player = match self.mode {
            Mode::Push => moved.from,
            Mode::Pull => map.next(to, moved.dir),
        };
        let Scratch { position, reach, .. } = &mut self.scratch;
        position.move_box(map, moved.from, to);
        let zone = reach.name(map, position.occupied(), player);
        let node = Node { parent, from: moved.from, dir: moved.dir };
        let made = self.note(node, zone, |this| {
            this.stats.evaluations += 1;
            let position = &this.scratch.position;
            let lost = match this.mode {
                Mode::Push => {
                    this.deadlocks.after_push(this.analysis, position, to, player).is_some()
                }
                Mode::Pull => this.groups.find(position.occupied(), to, moved.dir).is_some(),
            };
            if lost {
                return None;
            }
            this.bound.after_move(this.analysis, moved.from, to, player)
        });
        self.scratch.position.move_box(&self.analysis.map, to, moved.from);
        made
    }

    /// Makes a node of the position in the scratch space unless it is known or lost.
    fn note(
        &mut self,
        node: Node,
        zone: Square,
        bound: impl FnOnce(&mut Self) -> Option<u32>,
    ) -> Result<(), Stop> {
        let Scratch { position, packed, .. } = &mut self.scratch;
        self.packer.pack(position.boxes(), packed);
        let hash = position.key() ^ self.analysis.map.player_key(zone);
        if self.table.find(hash, |number| self.states.is(number, packed, zone)).is_some() {
            self.stats.duplicates_closed += 1;
            return Ok(());
        }
        let Some(h) = bound(self) else {
            self.stats.dead_ends += 1;
            return Ok(());
        };
        let number = self.states.push(&self.scratch.packed, zone)?;
        self.nodes.push(node);
        self.table.insert(hash, number);
        self.queue.push(number, h, self.out_of_place());
        Ok(())
    }

    /// Boxes not yet on a goal, or backwards on a start square.
    fn out_of_place(&self) -> u32 {
        let position = &self.scratch.position;
        let places = match self.mode {
            Mode::Push => self.analysis.map.goals(),
            Mode::Pull => &self.analysis.start_boxes,
        };
        (position.n_boxes() - places.len_common(position.occupied())) as u32
    }

    /// The pushes to the position, or backwards from it to the end.
    fn path(&self, mut number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        while self.nodes[number as usize].parent != NONE {
            let Node { parent, from, dir } = self.nodes[number as usize];
            pushes.push(match self.mode {
                Mode::Push => Push { from, dir },
                Mode::Pull => Push { from: self.analysis.map.next(from, dir), dir: dir.opposite() },
            });
            number = parent;
        }
        if self.mode == Mode::Push {
            pushes.reverse();
        }
        pushes
    }
}

/// The board solved, once for each zone the player may end in.
fn solved_positions(analysis: &Analysis) -> Vec<Position> {
    let map = &analysis.map;
    let full = map.occupied(map.goals().iter());
    let mut regions = Regions::new(map);
    regions.find(map, &full);
    let solved = |zone| Position::new(map, map.goals().iter(), regions.squares(zone)[0]);
    (0..regions.count() as u16).map(solved).collect()
}

impl Stepwise for PushPull<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        match self.mode {
            Mode::Push => self.deadlocks.prepare(self.analysis, self.stats.expanded, budget),
            Mode::Pull => self.groups.prepare(self.analysis, self.stats.expanded, budget),
        }
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(number) = self.queue.pop() else {
            return Err(End::Answer(claim::exhausted(self.techniques.keeps())));
        };
        let map = &self.analysis.map;
        self.packer.unpack(map, self.states.words(number), &mut self.scratch.position);
        self.scratch.position.player = self.states.player(number);
        if self.is_goal() {
            return Err(End::Answer(Outcome::Solved(self.path(number))));
        }
        self.stats.expanded += 1;
        if self.mode == Mode::Push && self.is_lost() {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.collect_moves();
        self.bound.load(self.analysis, &self.scratch.position);
        for i in 0..self.scratch.moves.len() {
            if look_on_large_boards(&self.analysis.map, slice).is_err() {
                // Half expanded: it is the first to be tried again, and its children will be known.
                self.queue.push(number, 0, 0);
                return Err(End::Slice);
            }
            self.generate(number, self.scratch.moves[i])
                .map_err(|stop| End::Answer(Outcome::Stopped(stop)))?;
        }
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        if let Some(h) = self.queue.lowest() {
            progress.best = h;
        }
    }
}

impl Run for PushPull<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        stepwise::run(self, slice)
    }

    fn stats(&self) -> Stats {
        Stats {
            tree: self.states.len() as u64,
            frontier: self.queue.len() as u64,
            table_bytes: self.states.bytes() + self.table.bytes(),
            ..self.stats.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Engine;
    use crate::engine::testing;

    #[test]
    fn both_directions_solve_what_can_be_solved_and_prove_the_rest() {
        testing::solves_or_proves(Engine::Push, 37);
        testing::solves_or_proves(Engine::Pull, 37);
    }
}
