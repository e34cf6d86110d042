//! The scheduler: whose turn it is, on one thread or on several.
//!
//! Every member sits on a *seat*. A thread takes the free seat that has had least of its share,
//! works for a slice of nodes and puts it back; engines keep their trees, so nothing starts anew.
//! With one thread the order depends on counted nodes alone and repeats exactly. With several,
//! every thread does the same under one lock, and the first answer halts all others. Every further
//! thread brings another *round* of seats: variants of the members, which break ties differently, because
//! where tails are heavy two short searches find more than one long one.
//!
//! A member whose memory is full begins again as its next variant, with the memory of those who
//! have left in the meantime.
//!
//! The pool is itself a search that stops and resumes: [`Run::run`] is one *shift*, in which the
//! threads share out the slice of budget it was given.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::kernel::Memory;
use ground::run::Run;
use search::{Budget, Cancel, MemberStats, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use super::members::{MEMBERS, MOST_ROUNDS, Member, Shape};

/// Effort of a slice: this part of all effort so far, between the two limits. With long slices the
/// member that will have the answer waits longer for its turn; short ones lose what is in the
/// caches.
const SLICE_PART: u64 = 8;
const SHORTEST: u64 = 5_000_000;
const LONGEST: u64 = 60_000_000;

/// The least effort a turn is charged.
const LEAST: u64 = 10_000;

/// A search that has filled its memory sooner than after this many nodes does not begin again.
const WORTH_AGAIN: u64 = 1_000;

/// Why a member is gone that has the answer.
const ANSWERED: &str = "answered";

type Engines<'a> = Box<dyn Run + Send + 'a>;

/// Where the engine of a seat is.
enum Place<'a> {
    /// Not set up yet.
    Outside,
    /// Waiting for its turn.
    Here(Engines<'a>),
    /// With a thread.
    Away,
    /// Done, and why: it gave up, its memory is full, or others needed it.
    Gone(&'static str),
}

/// A member and how it stands.
struct Seat<'a> {
    member: &'static Member,
    /// Which of its variants sits here; 0 is the member itself.
    round: u32,
    /// Bytes it may take.
    memory: Memory,
    place: Place<'a>,
    /// Whether it takes part yet.
    joined: bool,
    /// Effort divided by weight: whoever has least comes next.
    spent: u64,
    /// Nodes it has used and their price.
    nodes: u64,
    effort: u64,
    /// What it has done so far in this round, and in those before it.
    stats: Stats,
    before: Stats,
}

impl Seat<'_> {
    /// What it has done in all rounds.
    fn total(&self) -> Stats {
        let most = self.stats.table_bytes.max(self.before.table_bytes);
        Stats { table_bytes: most, ..self.before.clone().plus(&self.stats) }
    }

    /// Leaves the seat to the next variant of the member, with that much more memory.
    fn go_on(&mut self, rounds: u32, more: Memory) {
        self.before = self.total();
        self.stats = Stats::default();
        self.round += rounds;
        self.memory = Memory::bytes(self.memory.left() + more.left());
        self.place = Place::Outside;
    }

    /// What the member has done so far.
    fn account(&self) -> MemberStats {
        let Stats { expanded, generated, table_bytes, .. } = self.total();
        let left = match self.place {
            Place::Gone(why) if why != ANSWERED => Some(why),
            _ => None,
        };
        MemberStats {
            name: self.member.name(),
            expanded,
            generated,
            effort: self.effort,
            table_bytes,
            left,
        }
    }
}

/// What a thread takes away: a seat's number, who sits there with which memory, the engine if it is set up, and a slice.
struct Turn<'a> {
    at: usize,
    member: &'static Member,
    round: u32,
    memory: Memory,
    engine: Option<Engines<'a>>,
    slice: Budget,
}

/// Several searches on one board.
pub(crate) struct Pool<'a> {
    task: Task<'a>,
    seats: Vec<Seat<'a>>,
    shape: Shape,
    /// Effort of all members.
    effort: u64,
    /// Whether a member has left because its memory was full.
    full: bool,
    /// Seats of each member that has variants: as many as threads.
    rounds: u32,
    /// Bytes of those who have left, for those who begin again.
    spare: u64,
    /// The answer once it is known, and the engine that has found it.
    answer: Option<(Outcome<Vec<Push>>, Engine)>,
}

/// What everybody works on.
#[derive(Clone, Copy)]
struct Task<'a> {
    board: &'a Board,
    analysis: &'a Analysis,
    config: &'a Config,
}

impl<'a> Pool<'a> {
    /// A pool of the members of the configuration's engine, all of them for `auto`, with nobody at
    /// work yet.
    pub(crate) fn new(board: &'a Board, analysis: &'a Analysis, config: &'a Config) -> Pool<'a> {
        let engine = config.engine;
        // Further threads have members of their own. An engine by name is what it is with one thread.
        let rounds = match engine {
            Engine::Auto => config.threads.clamp(1, MOST_ROUNDS as usize) as u32,
            _ => 1,
        };
        let seat = |member: &'static Member, round| {
            let seats = (0..rounds).filter(|&round| member.has_round(round)).count() as u64;
            Seat {
                member,
                round,
                memory: member.memory(engine, analysis.memory, seats),
                place: Place::Outside,
                joined: member.joins(round) == 0,
                spent: 0,
                nodes: 0,
                effort: 0,
                stats: Stats::default(),
                before: Stats::default(),
            }
        };
        let wanted = |member: &&Member| engine == Engine::Auto || member.engine() == engine;
        let members = || MEMBERS.iter().filter(wanted);
        let of_round = |round| {
            members().filter(move |member| member.has_round(round)).map(move |it| (it, round))
        };
        Pool {
            task: Task { board, analysis, config },
            seats: (0..rounds)
                .flat_map(of_round)
                .map(|(member, round)| seat(member, round))
                .collect(),
            shape: Shape::of(analysis, config),
            effort: 0,
            full: false,
            rounds,
            spare: 0,
            answer: None,
        }
    }
}

impl Run for Pool<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        if self.answer.is_none() {
            let threads = self.task.config.threads.min(self.seats.len());
            Shift::new(self, slice).work(threads);
        }
        self.answer.as_ref().map(|(outcome, _)| outcome.clone())
    }

    fn stats(&self) -> Stats {
        // Counters of an engine of its own mean something only where there is one engine.
        let first = match self.task.config.engine {
            Engine::Auto => None,
            _ => self.seats.first(),
        };
        let Stats { rounds, pruned, extra, .. } =
            first.map(|seat| seat.stats.clone()).unwrap_or_default();
        let members = match &self.seats[..] {
            [_] => Vec::new(),
            seats => seats.iter().filter(|seat| seat.nodes > 0).map(Seat::account).collect(),
        };
        let own = Stats { rounds, pruned, extra, members, ..Stats::default() };
        self.seats.iter().fold(own, |sum, seat| sum.plus(&seat.total()))
    }

    fn winner(&self) -> Option<Engine> {
        self.answer.as_ref().map(|&(_, engine)| engine)
    }
}

/// The pool and the budget while threads share them, behind the lock.
struct Desk<'s, 'a> {
    pool: &'s mut Pool<'a>,
    budget: &'s mut Budget,
    /// Nodes promised to slices that are under way.
    promised: u64,
    /// Whether there is an answer or the budget is used up.
    over: bool,
}

/// Threads at work with one slice of budget.
struct Shift<'s, 'a> {
    task: Task<'a>,
    desk: Mutex<Desk<'s, 'a>>,
    returned: Condvar,
    halt: Cancel,
}

impl<'s, 'a> Shift<'s, 'a> {
    fn new(pool: &'s mut Pool<'a>, budget: &'s mut Budget) -> Shift<'s, 'a> {
        let task = pool.task;
        let desk = Mutex::new(Desk { pool, budget, promised: 0, over: false });
        Shift { task, desk, returned: Condvar::new(), halt: Cancel::default() }
    }

    /// Works until there is an answer or a limit is reached, on this many threads.
    fn work(&self, threads: usize) {
        // A browser's module has one thread; its members take turns as with one thread elsewhere.
        if cfg!(target_family = "wasm") {
            return self.work_alone();
        }
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work_alone());
            }
            self.work_alone();
        });
    }

    /// One thread's work.
    fn work_alone(&self) {
        // A panic here must not leave the other threads waiting or searching.
        let _guard = HaltOnPanic(self);
        while let Some(turn) = self.take() {
            let (turn, end) = self.play(turn);
            self.put_back(turn, end);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Desk<'s, 'a>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next turn; `None` when everything is over. Waits while all seats are taken.
    fn take(&self) -> Option<Turn<'a>> {
        let mut desk = self.lock();
        loop {
            if let Some(turn) = desk.next(&self.halt) {
                return Some(turn);
            }
            if desk.over || self.halt.is_cancelled() {
                self.halt.cancel();
                self.returned.notify_all();
                return None;
            }
            desk = self.returned.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets the engine of a turn work, without the lock.
    fn play(&self, mut turn: Turn<'a>) -> (Turn<'a>, Option<Outcome<Vec<Push>>>) {
        let Task { board, analysis, config } = self.task;
        if turn.engine.is_none() {
            let task = (board, analysis, config);
            match turn.member.start(task, turn.round, turn.memory, &mut turn.slice) {
                Ok(engine) => turn.engine = Some(engine),
                Err(Stop::Memory) => return (turn, Some(Outcome::Stopped(Stop::Memory))),
                Err(_) => return (turn, None),
            }
        }
        let engine = turn.engine.as_mut().expect("the engine was set up");
        let end = engine.run(&mut turn.slice);
        (turn, end)
    }

    fn put_back(&self, turn: Turn<'a>, end: Option<Outcome<Vec<Push>>>) {
        let mut desk = self.lock();
        desk.settle(turn, end);
        if desk.over {
            self.halt.cancel();
        }
        self.returned.notify_all();
    }
}

impl<'a> Desk<'_, 'a> {
    /// The turn of the seat that has had least, or `None` when there is none to give.
    fn next(&mut self, halt: &Cancel) -> Option<Turn<'a>> {
        if self.over || self.budget.look().is_err() {
            self.over = true;
            return None;
        }
        let left =
            self.budget.limits().nodes.map(|limit| {
                limit.saturating_sub(self.budget.nodes()).saturating_sub(self.promised)
            });
        if left == Some(0) {
            // A tick beyond the limit makes the budget name the limit.
            self.over = self.promised == 0 && self.budget.tick().is_err();
            return None;
        }
        let Some(at) = self.pool.choose() else {
            self.over = self.pool.answer.is_some();
            return None;
        };
        let nodes = self.pool.nodes_of_slice(at);
        let nodes = left.map_or(nodes, |left| left.min(nodes));
        self.promised += nodes;
        let seat = &mut self.pool.seats[at];
        let Seat { member, round, memory, .. } = *seat;
        let mut slice = self.budget.slice(Some(nodes), None).halted_by(halt.clone());
        slice.progress.engine = member.engine().name();
        let engine = match std::mem::replace(&mut seat.place, Place::Away) {
            Place::Here(engine) => Some(engine),
            _ => None,
        };
        Some(Turn { at, member, round, memory, engine, slice })
    }

    /// Records the result of a turn.
    fn settle(&mut self, turn: Turn<'a>, end: Option<Outcome<Vec<Push>>>) {
        self.promised -= turn.slice.limits().nodes.expect("every slice has a limit");
        self.budget.charge(&turn.slice);
        self.pool.settle(turn, end);
        // An answer outranks a limit that another thread has reached meanwhile.
        self.over |= self.pool.answer.is_some();
    }
}

impl<'a> Pool<'a> {
    /// Lets in the members whose time has come, and all that can give up once the others have: they
    /// begin level with whoever has had least.
    fn admit(&mut self) {
        let active = |seat: &&Seat| seat.joined && !matches!(seat.place, Place::Gone(_));
        let least = self.seats.iter().filter(active).map(|seat| seat.spent).min().unwrap_or(0);
        let hopeless = self.is_hopeless(active);
        for seat in self.seats.iter_mut().filter(|seat| !seat.joined) {
            if seat.member.joins(seat.round) <= self.effort || hopeless && !seat.member.is_endless()
            {
                (seat.joined, seat.spent) = (true, least);
            }
        }
    }

    /// Whether all of some seats may go on for ever, while the others have not left for want of memory.
    fn is_hopeless(&self, seats: impl Fn(&&Seat) -> bool) -> bool {
        !self.full && self.seats.iter().filter(seats).all(|seat| seat.member.is_endless())
    }

    /// The free seat that has had least; when all are taken, the next that would join. With nobody
    /// left who could still end, that is the answer.
    fn choose(&mut self) -> Option<usize> {
        self.admit();
        let rest = |seat: &&Seat| !matches!(seat.place, Place::Gone(_));
        if self.is_hopeless(rest) || !self.seats.iter().any(|seat| rest(&seat)) {
            let full = Outcome::Stopped(Stop::Memory);
            let outcome = if self.full { full } else { Outcome::GaveUp };
            self.answer = Some((outcome, self.task.config.engine));
            return None;
        }
        let free = |at: &usize| matches!(self.seats[*at].place, Place::Outside | Place::Here(_));
        let numbers = 0..self.seats.len();
        let least = numbers.filter(free).min_by_key(|&at| {
            let seat = &self.seats[at];
            (!seat.joined, if seat.joined { seat.spent } else { seat.member.joins(seat.round) })
        })?;
        self.seats[least].joined = true;
        Some(least)
    }

    /// Nodes worth one slice, by what a node of this member has cost so far.
    fn nodes_of_slice(&self, at: usize) -> u64 {
        let Seat { member, nodes, effort, .. } = &self.seats[at];
        if *nodes < member.first {
            return member.first - nodes;
        }
        let slice = (self.effort / SLICE_PART).clamp(SHORTEST, LONGEST);
        (slice * nodes / effort.max(&1)).max(1)
    }

    /// Records the result of a turn.
    fn settle(&mut self, turn: Turn<'a>, end: Option<Outcome<Vec<Push>>>) {
        let Turn { at, member, engine, slice, .. } = turn;
        let shape = self.shape;
        let seat = &mut self.seats[at];
        if let Some(engine) = &engine {
            let stats = engine.stats();
            let generated = stats.generated.saturating_sub(seat.stats.generated);
            // A turn always costs something, or a seat that does nothing would always be next.
            let effort = member.effort(slice.nodes(), generated, shape).max(LEAST);
            seat.stats = stats;
            seat.nodes += slice.nodes();
            seat.effort += effort;
            seat.spent += effort / member.weight(shape, self.effort);
            self.effort += effort;
        }
        match (end, engine) {
            (None, Some(engine)) => seat.place = Place::Here(engine),
            (None, None) => seat.place = Place::Outside,
            (Some(Outcome::GaveUp), engine) => {
                drop(engine);
                self.leave(at, "gave-up");
            }
            (Some(Outcome::Stopped(stop)), engine) => {
                drop(engine);
                self.full |= stop == Stop::Memory;
                self.begin_again(at);
            }
            (Some(answer), _) => {
                self.answer = Some((answer, member.engine()));
                seat.place = Place::Gone(ANSWERED);
            }
        }
        let Task { analysis, config, .. } = self.task;
        let share = member.share(config.engine, analysis.memory);
        if member.shares_memory() && self.bytes(member.engine()) > share.left() {
            self.make_room(member.engine());
        }
    }

    /// Takes a member out; whoever begins again can have its memory.
    fn leave(&mut self, at: usize, why: &'static str) {
        let seat = &mut self.seats[at];
        seat.place = Place::Gone(why);
        if !seat.member.shares_memory() {
            self.spare += std::mem::replace(&mut seat.memory, Memory::bytes(0)).left();
        }
    }

    /// A member whose memory is full begins again as another variant, with what others have left; one that has nothing
    /// else to try leaves. What has not done anything would do no more the next time.
    fn begin_again(&mut self, at: usize) {
        let rounds = self.rounds;
        let seat = &mut self.seats[at];
        let auto = self.task.config.engine == Engine::Auto;
        let worked = seat.stats.expanded >= WORTH_AGAIN;
        if !auto || !worked || !seat.member.has_round(seat.round + rounds) {
            return self.leave(at, "memory");
        }
        seat.go_on(rounds, Memory::bytes(std::mem::take(&mut self.spare)));
    }

    /// Bytes of all members of an engine.
    fn bytes(&self, engine: Engine) -> u64 {
        let here = |seat: &&Seat| {
            seat.member.engine() == engine && matches!(seat.place, Place::Here(_) | Place::Away)
        };
        self.seats.iter().filter(here).map(|seat| seat.stats.table_bytes).sum()
    }

    /// Dismisses the last member of an engine, so that the others can use its memory.
    fn make_room(&mut self, engine: Engine) {
        let here = |seat: &&mut Seat| {
            seat.member.engine() == engine && matches!(seat.place, Place::Here(_))
        };
        if let Some(last) = self.seats.iter_mut().rev().find(here) {
            last.place = Place::Gone("dismissed");
            self.full = true;
        }
    }
}

/// Halts everybody when a thread panics; the panic itself goes on to whoever started the threads.
struct HaltOnPanic<'t, 's, 'a>(&'t Shift<'s, 'a>);

impl Drop for HaltOnPanic<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Under the lock, so that no thread begins to wait between these two steps.
            let _desk = self.0.lock();
            self.0.halt.cancel();
            self.0.returned.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use search::Limits;

    use super::*;

    fn limited(nodes: u64, mebibytes: u64) -> Budget {
        let memory = Some(mebibytes << 20);
        Budget::new(Limits { nodes: Some(nodes), memory, ..Limits::default() }, Cancel::default())
    }

    #[test]
    fn every_thread_brings_other_searches_and_all_share_the_memory_of_one() {
        let board = crate::portfolio::tests::long();
        let mut analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        analysis.memory = Memory::bytes(1 << 30);
        for threads in 1..=12 {
            let config = Config { threads, ..Config::default() };
            let pool = Pool::new(&board, &analysis, &config);
            let who = |seat: &Seat| (seat.member.name(), seat.round);
            let different: HashSet<_> = pool.seats.iter().map(who).collect();
            assert_eq!(different.len(), pool.seats.len());
            assert!(pool.seats.len() >= threads.min(8), "{threads}");
            let mut taken: HashMap<&str, (u64, u64)> = HashMap::new();
            for seat in pool.seats.iter().filter(|seat| !seat.member.shares_memory()) {
                let share = seat.member.share(Engine::Auto, analysis.memory).left();
                let sum = taken.entry(seat.member.engine().name()).or_insert((0, share));
                sum.0 += seat.memory.left();
            }
            assert!(taken.values().all(|(sum, share)| sum <= share), "{threads}: {taken:?}");
            assert_eq!(taken.len(), 6);
        }
        let config = Config { engine: Engine::Pull, threads: 2, ..Config::default() };
        assert_eq!(
            Pool::new(&board, &analysis, &config).seats.len(),
            1,
            "by name it is what it is"
        );
    }

    #[test]
    fn who_has_filled_the_memory_begins_again_as_another() {
        let board = crate::portfolio::tests::long();
        let run = || {
            let budget = &mut limited(40_000, 8);
            let analysis = Analysis::new(&board, budget).unwrap();
            let config = Config::default();
            let mut pool = Pool::new(&board, &analysis, &config);
            assert_eq!(pool.run(budget), None);
            let again: Vec<_> = pool.seats.iter().filter(|seat| seat.round > 0).collect();
            assert!(!again.is_empty(), "{:?}", pool.stats());
            for seat in again {
                assert!(seat.before.expanded >= WORTH_AGAIN);
                assert_eq!(seat.account().expanded, seat.before.expanded + seat.stats.expanded);
            }
            let own = |seat: &&Seat| !seat.member.shares_memory();
            let taken: u64 = pool.seats.iter().filter(own).map(|seat| seat.memory.left()).sum();
            assert!(taken + pool.spare <= analysis.memory.left());
            pool.stats()
        };
        assert_eq!(run(), run());
    }
}
