//! What two boxes cost beyond their lone distances, whatever goals they go to.
//!
//! All positions of two boxes with the zone of the player form one graph; a search backwards from
//! each pair of goals gives the number of pushes from every position to it. The extra of a position
//! is the least, over all pairs of goals, of these pushes minus the two lone distances.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::{Extras, LOST};
use crate::analysis::{Analysis, FAR};
use crate::kernel::{Map, Reach};

/// Boards with more squares than this get no table.
const MOST_SQUARES: usize = 240;

/// The table of pairs; `None` on large boards.
pub(super) fn table(analysis: &Analysis, budget: &mut Budget) -> Result<Option<Extras>, Stop> {
    let map = &analysis.map;
    if map.n_squares() > MOST_SQUARES {
        return Ok(None);
    }
    let squares: Vec<_> = analysis.live.iter().collect();
    let Some(mut extras) = Extras::new(map.n_squares(), squares) else { return Ok(None) };
    if !extras.add_table(usize::MAX) {
        return Ok(None);
    }
    let graph = Graph::new(map, &extras, budget)?;
    let goals: Vec<(usize, Square)> = map.goals().iter().enumerate().collect();
    let mut least = vec![LOST; graph.positions.len()];
    let mut pushes = Vec::new();
    for (i, &first) in goals.iter().enumerate() {
        for &second in &goals[..i] {
            budget.look()?;
            graph.search(&extras, second.1, first.1, &mut pushes);
            graph.take_least(analysis, &extras, [second.0, first.0], &pushes, &mut least);
        }
    }
    for (position, &extra) in graph.positions.iter().zip(&least) {
        for &player in &graph.squares[position.squares.0 as usize..position.squares.1 as usize] {
            *extras.extra_mut(&position.boxes, player) = extra;
        }
    }
    extras.seal(budget)?;
    Ok(Some(extras))
}

/// Two boxes and a zone of the player.
struct Pair {
    /// Numbers of the squares of the boxes, ascending.
    boxes: [u8; 2],
    /// Where the squares of the player's zone are listed.
    squares: (u32, u32),
    /// Where the pulls are listed.
    pulls: (u32, u32),
}

/// All positions of two boxes and the pulls between them.
struct Graph {
    positions: Vec<Pair>,
    squares: Vec<Square>,
    /// The position a pull leads to, and whether the boxes swap their order.
    pulls: Vec<(u32, bool)>,
}

impl Graph {
    fn new(map: &Map, extras: &Extras, budget: &mut Budget) -> Result<Graph, Stop> {
        let mut graph = Graph { positions: Vec::new(), squares: Vec::new(), pulls: Vec::new() };
        let n = extras.squares.len();
        // The position with a pair of boxes and the player on a square.
        let mut position_of = vec![u32::MAX; n * n * map.n_squares()];
        let place = |boxes: [u8; 2], player: Square| {
            (boxes[0] as usize * n + boxes[1] as usize) * map.n_squares() + player.index()
        };
        let mut reach = Reach::new(map);
        for b in 0..n as u8 {
            for a in 0..b {
                budget.poll()?;
                let occupied = map.occupied([a, b].map(|i| extras.squares[i as usize]));
                for player in map.squares().filter(|&player| !occupied.contains(player)) {
                    if position_of[place([a, b], player)] != u32::MAX {
                        continue;
                    }
                    reach.flood(map, &occupied, player);
                    let from = graph.squares.len() as u32;
                    for &square in reach.squares() {
                        position_of[place([a, b], square)] = graph.positions.len() as u32;
                        graph.squares.push(square);
                    }
                    let squares = (from, graph.squares.len() as u32);
                    graph.positions.push(Pair { boxes: [a, b], squares, pulls: (0, 0) });
                }
            }
        }
        for number in 0..graph.positions.len() {
            budget.poll()?;
            let Pair { boxes, .. } = graph.positions[number];
            let from = graph.pulls.len() as u32;
            for i in 0..2 {
                let (at, other) = (extras.squares[boxes[i] as usize], boxes[1 - i]);
                for dir in Dir::ALL {
                    let to = map.next(at, dir);
                    let ends = map.next(to, dir);
                    let barred =
                        |square| map.is_wall(square) || square == extras.squares[other as usize];
                    let Some(new) = extras.number(to).filter(|_| !barred(to) && !barred(ends))
                    else {
                        continue;
                    };
                    if position_of[place(boxes, to)] != number as u32 {
                        continue;
                    }
                    let sorted = [new.min(other), new.max(other)];
                    // The first box stays first unless it passes the other.
                    let swaps = (new < other) != (boxes[i] < other);
                    graph.pulls.push((position_of[place(sorted, ends)], swaps));
                }
            }
            graph.positions[number].pulls = (from, graph.pulls.len() as u32);
        }
        Ok(graph)
    }

    /// The fewest pushes from every position to two goals. In entry `2 * position` the first box
    /// goes to `low`, in entry `2 * position + 1` the second.
    fn search(&self, extras: &Extras, low: Square, high: Square, pushes: &mut Vec<u16>) {
        pushes.clear();
        pushes.resize(self.positions.len() * 2, FAR);
        let (Some(low), Some(high)) = (extras.number(low), extras.number(high)) else { return };
        let home = [low, high];
        let home = self.positions.iter().enumerate().filter(|(_, at)| at.boxes == home);
        let mut queue: Vec<u32> = home.map(|(number, _)| number as u32 * 2).collect();
        for &start in &queue {
            pushes[start as usize] = 0;
        }
        let mut head = 0;
        while head < queue.len() {
            let at = queue[head];
            head += 1;
            let (from, to) = self.positions[at as usize / 2].pulls;
            for &(position, swaps) in &self.pulls[from as usize..to as usize] {
                let next = (position * 2 + at % 2) ^ u32::from(swaps);
                if pushes[next as usize] == FAR {
                    pushes[next as usize] = pushes[at as usize] + 1;
                    queue.push(next);
                }
            }
        }
    }

    /// Notes the extras for one pair of goals, given as columns of the distances, where they are
    /// less than those known.
    fn take_least(
        &self,
        analysis: &Analysis,
        extras: &Extras,
        goals: [usize; 2],
        pushes: &[u16],
        least: &mut [u8],
    ) {
        for (number, position) in self.positions.iter().enumerate() {
            if pushes[2 * number] == FAR && pushes[2 * number + 1] == FAR {
                continue;
            }
            let player = self.squares[position.squares.0 as usize];
            let [a, b] = position.boxes.map(|i| {
                let square = extras.squares[i as usize];
                analysis.to_goals.row(square, analysis.side(square, player))
            });
            for (swapped, lone) in
                [(0, (a[goals[0]], b[goals[1]])), (1, (a[goals[1]], b[goals[0]]))]
            {
                let together = pushes[2 * number + swapped];
                if together != FAR {
                    debug_assert!(lone.0 != FAR && lone.1 != FAR);
                    let extra = (together - lone.0 - lone.1).min(u16::from(LOST) - 1) as u8;
                    least[number] = least[number].min(extra);
                }
            }
        }
    }
}
