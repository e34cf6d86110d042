//! In which order the goals are filled: which of them may come next when some are full.
//!
//! ```text
//! #######      All goals are full; backwards, boxes are pulled out of the goal area, to where
//! #    .1#     boxes stand at the start, one after the other: 3, then 2, then 1. So 1 is filled
//! #  $ .2#     first. A goal may be filled next if afterwards all others still come out this way;
//! #    .3#     often several may.
//! ```
//!
//! This is Rolling Stone's tree of goal macros: a node is a set of full goals, its edges are the
//! goals that may be filled next, the deepest first. Here a node is made when the search first
//! needs it. Entrances need no special treatment: a box may come out through any of them.
//!
//! What it gives up: solutions that park a box in the goal area, or fill a goal that must be emptied
//! again. Source: SokoKids section 5.6; the idea of pulling boxes out is Damgaard's (YASS). Cost:
//! some milliseconds for each set of full goals.

use ground::analysis::Analysis;
use ground::analysis::LARGE;
use ground::kernel::{Bits, BoxMoves, Map, Mode, Position};
use hashbrown::HashMap;
use sokoban::Square;

/// Sets of full goals for which alternatives are looked for; later ones get one goal only.
const MOST_WITH_ALTERNATIVES: usize = 2_000;

/// Sets of full goals that are remembered.
const MOST: usize = 50_000;

/// The goals that may be filled next, for every set of full goals met so far.
pub(super) struct FillingOrder {
    known: HashMap<Bits, Vec<Square>, foldhash::fast::FixedState>,
    /// Whether the others can still be filled, for every set of full goals asked about.
    can_end: HashMap<Bits, bool, foldhash::fast::FixedState>,
    box_moves: BoxMoves,
    /// Where boxes come from.
    outside: Bits,
    position: Position,
}

impl FillingOrder {
    /// The order of a board; `None` if there are spare goals, no box comes from outside them, or the
    /// board is large.
    pub(super) fn new(analysis: &Analysis) -> Option<FillingOrder> {
        let Analysis { map, start, start_boxes, .. } = analysis;
        let mut outside = start_boxes.clone();
        outside.remove_all(map.goals());
        let small = map.n_squares() <= LARGE;
        let fits = map.goals().len() == start.n_boxes() && !outside.is_empty() && small;
        fits.then(|| FillingOrder {
            known: HashMap::default(),
            can_end: HashMap::default(),
            box_moves: BoxMoves::new(map),
            outside,
            position: Position::new(map, [], start.player),
        })
    }

    /// The goals that may be filled next when these are full, the best first; empty if the others
    /// cannot all be filled.
    pub(super) fn next(&mut self, analysis: &Analysis, full: &Bits) -> &[Square] {
        if !self.known.contains_key(full) {
            if self.known.len() >= MOST {
                self.known.clear();
            }
            let found = self.find(analysis, full);
            self.known.insert(full.clone(), found);
        }
        &self.known[full]
    }

    /// Whether all other goals can still be filled when these are full.
    pub(super) fn can_end(&mut self, analysis: &Analysis, full: &Bits) -> bool {
        if let Some(&known) = self.can_end.get(full) {
            return known;
        }
        if self.can_end.len() >= MOST {
            self.can_end.clear();
        }
        let found = self.empty(analysis, full).is_some();
        self.can_end.insert(full.clone(), found);
        found
    }

    fn find(&mut self, analysis: &Analysis, full: &Bits) -> Vec<Square> {
        let Some(mut order) = self.empty(analysis, full) else { return Vec::new() };
        order.reverse();
        if self.known.len() < MOST_WITH_ALTERNATIVES {
            let mut with = full.clone();
            let mut first = true;
            order.retain(|&goal| {
                if std::mem::take(&mut first) {
                    return true;
                }
                with.insert(goal);
                let good =
                    self.comes_out(analysis, full, goal) && self.empty(analysis, &with).is_some();
                with.remove(goal);
                good
            });
        } else {
            order.truncate(1);
        }
        order
    }

    /// Whether the box of a goal comes out when no other goals but these are full.
    fn comes_out(&mut self, analysis: &Analysis, full: &Bits, goal: Square) -> bool {
        let map = &analysis.map;
        self.position.clear();
        full.iter().chain([goal]).for_each(|square| self.position.add_box(map, square));
        match self.outside(analysis) {
            Some(player) => self.position.player = player,
            None => return false,
        }
        self.pull(map, goal).is_some()
    }

    /// Where the player is when he is outside: where he began or, if that is a goal and full, anywhere
    /// outside.
    fn outside(&self, analysis: &Analysis) -> Option<Square> {
        let start = std::iter::once(analysis.start.player);
        start.chain(self.outside.iter()).find(|&at| !self.position.is_occupied(at))
    }

    /// Empties all goals but the full ones, the nearest first; returns the order, or nothing if it
    /// cannot be done.
    fn empty(&mut self, analysis: &Analysis, full: &Bits) -> Option<Vec<Square>> {
        let map = &analysis.map;
        self.position.clear();
        map.goals().iter().for_each(|square| self.position.add_box(map, square));
        let mut left: Vec<Square> = map.goals().iter().filter(|&at| !full.contains(at)).collect();
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let i = self.nearest(analysis, &left, order.is_empty())?;
            let goal = left.swap_remove(i);
            self.position.remove_box(map, goal);
            order.push(goal);
        }
        Some(order)
    }

    /// The box that comes out with the fewest pulls. At the end of the game the player may be
    /// anywhere; before that, outside.
    fn nearest(&mut self, analysis: &Analysis, left: &[Square], at_the_end: bool) -> Option<usize> {
        let map = &analysis.map;
        let mut best: Option<(u16, usize)> = None;
        let outside = self.outside(analysis);
        for (i, &goal) in left.iter().enumerate() {
            let anywhere = map.around(goal);
            let players = if at_the_end { &anywhere[..] } else { &[] };
            for &player in outside.iter().chain(players) {
                if self.position.is_occupied(player) {
                    continue;
                }
                self.position.player = player;
                let Some(pulls) = self.pull(map, goal) else { continue };
                if best.is_none_or(|(least, _)| pulls < least) {
                    best = Some((pulls, i));
                }
            }
        }
        best.map(|(_, i)| i)
    }

    /// The fewest pulls that bring the box of a goal outside.
    fn pull(&mut self, map: &Map, goal: Square) -> Option<u16> {
        self.box_moves.explore(map, &mut self.position, goal, Mode::Pull, |_| true);
        let mut moves = self.box_moves.moves();
        moves.find(|found| self.outside.contains(found.to)).map(|found| found.length)
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;
    use search::Budget;

    use super::*;

    #[test]
    fn the_far_end_of_a_dead_end_comes_first() {
        let board = board(&["##########", "# @  #####", "# $$$ ...#", "#    #####", "##########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut order = FillingOrder::new(&analysis).unwrap();
        let at = |column| board.square_at(2, column).unwrap();
        let mut full = analysis.map.no_squares();
        for column in [8, 7, 6] {
            assert_eq!(order.next(&analysis, &full), [at(column)]);
            full.insert(at(column));
        }
        let mut full = analysis.map.no_squares();
        full.insert(at(7));
        assert!(order.next(&analysis, &full).is_empty(), "the last goal cannot be filled any more");
        assert!(!order.can_end(&analysis, &full));
        full.insert(at(8));
        assert!(order.can_end(&analysis, &full));
    }

    #[test]
    fn the_player_may_begin_on_a_goal() {
        let board = board(&["########", "#   +  #", "# $$.  #", "# $ .  #", "########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut order = FillingOrder::new(&analysis).unwrap();
        let mut full = analysis.map.no_squares();
        full.insert(board.square_at(1, 4).unwrap());
        let order = order.next(&analysis, &full);
        assert!(!order.is_empty() && order.iter().all(|&goal| analysis.map.is_goal(goal)));
    }
}
