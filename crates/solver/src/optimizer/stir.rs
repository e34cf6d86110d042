//! Randomly reorders a solution that cannot be shortened any more, and tries again.
//!
//! Boxes are set free in a window of the solution, and a window holds consecutive pushes. Much of
//! their order is chance: a box could as well have been pushed earlier or later.
//!
//! ```text
//! turns of boxes   A  B  C  A  D  B        as found
//!                  A  A  B  C  B  D        the same pushes, and a window for A, and one for B and C
//! ```
//!
//! So, again and again, a random part of the solution is chosen, some turns in it are moved to
//! where the pushes can still be played, and a few random boxes of that part are set free. The
//! search continues from any solution with no more pushes than before, even if the player walks
//! more; it returns the best one found. The random seed is given.
//!
//! Idea: large neighbourhood search (Shaw 1998), iterated from equals. Cost: a search of some hundred to
//! some thousand nodes each time.

use std::ops::Range;

use search::Random;
use search::{Budget, Metric};

use super::line::Line;
use super::reroute::MOST_FREE;
use super::schedule::{Effort, Schedule};

/// Tries without a gain before it ends, for each turn of the solution.
const PATIENCE: usize = 50;

/// Turns put elsewhere before boxes are set free.
const MOVED: usize = 3;

/// Turns of the shortest part, and how often that may be doubled.
const SHORTEST: usize = 4;
const DOUBLINGS: usize = 5;

/// Nodes of the shortest search, and how often that may be doubled.
const FEWEST_NODES: u64 = 300;
const MORE_NODES: usize = 6;

impl Schedule<'_> {
    /// Works until the budget is used up or nothing has been gained for long.
    pub(super) fn stir(&mut self, seed: u64, budget: &mut Budget) {
        let mut random = Random::new(seed, 0);
        let mut best = self.line.clone();
        let mut tries = 0;
        while tries < PATIENCE * turns(&self.line, 0..self.line.len()).len() {
            if budget.tick().is_err() {
                break;
            }
            tries += 1;
            let before = self.line.clone();
            self.stir_once(&mut random, budget);
            if self.line.cost(self.goal).0 > before.cost(self.goal).0 {
                self.line = before;
            }
            if self.line.cost(self.goal).0 < best.cost(self.goal).0 {
                self.first_rounds(budget);
                best = self.line.clone();
                tries = 0;
            }
        }
        if best.cost(self.goal) <= self.line.cost(self.goal) {
            self.line = best;
        }
    }

    /// Puts turns of a part elsewhere and sets some of its boxes free.
    fn stir_once(&mut self, random: &mut Random, budget: &mut Budget) {
        let all = turns(&self.line, 0..self.line.len());
        let Some(first) = all.get(random.below(all.len())) else { return };
        let many = SHORTEST << random.below(DOUBLINGS);
        let at = all.partition_point(|turn| turn.start < first.start);
        let last = &all[(at + many - 1).min(all.len() - 1)];
        let part = first.start..last.end;
        for _ in 0..MOVED {
            self.put_elsewhere(part.clone(), random);
        }
        let mut free = self.line.boxes_of(part.clone());
        random.shuffle(&mut free);
        free.truncate(1 + random.below(MOST_FREE));
        let nodes = FEWEST_NODES << random.below(MORE_NODES);
        self.effort = Effort { moves: self.goal != Metric::Pushes, fine: random.one_in(4), nodes };
        self.shorten(part, &free, budget);
    }

    /// Puts one turn of a part elsewhere in it, if the pushes can be played in that order.
    fn put_elsewhere(&mut self, part: Range<usize>, random: &mut Random) {
        let turns = turns(&self.line, part);
        let (from, to) = (random.below(turns.len()), random.below(turns.len()));
        let mut pushes = self.line.pushes.clone();
        let n = turns[from].len();
        match from.cmp(&to) {
            std::cmp::Ordering::Less => pushes[turns[from].start..turns[to].end].rotate_left(n),
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => pushes[turns[to].start..turns[from].end].rotate_right(n),
        }
        if let Some(line) = Line::new(self.board, self.map, pushes) {
            self.line = line;
        }
    }
}

/// The turns of a part: pushes of one box in a row.
fn turns(line: &Line, part: Range<usize>) -> Vec<Range<usize>> {
    let mut turns = Vec::new();
    let mut from = part.start;
    while from < part.end {
        let turn = from..line.window(from, 1).end.min(part.end);
        from = turn.end;
        turns.push(turn);
    }
    turns
}

#[cfg(test)]
mod tests {
    use ground::kernel::Map;
    use oracle::random_boards;

    use super::*;
    use crate::Engine;
    use crate::optimizer::tests::found;
    use crate::optimizer::window::Walks;

    /// However the order is stirred, it is a solution with the same pushes, and orders differ.
    #[test]
    fn another_order_is_a_solution_with_as_many_pushes() {
        let mut changed = 0;
        for board in random_boards(7, 200) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let (map, mut random) = (Map::new(&board), Random::new(1, 0));
            let (line, walks) =
                (Line::new(&board, &map, pushes.clone()).unwrap(), Walks::new(&map));
            let mut schedule =
                Schedule::new(&board, &map, &walks, line, Metric::Pushes, &Budget::unlimited());
            if schedule.line.len() == 0 {
                continue;
            }
            for _ in 0..20 {
                schedule.put_elsewhere(0..pushes.len(), &mut random);
                let now = &schedule.line.pushes;
                assert!(Line::new(&board, &map, now.clone()).is_some());
                let mut sorted = [now.clone(), pushes.clone()];
                sorted.iter_mut().for_each(|it| it.sort_by_key(|it| (it.from, it.dir.index())));
                assert_eq!(sorted[0], sorted[1]);
                changed += usize::from(*now != pushes);
            }
        }
        assert!(changed > 50, "{changed}");
    }

    #[test]
    fn turns_are_the_pushes_of_one_box_in_a_row() {
        let board = random_boards(7, 50).into_iter().find_map(|board| {
            let pushes = found(&board, Engine::Pull, None)?;
            (pushes.len() > 4).then_some((board, pushes))
        });
        let (board, pushes) = board.expect("a board with a solution of some length");
        let line = Line::new(&board, &Map::new(&board), pushes).unwrap();
        let turns = turns(&line, 1..line.len());
        assert_eq!(turns.iter().map(Range::len).sum::<usize>(), line.len() - 1);
        for turn in &turns {
            assert!(line.movers[turn.clone()].iter().all(|it| *it == line.movers[turn.start]));
        }
        assert!(turns.windows(2).all(|it| line.movers[it[0].start] != line.movers[it[1].start]));
    }
}
