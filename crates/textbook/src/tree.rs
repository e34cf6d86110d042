//! Records a search: every state, its parent, and every expansion in order with what the search
//! knew at that moment.
//!
//! The search runs on a wrapper space that records what is expanded, so any textbook search can be
//! drawn and its counts do not change. A state that is reached again by a cheaper path keeps its
//! first parent.

use std::collections::HashMap;

use ground::analysis::Analysis;
use ground::claim;
use search::{Budget, Expansion, Heuristic, Outcome, StateSpace, Stats, Stop, Successor};
use sokoban::{Board, Square};

use super::space::{BoxState, MoveSpace, PushSpace};
use super::{Config, Method, heuristic};

/// A state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node it was first generated from; `None` at the root.
    pub parent: Option<usize>,
    /// Whether its successors were generated.
    pub expanded: bool,
    /// Whether the solution passes it.
    pub on_solution: bool,
}

/// One expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which node.
    pub node: usize,
    /// What the search knew of it.
    pub at: Expansion,
    /// How many nodes there were before; those that follow were met in this step.
    pub known: usize,
}

/// A search from its first expansion to its end, or to the limit that ended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The nodes in the order in which they were generated; parents come before their children.
    pub nodes: Vec<TreeNode>,
    /// For each node the player, or the first square of its zone, and the boxes in ascending order.
    pub states: Vec<(Square, Vec<Square>)>,
    /// The expansions in their order; with rounds, a node may have many.
    pub steps: Vec<Step>,
    /// How it ended; a solution as the nodes it passes.
    pub outcome: Outcome<Vec<usize>>,
}

/// Runs a textbook search and records it. If a limit ends it, what was recorded so far is kept.
/// `None` for a preset that is not a textbook search, and for a board that is refuted without a
/// search.
///
/// # Errors
///
/// The limit that was reached, or the cancellation, before the search began.
pub fn watch(board: &Board, config: &Config, budget: &mut Budget) -> Result<Option<Watched>, Stop> {
    if config.program().is_some() || board.impossible().is_some() {
        return Ok(None);
    }
    let plan = config.plan_for(board);
    let analysis = Analysis::new(board, budget)?;
    let mut estimate = heuristic(&analysis, board, config, &plan, budget)?;
    Ok(Some(match plan.space.cost() {
        None => {
            let mut space = MoveSpace::new(&analysis, board, config.techniques);
            space.prepare(budget)?;
            record(space, &plan, config, &mut estimate, budget)
        }
        Some(cost) => {
            let mut space = PushSpace::new(&analysis, config.techniques, cost);
            space.prepare(budget)?;
            record(space, &plan, config, &mut estimate, budget)
        }
    }))
}

/// The tree of a textbook search. Parents come before their children, children of one node in the order
/// in which they were generated, and the solution is one path. `None` as in [`watch`].
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn tree(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
) -> Result<Option<Vec<TreeNode>>, Stop> {
    Ok(match watch(board, config, budget)? {
        Some(Watched { outcome: Outcome::Stopped(stop), .. }) => return Err(stop),
        Some(Watched { nodes, outcome: Outcome::Solved(path), .. }) => Some(ordered(nodes, &path)),
        watched => watched.map(|it| ordered(it.nodes, &[])),
    })
}

/// The nodes layer by layer, so that parents come before their children. A state of the path may have been
/// met first by another one; it hangs below the state before it all the same.
fn ordered(mut nodes: Vec<TreeNode>, path: &[usize]) -> Vec<TreeNode> {
    for pair in path.windows(2) {
        nodes[pair[1]].parent = Some(pair[0]);
    }
    let mut children = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(i);
        }
    }
    // Old numbers in their new order, and the new number of each one's parent.
    let mut order = vec![(0, None)];
    let mut at = 0;
    while let Some(&(old, _)) = order.get(at) {
        order.extend(children[old].iter().map(|&child: &usize| (child, Some(at))));
        at += 1;
    }
    order.into_iter().map(|(old, parent)| TreeNode { parent, ..nodes[old] }).collect()
}

/// Runs the search on a space that records expansions.
fn record<S: StateSpace<State = BoxState>>(
    space: S,
    plan: &Method,
    config: &Config,
    estimate: &mut impl Heuristic<BoxState>,
    budget: &mut Budget,
) -> Watched
where
    S::Action: PartialEq,
{
    let mut recorder = Recorder::new(space);
    let (options, mut stats) = (&config.options, Stats::default());
    let found = plan.algorithm.search(&mut recorder, estimate, options, budget, &mut stats);
    let outcome = match found.map(|path| recorder.mark(&path)) {
        Outcome::Unsolvable => claim::exhausted(config.claims(estimate.properties())),
        other => other,
    };
    let Recorder { nodes, states, steps, .. } = recorder;
    Watched { nodes, states, steps, outcome }
}

/// A space, and what a search has seen of it.
struct Recorder<S> {
    space: S,
    nodes: Vec<TreeNode>,
    states: Vec<(Square, Vec<Square>)>,
    steps: Vec<Step>,
    numbers: HashMap<BoxState, usize>,
}

impl<S: StateSpace<State = BoxState>> Recorder<S>
where
    S::Action: PartialEq,
{
    fn new(space: S) -> Recorder<S> {
        let root = space.initial();
        let (nodes, states, steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut recorder = Recorder { space, nodes, states, steps, numbers: HashMap::new() };
        recorder.meet(&root, None);
        recorder
    }

    /// Marks the states that a path passes; returns their numbers.
    fn mark(&mut self, path: &[S::Action]) -> Vec<usize> {
        let mut state = self.space.initial();
        let mut passed = vec![0];
        for action in path {
            let mut out = Vec::new();
            self.space.expand(&state, &mut out);
            let next = out.into_iter().find(|it| it.action == *action);
            state = next.expect("a path follows its own actions").state;
            passed.extend(self.numbers.get(&state));
        }
        for &number in &passed {
            self.nodes[number].on_solution = true;
        }
        passed
    }
}

impl<S> Recorder<S> {
    /// Gives a state a number, unless it has one.
    fn meet(&mut self, state: &BoxState, parent: Option<usize>) {
        if self.numbers.contains_key(state) {
            return;
        }
        self.numbers.insert(state.clone(), self.nodes.len());
        self.nodes.push(TreeNode { parent, expanded: false, on_solution: false });
        self.states.push((state.player(), state.boxes().to_vec()));
    }
}

impl<S: StateSpace<State = BoxState>> StateSpace for Recorder<S> {
    type State = BoxState;
    type Action = S::Action;

    fn state_bytes(&self) -> usize {
        self.space.state_bytes()
    }

    fn initial(&self) -> BoxState {
        self.space.initial()
    }

    fn is_goal(&self, state: &BoxState) -> bool {
        self.space.is_goal(state)
    }

    fn expanding(&mut self, state: &BoxState, at: Expansion) {
        self.steps.push(Step { node: self.numbers[state], at, known: self.nodes.len() });
    }

    fn expand(&mut self, state: &BoxState, out: &mut Vec<Successor<BoxState, S::Action>>) {
        let known = out.len();
        self.space.expand(state, out);
        let parent = self.numbers[state];
        self.nodes[parent].expanded = true;
        for successor in &out[known..] {
            self.meet(&successor.state, Some(parent));
        }
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;
    use crate::Settings;

    fn drawn(engine: &str, rows: &[&str]) -> Option<Vec<TreeNode>> {
        let config = Config::read(engine, &Settings::default(), &[]).unwrap().unwrap();
        tree(&board(rows), &config, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn the_tree_of_a_search_has_its_nodes_and_its_solution() {
        let rows = ["#########", "#@ $  . #", "#   #   #", "# $   . #", "#########"];
        let nodes = drawn("bfs", &rows).unwrap();
        let config = Config::read("bfs", &Settings::default(), &[]).unwrap().unwrap();
        let mut stats = Stats::default();
        let board = board(&rows);
        let (found, _) = super::super::solve(&board, &config, &mut Budget::unlimited(), &mut stats);
        let Outcome::Solved(found) = found else { panic!("the level has a solution") };
        assert_eq!(nodes.len() as u64, stats.tree);
        let count = |of: fn(&TreeNode) -> bool| nodes.iter().filter(|node| of(node)).count();
        assert_eq!(count(|node| node.expanded) as u64, stats.expanded);
        assert_eq!(count(|node| node.on_solution), found.pushes.len() + 1);
        let earlier = |(i, node): (usize, &TreeNode)| node.parent.map_or(i == 0, |it| it < i);
        assert!(nodes.iter().enumerate().all(earlier));
    }

    /// The recording, and the counters of the same search without recording.
    fn watched(engine: &str, rows: &[&str]) -> (Watched, Stats) {
        let config = Config::read(engine, &Settings::default(), &[]).unwrap().unwrap();
        let (board, mut stats) = (board(rows), Stats::default());
        super::super::solve(&board, &config, &mut Budget::unlimited(), &mut stats);
        (watch(&board, &config, &mut Budget::unlimited()).unwrap().unwrap(), stats)
    }

    #[test]
    fn every_expansion_of_every_search_is_written_down() {
        let rows = ["#########", "#@ $  . #", "#   #   #", "# $   . #", "#########"];
        for engine in ["bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "wastar", "idastar"] {
            let (seen, stats) = watched(engine, &rows);
            assert_eq!(seen.steps.len() as u64, stats.expanded, "{engine}");
            assert!(matches!(seen.outcome, Outcome::Solved(_)), "{engine}");
            let rounds = seen.steps.last().unwrap().at.round;
            assert_eq!(u64::from(rounds), stats.iterations.max(1), "{engine}");
            // Rounds with a limit never go beyond it; the others never lose sight of what waits.
            for Step { at, .. } in &seen.steps {
                assert!(at.f.zip(at.limit).is_none_or(|(f, limit)| f <= limit), "{engine}");
                assert!(at.h.is_none() || at.f.is_some(), "{engine}");
            }
        }
    }

    #[test]
    fn a_star_takes_states_in_order_of_f_and_f_is_g_and_h() {
        let rows = ["#########", "#@ $  . #", "#   #   #", "# $   . #", "#########"];
        let (seen, _) = watched("astar", &rows);
        let sum = |at: &Expansion| u64::from(at.g.unwrap() + at.h.unwrap());
        assert!(seen.steps.iter().all(|step| step.at.f == Some(sum(&step.at))));
        assert!(seen.steps.is_sorted_by_key(|step| step.at.f));
        let waits = |i: usize| seen.steps[i].at.frontier;
        assert_eq!(waits(0), 0);
        assert!((1..seen.steps.len()).all(|i| waits(i) <= seen.steps[i].known));
    }

    #[test]
    fn a_limit_ends_what_is_watched_and_keeps_what_was_seen() {
        let rows = ["#########", "#@ $  . #", "#   #   #", "# $   . #", "#########"];
        let config = Config::read("bfs", &Settings::default(), &[]).unwrap().unwrap();
        let limits = search::Limits { nodes: Some(5), ..search::Limits::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let seen = watch(&board(&rows), &config, &mut budget).unwrap().unwrap();
        assert_eq!(seen.outcome, Outcome::Stopped(Stop::Nodes));
        assert_eq!(seen.steps.len(), 5);
    }

    #[test]
    fn the_solution_is_one_path_though_states_are_met_by_others_first() {
        let rows = [
            "#########",
            "#  ##   #",
            "#.+. $# #",
            "### $   #",
            "#   #$  #",
            "#     ###",
            "##    #  ",
            " ######  ",
        ];
        let nodes = drawn("astar", &rows).unwrap();
        assert_eq!(nodes.iter().filter(|node| node.on_solution).count(), 24);
        for (i, node) in nodes.iter().enumerate() {
            let above = node.parent.map(|parent| (parent < i, nodes[parent].on_solution));
            assert!(above.map_or(i == 0, |(earlier, _)| earlier));
            assert!(!node.on_solution || above.is_none_or(|(_, on_solution)| on_solution), "{i}");
        }
    }

    #[test]
    fn a_program_of_its_own_has_no_tree_here() {
        assert_eq!(drawn("aveiro", &["#####", "#@$.#", "#####"]), None);
    }
}
