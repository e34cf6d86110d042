//! New ways for a few boxes while all others keep to theirs.
//!
//! In a window of a solution some boxes are set free and their pushes forgotten. The pushes of the
//! other boxes are kept, in their order; when one of them has had its turn, free boxes may be
//! pushed, to any square. A state is the number of kept pushes made, the squares of the free boxes
//! and the player's zone (or his square, when moves are counted). At the end of the window the free
//! boxes stand on the squares where the old pushes left them, no matter which box on which.
//!
//! ```text
//! kept:   a a a . . . . b b b b . . . c c c
//! free:         x x x x         y y y          x and y may come earlier, later, by other ways
//! ```
//!
//! With all pushed boxes free, a window is solved exactly. With one or two, the window can be the
//! whole solution: only states from which the old length can still be beaten are searched, and the
//! least that the free boxes need is known from lone-box distances with the boxes that stand still
//! as walls. The search is A* with that bound, newest first among equals.
//!
//! Source: the idea of freeing k boxes on a slice of the path is Damgaard's (YASS optimizer); the
//! state with kept pushes and turns is ours. Limits: free boxes are not pushed within a turn of
//! another box unless the job is `fine`, and the order of kept pushes never changes. Cost: about 3
//! µs per state on boards of XSokoban, most of it floods.

use ground::kernel::{Bits, Map, Reach, Steps, Table};
use search::{Budget, Metric};
use sokoban::{Dir, Push, Square};

use super::window::{Job, Walks, Window};

const NONE: u32 = u32::MAX;

/// Most boxes that can be free at once.
pub(super) const MOST_FREE: usize = 6;

/// Bytes of a state with everything kept about it, with vectors half empty at worst.
pub(super) const BYTES_PER_STATE: u64 = 128;

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    /// Cost so far: pushes of free boxes, or all moves.
    cost: u32,
    /// The least cost of the whole window by way of this node.
    total: u32,
    /// Pushes of free boxes so far.
    pushes: u32,
    /// Kept pushes made.
    made: u32,
    /// The player, or the lowest square of his zone when pushes are counted.
    player: Square,
    /// The last push, when a free box made it.
    push: Push,
    waits: bool,
}

/// How a job ended.
pub(super) enum Found {
    /// Cheaper pushes for the window.
    Better(Vec<Push>),
    /// No cheaper pushes exist.
    Nothing,
    /// The budget or the memory was used up.
    Stopped,
}

/// Scratch space for jobs on one board.
pub(super) struct Reroute<'a> {
    map: &'a Map,
    window: Window<'a>,
    capacity: usize,
    nodes: Vec<Node>,
    /// The squares of the free boxes of each node, in ascending order.
    squares: Vec<Square>,
    table: Table,
    /// Nodes by total, including some whose total has changed since.
    queue: Vec<Vec<u32>>,
    occupied: Bits,
    reach: Reach,
    steps: Steps,
}

impl<'a> Reroute<'a> {
    /// Scratch space for searches of at most this many states.
    pub(super) fn new(map: &'a Map, walks: &'a Walks, capacity: usize) -> Reroute<'a> {
        Reroute {
            map,
            window: Window::new(map, walks),
            capacity,
            nodes: Vec::new(),
            squares: Vec::new(),
            table: Table::new(),
            queue: Vec::new(),
            occupied: map.no_squares(),
            reach: Reach::new(map),
            steps: Steps::new(map),
        }
    }

    /// Looks for pushes that cost less than the old ones.
    pub(super) fn run(&mut self, job: &Job, budget: &mut Budget) -> Found {
        self.plant(job);
        let end = self.end(job);
        let mut free = [Square(0); MOST_FREE];
        let free = &mut free[..job.free.len()];
        while let Some(number) = self.pop() {
            if budget.tick().is_err() || self.nodes.len() >= self.capacity {
                return Found::Stopped;
            }
            free.copy_from_slice(self.squares_of(number, job.free.len()));
            let node = self.nodes[number as usize];
            if node.made == self.window.n_kept()
                && free == self.window.targets()
                && end.is_none_or(|end| end == node.player)
            {
                return Found::Better(self.path(number));
            }
            self.expand(job, number, free);
        }
        Found::Nothing
    }

    /// Forgets the previous job and begins this one.
    fn plant(&mut self, job: &Job) {
        self.window.prepare(job);
        self.nodes.clear();
        self.squares.clear();
        self.table.clear();
        self.queue.iter_mut().for_each(Vec::clear);
        let mut free: Vec<Square> = job.free.iter().map(|&i| job.places[i as usize]).collect();
        free.sort_unstable();
        let root = Node {
            parent: NONE,
            cost: 0,
            total: 0,
            pushes: 0,
            made: 0,
            player: job.player,
            push: Push { from: job.player, dir: Dir::Up },
            waits: true,
        };
        self.consider(job, root, &free);
    }

    /// Where the player must be at the end, as nodes name it.
    fn end(&mut self, job: &Job) -> Option<Square> {
        let end = job.end?;
        if job.metric != Metric::Pushes {
            return Some(end);
        }
        let window = &self.window;
        window.occupy(window.n_kept(), window.targets(), &mut self.occupied);
        Some(self.reach.flood(self.map, &self.occupied, end))
    }

    /// Makes all successors of a node: pushes of free boxes, and the next turn of a kept one.
    fn expand(&mut self, job: &Job, number: u32, free: &[Square]) {
        let node = Node { parent: number, waits: true, ..self.nodes[number as usize] };
        self.walk(job, &node, free);
        let mut pushes = [(Push { from: node.player, dir: Dir::Up }, 0); MOST_FREE * 4];
        let mut n = 0;
        for &from in free {
            for push in Dir::ALL.map(|dir| Push { from, dir }) {
                if !self.occupied.contains(self.map.next(from, push.dir))
                    && let Some(cost) = self.cost(job, node.player, push)
                {
                    pushes[n] = (push, cost);
                    n += 1;
                }
            }
        }
        let turn = self.play_turn(job, node, free);
        let mut after = [Square(0); MOST_FREE];
        let after = &mut after[..free.len()];
        for &(push, cost) in &pushes[..n] {
            let to = self.map.next(push.from, push.dir);
            for (after, &square) in after.iter_mut().zip(free) {
                *after = if square == push.from { to } else { square };
            }
            after.sort_unstable();
            let (cost, pushes) = (node.cost + cost, node.pushes + 1);
            self.consider(job, Node { cost, pushes, player: push.from, push, ..node }, after);
        }
        if let Some(turn) = turn {
            self.consider(job, turn, free);
        }
    }

    /// Floods from the player of a node.
    #[inline]
    fn walk(&mut self, job: &Job, node: &Node, free: &[Square]) {
        self.window.occupy(node.made, free, &mut self.occupied);
        if job.metric == Metric::Pushes {
            self.reach.flood(self.map, &self.occupied, node.player);
        } else {
            self.steps.walk(self.map, &self.occupied, node.player);
        }
    }

    /// What a push of a free box costs after the last flood; `None` when it cannot be made.
    #[inline]
    fn cost(&self, job: &Job, player: Square, push: Push) -> Option<u32> {
        let behind = self.window.behind(push);
        match job.metric {
            Metric::Pushes => (behind == player || self.reach.reached(behind)).then_some(1),
            _ if behind == player => Some(1),
            _ => self.steps.to(behind).map(|walk| walk + 1),
        }
    }

    /// Plays the next turn of a kept box, if free boxes do not block it. The last flood was from
    /// the node.
    fn play_turn(&mut self, job: &Job, node: Node, free: &[Square]) -> Option<Node> {
        let n = self.window.turn(node.made).len();
        let mut after = node;
        for i in 0..n {
            let push = self.window.turn(node.made)[i];
            if free.contains(&self.map.next(push.from, push.dir)) {
                return None;
            }
            if i > 0 && self.window.behind(push) != after.player {
                self.walk(job, &after, free);
            }
            let cost = self.cost(job, after.player, push)?;
            after.cost += if job.metric == Metric::Pushes { 0 } else { cost };
            after.player = push.from;
            after.made = node.made + i as u32 + 1;
        }
        (n > 0).then_some(after)
    }

    /// Makes a node, or gives an old one a cheaper path, unless the old pushes cannot be beaten
    /// that way. The player is where his last push left him.
    fn consider(&mut self, job: &Job, mut node: Node, free: &[Square]) {
        let Some(left) = self.window.least_pushes(free, node.player) else { return };
        node.total = node.cost
            + match job.metric {
                Metric::Pushes => left,
                _ if node.pushes + left > job.most_pushes => return,
                _ => self.window.least_moves(job, node.made, node.player, left),
            };
        if node.total >= job.old {
            return;
        }
        if job.metric == Metric::Pushes {
            self.window.occupy(node.made, free, &mut self.occupied);
            node.player = self.reach.flood(self.map, &self.occupied, node.player);
        }
        let number = match self.find(&node, free) {
            Ok(old) if self.nodes[old as usize].cost <= node.cost => return,
            Ok(old) => {
                self.nodes[old as usize] = node;
                old
            }
            Err(hash) => {
                let number = self.nodes.len() as u32;
                self.nodes.push(node);
                self.squares.extend_from_slice(free);
                self.table.insert(hash, number);
                number
            }
        };
        let total = node.total as usize;
        if self.queue.len() <= total {
            self.queue.resize_with(total + 1, Vec::new);
        }
        self.queue[total].push(number);
    }

    /// The node of a state, or the hash to store it under.
    fn find(&self, node: &Node, free: &[Square]) -> Result<u32, u64> {
        let boxes = free.iter().fold(0, |key, &square| key ^ self.map.box_key(square));
        let made = u64::from(node.made).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (boxes ^ self.map.player_key(node.player)).wrapping_add(made);
        let same = |number: u32| {
            let other = &self.nodes[number as usize];
            (other.made, other.player) == (node.made, node.player)
                && self.squares_of(number, free.len()) == free
        };
        self.table.find(hash, same).ok_or(hash)
    }

    fn squares_of(&self, number: u32, n_free: usize) -> &[Square] {
        &self.squares[number as usize * n_free..][..n_free]
    }

    /// Takes out the newest of the nodes with the lowest total.
    fn pop(&mut self) -> Option<u32> {
        for (total, waiting) in self.queue.iter_mut().enumerate() {
            while let Some(number) = waiting.pop() {
                let node = &mut self.nodes[number as usize];
                if node.waits && node.total as usize == total {
                    node.waits = false;
                    return Some(number);
                }
            }
        }
        None
    }

    fn path(&self, mut number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        while self.nodes[number as usize].parent != NONE {
            let node = &self.nodes[number as usize];
            let before = self.nodes[node.parent as usize].made;
            match self.window.kept(before, node.made) {
                [] => pushes.push(node.push),
                turn => pushes.extend(turn.iter().rev()),
            }
            number = node.parent;
        }
        pushes.reverse();
        pushes
    }
}
