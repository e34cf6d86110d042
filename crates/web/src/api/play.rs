//! What a player asks while playing: a hint, how far it is, why a position is lost.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use search::{Budget, Outcome, Stats, Stop};
use serde::Deserialize;
use serde_json::{Value, json};

use puzzle::Puzzle;
use sokoban::{Dir, Square};
use unblock::format::Format;
use unblock::generate::{Generator, Wanted};
use unblock::{Board, Category, Cluster, Metric, Move};

use super::solve::{Question, run};
use super::{App, Shared, client, number};
use crate::body;
use crate::level::LevelInput;
use crate::problem::{Answer, Problem};
use crate::quick::stopped;

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

/// The way on from a position. Sokoban: a solution, found by the portfolio. Unblock: the distance in
/// both metrics and the next move of a shortest way.
pub(crate) async fn hint(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    let Asked { level, avoid } = body::json(request, body::SMALL).await?;
    match level.judge()? {
        Puzzle::Sokoban(_) => {
            let task = Question::usual(level, HINT_TIME).task()?;
            let record = run(&app, client, task, true).await?;
            Ok(Json(json!({
                "status": record["status"],
                "solution": record["solution"],
                "moves": record["moves"],
                "pushes": record["pushes"],
                "guarantee": record["guarantee"],
            })))
        }
        Puzzle::Unblock(level) => {
            let work =
                move |budget: &mut Budget| unblock_hint(&level.board, avoid.as_deref(), budget);
            app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
        }
    }
}

/// Distances and next moves from the table of all reachable positions; on boards too large for a
/// table, from one search in each metric.
fn unblock_hint(board: &Board, avoid: Option<&str>, budget: &mut Budget) -> Answer<Value> {
    let start = board.start();
    let (solution, hints) = match Cluster::new(board, Metric::Moves, budget) {
        Ok(cluster) if cluster.is_solvable() => {
            (Some(cluster.solution(&start)), cluster.hints(&start))
        }
        Ok(_) => (None, Vec::new()),
        Err(Stop::Memory) => {
            let solution = shortest(board, Metric::Moves, budget)?;
            let first = solution.iter().flatten().next().copied();
            (solution, first.into_iter().collect())
        }
        Err(stop) => return Err(stopped(stop)),
    };
    let steps = match &solution {
        Some(_) => shortest(board, Metric::Steps, budget)?,
        None => None,
    };
    let mut next: Vec<_> =
        hints.into_iter().map(|hint| (is_piece(board, hint, avoid), hint)).collect();
    // A hint that takes back what was just done helps nobody, unless there is no other.
    next.sort_by_key(|&(avoided, _)| avoided);
    Ok(json!({
        "status": if solution.is_some() { "solved" } else { "unsolvable" },
        "moves": solution.as_ref().map(Vec::len),
        "steps": steps.map(|moves| unblock::steps(&moves)),
        "solution": solution.map(|moves| board.show_moves(&moves)),
        "next": next.iter().map(|&(_, hint)| board.show_moves(&[hint])).collect::<Vec<_>>(),
    }))
}

fn is_piece(board: &Board, step: Move, name: Option<&str>) -> bool {
    name.is_some() && board.pieces().get(usize::from(step.piece)).map(|it| it.name.as_str()) == name
}

/// A shortest solution, or `None` when there is none.
fn shortest(board: &Board, metric: Metric, budget: &mut Budget) -> Answer<Option<Vec<Move>>> {
    match unblock::solve(board, metric, budget, &mut Stats::default()).outcome {
        Outcome::Solved(moves) => Ok(Some(moves)),
        Outcome::Unsolvable | Outcome::GaveUp => Ok(None),
        Outcome::Stopped(stop) => Err(stopped(stop)),
    }
}

/// Time for making a new board.
const MAKING: Duration = Duration::from_secs(20);

/// The puzzle of a day; the same everywhere. Mondays are easiest, Sundays hardest.
pub(crate) async fn daily(State(app): Shared, Path(date): Path<String>) -> Answer<Json<Value>> {
    let wrong = || Problem::bad("a date looks like 2026-11-15");
    let numbers: Option<Vec<u32>> = date.split('-').map(|part| part.parse().ok()).collect();
    let &[year, month, day] = numbers.as_deref().unwrap_or_default() else { return Err(wrong()) };
    if !(2000..=2999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(wrong());
    }
    const WEEK: [Category; 7] = [
        Category::Easy,
        Category::Beginner,
        Category::Beginner,
        Category::Intermediate,
        Category::Intermediate,
        Category::Advanced,
        Category::Expert,
    ];
    let known = app.days.lock().map_err(Problem::internal)?.get(&date).cloned();
    if let Some(puzzle) = known {
        return Ok(Json(puzzle));
    }
    let category = WEEK[weekday(year, month, day)];
    let seed = Generator::seed_of_day(year as i32, month, day);
    let Json(puzzle) = make(&app, category, seed, date.clone()).await?;
    let mut days = app.days.lock().map_err(Problem::internal)?;
    if days.len() >= MAX_DAYS {
        days.pop_first();
    }
    days.insert(date, puzzle.clone());
    Ok(Json(puzzle))
}

/// Puzzles of days kept after they were made, which takes seconds for the hardest.
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
        let mut generator =
            Generator::new(Wanted::of(category), seed).map_err(Problem::internal)?;
        let level = generator.next_level(budget).map_err(stopped)?;
        let level = unblock::Level { title: Some(title), ..level };
        let text =
            unblock::format::write_level(&level, Format::Table).map_err(Problem::internal)?;
        Ok(Json(json!({ "category": category.name(), "text": text })))
    };
    app.making.run(MAKING, MEMORY, work).await
}

/// Whether a position of Sokoban is lost, and why.
pub(crate) async fn why(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let board = sokoban_board(request).await?;
    let work = move |budget: &mut Budget| {
        let loss = solver::explain(&board, &board.start(), budget).map_err(stopped)?;
        let places = |squares: &[Square]| -> Vec<Value> {
            squares.iter().map(|&square| place(&board, square)).collect()
        };
        Ok(match loss {
            None => json!({ "lost": false }),
            Some(loss) => json!({
                "lost": true,
                "kind": loss.reason.name(),
                "reason": loss.reason.sentence(),
                "boxes": places(&loss.boxes),
                "squares": places(&loss.squares),
            }),
        })
    };
    app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
}

/// Dead squares of a Sokoban board, each with its reason.
pub(crate) async fn squares(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let board = sokoban_board(request).await?;
    let work = move |budget: &mut Budget| {
        let dead = solver::dead_squares(&board, budget).map_err(stopped)?;
        let dead = dead.into_iter().map(|square| {
            let mut it = place(&board, square);
            it["reason"] = dead_reason(&board, square).into();
            it
        });
        Ok(json!({ "dead": dead.collect::<Vec<_>>() }))
    };
    app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
}

/// Why a box on a dead square is lost: it stands in a corner, along a wall it cannot leave, or it
/// can move but never to a goal.
fn dead_reason(board: &sokoban::Board, square: Square) -> &'static str {
    let wall = |dir| board.neighbor(square, dir).is_none();
    let [up, down, left, right] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right].map(wall);
    match (up || down, left || right) {
        (true, true) => "corner",
        (false, false) => "no-goal",
        _ => "wall",
    }
}

async fn sokoban_board(request: Request) -> Answer<sokoban::Board> {
    let Asked { level, .. } = body::json(request, body::SMALL).await?;
    match level.judge()? {
        Puzzle::Sokoban(puzzle) => Ok(puzzle.board().clone()),
        Puzzle::Unblock(_) => Err(Problem::bad("this is asked about sokoban only")),
    }
}

fn place(board: &sokoban::Board, square: Square) -> Value {
    let (row, column) = board.place(square);
    json!({ "row": row, "column": column })
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
