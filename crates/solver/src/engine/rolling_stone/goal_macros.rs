//! Goal macros: a box that can be brought to the next goal in the filling order is brought there by
//! one move. Goal cuts: then all other moves are pruned, and no box stops on a goal that would keep
//! another one from being filled.
//!
//! ```text
//! ########     The box can be pushed, without touching another one, all the way to the goal that
//! #  $  .#     [`super::filling_order`] wants filled next: five pushes, one move. Where it could
//! #@    ##     stop on its way is not looked at, and with goal cuts the other boxes wait.
//! ########
//! ```
//!
//! Of several boxes the one whose macro raises the bound least is taken, then the nearest. Rolling
//! Stone's macros begin at the entrances of the goal areas; here they begin wherever the box stands,
//! since its way is searched on the actual board, but only ways without a detour count: those as
//! long as if the box were alone on the board. A macro that raises the bound cuts nothing.
//!
//! What they give up: macros add moves and lose nothing; the cuts lose solutions in which another
//! box must go first. When a search with cuts has tried everything, it is run again without them,
//! so completeness is kept, but not the fewest pushes. Source: SokoKids section 5.6. Cost: about five
//! microseconds for each box that can be pushed towards the goal.

use ground::analysis::{Analysis, FAR};
use ground::kernel::{Bits, BoxMove, BoxMoves, Mode, Position, Reach};
use sokoban::{Dir, Push, Square};

use super::filling_order::FillingOrder;

/// A macro: its box move, and its pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalMacro {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) player: Square,
    pub(super) cost: u16,
    /// Where its pushes begin in the list of all.
    pub(super) first: u32,
}

/// Finds goal macros.
pub(super) struct GoalMacros {
    order: FillingOrder,
    box_moves: BoxMoves,
    full: Bits,
}

impl GoalMacros {
    /// For a board; `None` if there is no filling order.
    pub(super) fn new(analysis: &Analysis) -> Option<GoalMacros> {
        Some(GoalMacros {
            order: FillingOrder::new(analysis)?,
            box_moves: BoxMoves::new(&analysis.map),
            full: analysis.map.no_squares(),
        })
    }

    /// Whether a box moved to a square would be on a goal from which it keeps another one from ever
    /// being filled, while now nothing does.
    pub(super) fn blocks(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        from: Square,
        to: Square,
    ) -> bool {
        let map = &analysis.map;
        if !map.is_goal(to) {
            return false;
        }
        self.full.copy_from(map.goals());
        self.full.keep_only(position.occupied());
        if !self.order.can_end(analysis, &self.full) {
            return false;
        }
        self.full.remove(from);
        self.full.insert(to);
        !self.order.can_end(analysis, &self.full)
    }

    /// The macros of a position, at most one a box, into `out`; their pushes are appended to
    /// `pushes`. `reach` is flooded from the player.
    pub(super) fn find(
        &mut self,
        analysis: &Analysis,
        position: &mut Position,
        reach: &Reach,
        pushes: &mut Vec<Push>,
        out: &mut Vec<GoalMacro>,
    ) {
        let map = &analysis.map;
        out.clear();
        self.full.copy_from(map.goals());
        self.full.keep_only(position.occupied());
        let goals = self.order.next(analysis, &self.full);
        if goals.is_empty() {
            return;
        }
        for i in 0..position.n_boxes() {
            let from = position.boxes()[i];
            let begins = |&&goal: &&Square| begins(analysis, position, reach, from, goal);
            let Some(&goal) = goals.iter().find(begins).filter(|_| !map.is_goal(from)) else {
                continue;
            };
            let live = |square| analysis.live.contains(square);
            self.box_moves.explore(map, position, from, Mode::Push, live);
            let alone = distance(analysis, from, position.player, goal);
            let mut ways = self.box_moves.moves();
            let way = ways.find(|way| way.to == goal).filter(|way| way.length == alone);
            if let Some(BoxMove { to, player, length, id, .. }) = way {
                let first = pushes.len() as u32;
                self.box_moves.pushes(map, id, pushes);
                out.push(GoalMacro { from, to, player, cost: length, first });
            }
        }
    }
}

/// The pushes of a lone box to a goal.
fn distance(analysis: &Analysis, square: Square, player: Square, goal: Square) -> u16 {
    let column = analysis.map.goals().iter().position(|it| it == goal).expect("a goal");
    analysis.to_goals.row(square, analysis.side(square, player))[column]
}

/// Whether some push that can be made brings a box nearer to a goal.
fn begins(
    analysis: &Analysis,
    position: &Position,
    reach: &Reach,
    from: Square,
    goal: Square,
) -> bool {
    let map = &analysis.map;
    let now = distance(analysis, from, position.player, goal);
    now != FAR
        && Dir::ALL.into_iter().any(|dir| {
            let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
            !position.is_occupied(to)
                && reach.reached(behind)
                && distance(analysis, to, from, goal) < now
        })
}

#[cfg(test)]
mod tests {
    use oracle::board;
    use search::Budget;

    use super::*;

    #[test]
    fn a_box_does_not_stop_on_a_goal_in_front_of_another() {
        let board = board(&["##########", "# @  #####", "# $ $ . .#", "#    #####", "##########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut macros = GoalMacros::new(&analysis).unwrap();
        let at = |column| board.square_at(2, column).unwrap();
        let mut position = analysis.start.clone();
        assert!(macros.blocks(&analysis, &position, at(4), at(6)));
        assert!(!macros.blocks(&analysis, &position, at(4), at(7)));
        assert!(!macros.blocks(&analysis, &position, at(4), at(8)));
        position.move_box(&analysis.map, at(4), at(8));
        assert!(!macros.blocks(&analysis, &position, at(2), at(6)));
    }
}
