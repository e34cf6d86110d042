//! k-distance: what must be on the board already, because no way back from the end avoids it.
//!
//! ```text
//! #######      Solved, played backwards. The box at the door can be pulled five squares away and
//! #**    #     is taken off; then so is the other one. Where that goes on until the board is
//! #**####      empty, nothing follows. Where it ends, the boxes that stay are played in all ways:
//! ####         what holds a box in all of these positions must hold one in the game.
//! ```
//!
//! With the boxes that never move as walls, the solved position is played backwards, from every zone
//! the player may end in. A box that can be pulled `k` squares is taken off at once. If the
//! play ends by itself, then a square that always held a box must hold one now, and so must as many
//! squares of every small neighbourhood as were filled at the least.
//!
//! Soundness: take any solution of the position and read it backwards from its end. Taking a box off
//! takes it out of everybody's way, so the play can follow with the boxes that are left, and comes to
//! a position whose boxes are all among those of the game.
//! Source: Festival (Shoham), "k-dist"; with `k = 1` and no play it is its retrograde test.
//! Cost: some twenty microseconds a position of a play, at most some hundred positions for every new
//! set of walls, and rationed; nanoseconds for a known set.

use sokoban::{Dir, Square};

use super::few::Few;
use crate::analysis::Analysis;
use crate::kernel::{Bits, Macros, Map, Mode, Position, Regions};

/// The distances at which boxes are taken off: the second when the first takes too long.
const DISTANCES: [u16; 2] = [5, 3];

/// Positions of a play.
const MOST_NODES: usize = 600;

/// Sets of walls of which something is known. For others nothing is found out.
const MOST_ENTRIES: usize = 500;

/// Positions of all plays for each position asked about, as a part of it, and some to begin with.
const SHARE: u64 = 2;
const FIRST: u64 = 600;

/// What is known about the end of the game with some boxes as walls.
#[derive(Clone, Debug)]
struct Entry {
    key: u64,
    walls: Bits,
    /// Squares that must hold boxes.
    forced: Bits,
    /// Neighbourhoods, and how many boxes they must hold.
    least: Vec<(Bits, usize)>,
}

/// The test with its scratch space and what is known.
#[derive(Clone, Debug)]
pub struct KDistance {
    entries: Vec<Entry>,
    /// Plus shapes and 3×3 blocks.
    shapes: Vec<Bits>,
    few: Few,
    macros: Macros,
    stack: Vec<u32>,
    nodes: u64,
    asked: u64,
}

/// How a play backwards ended.
enum End {
    /// All positions were met.
    Over(Bits, Vec<usize>),
    /// The board can be emptied: nothing follows.
    Empty,
    /// The limit came first.
    Open,
}

impl KDistance {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> KDistance {
        let map = &analysis.map;
        KDistance {
            entries: Vec::new(),
            shapes: shapes(map),
            few: Few::new(analysis),
            macros: Macros::new(map),
            stack: Vec::new(),
            nodes: 0,
            asked: 0,
        }
    }

    /// Bytes in use, at the most.
    pub fn most_bytes(&self) -> u64 {
        let set = self.shapes.first().map_or(0, |shape| shape.words().len() * 8 + 24);
        // Most sets of walls know nothing about neighbourhoods; an eighth of them is a lot.
        (MOST_ENTRIES * set * (2 + self.shapes.len() / 8)) as u64
    }

    /// Whether the position lacks boxes that must be there. `fixed` holds the wall and the boxes
    /// known to be fixed for ever, all on goals.
    pub fn is_dead(&mut self, map: &Map, fixed: &Bits, position: &Position) -> bool {
        self.asked += 1;
        let key = fixed.iter().fold(0, |key, square| key ^ map.box_key(square));
        let known = self.entries.iter().position(|old| old.key == key && old.walls == *fixed);
        let at = match known {
            Some(at) => at,
            None => {
                let may = self.nodes < FIRST + self.asked / SHARE;
                if !may || self.entries.len() == MOST_ENTRIES {
                    return false;
                }
                let entry = self.find_out(map, fixed, key);
                self.entries.push(entry);
                self.entries.len() - 1
            }
        };
        let entry = &self.entries[at];
        let occupied = position.occupied();
        let fewer = |(area, least): &(Bits, usize)| area.len_common(occupied) < *least;
        !entry.forced.is_subset(occupied) || entry.least.iter().any(fewer)
    }

    fn find_out(&mut self, map: &Map, fixed: &Bits, key: u64) -> Entry {
        let (mut forced, mut least) = (map.no_squares(), Vec::new());
        for distance in DISTANCES {
            match self.play(map, fixed, distance) {
                End::Open => continue,
                End::Empty => {}
                End::Over(always, counts) => {
                    let more = |(i, count): (usize, usize)| {
                        (count > self.shapes[i].len_common(&always))
                            .then(|| (self.shapes[i].clone(), count))
                    };
                    least = counts.into_iter().enumerate().filter_map(more).collect();
                    forced = always;
                }
            }
            break;
        }
        Entry { key, walls: fixed.clone(), forced, least }
    }

    /// Plays backwards from the solved board.
    fn play(&mut self, map: &Map, fixed: &Bits, distance: u16) -> End {
        let goals: Vec<Square> = map.goals().iter().collect();
        let mut regions = Regions::new(map);
        regions.find(map, &map.occupied(goals.iter().copied()));
        self.few.begin(map, &goals);
        self.stack.clear();
        let mut forced = map.goals().clone();
        let mut counts = vec![usize::MAX; self.shapes.len()];
        for zone in 0..regions.count() as u16 {
            self.few.place(map, &goals);
            self.note(map, fixed, distance, regions.squares(zone)[0]);
        }
        while let Some(number) = self.stack.pop() {
            self.nodes += 1;
            if self.few.met() > MOST_NODES {
                return End::Open;
            }
            self.few.load(map, number);
            let occupied = self.few.position.occupied();
            if self.few.position.boxes().iter().all(|&square| fixed.contains(square)) {
                return End::Empty;
            }
            forced.keep_only(occupied);
            for (count, shape) in counts.iter_mut().zip(&self.shapes) {
                *count = (*count).min(shape.len_common(occupied));
            }
            self.expand(map, fixed, distance);
        }
        End::Over(forced, counts)
    }

    /// Notes all positions one pull away from the one loaded.
    fn expand(&mut self, map: &Map, fixed: &Bits, distance: u16) {
        let position = self.few.position.clone();
        self.few.flood(map);
        let mut pulls = Vec::new();
        for &from in position.boxes().iter().filter(|&&from| !fixed.contains(from)) {
            for dir in Dir::ALL {
                let to = map.next(from, dir);
                let ends = map.next(to, dir);
                if self.few.reach.reached(to) && !position.is_occupied(ends) {
                    pulls.push((from, to, ends));
                }
            }
        }
        for (from, to, ends) in pulls {
            self.few.position.clone_from(&position);
            self.few.position.move_box(map, from, to);
            self.note(map, fixed, distance, ends);
        }
    }

    /// Takes off what can be pulled far enough, and lets the rest wait unless it has been met.
    fn note(&mut self, map: &Map, fixed: &Bits, distance: u16, player: Square) {
        let position = &mut self.few.position;
        position.player = player;
        let mut changed = true;
        while changed {
            changed = false;
            let mut i = 0;
            while i < position.n_boxes() {
                let square = position.boxes()[i];
                let far = !fixed.contains(square) && {
                    self.macros.explore(map, position, square, Mode::Pull, |_| true);
                    self.macros.longest() >= distance
                };
                if far {
                    position.remove_box(map, square);
                    changed = true;
                } else {
                    i += 1;
                }
            }
        }
        self.stack.extend(self.few.note(map, player));
    }
}

/// For every square, itself with its neighbours, and the nine squares around it.
fn shapes(map: &Map) -> Vec<Bits> {
    let mut shapes = Vec::new();
    for square in map.squares() {
        let floor = |near: &Square| !map.is_wall(*near);
        let plus = map.around(square).into_iter().filter(floor).chain([square]);
        let block = map.ring(square).iter().copied().filter(floor).chain([square]);
        shapes.push(Bits::from_squares(map.n_squares() + 1, plus));
        shapes.push(Bits::from_squares(map.n_squares() + 1, block));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use super::*;
    use crate::kernel::testing::board;

    fn lost(rows: &[&str]) -> bool {
        let board = board(rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let bare = analysis.map.occupied([]);
        KDistance::new(&analysis).is_dead(&analysis.map, &bare, &analysis.start)
    }

    #[test]
    fn a_goal_round_a_corner_must_be_filled_or_have_a_box_beside_it() {
        let rows =
            |corridor| ["########", corridor, "### ####", "#     .#", "# $@   #", "########"];
        // One pull from the goal is possible, but nothing gets round the corner.
        assert!(!lost(&rows("#*  ####")));
        assert!(!lost(&rows("#.$ ####")));
        let rows = ["########", "#.  ####", "### ####", "#     .#", "# $$@  #", "########"];
        assert!(lost(&rows));
    }

    #[test]
    fn nothing_follows_where_the_board_can_be_emptied() {
        assert!(!lost(&["##########", "#.  $@   #", "#        #", "#        #", "##########"]));
    }
}
