//! The tree of a search: every state, and the state that it was first generated from.
//!
//! The search itself keeps no more than it needs. Here it runs on a space that writes down what is
//! expanded, so any textbook search can be drawn, and its counts stay what they are. A state that a
//! search reaches again by a cheaper path stays where it was met first.

use std::collections::HashMap;

use search::{Budget, Heuristic, Outcome, StateSpace, Stats, Stop, Successor};
use sokoban::Board;

use super::space::{BoxState, MoveSpace, PushSpace};
use super::{Config, Method, heuristic};
use crate::analysis::Analysis;

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

/// Runs a textbook search and returns its nodes in the order in which they were generated; parents
/// come before their children. `None` for a program that is no textbook search.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn tree(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
) -> Result<Option<Vec<TreeNode>>, Stop> {
    if config.program().is_some() || board.impossible().is_some() {
        return Ok(None);
    }
    let plan = config.plan_for(board);
    let analysis = Analysis::new(board, budget)?;
    let mut estimate = heuristic(&analysis, board, config, &plan, budget)?;
    let nodes = match plan.space.cost() {
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
    };
    nodes.map(Some)
}

/// Runs the search on a space that writes down what is expanded.
fn record<S: StateSpace<State = BoxState>>(
    space: S,
    plan: &Method,
    config: &Config,
    estimate: &mut impl Heuristic<BoxState>,
    budget: &mut Budget,
) -> Result<Vec<TreeNode>, Stop>
where
    S::Action: PartialEq,
{
    let mut recorder = Recorder::new(space);
    let (options, mut stats) = (&config.options, Stats::default());
    match plan.algorithm.search(&mut recorder, estimate, options, budget, &mut stats) {
        Outcome::Stopped(stop) => return Err(stop),
        Outcome::Solved(path) => recorder.mark(&path),
        Outcome::Unsolvable | Outcome::GaveUp => {}
    }
    Ok(recorder.nodes)
}

/// A space, and what a search has seen of it.
struct Recorder<S> {
    space: S,
    nodes: Vec<TreeNode>,
    numbers: HashMap<BoxState, usize>,
}

impl<S: StateSpace<State = BoxState>> Recorder<S>
where
    S::Action: PartialEq,
{
    fn new(space: S) -> Recorder<S> {
        let numbers = HashMap::from([(space.initial(), 0)]);
        let root = TreeNode { parent: None, expanded: false, on_solution: false };
        Recorder { space, nodes: vec![root], numbers }
    }

    /// Marks the states that a path passes.
    fn mark(&mut self, path: &[S::Action]) {
        let mut state = self.space.initial();
        self.nodes[0].on_solution = true;
        for action in path {
            let mut out = Vec::new();
            self.space.expand(&state, &mut out);
            let next = out.into_iter().find(|it| it.action == *action);
            state = next.expect("a path follows its own actions").state;
            if let Some(&number) = self.numbers.get(&state) {
                self.nodes[number].on_solution = true;
            }
        }
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

    fn expand(&mut self, state: &BoxState, out: &mut Vec<Successor<BoxState, S::Action>>) {
        let known = out.len();
        self.space.expand(state, out);
        let parent = self.numbers[state];
        self.nodes[parent].expanded = true;
        for successor in &out[known..] {
            if !self.numbers.contains_key(&successor.state) {
                self.numbers.insert(successor.state.clone(), self.nodes.len());
                let parent = Some(parent);
                self.nodes.push(TreeNode { parent, expanded: false, on_solution: false });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::testing::board;
    use search::Settings;

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

    #[test]
    fn a_program_of_its_own_has_no_tree_here() {
        assert_eq!(drawn("aveiro", &["#####", "#@$.#", "#####"]), None);
    }
}
