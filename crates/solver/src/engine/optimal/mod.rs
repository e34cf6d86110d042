//! A* with a proof: the fewest pushes, or the fewest moves, or that there is no solution.
//!
//! For pushes a node is the boxes and the player's zone, an edge is one push. For moves a node is
//! the boxes and the exact square of the player after a push, an edge is a walk and a push. The
//! first bound is consistent; a search that takes long gets a stronger one that is not ([`late`]),
//! so nodes are reopened when a cheaper path turns up. States are compared in full, never by hash
//! alone. Ties are broken by the lower bound, then newest first (Hart, Nilsson, Raphael 1968; the
//! order as in Asai and Fukunaga 2016); under the stronger bound every second node comes from a
//! round over all bounds, as [`search::Ties::Rounds`] says.

mod late;

use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

use self::late::Late;
use super::stepwise::{self, End, Stepwise};
use super::{Run, look_on_large_boards};
use crate::analysis::Analysis;
use crate::claim;
use crate::config::Goal;
use crate::deadlock::Deadlocks;
use crate::heuristic::Bound;
use crate::kernel::{BucketQueue, Memory, Packer, Position, Reach, StateArena, Steps, Table};
use crate::prune::{Corral, PiCorral};
use crate::technique::{Technique, TechniqueSet};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    /// Cost from the start, in the metric of the search.
    g: u32,
    /// Lower bound on the pushes left.
    h: u32,
    /// The push that leads here; the box came from this square.
    from: Square,
    dir: Dir,
}

/// A push-optimal or move-optimal search at work.
pub struct Optimal<'a> {
    analysis: &'a Analysis,
    metric: Metric,
    techniques: TechniqueSet,
    packer: Packer,
    states: StateArena,
    nodes: Vec<Node>,
    table: Table,
    queue: BucketQueue,
    bound: Bound,
    late: Late<'a>,
    deadlocks: Deadlocks,
    pi_corral: PiCorral,
    scratch: Scratch,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Metric {
    Pushes,
    Moves,
}

/// Space for one expansion.
struct Scratch {
    position: Position,
    reach: Reach,
    steps: Steps,
    packed: Vec<u64>,
    pushes: Vec<(Push, u32)>,
}

impl<'a> Optimal<'a> {
    /// A search from the start of the board. Techniques that would break the promise are left out.
    pub fn new(
        analysis: &'a Analysis,
        goal: Goal,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Optimal<'a>, Stop> {
        let metric = if goal == Goal::Moves { Metric::Moves } else { Metric::Pushes };
        let techniques = Optimal::techniques(goal, techniques);
        let map = &analysis.map;
        let packer = Packer::new(map, analysis.live.iter());
        let per_node = StateArena::bytes_per_state(packer.words())
            + size_of::<Node>() as u64
            + BucketQueue::BYTES_PER_NODE;
        let deadlocks = Deadlocks::within(analysis, techniques, &mut memory)?;
        let late = Late::new(techniques, &mut memory);
        let capacity = Table::capacity(memory.left(), per_node);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let mut search = Optimal {
            analysis,
            metric,
            techniques,
            states: StateArena::new(packer.words(), capacity)?,
            nodes,
            table: Table::for_nodes(capacity),
            queue: BucketQueue::new(capacity)?,
            bound: Bound::new(analysis, techniques),
            late,
            deadlocks,
            pi_corral: PiCorral::new(map),
            scratch: Scratch {
                position: analysis.start.clone(),
                reach: Reach::new(map),
                steps: Steps::new(map),
                packed: vec![0; packer.words()],
                pushes: Vec::new(),
            },
            packer,
            answer: None,
            stats: Stats::default(),
        };
        search.answer = search.plant().err();
        Ok(search)
    }

    /// The techniques of a set that keep the promise of this engine.
    pub fn techniques(goal: Goal, techniques: TechniqueSet) -> TechniqueSet {
        techniques.that_keep(|keeps| {
            keeps.completeness
                && match goal {
                    Goal::Moves => keeps.move_optimality,
                    Goal::Pushes | Goal::Any => keeps.push_optimality,
                }
        })
    }

    /// Puts the start into the tree, or says why there is nothing to search.
    fn plant(&mut self) -> Result<(), Outcome<Vec<Push>>> {
        let start = &self.analysis.start;
        if start.is_solved(&self.analysis.map) {
            return Err(Outcome::Solved(Vec::new()));
        }
        let holds = start.boxes().iter().all(|&square| self.packer.holds(square));
        let Some(h) = self.bound.load(self.analysis, start).filter(|_| holds) else {
            return Err(claim::refuted());
        };
        let player = match self.metric {
            Metric::Pushes => {
                self.scratch.reach.flood(&self.analysis.map, start.occupied(), start.player)
            }
            Metric::Moves => start.player,
        };
        self.packer.pack(start.boxes(), &mut self.scratch.packed);
        let hash = start.key() ^ self.analysis.map.player_key(player);
        let node = Node { parent: NONE, g: 0, h, from: player, dir: Dir::Up };
        self.add(hash, player, node).map_err(Outcome::Stopped)
    }

    /// Makes a node of the packed state in the scratch space and lets it wait.
    fn add(&mut self, hash: u64, player: Square, node: Node) -> Result<(), Stop> {
        let number = self.states.push(&self.scratch.packed, player)?;
        self.nodes.push(node);
        self.table.insert(hash, number);
        self.queue.push(number, node.g + node.h, node.h);
        Ok(())
    }

    /// Whether a corral decides what to push in the position at hand.
    fn look_for_corral(&mut self) -> Corral {
        let regions = self.deadlocks.regions();
        if !self.techniques.has(Technique::PiCorral) || regions.count() < 2 {
            return Corral::None;
        }
        let walls = self.deadlocks.walls();
        self.pi_corral.find(self.analysis, walls, &self.scratch.position, regions)
    }

    /// All pushes of the position at hand with their costs, boxes in ascending order.
    fn collect_pushes(&mut self) {
        let map = &self.analysis.map;
        let Scratch { position, reach, steps, pushes, .. } = &mut self.scratch;
        pushes.clear();
        match self.metric {
            Metric::Pushes => _ = reach.flood(map, position.occupied(), position.player),
            Metric::Moves => steps.walk(map, position.occupied(), position.player),
        }
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if position.is_occupied(to) || !self.analysis.live.contains(to) {
                    continue;
                }
                let cost = match self.metric {
                    Metric::Pushes => reach.reached(behind).then_some(1),
                    Metric::Moves => steps.to(behind).map(|walk| walk + 1),
                };
                pushes.extend(cost.map(|cost| (Push { from, dir }, cost)));
            }
        }
    }

    /// Makes one successor: a new node, a better path to an old one, or nothing.
    fn generate(&mut self, parent: u32, g: u32, push: Push) -> Result<(), Stop> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let to = map.next(push.from, push.dir);
        let Scratch { position, reach, packed, .. } = &mut self.scratch;
        position.move_box(map, push.from, to);
        let player = match self.metric {
            Metric::Pushes => reach.name(map, position.occupied(), push.from),
            Metric::Moves => push.from,
        };
        self.packer.pack(position.boxes(), packed);
        let hash = position.key() ^ map.player_key(player);
        let old = self.table.find(hash, |number| self.states.is(number, packed, player));
        let made = match old {
            Some(old) => {
                self.improve(old, parent, g, push);
                Ok(())
            }
            None => self.consider(hash, player, parent, g, push),
        };
        self.scratch.position.move_box(map, to, push.from);
        made
    }

    /// Gives an old node a cheaper path, if this is one.
    fn improve(&mut self, old: u32, parent: u32, g: u32, push: Push) {
        let waits = self.queue.contains(old);
        if waits {
            self.stats.duplicates_open += 1;
        } else {
            self.stats.duplicates_closed += 1;
        }
        let node = &mut self.nodes[old as usize];
        if g < node.g {
            self.stats.reopened += u64::from(!waits);
            *node = Node { parent, g, from: push.from, dir: push.dir, ..*node };
            let h = node.h;
            // A lost position stays where it is: it has no node in the queue and gets none.
            if h != NONE {
                self.queue.push(old, g + h, h);
            }
        }
    }

    /// Judges a new position and makes a node of it. Lost ones are kept too, so that they are
    /// judged once.
    fn consider(
        &mut self,
        hash: u64,
        player: Square,
        parent: u32,
        g: u32,
        push: Push,
    ) -> Result<(), Stop> {
        let to = self.analysis.map.next(push.from, push.dir);
        self.stats.evaluations += 1;
        if self.deadlocks.after_push(self.analysis, &self.scratch.position, to, push.from).is_some()
        {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        let position = &self.scratch.position;
        let h = self.bound.after(self.analysis, push.from, to);
        let h = h.and_then(|h| self.late.raise(h, position, player));
        let Some(h) = h else {
            self.stats.dead_ends += 1;
            return Ok(());
        };
        self.add(hash, player, Node { parent, g, h, from: push.from, dir: push.dir })
    }

    /// Judges every node that waits by the stronger bound.
    fn judge_again(&mut self) {
        for number in 0..self.nodes.len() as u32 {
            if !self.queue.contains(number) {
                continue;
            }
            let position = &mut self.scratch.position;
            self.packer.unpack(&self.analysis.map, self.states.words(number), position);
            let player = self.states.player(number);
            let node = &mut self.nodes[number as usize];
            match self.late.raise(node.h, position, player) {
                Some(h) => {
                    node.h = h;
                    self.queue.push(number, node.g + h, h);
                }
                None => {
                    node.h = NONE;
                    self.queue.remove(number);
                    self.stats.dead_ends += 1;
                }
            }
        }
    }

    fn path(&self, mut number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        while self.nodes[number as usize].parent != NONE {
            let node = self.nodes[number as usize];
            pushes.push(Push { from: node.from, dir: node.dir });
            number = node.parent;
        }
        pushes.reverse();
        pushes
    }
}

impl Stepwise for Optimal<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        self.deadlocks.prepare(self.analysis, self.stats.expanded, slice)?;
        if self.late.prepare(self.analysis, self.stats.expanded, slice)? {
            self.judge_again();
        }
        Ok(())
    }

    /// Takes the best node and makes its successors; a solved node is the answer.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let next = match self.late.is_here() {
            true => self.queue.pop_in_rounds(),
            false => self.queue.pop(),
        };
        let Some(number) = next else {
            return Err(End::Answer(claim::exhausted(self.techniques.keeps())));
        };
        let map = &self.analysis.map;
        let position = &mut self.scratch.position;
        self.packer.unpack(map, self.states.words(number), position);
        position.player = self.states.player(number);
        let node = self.nodes[number as usize];
        if node.h == 0 && position.is_solved(map) {
            return Err(End::Answer(Outcome::Solved(self.path(number))));
        }
        if self.deadlocks.when_expanded(self.analysis, &self.scratch.position).is_some() {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        match self.look_for_corral() {
            Corral::None => self.collect_pushes(),
            Corral::Found => {
                self.scratch.pushes.clear();
                self.scratch.pushes.extend(self.pi_corral.pushes().iter().map(|&push| (push, 1)));
            }
            Corral::Dead => {
                self.stats.dead_ends += 1;
                return Ok(());
            }
        }
        if self.late.is_here() {
            // The newest of equals is taken first, so what brings a box nearest comes last.
            let map = &self.analysis.map;
            let after = |push: Push| self.analysis.to_goals.nearest(map.next(push.from, push.dir));
            self.scratch.pushes.sort_by_key(|&(push, _)| std::cmp::Reverse(after(push)));
        }
        self.bound.load(self.analysis, &self.scratch.position);
        for i in 0..self.scratch.pushes.len() {
            if look_on_large_boards(&self.analysis.map, slice).is_err() {
                // Half expanded: it waits again, and its children will be known.
                self.queue.push(number, node.g + node.h, node.h);
                return Err(End::Slice);
            }
            let (push, cost) = self.scratch.pushes[i];
            self.generate(number, node.g + cost, push)
                .map_err(|stop| End::Answer(Outcome::Stopped(stop)))?;
        }
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        if let Some(f) = self.queue.lowest() {
            progress.depth = f;
        }
    }
}

impl Run for Optimal<'_> {
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
    use search::bfs;
    use sokoban::Board;

    use super::*;
    use crate::engine::testing;
    use crate::kernel::testing::{PlainMoves, PlainPushes, random_boards};
    use crate::{Config, Engine, solve};

    /// Pushes and moves of the answer, or `None` when the board is proved to have none.
    fn lengths(board: &Board, goal: Goal) -> Option<(usize, usize)> {
        let config = Config { engine: Engine::Optimal, goal, ..Config::default() };
        let answer = solve(board, &config, &mut Budget::unlimited(), &mut Stats::default());
        match answer.outcome {
            Outcome::Solved(pushes) => Some((pushes.len(), testing::moves(board, &pushes))),
            Outcome::Unsolvable => None,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fewest_pushes_and_unsolvable_boards_agree_with_breadth_first_search() {
        let mut solvable = 0;
        for board in random_boards(23, 2000) {
            let mut space = PlainPushes::new(&board);
            let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
            let expected = match plain {
                Outcome::Solved(pushes) => Some(pushes.len()),
                _ => None,
            };
            solvable += usize::from(expected.is_some());
            assert_eq!(lengths(&board, Goal::Pushes).map(|found| found.0), expected, "{board:?}");
        }
        assert!(solvable > 300, "{solvable} solvable boards are too few for a test");
    }

    /// Runs a search whose late bound comes after so many nodes: the answer, and whether it came.
    fn late(
        board: &Board,
        analysis: &Analysis,
        goal: Goal,
        patience: u64,
    ) -> (Outcome<(usize, usize)>, bool) {
        let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
        let mut search = Optimal::new(analysis, goal, techniques, memory).unwrap();
        search.late = Late::after(patience);
        let answer = search.run(&mut Budget::unlimited()).unwrap();
        let lengths = |pushes: Vec<Push>| (pushes.len(), testing::moves(board, &pushes));
        (answer.map(lengths), search.late.is_here())
    }

    #[test]
    fn the_late_bound_changes_no_answer() {
        let (mut solved, mut came) = (0, 0);
        for board in random_boards(37, 1000) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            for goal in [Goal::Pushes, Goal::Moves] {
                let (plain, _) = late(&board, &analysis, goal, u64::MAX);
                for patience in [0, 2, 5] {
                    let (found, is_here) = late(&board, &analysis, goal, patience);
                    match (&plain, &found) {
                        (Outcome::Solved(plain), Outcome::Solved(found)) => match goal {
                            Goal::Moves => assert_eq!(plain.1, found.1, "{board:?}"),
                            _ => assert_eq!(plain.0, found.0, "{board:?}"),
                        },
                        _ => assert_eq!(plain, found, "{board:?}"),
                    }
                    came += usize::from(is_here);
                }
                solved += usize::from(matches!(plain, Outcome::Solved(_)));
            }
        }
        assert!(solved > 300 && came > 300, "{solved} solved, {came} with the late bound");
    }

    #[test]
    fn fewest_moves_agree_with_breadth_first_search() {
        for board in random_boards(29, 300) {
            let mut space = PlainMoves(&board);
            let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
            let expected = match plain {
                Outcome::Solved(moves) => Some(moves.len()),
                _ => None,
            };
            assert_eq!(lengths(&board, Goal::Moves).map(|found| found.1), expected, "{board:?}");
        }
    }

    #[test]
    fn slices_change_nothing() {
        testing::each_analysed(31, 50, |analysis| {
            let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
            let new = || Optimal::new(analysis, Goal::Pushes, techniques, memory).unwrap();
            testing::slices_change_nothing(new);
        });
    }
}
