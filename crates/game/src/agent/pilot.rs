//! What to answer to each frame: the agent's part of the game, without any connection.

use puzzle::plain::Dir;

use super::plan::{Plan, Position, position};
use super::planner::{Known, Planner, differs};
use super::{Ending, Row, Told};
use crate::protocol::{FromServer, Info, Score, State, key};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Points that shortening the walks of a solution may still bring: on the levels of the course it is
/// 36 on average.
const POLISH: u64 = 40;
/// The agent waits for an improvement as long as waiting costs at most this share of the possible
/// gain.
const SHARE: u64 = 4;
/// After the last level the server names one more, which nobody has; the end of the game follows at
/// once. What is wrong with a level counts only when it does not.
const DOUBT: Duration = Duration::from_secs(2);
/// Keys in a row without effect after which the server's walls must be others than ours; where frames
/// come by the clock, keys may be late, so this long must have gone by, too.
const MOST_STUCK: u64 = 30;
const STUCK: Duration = Duration::from_secs(3);

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
    /// Levels that were announced.
    announced: u32,
    /// Whether a frame of the announced level has come, and whether it was compared with our file.
    seen: bool,
    compared: bool,
    /// Since when something is wrong with the level.
    doubt: Option<Instant>,
    /// Keys in a row without effect, and when the first was sent.
    stuck: Option<(u64, Instant)>,
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
            announced: 0,
            seen: false,
            compared: false,
            doubt: None,
            stuck: None,
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
                self.announced += 1;
                self.planner.focus(&info.map);
                self.info = Some(info);
                self.plan = None;
                self.sent = None;
                (self.seen, self.compared, self.doubt, self.stuck) = (false, false, None, None);
            }
            FromServer::State(state) => {
                self.seen = true;
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
        let Some(sent) = &self.sent else { return };
        if same_level && *sent == position(state) {
            self.late += 1;
            let (keys, since) = self.stuck.unwrap_or((0, Instant::now()));
            self.stuck = Some((keys + 1, since));
        } else {
            self.stuck = None;
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
    /// If the level is missing or another one than ours, an error message.
    pub(super) fn answer(&mut self, tell: &mut dyn FnMut(Told)) -> Result<Option<char>, String> {
        match self.next_key(tell) {
            Ok(key) => Ok(key),
            Err(reason) => {
                let since = *self.doubt.get_or_insert_with(Instant::now);
                let step = self.current().map_or(0, |state| state.step);
                // The first level that is announced is no end of the game.
                let sure = self.announced == 1 || step >= 2 || since.elapsed() >= DOUBT;
                if sure { Err(reason) } else { Ok(None) }
            }
        }
    }

    fn next_key(&mut self, tell: &mut dyn FnMut(Told)) -> Result<Option<char>, String> {
        let Some(info) = self.info.clone() else { return Ok(None) };
        if self.sent.is_some() {
            return Ok(None);
        }
        let known = self.planner.known(&info.map)?;
        if let (true, false, Some(state)) = (self.seen, self.compared, self.current()) {
            self.planner.compare(&info.map, state.step, &position(state))?;
            self.compared = true;
        }
        if let Some((MOST_STUCK.., since)) = self.stuck
            && (info.fps == 0 || since.elapsed() >= STUCK)
        {
            return Err(differs(&info.map, "moves that are possible in ours have no effect"));
        }
        if let Some(trouble) = &known.trouble
            && self.complaint.as_ref() != Some(trouble)
        {
            self.complaint = Some(trouble.clone());
            tell(Told::Trouble(trouble.clone()));
        }
        // The frame of a level that follows the last one stands at 0 and is the last frame too.
        let step = self.current().map_or(0, |state| state.step);
        let dir = self.choose(&info, &known, step)?;
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

    fn choose(
        &mut self,
        info: &Info,
        known: &Known,
        step: u64,
    ) -> Result<Option<(Dir, Position)>, String> {
        let at = match (self.current(), &known.best) {
            (Some(state), _) => position(state),
            // The first key of a game may be sent before the first frame; that saves a step.
            (None, Some(best)) if self.last.is_none() => match best.start() {
                Some(start) => start.clone(),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if let Some((dir, place)) = self.plan.as_ref().and_then(|plan| plan.next(&at, self.next)) {
            self.next = place + 1;
            return Ok(Some((dir, at)));
        }
        let Some(best) = known.best.as_ref() else { return Ok(None) };
        match best.next(&at, 0) {
            Some(_) if pays(best, known, step, info.timeout) => Ok(None),
            Some((dir, place)) => {
                self.plan = Some(best.clone());
                self.next = place + 1;
                Ok(Some((dir, at)))
            }
            // No plan leads through this position: search again from here.
            None => {
                self.plan = None;
                self.planner.rescue(&info.map, &at)?;
                Ok(None)
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
