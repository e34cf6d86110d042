//! The one table of what is measured on a level, in the order in which it is measured.

/// What a feature needs to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// The board alone.
    Board,
    /// Any solution.
    Solution,
    /// Every position that can be reached.
    Graph,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in the table of coefficients.
    pub name: &'static str,
    /// What it needs.
    pub needs: Needs,
    /// What it is. "ln" is the natural logarithm, of one more where nothing is possible.
    pub what: &'static str,
}

const fn row(name: &'static str, needs: Needs, what: &'static str) -> Feature {
    Feature { name, needs, what }
}

use Needs::{Board, Graph, Solution};

/// Sokoban. "On the way" means: at the positions of a solution with fewest moves.
pub const SOKOBAN: &[Feature] = &[
    row("boxes", Board, "boxes"),
    row("squares", Board, "ln floor squares"),
    row("density", Board, "boxes for each floor square"),
    row("on_goal", Board, "boxes that start on goals"),
    row("dead_squares", Board, "share of squares from which no goal can be reached"),
    row("tunnels", Board, "share of squares in tunnels"),
    row("rooms", Board, "rooms"),
    row("walls", Board, "wall sides for each square"),
    row("bound", Board, "ln pushes of lone boxes to goals of their own"),
    row("pushes", Solution, "ln pushes of a shortest solution"),
    row("moves", Solution, "ln moves of a solution with fewest moves"),
    row("walking", Solution, "share of its moves that push nothing"),
    row("changes", Solution, "ln times it turns to a box"),
    row("lines", Solution, "ln straight pushes"),
    row("returns", Solution, "ln times it comes back to a box"),
    row("idle", Solution, "boxes it never pushes"),
    row("off_goal", Solution, "ln pushes off a goal"),
    row("detour", Solution, "ln pushes above the bound"),
    row("longer", Solution, "pushes for each push of the bound"),
    row("away", Graph, "ln pushes on the way that take the boxes away from free goals"),
    row("away_share", Graph, "their share"),
    row("reach", Graph, "share of the free squares the player can walk to, on the way"),
    row("choice", Graph, "ln pushes possible at a position on the way"),
    row("good", Graph, "share of pushes on the way that are on a shortest solution"),
    row("forced", Graph, "share of positions on the way with one push that does not lose"),
    row("plain", Graph, "share of pushes on the way that lose and look like it"),
    row("hidden", Graph, "share of pushes on the way that lose without looking like it"),
    row("worst", Graph, "the largest share of such pushes at one position"),
    row("loss_bits", Graph, "ln bits it takes never to lose on the way, at random"),
    row("hidden_bits", Graph, "the same for pushes that do not look like it"),
    row("last_loss", Graph, "where on the way the last push that loses is possible, 0 to 1"),
    row("swamp", Graph, "ln lost positions behind a losing push, mean"),
    row("first", Graph, "ln first pushes"),
    row("first_loses", Graph, "share of first pushes that lose"),
    row("first_hidden", Graph, "share of first pushes that lose without looking like it"),
    row("one_way", Graph, "ln pushes on the way that cannot be taken back"),
    row("states", Graph, "ln positions"),
    row("lost", Graph, "share of positions that are lost"),
    row("paths", Graph, "ln shortest solutions"),
    row("luck", Graph, "bits of luck it takes to stay on a shortest solution, at random"),
    row("farthest", Graph, "ln pushes of the position farthest from a solution"),
    row("astar", Graph, "ln positions that A* must look at, with goals of their own"),
    row("astar_near", Graph, "the same with the nearest free goals"),
    row("greedy", Graph, "ln positions a greedy search looks at, with goals of their own"),
    row("greedy_near", Graph, "the same with the nearest free goals"),
    row("surprise", Graph, "bits of the solution that surprises a player least"),
    row("player_tries", Graph, "ln tries of the simulated player, mean"),
    row("player_pushes", Graph, "ln pushes of the simulated player, all tries, mean"),
    row("player_first", Graph, "share of his games solved at the first try"),
];

/// Unblock. "On the way" means: at the positions of a shortest solution.
pub const UNBLOCK: &[Feature] = &[
    row("moves", Graph, "ln fewest moves"),
    row("steps", Graph, "ln fewest steps"),
    row("cluster", Graph, "ln positions"),
    row("solutions", Graph, "ln shortest solutions"),
    row("choice", Graph, "moves possible at a position on the way"),
    row("good", Graph, "share of moves on the way that are on a shortest solution"),
    row("forced", Graph, "share of positions on the way with one good move"),
    row("retreats", Graph, "moves of the red piece away from the exit"),
    row("blockings", Graph, "moves that put a piece between the red one and the exit"),
    row("movers", Graph, "pieces that move"),
    row("farthest", Graph, "ln moves of the farthest position"),
    row("leaves", Graph, "moves at the ends of the tree of blockers, at the start"),
    row("wishes", Graph, "wishes in the tree of blockers, at the start"),
    row("circles", Graph, "circles in it"),
    row("depth", Graph, "the depth of its deepest move"),
    row("way_wishes", Graph, "wishes in the tree, mean on the way"),
    row("way_depth", Graph, "the depth of the shallowest good move in the tree, mean on the way"),
    row("unnatural", Graph, "positions on the way where no good move is in the tree"),
    row("same", Graph, "moves that change nothing, mean on the way"),
    row("luck", Graph, "luck it takes to stay on a shortest solution at random: −ln of the chance"),
    row("tree_luck", Graph, "the same for a player who follows the tree"),
    row("grows", Graph, "ln wishes by which the tree grows on the way"),
    row("again", Graph, "ln moves of a piece that moved before"),
    row("near", Graph, "ln positions within four moves of the start"),
    row("promising", Graph, "ln positions on solutions at most two moves longer than the shortest"),
    row("greedy", Graph, "ln positions a search looks at that goes on from the smallest tree"),
    row(
        "natural",
        Graph,
        "ln moves of the shortest solution by moves in the tree, for each move; 1 if none",
    ),
    row("follows", Graph, "ln positions that such moves lead to before"),
    row("player", Graph, "ln moves of the simulated player, mean"),
];
