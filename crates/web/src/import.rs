//! Taking over an export: every row is judged, bad ones are named and left out.
//!
//! An export may come from anywhere, and a solution of zero moves would be the best for ever. So each
//! solution is replayed on its level by the checker, and its count is the checker's. The level comes
//! with the export, or is one that was solved here before, or is found in a collection by its key. Rows
//! are taken one by one from the text of the body and never all taken apart at once: what
//! is in memory is the body and what will be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use api::level::LevelInput;
use puzzle::{Metric, Puzzle};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;
use serde_json::value::RawValue;
use store::{Drawing, EXPORT_FORMAT, Game, Judged, Solution, is_key, key};

use crate::body::{GAME, SMALL, parse};
use crate::problem::{Answer, Problem};

/// Time for judging; rows that are left then are refused.
const TIME: Duration = Duration::from_secs(20);
/// Rows of one kind.
const MAX_ROWS: usize = 200_000;
/// Refused rows that are named one by one.
const MAX_NAMED: usize = 100;

/// Levels by their keys, from wherever they are known.
pub(crate) trait Levels {
    /// The levels with these keys, as far as they are known, in the form of an export.
    fn find(&self, keys: &BTreeSet<String>) -> BTreeMap<String, Box<RawValue>>;
}

/// A row that was not taken over.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    /// Which one: `solution 3`, counted from 1.
    row: String,
    reason: String,
}

/// What is answered to an import.
#[derive(Debug, Serialize)]
pub(crate) struct Account {
    solutions: usize,
    games: usize,
    /// How many rows were left out.
    left_out: usize,
    /// The first of them, and why.
    refused: Vec<Refused>,
}

/// Judges everything in the body of an import.
pub(crate) fn judge(body: &[u8], levels: &dyn Levels) -> Answer<(Judged, Account)> {
    let import: Import<'_> = parse(body)?;
    if import.format != EXPORT_FORMAT {
        let found = format!("expected the format {EXPORT_FORMAT:?}, found {:?}", import.format);
        return Err(Problem::bad(found));
    }
    let mut judge = Judge { until: Some(Instant::now() + TIME), ..Judge::default() };
    judge.solutions(&import, levels);
    judge.games(&import.games);
    judge.settings(import.settings);
    let Judge { kept, left_out, refused, .. } = judge;
    let (solutions, games) = (kept.solutions.len(), kept.games.len());
    Ok((kept, Account { solutions, games, left_out, refused }))
}

/// An export as it comes, its rows still text.
#[derive(Deserialize)]
struct Import<'a> {
    format: String,
    #[serde(borrow, default)]
    levels: Rows<'a>,
    #[serde(borrow)]
    solutions: Rows<'a>,
    #[serde(borrow)]
    games: Rows<'a>,
    #[serde(borrow, default)]
    settings: Option<&'a RawValue>,
}

/// The rows of a list, not more than a store can be expected to hold.
#[derive(Default)]
struct Rows<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Rows<'a> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Rows<'a>, D::Error> {
        struct Bounded;
        impl<'de> Visitor<'de> for Bounded {
            type Value = Rows<'de>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(to, "a list of at most {MAX_ROWS} rows")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Rows<'de>, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = list.next_element()? {
                    if rows.len() == MAX_ROWS {
                        return Err(serde::de::Error::invalid_length(MAX_ROWS + 1, &self));
                    }
                    rows.push(row);
                }
                Ok(Rows(rows))
            }
        }
        source.deserialize_seq(Bounded)
    }
}

/// A solution as somebody claims it.
#[derive(Deserialize)]
struct Claim {
    level: String,
    metric: String,
    value: Number,
    moves: String,
    #[serde(default)]
    hints: Option<Number>,
    #[serde(default)]
    solver: bool,
}

#[derive(Default)]
struct Judge {
    until: Option<Instant>,
    kept: Judged,
    left_out: usize,
    refused: Vec<Refused>,
}

impl Judge {
    fn refuse(&mut self, kind: &str, at: usize, reason: impl ToString) {
        self.left_out += 1;
        if self.refused.len() < MAX_NAMED {
            let row = format!("{kind} {}", at + 1);
            self.refused.push(Refused { row, reason: reason.to_string() });
        }
    }

    /// Replays all solutions, level by level.
    fn solutions(&mut self, import: &Import<'_>, levels: &dyn Levels) {
        let mut claims: BTreeMap<String, Vec<(usize, Claim)>> = BTreeMap::new();
        for (at, row) in import.solutions.0.iter().enumerate() {
            match serde_json::from_str::<Claim>(row.get()) {
                Ok(claim) => claims.entry(claim.level.clone()).or_default().push((at, claim)),
                Err(error) => self.refuse("solution", at, error),
            }
        }
        let brought = self.drawings(&import.levels);
        let missing = claims.keys().filter(|key| !brought.contains_key(*key)).cloned().collect();
        let found = levels.find(&missing);
        for (level, claims) in claims {
            let drawing = brought.get(&level).copied().or(found.get(&level).map(|it| &**it));
            let puzzle = drawing.map_or_else(unknown, |drawing| level_of(drawing, &level));
            match puzzle {
                Ok(puzzle) => self.replay(&puzzle, level, claims),
                Err(why) => claims.iter().for_each(|(at, _)| self.refuse("solution", *at, &why)),
            }
        }
    }

    /// The levels that came along, by their keys; each is looked at when a solution needs it.
    fn drawings<'a>(&mut self, rows: &Rows<'a>) -> BTreeMap<String, &'a RawValue> {
        #[derive(Deserialize)]
        struct Brought<'a> {
            level: String,
            #[serde(borrow)]
            drawing: &'a RawValue,
        }
        let mut brought = BTreeMap::new();
        for (at, row) in rows.0.iter().enumerate() {
            match serde_json::from_str::<Brought<'a>>(row.get()) {
                Ok(it) => drop(brought.insert(it.level, it.drawing)),
                Err(error) => self.refuse("level", at, error),
            }
        }
        brought
    }

    fn replay(&mut self, puzzle: &Puzzle, level: String, claims: Vec<(usize, Claim)>) {
        let before = self.kept.solutions.len();
        for (at, claim) in claims {
            let late = self.until.is_some_and(|until| Instant::now() > until);
            let judged = match late {
                true => Err("there was no time left to replay it".to_owned()),
                false => replayed(puzzle, claim),
            };
            match judged {
                Ok(solution) => self.kept.solutions.push(solution),
                Err(why) => self.refuse("solution", at, why),
            }
        }
        if self.kept.solutions.len() > before
            && let Some(drawing) = store::drawing(puzzle)
        {
            self.kept.levels.push(Drawing { level, drawing });
        }
    }

    fn games(&mut self, rows: &Rows<'_>) {
        for (at, row) in rows.0.iter().enumerate() {
            match serde_json::from_str::<Game>(row.get()) {
                Err(error) => self.refuse("game", at, error),
                Ok(game) if !is_key(&game.level) => {
                    self.refuse("game", at, "this is not the key of a level");
                }
                Ok(game) if !game.state.get().starts_with('{') || game.state.get().len() > GAME => {
                    self.refuse("game", at, "this is not the state of a game");
                }
                Ok(game) => self.kept.games.push(game),
            }
        }
    }

    fn settings(&mut self, settings: Option<&RawValue>) {
        let Some(settings) = settings else { return };
        if settings.get().len() > SMALL {
            return self.refuse("settings", 0, "they are larger than 64 KiB");
        }
        match serde_json::from_str(settings.get()) {
            Ok(settings) => self.kept.settings = settings,
            Err(error) => self.refuse("settings", 0, error),
        }
    }
}

fn unknown() -> Result<Puzzle, String> {
    Err("its level is neither in the file nor known here".to_owned())
}

/// The level of a drawing, if it is the one with this key.
fn level_of(drawing: &RawValue, level: &str) -> Result<Puzzle, String> {
    if drawing.get().len() > SMALL {
        return Err("its level is larger than 64 KiB".to_owned());
    }
    let input: LevelInput =
        serde_json::from_str(drawing.get()).map_err(|error| format!("its level: {error}"))?;
    let puzzle = input.judge().map_err(|problem| format!("its level: {}", problem.detail))?;
    if key(&puzzle) != level {
        return Err("its level is another one than its key says".to_owned());
    }
    Ok(puzzle)
}

/// The solution behind a claim, with the checker's count.
fn replayed(puzzle: &Puzzle, claim: Claim) -> Result<Solution, String> {
    let counts = puzzle::check(puzzle, &claim.moves).map_err(|error| error.to_string())?;
    let metric =
        Metric::from_name(&claim.metric).filter(|metric| Metric::PROVABLE.contains(metric));
    let counted = metric.and_then(|metric| Some((metric, counts.of(metric)?)));
    let (metric, counted) =
        counted.ok_or_else(|| format!("{:?} are not counted here", claim.metric))?;
    if claim.value.as_u64() != Some(counted) {
        return Err(format!("it has {counted} {metric}, not {}", claim.value));
    }
    let hints = claim.hints.map_or(Some(0), |hints| hints.as_u64());
    Ok(Solution {
        level: claim.level,
        metric,
        value: u32::try_from(counted).map_err(|error| error.to_string())?,
        moves: claim.moves,
        hints: hints.and_then(|hints| u32::try_from(hints).ok()).ok_or("its hints are no count")?,
        solver: claim.solver,
    })
}
