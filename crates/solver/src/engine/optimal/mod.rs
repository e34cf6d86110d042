//! Optimal A*: proves the fewest pushes, the fewest moves, or that there is no solution.
//!
//! When pushes are counted, a node is the boxes and the player's zone, and an edge is one push.
//! When moves are counted, a node is the boxes and the exact square of the player after a push, and
//! an edge is a walk and a push. The first bound is consistent; a search that takes a long time
//! gets a stronger one that is not ([`late`]), so nodes are reopened when a cheaper path turns up.
//! Ties go to the lower bound, then to the newest node (Hart, Nilsson, Raphael 1968; the order as
//! in Asai and Fukunaga 2016); under the stronger bound every second node comes from rounds over
//! all bounds, see [`search::Ties::Rounds`].
//!
//! A node is expanded in parts (Yoshizumi, Miura and Ishida 2000): only children whose cost may not
//! exceed the current one are generated; then the node is queued again at the least cost of the
//! others. Before, four of five nodes generated on XSokoban were never expanded. A node that waits
//! at a cost above its own has made all children of less than that, so when its turn comes only
//! those of exactly that cost are made.
//!
//! A child inherits the bound of its parent, less what the edge costs, where that is more than its
//! own (pathmax: Mérő 1984): an edge takes no more off what is left.
//!
//! When moves are counted, most positions are met with the player on several squares of one zone.
//! A node is left out if the player could have walked there from another node with the same boxes
//! without extra cost: its children are children of that one, and none is dearer. Since the other
//! one costs less, two nodes cannot prune each other. What the deadlock tests said about one node
//! of a zone holds for all (technique `dominance`; [`children`]).
//!
//! A *pair* (pushes, then moves, or the other way round) is proved by two searches ([`pair`]). The second
//! one minimises the other count among solutions whose first count is known to be the fewest, its
//! `cap`. If moves come second it is [`both_ends`], on all boards but the largest. Else it is this one:
//! nodes are those of moves, and one is dropped when what it has spent of the first count and what
//! is left of it at least exceed the cap. Of two paths to a node the one that has spent less stays, even
//! if it is dearer in the count of the search: whatever begins an optimal solution has spent the least
//! that leads there, for otherwise another beginning would make the solution shorter.
//!
//! A search for the fewest pushes may work on several threads ([`lanes`]).

mod both_ends;
mod children;
mod lanes;
mod late;
mod other;
#[cfg(test)]
mod tests;
mod walks;

use ground::analysis::Analysis;
use ground::claim;
use ground::heuristic::Bound;
use ground::kernel::{BucketQueue, Memory, Packer, Store, Unknown};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Metric, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

pub(crate) use self::other::{costs, counts, fewest_of_other, second_search};

use self::children::{Child, Counts, Expanded, Expander, Scene, Taken};
use self::lanes::Lanes;
use self::late::Late;
use self::walks::Walks;

/// The bound of a position that no longer waits because it turned out to be lost.
const LOST: u32 = u32::MAX;

/// The best path to a position known so far.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cost from the start, in the metric of the search.
    g: u32,
    /// With a cap: cost from the start in the count that is capped; else 0.
    spent: u32,
    /// Lower bound on what is left, in the metric of the search, or [`LOST`].
    h: u32,
    /// The push that leads here: the square of the box before it, and the direction.
    from: Square,
    dir: Dir,
    /// Whether it has been expanded, with all pushes: it is not known to be lost, and no corral
    /// leaves any of them out.
    open: bool,
}

impl Node {
    fn new((spent, g): (u32, u32), h: u32, Push { from, dir }: Push) -> Node {
        Node { g, spent, h, from, dir, open: false }
    }

    /// What makes one path to a position better than another.
    fn cost(self) -> (u32, u32) {
        (self.spent, self.g)
    }

    fn push(self) -> Push {
        Push { from: self.from, dir: self.dir }
    }
}

/// What is asked for on which board.
#[derive(Clone, Copy)]
struct Task<'a> {
    analysis: &'a Analysis,
    /// Pushes or moves.
    metric: Metric,
    /// The fewest of the other count, if only solutions with as few are wanted.
    cap: Option<u32>,
    /// Whether nodes are left out that another one with the same boxes makes needless.
    dominance: bool,
}

impl Task<'_> {
    /// Whether a node is the boxes and the exact square of the player.
    fn walks(self) -> bool {
        self.metric == Metric::Moves || self.cap.is_some()
    }

    /// Whether a node that has spent this much, and must spend `rest` at least, exceeds the cap.
    fn is_over(self, spent: u32, rest: u32) -> bool {
        self.cap.is_some_and(|cap| spent.saturating_add(rest) > cap)
    }
}

/// A push-optimal or move-optimal search at work.
pub(crate) struct Optimal<'a> {
    task: Task<'a>,
    store: Store<Node>,
    queue: BucketQueue,
    /// Expands nodes one by one.
    expander: Expander<'a>,
    /// Expand nodes side by side; `None` with one thread.
    lanes: Option<Lanes<'a>>,
    /// No solution costs less than this: the highest that the lowest cost of a waiting node, cost so
    /// far plus bound, has ever been.
    proved: u32,
    /// A solution from elsewhere and its cost: only cheaper ones are looked for.
    known: Option<(u32, Vec<Push>)>,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

impl<'a> Optimal<'a> {
    /// A search from the start of the board, on one thread.
    #[cfg(test)]
    pub(crate) fn new(
        analysis: &'a Analysis,
        metric: Metric,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> Result<Optimal<'a>, Stop> {
        Optimal::on_threads(analysis, metric, techniques, memory, 1)
    }

    /// A search from the start of the board. Techniques that would break the promise are left out. Several threads
    /// are of use where pushes are counted; with two or more it makes no difference how many they are.
    pub(crate) fn on_threads(
        analysis: &'a Analysis,
        metric: Metric,
        techniques: TechniqueSet,
        memory: Memory,
        threads: usize,
    ) -> Result<Optimal<'a>, Stop> {
        let techniques = techniques.that_keep_promise(metric);
        Optimal::with(analysis, (metric, None), techniques, memory, threads)
    }

    /// A search for the fewest of `metric` among solutions with `cap` of the other count, which must be
    /// the fewest there are.
    pub(crate) fn among(
        analysis: &'a Analysis,
        metric: Metric,
        cap: u32,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> Result<Optimal<'a>, Stop> {
        let techniques = techniques.that_keep_promise(Metric::Moves);
        Optimal::with(analysis, (metric, Some(cap)), techniques, memory, 1)
    }

    fn with(
        analysis: &'a Analysis,
        (metric, cap): (Metric, Option<u32>),
        techniques: TechniqueSet,
        mut memory: Memory,
        threads: usize,
    ) -> Result<Optimal<'a>, Stop> {
        let dominance = techniques.has(Technique::Dominance);
        let task = Task { analysis, metric, cap, dominance };
        let packer = Packer::new(&analysis.map, analysis.live.iter());
        let before = memory.left();
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let each = before - memory.left();
        let bound = Bound::new(analysis, techniques);
        let late =
            Late::new(techniques, bound.is_matching(), metric == Metric::Pushes, &mut memory);
        let walks = Walks::new(analysis, techniques, &mut memory);
        let lanes = match task.walks() {
            false => Lanes::within(threads, each, &mut memory),
            true => None,
        };
        let expander = Expander::new(analysis, packer.words(), bound, late, walks, pruning);
        let (store, queue) = Store::with_queue(packer, memory)?;
        let mut search = Optimal {
            task,
            store,
            queue,
            expander,
            lanes,
            proved: 0,
            known: None,
            answer: None,
            stats: Stats::default(),
        };
        search.answer = search.plant().err();
        Ok(search)
    }

    /// Gives the search a solution of the given cost. Nodes that cannot lead to a cheaper one are
    /// pruned from here on, and when none is left, this one is the answer.
    pub(crate) fn know(&mut self, cost: u32, pushes: &[Push]) {
        if cost < self.ceiling() {
            self.known = Some((cost, pushes.to_vec()));
        }
    }

    /// The proved lower bound on the cost of every solution.
    pub(crate) fn proved(&self) -> u32 {
        self.proved
    }

    /// Nodes of this cost or more cannot lead to anything better.
    fn ceiling(&self) -> u32 {
        self.known.as_ref().map_or(u32::MAX, |&(cost, _)| cost)
    }

    /// Raises the proved bound to the lowest cost of a waiting node. There is always a waiting node
    /// on some cheapest path with its cheapest cost so far: every technique in force keeps one
    /// such path, a cheaper way to an old node reopens it, and nodes that were left out cost at
    /// least as much as the solution that is known. Returns that solution once it is proved.
    fn settle(&mut self) -> Option<Vec<Push>> {
        let lowest = self.queue.lowest();
        let ceiling = self.ceiling();
        match lowest {
            Some(f) => self.proved = self.proved.max(f.min(ceiling)),
            None if self.known.is_some() => self.proved = ceiling,
            None => {}
        }
        let (cost, pushes) = self.known.as_ref()?;
        (self.proved >= *cost).then(|| pushes.clone())
    }

    /// Puts the start into the tree, or says why there is nothing to search.
    fn plant(&mut self) -> Result<(), Outcome<Vec<Push>>> {
        let analysis = self.task.analysis;
        let Analysis { map, start, .. } = analysis;
        if start.is_solved(map) {
            return Err(Outcome::Solved(Vec::new()));
        }
        let holds = start.boxes().iter().all(|&square| self.store.packer().holds(square));
        let Some(h) = self.expander.bound.load(analysis, start).filter(|_| holds) else {
            return Err(claim::refuted());
        };
        let player = match self.task.walks() {
            false => self.expander.scratch.reach.flood(map, start.occupied(), start.player),
            true => start.player,
        };
        if let Err(unknown) = self.store.find(map, start, player) {
            let nothing = Push { from: player, dir: Dir::Up };
            let root = Node::new((0, 0), h, nothing);
            self.proved = h;
            self.add(unknown, None, root).map_err(Outcome::Stopped)?;
        }
        Ok(())
    }

    /// Stores a new position and queues it.
    fn add(&mut self, unknown: Unknown, parent: Option<u32>, node: Node) -> Result<(), Stop> {
        let number = self.store.add(unknown, parent, node)?;
        self.queue.push(number, node.g + node.h, node.h);
        Ok(())
    }

    /// Judges every waiting node by the stronger bounds.
    fn judge_again(&mut self) {
        let task = self.task;
        for number in 0..self.store.len() as u32 {
            if !self.queue.contains(number) {
                continue;
            }
            let position = &mut self.expander.scratch.position;
            self.store.load(&task.analysis.map, number, position);
            let spent = self.store.note(number).spent;
            let bound = self.expander.judge(task);
            let over = bound.is_some_and(|(_, rest)| task.is_over(spent, rest));
            let node = self.store.note_mut(number);
            match bound {
                // It may still be reached by a path that has spent less.
                Some(_) if over => self.queue.remove(number),
                Some((h, _)) => {
                    let h = h.max(node.h);
                    node.h = h;
                    // A node that waits for its dearer children goes on waiting for them.
                    let (waits_at, _) = self.queue.key(number).expect("it waits");
                    self.queue.push(number, waits_at.max(node.g + h), h);
                }
                None => {
                    node.h = LOST;
                    self.queue.remove(number);
                    self.stats.dead_ends += 1;
                }
            }
        }
    }

    /// Makes the next heights if it is time for them; returns whether there are new ones. The first
    /// are for the start, the others for the position that is next in turn.
    fn prepare_walks(&mut self, slice: &mut Budget) -> Result<bool, Stop> {
        let Expander { walks, scratch, .. } = &mut self.expander;
        if !walks.are_due(self.stats.expanded) {
            return Ok(false);
        }
        let (analysis, position) = (self.task.analysis, &mut scratch.position);
        match self.queue.first().filter(|_| walks.n_sets() > 0) {
            Some(number) => self.store.load(&analysis.map, number, position),
            None => position.clone_from(&analysis.start),
        }
        walks.prepare(analysis, position, slice)
    }

    /// Takes the best node out of the queue; a solved one is the answer.
    fn take(&mut self) -> Result<Taken, End> {
        let most = self.queue.lowest();
        let next = match self.expander.late.is_here() {
            true => self.queue.pop_in_rounds(),
            false => self.queue.pop(),
        };
        let (Some(number), Some(most)) = (next, most) else {
            return Err(self.expander.pruning.exhausted());
        };
        let node = self.store.note(number);
        if node.h == 0 {
            let (map, position) = (&self.task.analysis.map, &mut self.expander.scratch.position);
            self.store.load(map, number, position);
            if position.is_solved(map) {
                self.proved = node.g;
                return Err(End::Answer(Outcome::Solved(self.path(number))));
            }
        }
        Ok(Taken { number, node, most })
    }

    /// Does what an expander says about a node and its children, which are among all it has made.
    fn accept(&mut self, done: &Expanded, children: &[Child], packed: &[u64]) -> Result<(), Stop> {
        let Taken { number, node, .. } = done.taken;
        let known = self.store.note_mut(number);
        // A cheaper path that was found in the meantime waits for its turn; children have to be made anew.
        let is_current = known.cost() == node.cost();
        if is_current {
            known.h = done.h;
            known.open |= done.open;
        }
        let mut boxes = packed[done.packed..].chunks_exact(self.store.packer().words());
        for child in children[done.children.clone()].iter().filter(|_| is_current) {
            match child {
                Child::Known(old, node) => self.improve(*old, number, *node),
                Child::New(unknown, node) => {
                    let boxes = boxes.next().expect("the boxes of every new child are listed");
                    match self.store.add_if_new(unknown, boxes, number, *node)? {
                        Ok(new) => self.queue.push(new, node.g + node.h, node.h),
                        Err(old) => self.improve(old, number, *node),
                    }
                }
            }
        }
        if let Some(f) = done.waits.filter(|_| is_current) {
            self.queue.push(number, f, done.h);
        }
        Ok(())
    }

    /// Gives an old node a cheaper path, if this is one.
    fn improve(&mut self, old: u32, parent: u32, node: Node) {
        let Node { g, spent, from, dir, .. } = node;
        let waits = self.queue.contains(old);
        if waits {
            self.stats.duplicates_open += 1;
        } else {
            self.stats.duplicates_closed += 1;
        }
        let known = self.store.note(old);
        if node.cost() < known.cost() {
            let h = known.h;
            self.stats.reopened += u64::from(!waits);
            self.store.replace(old, parent, Node { g, spent, from, dir, ..known });
            // A lost position is not in the queue, and stays out of it.
            if h != LOST {
                self.queue.push(old, g + h, h);
            }
        }
    }

    /// Adds what was counted to the counters.
    fn count(&mut self, counts: Counts) {
        let Counts { expanded, generated, evaluations, dominated, dead_ends } = counts;
        self.stats.expanded += expanded;
        self.stats.generated += generated;
        self.stats.evaluations += evaluations;
        self.stats.duplicates_closed += dominated;
        self.stats.dead_ends += dead_ends;
    }

    fn path(&self, number: u32) -> Vec<Push> {
        let mut pushes: Vec<Push> = self.store.trail(number).map(Node::push).collect();
        pushes.reverse();
        pushes
    }
}

impl Stepwise for Optimal<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        let Expander { pruning, late, .. } = &mut self.expander;
        let before = (pruning.n_tables(), late.is_wide());
        pruning.prepare(self.stats.expanded, slice)?;
        let later = late.prepare(self.task.analysis, self.stats.expanded, slice)?;
        let changed = later || before != (pruning.n_tables(), late.is_wide());
        if let Some(lanes) = self.lanes.as_mut().filter(|_| changed) {
            lanes.forget();
        }
        if self.prepare_walks(slice)? || later {
            self.judge_again();
        }
        Ok(())
    }

    /// Takes the best node, or several, and makes the successors; a solved node is the answer.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        if let Some(pushes) = self.settle() {
            return Err(End::Answer(Outcome::Solved(pushes)));
        }
        if self.lanes.as_ref().is_some_and(|lanes| lanes.are_due(self.stats.expanded)) {
            return self.step_together(slice);
        }
        let taken = self.take()?;
        let scene = Scene { task: self.task, store: &self.store, ceiling: self.ceiling() };
        let done = self.expander.expand(&scene, taken, slice);
        let counts = std::mem::take(&mut self.expander.counts);
        self.count(counts);
        let Some(done) = done else {
            // Half expanded: it waits again.
            self.queue.push(taken.number, taken.most, taken.node.h);
            return Err(End::Slice);
        };
        let mut children = std::mem::take(&mut self.expander.children);
        let mut packed = std::mem::take(&mut self.expander.packed);
        let accepted = self.accept(&done, &children, &packed);
        children.clear();
        packed.clear();
        (self.expander.children, self.expander.packed) = (children, packed);
        accepted.map_err(End::full)
    }

    fn report(&mut self, progress: &mut Progress) {
        if let Some(f) = self.queue.lowest() {
            progress.depth = f;
        }
        // What is shown is the bound of the first count.
        if self.task.cap.is_none() {
            progress.bound = Some(self.proved);
        }
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        let lost = self.answer == Some(Outcome::Unsolvable);
        let bound = (!lost).then_some(u64::from(self.proved));
        Stats { bound, ..self.stats.clone() }.plus(&self.store.held(self.queue.len()))
    }
}
