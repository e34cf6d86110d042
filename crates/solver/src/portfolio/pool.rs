//! The members at work: whose turn it is, on one thread or on several.
//!
//! Every member sits on a *seat*. A thread takes the free seat that has had least of its share,
//! works for a slice of nodes and puts it back; engines keep their trees, so nothing starts anew.
//! With one thread the order depends on counted nodes alone and repeats exactly. With several,
//! every thread does the same under one lock, and the first answer halts all others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use search::{Budget, Cancel, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use super::members::{MEMBERS, Member, Shape};
use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::run::Found;
use ground::run::Run;

/// Effort of a slice: this part of all effort so far, between the two limits. With long slices the
/// member that will have the answer waits longer for its turn; short ones lose what is in the
/// caches.
const SLICE_PART: u64 = 8;
const SHORTEST: u64 = 5_000_000;
const LONGEST: u64 = 60_000_000;

/// The least effort a turn is charged.
const LEAST: u64 = 10_000;

/// What everybody works on.
pub(super) struct Task<'a> {
    pub(super) board: &'a Board,
    pub(super) analysis: &'a Analysis,
    pub(super) config: &'a Config,
}

type Engines<'a> = Box<dyn Run + Send + 'a>;

/// Where the engine of a seat is.
enum Place<'a> {
    /// Not set up yet.
    Outside,
    /// Waiting for its turn.
    Here(Engines<'a>),
    /// With a thread.
    Away,
    /// Done: it gave up, or its memory is full.
    Gone,
}

/// A member and how it stands.
struct Seat<'a> {
    member: &'static Member,
    place: Place<'a>,
    /// Whether it takes part yet.
    joined: bool,
    /// Effort divided by weight: whoever has least comes next.
    spent: u64,
    /// Nodes it has used and their price.
    nodes: u64,
    effort: u64,
    /// What it has done so far.
    stats: Stats,
}

/// What a thread takes away: a seat's number, its engine if it is set up, and a slice.
struct Turn<'a> {
    at: usize,
    engine: Option<Engines<'a>>,
    slice: Budget,
}

/// The seats and what they have used, behind the lock.
struct Seats<'a, 'b> {
    seats: Vec<Seat<'a>>,
    budget: &'b mut Budget,
    shape: Shape,
    /// Nodes promised to slices that are under way.
    promised: u64,
    /// Effort of all members.
    effort: u64,
    full: bool,
    end: Option<Result<Found, Stop>>,
}

/// The seats and the threads' way to wait for one.
pub(super) struct Pool<'a, 'b> {
    task: Task<'a>,
    seats: Mutex<Seats<'a, 'b>>,
    returned: Condvar,
    halt: Cancel,
}

impl<'a, 'b> Pool<'a, 'b> {
    /// A pool of all members, with nobody at work yet.
    pub(super) fn new(task: Task<'a>, budget: &'b mut Budget) -> Pool<'a, 'b> {
        let seat = |member: &'static Member| Seat {
            member,
            place: Place::Outside,
            joined: member.joins == 0,
            spent: 0,
            nodes: 0,
            effort: 0,
            stats: Stats::default(),
        };
        let seats = MEMBERS.iter().map(seat).collect();
        let shape = Shape::of(task.analysis, task.config);
        let seats = Seats { seats, budget, shape, promised: 0, effort: 0, full: false, end: None };
        Pool { task, seats: Mutex::new(seats), returned: Condvar::new(), halt: Cancel::default() }
    }

    /// Works until there is an answer or a limit is reached, on this many threads.
    pub(super) fn work(&self, threads: usize) {
        std::thread::scope(|scope| {
            for _ in 1..threads.min(MEMBERS.len()) {
                scope.spawn(|| self.work_alone());
            }
            self.work_alone();
        });
    }

    /// How it ended, and the work of all members together.
    pub(super) fn into_end(self) -> (Result<Found, Stop>, Stats) {
        let seats = self.seats.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stats = seats.seats.iter().fold(Stats::default(), |sum, seat| sum.plus(&seat.stats));
        (seats.end.expect("work goes on to the end"), stats)
    }

    /// One thread's work.
    fn work_alone(&self) {
        // A panic here must not leave the other threads waiting or searching.
        let _guard = HaltOnPanic(self);
        while let Some(turn) = self.take() {
            self.put_back(self.play(turn));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seats<'a, 'b>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next turn; `None` when everything is over. Waits while all seats are taken.
    fn take(&self) -> Option<Turn<'a>> {
        let mut seats = self.lock();
        loop {
            if let Some(turn) = seats.next(&self.halt) {
                return Some(turn);
            }
            if seats.end.is_some() || self.halt.is_cancelled() {
                self.halt.cancel();
                self.returned.notify_all();
                return None;
            }
            seats = self.returned.wait(seats).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets the engine of a turn work, without the lock.
    fn play(&self, mut turn: Turn<'a>) -> (Turn<'a>, Option<Outcome<Vec<Push>>>) {
        let Task { board, analysis, config } = self.task;
        if turn.engine.is_none() {
            let member = &MEMBERS[turn.at];
            match member.start(board, analysis, config, &mut turn.slice) {
                Ok(engine) => turn.engine = Some(engine),
                Err(Stop::Memory) => return (turn, Some(Outcome::Stopped(Stop::Memory))),
                Err(_) => return (turn, None),
            }
        }
        let engine = turn.engine.as_mut().expect("the engine was set up");
        let end = engine.run(&mut turn.slice);
        (turn, end)
    }

    fn put_back(&self, (turn, end): (Turn<'a>, Option<Outcome<Vec<Push>>>)) {
        let mut seats = self.lock();
        seats.settle(turn, end, self.task.analysis);
        if seats.end.is_some() {
            self.halt.cancel();
        }
        self.returned.notify_all();
    }
}

impl<'a> Seats<'a, '_> {
    /// The turn of the seat that has had least, or `None` when there is none to give.
    fn next(&mut self, halt: &Cancel) -> Option<Turn<'a>> {
        if self.end.is_some() {
            return None;
        }
        if let Err(stop) = self.budget.look() {
            self.end = Some(Err(stop));
            return None;
        }
        let left =
            self.budget.limits().nodes.map(|limit| {
                limit.saturating_sub(self.budget.nodes()).saturating_sub(self.promised)
            });
        if left == Some(0) {
            if self.promised == 0 {
                self.end(Outcome::Stopped(Stop::Nodes), Engine::Auto);
            }
            return None;
        }
        self.admit();
        let Some(at) = self.choose() else {
            if self.seats.iter().all(|seat| matches!(seat.place, Place::Gone)) {
                let full = Outcome::Stopped(Stop::Memory);
                self.end(if self.full { full } else { Outcome::GaveUp }, Engine::Auto);
            }
            return None;
        };
        let nodes = self.nodes_of_slice(at);
        let nodes = left.map_or(nodes, |left| left.min(nodes));
        self.promised += nodes;
        let mut slice = self.budget.slice(Some(nodes), None).halted_by(halt.clone());
        slice.progress.engine = self.seats[at].member.engine.name();
        let engine = match std::mem::replace(&mut self.seats[at].place, Place::Away) {
            Place::Here(engine) => Some(engine),
            _ => None,
        };
        Some(Turn { at, engine, slice })
    }

    /// Lets in the members whose time has come: they begin level with whoever has had least.
    fn admit(&mut self) {
        let active = |seat: &&Seat| seat.joined && !matches!(seat.place, Place::Gone);
        let least = self.seats.iter().filter(active).map(|seat| seat.spent).min().unwrap_or(0);
        for seat in self.seats.iter_mut().filter(|seat| !seat.joined) {
            if seat.member.joins <= self.effort {
                (seat.joined, seat.spent) = (true, least);
            }
        }
    }

    /// The free seat that has had least; when all are taken, the next that would join.
    fn choose(&mut self) -> Option<usize> {
        let free = |at: &usize| matches!(self.seats[*at].place, Place::Outside | Place::Here(_));
        let numbers = 0..self.seats.len();
        let least = numbers.filter(free).min_by_key(|&at| {
            let seat = &self.seats[at];
            (!seat.joined, if seat.joined { seat.spent } else { seat.member.joins })
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
    fn settle(&mut self, turn: Turn<'a>, end: Option<Outcome<Vec<Push>>>, analysis: &Analysis) {
        let Turn { at, engine, slice } = turn;
        self.promised -= slice.limits().nodes.expect("every slice has a limit");
        self.budget.charge(&slice);
        let shape = self.shape;
        let seat = &mut self.seats[at];
        if let Some(engine) = &engine {
            let stats = engine.stats();
            let generated = stats.generated.saturating_sub(seat.stats.generated);
            // A turn always costs something, or a seat that does nothing would always be next.
            let effort = seat.member.effort(slice.nodes(), generated, shape).max(LEAST);
            seat.stats = stats;
            seat.nodes += slice.nodes();
            seat.effort += effort;
            seat.spent += effort / seat.member.weight(shape, self.effort);
            self.effort += effort;
        }
        let member = seat.member;
        seat.place = match (end, engine) {
            (None, Some(engine)) => Place::Here(engine),
            (None, None) => Place::Outside,
            (Some(Outcome::GaveUp), _) => Place::Gone,
            (Some(Outcome::Stopped(stop)), _) => {
                self.full |= stop == Stop::Memory;
                Place::Gone
            }
            (Some(answer), _) => {
                // An answer outranks a limit that another thread has reached meanwhile.
                self.end = Some(Ok(Found::by(member.engine, answer)));
                Place::Gone
            }
        };
        if self.bytes(member.engine) > member.share(analysis.memory).left() {
            self.make_room(member.engine);
        }
    }

    /// Bytes of all members of an engine.
    fn bytes(&self, engine: Engine) -> u64 {
        let here = |seat: &&Seat| {
            seat.member.engine == engine && matches!(seat.place, Place::Here(_) | Place::Away)
        };
        self.seats.iter().filter(here).map(|seat| seat.stats.table_bytes).sum()
    }

    /// Dismisses the last member of an engine, so that the others can use its memory.
    fn make_room(&mut self, engine: Engine) {
        let here =
            |seat: &&mut Seat| seat.member.engine == engine && matches!(seat.place, Place::Here(_));
        if let Some(last) = self.seats.iter_mut().rev().find(here) {
            last.place = Place::Gone;
            self.full = true;
        }
    }

    /// Ends the work without an answer.
    fn end(&mut self, outcome: Outcome<Vec<Push>>, engine: Engine) {
        self.end.get_or_insert(Ok(Found::by(engine, outcome)));
    }
}

/// Halts everybody when a thread panics; the panic itself goes on to whoever started the threads.
struct HaltOnPanic<'p, 'a, 'b>(&'p Pool<'a, 'b>);

impl Drop for HaltOnPanic<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Under the lock, so that no thread begins to wait between these two steps.
            let _seats = self.0.lock();
            self.0.halt.cancel();
            self.0.returned.notify_all();
        }
    }
}
