//! Imagined board: a backward search opens the board up, a forward search tries to get there.
//!
//! ```text
//! solved ── boxes pulled far from the goals, zones joined ──→ imagined board
//! start ──── boxes pushed to the squares of the imagined board ──→ ┘
//! ```
//!
//! On levels without a goal room there is no order in which goals are filled. But backwards from
//! the solved board one can ask for an open position: few zones, boxes far from the goals. The best
//! one found is *imagined* to lie on the solution, and the forward search is drawn to it: few
//! zones, boxes on its squares, the others matched with the squares that are left. It need not get
//! there: every position either search meets is looked for in the tree of the other, and where they
//! meet the solution is complete.
//!
//! Soundness: forwards nothing is refused but by the deadlock tests and PI-corral pruning. Should
//! the forward search run dry, there is no solution, if the techniques keep completeness.
//! Source: Shoham's Festival 3.1, its imagined boards and shared perimeter; the weights are ours.
//! Cost: a matching for every child forwards, two sums backwards.

mod tree;

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Push, Square};

use self::tree::{NONE, Node, Tree};
use super::{End, Run};
use crate::analysis::{Analysis, Distances, LoneBox};
use crate::claim;
use crate::deadlock::Deadlocks;
use crate::heuristic::Matching;
use crate::kernel::{Bits, BoxMove, BoxMoves, Memory, Mode, Position, Reach, Regions};
use crate::prune::PiCorral;
use crate::technique::{Technique, TechniqueSet};

/// Backward expansions before a board is imagined.
const IMAGINE_AT: u64 = 1_000;

/// One expansion in so many is a backward one once the board is imagined.
const BACKWARD: u64 = 4;

/// What a zone counts backwards, where a square nearer to a goal counts one. Not tuned.
const ZONE_BACKWARD: u32 = 12;

/// What a zone and a box off the imagined squares count forwards, where a push counts one. Not
/// tuned.
const ZONE_FORWARD: u32 = 8;
const MISPLACED: u32 = 4;

/// What counts as the pushes to an imagined board that cannot be reached.
const OUT_OF_REACH: u32 = 4_000;

/// A box farther from the nearest goal than this is far enough.
const FAR_ENOUGH: u16 = 12;

/// What the forward search is drawn to.
struct Image {
    distances: Distances,
    squares: Bits,
    /// The matching of the position being expanded, and room for a changed copy.
    matching: (Matching, Matching),
}

/// The engine.
pub struct Imagined<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    forward: Tree,
    backward: Tree,
    image: Option<Image>,
    for_image: Memory,
    /// The backward position with the lowest score.
    best: (u32, u32),
    deadlocks: Deadlocks,
    pi_corral: PiCorral,
    box_moves: BoxMoves,
    position: Position,
    moves: Vec<BoxMove>,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
    /// Turns taken in all, and expansions backwards.
    turns: (u64, u64),
}

impl<'a> Imagined<'a> {
    /// An engine for a board.
    pub fn new(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Imagined<'a>, Stop> {
        let map = &analysis.map;
        let deadlocks = Deadlocks::within(analysis, techniques, &mut memory)?;
        let for_image = memory.share(1, 8);
        let forward = memory.share(1, 2);
        let mut engine = Imagined {
            analysis,
            techniques,
            forward: Tree::new(map, forward)?,
            backward: Tree::new(map, memory)?,
            image: None,
            for_image,
            best: (u32::MAX, NONE),
            deadlocks,
            pi_corral: PiCorral::new(map),
            box_moves: BoxMoves::new(map),
            position: analysis.start.clone(),
            moves: Vec::new(),
            answer: None,
            stats: Stats::default(),
            turns: (0, 0),
        };
        engine.plant()?;
        Ok(engine)
    }

    /// Puts the start into one tree and the solved boards into the other.
    fn plant(&mut self) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        if start.is_solved(map) {
            self.answer = Some(Outcome::Solved(Vec::new()));
            return Ok(());
        }
        let root = Node { parent: NONE, from: start.player, to: start.player };
        let zone = Reach::new(map).flood(map, start.occupied(), start.player);
        self.forward.find(map, start, zone);
        self.forward.add(map, start, zone, root, 0)?;
        let full = map.occupied(map.goals().iter());
        let mut regions = Regions::new(map);
        regions.find(map, &full);
        for number in 0..regions.count() as u16 {
            let zone = regions.squares(number)[0];
            let solved = Position::new(map, map.goals().iter(), zone);
            self.backward.find(map, &solved, zone);
            self.backward.add(map, &solved, zone, root, 0)?;
        }
        Ok(())
    }

    /// Expands one position of either tree; the outcome when that ends the search.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let (all, back) = self.turns;
        let early = self.image.is_none() && back < IMAGINE_AT;
        let turn = early || all % BACKWARD == 0;
        self.turns.0 += 1;
        if turn && let Some(number) = self.backward.queue.pop() {
            self.turns.1 += 1;
            return self.expand_backward(number, slice);
        }
        if self.image.is_none() {
            self.imagine(slice)?;
        }
        let Some(number) = self.forward.queue.pop() else {
            return Err(End::Answer(claim::exhausted(self.techniques.keeps())));
        };
        self.expand_forward(number, slice)
    }

    /// Makes the best backward position the one to go for. With so many boxes that a matching would
    /// take seconds there is nothing to go for.
    fn imagine(&mut self, slice: &mut Budget) -> Result<(), End> {
        let map = &self.analysis.map;
        let best = if self.best.1 == NONE { 0 } else { self.best.1 };
        self.backward.load(map, best, &mut self.position);
        let squares: Vec<Square> = self.position.state().boxes;
        let lone_box = LoneBox::new(map, &map.occupied([]));
        let mut memory = self.for_image;
        let distances = Distances::to(map, &lone_box, &squares, &mut memory, slice);
        let distances = distances.map_err(|stop| match stop {
            Stop::Memory => End::Answer(Outcome::Stopped(stop)),
            _ => End::Slice,
        })?;
        if !Matching::fits(squares.len(), distances.longest()) {
            return Err(End::Answer(Outcome::GaveUp));
        }
        let matching = Matching::new(&distances, &sides(self.analysis, &self.analysis.start));
        let squares = Bits::from_squares(map.n_squares() + 1, squares);
        self.image = Some(Image { distances, squares, matching: (matching.clone(), matching) });
        Ok(())
    }

    fn expand_backward(&mut self, number: u32, slice: &mut Budget) -> Result<(), End> {
        let Analysis { map, visitable, .. } = self.analysis;
        self.backward.load(map, number, &mut self.position);
        self.stats.expanded += 1;
        for from in self.position.state().boxes {
            let allowed = |to| visitable.contains(to);
            self.box_moves.explore(map, &mut self.position, from, Mode::Pull, allowed);
            self.moves.clear();
            self.moves.extend(self.box_moves.moves());
            for i in 0..self.moves.len() {
                if slice.poll().is_err() {
                    self.backward.queue.push(number, 0, 0);
                    return Err(End::Slice);
                }
                self.generate(number, self.moves[i], Mode::Pull)?;
            }
        }
        Ok(())
    }

    fn expand_forward(&mut self, number: u32, slice: &mut Budget) -> Result<(), End> {
        let Analysis { map, live, .. } = self.analysis;
        self.forward.load(map, number, &mut self.position);
        if self.position.is_solved(map) {
            return Err(End::Answer(Outcome::Solved(self.path(number, None))));
        }
        self.stats.expanded += 1;
        if self.deadlocks.when_expanded(self.analysis, &self.position).is_some() {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        if let Some(image) = &mut self.image {
            let boxes = sides(self.analysis, &self.position);
            image.matching.0.become_of(&image.distances, &boxes);
        }
        for from in self.boxes_to_push() {
            let allowed = |to| live.contains(to);
            self.box_moves.explore(map, &mut self.position, from, Mode::Push, allowed);
            self.moves.clear();
            self.moves.extend(self.box_moves.moves());
            for i in 0..self.moves.len() {
                if slice.poll().is_err() {
                    self.forward.queue.push(number, 0, 0);
                    return Err(End::Slice);
                }
                self.generate(number, self.moves[i], Mode::Push)?;
            }
        }
        Ok(())
    }

    /// The boxes to push: those of a PI-corral if there is one, else all that are not fixed.
    fn boxes_to_push(&mut self) -> Vec<Square> {
        let (walls, regions) = (self.deadlocks.walls(), self.deadlocks.regions());
        if self.techniques.has(Technique::PiCorral)
            && let Some(boxes) = self.pi_corral.boxes(self.analysis, walls, &self.position, regions)
        {
            return boxes;
        }
        self.position.boxes().iter().copied().filter(|&at| !walls.contains(at)).collect()
    }

    /// Makes a node of what a macro move leads to, unless it is known or lost.
    fn generate(&mut self, parent: u32, found: BoxMove, mode: Mode) -> Result<(), End> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let BoxMove { from, to, .. } = found;
        if from != to {
            self.position.move_box(map, from, to);
        }
        let made = self.note(parent, found, mode);
        if from != to {
            self.position.move_box(map, to, from);
        }
        made
    }

    fn note(&mut self, parent: u32, found: BoxMove, mode: Mode) -> Result<(), End> {
        let map = &self.analysis.map;
        let BoxMove { from, to, zone, player, .. } = found;
        let own = if mode == Mode::Push { &mut self.forward } else { &mut self.backward };
        if own.find(map, &self.position, zone).is_some() {
            self.stats.duplicates_closed += 1;
            return Ok(());
        }
        let lost = mode == Mode::Push
            && self.deadlocks.after_push(self.analysis, &self.position, to, player).is_some();
        let score = if lost { None } else { self.score(found, mode) };
        let Some(score) = score else {
            self.stats.dead_ends += 1;
            return Ok(());
        };
        let (own, other) = match mode {
            Mode::Push => (&mut self.forward, &mut self.backward),
            Mode::Pull => (&mut self.backward, &mut self.forward),
        };
        let node = Node { parent, from, to };
        let added = own.add(map, &self.position, zone, node, score);
        let number = added.map_err(|stop| End::Answer(Outcome::Stopped(stop)))?;
        if mode == Mode::Pull && score < self.best.0 {
            self.best = (score, number);
        }
        let Some(met) = other.find(map, &self.position, zone) else { return Ok(()) };
        let (there, back) = if mode == Mode::Push { (number, met) } else { (met, number) };
        Err(End::Answer(Outcome::Solved(self.path(there, Some(back)))))
    }

    /// The score of the position at hand, lower is better; `None` when it can be refused.
    fn score(&mut self, found: BoxMove, mode: Mode) -> Option<u32> {
        self.stats.evaluations += 1;
        let zones = u32::from(found.n_zones);
        if mode == Mode::Pull {
            let table = &self.analysis.to_goals;
            let near = |&at: &Square| u32::from(FAR_ENOUGH - table.nearest(at).min(FAR_ENOUGH));
            let sum: u32 = self.position.boxes().iter().map(near).sum();
            return Some(ZONE_BACKWARD * zones + sum);
        }
        let image = self.image.as_mut().expect("the forward search begins with an image");
        let (loaded, changed) = &mut image.matching;
        changed.copy_from(loaded);
        let row = loaded.boxes().iter().position(|&(square, _)| square == found.from);
        let side = self.analysis.side(found.to, found.player) as u8;
        changed.move_box(
            &image.distances,
            row.expect("the box is in the matching"),
            found.to,
            side,
        );
        let misplaced =
            self.position.n_boxes() - image.squares.len_common(self.position.occupied());
        // Without a matching the imagined board is out of reach, but another end may not be.
        let pushes = changed.cost(&image.distances).unwrap_or(OUT_OF_REACH);
        Some(ZONE_FORWARD * zones + MISPLACED * misplaced as u32 + pushes)
    }

    /// The pushes to a forward position, and from the same position backwards to the end.
    fn path(&mut self, number: u32, met: Option<u32>) -> Vec<Push> {
        let mut pushes = Vec::new();
        for pair in self.forward.chain(number).windows(2).rev() {
            let Node { from, to, .. } = self.forward.node(pair[0]);
            let way = (pair[1], pair[0]);
            self.forward.pushes(self.analysis, &mut self.box_moves, way, (from, to), &mut pushes);
        }
        let rest = met.map_or_else(Vec::new, |met| self.backward.chain(met));
        for pair in rest.windows(2) {
            let Node { from, to, .. } = self.backward.node(pair[0]);
            let way = (pair[0], pair[1]);
            self.backward.pushes(self.analysis, &mut self.box_moves, way, (to, from), &mut pushes);
        }
        pushes
    }
}

/// The boxes of a position with the side the player is on.
fn sides(analysis: &Analysis, position: &Position) -> Vec<(Square, u8)> {
    let side = |&square: &Square| (square, analysis.side(square, position.player) as u8);
    position.boxes().iter().map(side).collect()
}

impl Run for Imagined<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        while self.answer.is_none() {
            if slice.tick().is_err() || slice.look().is_err() {
                return None;
            }
            if self.deadlocks.prepare(self.analysis, self.stats.expanded, slice).is_err() {
                return None;
            }
            match self.step(slice) {
                Ok(()) => {}
                Err(End::Slice) => return None,
                Err(End::Answer(answer)) => self.answer = Some(answer),
            }
        }
        self.answer.clone()
    }

    fn stats(&self) -> Stats {
        let waiting = self.forward.queue.len() + self.backward.queue.len();
        Stats {
            tree: (self.forward.len() + self.backward.len()) as u64,
            frontier: waiting as u64,
            table_bytes: self.forward.bytes() + self.backward.bytes(),
            ..self.stats.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::engine::testing;

    #[test]
    fn it_solves_what_can_be_solved_and_proves_the_rest() {
        testing::solves_or_proves(Engine::Imagined, 83);
    }

    #[test]
    fn a_node_limit_is_named_as_the_reason() {
        testing::names_the_node_limit(Engine::Imagined, 97);
    }

    #[test]
    fn a_run_in_slices_is_the_same_run() {
        testing::each_analysed(89, 100, |analysis| {
            let techniques = TechniqueSet::defaults();
            let new = || Imagined::new(analysis, techniques, Memory::bytes(1 << 24)).unwrap();
            testing::slices_change_nothing(new);
        });
    }
}
