//! All algorithms on random graphs: the optimal ones agree with Bellman and Ford, the others find a
//! path exactly where there is one, and the counters add up.

use banto_search::{
    Algorithm, Budget, Cancel, Heuristic, Known, Limits, Options, Outcome, Properties, StateSpace,
    Stats, Stop, Successor, Ties,
};
use proptest::prelude::*;

/// A directed graph with costs. An action is the number of an edge.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, u32)>>,
    goals: Vec<bool>,
}

impl StateSpace for Graph {
    type State = usize;
    type Action = usize;

    fn initial(&self) -> usize {
        0
    }

    fn is_goal(&self, &state: &usize) -> bool {
        self.goals[state]
    }

    fn expand(&mut self, &state: &usize, out: &mut Vec<Successor<usize, usize>>) {
        let successor = |(action, &(state, cost))| Successor { action, cost, state };
        out.extend(self.edges[state].iter().enumerate().map(successor));
    }
}

impl Graph {
    /// True distance of every node to the nearest goal.
    fn distances(&self) -> Vec<Option<u32>> {
        let n = self.edges.len();
        let mut distance: Vec<Option<u32>> = self.goals.iter().map(|&g| g.then_some(0)).collect();
        for _ in 0..n {
            for from in 0..n {
                for &(to, cost) in &self.edges[from] {
                    let through = distance[to].map(|d| d + cost);
                    distance[from] = match (distance[from], through) {
                        (Some(a), Some(b)) => Some(a.min(b)),
                        (a, b) => a.or(b),
                    };
                }
            }
        }
        distance
    }

    /// Cost of a list of actions that must end on a goal.
    fn cost(&self, actions: &[usize]) -> u32 {
        let (mut state, mut sum) = (0, 0);
        for &action in actions {
            let (to, cost) = self.edges[state][action];
            state = to;
            sum += cost;
        }
        assert!(self.goals[state]);
        sum
    }
}

/// Estimates from a table: shares of the true distance, admissible but hardly ever consistent.
struct Table(Vec<Option<u32>>);

impl Heuristic<usize> for Table {
    fn estimate(&mut self, &state: &usize) -> Option<u32> {
        self.0[state]
    }

    fn properties(&self) -> Properties {
        Properties { consistent: false, ..Properties::ALL }
    }
}

fn graphs(max_cost: u32) -> impl Strategy<Value = (Graph, Vec<u32>)> {
    (2usize..14).prop_flat_map(move |n| {
        let edge = (0..n, 1..=max_cost);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), n);
        let shares = prop::collection::vec(0u32..=100, n);
        (edges, goals, shares).prop_map(|(edges, goals, shares)| (Graph { edges, goals }, shares))
    })
}

fn run(
    algorithm: Algorithm,
    graph: &Graph,
    heuristic: &[Option<u32>],
    options: &Options,
) -> (Option<u32>, Stats) {
    let mut stats = Stats::default();
    let limits = Limits { memory: Some(1 << 20), nodes: Some(500_000), ..Limits::default() };
    let mut budget = Budget::new(limits, Cancel::default());
    let found = algorithm.search(
        &mut graph.clone(),
        &mut Table(heuristic.to_vec()),
        options,
        &mut budget,
        &mut stats,
    );
    let cost = match found {
        Outcome::Solved(path) => Some(graph.cost(&path)),
        Outcome::Unsolvable => None,
        other => panic!("{} ended with {other:?}", algorithm.name()),
    };
    (cost, stats)
}

proptest! {
    #[test]
    fn optimal_algorithms_agree_with_bellman_and_ford((graph, shares) in graphs(5)) {
        let truth = graph.distances();
        let share = |(d, s): (&Option<u32>, &u32)| d.map(|d| d * s / 100);
        let h: Vec<_> = truth.iter().zip(&shares).map(share).collect();
        for ties in [Ties::LastIn, Ties::FirstIn] {
            let options = Options { ties, ..Options::default() };
            for algorithm in [Algorithm::Ucs, Algorithm::Astar] {
                let (cost, stats) = run(algorithm, &graph, &h, &options);
                prop_assert_eq!(cost, truth[0]);
                prop_assert_eq!(
                    stats.tree + stats.duplicates_open + stats.duplicates_closed,
                    stats.generated + 1
                );
            }
        }
        // A search that opens nothing again still finds something, and the cheapest without
        // estimates; what gives way to a copy of itself is no duplicate.
        for (algorithm, optimal) in [(Algorithm::Ucs, true), (Algorithm::Astar, false)] {
            let options = Options { known: Known::Replace, ..Options::default() };
            let (cost, stats) = run(algorithm, &graph, &h, &options);
            prop_assert_eq!(cost.is_some(), truth[0].is_some());
            prop_assert!(!optimal || cost == truth[0]);
            let replaced = stats.extra.iter().map(|(_, n)| n).sum::<u64>();
            let known = stats.duplicates_open + stats.duplicates_closed + replaced;
            prop_assert_eq!((stats.tree + known, stats.reopened), (stats.generated + 1, 0));
        }
        for (table, sorted) in [(true, false), (false, true), (true, true)] {
            let options = Options { table, sorted, ..Options::default() };
            prop_assert_eq!(run(Algorithm::Idastar, &graph, &h, &options).0, truth[0]);
        }
        for algorithm in [Algorithm::Wastar, Algorithm::Wida] {
            let options = Options { weight: 150, ..Options::default() };
            let (cost, _) = run(algorithm, &graph, &h, &options);
            prop_assert_eq!(cost.is_some(), truth[0].is_some());
            prop_assert!(cost.unwrap_or(0) * 100 <= truth[0].unwrap_or(0) * 150);
        }
        for algorithm in [Algorithm::Dfs, Algorithm::Greedy, Algorithm::Bfs, Algorithm::Iddfs] {
            let (cost, _) = run(algorithm, &graph, &h, &Options::default());
            prop_assert_eq!(cost.is_some(), truth[0].is_some());
        }
    }

    #[test]
    fn with_equal_costs_the_blind_searches_are_optimal_too((graph, _) in graphs(1)) {
        let truth = graph.distances();
        let blind = vec![Some(0); truth.len()];
        for algorithm in [Algorithm::Bfs, Algorithm::Iddfs] {
            for table in [true, false] {
                let options = Options { table, ..Options::default() };
                let (cost, stats) = run(algorithm, &graph, &blind, &options);
                prop_assert_eq!(cost, truth[0]);
                let claimed = algorithm.found_optimum(Properties::ALL, true, &options, &stats);
                prop_assert!(claimed);
            }
        }
    }
}

/// A square grid walked right and down: known numbers of states and paths.
struct Grid(u32);

impl StateSpace for Grid {
    type State = (u32, u32);
    type Action = char;

    fn initial(&self) -> (u32, u32) {
        (0, 0)
    }

    fn is_goal(&self, &state: &(u32, u32)) -> bool {
        state == (self.0, self.0)
    }

    fn expand(&mut self, &(x, y): &(u32, u32), out: &mut Vec<Successor<(u32, u32), char>>) {
        for (action, state) in [('r', (x + 1, y)), ('d', (x, y + 1))] {
            if state.0 <= self.0 && state.1 <= self.0 {
                out.push(Successor { action, cost: 1, state });
            }
        }
    }
}

/// Exact distance in the grid.
struct Exact(u32);

impl Heuristic<(u32, u32)> for Exact {
    fn estimate(&mut self, &(x, y): &(u32, u32)) -> Option<u32> {
        Some(2 * self.0 - x - y)
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}

fn on_grid(algorithm: Algorithm, options: &Options, limits: Limits) -> (Outcome<String>, Stats) {
    let mut stats = Stats::default();
    let mut budget = Budget::new(limits, Cancel::default());
    let found = algorithm.search(&mut Grid(3), &mut Exact(3), options, &mut budget, &mut stats);
    (found.map(String::from_iter), stats)
}

#[test]
fn counts_on_a_grid_are_the_known_ones() {
    let limits = Limits::default();
    let default = Options::default();
    // Uniform cost expands all 16 states but the goal; 9 states have two ways in.
    let (_, stats) = on_grid(Algorithm::Ucs, &default, limits);
    assert_eq!((stats.expanded, stats.tree, stats.generated), (15, 16, 24));
    assert_eq!(stats.duplicates_open + stats.duplicates_closed, 9);
    assert_eq!((stats.frontier, stats.evaluations), (0, 0));
    // With a perfect estimate and the last state first, A* walks straight to the goal.
    let (found, stats) = on_grid(Algorithm::Astar, &default, limits);
    assert_eq!((found, stats.expanded), (Outcome::Solved("ddd".to_owned() + "rrr"), 6));
    // First in, first out: it expands every state nearer than the goal.
    let fifo = Options { ties: Ties::FirstIn, ..default };
    assert_eq!(on_grid(Algorithm::Astar, &fifo, limits).1.expanded, 15);
    // Without a table, uniform cost meets every path of the tree: 69 within the grid, 20 to the
    // goal.
    let tree = Options { table: false, ..default };
    let (_, stats) = on_grid(Algorithm::Ucs, &tree, limits);
    assert_eq!((stats.tree, stats.duplicates_open + stats.duplicates_closed), (69, 0));
    // IDA* needs one round, in the order of the successors.
    let (found, stats) = on_grid(Algorithm::Idastar, &default, limits);
    assert_eq!((found, stats.expanded), (Outcome::Solved("rrr".to_owned() + "ddd"), 6));
    assert_eq!(stats.iterations, 1);
    // Deepening: six rounds; the first five enter every state within their limit once.
    let (_, stats) = on_grid(Algorithm::Iddfs, &default, limits);
    assert_eq!((stats.iterations, stats.expanded), (6, 3 + 6 + 10 + 13 + 15 + 6));
    // Without a table it enters them once per path.
    let paths = Options { table: false, ..default };
    let (_, stats) = on_grid(Algorithm::Iddfs, &paths, limits);
    assert_eq!(stats.expanded, 3 + 7 + 15 + 29 + 49 + 6);
    // Depths 3 to 5 only.
    let short = Options { first: 3, last: 5, ..default };
    let (found, stats) = on_grid(Algorithm::Iddfs, &short, limits);
    assert_eq!((found, stats.iterations), (Outcome::GaveUp, 3));
}

#[test]
fn limits_end_every_algorithm() {
    for algorithm in Algorithm::ALL {
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let (found, stats) = on_grid(algorithm, &Options::default(), limits);
        assert_eq!((found, stats.expanded), (Outcome::Stopped(Stop::Nodes), 3));
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let (found, _) = on_grid(algorithm, &Options::default(), limits);
        assert_eq!(found, Outcome::Stopped(Stop::Memory), "{}", algorithm.name());
    }
}
