//! The ground of a level: squares, where a box that is alone can be pushed, and in how many pushes.

use std::collections::VecDeque;

use super::Refused;

/// More pushes than any box needs: there is no way.
pub(super) const FAR: u32 = u32::MAX;

/// The most squares of a board that proofs are checked for; some tables have a row for each square
/// and a place for each in it.
const MOST_SQUARES: usize = 4_000;

/// The part of a level the player could walk in if there were no boxes, its squares in row order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) boxes: Vec<u16>,
    pub(super) goals: Vec<u16>,
    pub(super) player: u16,
    /// Whether a box stands off the goals where the player can never go, or there are too few goals
    /// where it can.
    pub(super) hopeless: bool,
    /// Neighbours: above, below, left, right.
    next: Vec<[Option<u16>; 4]>,
    is_goal: Vec<bool>,
    /// For a box on each square and the player on each: the part of the board the player is in.
    part: Vec<Vec<u8>>,
    /// Pushes of a lone box, by its square, the player's part and the goal.
    pushes: Vec<[Vec<u32>; 4]>,
}

impl Ground {
    /// Reads a level written as for [`crate::sokoban::check`].
    pub(super) fn read(level: &str) -> Result<Ground, Refused> {
        let mut rows: Vec<Vec<char>> = level.lines().map(|line| line.chars().collect()).collect();
        let told = |why: String| Refused(format!("level: {why}"));
        let start = crate::sokoban::judge(&mut rows).map_err(told)?;
        let places = reachable(&rows, start)?;
        let square = |at: (usize, usize)| places.binary_search(&at).ok().map(|it| it as u16);
        let tile = |&(row, column): &(usize, usize)| rows[row][column];
        let having = |tiles: &str| {
            let here = places.iter().filter(|&at| tiles.contains(tile(at)));
            here.filter_map(|&at| square(at)).collect::<Vec<u16>>()
        };
        let (boxes, goals) = (having("$*"), having(".*"));
        let around = |&(row, column): &(usize, usize)| {
            let up = row.checked_sub(1).map(|row| (row, column));
            let left = column.checked_sub(1).map(|column| (row, column));
            [up, Some((row + 1, column)), left, Some((row, column + 1))].map(|at| square(at?))
        };
        let off_goals = |tiles: &[char]| tiles.iter().filter(|&&tile| tile == '$').count();
        let outside = rows.iter().map(|row| off_goals(row)).sum::<usize>()
            > boxes.iter().filter(|at| !goals.contains(at)).count();
        let mut ground = Ground {
            hopeless: outside || boxes.len() > goals.len(),
            boxes,
            player: square(start).expect("the player can reach where it stands"),
            next: places.iter().map(around).collect(),
            is_goal: places.iter().map(|at| ".*".contains(tile(at))).collect(),
            goals,
            part: Vec::new(),
            pushes: Vec::new(),
        };
        let mut walk = Walk::new(&ground);
        let squares = 0..places.len() as u16;
        ground.part = squares.map(|at| ground.parts_around(at, &mut walk)).collect();
        ground.pushes = vec![[const { Vec::new() }; 4]; places.len()];
        for goal in ground.goals.clone() {
            ground.count_pushes(goal);
        }
        Ok(ground)
    }

    pub(super) fn next(&self, square: u16, way: usize) -> Option<u16> {
        self.next[square as usize][way]
    }

    pub(super) fn is_goal(&self, square: u16) -> bool {
        self.is_goal[square as usize]
    }

    /// Pushes of a box on a square to each goal if it were alone, with the player on another.
    pub(super) fn pushes(&self, square: u16, player: u16) -> &[u32] {
        let part = self.part[square as usize][player as usize];
        &self.pushes[square as usize][part as usize]
    }

    /// Whether a lone box on a square can be pushed to no goal, wherever the player is.
    pub(super) fn is_dead(&self, square: u16) -> bool {
        self.pushes[square as usize].iter().flatten().all(|&pushes| pushes == FAR)
    }

    /// The parts into which a box divides the board: each touches one of the box's sides.
    fn parts_around(&self, square: u16, walk: &mut Walk) -> Vec<u8> {
        let mut parts = vec![0; self.next.len()];
        for (number, side) in (0_u8..).zip(self.next[square as usize]) {
            let Some(side) = side else { continue };
            walk.begin(&[square], side);
            let here = (0_u16..).zip(&mut parts).filter(|(at, _)| walk.reaches(*at));
            here.for_each(|(_, it)| *it = number);
        }
        parts
    }

    /// Counts pushes to a goal, backwards from it.
    fn count_pushes(&mut self, goal: u16) {
        self.pushes.iter_mut().flatten().for_each(|goals| goals.push(FAR));
        let mut queue: VecDeque<(u16, u8, u32)> = (0..4).map(|part| (goal, part, 0)).collect();
        while let Some((at, part, pushes)) = queue.pop_front() {
            let known = self.pushes[at as usize][part as usize].last_mut();
            let known = known.expect("there is a place for every goal");
            if *known != FAR {
                continue;
            }
            *known = pushes;
            for way in 0..4 {
                let Some(from) = self.next(at, way ^ 1) else { continue };
                let Some(behind) = self.next(from, way ^ 1) else { continue };
                // After the push the player stands where the box was.
                if self.part[at as usize][from as usize] == part {
                    let before = self.part[from as usize][behind as usize];
                    queue.push_back((from, before, pushes + 1));
                }
            }
        }
    }
}

/// The squares that the player can walk to between boxes. Made once, used for every position.
pub(super) struct Walk {
    /// Neighbours of each square; a sentinel behind the last square if there is no neighbour.
    around: Vec<[u16; 4]>,
    /// For each square, the number of the last walk that came to it, twice, less one if a box stood there;
    /// no walk comes to the one behind the last.
    marks: Vec<u64>,
    number: u64,
    /// Squares to go on from; each is noted once.
    stack: Vec<u16>,
}

impl Walk {
    pub(super) fn new(ground: &Ground) -> Walk {
        let n = ground.next.len();
        let around = ground.next.iter().map(|sides| sides.map(|side| side.unwrap_or(n as u16)));
        let mut marks = vec![0; n + 1];
        marks[n] = u64::MAX;
        Walk { around: around.collect(), marks, number: 0, stack: vec![0; n + 1] }
    }

    /// Walks from a square; returns the first square, in row order, that is reached.
    pub(super) fn begin(&mut self, boxes: &[u16], from: u16) -> u16 {
        let Walk { around, marks, number, stack } = self;
        *number += 1;
        let walked = 2 * *number;
        boxes.iter().for_each(|&at| marks[at as usize] = walked - 1);
        marks[from as usize] = walked;
        stack[0] = from;
        let (mut first, mut left) = (from, 1);
        while left > 0 {
            left -= 1;
            let at = stack[left];
            first = first.min(at);
            for to in around[at as usize] {
                // Noted in any case, kept only if it is new: there is nothing to guess wrong.
                let new = marks[to as usize] < walked - 1;
                stack[left] = to;
                left += usize::from(new);
                if new {
                    marks[to as usize] = walked;
                }
            }
        }
        first
    }

    /// Whether the last walk came to a square.
    pub(super) fn reaches(&self, square: u16) -> bool {
        self.marks[square as usize] == 2 * self.number
    }
}

/// The places the player could walk to if there were no boxes, in row order.
fn reachable(rows: &[Vec<char>], start: (usize, usize)) -> Result<Vec<(usize, usize)>, Refused> {
    let mut places = std::collections::BTreeSet::from([start]);
    let mut stack = vec![start];
    while let Some((row, column)) = stack.pop() {
        let around = [(row + 1, column), (row, column + 1)];
        let before = [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
        for at in around.into_iter().chain(before) {
            if crate::sokoban::at(rows, at) != '#' && places.insert(at) {
                stack.push(at);
            }
        }
        if places.len() > MOST_SQUARES {
            let most = format!("the board has more than {MOST_SQUARES} squares");
            return Err(Refused(most));
        }
    }
    Ok(places.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_thousand_squares_are_the_most() {
        // Off the rows is wall. Asked of the squares alone: the tables of such a board take seconds.
        let squares = |width: usize| reachable(&vec![vec![' '; width]; 50], (0, 0));
        assert_eq!(squares(80).map(|it| it.len()), Ok(4_000));
        assert!(squares(81).is_err());
    }
}
