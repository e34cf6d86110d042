//! The push model against a naive grid of characters, by random walks.
//!
//! The naive model knows nothing but a `Vec<Vec<char>>` and shares no code with the crate. Among
//! the boards are some of exactly 63 to 65, 127 to 129 and 255 to 257 squares, where sets of
//! squares change their number of words.

use std::collections::BTreeSet;

use banto_sokoban::{Board, Dir, Level, Push, Square, State, Walker};
use needs::Rng;

/// Pushes to make in all.
const PUSHES: usize = 1_000_000;

/// The naive model: one character per cell, and the place of the player.
#[derive(Clone)]
struct Naive {
    cells: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Naive {
    /// Walks or pushes; `None` when that is impossible, else whether a box was pushed.
    fn step(&mut self, letter: char) -> Option<bool> {
        let (row, column) = beside(self.row, self.column, letter);
        let pushed = match self.cells[row][column] {
            '#' => return None,
            '$' | '*' => {
                let (r, c) = beside(row, column, letter);
                self.cells[r][c] = match self.cells[r][c] {
                    ' ' => '$',
                    '.' => '*',
                    _ => return None,
                };
                self.cells[row][column] = if self.cells[row][column] == '*' { '.' } else { ' ' };
                true
            }
            _ => false,
        };
        (self.row, self.column) = (row, column);
        Some(pushed)
    }

    /// The cells the player can walk to, by looking again and again until nothing is added.
    fn zone(&self) -> Vec<Vec<bool>> {
        let mut zone = vec![vec![false; self.cells[0].len()]; self.cells.len()];
        zone[self.row][self.column] = true;
        loop {
            let mut grown = false;
            for row in 1..zone.len() - 1 {
                for column in 1..zone[0].len() - 1 {
                    let open = " .".contains(self.cells[row][column]);
                    let near = zone[row - 1][column]
                        || zone[row + 1][column]
                        || zone[row][column - 1]
                        || zone[row][column + 1];
                    if open && near && !zone[row][column] {
                        zone[row][column] = true;
                        grown = true;
                    }
                }
            }
            if !grown {
                return zone;
            }
        }
    }

    /// All possible pushes as (row, column, letter) of the box.
    fn pushes(&self) -> BTreeSet<(usize, usize, char)> {
        let zone = self.zone();
        let mut pushes = BTreeSet::new();
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, _) in cells.iter().enumerate().filter(|cell| "$*".contains(*cell.1)) {
                for (letter, other) in [('u', 'd'), ('d', 'u'), ('l', 'r'), ('r', 'l')] {
                    let (behind, ahead) = (beside(row, column, other), beside(row, column, letter));
                    if zone[behind.0][behind.1] && " .".contains(self.cells[ahead.0][ahead.1]) {
                        pushes.insert((row, column, letter));
                    }
                }
            }
        }
        pushes
    }

    fn boxes(&self) -> Vec<(usize, usize)> {
        let mut boxes = Vec::new();
        for (row, cells) in self.cells.iter().enumerate() {
            let here = cells.iter().enumerate().filter(|cell| "$*".contains(*cell.1));
            boxes.extend(here.map(|(column, _)| (row, column)));
        }
        boxes
    }
}

fn beside(row: usize, column: usize, letter: char) -> (usize, usize) {
    match letter {
        'u' => (row - 1, column),
        'd' => (row + 1, column),
        'l' => (row, column - 1),
        _ => (row, column + 1),
    }
}

/// A random connected room of exactly `n_squares` squares: cells are dug out beside cells that are
/// open already. Then boxes, goals and the player are scattered in it.
fn dig(n_squares: usize, n_boxes: usize, rng: &mut Rng) -> Naive {
    let side = 4 + (1..).find(|n| n * n >= n_squares).unwrap();
    let mut cells = vec![vec!['#'; side]; side];
    let mut open = vec![(side / 2, side / 2)];
    cells[side / 2][side / 2] = ' ';
    while open.len() < n_squares {
        let (row, column) = open[rng.below(open.len())];
        let (row, column) = beside(row, column, ['u', 'd', 'l', 'r'][rng.below(4)]);
        let inside = (1..side - 1).contains(&row) && (1..side - 1).contains(&column);
        if inside && cells[row][column] == '#' {
            cells[row][column] = ' ';
            open.push((row, column));
        }
    }
    let mut take = || open.swap_remove(rng.below(open.len()));
    let (row, column) = take();
    for _ in 0..n_boxes {
        let (row, column) = take();
        cells[row][column] = '$';
    }
    let floor: Vec<(usize, usize)> = (0..n_boxes).map(|_| take()).collect();
    for (row, column) in floor {
        cells[row][column] = '.';
    }
    Naive { cells, row, column }
}

fn board(naive: &Naive) -> Board {
    let mut cells = naive.cells.clone();
    cells[naive.row][naive.column] = '@';
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    Board::new(&Level::from_rows(&rows).unwrap()).unwrap()
}

fn places(board: &Board, state: &State) -> Vec<(usize, usize)> {
    state.boxes.iter().map(|&square| board.place(square)).collect()
}

/// Walks at random, both models side by side; returns the number of pushes.
fn walk(naive: &mut Naive, steps: usize, rng: &mut Rng) -> usize {
    let board = board(naive);
    let mut state = board.start();
    let mut pushes = 0;
    let mut letter = 'u';
    for _ in 0..steps {
        // Walking on in one direction now and then pushes more than pure chance would.
        if rng.below(3) > 0 {
            letter = ['u', 'd', 'l', 'r'][rng.below(4)];
        }
        let dir = Dir::from_letter(letter).unwrap();
        let made = state.step(&board, dir).ok().map(|step| step.push);
        let expected = naive.step(letter);
        assert_eq!(made, expected, "{letter} in {:?}", naive.cells);
        assert_eq!(board.place(state.player), (naive.row, naive.column));
        if expected == Some(true) {
            pushes += 1;
            assert_eq!(places(&board, &state), naive.boxes());
        }
    }
    pushes
}

/// Makes random pushes out of those the crate lists; the naive model must list the same.
fn push(naive: &mut Naive, n: usize, rng: &mut Rng) -> usize {
    let board = board(naive);
    let mut walker = Walker::new(&board);
    let mut state = board.start();
    for made in 0..n {
        let pushes = state.pushes(&board, &mut walker);
        let named = |push: &Push| {
            let (row, column) = board.place(push.from);
            (row, column, push.dir.letter())
        };
        assert!(pushes.is_sorted_by_key(|push| (push.from, push.dir)));
        assert_eq!(pushes.iter().map(named).collect::<BTreeSet<_>>(), naive.pushes());
        if pushes.is_empty() {
            return made;
        }
        let push = pushes[rng.below(pushes.len())];
        state.push(&board, push);
        let (row, column) = board.place(push.from);
        let to = beside(row, column, push.dir.letter());
        let there = naive.cells[to.0][to.1];
        let here = naive.cells[row][column];
        naive.cells[to.0][to.1] = if there == '.' { '*' } else { '$' };
        naive.cells[row][column] = if here == '*' { '.' } else { ' ' };
        (naive.row, naive.column) = (row, column);
        assert_eq!(places(&board, &state), naive.boxes());
        let solved = naive.cells.iter().flatten().all(|&cell| cell != '$');
        assert_eq!(board.is_solved(&state), solved);
        let lowest = naive.zone().concat().iter().position(|&reached| reached).unwrap();
        let mut normal = state.clone();
        normal.normalize(&board, &mut walker);
        let (row, column) = board.place(normal.player);
        assert_eq!(row * naive.cells[0].len() + column, lowest);
    }
    n
}

/// Numbers of squares at which something changes, and small ones.
fn sizes() -> Vec<usize> {
    [12, 20, 30, 63, 64, 65, 127, 128, 129, 255, 256, 257].to_vec()
}

#[test]
fn random_walks_agree_with_a_naive_grid() {
    compare_walks(1, PUSHES);
}

#[test]
#[ignore = "ten million pushes, in release mode"]
fn ten_million_pushes_agree_with_a_naive_grid() {
    compare_walks(4, 10 * PUSHES);
}

/// Walks at random in both models until that many pushes were made.
fn compare_walks(seed: u64, least: usize) {
    let mut rng = Rng::new(seed);
    let mut pushes = 0;
    while pushes < least {
        for n_squares in sizes() {
            let mut naive = dig(n_squares, 1 + n_squares / 12, &mut rng);
            assert_eq!(board(&naive).n_squares(), n_squares);
            pushes += walk(&mut naive, 4_000, &mut rng);
        }
    }
}

#[test]
fn listed_pushes_and_zones_agree_with_a_naive_grid() {
    let mut rng = Rng::new(2);
    let mut pushes = 0;
    while pushes < PUSHES / 200 {
        for n_squares in sizes() {
            let mut naive = dig(n_squares, 1 + n_squares / 12, &mut rng);
            pushes += push(&mut naive, 40, &mut rng);
        }
    }
}

#[test]
fn squares_are_numbered_in_row_order() {
    let mut rng = Rng::new(3);
    for n_squares in sizes() {
        let board = board(&dig(n_squares, 3, &mut rng));
        let squares: Vec<Square> = board.squares().collect();
        assert!(squares.is_sorted_by_key(|&square| board.place(square)));
        assert_eq!(squares.len(), n_squares);
    }
}
