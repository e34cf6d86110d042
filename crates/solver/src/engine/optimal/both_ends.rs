//! The fewest moves among solutions with the fewest pushes, searched from both ends.
//!
//! ```text
//! start ─walk→ push ─walk→ push   ·  ·  ·   push ─walk→ push ─walk→ push  solved
//! (boxes, player after a push) →    meet    ← (boxes, player before a push)
//! ```
//!
//! Both searches take nodes by *excess*: what the moves made so far cost beyond what they gain in a
//! [`Potential`], which is one number for each position and falls by no more than one in a move. A solution
//! exceeds the potential of the start by the sum of the excesses of its moves, wherever it is cut in two. So if no
//! node waits at the start's side with an excess below `a` and none at the other side with one below `b`, no
//! undiscovered solution has fewer than `potential + a + b` moves. Each search looks half as far as one alone
//! would, and the number of positions grows exponentially with that.
//!
//! Why nothing is missed. Take a solution whose excess is less than `a + b`. Seen from the start, the excess
//! grows along it; seen from the end, it grows the other way. So the nodes whose excess from the start is less
//! than `a`, all expanded, come first, and from the next one on the excess from the end is less than `b`: the node
//! before the push after that one is expanded as well. Whichever of these two is expanded later finds the
//! other one's child in the other store. A child is left out only if its excess and the least that waits on the other side are
//! too much together, and then it is not on such a solution, or the other side has expanded what follows it.
//!
//! The first count is capped as in [`super::Optimal`]: pushes spent and a lower bound on those to come, on the side
//! of the start with all that proves that a position is lost, on the other side the matching with the start
//! squares. Of two ways to a node the one with fewer pushes stays, then the one with fewer moves. A node is
//! left out if the player could have walked there from another node of its side at no extra cost
//! (on the side of the end: walked on to it).
//!
//! Potentials as the way to make two searches meet: Ikeda and others 1994; that both errors add up: BAE* (Sadhukhan 2012).
//! Cost: a node is one walk over the board and two or three look-ups for each place beside a box.

use ground::analysis::Analysis;
use ground::heuristic::{After, Bound, Heights, Potential};
use ground::kernel::{BucketQueue, Memory, Mode, Packer, Position, Steps, Store};
use ground::run::{End, Pruning, Stepwise};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Metric, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

use super::late::Late;

/// Nodes to expand before each potential is made: that of the pushes alone, which takes no time, that of heights, and
/// that of heights with all tolls, which takes some seconds on large boards.
const PATIENCE: [u64; 3] = [0, 500, 20_000];

/// The best way known between a position and the end of its side.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Pushes and moves from the start, or to the end.
    spent: u32,
    moves: u32,
    /// The push that leads here, or on from here.
    from: Square,
    dir: Dir,
}

impl Node {
    fn cost(self) -> (u32, u32) {
        (self.spent, self.moves)
    }

    fn push(self) -> Push {
        Push { from: self.from, dir: self.dir }
    }
}

/// The search from one end.
struct Side {
    store: Store<Node>,
    queue: BucketQueue,
    /// A bound on the pushes to the other end.
    bound: Bound,
}

impl Side {
    fn new(
        mode: Mode,
        analysis: &Analysis,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> Result<Side, Stop> {
        let packer = Packer::new(&analysis.map, analysis.live.iter());
        let (store, queue) = Store::with_queue(packer, memory)?;
        Ok(Side { store, queue, bound: Bound::towards(mode, analysis, techniques) })
    }

    /// Forgets everything.
    fn clear(&mut self) {
        while self.queue.pop().is_some() {}
        self.store.clear();
    }

    /// Whether the player of a node could have come from another node with the same boxes, or gone on to it,
    /// at no extra cost.
    fn is_dominated(&mut self, scratch: &Scratch, analysis: &Analysis, node: Node) -> bool {
        let (map, position) = (&analysis.map, &scratch.position);
        // Only to look at the boxes: the position itself is known.
        let _ = self.store.find(map, position, position.player);
        scratch.beside_boxes(analysis).any(|(player, walk)| {
            let other = (walk > 0).then(|| self.store.beside(map, position, player)).flatten();
            other.is_some_and(|other| {
                let Node { spent, moves, .. } = self.store.note(other);
                (spent, moves + walk) <= node.cost()
            })
        })
    }
}

/// Space for one expansion.
struct Scratch {
    position: Position,
    steps: Steps,
    edges: Vec<Edge>,
}

/// A child to make.
#[derive(Clone, Copy, Debug)]
struct Edge {
    push: Push,
    /// The square of the player after the push or, on the side of the end, before it.
    player: Square,
    /// The moves of the push and the walk to or from it.
    moves: u32,
}

impl Scratch {
    fn new(analysis: &Analysis) -> Scratch {
        let steps = Steps::new(&analysis.map);
        Scratch { position: analysis.start.clone(), steps, edges: Vec::new() }
    }

    /// Walks everywhere from where the player is.
    fn walk(&mut self, analysis: &Analysis) {
        self.steps.walk(&analysis.map, self.position.occupied(), self.position.player);
    }

    /// The squares beside boxes that the player can get to, and the steps. A square may come twice.
    fn beside_boxes(&self, analysis: &Analysis) -> impl Iterator<Item = (Square, u32)> {
        let squares = self.position.boxes().iter();
        let sides =
            squares.flat_map(|&square| Dir::ALL.map(|side| analysis.map.next(square, side)));
        sides.filter_map(|side| Some((side, self.steps.to(side)?)))
    }

    /// Finds the children of the position at hand.
    fn collect(&mut self, analysis: &Analysis, mode: Mode) {
        let Scratch { position, steps, edges } = self;
        let map = &analysis.map;
        edges.clear();
        for &square in position.boxes() {
            for side in Dir::ALL {
                let (beside, dir) = (map.next(square, side), side.opposite());
                let Some(walk) = steps.to(beside) else { continue };
                let (from, to, player, free) = match mode {
                    Mode::Push => {
                        let to = map.next(square, dir);
                        (square, to, square, to)
                    }
                    Mode::Pull => {
                        let behind = map.next(beside, side);
                        (beside, beside, behind, behind)
                    }
                };
                if !position.is_occupied(free) && analysis.live.contains(to) {
                    edges.push(Edge { push: Push { from, dir }, player, moves: walk + 1 });
                }
            }
        }
    }
}

/// Both searches.
pub(crate) struct BothEnds<'a> {
    analysis: &'a Analysis,
    /// The fewest pushes.
    cap: u32,
    /// When the potentials are made, and how many of them have been.
    patience: [u64; 3],
    n_made: usize,
    potential: Option<Potential>,
    /// The potential of the start.
    first: i32,
    start: Side,
    end: Side,
    late: Late<'a>,
    /// Nodes of the start's side with lower numbers were made before the late bound came.
    unjudged: u32,
    pruning: Pruning<'a>,
    scratch: Scratch,
    /// The moves of the best solution so far, and its pushes.
    best: (u32, Vec<Push>),
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

impl<'a> BothEnds<'a> {
    /// A search for fewer moves than those of a solution with the fewest pushes. `None` if the board is too
    /// large for heights or has more goals than boxes.
    pub(crate) fn new(
        analysis: &'a Analysis,
        solution: (u32, &[Push]),
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Option<BothEnds<'a>>, Stop> {
        let techniques = techniques.that_keep_promise(Metric::Moves);
        if solution.1.is_empty() || Heights::flat(analysis).is_none() {
            return Ok(None);
        }
        let wanted = techniques.has(Technique::Heights);
        let fits = memory.left() >= 4 * Heights::MOST_BYTES;
        let heights = wanted && fits && memory.take(Heights::MOST_BYTES).is_ok();
        let mut search = BothEnds::with(analysis, solution, techniques, memory)?;
        if !heights {
            search.patience = [0, u64::MAX, u64::MAX];
        }
        Ok(Some(search))
    }

    fn with(
        analysis: &'a Analysis,
        (moves, pushes): (u32, &[Push]),
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<BothEnds<'a>, Stop> {
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let matches = Bound::new(analysis, techniques).is_matching();
        let late = Late::new(techniques, matches, false, &mut memory);
        let half = memory.share(1, 2);
        Ok(BothEnds {
            analysis,
            cap: pushes.len() as u32,
            patience: PATIENCE,
            n_made: 0,
            potential: None,
            first: 0,
            start: Side::new(Mode::Push, analysis, techniques, half)?,
            end: Side::new(Mode::Pull, analysis, techniques, memory)?,
            late,
            unjudged: 0,
            pruning,
            scratch: Scratch::new(analysis),
            best: (moves, pushes.to_vec()),
            answer: None,
            stats: Stats::default(),
        })
    }

    /// A search of a small board whose late bound and better potentials come after this many nodes.
    #[cfg(test)]
    pub(super) fn small(
        analysis: &'a Analysis,
        solution: (u32, &[Push]),
        techniques: TechniqueSet,
        patience: u64,
    ) -> Option<BothEnds<'a>> {
        let techniques = techniques.that_keep_promise(Metric::Moves);
        Heights::flat(analysis)?;
        let memory = Memory::bytes(1 << 24);
        let mut search = BothEnds::with(analysis, solution, techniques, memory).ok()?;
        search.late = Late::after(patience, false);
        search.patience = [0, patience, patience.saturating_mul(2)];
        Some(search)
    }

    /// Makes the next potential and, if it is greater at the start than the one there is, begins anew with it.
    fn suit(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        let start = &self.analysis.start;
        let heights = match self.n_made {
            0 => Heights::flat(self.analysis),
            1 => Heights::new(self.analysis),
            _ => Heights::with_all_tolls(self.analysis),
        };
        let mut heights = heights.expect("as at the beginning");
        if self.n_made > 0 {
            heights.suit(self.analysis, start, slice)?;
        }
        self.n_made += 1;
        let potential = heights.potential(self.analysis);
        let first = potential.as_ref().and_then(|it| it.of(self.analysis, start));
        let Some(first) = first.filter(|&first| self.potential.is_none() || first > self.first)
        else {
            return Ok(());
        };
        (self.potential, self.first) = (potential, first);
        self.start.clear();
        self.end.clear();
        self.unjudged = 0;
        self.plant()
    }

    /// Puts the start and all ends into the stores.
    fn plant(&mut self) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        let nothing = Push { from: start.player, dir: Dir::Up };
        self.scratch.position.clone_from(start);
        self.put(Mode::Push, None, (0, 0), (nothing, 0))?;
        for goal in map.goals().iter() {
            for side in Dir::ALL {
                let player = map.next(goal, side);
                let solved = Position::new(map, map.goals().iter(), player);
                if !solved.is_occupied(player) && !solved.is_occupied(map.next(player, side)) {
                    self.scratch.position = solved;
                    self.put(Mode::Pull, None, (0, 0), (nothing, 0))?;
                }
            }
        }
        Ok(())
    }

    /// The side of that mode and the other one.
    fn sides(&mut self, mode: Mode) -> (&mut Side, &mut Side) {
        match mode {
            Mode::Push => (&mut self.start, &mut self.end),
            Mode::Pull => (&mut self.end, &mut self.start),
        }
    }

    /// The excess of the position at hand with so many moves from the start, or to the end. `None` if it is lost or
    /// cannot be part of a solution with fewer moves than the best one.
    fn excess(&mut self, mode: Mode, moves: u32) -> Option<u32> {
        let potential = self.potential.as_ref()?.of(self.analysis, &self.scratch.position)?;
        let moves = moves as i32 * Potential::MOVE;
        let excess = match mode {
            Mode::Push => moves + potential - self.first,
            Mode::Pull => moves - potential,
        };
        debug_assert!(excess >= 0, "a move gains one at most");
        let most = self.most();
        let (_, other) = self.sides(mode);
        let least = other.queue.lowest().unwrap_or(0) as i32;
        (excess + least <= most).then_some(excess.max(0) as u32)
    }

    /// The most that the excesses of a better solution add up to.
    fn most(&self) -> i32 {
        (self.best.0 as i32 - 1) * Potential::MOVE - self.first
    }

    /// Puts the position at hand, which needs `rest` more pushes at least, into the store of a side, or gives
    /// it a better way.
    fn put(
        &mut self,
        mode: Mode,
        parent: Option<u32>,
        (spent, moves): (u32, u32),
        (push, rest): (Push, u32),
    ) -> Result<(), Stop> {
        let Some(excess) = self.excess(mode, moves) else { return Ok(()) };
        let node = Node { spent, moves, from: push.from, dir: push.dir };
        let map = &self.analysis.map;
        let side = if mode == Mode::Push { &mut self.start } else { &mut self.end };
        let position = &self.scratch.position;
        let unknown = match side.store.find(map, position, position.player) {
            Ok(old) => {
                self.stats.duplicates_closed += 1;
                let known = side.store.note(old);
                if let Some(parent) = parent.filter(|_| node.cost() < known.cost()) {
                    side.store.replace(old, parent, node);
                    side.queue.push(old, excess, 0);
                }
                return Ok(());
            }
            Err(unknown) => unknown,
        };
        self.stats.evaluations += 1;
        if mode == Mode::Push && parent.is_some() && !self.may_live(node, rest) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        let (side, _) = self.sides(mode);
        let number = side.store.add(unknown, parent, node)?;
        side.queue.push(number, excess, 0);
        Ok(())
    }

    /// Whether the position at hand, made by the push of this node, is not known to be lost or too far away.
    fn may_live(&mut self, node: Node, rest: u32) -> bool {
        let to = self.analysis.map.next(node.from, node.dir);
        !self.pruning.refuses(&self.scratch.position, to, node.from) && self.fits(node.spent, rest)
    }

    /// Whether the late bound leaves enough pushes to the position at hand, which has spent so many and needs
    /// `rest` by the first bound.
    fn fits(&mut self, spent: u32, rest: u32) -> bool {
        let position = &self.scratch.position;
        let rest = self.late.raise(rest, position, position.player);
        rest.is_some_and(|rest| spent + rest <= self.cap)
    }

    /// Looks on the other side for the boxes at hand with the player where he can walk to.
    fn meet(&mut self, mode: Mode, number: u32) {
        let Analysis { map, start, .. } = self.analysis;
        let (side, other) = match mode {
            Mode::Push => (&self.start, &mut self.end),
            Mode::Pull => (&self.end, &mut self.start),
        };
        let (node, position) = (side.store.note(number), &self.scratch.position);
        // Only to look at the boxes.
        let _ = other.store.find(map, position, position.player);
        let root = self.scratch.steps.to(start.player).map(|walk| (start.player, walk));
        let mut found = None;
        for (player, walk) in self.scratch.beside_boxes(self.analysis).chain(root) {
            let Some(theirs) = other.store.beside(map, position, player) else { continue };
            let Node { spent, moves, .. } = other.store.note(theirs);
            let total = node.moves + walk + moves;
            if total < self.best.0 && node.spent + spent <= self.cap {
                self.best.0 = total;
                found = Some(theirs);
            }
        }
        if let Some(theirs) = found {
            let (start, end) = if mode == Mode::Push { (number, theirs) } else { (theirs, number) };
            let mut pushes: Vec<Push> = self.start.store.trail(start).map(Node::push).collect();
            pushes.reverse();
            pushes.extend(self.end.store.trail(end).map(Node::push));
            self.best.1 = pushes;
        }
    }

    /// Makes the children of the position at hand.
    fn expand(&mut self, mode: Mode, number: u32, slice: &mut Budget) -> Result<(), End> {
        let map = &self.analysis.map;
        let player = self.scratch.position.player;
        let node = self.sides(mode).0.store.note(number);
        for i in 0..self.scratch.edges.len() {
            if slice.poll().is_err() {
                // Half expanded: it waits again, and its children will be known.
                if let Some(excess) = self.excess(mode, node.moves) {
                    self.sides(mode).0.queue.push(number, excess, 0);
                }
                return Err(End::Slice);
            }
            let Edge { push, player: after, moves } = self.scratch.edges[i];
            let there = map.next(push.from, push.dir);
            let (from, to) = match mode {
                Mode::Push => (push.from, there),
                Mode::Pull => (there, push.from),
            };
            let cost = (node.spent + 1, node.moves + moves);
            self.stats.generated += 1;
            let position = &mut self.scratch.position;
            position.move_box(map, from, to);
            position.player = after;
            let mut made = Ok(());
            if self.excess(mode, cost.1).is_some() {
                match self.pushes_left(mode, (from, to), cost.0) {
                    Some(rest) => made = self.put(mode, Some(number), cost, (push, rest)),
                    None => self.stats.dead_ends += 1,
                }
            }
            let position = &mut self.scratch.position;
            position.move_box(map, to, from);
            position.player = player;
            made.map_err(End::full)?;
        }
        Ok(())
    }

    /// How many pushes the matching asks for after a box of the loaded position has gone somewhere, which led to
    /// the position at hand; `None` if they are too many after so many spent.
    fn pushes_left(&mut self, mode: Mode, (from, to): (Square, Square), spent: u32) -> Option<u32> {
        let (analysis, player) = (self.analysis, self.scratch.position.player);
        let left = self.cap.checked_sub(spent)?;
        let (side, _) = self.sides(mode);
        let rest = match mode {
            Mode::Push => match side.bound.after_up_to(analysis, from, to, left) {
                After::Is(rest) => Some(rest),
                After::More(_) | After::Lost => None,
            },
            Mode::Pull => side.bound.after_move(analysis, from, to, player),
        };
        rest.filter(|&rest| rest <= left)
    }

    /// What has been proved of the moves; `None` when that is all there is to prove.
    fn proved(&mut self) -> Option<u32> {
        let (a, b) = (self.start.queue.lowest()?, self.end.queue.lowest()?);
        let units = (a + b) as i32 + self.first;
        let moves = (units.max(0) as u32).div_ceil(Potential::MOVE as u32);
        (moves < self.best.0).then_some(moves)
    }
}

impl Stepwise for BothEnds<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        while self.patience.get(self.n_made).is_some_and(|&due| self.stats.expanded >= due) {
            self.suit(slice)?;
        }
        self.pruning.prepare(self.stats.expanded, slice)?;
        if self.late.prepare(self.analysis, self.stats.expanded, slice)? {
            self.unjudged = self.start.store.len() as u32;
        }
        Ok(())
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        if self.proved().is_none() {
            return Err(End::Answer(Outcome::Solved(self.best.1.clone())));
        }
        let analysis = self.analysis;
        let from_start = self.start.queue.len() <= self.end.queue.len();
        let mode = if from_start { Mode::Push } else { Mode::Pull };
        let side = if from_start { &mut self.start } else { &mut self.end };
        let number = side.queue.pop().expect("a node waits on each side");
        let node = side.store.note(number);
        side.store.load(&analysis.map, number, &mut self.scratch.position);
        self.scratch.walk(analysis);
        if side.is_dominated(&self.scratch, analysis, node) {
            self.stats.duplicates_closed += 1;
            return Ok(());
        }
        let rest = side.bound.load(analysis, &self.scratch.position);
        let fits = |search: &mut Self, rest| {
            mode == Mode::Pull || number >= search.unjudged || search.fits(node.spent, rest)
        };
        if !rest.is_some_and(|rest| fits(self, rest)) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        self.meet(mode, number);
        self.scratch.collect(analysis, mode);
        self.expand(mode, number, slice)
    }

    fn report(&mut self, progress: &mut Progress) {
        progress.depth = self.proved().unwrap_or(self.best.0);
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        let [start, end] = [&self.start, &self.end].map(|side| side.store.held(side.queue.len()));
        self.stats.clone().plus(&start).plus(&end)
    }
}
