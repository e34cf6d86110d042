//! Small boards for tests: drawn, random, crowded.

use sokoban::{Board, Level};

/// A board from rows.
pub fn board(rows: &[&str]) -> Board {
    Board::new(&Level::from_rows(rows).unwrap()).unwrap()
}

/// Random boards of up to 6 by 6 inner cells with one to three boxes, solvable or not.
pub fn random_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = search::Random::seeded(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (width, height) = (random.within(3..=6), random.within(2..=6));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        for row in &mut rows[1..=height] {
            for cell in &mut row[1..=width] {
                *cell = if random.below(100) < 22 { '#' } else { ' ' };
            }
        }
        let n_boxes = random.within(1..=3);
        let things = std::iter::repeat_n('$', n_boxes).chain(std::iter::repeat_n('.', n_boxes));
        for thing in things.chain(['@']) {
            let (row, column) = (random.within(1..=height), random.within(1..=width));
            let cell = &mut rows[row][column];
            *cell = match (*cell, thing) {
                ('$', '.') => '*',
                ('.', '@') => '+',
                (' ', thing) => thing,
                (old, _) => old,
            };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        if let Ok(board) = Board::new(&Level::from_rows(&rows).unwrap())
            && board.n_boxes() > 0
            && board.impossible().is_none()
        {
            boards.push(board);
        }
    }
    boards
}

/// Crowded boards, with deadlocks and corrals everywhere.
pub fn crowded_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = search::Random::seeded(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (width, height) = (random.within(4..=6), random.within(3..=5));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        let mut cells = Vec::new();
        for (row, cell_row) in rows.iter_mut().enumerate().take(height + 1).skip(1) {
            for (column, cell) in cell_row.iter_mut().enumerate().take(width + 1).skip(1) {
                if random.below(100) >= 15 {
                    *cell = ' ';
                    cells.push((row, column));
                }
            }
        }
        let n_boxes = random.within(2..=4);
        for thing in std::iter::repeat_n('$', n_boxes).chain(std::iter::repeat_n('.', n_boxes)) {
            let (row, column) = cells[random.below(cells.len())];
            let cell = &mut rows[row][column];
            *cell = if *cell == '$' && thing == '.' { '*' } else { thing };
        }
        let (row, column) = cells[random.below(cells.len())];
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

/// Boards whose walls, goals and boxes fall on themselves when left and right, or top and bottom too, change places; the
/// player stands anywhere. Solvable or not.
pub fn symmetric_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = search::Random::seeded(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (width, height) = (random.within(4..=6), random.within(3..=5));
        let twice = random.below(3) == 0;
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        // What stands on a cell stands on its images.
        let put = |rows: &mut Vec<Vec<char>>, row: usize, column: usize, thing: char| {
            for (row, column) in images(row, column, (width, height), twice) {
                rows[row][column] = thing;
            }
        };
        for row in 1..=height {
            for column in 1..=width {
                if random.below(100) < 90 {
                    put(&mut rows, row, column, ' ');
                }
            }
        }
        for thing in ['$', '.', '*'] {
            for _ in 0..random.within(0..=1) + usize::from(thing != '*') {
                let (row, column) = (random.within(1..=height), random.within(1..=width));
                if rows[row][column] == ' ' {
                    put(&mut rows, row, column, thing);
                }
            }
        }
        let (row, column) = (random.within(1..=height), random.within(1..=width));
        rows[row][column] = match rows[row][column] {
            ' ' => '@',
            '.' => '+',
            _ => continue,
        };
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        if let Ok(board) = Board::new(&Level::from_rows(&rows).unwrap())
            && (1..=6).contains(&board.n_boxes())
            && board.impossible().is_none()
        {
            boards.push(board);
        }
    }
    boards
}

/// A cell and where it falls when left and right change places, and, if `twice`, top and bottom too.
fn images(
    row: usize,
    column: usize,
    (width, height): (usize, usize),
    twice: bool,
) -> impl Iterator<Item = (usize, usize)> {
    let rows = [row, if twice { height + 1 - row } else { row }];
    rows.into_iter().flat_map(move |row| [(row, column), (row, width + 1 - column)])
}
