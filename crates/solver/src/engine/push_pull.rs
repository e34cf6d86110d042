//! Greedy best-first search, forwards by pushes or backwards by pulls.
//!
//! The position with the lowest matching bound is expanded next; among equals, the one with the
//! most boxes in place, then the newest. Every position is expanded once and never reopened, so
//! solutions are not short, but small dense levels are solved quickly, above all backwards, because
//! a solved position allows few pulls (the "dragonfly" of Shoham's Festival; Kirov, sokoban-ai).
//!
//! Backwards the search starts from the solved boards, one for each zone the player may end in, and
//! is over when the boxes stand on their start squares with the player in the start zone.

use ground::analysis::Analysis;
use ground::claim;
use ground::deadlock::LostGroups;
use ground::heuristic::Bound;
use ground::kernel::{BucketQueue, Memory, Mode, Packer, Position, Reach, Store, Unknown};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

/// A greedy search at work.
pub(crate) struct PushPull<'a> {
    analysis: &'a Analysis,
    mode: Mode,
    /// Positions, each with the push or pull that led there.
    store: Store<Push>,
    queue: BucketQueue,
    bound: Bound,
    pruning: Pruning<'a>,
    /// Pairs and triples that are lost backwards, once they are known.
    groups: LostGroups,
    scratch: Scratch,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

/// Space for one expansion.
struct Scratch {
    position: Position,
    reach: Reach,
    moves: Vec<Push>,
}

impl<'a> PushPull<'a> {
    /// A search in one direction.
    pub(crate) fn new(
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
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let (store, queue) = Store::with_queue(packer, memory)?;
        let mut search = PushPull {
            analysis,
            mode,
            store,
            queue,
            bound: Bound::towards(mode, analysis, techniques),
            pruning,
            groups: LostGroups::new(mode, techniques),
            scratch: Scratch {
                position: analysis.start.clone(),
                reach: Reach::new(map),
                moves: Vec::new(),
            },
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
            Mode::Pull => Position::solved(map),
        };
        for root in roots {
            if !root.boxes().iter().all(|&square| self.store.packer().holds(square)) {
                return Err(claim::refuted());
            }
            let Some(h) = self.bound.load(self.analysis, &root) else { continue };
            let player = root.player;
            self.scratch.position = root;
            if let Err(unknown) = self.store.find(map, &self.scratch.position, player) {
                let nothing = Push { from: player, dir: Dir::Up };
                self.add(unknown, None, nothing, h).map_err(Outcome::Stopped)?;
            }
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

    /// All pushes or pulls of the position at hand; each is given by where the box stands and in
    /// which direction it goes.
    fn collect_moves(&mut self) {
        let Analysis { map, live, visitable, .. } = self.analysis;
        let Scratch { position, reach, moves } = &mut self.scratch;
        moves.clear();
        if self.mode == Mode::Push
            && let Some(pushes) = self.pruning.pushes(position)
        {
            return moves.extend_from_slice(pushes);
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
        let made = match self.store.meet(map, position, zone, &mut self.stats) {
            Some(unknown) => self.consider(unknown, parent, moved, player),
            None => Ok(()),
        };
        self.scratch.position.move_box(map, to, moved.from);
        made
    }

    /// Adds a node for the position at hand unless it is lost.
    fn consider(
        &mut self,
        unknown: Unknown,
        parent: u32,
        moved: Push,
        player: Square,
    ) -> Result<(), Stop> {
        self.stats.evaluations += 1;
        let position = &self.scratch.position;
        let to = self.analysis.map.next(moved.from, moved.dir);
        let lost = match self.mode {
            Mode::Push => self.pruning.refuses(position, to, player),
            Mode::Pull => self.groups.find(position.occupied(), to, moved.dir).is_some(),
        };
        let bound = match lost {
            true => None,
            false => self.bound.after_move(self.analysis, moved.from, to, player),
        };
        match bound {
            Some(h) => self.add(unknown, Some(parent), moved, h),
            None => {
                self.stats.dead_ends += 1;
                Ok(())
            }
        }
    }

    /// Stores the position at hand and queues it.
    fn add(
        &mut self,
        unknown: Unknown,
        parent: Option<u32>,
        moved: Push,
        h: u32,
    ) -> Result<(), Stop> {
        let number = self.store.add(unknown, parent, moved)?;
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

    /// The pushes that lead to the position or, backwards, from it to the end.
    fn path(&self, number: u32) -> Vec<Push> {
        let trail = self.store.trail(number);
        match self.mode {
            Mode::Push => {
                let mut pushes: Vec<Push> = trail.collect();
                pushes.reverse();
                pushes
            }
            Mode::Pull => {
                let map = &self.analysis.map;
                let push = |pull: Push| Push {
                    from: map.next(pull.from, pull.dir),
                    dir: pull.dir.opposite(),
                };
                trail.map(push).collect()
            }
        }
    }
}

impl Stepwise for PushPull<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        match self.mode {
            Mode::Push => self.pruning.prepare(self.stats.expanded, budget),
            Mode::Pull => self.groups.prepare(self.analysis, self.stats.expanded, budget),
        }
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(number) = self.queue.pop() else {
            return Err(self.pruning.exhausted());
        };
        self.store.load(&self.analysis.map, number, &mut self.scratch.position);
        if self.is_goal() {
            return Err(End::Answer(Outcome::Solved(self.path(number))));
        }
        self.stats.expanded += 1;
        if self.mode == Mode::Push && self.pruning.is_lost(&self.scratch.position) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.collect_moves();
        self.bound.load(self.analysis, &self.scratch.position);
        for i in 0..self.scratch.moves.len() {
            if slice.poll().is_err() {
                // Half expanded: it will be tried again first, and its children will be known.
                self.queue.push(number, 0, 0);
                return Err(End::Slice);
            }
            self.generate(number, self.scratch.moves[i]).map_err(End::full)?;
        }
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        if let Some(h) = self.queue.lowest() {
            progress.best = h;
        }
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        self.stats.clone().plus(&self.store.held(self.queue.len()))
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
