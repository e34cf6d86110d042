//! Rows of the store, in and out.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use puzzle::Metric;
use puzzle::known::{Bound, Origin};

use super::{Drawing, Game, Solution};

type Done<T = ()> = rusqlite::Result<T>;

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// Keeps a solution if it is the best of its kind: by its count, then by hints, then by what else it
/// costs, so that the fewest pushes come with as few moves as anybody needed for them, and the other
/// way round.
pub(super) fn put_solution(db: &Connection, it: &Solution) -> Done {
    let put = "INSERT INTO solution VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET value = ?3, moves = ?4, hints = ?5, at = ?7
         WHERE (?3, ?5, ?8) < (value, hints, CASE metric WHEN 'moves' THEN length(moves) - length(
             replace(replace(replace(replace(moves, 'U', ''), 'D', ''), 'L', ''), 'R', ''))
             ELSE length(moves) END)";
    let Solution { level, metric, value, moves, hints, solver } = it;
    db.prepare_cached(put)?
        .execute(params![level, metric.name(), value, moves, hints, solver, now(), rest(it)])
        .map(|_| ())
}

/// What a solution costs besides what it is counted in: pushes, written in capitals, where moves are
/// counted, else the length of all of it.
fn rest(it: &Solution) -> i64 {
    match it.metric {
        Metric::Moves => it.moves.chars().filter(|&c| "UDLR".contains(c)).count() as i64,
        _ => it.moves.len() as i64,
    }
}

/// All best solutions, or those of one level. Solutions in an unknown metric are skipped.
pub(super) fn solutions(db: &Connection, level: Option<&str>) -> Done<Vec<Solution>> {
    let mut query = db.prepare_cached(
        "SELECT level, metric, value, moves, hints, solver FROM solution
         WHERE ?1 IS NULL OR level = ?1 ORDER BY level, metric, solver",
    )?;
    let rows = query.query_map([level], read_solution)?;
    Ok(rows.collect::<Done<Vec<_>>>()?.into_iter().flatten().collect())
}

fn read_solution(row: &Row<'_>) -> Done<Option<Solution>> {
    let Some(metric) = Metric::from_name(&row.get::<_, String>(1)?) else { return Ok(None) };
    // An impossible count, written by an earlier version, is shown as the worst.
    let count = |at: usize| row.get::<_, i64>(at).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Ok(Some(Solution {
        level: row.get(0)?,
        metric,
        value: count(2)?,
        moves: row.get(3)?,
        hints: count(4)?,
        solver: row.get(5)?,
    }))
}

/// Takes away the best solutions of a level, in one metric or in all.
pub(super) fn delete_solutions(
    db: &Connection,
    level: &str,
    metric: Option<Metric>,
) -> Done<usize> {
    db.execute(
        "DELETE FROM solution WHERE level = ?1 AND (?2 IS NULL OR metric = ?2)",
        params![level, metric.map(Metric::name)],
    )
}

/// The least count among the solutions of a level in a metric. Impossible counts are ignored.
pub(super) fn least(db: &Connection, level: &str, metric: Metric) -> Done<Option<u32>> {
    let mut query = db.prepare_cached(
        "SELECT min(value) FROM solution WHERE level = ?1 AND metric = ?2 AND value >= 0",
    )?;
    let least: Option<i64> = query.query_row([level, metric.name()], |row| row.get(0))?;
    Ok(least.and_then(|least| u32::try_from(least).ok()))
}

/// Keeps a bound if it is higher than the one stored, or as high and better proved; returns whether
/// it did. Bounds that are cheap to recompute are not kept.
pub(super) fn put_bound(db: &Connection, level: &str, bound: &Bound) -> Done<bool> {
    let (engine, config, version) = match &bound.by {
        Origin::Search { engine, config, version } => (&**engine, &**config, &**version),
        Origin::Certificate => ("", "", ""),
        Origin::Start | Origin::Rating => return Ok(false),
    };
    let put = "INSERT INTO bound VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT DO UPDATE SET value = ?3, proof = ?4, engine = ?5, config = ?6, version = ?7, at = ?8
         WHERE ?3 > value OR ?3 = value AND ?4 = 'certificate' AND proof = 'search'";
    let Bound { metric, value, by } = bound;
    let row = params![level, metric.name(), value, by.name(), engine, config, version, now()];
    db.prepare_cached(put)?.execute(row).map(|rows| rows > 0)
}

/// The bounds of a level. Invalid rows are skipped.
pub(super) fn bounds(db: &Connection, level: &str) -> Done<Vec<Bound>> {
    let mut query = db.prepare_cached(
        "SELECT metric, value, proof, engine, config, version FROM bound
         WHERE level = ?1 ORDER BY metric",
    )?;
    let rows = query.query_map([level], read_bound)?;
    Ok(rows.collect::<Done<Vec<_>>>()?.into_iter().flatten().collect())
}

fn read_bound(row: &Row<'_>) -> Done<Option<Bound>> {
    let metric = Metric::from_name(&row.get::<_, String>(0)?);
    let value = u32::try_from(row.get::<_, i64>(1)?).ok();
    let by = match row.get::<_, String>(2)?.as_str() {
        "search" => {
            Some(Origin::Search { engine: row.get(3)?, config: row.get(4)?, version: row.get(5)? })
        }
        "certificate" => Some(Origin::Certificate),
        _ => None,
    };
    let whole = metric.zip(value).zip(by);
    Ok(whole.map(|((metric, value), by)| Bound { metric, value, by }))
}

/// Takes away the bounds of a level that a solution refutes, and says which.
pub(super) fn refute(db: &Connection, it: &Solution) -> Done<Vec<Bound>> {
    let refuted = |bound: &Bound| bound.metric == it.metric && bound.value > it.value;
    let wrong: Vec<Bound> = bounds(db, &it.level)?.into_iter().filter(refuted).collect();
    if !wrong.is_empty() {
        db.prepare_cached("DELETE FROM bound WHERE level = ?1 AND metric = ?2")?
            .execute(params![it.level, it.metric.name()])?;
    }
    Ok(wrong)
}

/// Keeps a level beside its solutions.
pub(super) fn put_drawing(db: &Connection, it: &Drawing) -> Done {
    db.prepare_cached("INSERT OR IGNORE INTO level VALUES (?, ?)")?
        .execute(params![it.level, it.drawing.get()])
        .map(|_| ())
}

/// The level behind a key.
pub(super) fn drawing(db: &Connection, level: &str) -> Done<Option<Box<RawValue>>> {
    let mut query = db.prepare_cached("SELECT drawing FROM level WHERE level = ?")?;
    let text: Option<String> = query.query_row([level], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| RawValue::from_string(text).ok()))
}

/// The levels that have solutions.
pub(super) fn drawings(db: &Connection) -> Done<Vec<Drawing>> {
    let mut query = db.prepare_cached(
        "SELECT level, drawing FROM level WHERE level IN (SELECT level FROM solution) ORDER BY level",
    )?;
    let rows =
        query.query_map([], |row| Ok(Drawing { level: row.get(0)?, drawing: raw(row.get(1)?) }))?;
    rows.collect()
}

/// Keeps a game; the newest replaces what was there.
pub(super) fn put_game(db: &Connection, game: &Game) -> Done {
    db.prepare_cached("INSERT OR REPLACE INTO game VALUES (?, ?, ?)")?
        .execute(params![game.level, game.state.get(), now()])
        .map(|_| ())
}

/// The game of a level.
pub(super) fn game(db: &Connection, level: &str) -> Done<Option<Box<RawValue>>> {
    let mut query = db.prepare_cached("SELECT state FROM game WHERE level = ?")?;
    let text: Option<String> = query.query_row([level], |row| row.get(0)).optional()?;
    Ok(text.map(raw))
}

/// All games.
pub(super) fn games(db: &Connection) -> Done<Vec<Game>> {
    let mut query = db.prepare_cached("SELECT level, state FROM game ORDER BY level")?;
    let rows =
        query.query_map([], |row| Ok(Game { level: row.get(0)?, state: raw(row.get(1)?) }))?;
    rows.collect()
}

/// The levels that have a game, newest first.
pub(super) fn begun(db: &Connection) -> Done<Vec<String>> {
    let mut query = db.prepare_cached("SELECT level FROM game ORDER BY at DESC, level")?;
    query.query_map([], |row| row.get(0))?.collect()
}

pub(super) fn put_setting(db: &Connection, name: &str, value: &Value) -> Done {
    db.prepare_cached("INSERT OR REPLACE INTO setting VALUES (?, ?)")?
        .execute(params![name, value.to_string()])
        .map(|_| ())
}

pub(super) fn settings(db: &Connection) -> Done<Map<String, Value>> {
    let mut query = db.prepare_cached("SELECT name, value FROM setting ORDER BY name")?;
    let rows = query.query_map([], |row| {
        let value: String = row.get(1)?;
        Ok((row.get(0)?, serde_json::from_str(&value).unwrap_or_default()))
    })?;
    rows.collect()
}

/// Parses stored JSON; `null` if it is no longer valid.
fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
