//! Macro pushes: every square one box can be pushed to while the others stand still, once for every
//! zone in which the player can end beside it.

use ground::deadlock::Local;
use ground::deadlock::local::{BOX, FREE};
use ground::kernel::{Bits, Mode, Position, Regions};
use sokoban::{Dir, Square};

use super::movable::Movable;
use super::moves::{MacroMove, OneBox};
use super::reduced_board::ReducedBoard;
use super::strategy::PushRules;

/// Makes the list of macro pushes of a position.
#[derive(Clone, Debug)]
pub(super) struct PushGenerator {
    rules: PushRules,
    movable: Movable,
    one_box: OneBox,
    /// Squares from which a goal that is not under a fixed box can be reached, ignoring the player.
    source: Bits,
    stack: Vec<Square>,
    /// The boxes that are not fixed, ascending.
    boxes: Vec<Square>,
    scratch: Vec<Square>,
}

impl PushGenerator {
    /// Scratch space for a board.
    pub(super) fn new(reduced: &ReducedBoard, rules: PushRules) -> PushGenerator {
        let map = reduced.map();
        PushGenerator {
            rules,
            movable: Movable::new(reduced, rules),
            one_box: OneBox::new(map, Mode::Push),
            source: map.no_squares(),
            stack: Vec::new(),
            boxes: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Appends the moves of a position to `out`; returns whether a PI-corral was in force. The
    /// boxes are in ascending order; `regions` are those of the position, `settled` what the
    /// deadlock tests know of its fixed boxes. `harmless` are squares where stopping is never
    /// called inefficient, besides the goals.
    pub(super) fn generate(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        regions: &Regions,
        settled: Option<&Local>,
        harmless: &Bits,
        out: &mut Vec<MacroMove>,
    ) -> bool {
        self.one_box.load(reduced.map(), position, regions);
        self.movable.fix(reduced, position, regions, settled, self.rules);
        let corral = self.movable.find_corral(reduced, position, regions, self.rules);
        self.find_sources(reduced);
        self.boxes.clear();
        let local = &self.movable.local;
        self.boxes.extend(position.boxes().iter().filter(|&&square| local.is_box(square)));
        for i in 0..self.boxes.len() {
            let from = self.boxes[i];
            let may_move = !corral || self.movable.allows(from);
            if may_move && self.has_push(reduced, from) {
                self.box_moves(reduced, position, from, harmless, out);
            }
        }
        corral
    }

    /// Whether the player can push the box now without getting it stuck at once.
    fn has_push(&mut self, reduced: &ReducedBoard, from: Square) -> bool {
        let (ground, local) = (reduced.ground(), &mut self.movable.local);
        Dir::ALL.into_iter().any(|dir| {
            local.is_reached(reduced.map().next(from, dir.opposite()))
                && (!self.rules.freeze && local.is_free(reduced.map().next(from, dir))
                    || local.can_push(ground, from, dir))
        })
    }

    fn find_sources(&mut self, reduced: &ReducedBoard) {
        let (map, local) = (reduced.map(), &self.movable.local);
        self.source.clear();
        self.stack.clear();
        for goal in map.goals().iter().filter(|&goal| !local.is_wall(goal)) {
            self.source.insert(goal);
            self.stack.push(goal);
        }
        while let Some(square) = self.stack.pop() {
            for dir in Dir::ALL {
                let near = map.next(square, dir);
                if !local.is_wall(near)
                    && !self.source.contains(near)
                    && !local.is_wall(map.next(near, dir))
                {
                    self.source.insert(near);
                    self.stack.push(near);
                }
            }
        }
    }

    /// All moves of one box.
    fn box_moves(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        from: Square,
        harmless: &Bits,
        out: &mut Vec<MacroMove>,
    ) {
        let map = reduced.map();
        self.movable.local.put(from, FREE);
        let (local, source, rules) = (&self.movable.local, &self.source, self.rules);
        let allowed = |to: Square| {
            local.is_free(to)
                && !reduced.is_dead(to)
                && source.contains(to)
                && !(rules.freeze && is_stuck(reduced, local, to))
        };
        for i in 0..self.one_box.find(map, position, from, allowed) {
            let mut m = self.one_box.at(i);
            if !self.is_refused(reduced, &m, harmless) {
                m.opens = self.one_box.opens(map, &m);
                out.push(m);
            }
        }
        self.movable.local.put(from, BOX);
    }

    /// Whether the player reaches a square after the move and fixed boxes have not shut it off.
    #[inline]
    fn reaches(&self, reduced: &ReducedBoard, m: &MacroMove, square: Square) -> bool {
        self.movable.local.is_free(square) && self.one_box.reaches(reduced.map(), m, square)
    }

    /// The static filter: stops that are pointless, frozen, or seal a gap.
    fn is_refused(&mut self, reduced: &ReducedBoard, m: &MacroMove, harmless: &Bits) -> bool {
        let wanted = reduced.map().is_goal(m.to) || harmless.contains(m.to);
        if !wanted && self.is_inefficient(reduced, m) {
            return true;
        }
        self.movable.local.put(m.to, BOX);
        let refused = self.rules.freeze && self.is_frozen(reduced, m)
            || self.rules.diagonal && self.seals_gap(reduced, m);
        self.movable.local.put(m.to, FREE);
        refused
    }

    /// Whether the box would be frozen with others, one of them off goal.
    fn is_frozen(&mut self, reduced: &ReducedBoard, m: &MacroMove) -> bool {
        let (map, local) = (reduced.map(), &mut self.movable.local);
        if local.has_free_axis(map, m.to) {
            return false;
        }
        self.scratch.clear();
        self.scratch.extend(self.boxes.iter().filter(|&&square| square != m.from));
        self.scratch.push(m.to);
        local.is_frozen(map, &mut self.scratch)
    }

    /// Stops that are never better than going on: tunnels, and niches whose mouth is of no use.
    fn is_inefficient(&self, reduced: &ReducedBoard, m: &MacroMove) -> bool {
        if self.rules.tunnel_stops && reduced.no_stop_pushed().contains(m.to) {
            return true;
        }
        self.rules.niche_stops && self.is_mouth(reduced, m)
    }

    fn is_mouth(&self, reduced: &ReducedBoard, m: &MacroMove) -> bool {
        let (ring, local) = (reduced.map().ring(m.to), &self.movable.local);
        [0, 2, 4, 6].into_iter().any(|front| {
            local.is_wall(ring[(front + 3) & 7])
                && local.is_wall(ring[(front + 5) & 7])
                && [2, 6].into_iter().any(|turn| {
                    let (side, other) = (ring[(front + turn) & 7], ring[(front + turn + 4) & 7]);
                    if local.is_wall(side) {
                        !local.is_wall(other)
                            && (!self.reaches(reduced, m, other)
                                || self.reaches(reduced, m, ring[front]))
                    } else {
                        local.is_box(side) && !self.reaches(reduced, m, other)
                    }
                })
        })
    }

    /// Whether the box closes a gap that nothing can ever open: a closed diagonal of one square.
    fn seals_gap(&self, reduced: &ReducedBoard, m: &MacroMove) -> bool {
        let (map, local) = (reduced.map(), &self.movable.local);
        map.ring(m.to).iter().any(|&gap| {
            let loose = |near: &Square| local.is_box(*near) && !map.is_goal(*near);
            !map.is_goal(gap)
                && local.is_gap(map, gap)
                && !self.reaches(reduced, m, gap)
                && map.around(gap).iter().any(loose)
                && [1, 3].iter().any(|&corner| {
                    local.diagonal_is_closed(map, gap, corner)
                        && local.diagonal_is_closed(map, gap, (corner + 4) & 7)
                })
        })
    }
}

/// Whether a glance shows that a box on a square is stuck, so that it must not even cross it: it
/// stands in a full 2×2 block with a box off goal, or off goal in a corner.
#[inline]
fn is_stuck(reduced: &ReducedBoard, local: &Local, square: Square) -> bool {
    let map = reduced.map();
    let off = !map.is_goal(square);
    let ring = map.ring(square);
    [0, 2, 4, 6].into_iter().any(|i| {
        let near = [ring[i], ring[i + 1], ring[(i + 2) & 7]];
        let full = near.iter().all(|&square| !local.is_free(square));
        let loose = |&square: &Square| local.is_box(square) && !map.is_goal(square);
        full && (off || near.iter().any(loose))
            || off && local.is_wall(near[0]) && local.is_wall(near[2])
    })
}
