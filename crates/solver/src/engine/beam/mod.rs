//! Beam: layer by layer, push by push, with room for every number of boxes off goal.
//!
//! ```text
//! boxes off goal   4 ─ ○○○   ○○○   ○○○        Each layer is one push further than the last. The
//!                  5 ─  ○○○ ○○○○○ ○○○  ...    best positions of every row go on, as many from
//!                  6 ─   ○○○ ○○○○○ ○○         one row as from another.
//! pushes               1     2     3
//! ```
//!
//! Where most boxes stand on goals at the start and shut the player in, a dozen of them must leave
//! before the first returns for good. There, any score that counts packed boxes misleads a greedy
//! search. Here a position competes only with those that have as many boxes off goal, so boxes can
//! still leave their goals; and all have had the same number of pushes, so a position that packs
//! quickly does not keep the others waiting. Within a row the score favours short ways to the
//! goals, few zones and plenty of room for the player.
//!
//! On a board with a symmetry, only one of a position and its mirror images is kept ([`Twins`]).
//!
//! When a beam dies out or exceeds its layers, another of twice the width begins.
//!
//! Soundness: what one beam prunes, a later one may try. If a beam dies out without having pruned
//! anything, there is no solution, provided the techniques keep completeness. Source: beam search
//! is folklore (R. Reddy, Harpy, 1976); rows of equal size are our form of the cells of Shoham and
//! Schaeffer's FESS, with the layers of breadth-first search. Cost: the zones and a matching for
//! every child, the whole deadlock stack for every position.
//!
//! The store and the loop are those of the other engines. There is no queue: which positions go on
//! can only be decided once the whole layer is known, so children wait in a store of their own
//! ([`layer`]).

mod layer;

use ground::analysis::Analysis;
use ground::claim;
use ground::heuristic::Bound;
use ground::kernel::{Memory, Packer, Position, Regions, Store, Twins};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

use self::layer::{Candidate, Candidates};

/// Positions in a layer of the first beam.
const FIRST_WIDTH: usize = 500;

/// The weights of a push still to be made and of a zone, where a square out of the player's reach
/// weighs one. Chosen on three boards, see the ledger.
const PUSH: u32 = 4;
const ZONE: u32 = 4;

/// Layers of the first beam: this many, and some for every push of the bound. Each later beam has
/// `MORE` layers more than the one before it.
const LAYERS: u32 = 100;
const LAYERS_PER_PUSH: u32 = 3;
const MORE: u32 = 50;

/// The engine.
pub(crate) struct Beam<'a> {
    analysis: &'a Analysis,
    /// The positions of all layers of this beam, one layer after the other, each with the push that
    /// led there.
    store: Store<Push>,
    /// The next position of this layer to be expanded, and where the layer ends.
    at: u32,
    end: u32,
    candidates: Candidates,
    width: usize,
    layers: u32,
    most_layers: u32,
    /// Whether this beam has left anything out.
    left_out: bool,
    beams: u64,
    bound: Bound,
    pruning: Pruning<'a>,
    regions: Regions,
    position: Position,
    /// The symmetries of the board, where it has any.
    twins: Option<Twins>,
    /// The boxes looked up last.
    packed: Vec<u64>,
    moves: Vec<Push>,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

impl<'a> Beam<'a> {
    /// An engine for a board.
    pub(crate) fn new(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Beam<'a>, Stop> {
        let map = &analysis.map;
        let packer = Packer::new(map, map.squares());
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let for_candidates = memory.share(1, 2);
        let mut beam = Beam {
            analysis,
            candidates: Candidates::new(packer.clone(), for_candidates)?,
            twins: Twins::new(map, &packer, &[]),
            packed: vec![0; packer.words()],
            store: Store::new(packer, memory, 0)?,
            at: 0,
            end: 0,
            width: FIRST_WIDTH,
            layers: 0,
            most_layers: LAYERS,
            left_out: false,
            beams: 0,
            bound: Bound::new(analysis, techniques),
            pruning,
            regions: Regions::new(map),
            position: analysis.start.clone(),
            moves: Vec::new(),
            answer: None,
            stats: Stats::default(),
        };
        beam.plant()?;
        Ok(beam)
    }

    /// Begins with the start position.
    fn plant(&mut self) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        let Some(h) = self.bound.load(self.analysis, start) else {
            self.answer = Some(claim::refuted());
            return Ok(());
        };
        if start.is_solved(map) {
            self.answer = Some(Outcome::Solved(Vec::new()));
            return Ok(());
        }
        self.most_layers = LAYERS.saturating_add(LAYERS_PER_PUSH.saturating_mul(h));
        self.first_layer()
    }

    /// Begins a beam: the start is its first layer.
    fn first_layer(&mut self) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        self.store.clear();
        self.candidates.clear();
        (self.layers, self.left_out) = (0, false);
        self.beams += 1;
        self.position.clone_from(start);
        if let Some(twins) = &mut self.twins {
            twins.load(map, start);
        }
        self.regions.find(map, start.occupied());
        let zone = self.regions.squares(self.regions.of(start.player))[0];
        let hash = self.look_up(zone, (start.player, start.player));
        let nothing = Push { from: start.player, dir: Dir::Up };
        self.store.add_packed(hash, (&self.packed, zone), None, nothing)?;
        (self.at, self.end) = (0, 1);
        Ok(())
    }

    /// Makes the next layer out of the best candidates; without any, or after too many layers, the
    /// next beam begins.
    fn next_layer(&mut self) -> Result<(), End> {
        self.layers += 1;
        let long = self.layers >= self.most_layers;
        if self.candidates.len() == 0 || long {
            if !self.left_out && !long {
                return Err(self.pruning.exhausted());
            }
            self.width = self.width.saturating_mul(2);
            self.most_layers = self.most_layers.saturating_add(MORE);
            return self.first_layer().map_err(End::full);
        }
        let best = self.candidates.best(self.width);
        self.left_out |= best.len() < self.candidates.len();
        self.at = self.end;
        for number in best {
            let (Candidate { hash, parent, push, .. }, own) = self.candidates.get(number);
            self.store.add_packed(hash, own, Some(parent), push).map_err(End::full)?;
        }
        self.end = self.store.len() as u32;
        self.candidates.clear();
        Ok(())
    }

    /// The pushes to try: those of a PI-corral if there is one, else all.
    fn collect_moves(&mut self) {
        let Analysis { map, live, .. } = self.analysis;
        self.moves.clear();
        if let Some(pushes) = self.pruning.pushes(&self.position) {
            return self.moves.extend_from_slice(pushes);
        }
        let regions = self.pruning.regions();
        let here = regions.of(self.position.player);
        for &from in self.position.boxes() {
            for dir in Dir::ALL {
                let to = map.next(from, dir);
                let behind = map.next(from, dir.opposite());
                if live.contains(to) && !self.position.is_occupied(to) && regions.of(behind) == here
                {
                    self.moves.push(Push { from, dir });
                }
            }
        }
    }

    /// Adds the position a push leads to as a candidate, unless it is known or lost.
    fn generate(&mut self, parent: u32, push: Push) -> Result<(), End> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let to = map.next(push.from, push.dir);
        self.position.move_box(map, push.from, to);
        let made = self.note(parent, push, to);
        self.position.move_box(&self.analysis.map, to, push.from);
        made
    }

    fn note(&mut self, parent: u32, push: Push, to: Square) -> Result<(), End> {
        let map = &self.analysis.map;
        if self.pruning.refuses(&self.position, to, push.from) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.regions.find(map, self.position.occupied());
        let region = self.regions.of(push.from);
        let zone = self.regions.squares(region)[0];
        let hash = self.look_up(zone, (push.from, to));
        if self.is_known(hash, (push.from, zone)) {
            self.stats.duplicates_closed += 1;
            return Ok(());
        }
        self.stats.evaluations += 1;
        let Some(h) = self.bound.after(self.analysis, push.from, to) else {
            self.stats.dead_ends += 1;
            return Ok(());
        };
        let in_place = map.goals().len_common(self.position.occupied());
        let off_goal = (self.position.n_boxes() - in_place) as u32;
        if off_goal == 0 {
            return Err(End::Answer(Outcome::Solved(self.path(parent, push))));
        }
        let outside = (map.n_squares() - self.regions.squares(region).len()) as u32;
        let score = PUSH * h + ZONE * self.regions.count() as u32 + outside;
        let candidate = Candidate { score, off_goal, hash, parent, push };
        self.candidates.add((&self.packed, zone), candidate).map_err(End::full)
    }

    /// Packs the position at hand; the hash that it shares with its mirror images. The move has led here from the
    /// position whose children are made.
    fn look_up(&mut self, zone: Square, moved: (Square, Square)) -> u64 {
        let (map, position) = (&self.analysis.map, &self.position);
        self.store.packer().pack(position.boxes(), &mut self.packed);
        match &self.twins {
            None => position.key() ^ map.player_key(zone),
            Some(twins) => twins.hash(map, position.key(), moved),
        }
    }

    /// Whether the position looked up last, or a mirror image of it, is in a layer or among the candidates.
    fn is_known(&mut self, hash: u64, (player, zone): (Square, Square)) -> bool {
        let Beam { analysis, store, candidates, position, twins, packed: own, .. } = self;
        let packer = store.packer();
        let mut same = |packed: &[u64], at: Square| {
            at == zone && packed == own.as_slice()
                || twins.as_mut().is_some_and(|twins| {
                    twins.is(&analysis.map, packer, position, player, (packed, at))
                })
        };
        store.has(hash, &mut same) || candidates.has(hash, &mut same)
    }

    /// The pushes to a position, and one more.
    fn path(&self, number: u32, last: Push) -> Vec<Push> {
        let mut pushes = vec![last];
        pushes.extend(self.store.trail(number));
        pushes.reverse();
        pushes
    }
}

impl Stepwise for Beam<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.pruning.prepare(self.stats.expanded, budget)
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        if self.at == self.end {
            return self.next_layer();
        }
        let number = self.at;
        self.store.load(&self.analysis.map, number, &mut self.position);
        self.stats.expanded += 1;
        if self.pruning.is_lost(&self.position) {
            self.stats.dead_ends += 1;
        } else {
            self.collect_moves();
            if let Some(twins) = &mut self.twins {
                twins.load(&self.analysis.map, &self.position);
            }
            self.bound.load(self.analysis, &self.position);
            for i in 0..self.moves.len() {
                // Half expanded, it will be tried again; its first children will then be known.
                slice.poll().map_err(|_| End::Slice)?;
                self.generate(number, self.moves[i])?;
            }
        }
        self.at += 1;
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        progress.depth = self.layers;
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        let mut stats = self.stats.clone().plus(&self.store.held(self.candidates.len()));
        stats.table_bytes += self.candidates.bytes();
        stats.extra.push(("beams", self.beams));
        stats
    }
}

#[cfg(test)]
mod tests {
    use ground::run::Run;

    use super::*;
    use crate::Engine;
    use crate::engine::testing;

    #[test]
    fn it_solves_what_can_be_solved_and_proves_the_rest() {
        testing::solves_or_proves(Engine::Beam, 101);
        testing::solves_or_proves_all(Engine::Beam, &oracle::symmetric_boards(101, 300));
    }

    #[test]
    fn a_node_limit_is_named_as_the_reason() {
        testing::names_the_node_limit(Engine::Beam, 103);
    }

    #[test]
    fn a_run_in_slices_is_the_same_run() {
        testing::each_analysed(107, 100, |analysis| {
            let techniques = TechniqueSet::defaults();
            let new = || Beam::new(analysis, techniques, Memory::bytes(1 << 24)).unwrap();
            testing::slices_change_nothing(new);
        });
    }

    #[test]
    fn a_narrow_beam_is_followed_by_wider_ones() {
        testing::each_analysed(109, 100, |analysis| {
            let new = |width| {
                let memory = Memory::bytes(1 << 24);
                let beam = Beam::new(analysis, TechniqueSet::defaults(), memory).unwrap();
                Beam { width, ..beam }
            };
            let solved = |width| {
                let answer = new(width).run(&mut Budget::unlimited()).unwrap();
                matches!(answer, Outcome::Solved(_))
            };
            assert_eq!(solved(1), solved(FIRST_WIDTH));
        });
    }
}
