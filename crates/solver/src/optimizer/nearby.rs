//! One shortest way through the neighbourhood of several solutions.
//!
//! The positions on the lines of play, and those few pushes away from any of them, form a graph.
//! The fewest pushes through it may follow one line for a while, change to another where they meet,
//! and take short cuts that no line has. Positions nearest to the lines come first, up to a maximum
//! number; if that covers all reachable positions, the answer is a shortest solution.
//!
//! Idea: plan neighbourhood graph search (Nakhost and Müller 2010); JSoko merges selected solutions
//! in the same way. Cost: a walk through the player's zone for every child of every position.

use ground::analysis::Analysis;
use ground::kernel::{Packer, Position, Reach, Store};
use search::Budget;
use sokoban::{Dir, Push};

/// The graph around the lines.
pub(super) struct Nearby<'a> {
    analysis: &'a Analysis,
    store: Store<()>,
    /// Where the children of each position begin in `children`, and where the last ones end.
    first: Vec<usize>,
    children: Vec<(u32, Push)>,
    position: Position,
    reach: Reach,
    pushes: Vec<Push>,
}

impl<'a> Nearby<'a> {
    /// The positions of the lines, and no others yet.
    pub(super) fn new(analysis: &'a Analysis, lines: &[&[Push]]) -> Nearby<'a> {
        let Analysis { map, start, live, .. } = analysis;
        let mut nearby = Nearby {
            analysis,
            store: Store::growing(Packer::new(map, live.iter())),
            first: vec![0],
            children: Vec::new(),
            position: start.clone(),
            reach: Reach::new(map),
            pushes: Vec::new(),
        };
        for line in lines {
            nearby.position = start.clone();
            nearby.meet(start.player, true);
            for push in *line {
                nearby.position.push(map, push.from, push.dir);
                nearby.meet(push.from, true);
            }
        }
        nearby
    }

    /// Adds the positions nearest to the lines, up to a maximum, and returns the shortest way
    /// through them; `None` if the budget runs out first. The second value says whether all
    /// positions are in the graph.
    pub(super) fn shortest(
        mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Option<(Vec<Push>, bool)> {
        let mut whole = true;
        while self.first.len() <= self.store.len() {
            budget.tick().ok()?;
            whole &= self.expand(self.first.len() as u32 - 1, most);
        }
        self.way().map(|way| (way, whole))
    }

    /// The number of the position at hand, with the player on a square; a new one only if it may be
    /// added.
    fn meet(&mut self, player: sokoban::Square, add: bool) -> Option<u32> {
        let map = &self.analysis.map;
        let zone = self.reach.name(map, self.position.occupied(), player);
        match self.store.find(map, &self.position, zone) {
            Ok(known) => Some(known),
            Err(unknown) if add => self.store.add(unknown, None, ()).ok(),
            Err(_) => None,
        }
    }

    /// Lists the children of a position; returns whether all of them are in the graph.
    fn expand(&mut self, number: u32, most: usize) -> bool {
        let Analysis { map, live, .. } = self.analysis;
        self.store.load(map, number, &mut self.position);
        let Nearby { position, reach, pushes, .. } = self;
        reach.flood(map, position.occupied(), position.player);
        pushes.clear();
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if !position.is_occupied(to) && live.contains(to) && reach.reached(behind) {
                    pushes.push(Push { from, dir });
                }
            }
        }
        let mut all = true;
        for i in 0..self.pushes.len() {
            let push = self.pushes[i];
            let to = map.next(push.from, push.dir);
            self.position.move_box(map, push.from, to);
            match self.meet(push.from, self.store.len() < most) {
                Some(child) => self.children.push((child, push)),
                None => all = false,
            }
            self.position.move_box(map, to, push.from);
        }
        self.first.push(self.children.len());
        all
    }

    /// The fewest pushes from the start to a solved position of the graph, breadth first.
    fn way(mut self) -> Option<Vec<Push>> {
        const NOT_MET: u32 = u32::MAX;
        let map = &self.analysis.map;
        let mut came_by = vec![(NOT_MET, None); self.store.len()];
        let mut queue = vec![0_u32];
        came_by[0].0 = 0;
        let mut head = 0;
        while head < queue.len() {
            let at = queue[head];
            head += 1;
            self.store.load(map, at, &mut self.position);
            if self.position.is_solved(map) {
                let steps = std::iter::successors(Some(at), |&at| Some(came_by[at as usize].0));
                let pushes = steps.map_while(|at| came_by[at as usize].1);
                let mut pushes: Vec<Push> = pushes.collect();
                pushes.reverse();
                return Some(pushes);
            }
            for &(child, push) in
                &self.children[self.first[at as usize]..self.first[at as usize + 1]]
            {
                if came_by[child as usize].0 == NOT_MET {
                    came_by[child as usize] = (at, Some(push));
                    queue.push(child);
                }
            }
        }
        None
    }
}
