//! The features of a Sokoban level, in the order of the table ([`crate::features::SOKOBAN`]).

use ground::analysis::{Analysis, LARGE, Rooms, reduced, tunnels};
use ground::heuristic::Bound;
use ground::kernel::Map;
use ground::technique::TechniqueSet;
use search::{Budget, Stop};
use sokoban::{Board, Dir, Push, Square, Symmetry, Walker};

use super::fewest_moves::{Fewest, fewest_moves};
use super::graph::{Graph, LOST, To};
use super::player::{Habits, play};
use super::searches::{a_star, greedy, returns, shortest, spread, surprise};

/// Positions up to which the graph is made.
pub const MOST_POSITIONS: usize = 400_000;

/// Bytes that the boxes of all positions may take.
const MOST_BYTES: usize = 256 << 20;

/// How many positions a graph of a board may have: none if the board is so large that every position takes long.
pub(crate) fn most_positions(board: &Board) -> usize {
    if board.n_squares() > LARGE {
        return 0;
    }
    MOST_POSITIONS.min(MOST_BYTES / (2 * board.n_boxes() + 64))
}

/// Lost positions that are looked at behind a losing push.
const SWAMP: usize = 500;

/// Positions that are looked at for a way back.
const WAY_BACK: usize = 3_000;

/// What could be measured of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The features, as many as could be measured.
    pub features: Vec<f64>,
    /// What else is told about the level.
    pub facts: Facts,
}

/// Counts for the words of a grade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// Fewest pushes, or those of the solution at hand.
    pub pushes: u32,
    /// Fewest moves, or those of the solution at hand.
    pub moves: u32,
    /// How often it turns to a box.
    pub changes: u32,
    /// First pushes, those that lose, and those of them that do not look like it.
    pub first: [u32; 3],
    /// Pushes on the way, those that lose, and those of them that do not look like it.
    pub way: [u32; 3],
    /// The position on the way, by pushes from the start, at which most pushes lose unseen.
    pub worst: Option<u32>,
    /// Pushes on the way that take boxes away from free goals.
    pub away: u32,
    /// The share of the simulated player's games that were solved at the first try.
    pub first_tries: f64,
    /// The tries he needed, as a geometric mean.
    pub tries: f64,
}

fn ln(n: usize) -> f64 {
    (n.max(1) as f64).ln()
}

fn ln1(n: usize) -> f64 {
    (n as f64 + 1.0).ln()
}

/// The features that need the board alone.
pub(crate) fn board(board: &Board, analysis: &Analysis) -> Vec<f64> {
    let squares = board.n_squares() as f64;
    let boxes = board.n_boxes() as f64;
    let on_goal = board.start().boxes.iter().filter(|&&square| board.is_goal(square)).count();
    let dead = board.squares().filter(|&square| !analysis.live.contains(square)).count();
    let (tunnel, rooms) = reduced(board, Symmetry::ALL[0]).map_or((0, 0), |board| {
        let map = Map::new(&board);
        (tunnels(&map, map.goals()).len(), Rooms::new(&board, &map).count())
    });
    let sides = |square: Square| {
        Dir::ALL.iter().filter(|dir| board.neighbor(square, **dir).is_none()).count()
    };
    let walls: usize = board.squares().map(sides).sum();
    vec![
        boxes,
        squares.ln(),
        boxes / squares,
        on_goal as f64,
        dead as f64 / squares,
        tunnel as f64 / squares,
        rooms as f64,
        walls as f64 / squares,
        ln(bound(analysis)),
    ]
}

fn bound(analysis: &Analysis) -> usize {
    let bound = Bound::new(analysis, TechniqueSet::defaults()).load(analysis, &analysis.start);
    bound.unwrap_or(0) as usize
}

/// How a solution handles the boxes.
#[derive(Default)]
struct Handling {
    changes: usize,
    lines: usize,
    returns: usize,
    moved: usize,
    off_goal: usize,
}

fn handling(board: &Board, pushes: &[Push]) -> Handling {
    let mut found = Handling::default();
    let mut boxes: Vec<(Square, bool)> =
        board.start().boxes.iter().map(|&it| (it, false)).collect();
    let mut last: Option<(Square, Dir)> = None;
    for push in pushes {
        let Some(to) = board.neighbor(push.from, push.dir) else { continue };
        let same = last.is_some_and(|(at, _)| at == push.from);
        found.changes += usize::from(!same);
        found.lines += usize::from(last != Some((push.from, push.dir)));
        found.off_goal += usize::from(board.is_goal(push.from));
        if let Some(pushed) = boxes.iter_mut().find(|it| it.0 == push.from) {
            found.returns += usize::from(!same && pushed.1);
            *pushed = (to, true);
        }
        last = Some((to, push.dir));
    }
    found.moved = boxes.iter().filter(|it| it.1).count();
    found
}

/// The features that need a solution: its pushes, its moves, and the fewest pushes as far as known.
pub(crate) fn solution(
    board: &Board,
    analysis: &Analysis,
    pushes: &[Push],
    moves: usize,
    fewest: usize,
    facts: &mut Facts,
) -> Vec<f64> {
    let found = handling(board, pushes);
    let bound = bound(analysis);
    facts.pushes = fewest as u32;
    facts.moves = moves as u32;
    facts.changes = found.changes as u32;
    vec![
        ln(fewest),
        ln(moves),
        1.0 - pushes.len() as f64 / moves.max(1) as f64,
        ln(found.changes),
        ln(found.lines),
        ln1(found.returns),
        (board.n_boxes() - found.moved) as f64,
        ln1(found.off_goal),
        ln1(fewest.saturating_sub(bound)),
        fewest as f64 / bound.max(1) as f64,
    ]
}

/// Sums over the positions of a solution.
#[derive(Default)]
struct Way {
    pushes: f64,
    plain: f64,
    hidden: f64,
    good: f64,
    forced: f64,
    worst: f64,
    loss_bits: f64,
    hidden_bits: f64,
    last_loss: usize,
    reach: f64,
    swamp: f64,
    away: usize,
    one_way: usize,
}

/// Pushes at a position: all, plainly lost, lost without looking like it, nearer to a solution.
pub(crate) fn kinds(graph: &Graph<'_>, at: usize) -> [f64; 4] {
    let mut kinds = [graph.edges(at).len() as f64, 0.0, 0.0, 0.0];
    for &edge in graph.edges(at) {
        match (edge.to(), graph.distance_after(edge)) {
            (To::Dead | To::Frozen, _) => kinds[1] += 1.0,
            (To::Position(_), LOST) => kinds[2] += 1.0,
            (To::Position(_), after) if after < graph.distance(at) => kinds[3] += 1.0,
            _ => {}
        }
    }
    kinds
}

fn way(
    graph: &Graph<'_>,
    fewest: &Fewest,
    facts: &mut Facts,
    budget: &mut Budget,
) -> Result<Way, Stop> {
    let mut way = Way::default();
    for (index, &at) in fewest.positions.iter().enumerate() {
        budget.poll()?;
        let [all, plain, hidden, good] = kinds(graph, at);
        way.pushes += all;
        way.plain += plain;
        way.hidden += hidden;
        way.good += good;
        way.loss_bits -= (1.0 - (plain + hidden) / all).log2();
        way.hidden_bits -= (1.0 - hidden / (all - plain)).log2();
        way.forced += f64::from(u8::from(all - plain - hidden == 1.0));
        if plain + hidden > 0.0 {
            way.last_loss = index;
        }
        if hidden / (all - plain) > way.worst {
            way.worst = hidden / (all - plain);
            facts.worst = Some(index as u32);
        }
        if index == 0 {
            facts.first = [all as u32, (plain + hidden) as u32, hidden as u32];
        }
        way.reach += reach(graph, at);
        for &edge in graph.edges(at) {
            if let To::Position(to) = edge.to()
                && graph.distance(to) == LOST
            {
                way.swamp += ln(spread(graph, to, SWAMP));
            }
        }
    }
    for pair in fewest.positions.windows(2) {
        budget.poll()?;
        way.away += usize::from(graph.nearness(pair[1]) > graph.nearness(pair[0]));
        way.one_way += usize::from(!returns(graph, pair[1], pair[0], WAY_BACK));
    }
    facts.way = [way.pushes as u32, (way.plain + way.hidden) as u32, way.hidden as u32];
    facts.away = way.away as u32;
    Ok(way)
}

/// The share of the free squares that the player can walk to.
fn reach(graph: &Graph<'_>, at: usize) -> f64 {
    let (board, state) = (graph.board, graph.state(at));
    let mut walker = Walker::new(board);
    walker.flood(board, &state.box_set(board), state.player);
    let reached = board.squares().filter(|&square| walker.reached(square)).count();
    reached as f64 / (board.n_squares() - board.n_boxes()).max(1) as f64
}

fn way_features(
    graph: &Graph<'_>,
    fewest: &Fewest,
    facts: &mut Facts,
    budget: &mut Budget,
) -> Result<Vec<f64>, Stop> {
    let way = way(graph, fewest, facts, budget)?;
    let length = fewest.positions.len().max(1) as f64;
    let [first, plain, hidden, _] = kinds(graph, 0);
    Ok(vec![
        ln1(way.away),
        way.away as f64 / length,
        way.reach / length,
        (way.pushes / length).ln(),
        way.good / way.pushes,
        way.forced / length,
        way.plain / way.pushes,
        way.hidden / way.pushes,
        way.worst,
        (1.0 + way.loss_bits).ln(),
        (1.0 + way.hidden_bits).ln(),
        way.last_loss as f64 / length,
        way.swamp / (way.hidden + 1.0),
        first.ln(),
        (plain + hidden) / first,
        hidden / first,
        ln1(way.one_way),
    ])
}

fn graph_features(graph: &Graph<'_>) -> Vec<f64> {
    let n = graph.len();
    let lost = (0..n).filter(|&at| graph.distance(at) == LOST).count();
    let farthest = (0..n).map(|at| graph.distance(at)).filter(|&far| far != LOST).max();
    let short = shortest(graph);
    let (own, near) = (|at| graph.bound(at), |at| graph.nearness(at));
    vec![
        ln(n),
        lost as f64 / n as f64,
        short.count.ln(),
        -short.chance.log2(),
        ln(farthest.unwrap_or(0) as usize),
        ln1(a_star(graph, own)),
        ln1(a_star(graph, near)),
        ln(greedy(graph, own)),
        ln(greedy(graph, near)),
        surprise(graph),
    ]
}

/// The features of the simulated player.
///
/// # Errors
/// The limit that came first.
pub(crate) fn player(
    graph: &Graph<'_>,
    habits: Habits,
    runs: usize,
    seed: u64,
    facts: &mut Facts,
    budget: &mut Budget,
) -> Result<[f64; 3], Stop> {
    let played = play(graph, habits, runs, seed, budget)?;
    facts.first_tries = played.first;
    facts.tries = played.log_tries.exp();
    Ok([played.log_tries, played.log_pushes, played.first])
}

/// A level with its graph and all features but those of the player; `None` when there is no solution.
pub(crate) struct Graphed {
    pub(crate) measured: Measured,
    /// The solution with fewest moves.
    pub(crate) fewest: Fewest,
}

/// Measures everything but the player.
///
/// # Errors
/// The limit that came first.
pub(crate) fn graphed(
    graph: &Graph<'_>,
    analysis: &Analysis,
    budget: &mut Budget,
) -> Result<Option<Graphed>, Stop> {
    if graph.distance(0) == LOST {
        return Ok(None);
    }
    let Some(fewest) = fewest_moves(graph, budget)? else { return Ok(None) };
    let mut facts = Facts::default();
    let mut features = board(graph.board, analysis);
    let least = graph.distance(0) as usize;
    let moves = fewest.moves as usize;
    features.extend(solution(graph.board, analysis, &fewest.pushes, moves, least, &mut facts));
    features.extend(way_features(graph, &fewest, &mut facts, budget)?);
    features.extend(graph_features(graph));
    Ok(Some(Graphed { measured: Measured { features, facts }, fewest }))
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;
    use crate::features::SOKOBAN;
    use crate::sokoban::{HABITS, Level, measure};

    #[test]
    fn a_corridor_by_hand() {
        let board = board(&["#######", "#@ $ .#", "#######"]);
        let found = measure(&board, HABITS[0], &mut Budget::unlimited()).unwrap();
        let Level::Graph(measured, pushes) = found else { panic!("two pushes solve it") };
        assert_eq!((pushes.len(), measured.features.len()), (2, SOKOBAN.len()));
        let value = |name: &str| {
            let at = SOKOBAN.iter().position(|row| row.name == name).unwrap();
            measured.features[at]
        };
        for (name, wanted) in [
            ("boxes", 1.0),
            ("squares", 5f64.ln()),
            ("pushes", 2f64.ln()),
            ("moves", 3f64.ln()),
            ("walking", 1.0 - 2.0 / 3.0),
            ("changes", 0.0),
            ("idle", 0.0),
            ("detour", 0.0),
            ("away", 0.0),
            ("choice", 0.0),
            ("good", 1.0),
            ("hidden", 0.0),
            ("states", 3f64.ln()),
            ("lost", 0.0),
            ("paths", 0.0),
            ("luck", 0.0),
            ("player_tries", 0.0),
            ("player_first", 1.0),
        ] {
            assert!((value(name) - wanted).abs() < 1e-9, "{name}: {} is not {wanted}", value(name));
        }
    }
}
