//! Corral search: search a closed zone and its fence alone, to see whether it can be opened at all.
//!
//! ```text
//! ########     Only the boxes around the closed zone are kept; all others are taken off, so that
//! #  $$  #     the player has more room than in the game. If even then every line of pushes is
//! #@ # ..#     lost, so is the position.
//! ########
//! ```
//!
//! The search stops without a verdict as soon as the zone may be solvable:
//! - every square of it is open to the player or taken;
//! - no box is left that is off goal, and no goal inside is empty;
//! - a box from outside could be pushed onto an empty goal inside: the player has got to two
//!   squares in line with it. (The boxes taken off are not here to do that, so from this moment
//!   on the small game would say too much.)
//!
//! Boxes of the fence that are fixed for good ([`super::fixed`]) stand as walls. A box pushed out
//! of the zone and its fence is taken off too. All this only helps the player, so an exhausted
//! search proves the position lost. Verdicts are kept under the boxes, the zone and the player's
//! zone; an open verdict that is asked for often is searched again with more nodes.
//!
//! Source: Festival (Shoham), "corral deadlock"; JSoko (Meger); the second and third stops are
//! ours.
//! Cost: nanoseconds for a known corral, ten to a hundred microseconds for a new one.

use sokoban::{Dir, Square};

use super::subset_state::SubsetState;
use super::verdicts::{Answer, Verdicts};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Position, Regions};

/// Positions of a first search, and the most any search may take.
const FIRST_NODES: usize = 60;
const MOST_NODES: usize = 6_400;

/// A zone of the player under a key for the fence and the player's square.
type Remembered = ((u64, u64), Square);

/// The most zones remembered.
const MOST_ZONES: usize = 1 << 12;

/// The test with its scratch space and its verdicts.
#[derive(Clone, Debug)]
pub struct CorralSearch {
    verdicts: Verdicts,
    /// Zones of the player, see [`CorralSearch::zone`]; none until the first is asked for.
    remembered: Vec<Remembered>,
    most_zones: usize,
    zones: Vec<u16>,
    /// The squares of the closed zones.
    inside: Bits,
    /// The squares of the closed zones and of their fence.
    area: Bits,
    goals: Vec<Square>,
    fence: Vec<Square>,
    /// The wall and the boxes of the fence that never move.
    walls: Bits,
    subset: SubsetState,
    stack: Vec<u32>,
}

impl CorralSearch {
    /// Scratch space for a board, with verdicts of at most this many bytes.
    pub fn new(analysis: &Analysis, bytes: u64) -> CorralSearch {
        let map = &analysis.map;
        CorralSearch {
            verdicts: Verdicts::new(bytes, FIRST_NODES, MOST_NODES),
            remembered: Vec::new(),
            most_zones: (bytes as usize / 8 / size_of::<Remembered>()).clamp(16, MOST_ZONES),
            zones: Vec::new(),
            inside: map.no_squares(),
            area: map.no_squares(),
            goals: Vec::new(),
            fence: Vec::new(),
            walls: map.occupied([]),
            subset: SubsetState::new(analysis),
            stack: Vec::new(),
        }
    }

    /// Bytes of the verdicts and the zones remembered.
    pub fn bytes(&self) -> u64 {
        self.verdicts.bytes() + (self.remembered.len() * size_of::<Remembered>()) as u64
    }

    /// The same when all are in use.
    pub fn most_bytes(&self) -> u64 {
        self.verdicts.most_bytes() + (self.most_zones * size_of::<Remembered>()) as u64
    }

    /// Whether some closed zone, or two that share a box, can be shown to be lost. `fixed` holds
    /// the wall and any boxes known to be fixed for good.
    pub fn is_dead(
        &mut self,
        analysis: &Analysis,
        fixed: &Bits,
        position: &Position,
        regions: &Regions,
    ) -> bool {
        let outside = regions.of(position.player);
        let closed: Vec<u16> =
            (0..regions.count() as u16).filter(|&zone| zone != outside).collect();
        if closed.iter().any(|&zone| self.is_lost(analysis, fixed, position, regions, &[zone])) {
            return true;
        }
        closed.len() > 1
            && super::touching_zones(&analysis.map, position, regions, outside)
                .into_iter()
                .any(|(a, b)| self.is_lost(analysis, fixed, position, regions, &[a, b]))
    }

    /// The boxes of the last corral looked at.
    pub fn fence(&self) -> &[Square] {
        &self.fence
    }

    /// The closed squares of the last corral looked at.
    pub fn inside(&self) -> &Bits {
        &self.inside
    }

    fn is_lost(
        &mut self,
        analysis: &Analysis,
        fixed: &Bits,
        position: &Position,
        regions: &Regions,
        zones: &[u16],
    ) -> bool {
        self.zones.clear();
        self.zones.extend_from_slice(zones);
        self.enclose(analysis, fixed, position, regions);
        let map = &analysis.map;
        if self.goals.is_empty() && self.fence.iter().all(|&square| map.is_goal(square)) {
            return false;
        }
        let key = self.key(analysis, position, regions);
        let nodes = match self.verdicts.ask(key) {
            Answer::Known(dead) => return dead,
            Answer::Search(nodes) => nodes,
        };
        let (dead, used) = self.search(analysis, position.player, nodes);
        self.verdicts.tell(key, dead, used, nodes);
        dead
    }

    /// Finds the inside, the fence and the empty goals of the zones listed.
    fn enclose(
        &mut self,
        analysis: &Analysis,
        fixed: &Bits,
        position: &Position,
        regions: &Regions,
    ) {
        let map = &analysis.map;
        self.walls.clear();
        self.walls.insert(map.wall());
        self.inside.clear();
        self.area.clear();
        self.goals.clear();
        self.fence.clear();
        for &zone in &self.zones {
            for &square in regions.squares(zone) {
                self.inside.insert(square);
                self.area.insert(square);
                if map.is_goal(square) {
                    self.goals.push(square);
                }
                for near in map.near(square) {
                    if position.has_box(map, near) && !self.area.contains(near) {
                        self.area.insert(near);
                        self.fence.push(near);
                        if fixed.contains(near) {
                            self.walls.insert(near);
                        }
                    }
                }
            }
        }
    }

    /// A key for the corral: fence, zones, and the player's zone when only the fence is there.
    fn key(&mut self, analysis: &Analysis, position: &Position, regions: &Regions) -> (u64, u64) {
        let map = &analysis.map;
        let mut key = (0_u64, 0_u64);
        let mut boxes = (0_u64, 0_u64);
        for &square in &self.fence {
            let box_key = map.box_key(square);
            boxes = (boxes.0 ^ box_key, boxes.1.wrapping_add(box_key));
            let fixed = u32::from(self.walls.contains(square));
            key.0 ^= box_key ^ if fixed == 0 { 0 } else { box_key.rotate_left(29) };
            key.1 = key.1.wrapping_add(box_key.rotate_left(17 * fixed));
        }
        let player = self.zone(map, boxes, regions.squares(regions.of(position.player))[0]);
        let zones = self.zones.iter().map(|&zone| map.player_key(regions.squares(zone)[0]));
        for (i, name) in zones.chain([map.player_key(player)]).enumerate() {
            key.0 ^= name.rotate_left(7 * i as u32 + 1);
            key.1 = key.1.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(name);
        }
        key
    }

    /// The zone of the player, who stands on `player`, when only the fence is there; `boxes` is a
    /// key for the fence. The same fence comes again and again, so zones are remembered.
    fn zone(&mut self, map: &Map, boxes: (u64, u64), player: Square) -> Square {
        let from = map.player_key(player);
        let key = (boxes.0 ^ from, boxes.1.wrapping_add(from));
        if self.remembered.is_empty() {
            self.remembered = vec![((0, 0), map.wall()); self.most_zones];
        }
        let slot = key.0 as usize % self.most_zones;
        if self.remembered[slot].0 != key {
            self.subset.place(map, &self.fence);
            let zone = self.subset.reach.name(map, self.subset.position.occupied(), player);
            self.remembered[slot] = (key, zone);
        }
        self.remembered[slot].1
    }

    /// Plays the fence alone; returns whether all lines are lost, and how many positions were met.
    fn search(&mut self, analysis: &Analysis, player: Square, nodes: usize) -> (bool, usize) {
        self.subset.begin(&analysis.map, &self.fence);
        self.stack.clear();
        self.subset.freeze.set_walls(&self.walls);
        self.stack.extend(self.subset.note(&analysis.map, player));
        while let Some(number) = self.stack.pop() {
            if self.subset.met() > nodes || self.may_turn_out_well(analysis, number) {
                return (false, self.subset.met());
            }
            self.subset.expand(analysis, &self.walls, &self.area, &mut self.stack);
        }
        (true, self.subset.met())
    }

    /// Loads a position; returns whether the search must stop there.
    fn may_turn_out_well(&mut self, analysis: &Analysis, number: u32) -> bool {
        let map = &analysis.map;
        self.subset.load(map, number);
        self.subset.flood(map);
        let small = &self.subset.position;
        let empty = |goal: &&Square| !small.is_occupied(**goal);
        let mut empty_goals = self.goals.iter().filter(empty).peekable();
        if empty_goals.peek().is_none() && small.is_solved(map) {
            return true;
        }
        let from_outside = |&goal: &Square| {
            Dir::ALL.iter().any(|&dir| {
                let beside = map.next(goal, dir);
                self.subset.reach.reached(beside)
                    && self.subset.reach.reached(map.next(beside, dir))
            })
        };
        empty_goals.any(from_outside)
            || self
                .inside
                .iter()
                .all(|square| self.subset.reach.reached(square) || small.is_occupied(square))
    }
}
