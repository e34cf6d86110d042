//! What a player asks while playing: a hint, how far there is to go, why a position is lost.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use puzzle::generate::{Category, Generator, Grade, SokobanWanted, UnblockWanted};
use puzzle::why::Place;
use puzzle::{Budget, Game, Limits, Metric};
use serde::Deserialize;
use serde_json::{Value, json};

use super::solve;
use super::{App, Shared, client};
use crate::body;
use crate::level::LevelInput;
use crate::problem::{Answer, Problem};
use crate::query::{number, word};
use crate::search::Search;

/// Time for a hint in Sokoban, where a whole solution is searched for.
const HINT_TIME: Duration = Duration::from_secs(10);
/// Time and memory for everything that is answered at once.
const AT_ONCE: Duration = Duration::from_secs(2);
const MEMORY: u64 = 512 << 20;

#[derive(Debug, Deserialize)]
struct Asked {
    level: LevelInput,
    /// The piece that has just been moved (Unblock).
    avoid: Option<String>,
}

/// The way on from a position. Sokoban: a solution, found by the portfolio in a worker. Unblock: the
/// distance in both metrics and the next moves of shortest solutions.
pub(crate) async fn hint(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    let Asked { level, avoid } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    if puzzle.game() == Game::Sokoban {
        let limits = Limits { time: Some(HINT_TIME), memory: Some(solve::MEMORY), nodes: None };
        let request = puzzle::Request { limits, ..puzzle::Request::default() };
        let resolved = request.resolve(puzzle.game()).map_err(Problem::internal)?;
        let puzzle = Arc::new(puzzle);
        let search = Search { collection: String::new(), index: 1, puzzle, resolved };
        let record = solve::run(&app, client, search, true).await?;
        let next = record["solution"].as_str().map(puzzle::hint::first_step);
        return Ok(Json(json!({
            "status": record["status"],
            "solution": record["solution"],
            "moves": record["moves"],
            "pushes": record["pushes"],
            "guarantee": record["guarantee"],
            "next": next.filter(|step| !step.is_empty()).into_iter().collect::<Vec<_>>(),
        })));
    }
    let work = move |budget: &mut Budget| {
        let mut hint = puzzle::hint(&puzzle, budget)?;
        if let Some(piece) = avoid {
            hint.avoid(&piece);
        }
        Ok(Json(json!({
            "status": hint.status.name(),
            "solution": hint.solution,
            "moves": hint.to_go.moves,
            "steps": hint.to_go.steps,
            "guarantee": hint.guarantee.name(),
            "next": hint.next,
        })))
    };
    app.at_once.run(AT_ONCE, MEMORY, work).await
}

/// Time for making a new board.
const MAKING: Duration = Duration::from_secs(20);

/// The puzzle of a day in one of the games; the same everywhere. Mondays are easiest, Sundays hardest.
pub(crate) async fn daily(
    State(app): Shared,
    Path(date): Path<String>,
    uri: Uri,
) -> Answer<Json<Value>> {
    let game = match word(&uri, "game") {
        None | Some("unblock") => Game::Unblock,
        Some("sokoban") => Game::Sokoban,
        Some(other) => return Err(Problem::bad(format!("there is no game {other:?}"))),
    };
    let wrong = || Problem::bad("a date looks like 2026-11-15");
    let numbers: Option<Vec<u32>> = date.split('-').map(|part| part.parse().ok()).collect();
    let &[year, month, day] = numbers.as_deref().unwrap_or_default() else { return Err(wrong()) };
    if !(2000..=2999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(wrong());
    }
    let name = format!("{} {date}", game.name());
    let known = app.days.lock().map_err(Problem::internal)?.get(&name).cloned();
    if let Some(puzzle) = known {
        return Ok(Json(puzzle));
    }
    let seed = Generator::seed_of_day(year as i32, month, day);
    let weekday = weekday(year, month, day);
    let Json(puzzle) = match game {
        Game::Unblock => make(&app, UNBLOCK_WEEK[weekday], seed, date).await?,
        Game::Sokoban => make_sokoban(&app, &SOKOBAN_WEEK[weekday], seed, date).await?,
    };
    let mut days = app.days.lock().map_err(Problem::internal)?;
    if days.len() >= MAX_DAYS {
        days.pop_first();
    }
    days.insert(name, puzzle.clone());
    Ok(Json(puzzle))
}

/// From Monday to Sunday.
const UNBLOCK_WEEK: [Category; 7] = [
    Category::Easy,
    Category::Beginner,
    Category::Beginner,
    Category::Intermediate,
    Category::Intermediate,
    Category::Advanced,
    Category::Expert,
];

/// The same for Sokoban: the grade, the boxes, the width and the height of the room.
const SOKOBAN_WEEK: [(Grade, usize, usize, usize); 7] = [
    (Grade::Easy, 2, 8, 7),
    (Grade::Easy, 3, 9, 8),
    (Grade::Medium, 3, 9, 8),
    (Grade::Medium, 3, 9, 8),
    (Grade::Medium, 4, 9, 9),
    (Grade::Medium, 4, 10, 9),
    (Grade::Hard, 4, 10, 9),
];

/// Daily puzzles kept once they are made, which takes seconds for the hardest.
const MAX_DAYS: usize = 32;

/// Days since Monday, by Sakamoto's method (Gregorian).
fn weekday(year: u32, month: u32, day: u32) -> usize {
    const SHIFT: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let since_sunday =
        (year + year / 4 - year / 100 + year / 400 + SHIFT[month as usize - 1] + day) % 7;
    ((since_sunday + 6) % 7) as usize
}

/// A new board of a category.
pub(crate) async fn random(
    State(app): Shared,
    Path(category): Path<String>,
    uri: Uri,
) -> Answer<Json<Value>> {
    let category = Category::from_name(&category)
        .ok_or_else(|| Problem::not_found(format!("there is no category {category:?}")))?;
    let seed = number(&uri, "seed")?.unwrap_or(0);
    make(&app, category, seed, category.name().to_owned()).await
}

async fn make(app: &App, category: Category, seed: u64, title: String) -> Answer<Json<Value>> {
    let work = move |budget: &mut Budget| {
        let wanted = UnblockWanted::of(category);
        let mut generator = Generator::unblock(wanted, seed).map_err(Problem::internal)?;
        let made = generator.next_level(budget)?;
        // Another category than the one asked for is worse than no board.
        if !made.missed.is_empty() {
            return Err(puzzle::NoAnswer::Stopped(puzzle::search::Stop::Time).into());
        }
        let mut made = made.puzzle;
        made.set_title(title);
        let text = puzzle::write::write_level(&made, "table").map_err(Problem::internal)?;
        Ok(Json(json!({ "category": category.name(), "text": text })))
    };
    app.making.run(MAKING, MEMORY, work).await
}

/// Rooms that are tried for one day, one after the other; the first that meets all wishes is taken, so
/// that the day alone decides.
const ROOMS: u64 = 20;

async fn make_sokoban(
    app: &App,
    &(grade, boxes, width, height): &(Grade, usize, usize, usize),
    seed: u64,
    title: String,
) -> Answer<Json<Value>> {
    let wanted =
        SokobanWanted { width, height, boxes, grade: Some(grade), ..SokobanWanted::default() };
    let work = move |budget: &mut Budget| {
        for room in 0..ROOMS {
            let seed = seed.wrapping_add(room.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let maker = Generator::sokoban(wanted.clone(), seed);
            let made = maker.map_err(Problem::internal)?.next_level(budget)?;
            if !made.missed.is_empty() {
                continue;
            }
            let mut made = made.puzzle;
            made.set_title(title);
            let text = puzzle::write::write_level(&made, "xsb").map_err(Problem::internal)?;
            return Ok(Json(json!({ "category": grade.name(), "text": text })));
        }
        Err(puzzle::NoAnswer::Nothing("no room of this grade was found".to_owned()).into())
    };
    app.making.run(MAKING, MEMORY, work).await
}

/// Time for making a solution shorter.
const IMPROVING: Duration = Duration::from_secs(4);

#[derive(Debug, Deserialize)]
struct Solved {
    level: LevelInput,
    moves: String,
    #[serde(default, with = "puzzle::search::goal")]
    goal: Option<Metric>,
}

/// A solution of Sokoban made shorter, in moves or, when the goal does not ask for them, in pushes first.
pub(crate) async fn improve(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Solved { level, moves, goal } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut Budget| {
        let found = puzzle::improve(&puzzle, &moves, goal.unwrap_or(Metric::Pushes), budget)?;
        let counts = |it: &puzzle::Counts| json!({ "moves": it.moves, "pushes": it.pushes });
        Ok(json!({
            "moves": found.moves,
            "counts": counts(&found.counts),
            "before": counts(&found.before),
        }))
    };
    app.making.run(IMPROVING, MEMORY, work).await.map(Json)
}

/// Whether a position is lost, and why.
pub(crate) async fn why(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Asked { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut Budget| {
        let places = |places: &[Place]| places.iter().map(place).collect::<Vec<_>>();
        let judged = puzzle::why::judge(&puzzle, budget)?;
        let mut answer = json!({ "lost": judged.lost, "solved": judged.solved });
        if let Some(lost) = judged.reason {
            answer["kind"] = json!(lost.kind);
            answer["reason"] = json!(lost.sentence);
            answer["boxes"] = json!(places(&lost.boxes));
            answer["squares"] = json!(places(&lost.squares));
        }
        Ok(answer)
    };
    app.at_once.run(AT_ONCE, MEMORY, work).await.map(Json)
}

/// Dead squares of a Sokoban board, each with its reason.
pub(crate) async fn squares(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Asked { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut Budget| {
        let dead = puzzle::why::dead_squares(&puzzle, budget)?;
        let dead = dead.iter().map(|(at, reason)| {
            let mut it = place(at);
            it["reason"] = reason.name().into();
            it
        });
        Ok(json!({ "dead": dead.collect::<Vec<_>>() }))
    };
    app.at_once.run(AT_ONCE, MEMORY, work).await.map(Json)
}

fn place(at: &Place) -> Value {
    json!({ "row": at.row, "column": at.column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday() {
        for (date, day) in
            [((2026, 11, 15), 6), ((2026, 11, 16), 0), ((2024, 2, 29), 3), ((2000, 1, 1), 5)]
        {
            assert_eq!(weekday(date.0, date.1, date.2), day, "{date:?}");
        }
    }
}
