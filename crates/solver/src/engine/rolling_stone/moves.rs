//! The moves of a position: single pushes, and several pushes that count as one.

use ground::analysis::Analysis;
use ground::analysis::LARGE;
use ground::kernel::{Map, Position, Reach};
use ground::technique::{Technique, TechniqueSet};
use sokoban::{Dir, Push, Square};

use super::bound::LowerBound;
use super::goal_macros::{GoalMacro, GoalMacros};
use super::order;
use super::relevance::Relevance;
use super::restarts::{Attempt, Restarts};
use super::tunnels::{End, Tunnels};

/// One box moved by one push or more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// Where the box stood, and where it ends.
    pub(super) from: Square,
    pub(super) to: Square,
    /// Where the player ends.
    pub(super) player: Square,
    /// Pushes.
    pub(super) cost: u16,
    /// The bound afterwards.
    pub(super) h: u32,
    /// Lower ranks are tried first.
    pub(super) rank: u32,
    way: Way,
}

/// How the box gets there.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Straight on.
    Straight(Dir),
    /// Along pushes that are listed, from this one on.
    Path(u32),
}

/// What the moves of a position depend on besides the position.
pub(super) struct Context<'c> {
    /// Where the boxes moved last ended, the last one first.
    pub(super) past: &'c [Square],
    /// The only pushes, if a corral must be dealt with first.
    pub(super) corral: Option<&'c [Push]>,
    /// How moves are shuffled.
    pub(super) restarts: &'c mut Restarts,
    /// Which cuts act.
    pub(super) attempt: Attempt,
}

/// Finds the moves of positions. It keeps those of all positions of the path, one after the other.
pub(super) struct MoveMaker {
    /// The moves of the path.
    pub(super) moves: Vec<Move>,
    /// The pushes of the goal macros among them.
    pub(super) paths: Vec<Push>,
    tunnels: Tunnels,
    goal_macros: Option<GoalMacros>,
    macros: Vec<GoalMacro>,
    cuts: bool,
    relevance: Option<Relevance>,
    order: bool,
    /// Whether moves are ordered in this iteration.
    pub(super) ordering: bool,
    reach: Reach,
    /// Single pushes of the position at hand.
    pushes: Vec<Push>,
}

impl MoveMaker {
    /// A maker of moves on a board.
    pub(super) fn new(analysis: &Analysis, techniques: TechniqueSet, seed: u64) -> MoveMaker {
        let on = |technique| techniques.has(technique);
        MoveMaker {
            moves: Vec::new(),
            paths: Vec::new(),
            tunnels: Tunnels::new(analysis, techniques),
            goal_macros: on(Technique::GoalMacros).then(|| GoalMacros::new(analysis)).flatten(),
            macros: Vec::new(),
            cuts: on(Technique::GoalCuts),
            relevance: (on(Technique::RelevanceCuts) && analysis.map.n_squares() <= LARGE)
                .then(|| Relevance::new(&analysis.map, seed)),
            order: on(Technique::MoveOrder),
            ordering: true,
            reach: Reach::new(&analysis.map),
            pushes: Vec::new(),
        }
    }

    /// Appends the moves of the position at this depth, which has the bound `h`; returns how many
    /// pushes were looked at.
    pub(super) fn make(
        &mut self,
        analysis: &Analysis,
        bound: &mut LowerBound,
        depth: usize,
        position: &mut Position,
        h: u32,
        Context { past, corral, restarts, attempt }: Context,
    ) -> u64 {
        let first = self.moves.len();
        let cuts = self.cuts && attempt.goal_cuts;
        match corral {
            Some(only) => {
                self.pushes.clear();
                self.pushes.extend_from_slice(only);
            }
            None => {
                self.reach.flood(&analysis.map, position.occupied(), position.player);
                if self.add_macros(analysis, bound, depth, position, h, cuts) {
                    return 1;
                }
                self.collect(analysis, position);
            }
        }
        let relevance = corral.is_none() && attempt.relevance_cuts;
        for i in 0..self.pushes.len() {
            let from = self.pushes[i].from;
            if self.relevance.as_mut().is_some_and(|it| relevance && it.cuts(from, past)) {
                continue;
            }
            self.extend(analysis, bound, depth, position, (self.pushes[i], cuts));
        }
        if self.order && self.ordering {
            let last = past.first().copied().unwrap_or(analysis.map.wall());
            for made in &mut self.moves[first..] {
                let way = u32::from(bound.way(analysis, depth, position, made.from));
                made.rank = order::rank(made, h, last, way + restarts.noise());
            }
            self.moves[first..].sort_by_key(|made| made.rank);
        }
        self.pushes.len() as u64
    }

    /// Adds the goal macros of a position with the bound `h`; returns whether they cut off all other
    /// moves, if there are cuts, and then only the best one is added.
    fn add_macros(
        &mut self,
        analysis: &Analysis,
        bound: &mut LowerBound,
        depth: usize,
        position: &mut Position,
        h: u32,
        cuts: bool,
    ) -> bool {
        let Some(goal_macros) = &mut self.goal_macros else { return false };
        let (paths, macros) = (&mut self.paths, &mut self.macros);
        goal_macros.find(analysis, position, &self.reach, paths, macros);
        let first = self.moves.len();
        for i in 0..self.macros.len() {
            let GoalMacro { from, to, player, cost, first } = self.macros[i];
            if let Some(h) = bound_after(analysis, bound, depth, position, from, to, player) {
                let way = Way::Path(first);
                self.moves.push(Move { from, to, player, cost, h, rank: 0, way });
            }
        }
        let made = &self.moves[first..];
        let best = made.iter().min_by_key(|it| (it.h + u32::from(it.cost), it.cost)).copied();
        let Some(best) = best.filter(|best| cuts && best.h + u32::from(best.cost) <= h) else {
            return false;
        };
        self.moves.truncate(first);
        self.moves.push(best);
        true
    }

    /// Cuts are off from now on; returns whether there were any.
    pub(super) fn stop_cutting(&mut self) -> bool {
        let goals = self.goal_macros.is_some() && std::mem::take(&mut self.cuts);
        self.relevance.take().is_some() || goals
    }

    /// Forgets all moves but the first ones, and the paths of the others.
    pub(super) fn truncate(&mut self, moves: usize, paths: usize) {
        self.moves.truncate(moves);
        self.paths.truncate(paths);
    }

    /// Appends the pushes of a move.
    pub(super) fn write_pushes(&self, map: &Map, made: &Move, out: &mut Vec<Push>) {
        match made.way {
            Way::Straight(dir) => {
                let squares = std::iter::successors(Some(made.from), |&at| Some(map.next(at, dir)));
                out.extend(squares.take(made.cost.into()).map(|from| Push { from, dir }));
            }
            Way::Path(first) => {
                out.extend_from_slice(&self.paths[first as usize..][..made.cost.into()]);
            }
        }
    }

    /// All pushes to squares that are not dead, boxes in the order of the position.
    fn collect(&mut self, analysis: &Analysis, position: &Position) {
        let map = &analysis.map;
        self.pushes.clear();
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if !position.is_occupied(to)
                    && analysis.live.contains(to)
                    && self.reach.reached(behind)
                {
                    self.pushes.push(Push { from, dir });
                }
            }
        }
    }

    /// Makes a move of a push: the push itself, or through a tunnel. With cuts, none that ends on a
    /// goal out of order.
    fn extend(
        &mut self,
        analysis: &Analysis,
        bound: &mut LowerBound,
        depth: usize,
        position: &mut Position,
        (Push { from, dir }, cuts): (Push, bool),
    ) {
        let map = &analysis.map;
        let End::At(to, cost) = self.tunnels.follow(analysis, position, from, dir) else { return };
        if let Some(macros) = self.goal_macros.as_mut().filter(|_| cuts)
            && macros.blocks(analysis, position, from, to)
        {
            return;
        }
        let player = map.next(to, dir.opposite());
        if let Some(h) = bound_after(analysis, bound, depth, position, from, to, player) {
            let way = Way::Straight(dir);
            self.moves.push(Move { from, to, player, cost, h, rank: 0, way });
        }
    }
}

/// The bound after a box has moved from one square to another, with the player on a third.
fn bound_after(
    analysis: &Analysis,
    bound: &mut LowerBound,
    depth: usize,
    position: &mut Position,
    from: Square,
    to: Square,
    player: Square,
) -> Option<u32> {
    let map = &analysis.map;
    let before = std::mem::replace(&mut position.player, player);
    position.move_box(map, from, to);
    let h = bound.after(analysis, depth, position, from, to, before);
    position.move_box(map, to, from);
    position.player = before;
    h
}
