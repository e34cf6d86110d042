//! What to answer to each frame: the agent's part of the game, without any connection.

use puzzle::plain::Dir;

use super::plan::{Plan, Position, position};
use super::planner::{Known, Planner};
use super::{Ending, Row, Told};
use crate::protocol::{FromServer, Info, Score, State, key};
use std::sync::Arc;

/// Points that shortening the walks of a solution may still bring: on the levels of the course it is
/// 36 on average.
const POLISH: u64 = 40;
/// The agent waits for an improvement as long as waiting costs at most this share of the possible
/// gain.
const SHARE: u64 = 4;

/// The player of one game.
pub(super) struct Pilot {
    planner: Planner,
    info: Option<Info>,
    last: Option<State>,
    /// The plan that is played.
    plan: Option<Arc<Plan>>,
    /// The number of its next move.
    next: usize,
    /// The position a key was sent for since the last frame.
    sent: Option<Position>,
    /// The score when the level began.
    before: Score,
    rows: Vec<Row>,
    keys: u64,
    late: u64,
    /// The last warning, so that it is given only once.
    complaint: Option<String>,
}

impl Pilot {
    pub(super) fn new(planner: Planner) -> Pilot {
        Pilot {
            planner,
            info: None,
            last: None,
            plan: None,
            next: 0,
            sent: None,
            before: Score::default(),
            rows: Vec::new(),
            keys: 0,
            late: 0,
            complaint: None,
        }
    }

    /// Until something new is known about a level.
    pub(super) async fn news(&self) {
        self.planner.news().await;
    }

    /// The finished levels.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether frames come by the clock.
    pub(super) fn is_timed(&self) -> bool {
        self.info.as_ref().is_some_and(|info| info.fps > 0)
    }

    /// Takes in a frame. When the game is over: whether all levels were played.
    pub(super) fn hear(&mut self, frame: FromServer, tell: &mut dyn FnMut(Told)) -> Option<bool> {
        match frame {
            FromServer::Info(info) => {
                if let Some(score) = info.score {
                    // After a level that used up its steps, the count does not stand at 0.
                    let won = self.last.as_ref().is_some_and(|last| last.step == 0);
                    self.before = score;
                    return Some(won);
                }
                if self.info.is_none() {
                    tell(Told::Begun);
                }
                self.planner.focus(&info.map);
                self.info = Some(info);
                self.plan = None;
                self.sent = None;
            }
            FromServer::State(state) => {
                self.note_late(&state);
                self.note_level(&state, tell);
                self.sent = None;
                self.last = Some(state);
            }
        }
        None
    }

    /// Counts a key that was not applied in the frame it was meant for.
    fn note_late(&mut self, state: &State) {
        let same_level = self.last.as_ref().is_none_or(|last| last.level == state.level);
        if same_level && self.sent.as_ref() == Some(&position(state)) {
            self.late += 1;
        }
    }

    /// The first frame of a level closes the one before.
    fn note_level(&mut self, state: &State, tell: &mut dyn FnMut(Told)) {
        let Some(last) = &self.last else { return };
        if last.level == state.level {
            return;
        }
        let (moves, pushes, steps) = state.score.since(self.before);
        let engine = self.planner.engine_of(last.level);
        let row = Row { level: last.level, moves, pushes, steps, engine };
        self.before = state.score;
        tell(Told::Level(row.clone()));
        self.rows.push(row);
    }

    /// The key to send now, if there is one.
    ///
    /// # Errors
    /// If the level is missing, an error message.
    pub(super) fn answer(&mut self, tell: &mut dyn FnMut(Told)) -> Result<Option<char>, String> {
        let Some(info) = self.info.clone() else { return Ok(None) };
        if self.sent.is_some() {
            return Ok(None);
        }
        // The frame of a level that follows the last one stands at 0 and is the last frame too.
        let step = self.current().map_or(0, |state| state.step);
        let known = match self.planner.known(&info.map) {
            Ok(known) => known,
            Err(reason) if step >= 2 => return Err(reason),
            Err(_) => return Ok(None),
        };
        if let Some(trouble) = &known.trouble
            && self.complaint.as_ref() != Some(trouble)
        {
            self.complaint = Some(trouble.clone());
            tell(Told::Trouble(trouble.clone()));
        }
        let dir = self.choose(&info, &known, step);
        Ok(dir.map(|(dir, at)| {
            self.keys += 1;
            self.sent = Some(at);
            key(dir)
        }))
    }

    /// The last frame, when it belongs to the level that was announced last.
    fn current(&self) -> Option<&State> {
        let info = self.info.as_ref()?;
        let number = crate::yard::number_of(&info.map);
        self.last.as_ref().filter(|state| number.is_none_or(|number| number == state.level))
    }

    fn choose(&mut self, info: &Info, known: &Known, step: u64) -> Option<(Dir, Position)> {
        let at = match (self.current(), &known.best) {
            (Some(state), _) => position(state),
            // The first key of a game may be sent before the first frame; that saves a step.
            (None, Some(best)) if self.last.is_none() => best.start()?.clone(),
            _ => return None,
        };
        if let Some((dir, place)) = self.plan.as_ref().and_then(|plan| plan.next(&at, self.next)) {
            self.next = place + 1;
            return Some((dir, at));
        }
        let best = known.best.as_ref()?;
        match best.next(&at, 0) {
            Some(_) if pays(best, known, step, info.timeout) => None,
            Some((dir, place)) => {
                self.plan = Some(best.clone());
                self.next = place + 1;
                Some((dir, at))
            }
            // No plan leads through this position: search again from here.
            None => {
                self.plan = None;
                self.planner.rescue(&info.map, &at);
                None
            }
        }
    }

    /// How the game has ended.
    pub(super) fn ending(self, won: bool) -> Ending {
        let seen = self.last.map_or(self.before, |last| last.score);
        let score = if self.before.3 >= seen.3 { self.before } else { seen };
        Ending { rows: self.rows, score, won, interrupted: false, keys: self.keys, late: self.late }
    }
}

/// Whether it pays to wait for a better plan. There must be twice the steps that the plan needs,
/// because keys may arrive late.
fn pays(best: &Plan, known: &Known, step: u64, timeout: u64) -> bool {
    let pushes = best.pushes.saturating_sub(known.bound.unwrap_or(0));
    let gain = 100 * pushes + POLISH;
    !known.done && SHARE * step < gain && step + 2 * best.n_moves() < timeout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yard::tests::level;

    #[test]
    fn an_improvement_is_waited_for_while_it_can_bring_more_than_it_costs() {
        let puzzle = level(&["#######", "#@ $ .#", "#######"]);
        let best = Plan::new(&puzzle, "rRR", "auto").unwrap();
        let known = |bound, done| Known { bound, done, ..Known::default() };
        let pays = |known: &Known, step, timeout| super::pays(&best, known, step, timeout);
        // Two pushes may be saved at most: 200 points, and 40 for the walks; a quarter of that.
        assert!(pays(&known(None, false), 59, 3000) && !pays(&known(None, false), 60, 3000));
        // No push can be saved.
        assert!(pays(&known(Some(2), false), 9, 3000) && !pays(&known(Some(2), false), 10, 3000));
        assert!(!pays(&known(None, true), 0, 3000), "nothing better will come");
        assert!(!pays(&known(None, false), 4, 10), "the steps are needed for the moves");
    }
}
