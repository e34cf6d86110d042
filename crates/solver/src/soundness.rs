//! Every test that calls positions lost, and every rule that leaves out pushes, checked against
//! exhaustive play on small random boards: no false alarm, and a shortest solution is always left.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use search::{Budget, StateSpace};
use sokoban::{Board, Dir, Level, Push, Square, State};

use crate::analysis::Analysis;
use crate::deadlock::{Deadlocks, LostGroups, PatternSearch};
use crate::kernel::testing::PlainPushes;
use crate::kernel::{Mode, Position, Reach};
use crate::prune::{Corral, PiCorral};
use crate::technique::{Class, TABLE, Technique, TechniqueSet};

type Key = (Vec<u16>, u16);

fn key(state: &State) -> Key {
    (state.boxes.iter().map(|square| square.0).collect(), state.player.0)
}

/// All positions reachable from the start, with their pushes and the fewest pushes to a solution.
pub(crate) struct Game {
    pub(crate) states: Vec<State>,
    edges: Vec<Vec<(Push, usize)>>,
    pub(crate) distance: Vec<Option<u32>>,
}

impl Game {
    pub(crate) fn play(board: &Board, most: usize) -> Option<Game> {
        let mut space = PlainPushes::new(board);
        let mut game = Game { states: vec![space.initial()], edges: vec![], distance: vec![] };
        let mut numbers = BTreeMap::from([(key(&game.states[0]), 0)]);
        while game.edges.len() < game.states.len() {
            let mut successors = Vec::new();
            space.expand(&game.states[game.edges.len()].clone(), &mut successors);
            let mut edges = Vec::new();
            for successor in successors {
                let number = *numbers.entry(key(&successor.state)).or_insert_with(|| {
                    game.states.push(successor.state.clone());
                    game.states.len() - 1
                });
                edges.push((successor.action, number));
            }
            game.edges.push(edges);
            if game.states.len() > most {
                return None;
            }
        }
        game.measure(board);
        Some(game)
    }

    /// Finds the fewest pushes to a solved position, backwards from all of them.
    fn measure(&mut self, board: &Board) {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&(_, to)| before[to].push(from));
        }
        self.distance = vec![None; self.states.len()];
        let mut queue: Vec<usize> =
            (0..self.states.len()).filter(|&i| board.is_solved(&self.states[i])).collect();
        queue.iter().for_each(|&i| self.distance[i] = Some(0));
        let mut head = 0;
        while head < queue.len() {
            let at = queue[head];
            head += 1;
            for &from in &before[at] {
                if self.distance[from].is_none() {
                    self.distance[from] = self.distance[at].map(|d| d + 1);
                    queue.push(from);
                }
            }
        }
    }
}

/// Crowded boards, with deadlocks and corrals everywhere.
pub(crate) fn crowded_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (width, height) = (random.random_range(4..=6), random.random_range(3..=5));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        let mut cells = Vec::new();
        for (row, cell_row) in rows.iter_mut().enumerate().take(height + 1).skip(1) {
            for (column, cell) in cell_row.iter_mut().enumerate().take(width + 1).skip(1) {
                if random.random_range(0..100) >= 15 {
                    *cell = ' ';
                    cells.push((row, column));
                }
            }
        }
        let n_boxes = random.random_range(2..=4);
        for thing in std::iter::repeat_n('$', n_boxes).chain(std::iter::repeat_n('.', n_boxes)) {
            let (row, column) = cells[random.random_range(0..cells.len())];
            let cell = &mut rows[row][column];
            *cell = if *cell == '$' && thing == '.' { '*' } else { thing };
        }
        let (row, column) = cells[random.random_range(0..cells.len())];
        match rows[row][column] {
            ' ' => rows[row][column] = '@',
            '.' => rows[row][column] = '+',
            _ => continue,
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        if let Ok(board) = Board::new(&Level::from_rows(&rows).unwrap())
            && board.impossible().is_none()
        {
            boards.push(board);
        }
    }
    boards
}

/// What a run over many boards has seen, so that a test that tests nothing fails.
#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    caught: BTreeMap<&'static str, usize>,
    corrals: usize,
}

fn check_board(board: &Board, seen: &mut Seen) {
    let Some(game) = Game::play(board, 6000) else { return };
    let analysis = Analysis::new(board, &mut Budget::unlimited()).unwrap();
    let techniques = TechniqueSet::of(|row| row.class == Class::Deadlock);
    let mut deadlocks = Deadlocks::new(&analysis, techniques);
    deadlocks.prepare(&analysis, u64::MAX, &mut Budget::unlimited()).unwrap();
    let mut reach = Reach::new(&analysis.map);
    let mut pi_corral = PiCorral::new(&analysis.map);
    let mut patterns = PatternSearch::new(&analysis);
    for (number, state) in game.states.iter().enumerate() {
        let position = Position::of(&analysis.map, state);
        // As after a push: with the player beside each box he can get to.
        reach.flood(&analysis.map, position.occupied(), position.player);
        let cheap = state.boxes.iter().any(|&square| {
            let mut beside = analysis.map.around(square).into_iter();
            beside.any(|at| {
                reach.reached(at)
                    && deadlocks.after_push(&analysis, &position, square, at).is_some()
            })
        });
        let found = deadlocks.when_expanded(&analysis, &position).map(Technique::name);
        let mut has_pattern =
            |&first: &Square| patterns.find(&analysis, &position, first, 200).is_some();
        let found = found.or_else(|| {
            (number % 8 == 0 && position.boxes().iter().any(&mut has_pattern)).then_some("patterns")
        });
        let Some(distance) = game.distance[number] else {
            seen.lost += 1;
            *seen.caught.entry("cheap tests").or_default() += usize::from(cheap);
            if let Some(found) = found {
                *seen.caught.entry(found).or_default() += 1;
            }
            continue;
        };
        seen.won += 1;
        assert!(!cheap, "cheap tests: {state:?} of {board:?}");
        assert_eq!(found, None, "{state:?} of {board:?}");
        if distance == 0 {
            continue;
        }
        match pi_corral.find(&analysis, deadlocks.walls(), &position, deadlocks.regions()) {
            Corral::None => {}
            Corral::Dead => panic!("pi-corral calls a won position lost: {state:?} of {board:?}"),
            Corral::Found => {
                seen.corrals += 1;
                let shortest = |&(push, to): &(Push, usize)| {
                    pi_corral.pushes().contains(&push) && game.distance[to] == Some(distance - 1)
                };
                assert!(game.edges[number].iter().any(shortest), "{state:?} of {board:?}");
            }
        }
    }
}

#[test]
fn no_won_position_is_called_lost_and_a_shortest_solution_is_left() {
    let mut seen = Seen::default();
    for board in crowded_boards(41, 1500) {
        check_board(&board, &mut seen);
    }
    assert!(seen.won > 10_000 && seen.lost > 100_000 && seen.corrals > 100, "{seen:?}");
    // Tests that need no other must catch something; the rest may be forestalled.
    let alone = TABLE.iter().filter(|row| row.class == Class::Deadlock && row.needs.is_empty());
    let looks = alone.filter(|row| row.looks).map(|row| row.name);
    for technique in looks.chain(["cheap tests", "patterns"]) {
        assert!(seen.caught.contains_key(technique), "{technique}: {seen:?}");
    }
}

/// Backwards, every position that can be reached from the start counts, won or lost.
#[test]
fn no_position_that_comes_about_is_called_lost_backwards() {
    let (mut asked, mut found) = (0, BTreeMap::new());
    for board in crowded_boards(43, 300) {
        let Some(game) = Game::play(&board, 3000) else { continue };
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let map = &analysis.map;
        let mut groups = LostGroups::new(Mode::Pull, TechniqueSet::defaults());
        groups.prepare(&analysis, u64::MAX - 1, &mut Budget::unlimited()).unwrap();
        let mut reach = Reach::new(map);
        for (number, state) in game.states.iter().enumerate() {
            let position = Position::of(map, state);
            reach.flood(map, position.occupied(), position.player);
            for &square in &state.boxes {
                for side in Dir::ALL {
                    if reach.reached(map.next(square, side)) {
                        asked += 1;
                        let lost = groups.find(position.occupied(), square, side);
                        assert_eq!(lost, None, "{state:?} of {board:?}");
                    }
                    // With the player on another side of the box, the position may be one that
                    // never arises.
                    let lost = groups.find(position.occupied(), square, side);
                    if let Some(technique) = lost.filter(|_| number % 16 == 0) {
                        *found.entry(technique.name()).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 100_000 && found.len() == 2, "{asked} asked, {found:?}");
}
