//! Greedy best-first search, forwards by pushes or backwards by pulls.
//!
//! On a board with symmetries a position stands for its images, too ([`Twins`]). With [`Novelty`] the search takes what
//! is new first, then what has fewest boxes out of place, then the lowest bound: it gets away from positions between
//! which the bound cannot tell, and solves levels whose boxes are mostly home at the start.
//!
//! The position with the lowest matching bound is expanded next; among equals, the one with the
//! most boxes in place, then the newest. Every position is expanded once and never reopened, so
//! solutions are not short, but small dense levels are solved quickly, above all backwards, because
//! a solved position allows few pulls (the "dragonfly" of Shoham's Festival; Kirov, sokoban-ai).
//!
//! Backwards the search starts from the solved boards, one for each zone the player may end in, and
//! is over when the boxes stand on their start squares with the player in the start zone.

use ground::analysis::Analysis;
use ground::claim;
use ground::deadlock::LostGroups;
use ground::heuristic::Bound;
use ground::kernel::{
    Bits, BucketQueue, Memory, Mode, Packer, Position, Reach, Store, Twins, Unknown,
};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Progress, Random, Stats, Stop};
use sokoban::{Dir, Push, Square};

use super::novelty::{Child, Novelty};

/// A greedy search at work.
pub(crate) struct PushPull<'a> {
    analysis: &'a Analysis,
    mode: Mode,
    /// Positions, each with the push or pull that led there.
    store: Store<Push>,
    queue: BucketQueue,
    bound: Bound,
    pruning: Pruning<'a>,
    /// Pairs and triples that are lost backwards, once they are known.
    groups: LostGroups,
    /// What has been seen, for a search that prefers what is new.
    novelty: Option<Novelty>,
    /// The symmetries of the board, where it has any.
    twins: Option<Twins>,
    /// What decides between equals, where chance does.
    chance: Option<Random>,
    scratch: Scratch,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
}

/// Space for one expansion.
struct Scratch {
    position: Position,
    reach: Reach,
    moves: Vec<Push>,
}

impl<'a> PushPull<'a> {
    /// A search in one direction.
    pub(crate) fn new(
        analysis: &'a Analysis,
        mode: Mode,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> Result<PushPull<'a>, Stop> {
        PushPull::ordered(analysis, mode, techniques, memory, None)
    }

    /// A search in one direction that takes what is new first.
    pub(crate) fn novel(
        analysis: &'a Analysis,
        mode: Mode,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> Result<PushPull<'a>, Stop> {
        let novelty = Novelty::new(&analysis.map, analysis.start.n_boxes());
        PushPull::ordered(analysis, mode, techniques, memory, Some(novelty))
    }

    fn ordered(
        analysis: &'a Analysis,
        mode: Mode,
        techniques: TechniqueSet,
        mut memory: Memory,
        novelty: Option<Novelty>,
    ) -> Result<PushPull<'a>, Stop> {
        let map = &analysis.map;
        let packer = match mode {
            Mode::Push => Packer::new(map, analysis.live.iter()),
            Mode::Pull => Packer::new(map, map.squares()),
        };
        let fixed = match mode {
            Mode::Push => &[],
            Mode::Pull => analysis.start.boxes(),
        };
        let twins = Twins::new(map, &packer, fixed);
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let (store, queue) = Store::with_queue(packer, memory)?;
        let mut search = PushPull {
            analysis,
            mode,
            store,
            queue,
            bound: Bound::towards(mode, analysis, techniques),
            pruning,
            groups: LostGroups::new(mode, techniques),
            novelty,
            twins,
            chance: None,
            scratch: Scratch {
                position: analysis.start.clone(),
                reach: Reach::new(map),
                moves: Vec::new(),
            },
            answer: None,
            stats: Stats::default(),
        };
        search.answer = search.plant().err();
        Ok(search)
    }

    /// The same search with chance in it: the moves of every position in random order, and every second position of
    /// any kind instead of the best, a kind being a pair of keys of the queue. So it goes other ways where the bound
    /// cannot tell, and is not caught where it tells wrong. Without a seed nothing changes.
    ///
    /// Source: type-based exploration, Xie, Müller, Holte and Imai, AAAI 2014; the kinds are ours.
    pub(crate) fn varied(self, seed: Option<u64>) -> PushPull<'a> {
        PushPull { chance: seed.map(Random::seeded), ..self }
    }

    /// Takes out the position to be expanded.
    fn next(&mut self) -> Option<u32> {
        match &mut self.chance {
            Some(chance) if self.stats.expanded % 2 == 1 => self.queue.pop_any_kind(chance),
            _ => self.queue.pop(),
        }
    }

    /// Puts the positions to start from into the tree.
    fn plant(&mut self) -> Result<(), Outcome<Vec<Push>>> {
        let map = &self.analysis.map;
        let start = &self.analysis.start;
        if start.is_solved(map) {
            return Err(Outcome::Solved(Vec::new()));
        }
        let roots = match self.mode {
            Mode::Push => vec![start.clone()],
            Mode::Pull => Position::solved(map),
        };
        for root in roots {
            if !root.boxes().iter().all(|&square| self.store.packer().holds(square)) {
                return Err(claim::refuted());
            }
            let Some(h) = self.bound.load(self.analysis, &root) else { continue };
            let player = root.player;
            self.scratch.position = root;
            if let Some(twins) = &mut self.twins {
                twins.load(map, &self.scratch.position);
            }
            let nothing = Push { from: player, dir: Dir::Up };
            if let Some(unknown) = self.meet((player, player), (player, player)) {
                self.add(unknown, None, nothing, player, h).map_err(Outcome::Stopped)?;
            }
        }
        Ok(())
    }

    /// The way through a position, if it is the end.
    fn solution(&mut self, number: u32) -> Option<Vec<Push>> {
        let Analysis { map, start, .. } = self.analysis;
        let position = &self.scratch.position;
        match self.mode {
            Mode::Push => position.is_solved(map).then(|| self.path(number)),
            Mode::Pull if position.occupied() != start.occupied() => None,
            Mode::Pull => {
                let zone = self.scratch.reach.flood(map, start.occupied(), start.player);
                if zone == position.player {
                    return Some(self.path(number));
                }
                let twins = self.twins.as_mut()?;
                let symmetry = twins.back_to(map, position, start.player)?;
                let path = self.path(number).into_iter();
                let twins = self.twins.as_ref()?;
                Some(path.map(|push| twins.turned(map, symmetry, push)).collect())
            }
        }
    }

    /// Looks up the position at hand, where the player stands in a zone; `None` if it is known. The move has led here
    /// from the position whose children are made.
    fn meet(&mut self, player: (Square, Square), moved: (Square, Square)) -> Option<Unknown> {
        let (map, position) = (&self.analysis.map, &self.scratch.position);
        match &mut self.twins {
            None => self.store.meet(map, position, player.1, &mut self.stats),
            Some(twins) => {
                self.store.meet_twin(map, position, player, moved, twins, &mut self.stats)
            }
        }
    }

    /// All pushes or pulls of the position at hand; each is given by where the box stands and in
    /// which direction it goes.
    fn collect_moves(&mut self) {
        let Analysis { map, live, visitable, .. } = self.analysis;
        let Scratch { position, reach, moves } = &mut self.scratch;
        moves.clear();
        if self.mode == Mode::Push
            && let Some(pushes) = self.pruning.pushes(position)
        {
            return moves.extend_from_slice(pushes);
        }
        reach.flood(map, position.occupied(), position.player);
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let to = map.next(from, dir);
                let possible = !position.is_occupied(to)
                    && match self.mode {
                        Mode::Push => {
                            live.contains(to) && reach.reached(map.next(from, dir.opposite()))
                        }
                        Mode::Pull => {
                            visitable.contains(to)
                                && reach.reached(to)
                                && !position.is_occupied(map.next(to, dir))
                        }
                    };
                if possible {
                    moves.push(Push { from, dir });
                }
            }
        }
    }

    /// Has memory fetch what the look-ups of the children will read.
    fn foresee(&self) {
        let map = &self.analysis.map;
        let Scratch { position, moves, .. } = &self.scratch;
        let keys = moves.iter().map(|&Push { from, dir }| {
            let to = map.next(from, dir);
            let key = position.key() ^ map.box_key(from) ^ map.box_key(to);
            self.twins.as_ref().map_or(key, |twins| twins.hash(map, key, (from, to)))
        });
        self.store.foresee(keys);
    }

    fn generate(&mut self, parent: u32, moved: Push) -> Result<(), Stop> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let to = map.next(moved.from, moved.dir);
        let player = match self.mode {
            Mode::Push => moved.from,
            Mode::Pull => map.next(to, moved.dir),
        };
        let Scratch { position, reach, .. } = &mut self.scratch;
        position.move_box(map, moved.from, to);
        let occupied = position.occupied();
        // A pulled box leaves its square to the player, as a pushed one does.
        let told = match self.mode {
            Mode::Push => None,
            Mode::Pull => reach.name_after(map, occupied, moved.from, to),
        };
        let zone = told.unwrap_or_else(|| reach.name(map, occupied, player));
        let made = match self.meet((player, zone), (moved.from, to)) {
            Some(unknown) => self.consider(unknown, parent, moved, (player, zone)),
            None => Ok(()),
        };
        self.scratch.position.move_box(map, to, moved.from);
        made
    }

    /// Adds a node for the position at hand unless it is lost.
    fn consider(
        &mut self,
        unknown: Unknown,
        parent: u32,
        moved: Push,
        (player, zone): (Square, Square),
    ) -> Result<(), Stop> {
        self.stats.evaluations += 1;
        let position = &self.scratch.position;
        let to = self.analysis.map.next(moved.from, moved.dir);
        let lost = match self.mode {
            Mode::Push => self.pruning.refuses(position, to, player),
            Mode::Pull => self.groups.find(position.occupied(), to, moved.dir).is_some(),
        };
        let bound = match lost {
            true => None,
            false => self.bound.after_move(self.analysis, moved.from, to, player),
        };
        match bound {
            Some(h) => self.add(unknown, Some(parent), moved, zone, h),
            None => {
                self.stats.dead_ends += 1;
                Ok(())
            }
        }
    }

    /// Stores the position at hand and queues it.
    fn add(
        &mut self,
        unknown: Unknown,
        parent: Option<u32>,
        moved: Push,
        zone: Square,
        h: u32,
    ) -> Result<(), Stop> {
        let number = self.store.add(unknown, parent, moved)?;
        let out = self.out_of_place();
        match self.degree(parent.map(|_| moved), zone, out as usize) {
            None => self.queue.push(number, h, out),
            // A position with all boxes in place may be the end.
            Some(_) if out == 0 => self.queue.push(number, 0, h),
            Some(degree) => {
                let n_boxes = self.scratch.position.n_boxes() as u32;
                self.queue.push(number, degree * (n_boxes + 1) + out, h);
            }
        }
        Ok(())
    }

    /// How new the position at hand is, for a search that wants to know.
    fn degree(&mut self, moved: Option<Push>, zone: Square, out: usize) -> Option<u32> {
        let map = &self.analysis.map;
        let places = self.places();
        let position = &self.scratch.position;
        let changed = moved.and_then(|moved| {
            let to = map.next(moved.from, moved.dir);
            let same = places.contains(moved.from) == places.contains(to);
            same.then_some((moved.from, to, position.player))
        });
        let novelty = self.novelty.as_mut()?;
        Some(novelty.look(&Child { position, zone, places, out, changed }))
    }

    /// The squares that boxes should take: goals, or backwards start squares.
    fn places(&self) -> &'a Bits {
        match self.mode {
            Mode::Push => self.analysis.map.goals(),
            Mode::Pull => &self.analysis.start_boxes,
        }
    }

    /// Boxes not yet on a goal, or backwards on a start square.
    fn out_of_place(&self) -> u32 {
        let position = &self.scratch.position;
        (position.n_boxes() - self.places().len_common(position.occupied())) as u32
    }

    /// The pushes that lead to the position or, backwards, from it to the end.
    fn path(&self, number: u32) -> Vec<Push> {
        let trail = self.store.trail(number);
        match self.mode {
            Mode::Push => {
                let mut pushes: Vec<Push> = trail.collect();
                pushes.reverse();
                pushes
            }
            Mode::Pull => {
                let map = &self.analysis.map;
                let push = |pull: Push| Push {
                    from: map.next(pull.from, pull.dir),
                    dir: pull.dir.opposite(),
                };
                trail.map(push).collect()
            }
        }
    }
}

impl Stepwise for PushPull<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        match self.mode {
            Mode::Push => self.pruning.prepare(self.stats.expanded, budget),
            Mode::Pull => self.groups.prepare(self.analysis, self.stats.expanded, budget),
        }
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(number) = self.next() else {
            return Err(self.pruning.exhausted());
        };
        self.store.load(&self.analysis.map, number, &mut self.scratch.position);
        if let Some(pushes) = self.solution(number) {
            return Err(End::Answer(Outcome::Solved(pushes)));
        }
        self.stats.expanded += 1;
        if self.mode == Mode::Push && self.pruning.is_lost(&self.scratch.position) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.collect_moves();
        if let Some(chance) = &mut self.chance {
            chance.shuffle(&mut self.scratch.moves);
        }
        if let Some(twins) = &mut self.twins {
            twins.load(&self.analysis.map, &self.scratch.position);
        }
        self.foresee();
        self.bound.load(self.analysis, &self.scratch.position);
        for i in 0..self.scratch.moves.len() {
            if slice.poll().is_err() {
                // Half expanded: it will be tried again first, and its children will be known.
                self.queue.push(number, 0, 0);
                return Err(End::Slice);
            }
            self.generate(number, self.scratch.moves[i]).map_err(End::full)?;
        }
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        if let Some(h) = self.queue.lowest() {
            progress.best = h;
        }
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        self.stats.clone().plus(&self.store.held(self.queue.len()))
    }
}

#[cfg(test)]
mod tests {
    use ground::kernel::{Memory, Mode};
    use ground::run::Run;
    use ground::technique::TechniqueSet;
    use search::{Budget, Outcome, Stats};

    use super::PushPull;
    use crate::engine::testing;
    use crate::{Config, Engine, solve};

    #[test]
    fn both_directions_solve_what_can_be_solved_and_prove_the_rest() {
        testing::solves_or_proves(Engine::Push, 37);
        testing::solves_or_proves(Engine::Pull, 37);
        testing::solves_or_proves(Engine::Novelty, 37);
    }

    /// On these boards a position stands for its mirror images.
    #[test]
    fn symmetric_boards_are_solved_or_proved_like_others() {
        let boards = oracle::symmetric_boards(41, 600);
        for engine in [Engine::Push, Engine::Pull, Engine::Novelty] {
            testing::solves_or_proves_all(engine, &boards);
        }
    }

    /// Backwards the two sides are one, whichever the search comes to first: the player must still end on his own.
    #[test]
    fn a_player_on_either_side_of_a_mirror_is_led_home() {
        let rows = ["#########", "#   #   #", "# . $ . #", "#   #   #", "#   $   #", "#   #   #"];
        for column in [1, 7] {
            let mut rows: Vec<String> = rows.map(str::to_owned).to_vec();
            rows.push(rows[0].clone());
            rows[3].replace_range(column..=column, "@");
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let board = oracle::board(&rows);
            for engine in [Engine::Push, Engine::Pull, Engine::Novelty] {
                let config = Config { engine, ..Config::default() };
                let budget = &mut Budget::unlimited();
                let answer = solve(&board, &config, budget, &mut Stats::default());
                let Outcome::Solved(pushes) = answer.outcome else { panic!("{engine:?}") };
                oracle::count_moves(&board, &pushes);
            }
        }
    }

    /// Chance decides which of equals comes first, and nothing else.
    #[test]
    fn a_varied_search_goes_another_way_to_the_same_verdict() {
        let different = std::cell::Cell::new(0);
        testing::each_analysed(71, 200, |analysis| {
            let run = |mode, seed| {
                let techniques = TechniqueSet::defaults();
                let memory = Memory::bytes(1 << 24);
                let search = PushPull::new(analysis, mode, techniques, memory).unwrap();
                let mut search = search.varied(seed);
                let outcome = search.run(&mut Budget::unlimited()).unwrap();
                (matches!(outcome, Outcome::Solved(_)), outcome)
            };
            for mode in [Mode::Push, Mode::Pull] {
                let (plain, varied) = (run(mode, None), run(mode, Some(5)));
                assert_eq!(plain.0, varied.0);
                assert_eq!(varied, run(mode, Some(5)), "the seed decides");
                different.set(different.get() + u32::from(plain.1 != varied.1));
            }
        });
        assert!(different.get() > 10, "{different:?}");
    }
}
