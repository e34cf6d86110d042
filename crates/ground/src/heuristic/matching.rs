//! The minimum-cost perfect matching of boxes to goals, kept up to date while boxes move.
//!
//! Every box must end on a goal of its own, so the cheapest assignment of boxes to goals under the
//! push distances of a lone box never exceeds the pushes needed; and if there is no assignment at
//! all, the position is lost. The distances respect the side of the player: a push of one box never
//! changes which side of another box the player is on, so one push changes one row.
//!
//! The assignment is found by shortest augmenting paths with potentials (Kuhn 1955, Munkres 1957,
//! in the form of Jonker and Volgenant 1987). After one row has changed, one augmentation repairs
//! it: O(boxes²).

use sokoban::Square;

use crate::analysis::{Distances, FAR};

const NONE: u32 = u32::MAX;

/// A matching of as many rows (boxes) as columns (goals or start squares).
#[derive(Clone, Debug)]
pub struct Matching {
    /// Cost of an impossible pair: more than any possible matching.
    never: i32,
    /// The box of each row and the side of the player.
    boxes: Vec<(Square, u8)>,
    row_potential: Vec<i32>,
    column_potential: Vec<i32>,
    row_of: Vec<u32>,
    column_of: Vec<u32>,
    scratch: Scratch,
}

/// The matching of a position, and what it becomes when one box moves.
#[derive(Clone, Debug)]
pub struct StepMatching {
    loaded: Matching,
    /// Room for a changed copy.
    changed: Matching,
}

impl StepMatching {
    /// The matching of the given boxes with the columns of `distances`.
    pub fn new(distances: &Distances, boxes: &[(Square, u8)]) -> StepMatching {
        let loaded = Matching::new(distances, boxes);
        StepMatching { changed: loaded.clone(), loaded }
    }

    /// Loads a position with the same number of boxes; returns the cost of its matching.
    pub fn load(&mut self, distances: &Distances, boxes: &[(Square, u8)]) -> Option<u32> {
        self.loaded.become_of(distances, boxes);
        self.loaded.cost(distances)
    }

    /// A cost that the matching has at least after a box of the loaded position has moved, from the
    /// prices of the loaded one, and whether it has exactly that cost, which is so when the column
    /// of the box is still one of its best, or when the box that has one of its best columns could as
    /// well have that of the box. One look at each column. `None` when only the matching itself can
    /// tell.
    #[inline]
    pub fn at_least_after(
        &self,
        distances: &Distances,
        from: Square,
        (to, side): (Square, u8),
        cost: u32,
    ) -> Option<(u32, bool)> {
        let Matching { boxes, row_potential, column_potential, column_of, row_of, never, .. } =
            &self.loaded;
        let row = boxes.iter().position(|&(square, _)| square == from);
        let row = row.expect("a box stands where a move starts");
        let ways = costs(distances, (to, side), *never).zip(column_potential);
        let least = ways.map(|(cost, price)| cost - price).min().expect("there is a column");
        let change = least - row_potential[row];
        if change >= *never / 2 {
            return None;
        }
        let own = column_of[row] as usize;
        let ways = distances.row(to, side as usize);
        let tight =
            |way: u16, price: i32, least: i32| way != FAR && i32::from(way) - price == least;
        let price = column_potential[own];
        let changes = |column: usize| {
            let other = row_of[column] as usize;
            let (square, side) = boxes[other];
            let way = distances.row(square, side as usize)[own];
            tight(way, price, row_potential[other])
        };
        let mut best = ways.iter().zip(column_potential).enumerate();
        let exact = tight(ways[own], price, least)
            || best.any(|(column, (&way, &price))| tight(way, price, least) && changes(column));
        Some(((cost as i32 + change).max(0) as u32, exact))
    }

    /// The boxes of the loaded position, row by row.
    #[inline]
    pub fn loaded_boxes(&self) -> &[(Square, u8)] {
        &self.loaded.boxes
    }

    /// A cost that the matching has at least after the boxes of some rows have moved, from the
    /// prices of the loaded one. `None` when only the matching itself can tell.
    #[inline]
    pub fn at_least_after_all(
        &self,
        distances: &Distances,
        changes: &[(usize, (Square, u8))],
        cost: u32,
    ) -> Option<u32> {
        let Matching { row_potential, column_potential, never, .. } = &self.loaded;
        let mut sum = cost as i32;
        for &(row, place) in changes {
            let ways = costs(distances, place, *never).zip(column_potential);
            let least = ways.map(|(cost, price)| cost - price).min().expect("there is a column");
            let change = least - row_potential[row];
            if change >= *never / 2 {
                return None;
            }
            sum += change;
        }
        Some(sum.max(0) as u32)
    }

    /// The cost after the boxes of some rows have moved.
    pub fn after_all(
        &mut self,
        distances: &Distances,
        changes: &[(usize, (Square, u8))],
    ) -> Option<u32> {
        self.changed.copy_from(&self.loaded);
        for &(row, (square, side)) in changes {
            self.changed.move_box(distances, row, square, side);
        }
        self.changed.cost(distances)
    }

    /// Prices of the columns that prove the cost of the loaded position.
    pub fn loaded_prices(&self) -> &[i32] {
        &self.loaded.column_potential
    }

    /// Prices of the columns that prove the cost last returned by [`StepMatching::after`].
    pub fn changed_prices(&self) -> &[i32] {
        &self.changed.column_potential
    }

    /// The cost after a box of the loaded position has moved, with the player on the given side of
    /// it.
    #[inline]
    pub fn after(
        &mut self,
        distances: &Distances,
        from: Square,
        (to, side): (Square, u8),
    ) -> Option<u32> {
        let row = self.loaded.boxes.iter().position(|&(square, _)| square == from);
        self.changed.copy_from(&self.loaded);
        self.changed.move_box(distances, row.expect("a box stands where a move starts"), to, side);
        self.changed.cost(distances)
    }
}

/// Working space of one augmentation; its contents mean nothing afterwards.
#[derive(Clone, Debug, Default)]
struct Scratch {
    slack: Vec<i32>,
    parent: Vec<u32>,
    /// [`i32::MAX`] for the columns of the tree, 0 for the others.
    done: Vec<i32>,
    tree: Vec<u32>,
    /// For each square the side of a box that is to stand there and does not yet.
    wanted: Vec<u8>,
    /// Rows whose boxes are to change.
    others: Vec<u32>,
}

/// A square where no box is wanted.
const NOT_WANTED: u8 = u8::MAX;

impl Matching {
    /// Whether a matching of `n` boxes can be computed in reasonable time (some tenths of a second,
    /// once) and its sums stay within the range of the numbers used.
    pub fn fits(n: usize, longest: u16) -> bool {
        const MOST_BOXES: usize = 400;
        if n > MOST_BOXES {
            return false;
        }
        let never = n as u64 * u64::from(longest) + 1;
        2 * never * (n as u64 + 1) < 1 << 30
    }

    /// The matching of the given boxes with the columns of `distances`.
    pub fn new(distances: &Distances, boxes: &[(Square, u8)]) -> Matching {
        let n = distances.n_columns();
        debug_assert_eq!(n, boxes.len());
        let mut matching = Matching {
            never: n as i32 * i32::from(distances.longest()) + 1,
            boxes: boxes.to_vec(),
            row_potential: vec![0; n],
            column_potential: vec![0; n],
            row_of: vec![NONE; n],
            column_of: vec![NONE; n],
            scratch: Scratch {
                slack: vec![0; n],
                parent: vec![0; n],
                done: vec![0; n],
                tree: Vec::with_capacity(n),
                wanted: Vec::new(),
                others: Vec::new(),
            },
        };
        for row in 0..n {
            matching.augment(distances, row);
        }
        matching
    }

    /// The cost of the matching; `None` if some box is left without a goal.
    pub fn cost(&self, distances: &Distances) -> Option<u32> {
        let mut sum = 0;
        for (&(square, side), &column) in self.boxes.iter().zip(&self.column_of) {
            match distances.row(square, side as usize)[column as usize] {
                FAR => return None,
                distance => sum += u32::from(distance),
            }
        }
        Some(sum)
    }

    /// Moves the box of a row and repairs the matching.
    pub fn move_box(&mut self, distances: &Distances, row: usize, square: Square, side: u8) {
        self.boxes[row] = (square, side);
        self.row_of[self.column_of[row] as usize] = NONE;
        self.column_of[row] = NONE;
        self.augment(distances, row);
    }

    /// Moves the box of a row to where every goal is farther by the same number of pushes (or
    /// nearer, if it is negative): the assignment stays the cheapest, so nothing is searched.
    pub fn shift_box(&mut self, row: usize, square: Square, side: u8, farther: i32) {
        self.boxes[row] = (square, side);
        self.row_potential[row] += farther;
    }

    /// The box of a row and the side of the player.
    #[inline]
    pub fn at(&self, row: usize) -> (Square, u8) {
        self.boxes[row]
    }

    /// The distance of the box of a row to the goal assigned to it; [`FAR`] if it has none.
    #[inline]
    pub fn way(&self, distances: &Distances, row: usize) -> u16 {
        let (square, side) = self.boxes[row];
        distances.row(square, side as usize)[self.column_of[row] as usize]
    }

    /// Prices of the columns that prove the cost.
    pub fn prices(&self) -> &[i32] {
        &self.column_potential
    }

    /// The column assigned to a row.
    #[inline]
    pub fn column(&self, row: usize) -> usize {
        self.column_of[row] as usize
    }

    /// Becomes a copy of a matching of the same size, without allocating.
    pub fn copy_from(&mut self, other: &Matching) {
        self.boxes.copy_from_slice(&other.boxes);
        self.row_potential.copy_from_slice(&other.row_potential);
        self.column_potential.copy_from_slice(&other.column_potential);
        self.row_of.copy_from_slice(&other.row_of);
        self.column_of.copy_from_slice(&other.column_of);
    }

    /// Makes this the matching of the same number of other boxes. Boxes that both have keep their
    /// rows, so the cost is one augmentation per difference.
    pub fn become_of(&mut self, distances: &Distances, boxes: &[(Square, u8)]) {
        let Scratch { wanted, others, .. } = &mut self.scratch;
        for &(square, side) in boxes {
            let at = square.index();
            if wanted.len() <= at {
                wanted.resize(at + 1, NOT_WANTED);
            }
            wanted[at] = side;
        }
        // What is there already is wanted no more; the rows that have something else are to change.
        others.clear();
        for (row, &(square, side)) in self.boxes.iter().enumerate() {
            match wanted.get_mut(square.index()) {
                Some(wanted) if *wanted == side => *wanted = NOT_WANTED,
                _ => others.push(row as u32),
            }
        }
        let mut left = boxes.iter().rev();
        for i in 0..self.scratch.others.len() {
            let Scratch { wanted, others, .. } = &mut self.scratch;
            let row = others[i] as usize;
            let next = left.find(|(square, _)| wanted[square.index()] != NOT_WANTED);
            let &(square, side) = next.expect("as many new boxes as old ones");
            self.move_box(distances, row, square, side);
        }
        let Scratch { wanted, .. } = &mut self.scratch;
        boxes.iter().for_each(|(square, _)| wanted[square.index()] = NOT_WANTED);
    }

    /// Finds a column for a row that has none, by a shortest augmenting path in reduced costs.
    fn augment(&mut self, distances: &Distances, row: usize) {
        // 1. The row's potential: as high as its cheapest reduced cost allows.
        let costs = costs(distances, self.boxes[row], self.never);
        let best =
            costs.zip(&self.column_potential).map(|(cost, potential)| cost - potential).min();
        self.row_potential[row] = best.expect("there is a column");
        // 2. A tree of tight edges from the row to a free column.
        let (free, reach) = self.grow_tree(distances, row);
        // 3. The potentials are adjusted so that the path becomes tight.
        self.row_potential[row] += reach;
        let (_, inner) = self.scratch.tree.split_last().expect("the free column is in the tree");
        for &column in inner {
            let change = reach - self.scratch.slack[column as usize];
            self.column_potential[column as usize] -= change;
            self.row_potential[self.row_of[column as usize] as usize] += change;
        }
        // 4. The path is flipped.
        self.flip(row, free);
    }

    /// Grows a tree of tight edges from the row until it meets a free column; returns that column
    /// and the reduced cost of the path to it.
    fn grow_tree(&mut self, distances: &Distances, row: usize) -> (usize, i32) {
        let Matching { never, boxes, row_potential, column_potential, row_of, scratch, .. } = self;
        let Scratch { slack, parent, done, tree, .. } = scratch;
        slack.fill(i32::MAX);
        done.fill(0);
        tree.clear();
        let mut at = row;
        let mut reach = 0;
        loop {
            let base = reach - row_potential[at];
            let here = costs(distances, boxes[at], *never).zip(&*column_potential);
            // Nothing is nearer than what is in the tree already, so its columns keep what they have. Without branches,
            // so that several columns are looked at at a time.
            for (((cost, price), slack), parent) in here.zip(&mut *slack).zip(&mut *parent) {
                let way = base + cost - price;
                let nearer = way < *slack;
                *slack = if nearer { way } else { *slack };
                *parent = if nearer { at as u32 } else { *parent };
            }
            let open = slack.iter().zip(&*done).map(|(slack, done)| slack | done);
            reach = open.clone().min().expect("there is a column");
            let column = open.clone().position(|slack| slack == reach).expect("it was just seen");
            done[column] = i32::MAX;
            tree.push(column as u32);
            match row_of[column] {
                NONE => return (column, reach),
                next => at = next as usize,
            }
        }
    }

    /// Gives every row on the path from `row` to the free column the next column of the path.
    fn flip(&mut self, row: usize, free: usize) {
        let mut column = free;
        loop {
            let at = self.scratch.parent[column] as usize;
            self.row_of[column] = at as u32;
            let next = std::mem::replace(&mut self.column_of[at], column as u32);
            if at == row {
                break;
            }
            column = next as usize;
        }
    }
}

/// The cost of the box of a row in each column.
#[inline]
fn costs(
    distances: &Distances,
    (square, side): (Square, u8),
    never: i32,
) -> impl Iterator<Item = i32> + '_ {
    let row = distances.row(square, side as usize).iter();
    row.map(move |&distance| if distance == FAR { never } else { i32::from(distance) })
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use super::*;
    use crate::analysis::Analysis;
    use oracle::{cheapest_assignment, random_boards};

    #[test]
    fn agrees_with_trying_all_assignments_while_boxes_move() {
        let mut random = search::Random::seeded(1);
        for board in random_boards(17, 200) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut any_box = || {
                let square = Square(random.below(board.n_squares()) as u16);
                (square, random.below(4) as u8)
            };
            let mut boxes: Vec<_> = (0..board.n_boxes()).map(|_| any_box()).collect();
            let mut matching = Matching::new(&analysis.to_goals, &boxes);
            for step in 0..20 {
                let row =
                    |&(square, side): &(Square, u8)| analysis.to_goals.row(square, side as usize);
                let rows: Vec<&[u16]> = boxes.iter().map(row).collect();
                let expected = cheapest_assignment(&rows, FAR);
                assert_eq!(matching.cost(&analysis.to_goals), expected);
                let row = step % boxes.len();
                boxes[row] = any_box();
                matching.move_box(&analysis.to_goals, row, boxes[row].0, boxes[row].1);
            }
        }
    }

    #[test]
    fn what_prices_tell_of_a_move_is_so() {
        let mut random = search::Random::seeded(5);
        let [mut exact, mut exchanged, mut less] = [0; 3];
        for board in random_boards(23, 300) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let table = &analysis.to_goals;
            let mut squares: Vec<_> = (0..board.n_squares() as u16).map(Square).collect();
            random.shuffle(&mut squares);
            let (boxes, free) = squares.split_at(board.n_boxes());
            let boxes: Vec<_> = boxes.iter().map(|&at| (at, random.below(4) as u8)).collect();
            let mut step = StepMatching::new(table, &boxes);
            let Some(cost) = step.load(table, &boxes) else { continue };
            let moves = boxes.iter().flat_map(|&(from, _)| free.iter().map(move |&to| (from, to)));
            for (from, to) in moves {
                let place = (to, random.below(4) as u8);
                let told = step.at_least_after(table, from, place, cost);
                let after = step.after(table, from, place);
                let goal = |matching: &Matching, square| {
                    matching.column_of[matching.boxes.iter().position(|it| it.0 == square).unwrap()]
                };
                match told {
                    Some((least, true)) => {
                        assert_eq!(Some(least), after, "{board:?}");
                        exact += 1;
                        exchanged += u32::from(goal(&step.loaded, from) != goal(&step.changed, to));
                    }
                    Some((least, false)) => {
                        assert!(after.is_none_or(|after| after >= least), "{board:?}");
                        less += 1;
                    }
                    None => {}
                }
            }
        }
        assert!(exact > 100 && exchanged > 10 && less > 10, "{exact}, {exchanged}, {less}");
    }

    #[test]
    fn a_position_taken_over_costs_what_it_costs_from_scratch() {
        let mut random = search::Random::seeded(3);
        for board in random_boards(19, 100) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let table = &analysis.to_goals;
            let mut squares: Vec<_> = (0..board.n_squares() as u16).map(Square).collect();
            let mut boxes = || -> Vec<(Square, u8)> {
                random.shuffle(&mut squares);
                squares[..board.n_boxes()].iter().map(|&at| (at, random.below(4) as u8)).collect()
            };
            let mut step = StepMatching::new(table, &boxes());
            for _ in 0..20 {
                let boxes = boxes();
                assert_eq!(step.load(table, &boxes), Matching::new(table, &boxes).cost(table));
                let sorted = |boxes: &[(Square, u8)]| {
                    let mut boxes = boxes.to_vec();
                    boxes.sort_unstable();
                    boxes
                };
                assert_eq!(sorted(step.loaded_boxes()), sorted(&boxes));
            }
        }
    }
}
