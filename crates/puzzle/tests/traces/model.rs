//! What must be true of every trace, and the memory that notices when it is not.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use banto_puzzle::{
    Budget, Cancel, Counts, Game, Guarantee, Limits, Metric, NoAnswer, Puzzle, Report, Status,
    check,
};

use crate::Tally;
use crate::draw::{self, Asked, Call, Trace};

/// What is known about one position, from whatever calls.
#[derive(Default)]
struct Known {
    solved: bool,
    unsolvable: bool,
    /// Proved fewest pushes, moves and steps.
    proved: [Option<u64>; 3],
    /// Fewest seen in any solution.
    seen: [Option<u64>; 3],
}

struct Model {
    start: Puzzle,
    position: Puzzle,
    known: BTreeMap<String, Known>,
    /// The last solution, with the position it is for.
    last: Option<(Puzzle, String)>,
    tally: Tally,
}

/// Plays a trace; `Err` is the contract that was broken. A level that is refused has no trace.
pub(crate) fn run(trace: &Trace) -> Result<Tally, String> {
    let all = || {
        let Some(start) = read(&trace.rows.join("\n")) else { return Ok(Tally::default()) };
        let known = BTreeMap::new();
        let tally = Tally::default();
        let mut model = Model { position: start.clone(), start, known, last: None, tally };
        trace.calls.iter().try_for_each(|call| model.call(call))?;
        Ok(model.tally)
    };
    catch_unwind(AssertUnwindSafe(all)).unwrap_or_else(|_| Err("a call panicked".to_owned()))
}

fn read(text: &str) -> Option<Puzzle> {
    let mut entries = banto_puzzle::read(text.as_bytes()).ok()?.entries;
    if entries.is_empty() { None } else { entries.remove(0).puzzle.ok() }
}

/// A budget that is the same on every machine.
fn budget() -> Budget {
    let limits = Limits { nodes: Some(2_000), memory: Some(64 << 20), time: None };
    Budget::new(limits, Cancel::default())
}

fn measures(counts: &Counts) -> [Option<u64>; 3] {
    [counts.pushes, counts.moves, counts.steps]
}

impl Model {
    fn call(&mut self, call: &Call) -> Result<(), String> {
        match call {
            Call::Solve { request, again } => self.solve(request, *again),
            Call::Spoil(place) => self.spoil(*place),
            Call::Hint => self.hint(),
            Call::Why => self.why(),
            Call::Look => self.look(),
            Call::Write(format) => self.write(*format),
            Call::Play(number, steps) => self.play(*number, *steps),
            Call::Restart => {
                self.position = self.start.clone();
                Ok(())
            }
        }
    }

    fn solve(&mut self, asked: &Asked, again: bool) -> Result<(), String> {
        let request = asked.request();
        let resolved = request.resolve(self.position.game()).map_err(|it| it.to_string())?;
        let report = banto_puzzle::run(&self.position, &resolved);
        if matches!(report.status, Status::Crashed | Status::Invalid) {
            return Err(format!("{}: {:?}", report.status.name(), report.error));
        }
        if report.status == Status::Interrupted || report.status == Status::Time {
            return Err(format!("stopped by {}, which nobody asked for", report.status.name()));
        }
        self.learn(&report)?;
        // Two threads may share the work in another way each time, but never the verdict.
        if again && asked.threads == 1 {
            let other = banto_puzzle::run(&self.position, &resolved);
            let facts = |it: &Report| (it.status, it.solution.clone(), it.stats.expanded);
            if facts(&report) != facts(&other) {
                return Err(format!("{:?} became {:?}", facts(&report), facts(&other)));
            }
        }
        Ok(())
    }

    fn learn(&mut self, report: &Report) -> Result<(), String> {
        match &report.solution {
            Some(solution) => {
                let counts = check(&self.position, solution)
                    .map_err(|reason| format!("the checker refused {solution}: {reason}"))?;
                if counts != report.counts {
                    return Err(format!("counted {counts:?}, reported {:?}", report.counts));
                }
                self.last = Some((self.position.clone(), solution.clone()));
                self.solved(&counts, report.guarantee)
            }
            None if report.status == Status::Solved => Err("solved without a solution".to_owned()),
            None if report.status == Status::Unsolvable => self.unsolvable(),
            None => {
                self.tally.stopped += 1;
                Ok(())
            }
        }
    }

    fn known(&mut self) -> &mut Known {
        self.known.entry(banto_puzzle::facts::draw(&self.position)).or_default()
    }

    fn solved(&mut self, counts: &Counts, guarantee: Guarantee) -> Result<(), String> {
        self.tally.solved += 1;
        let promised = match guarantee {
            Guarantee::Optimal(Metric::Pushes) | Guarantee::Pair(Metric::Pushes) => Some(0),
            Guarantee::Optimal(Metric::Moves) | Guarantee::Pair(Metric::Moves) => Some(1),
            Guarantee::Optimal(Metric::Steps) => Some(2),
            _ => None,
        };
        self.tally.proved += u64::from(promised.is_some());
        let known = self.known();
        if known.unsolvable {
            return Err("solved, and called unsolvable before".to_owned());
        }
        known.solved = true;
        for (i, length) in measures(counts).into_iter().enumerate() {
            let Some(length) = length else { continue };
            known.seen[i] = Some(known.seen[i].map_or(length, |seen| seen.min(length)));
            if promised == Some(i) {
                let before = *known.proved[i].get_or_insert(length);
                if before != length {
                    return Err(format!("{before} proved fewest, and then {length}"));
                }
            }
            if let (Some(proved), Some(seen)) = (known.proved[i], known.seen[i])
                && seen < proved
            {
                return Err(format!("{proved} proved fewest, but {seen} are enough"));
            }
        }
        Ok(())
    }

    fn unsolvable(&mut self) -> Result<(), String> {
        self.tally.unsolvable += 1;
        let known = self.known();
        known.unsolvable = true;
        if known.solved { Err("unsolvable, and solved before".to_owned()) } else { Ok(()) }
    }

    fn spoil(&mut self, place: usize) -> Result<(), String> {
        let Some((position, solution)) = &self.last else { return Ok(()) };
        let parts: Vec<&str> = match position.game() {
            Game::Sokoban => solution.split("").filter(|it| !it.is_empty()).collect(),
            Game::Unblock => solution.split(' ').collect(),
        };
        let space = if position.game() == Game::Unblock { " " } else { "" };
        let without = place % parts.len().max(1);
        let kept: Vec<&str> =
            parts.iter().enumerate().filter(|&(i, _)| i != without).map(|(_, &it)| it).collect();
        let spoiled = kept.join(space);
        self.tally.spoiled += 1;
        // What the checker accepts must really solve, as the rules of the games themselves say.
        match check(position, &spoiled) {
            Err(_) => Ok(()),
            Ok(_) => match position.after(&spoiled) {
                Ok(end) if is_solved(&end) => Ok(()),
                Ok(_) => Err(format!("the checker accepts {spoiled}, which does not solve")),
                Err(reason) => Err(format!("the checker accepts {spoiled}, but {reason}")),
            },
        }
    }

    fn hint(&mut self) -> Result<(), String> {
        let found = match banto_puzzle::hint(&self.position, &mut budget()) {
            Ok(found) => found,
            Err(NoAnswer::Stopped(_)) => return Ok(()),
            Err(other) => return Err(format!("no hint: {other}")),
        };
        match (&found.solution, found.status) {
            (Some(solution), Status::Solved) => {
                let counts = check(&self.position, solution).map_err(|why| why.to_string())?;
                if let Some(first) = found.next.first()
                    && !solution.starts_with(first.as_str())
                {
                    return Err(format!("{first} does not begin {solution}"));
                }
                for step in &found.next {
                    self.position.after(step).map_err(|why| format!("hint {step}: {why}"))?;
                }
                self.last = Some((self.position.clone(), solution.clone()));
                self.solved(&counts, found.guarantee)
            }
            (None, Status::Unsolvable) => self.unsolvable(),
            (None, Status::GaveUp) => Ok(()),
            other => Err(format!("a hint that makes no sense: {other:?}")),
        }
    }

    fn why(&mut self) -> Result<(), String> {
        match banto_puzzle::why(&self.position, &mut budget()) {
            Ok(Some(lost)) if lost.sentence.is_empty() => Err("lost for no reason".to_owned()),
            Ok(Some(_)) => {
                self.tally.lost += 1;
                self.unsolvable()
            }
            Ok(None) | Err(NoAnswer::Stopped(_)) => Ok(()),
            Err(other) => Err(format!("no reason: {other}")),
        }
    }

    fn look(&mut self) -> Result<(), String> {
        let _ = banto_puzzle::facts(&self.position, &mut budget());
        match (self.position.game(), banto_puzzle::why::dead_squares(&self.position, &mut budget()))
        {
            (Game::Unblock, Ok(_)) => Err("dead squares in Unblock".to_owned()),
            (Game::Sokoban, Err(other)) if !matches!(other, NoAnswer::Stopped(_)) => {
                Err(format!("no dead squares: {other}"))
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, format: usize) -> Result<(), String> {
        let formats: Vec<&str> =
            banto_puzzle::write::formats().iter().map(|row| row.name).collect();
        let format = formats[format % formats.len()];
        let Ok(text) = banto_puzzle::write::write_level(&self.position, format) else {
            return Ok(());
        };
        // Pictures are for people and are not read back.
        if ["svg", "text"].contains(&format) {
            return Ok(());
        }
        let back = read(&text).ok_or_else(|| format!("{format} is not read back:\n{text}"))?;
        self.tally.written += 1;
        let [here, there] = [&self.position, &back].map(Puzzle::canonical_hash);
        if here == there { Ok(()) } else { Err(format!("{format} is another level:\n{text}")) }
    }

    fn play(&mut self, number: u64, steps: usize) -> Result<(), String> {
        let mut random = draw::random(number, 0);
        for _ in 0..steps {
            let step = match self.position.game() {
                Game::Sokoban => ["u", "d", "l", "r"][random.below(4)].to_owned(),
                Game::Unblock => {
                    let piece = (b'A' + random.below(12) as u8) as char;
                    let sign = if random.below(2) == 0 { '+' } else { '-' };
                    format!("{piece}{sign}{}", 1 + random.below(2))
                }
            };
            if let Ok(next) = self.position.after(&step) {
                self.position = next;
            }
        }
        Ok(())
    }
}

/// Whether a position is solved: there is nothing left to do.
fn is_solved(position: &Puzzle) -> bool {
    check(position, "").is_ok()
}
