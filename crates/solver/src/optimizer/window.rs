//! A window of a solution with some boxes set free: what is kept, and the least that is needed.

use ground::analysis::{FAR, LoneBox};
use ground::kernel::{Bits, Map, Mode, Steps, Zones};
use search::Metric;
use sokoban::{Push, Square};

use super::reroute::MOST_FREE;

/// A window and the boxes set free in it.
pub(super) struct Job<'j> {
    /// Where all boxes stand when the window begins, by number.
    pub(super) places: &'j [Square],
    /// The player when the window begins.
    pub(super) player: Square,
    /// The old pushes.
    pub(super) pushes: &'j [Push],
    /// The numbers of the boxes they move.
    pub(super) movers: &'j [u16],
    /// The boxes set free.
    pub(super) free: &'j [u16],
    /// Where the player must be at the end, if that matters: anywhere in the zone of this square,
    /// or on it when moves are counted.
    pub(super) end: Option<Square>,
    /// What is to be made shorter: pushes, and walks do not count, or moves.
    pub(super) metric: Metric,
    /// When moves are counted: no more pushes of free boxes than this.
    pub(super) most_pushes: u32,
    /// The number of old pushes of the free boxes or, when moves are counted, of all old moves.
    pub(super) old: u32,
    /// Whether free boxes may be pushed between any two kept pushes, and not only where another
    /// box's turn begins.
    pub(super) fine: bool,
}

/// Walking distances between all squares of a board without boxes.
pub(super) struct Walks {
    n: usize,
    table: Vec<u16>,
}

/// Boards with more squares than this do without the table: it would take over 4 MB.
const MOST_SQUARES: usize = 1_500;

impl Walks {
    /// The distances of a map.
    pub(super) fn new(map: &Map) -> Walks {
        let n = map.n_squares();
        let mut table = Vec::new();
        if n <= MOST_SQUARES {
            let (mut steps, empty) = (Steps::new(map), map.occupied([]));
            for from in map.squares() {
                steps.walk(map, &empty, from);
                let to = |to| steps.to(to).map_or(0, |walk| walk as u16);
                table.extend(map.squares().map(to));
            }
        }
        Walks { n, table }
    }

    /// The least number of steps from one square to another.
    #[inline]
    fn least(&self, from: Square, to: Square) -> u32 {
        self.table.get(from.index() * self.n + to.index()).map_or(0, |&walk| u32::from(walk))
    }
}

/// A job prepared for the search. Made once, filled anew for every job.
pub(super) struct Window<'a> {
    map: &'a Map,
    walks: &'a Walks,
    /// The pushes of the boxes that are not free.
    kept: Vec<Push>,
    /// For each kept push, the number of kept pushes made when its turn ends.
    turn_ends: Vec<u32>,
    /// Before each kept push, the least number of moves to the end.
    moves_left: Vec<u32>,
    /// The boxes that are not free, with the wall, after each number of kept pushes.
    others: Vec<Bits>,
    /// Where the free boxes must end, in ascending order.
    targets: Vec<Square>,
    /// For each target, the pushes of a lone box from every square and side.
    distances: Vec<Vec<u16>>,
    /// Zones among the boxes that stand still, without and with a lone box.
    zones: Zones,
    sides: Vec<[Square; 4]>,
    lone_queue: Vec<(Square, u8)>,
}

impl<'a> Window<'a> {
    pub(super) fn new(map: &'a Map, walks: &'a Walks) -> Window<'a> {
        Window {
            map,
            walks,
            kept: Vec::new(),
            turn_ends: Vec::new(),
            moves_left: Vec::new(),
            others: Vec::new(),
            targets: Vec::new(),
            distances: Vec::new(),
            zones: Zones::new(map),
            sides: Vec::new(),
            lone_queue: Vec::new(),
        }
    }

    /// Splits the pushes of a job into kept and free ones and computes the least that the free
    /// boxes need.
    pub(super) fn prepare(&mut self, job: &Job) {
        let map = self.map;
        let is_free = |mover: u16| job.free.contains(&mover);
        let mut places = job.places.to_vec();
        let stay = places.iter().enumerate().filter(|&(i, _)| !is_free(i as u16));
        let mut now = map.occupied(stay.map(|(_, &at)| at));
        let mut still = now.clone();
        self.kept.clear();
        self.turn_ends.clear();
        self.note(0, &now);
        let mut last = None;
        for (&push, &mover) in job.pushes.iter().zip(job.movers) {
            let to = map.next(push.from, push.dir);
            places[mover as usize] = to;
            if !is_free(mover) {
                if job.fine || last != Some(mover) {
                    self.end_turn();
                }
                self.kept.push(push);
                now.remove(push.from);
                now.insert(to);
                still.remove(push.from);
                self.note(self.kept.len(), &now);
            }
            last = Some(mover);
        }
        self.end_turn();
        self.targets.clear();
        self.targets.extend(job.free.iter().map(|&i| places[i as usize]));
        self.targets.sort_unstable();
        self.measure(&still);
        self.count_moves_left();
    }

    fn end_turn(&mut self) {
        self.turn_ends.resize(self.kept.len(), self.kept.len() as u32);
    }

    fn note(&mut self, made: usize, now: &Bits) {
        match self.others.get_mut(made) {
            Some(bits) => bits.copy_from(now),
            None => self.others.push(now.clone()),
        }
    }

    /// Pushes of a lone box to every target; only boxes that stand still in the window are walls.
    fn measure(&mut self, still: &Bits) {
        let map = self.map;
        let lone = LoneBox::new(map, still);
        self.zones.find(map, still);
        self.sides.clear();
        self.sides.extend(map.squares().map(|square| lone.sides(square)));
        let rows = (map.n_squares() + 1) * 4;
        self.distances
            .resize_with(self.targets.len().max(self.distances.len()), || vec![FAR; rows]);
        for (&target, out) in self.targets.iter().zip(&mut self.distances) {
            lone.search(map, Mode::Pull, [target], &mut self.lone_queue, out);
        }
    }

    /// Walks between kept pushes are no shorter than on the board without boxes, whatever the
    /// player pushes on his way.
    fn count_moves_left(&mut self) {
        self.moves_left.clear();
        self.moves_left.resize(self.kept.len() + 1, 0);
        for i in (0..self.kept.len()).rev() {
            let next = self.kept.get(i + 1);
            let walk =
                next.map_or(0, |&next| self.walks.least(self.kept[i].from, self.behind(next)));
            self.moves_left[i] = self.moves_left[i + 1] + 1 + walk;
        }
    }

    /// Where the player stands before a push.
    #[inline]
    pub(super) fn behind(&self, push: Push) -> Square {
        self.map.next(push.from, push.dir.opposite())
    }

    /// Number of kept pushes.
    pub(super) fn n_kept(&self) -> u32 {
        self.kept.len() as u32
    }

    /// The kept pushes of the turn that comes next after `made` of them.
    pub(super) fn turn(&self, made: u32) -> &[Push] {
        match self.turn_ends.get(made as usize) {
            Some(&end) => &self.kept[made as usize..end as usize],
            None => &[],
        }
    }

    /// The kept pushes from number `from` up to number `to`.
    pub(super) fn kept(&self, from: u32, to: u32) -> &[Push] {
        &self.kept[from as usize..to as usize]
    }

    /// Where the free boxes must end, in ascending order.
    pub(super) fn targets(&self) -> &[Square] {
        &self.targets
    }

    /// Notes in `occupied` what is occupied after `made` kept pushes, with the free boxes on
    /// `free`.
    #[inline]
    pub(super) fn occupy(&self, made: u32, free: &[Square], occupied: &mut Bits) {
        occupied.copy_from(&self.others[made as usize]);
        free.iter().for_each(|&square| occupied.insert(square));
    }

    /// The least number of moves to the end of the window when `pushes` pushes of free boxes are
    /// left.
    pub(super) fn least_moves(&self, job: &Job, made: u32, player: Square, pushes: u32) -> u32 {
        let walk = match (self.kept.get(made as usize), job.end) {
            (Some(&next), _) => self.walks.least(player, self.behind(next)),
            (None, Some(end)) => self.walks.least(player, end),
            (None, None) => 0,
        };
        (walk + self.moves_left[made as usize]).max(pushes + self.n_kept() - made)
    }

    /// The least number of pushes of free boxes to the end of the window: the cheapest assignment
    /// to the targets, found for growing sets of targets. `None` when no assignment is possible.
    pub(super) fn least_pushes(&self, free: &[Square], player: Square) -> Option<u32> {
        const NEVER: u32 = 1 << 20;
        let all = (1_usize << free.len()) - 1;
        let mut best = [NEVER; 1 << MOST_FREE];
        best[0] = 0;
        for (i, &square) in free.iter().enumerate() {
            let costs = self.costs(square, player);
            for set in (1..=all).filter(|set| set.count_ones() as usize == i + 1) {
                let with = |j: &usize| set >> j & 1 != 0;
                let cost = |j: usize| best[set & !(1 << j)] + costs[j].unwrap_or(NEVER);
                best[set] = (0..free.len()).filter(with).map(cost).min().unwrap_or(NEVER);
            }
        }
        (best[all] < NEVER).then_some(best[all])
    }

    /// Pushes from a square to each target, with the player on `player`.
    #[inline]
    fn costs(&self, square: Square, player: Square) -> [Option<u32>; MOST_FREE] {
        let zone = self.zones.zone_without(self.map, square, player);
        // A player who cannot get to the box leaves it where it is.
        let side = self.sides[square.index()].iter().position(|&side| side == zone);
        let mut costs = [None; MOST_FREE];
        for (j, (&target, distances)) in self.targets.iter().zip(&self.distances).enumerate() {
            let distance = side.map_or(FAR, |side| distances[square.index() * 4 + side]);
            costs[j] = match distance {
                _ if square == target => Some(0),
                FAR => None,
                distance => Some(u32::from(distance)),
            };
        }
        costs
    }
}
