//! The rows: one for each technique, in the order of [`Technique`](super::Technique).

use super::Class::*;
use super::Need::{Off, On};
use super::Technique::*;
use super::{EVERYTHING, Keeps, Row, Searches};
use crate::engine::Engine::{self, *};

/// What techniques for the fewest moves keep: fewer moves may take more pushes.
const ONLY_MOVES: Keeps = Keeps { push_optimality: false, ..EVERYTHING };
const NOT_MOVES: Keeps = Keeps { move_optimality: false, ..EVERYTHING };
/// What a technique keeps that may lose all shortest solutions, but never every solution.
const NOT_SHORTEST: Keeps =
    Keeps { completeness: true, push_optimality: false, move_optimality: false };
const NOTHING: Keeps =
    Keeps { completeness: false, push_optimality: false, move_optimality: false };

/// Engines that use the tables of lost pairs and triples.
const TABLES: &[Engine] = &[Phase, Imagined, Beam, Pull, Novelty, Push, Optimal, RollingStone];

/// Engines that search forwards: they look at a box that was just pushed, and at a whole position
/// before they expand it.
const FORWARD: &[Engine] = &[Fess, Phase, Imagined, Beam, Push, Optimal, RollingStone];

/// Engines that are guided by the bound.
const BOUNDED: &[Engine] = &[Beam, Pull, Novelty, Push, Optimal, RollingStone];

/// Every engine but `auto`, which reads what its members read.
const EVERY: &[Engine] = &[Fess, Phase, Imagined, Beam, Pull, Novelty, Push, Optimal, RollingStone];

/// What most rows have in common; each row has its own name, source and summary.
const ROW: Row = Row {
    technique: Matching,
    name: "",
    class: Deadlock,
    default: false,
    keeps: EVERYTHING,
    engines: &[],
    searches: Searches::None,
    needs: &[],
    looks: false,
    source: "",
    summary: "",
};

/// All techniques, in the order of [`Technique`](super::Technique).
pub const TABLE: &[Row] = &[
    Row {
        technique: Matching,
        name: "matching",
        class: Bound,
        default: true,
        engines: BOUNDED,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "The bound is the cheapest assignment of boxes to goals, not the nearest goals.",
        ..ROW
    },
    Row {
        technique: Conflicts,
        name: "conflicts",
        class: Bound,
        default: true,
        engines: &[Optimal],
        source: "after Junghanns and Schaeffer 1997; Pereira, Ritt and Buriol 2015",
        summary: "In long optimal searches, the bound counts what boxes cost each other.",
        ..ROW
    },
    Row {
        technique: Heights,
        name: "heights",
        class: Bound,
        default: true,
        keeps: ONLY_MOVES,
        engines: &[Optimal],
        source: "ours; dual prices of the player's walks as a flow",
        summary: "In long searches for the fewest moves, the bound counts unavoidable walks.",
        ..ROW
    },
    Row {
        technique: Dominance,
        name: "dominance",
        class: Prune,
        default: true,
        keeps: ONLY_MOVES,
        engines: &[Optimal],
        source: "ours; dominance of paths is as old as branch and bound",
        summary: "With moves counted, a player who could have walked in from elsewhere is left out.",
        ..ROW
    },
    Row {
        technique: Freeze,
        name: "freeze",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        source: "Sokoban wiki, freeze deadlocks",
        summary: "A box that can never move again and is off goal loses the game.",
        ..ROW
    },
    Row {
        technique: Pairs,
        name: "pairs",
        class: Deadlock,
        default: true,
        engines: TABLES,
        searches: Searches::All,
        source: "Junghanns and Schaeffer 1997; Kirov, sokoban-ai",
        summary: "Two boxes that could not be finished even alone on the board lose (table).",
        ..ROW
    },
    Row {
        technique: Triples,
        name: "triples",
        class: Deadlock,
        default: true,
        engines: TABLES,
        searches: Searches::All,
        needs: &[On(Pairs)],
        source: "Kirov, sokoban-ai; after Junghanns and Schaeffer 1997",
        summary: "Three boxes that could not be finished even alone lose (table, small boards).",
        ..ROW
    },
    Row {
        technique: Fixed,
        name: "fixed",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        looks: true,
        source: "Shoham, Festival",
        summary: "All boxes that can never move again become walls, until no more are found.",
        ..ROW
    },
    Row {
        technique: Retrograde,
        name: "retrograde",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        needs: &[On(Fixed)],
        looks: true,
        source: "Shoham, Festival",
        summary: "Goals whose boxes cannot be taken away backwards must be filled already.",
        ..ROW
    },
    Row {
        technique: FixedMatching,
        name: "fixed-matching",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        needs: &[On(Fixed)],
        looks: true,
        source: "Junghanns and Schaeffer 1997, with Festival's walls",
        summary: "With the fixed boxes as walls, every other box still needs a goal of its own.",
        ..ROW
    },
    Row {
        technique: CorralSearch,
        name: "corral-search",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        looks: true,
        source: "Meger, JSoko; Shoham, Festival",
        summary: "A closed zone and the boxes around it, played alone, must have a way out.",
        ..ROW
    },
    Row {
        technique: Diagonal,
        name: "diagonal",
        class: Deadlock,
        default: true,
        engines: FORWARD,
        searches: Searches::All,
        needs: &[On(Fixed)],
        looks: true,
        source: "Sokoban wiki, closed diagonals; Shoham, Festival",
        summary: "Boxes around a closed diagonal of gaps without a goal never move again.",
        ..ROW
    },
    Row {
        technique: Refutation,
        name: "refutation",
        class: Deadlock,
        default: true,
        engines: EVERY,
        source: "after Festival's test of its roots (Shoham)",
        summary: "Before a long search, tries to prove that a few boxes of the start are lost.",
        ..ROW
    },
    Row {
        technique: PiCorral,
        name: "pi-corral",
        class: Prune,
        default: true,
        keeps: NOT_MOVES,
        engines: FORWARD,
        searches: Searches::Pushes,
        looks: true,
        source: "Damgaard and Meger, YASS and JSoko",
        summary: "A corral that must and can be dealt with now is dealt with now.",
        ..ROW
    },
    Row {
        technique: DeadSquares,
        name: "dead-squares",
        class: Deadlock,
        default: true,
        searches: Searches::All,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "Boxes are never pushed to squares from which a lone box cannot reach a goal.",
        ..ROW
    },
    Row {
        technique: WallSquares,
        name: "wall-squares",
        class: Deadlock,
        default: false,
        searches: Searches::All,
        source: "Gargioni; SokoKids section 6.2; Aveiro isWalled and isCornered",
        summary: "Boxes are never pushed into corners or onto lines along a wall without a goal.",
        ..ROW
    },
    Row {
        technique: Block,
        name: "block",
        class: Deadlock,
        default: false,
        searches: Searches::All,
        source: "Gargioni, section II; Aveiro deadlock_detection",
        summary: "Walls and boxes that fill a 2x2 square lose the game if one box is off goal.",
        ..ROW
    },
    Row {
        technique: Recursive,
        name: "recursive",
        class: Deadlock,
        default: false,
        searches: Searches::All,
        source: "SokoKids, section 6.2, with the goal test its wording lacks",
        summary: "Boxes kept from moving by walls and each other lose if one of them is off goal.",
        ..ROW
    },
    Row {
        technique: PosterCorral,
        name: "poster-corral",
        class: Prune,
        default: false,
        keeps: NOT_MOVES,
        searches: Searches::Pushes,
        source: "UFRGS poster on PI-corral pruning; the idea is Damgaard's",
        summary: "When all boxes around a closed region can only enter it, only they are pushed.",
        ..ROW
    },
    Row {
        technique: Tunnel,
        name: "tunnel",
        class: Macro,
        default: false,
        keeps: NOTHING,
        searches: Searches::Pushes,
        source: "Aveiro tunnel; Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "A box pushed into a straight tunnel is pushed to its end.",
        ..ROW
    },
    Row {
        technique: WallTunnel,
        name: "wall-tunnel",
        class: Macro,
        default: false,
        keeps: NOTHING,
        searches: Searches::Pushes,
        source: "Aveiro tunnel, second kind",
        summary: "A box pushed along a wall without goals or other boxes is pushed to the end of the wall.",
        ..ROW
    },
    Row {
        technique: Passage,
        name: "passage",
        class: Macro,
        default: false,
        keeps: NOTHING,
        searches: Searches::Pushes,
        source: "Aveiro definePassages",
        summary: "A box pushed onto a square that splits the board is pushed one square further.",
        ..ROW
    },
    Row {
        technique: Opening,
        name: "opening",
        class: Macro,
        default: false,
        keeps: NOTHING,
        searches: Searches::Pushes,
        source: "Aveiro expandMap",
        summary: "The search starts with the one push that frees the most squares for the player.",
        ..ROW
    },
    Row {
        technique: CornerMarks,
        name: "corner-marks",
        class: Prune,
        default: false,
        keeps: NOTHING,
        searches: Searches::Moves,
        source: "Gargioni, section II, and the program behind it",
        summary: "Unsound: corners and lines between them are marked along the way, also beside boxes.",
        ..ROW
    },
    Row {
        technique: Clockwise,
        name: "clockwise",
        class: Order,
        default: false,
        searches: Searches::Moves,
        source: "the program of Gargioni",
        summary: "Steps are tried up, right, down, left instead of up, down, left, right.",
        ..ROW
    },
    Row {
        technique: NearFirst,
        name: "near-first",
        class: Order,
        default: false,
        searches: Searches::Pushes,
        source: "after Junghanns and Schaeffer's inertia, Rolling Stone, 1997",
        summary: "Among equals, the push that brings a box nearest to a goal is followed first.",
        ..ROW
    },
    Row {
        technique: FirstIn,
        name: "first-in",
        class: Order,
        default: false,
        searches: Searches::BestFirst,
        needs: &[Off(Rounds)],
        source: "textbook: the frontier as a queue among equals",
        summary: "Among equals, the one met first is taken, whatever its estimate.",
        ..ROW
    },
    Row {
        technique: Rounds,
        name: "rounds",
        class: Order,
        default: false,
        searches: Searches::Informed,
        source: "after the depth diversification of Asai and Fukunaga, 2017",
        summary: "Among equals, every second one comes from a round over all estimates: a new descent.",
        ..ROW
    },
    Row {
        technique: PlayerZone,
        name: "player-zone",
        class: Memory,
        default: true,
        keeps: NOT_MOVES,
        searches: Searches::Zones,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 6.5",
        summary: "Positions that differ only by a walk count as the same (in spaces of pushes).",
        ..ROW
    },
    Row {
        technique: HashTable,
        name: "hash-table",
        class: Memory,
        default: true,
        searches: Searches::Remembering,
        source: "SokoKids section 6.5",
        summary: "Positions met before are recognised; without it, depth-first searches know only their path.",
        ..ROW
    },
    Row {
        technique: ClosedForGood,
        name: "closed-for-good",
        class: Memory,
        default: false,
        searches: Searches::BestFirst,
        source: "the program of Gargioni",
        summary: "An expanded state is never opened again; one that waits gives way to a better copy.",
        ..ROW
    },
    Row {
        technique: Hn2Walls,
        name: "hn2-walls",
        class: Bound,
        default: true,
        searches: Searches::Hn2Matching,
        source: "after Gargioni, section II",
        summary: "In hn2-matching, a box on a wall line is matched only with the goals of that line.",
        ..ROW
    },
    Row {
        technique: Hn2Side,
        name: "hn2-side",
        class: Bound,
        default: true,
        searches: Searches::Hn2Matching,
        source: "after Gargioni, section II",
        summary: "In hn2-matching, moves are added when the player is on the wrong side of the box.",
        ..ROW
    },
    Row {
        technique: Hn2Obstacle,
        name: "hn2-obstacle",
        class: Bound,
        default: true,
        searches: Searches::Hn2Matching,
        source: "after Gargioni, section II",
        summary: "In hn2-matching, moves are added when something stands between box and goal.",
        ..ROW
    },
    Row {
        technique: Hn2Approach,
        name: "hn2-approach",
        class: Bound,
        default: true,
        searches: Searches::Hn2Matching,
        source: "after Gargioni, section II",
        summary: "In hn2-matching, the walk to the nearest box is added.",
        ..ROW
    },
    Row {
        technique: PackingOrder,
        name: "packing-order",
        class: Order,
        default: true,
        engines: &[Phase],
        source: "Damgaard, YASS",
        summary: "The phase engine fills the goals in phases found backwards, including parking.",
        ..ROW
    },
    Row {
        technique: Approach,
        name: "approach",
        class: Order,
        default: true,
        engines: &[Phase],
        source: "ours; YASS counts the pushes of a lone box",
        summary: "In the phase engine, pushes to the next target and boxes in the way count.",
        ..ROW
    },
    Row {
        technique: Rover,
        name: "rover",
        class: Order,
        default: true,
        engines: &[Phase],
        source: "Damgaard, YASS; cells after Shoham, FESS",
        summary: "In the phase engine, every second position comes from the next cell, in turn.",
        ..ROW
    },
    Row {
        technique: TunnelStops,
        name: "tunnel-stops",
        class: Stop,
        default: true,
        keeps: NOTHING,
        engines: &[Fess],
        source: "Shoham, Festival",
        summary: "Unsound: boxes do not stop in a straight tunnel except on its first square.",
        ..ROW
    },
    Row {
        technique: NicheStops,
        name: "niche-stops",
        class: Stop,
        default: true,
        keeps: NOTHING,
        engines: &[Fess],
        source: "Shoham, Festival",
        summary: "Unsound: boxes do not stop in the mouth of a useless niche.",
        ..ROW
    },
    Row {
        technique: Backout,
        name: "backout",
        class: Bound,
        default: true,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.1.2",
        summary: "The bound counts pushes back that a box needs before the player gets behind it.",
        ..ROW
    },
    Row {
        technique: Entrance,
        name: "entrance",
        class: Bound,
        default: true,
        engines: &[RollingStone],
        needs: &[On(Matching)],
        source: "Junghanns, Rolling Stone, 1999; SokoKids section 5.1.2",
        summary: "A push that changes the distances to all goals alike needs no new assignment.",
        ..ROW
    },
    Row {
        technique: LinearConflicts,
        name: "linear-conflicts",
        class: Bound,
        default: true,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.1.2",
        summary: "Boxes side by side that would both go along their line cost two pushes more.",
        ..ROW
    },
    Row {
        technique: DynamicDistances,
        name: "dynamic-distances",
        class: Bound,
        default: false,
        engines: &[RollingStone],
        needs: &[On(Fixed)],
        source: "Junghanns, Rolling Stone, 1999; SokoKids section 5.1",
        summary: "Distances are those of a board on which boxes that never move again are walls.",
        ..ROW
    },
    Row {
        technique: Transposition,
        name: "transposition",
        class: Memory,
        default: true,
        keeps: NOT_MOVES,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.2",
        summary: "Positions searched already are left out; the table keeps the deepest and the newest.",
        ..ROW
    },
    Row {
        technique: MoveOrder,
        name: "move-order",
        class: Order,
        default: true,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.3",
        summary: "The box pushed last comes first, then pushes towards goals, then all others.",
        ..ROW
    },
    Row {
        technique: LateOrder,
        name: "late-order",
        class: Order,
        default: false,
        engines: &[RollingStone],
        needs: &[On(MoveOrder)],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.3",
        summary: "Moves are ordered only in iterations after one that came near a solution.",
        ..ROW
    },
    Row {
        technique: OneWayTunnels,
        name: "one-way-tunnels",
        class: Macro,
        default: true,
        keeps: NOT_MOVES,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; in this form Kirov, sokoban-ai",
        summary: "A box is pushed through a tunnel that is the only way to its other side.",
        ..ROW
    },
    Row {
        technique: TwoWayTunnels,
        name: "two-way-tunnels",
        class: Macro,
        default: true,
        keeps: NOTHING,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 5.5",
        summary: "A box inside a tunnel is pushed to its end, although there is a way round.",
        ..ROW
    },
    Row {
        technique: GoalMacros,
        name: "goal-macros",
        class: Macro,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1998; SokoKids section 5.6",
        summary: "A box that can be brought to the next goal in the filling order goes there by one move.",
        ..ROW
    },
    Row {
        technique: GoalCuts,
        name: "goal-cuts",
        class: Prune,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        needs: &[On(GoalMacros)],
        source: "Junghanns and Schaeffer, Rolling Stone, 1998; SokoKids section 5.6",
        summary: "Such a macro is the only move, and goals are filled in order; else all is tried again.",
        ..ROW
    },
    Row {
        technique: PatternSearch,
        name: "pattern-search",
        class: Deadlock,
        default: true,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1998; SokoKids section 5.7",
        summary: "Finds small sets of boxes that lose by themselves during the search, and keeps them.",
        ..ROW
    },
    Row {
        technique: PatternPenalties,
        name: "pattern-penalties",
        class: Bound,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        needs: &[On(PatternSearch)],
        source: "Junghanns and Schaeffer, Rolling Stone, 1998 and 2001",
        summary: "So are sets of boxes that cost more pushes than the bound says; it is raised by that.",
        ..ROW
    },
    Row {
        technique: Overestimation,
        name: "overestimation",
        class: Bound,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 2001; SokoKids section 5.10",
        summary: "The bound is weighted, and penalties of overlapping patterns all count in part.",
        ..ROW
    },
    Row {
        technique: RelevanceCuts,
        name: "relevance-cuts",
        class: Prune,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 1997 and 2001; SokoKids section 5.9",
        summary: "Moves far from the last ones are left out; if that fails, all is tried again.",
        ..ROW
    },
    Row {
        technique: RandomRestarts,
        name: "random-restarts",
        class: Order,
        default: true,
        keeps: NOT_SHORTEST,
        engines: &[RollingStone],
        source: "Junghanns and Schaeffer, Rolling Stone, 2001; Gomes, Selman and Kautz 1998",
        summary: "After a while the search begins again, with another order, weight and other cuts.",
        ..ROW
    },
];
