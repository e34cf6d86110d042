//! Where a lone box can be pushed or pulled, and how far that is.
//!
//! A state is (square of the box, side on which the player stands). Steps are *shifts* to another
//! side in the same region of the player, and pushes or pulls. The search is breadth-first over
//! both kinds of steps, and the distance kept is the number of pushes of the path found first; it
//! is therefore not always the least number of pushes. Plans and features were designed on these
//! numbers (Festival, Y. Shoham), so this engine keeps them; lower bounds must not use them.
//!
//! Cost: linear in the squares per search.

use crate::kernel::{Map, Zones};

/// The distance of what cannot be reached.
pub const FAR: u16 = u16::MAX;

/// Which way the box goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The player pushes.
    Push,
    /// The player pulls.
    Pull,
}

/// Scratch space for lone-box searches on one field, for one set of walls at a time.
#[derive(Clone, Debug)]
pub struct Lone {
    zones: Zones,
    occupied: Vec<u8>,
    /// Region of the player per (square, side); `FAR` where the player cannot stand.
    region: Vec<[u16; 4]>,
    pushes: Vec<u16>,
    queue: Vec<(u16, u8)>,
    /// The answer: per square, over all sides.
    distance: Vec<u16>,
}

impl Lone {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Lone {
        let n = map.n_squares();
        Lone {
            zones: Zones::new(map),
            occupied: vec![0; n + 1],
            region: vec![[FAR; 4]; n],
            pushes: vec![FAR; 4 * n],
            queue: Vec::with_capacity(4 * n),
            distance: vec![FAR; n + 1],
        }
    }

    /// Takes the squares with a nonzero entry as walls, besides the real ones.
    pub fn set_walls(&mut self, map: &Map, next: &[[u16; 4]], walls: &[u8]) {
        self.occupied.copy_from_slice(walls);
        self.zones.find_where(map, |square| walls[square.index()] == 0);
        for q in 0..self.region.len() {
            if walls[q] != 0 {
                continue;
            }
            for (side, &x) in next[q].iter().enumerate() {
                self.region[q][side] = if walls[x as usize] != 0 {
                    FAR
                } else {
                    self.zones.zone_without(map, q as u16, x).0
                };
            }
        }
    }

    /// Searches from all of `sources` at once, with the player on any side of the box.
    pub fn search(&mut self, next: &[[u16; 4]], sources: &[u16], way: Way) -> &[u16] {
        self.pushes.fill(FAR);
        self.distance.fill(FAR);
        self.queue.clear();
        for &source in sources {
            if self.occupied[source as usize] != 0 {
                continue;
            }
            self.distance[source as usize] = 0;
            for side in 0..4 {
                if self.region[source as usize][side] != FAR {
                    self.visit(source, side, 0);
                }
            }
        }
        let mut head = 0;
        while head < self.queue.len() {
            let (q, side) = self.queue[head];
            let (square, side) = (q as usize, side as usize);
            head += 1;
            let pushes = self.pushes[4 * square + side];
            for other in 0..4 {
                if self.region[square][other] == self.region[square][side] {
                    self.visit(q, other, pushes);
                }
            }
            match way {
                Way::Push => {
                    let to = next[square][side ^ 2];
                    if self.occupied[to as usize] == 0 {
                        self.visit(to, side, pushes + 1);
                    }
                }
                Way::Pull => {
                    let to = next[square][side];
                    if self.occupied[next[to as usize][side] as usize] == 0 {
                        self.visit(to, side, pushes + 1);
                    }
                }
            }
        }
        &self.distance
    }

    #[inline]
    fn visit(&mut self, square: u16, side: usize, pushes: u16) {
        let slot = &mut self.pushes[4 * square as usize + side];
        if *slot == FAR {
            *slot = pushes;
            let best = &mut self.distance[square as usize];
            *best = (*best).min(pushes);
            self.queue.push((square, side as u8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fess::field::tests::field;

    #[test]
    fn a_box_in_a_corridor_goes_both_ways_only_if_the_player_can_turn() {
        let field = field(&["#########", "#@ $   .#", "#########"]);
        let n = field.n_squares();
        let mut lone = Lone::new(field.map());
        let mut walls = vec![0; n + 1];
        walls[n] = 1;
        lone.set_walls(field.map(), field.next(), &walls);
        let from = field.start_boxes()[0];
        // Player anywhere: both directions, but never to the ends where no player fits behind.
        let push = lone.search(field.next(), &[from], Way::Push).to_vec();
        assert_eq!(push[..n], [2, 1, 0, 1, 2, 3, 4][..n]);
        let pull = lone.search(field.next(), &[from], Way::Pull).to_vec();
        assert_eq!(pull[..n], [FAR, 1, 0, 1, 2, 3, FAR][..n]);
    }
}
