//! Reverse play: from the solved position backwards, by pulls, to positions that are far from it.
//!
//! The search starts with every box on a goal and the player in each of the zones that remain. A
//! pull is a push taken back, so whatever is reached by pulls can be solved by the same pushes in
//! reverse order: every level made here is solvable by construction.
//!
//! Layer by layer, the depth of a state is its exact distance, in pushes, to the solved position —
//! as long as every state of the previous layers was expanded. Once a quarter of the allowed states
//! is used, a wide layer is cut down to a beam and deeper layers are only upper bounds;
//! [`Reverse::is_exact`] says which. The beam keeps states whose boxes are far from all goals and
//! whose path changes boxes often, with some noise for variety.
//!
//! Taking boxes from goals backwards, to the state hardest to undo, goes back to Murase, Matsubara
//! and Hiraga ("Automatic Making of Sokoban Problems", 1996) and Taylor and Parberry (2011), who
//! look for the farthest state. Cost: one flood of the room per state; 20 bytes per state and two
//! more per box, besides the table.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use search::Random;
use search::{Budget, Stop};
use sokoban::{Board, Dir, Push, Square, SquareSet, Walker};

/// How many states reverse play may keep, and how wide it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Most states.
    pub(super) states: usize,
    /// Most states expanded in one layer, once a quarter of the states is used.
    pub(super) beam: usize,
}

/// Marks "no box pulled yet".
const NONE: u16 = u16::MAX;

/// One state met by reverse play. Its boxes are kept separately, see [`Reverse::boxes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulled {
    parent: u32,
    /// Pulls from the solved position.
    pub(super) depth: u16,
    /// How often the box pulled last changed on the way here.
    pub(super) changes: u16,
    /// Where the box pulled last stands now.
    last: u16,
    /// The direction in which the box would be pushed to take the pull back.
    dir: Dir,
    /// One bit for each goal whose box has been pulled away on the way here.
    moved: u32,
}

impl Pulled {
    /// How many boxes were pulled at least once.
    pub(super) fn n_moved(self) -> u32 {
        self.moved.count_ones()
    }
}

/// All states met by reverse play on one board.
pub(super) struct Reverse<'a> {
    board: &'a Board,
    stride: usize,
    /// Boxes in ascending order, then the lowest square of the player's zone, for each state.
    squares: Vec<u16>,
    states: Vec<Pulled>,
    table: HashTable<u32>,
    hasher: foldhash::quality::FixedState,
    exact_depth: u16,
    /// The bit of each goal in [`Pulled::moved`]; 0 for other squares.
    goal_bits: Vec<u32>,
}

/// Plays backwards from the start of `board`, which must be solved, as far as `reach` allows.
pub(super) fn search<'a>(
    board: &'a Board,
    reach: Reach,
    random: &mut Random,
    budget: &mut Budget,
) -> Result<Reverse<'a>, Stop> {
    debug_assert!(board.is_solved(&board.start()));
    let mut reverse = Reverse::new(board);
    let far = distances(board);
    let mut walker = Walker::new(board);
    let mut layer = 0..reverse.states.len();
    let mut frontier: Vec<u32> = layer.clone().map(|i| i as u32).collect();
    while !frontier.is_empty() && reverse.states.len() < reach.states {
        let depth = reverse.states[frontier[0] as usize].depth;
        if reverse.states.len() > reach.states / 4 && frontier.len() > reach.beam {
            // States one pull beyond a cut layer are still exact: all nearer ones are known.
            reverse.exact_depth = reverse.exact_depth.min(depth.saturating_add(1));
            reverse.cut(&mut frontier, reach.beam, &far, random);
        }
        for &state in &frontier {
            budget.tick()?;
            reverse.expand(state, &mut walker);
            if reverse.states.len() >= reach.states {
                reverse.exact_depth = reverse.exact_depth.min(depth.saturating_add(1));
                break;
            }
        }
        layer = layer.end..reverse.states.len();
        frontier.clear();
        frontier.extend(layer.clone().map(|i| i as u32));
    }
    Ok(reverse)
}

impl<'a> Reverse<'a> {
    /// The solved position, once for each zone the player can be in.
    fn new(board: &'a Board) -> Reverse<'a> {
        let mut reverse = Reverse {
            board,
            stride: board.n_boxes() + 1,
            squares: Vec::new(),
            states: Vec::new(),
            table: HashTable::new(),
            hasher: foldhash::quality::FixedState::default(),
            exact_depth: u16::MAX,
            goal_bits: vec![0; board.n_squares()],
        };
        for (i, goal) in board.goals().iter().enumerate() {
            reverse.goal_bits[goal.index()] = 1 << i;
        }
        let start = board.start();
        let set = start.box_set(board);
        let mut walker = Walker::new(board);
        let mut entry: Vec<u16> = start.boxes.iter().map(|square| square.0).collect();
        entry.push(0);
        let root = Pulled { parent: 0, depth: 0, changes: 0, last: NONE, dir: Dir::Up, moved: 0 };
        for square in board.squares().filter(|&square| !set.contains(square)) {
            entry[reverse.stride - 1] = walker.flood(board, &set, square).0;
            reverse.insert(&entry, root);
        }
        reverse
    }

    /// How many states are known.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// One state.
    pub(super) fn state(&self, index: usize) -> Pulled {
        self.states[index]
    }

    /// Whether the depth of a state is its distance to the solved position.
    pub(super) fn is_exact(&self, index: usize) -> bool {
        self.states[index].depth <= self.exact_depth
    }

    /// The boxes of a state.
    pub(super) fn boxes(&self, index: usize) -> Vec<Square> {
        let entry = self.entry(index as u32);
        entry[..self.stride - 1].iter().map(|&square| Square(square)).collect()
    }

    /// The lowest square of the player's zone.
    pub(super) fn zone(&self, index: usize) -> Square {
        Square(self.entry(index as u32)[self.stride - 1])
    }

    /// The pushes that solve a state: its pulls taken back, last one first.
    pub(super) fn pushes(&self, index: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = self.states[index];
        while at.last != NONE {
            pushes.push(Push { from: Square(at.last), dir: at.dir });
            at = self.states[at.parent as usize];
        }
        pushes
    }

    fn entry(&self, state: u32) -> &[u16] {
        &self.squares[state as usize * self.stride..][..self.stride]
    }

    /// Adds a state. A known one is kept, but of two ways of equal length the one with fewer box
    /// changes is remembered; the layer it is in is complete before the next one begins.
    fn insert(&mut self, entry: &[u16], state: Pulled) {
        let Reverse { squares, table, hasher, stride, .. } = self;
        let of = |i: u32| &squares[i as usize * *stride..][..*stride];
        let hash = hasher.hash_one(entry);
        if let Some(&known) = table.find(hash, |&i| of(i) == entry) {
            let known = &mut self.states[known as usize];
            if known.depth == state.depth && known.changes > state.changes {
                *known = state;
            }
            return;
        }
        table.insert_unique(hash, self.states.len() as u32, |&i| hasher.hash_one(of(i)));
        self.squares.extend_from_slice(entry);
        self.states.push(state);
    }

    /// Adds every state one pull away, ordered by box and then by direction.
    fn expand(&mut self, index: u32, walker: &mut Walker) {
        let board = self.board;
        let entry = self.entry(index).to_vec();
        let from = self.states[index as usize];
        let n = self.stride - 1;
        let squares: Vec<Square> = entry[..n].iter().map(|&square| Square(square)).collect();
        let mut set = SquareSet::from_squares(board.n_squares(), &squares);
        let pulls = pulls(board, &squares, &set, Square(entry[n]), walker);
        let mut next = entry.clone();
        for (box_idx, dir, to, player) in pulls {
            set.remove(squares[box_idx]);
            set.insert(to);
            next.copy_from_slice(&entry);
            next[box_idx] = to.0;
            next[..n].sort_unstable();
            next[n] = walker.flood(board, &set, player).0;
            set.remove(to);
            set.insert(squares[box_idx]);
            let changed = from.last != NONE && from.last != entry[box_idx];
            let state = Pulled {
                parent: index,
                depth: from.depth.saturating_add(1),
                changes: from.changes.saturating_add(changed.into()),
                last: to.0,
                dir: dir.opposite(),
                moved: from.moved | self.goal_bits[squares[box_idx].index()],
            };
            self.insert(&next, state);
        }
    }

    /// Cuts a layer down to the beam.
    fn cut(&self, layer: &mut Vec<u32>, beam: usize, far: &[u16], random: &mut Random) {
        let mut ranked: Vec<(usize, u32)> = layer
            .iter()
            .map(|&state| {
                let boxes = &self.entry(state)[..self.stride - 1];
                let away: usize = boxes.iter().map(|&square| far[square as usize] as usize).sum();
                let changes = self.states[state as usize].changes as usize;
                (2 * away + 3 * changes + random.below(32), state)
            })
            .collect();
        ranked.sort_unstable_by_key(|&(rank, state)| (std::cmp::Reverse(rank), state));
        ranked.truncate(beam);
        layer.clear();
        layer.extend(ranked.iter().map(|&(_, state)| state));
        layer.sort_unstable();
    }
}

/// The pulls possible now: box, direction, where the box goes, where the player ends.
fn pulls(
    board: &Board,
    boxes: &[Square],
    set: &SquareSet,
    player: Square,
    walker: &mut Walker,
) -> Vec<(usize, Dir, Square, Square)> {
    walker.flood(board, set, player);
    let mut pulls = Vec::new();
    for (box_idx, &from) in boxes.iter().enumerate() {
        for dir in Dir::ALL {
            if let Some(to) = board.neighbor(from, dir)
                && walker.reached(to)
                && let Some(player) = board.neighbor(to, dir)
                && !set.contains(player)
            {
                pulls.push((box_idx, dir, to, player));
            }
        }
    }
    pulls
}

/// Pulls from the nearest goal to each square for a box that is alone, wherever the player is.
pub(super) fn distances(board: &Board) -> Vec<u16> {
    let mut far = vec![0; board.n_squares()];
    let mut queue: Vec<Square> = board.goals().iter().collect();
    let mut seen = board.goals().clone();
    let mut head = 0;
    while head < queue.len() {
        let from = queue[head];
        head += 1;
        for dir in Dir::ALL {
            if let Some(to) = board.neighbor(from, dir)
                && board.neighbor(to, dir).is_some()
                && seen.insert(to)
            {
                far[to.index()] = far[from.index()] + 1;
                queue.push(to);
            }
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use sokoban::{Level, State};

    use super::*;

    const REACH: Reach = Reach { states: 20_000, beam: 1_000 };

    fn solved(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).unwrap()).unwrap()
    }

    #[test]
    fn every_state_is_solved_by_its_pulls_taken_back() {
        let edge = "########";
        let row = "#      #";
        let board = solved(&[edge, row, "#  *@  #", "# #*   #", row, row, row, edge]);
        let mut random = Random::new(0, 0);
        let reverse = search(&board, REACH, &mut random, &mut Budget::unlimited()).unwrap();
        assert!(reverse.len() > 100, "{}", reverse.len());
        let mut walker = Walker::new(&board);
        for i in 0..reverse.len() {
            let start = State { boxes: reverse.boxes(i), player: reverse.zone(i) };
            let pushes = reverse.pushes(i);
            let solution = walker.walk_pushes(&board, &start, &pushes).expect("pushes play");
            let mut state = start;
            state.play(&board, &solution.to_string()).unwrap();
            assert!(board.is_solved(&state));
            assert_eq!(pushes.len(), reverse.state(i).depth as usize);
            let mut at = reverse.boxes(i);
            let mut moved = [0, 0];
            for push in pushes {
                let box_idx = at.iter().position(|&square| square == push.from).unwrap();
                at[box_idx] = board.neighbor(push.from, push.dir).unwrap();
                moved[box_idx] = 1;
            }
            assert_eq!(moved.iter().sum::<u32>(), reverse.state(i).n_moved());
        }
    }

    #[test]
    fn a_beam_is_not_called_exact() {
        let row = "#           #";
        let board = solved(&["#############", "# *****@    #", row, row, row, "#############"]);
        let mut random = Random::new(0, 0);
        let reverse = search(&board, REACH, &mut random, &mut Budget::unlimited()).unwrap();
        let deepest = reverse.state(reverse.len() - 1).depth;
        assert!(deepest > reverse.exact_depth, "{deepest} {}", reverse.exact_depth);
        assert!(reverse.is_exact(0) && !reverse.is_exact(reverse.len() - 1));
    }

    #[test]
    fn a_stopped_budget_is_passed_on() {
        let board = solved(&["#####", "#@* #", "#####"]);
        let limits = search::Limits { nodes: Some(0), ..Default::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let stopped = super::search(&board, REACH, &mut Random::new(0, 0), &mut budget);
        assert_eq!(stopped.err(), Some(Stop::Nodes));
    }
}
