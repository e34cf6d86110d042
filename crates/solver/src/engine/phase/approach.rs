//! Approach: how hard it is to bring some box to an empty target, with other boxes in the way.
//!
//! ```text
//! #########     Two pushes would bring the right box to the target, if the player could get
//! #@$$ .  #     behind it: the left box is in his way, and that costs as much as several pushes.
//! #########     So does one in the way of the box.
//! ```
//!
//! A search backwards from the empty targets over the places of a lone box and the sides of the
//! player, cheapest first. It ends with the first box that nothing further away can beat. Boxes
//! already packed are walls. A position in which obstacles have been cleared looks better than one
//! in which they have not, long before the target is filled.
//!
//! Soundness: guidance only. Source: ours; YASS counts the pushes of a lone box.
//! Cost: a few microseconds, less when a box is near.

use ground::kernel::{Map, Position};
use sokoban::{Dir, Square};

use super::phases::Phase;

/// How many pushes an obstacle counts for. Not tuned.
const OBSTACLE: u16 = 8;

/// The cost of anything impossible, and the highest cost.
const LIMIT: u16 = 100;

/// More boxes than this in the way of the player are as bad as a wall.
const MOST_IN_THE_WAY: u16 = 3;

/// Scratch space for one board. Entries are valid if they carry the current stamp.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    stamp: u32,
    /// The cost from a square and side to the nearest target.
    costs: Vec<(u32, u16)>,
    /// Boxes in the way of the player to a square.
    in_the_way: Vec<(u32, u16)>,
    /// Squares and sides by cost.
    buckets: Vec<Vec<(Square, Dir)>>,
    layer: Vec<Square>,
    next_layer: Vec<Square>,
}

impl Approach {
    /// Scratch space for a map.
    pub(crate) fn new(map: &Map) -> Approach {
        let n = map.n_squares() + 1;
        Approach {
            stamp: 0,
            costs: vec![(0, 0); n * 4],
            in_the_way: vec![(0, 0); n],
            buckets: vec![Vec::new(); usize::from(LIMIT)],
            layer: Vec::new(),
            next_layer: Vec::new(),
        }
    }

    /// The cost of bringing a box that is not packed yet to an empty target of the phase, with the
    /// player on `player`.
    pub(crate) fn cost(
        &mut self,
        map: &Map,
        phase: &Phase,
        position: &Position,
        player: Square,
    ) -> u16 {
        self.begin();
        self.walk(map, phase, position, player);
        for &target in phase.targets.iter().filter(|&&target| !position.is_occupied(target)) {
            for side in Dir::ALL {
                self.visit(map, phase, target, side, 0);
            }
        }
        let (mut best, mut cost) = (LIMIT, 0);
        while cost < best {
            match self.buckets[usize::from(cost)].pop() {
                None => cost += 1,
                Some((square, side)) => {
                    let current = (self.stamp, cost);
                    if self.costs[square.index() * 4 + side.index()] == current {
                        let fetched = self.fetch(map, phase, position, square, side, cost);
                        let pulled = self.pull(map, phase, position, square, side, cost);
                        best = best.min(fetched).min(pulled);
                    }
                }
            }
        }
        best
    }

    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.costs.fill((0, 0));
            self.in_the_way.fill((0, 0));
            self.stamp = 0;
        }
        self.stamp += 1;
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    /// The cost of taking the box from here, if there is one: the player must get beside it.
    fn fetch(
        &self,
        map: &Map,
        phase: &Phase,
        position: &Position,
        square: Square,
        side: Dir,
        cost: u16,
    ) -> u16 {
        if !position.is_occupied(square) || phase.boxes.contains(square) {
            return LIMIT;
        }
        let zones = phase.lone_box.sides(square);
        let beside = Dir::ALL.into_iter().filter(|dir| zones[dir.index()] == zones[side.index()]);
        beside.map(|dir| self.walk_cost(map.next(square, dir), cost)).min().unwrap_or(LIMIT)
    }

    /// The cost, plus that of what is in the way of the player to a square.
    fn walk_cost(&self, square: Square, cost: u16) -> u16 {
        let (stamp, boxes) = self.in_the_way[square.index()];
        if stamp == self.stamp { cost + OBSTACLE * boxes } else { LIMIT }
    }

    /// Goes a step back along every way the box can have come. A box on the square where the player
    /// has to stand is in his way, unless it is the very box that is wanted; returns the cost in
    /// that case.
    fn pull(
        &mut self,
        map: &Map,
        phase: &Phase,
        position: &Position,
        square: Square,
        side: Dir,
        cost: u16,
    ) -> u16 {
        let price = |at: Square| if position.is_occupied(at) { OBSTACLE } else { 0 };
        let zones = phase.lone_box.sides(square);
        let mut best = LIMIT;
        for dir in Dir::ALL {
            let from = map.next(square, dir);
            let stands = map.next(from, dir);
            if zones[dir.index()] != zones[side.index()] || map.is_wall(stands) {
                continue;
            }
            let cost = cost + 1 + price(square);
            if position.is_occupied(stands) && !phase.boxes.contains(stands) {
                let behind = map.next(stands, dir);
                best = best.min(self.walk_cost(behind, cost + 1 + price(from)));
            }
            self.visit(map, phase, from, dir, cost + price(stands));
        }
        best
    }

    /// Notes a box on `square` with the player on `side` of it or wherever he can walk from there.
    fn visit(&mut self, map: &Map, phase: &Phase, square: Square, side: Dir, cost: u16) {
        let zones = phase.lone_box.sides(square);
        let zone = zones[side.index()];
        let known = self.costs[square.index() * 4 + side.index()];
        if cost >= LIMIT || map.is_wall(zone) || (known.0 == self.stamp && known.1 <= cost) {
            return;
        }
        for (other, entry) in self.costs[square.index() * 4..][..4].iter_mut().enumerate() {
            if zones[other] == zone {
                *entry = (self.stamp, cost);
            }
        }
        self.buckets[usize::from(cost)].push((square, side));
    }

    /// Counts the boxes in the way of the player to every square, as long as they are few.
    fn walk(&mut self, map: &Map, phase: &Phase, position: &Position, player: Square) {
        self.layer.clear();
        self.layer.push(player);
        self.in_the_way[player.index()] = (self.stamp, 0);
        for boxes in 0..=MOST_IN_THE_WAY {
            self.next_layer.clear();
            while let Some(square) = self.layer.pop() {
                for next in map.around(square) {
                    let taken = position.is_occupied(next);
                    let packed = taken && (map.is_wall(next) || phase.boxes.contains(next));
                    if packed || self.in_the_way[next.index()].0 == self.stamp {
                        continue;
                    }
                    self.in_the_way[next.index()] = (self.stamp, boxes + u16::from(taken));
                    if taken {
                        self.next_layer.push(next);
                    } else {
                        self.layer.push(next);
                    }
                }
            }
            std::mem::swap(&mut self.layer, &mut self.next_layer);
        }
    }
}

#[cfg(test)]
mod tests {
    use ground::analysis::Analysis;
    use oracle::board;
    use search::Budget;

    use super::*;
    use crate::engine::phase::phases::Phases;

    /// The cost at the start of a board when its goals are one phase.
    fn cost(rows: &[&str]) -> u16 {
        let board = board(rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let Analysis { map, start, .. } = &analysis;
        let mut memory = analysis.memory;
        let sets = [map.goals().clone()];
        let phases = Phases::new(&analysis, &sets, &mut memory, &mut Budget::unlimited()).unwrap();
        let phase = phases.get(0).unwrap();
        Approach::new(map).cost(map, phase, start, start.player)
    }

    #[test]
    fn a_free_box_costs_its_pushes() {
        assert_eq!(cost(&["#########", "#@$   . #", "#########"]), 4);
        assert_eq!(cost(&["#########", "#   $ .@#", "#       #", "#########"]), 2);
    }

    #[test]
    fn boxes_in_the_way_cost_more_than_pushes() {
        assert_eq!(cost(&["##########", "#@$$ .  .#", "##########"]), 2 + OBSTACLE);
        assert_eq!(cost(&["#########", "#@ $ .  #", "#########"]), 2);
    }

    #[test]
    fn a_target_nobody_can_reach_costs_the_limit() {
        assert_eq!(cost(&["#########", "#.  $@  #", "#########"]), 3);
        // The box can never leave the upper wall.
        assert_eq!(cost(&["########", "#  $   #", "#@   . #", "########"]), LIMIT);
    }
}
