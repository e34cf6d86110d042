//! The game on a grid of characters, sharing no code with the crate: slow, but obviously correct.

use std::collections::{HashMap, VecDeque};

/// Rows of characters, `.` empty, `#` wall.
pub type Grid = Vec<Vec<char>>;

/// A grid from the text of a certificate.
pub fn grid(rows: &str) -> Grid {
    rows.lines().map(|row| row.chars().collect()).collect()
}

fn cells(grid: &Grid, letter: char) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (r, row) in grid.iter().enumerate() {
        cells.extend(row.iter().enumerate().filter(|(_, c)| **c == letter).map(|(c, _)| (r, c)));
    }
    cells
}

/// The grid with a piece pushed one cell, if that is possible.
fn push(grid: &Grid, letter: char, upright: bool, forward: bool) -> Option<Grid> {
    let mut next = grid.clone();
    let old = cells(grid, letter);
    for &(r, c) in &old {
        next[r][c] = '.';
    }
    for &(r, c) in &old {
        let (dr, dc) = if upright { (1, 0) } else { (0, 1) };
        let (r, c) =
            if forward { (r + dr, c + dc) } else { (r.checked_sub(dr)?, c.checked_sub(dc)?) };
        let cell = next.get_mut(r)?.get_mut(c)?;
        if *cell != '.' {
            return None;
        }
        *cell = letter;
    }
    Some(next)
}

/// All grids one move (or, with `one_cell`, one step) away.
fn neighbors(grid: &Grid, one_cell: bool, upright_single: &str) -> Vec<Grid> {
    let mut letters: Vec<char> = grid.iter().flatten().copied().collect();
    letters.sort_unstable();
    letters.dedup();
    let mut all = Vec::new();
    for letter in letters.into_iter().filter(|c| !".#".contains(*c)) {
        let cells = cells(grid, letter);
        let upright = match &cells[..] {
            [_] => upright_single.contains(letter),
            _ => cells[0].1 == cells[1].1,
        };
        for forward in [false, true] {
            let mut at = grid.clone();
            while let Some(next) = push(&at, letter, upright, forward) {
                all.push(next.clone());
                at = next;
                if one_cell {
                    break;
                }
            }
        }
    }
    all
}

/// What plain breadth-first search finds.
pub struct Found {
    /// Least distance of a grid in which `solved` holds.
    pub optimum: Option<usize>,
    /// Grids at each distance from the start.
    pub layers: Vec<u64>,
}

/// Searches the whole space.
pub fn search(
    start: &Grid,
    one_cell: bool,
    upright_single: &str,
    solved: impl Fn(&Grid) -> bool,
) -> Found {
    let mut seen: HashMap<Grid, usize> = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    let mut found = Found { optimum: None, layers: Vec::new() };
    while let Some(grid) = queue.pop_front() {
        let depth = seen[&grid];
        if found.layers.len() == depth {
            found.layers.push(0);
        }
        found.layers[depth] += 1;
        if found.optimum.is_none() && solved(&grid) {
            found.optimum = Some(depth);
        }
        for next in neighbors(&grid, one_cell, upright_single) {
            if !seen.contains_key(&next) {
                seen.insert(next.clone(), depth + 1);
                queue.push_back(next);
            }
        }
    }
    found
}
