//! How hard a level is for people, and what its designer may want to know.
//!
//! The browser has a module of its own for these questions, so that the engines' stays small; [`ask_grade`] is its
//! table of questions.

use std::time::Duration;

use puzzle::{Budget, Puzzle};
use serde::Deserialize;
use serde_json::Value;

use crate::ask::{Dated, parse};
use crate::levels::Drawn;
use crate::making;
use crate::play::MEMORY;
use crate::{Answer, Host, Refusal};

/// Time for a grade or advice.
pub const GRADING: Duration = Duration::from_secs(20);

/// How hard a level is.
pub fn rate(puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
    Ok(puzzle::rate(puzzle, budget)?.to_json())
}

/// What is superfluous in a level, where there is no choice and where players are lost.
pub fn advice(puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
    Ok(puzzle::advice(puzzle, budget)?.to_json())
}

/// A level to grade, and how long that may take.
#[derive(Deserialize)]
struct Graded {
    #[serde(flatten)]
    drawn: Drawn,
    time_ms: Option<u64>,
}

/// Answers `rate`, `advice` and, for Sokoban, `daily` as [`ask`](crate::ask()) answers the others.
///
/// # Errors
/// Why there is no answer.
pub fn ask_grade(name: &str, body: &[u8], host: &Host) -> Answer<Value> {
    let answer = match name {
        "rate" => rate,
        "advice" => advice,
        "daily" => {
            let day = parse::<Dated>(body)?.day()?;
            return day.level(&mut host.budget(making::MAKING, making::MEMORY));
        }
        _ => return Err(Refusal::not_found(format!("there is no question {name:?}"))),
    };
    let Graded { drawn, time_ms } = parse(body)?;
    let time = time_ms.map_or(GRADING, Duration::from_millis).min(GRADING);
    answer(&drawn.level.judge()?, &mut host.budget(time, MEMORY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bounds;

    fn asked(name: &str, rows: &str) -> Answer<Value> {
        let second = Duration::from_secs(1);
        let (memory, max_memory) = (64 << 20, 128 << 20);
        let bounds = Bounds { time: second, max_time: second, memory, max_memory, max_threads: 1 };
        let body = format!("{{\"level\":{{\"rows\":{rows}}},\"time_ms\":5000}}");
        ask_grade(name, body.as_bytes(), &Host { bounds, observer: None })
    }

    #[test]
    fn a_level_is_graded_and_looked_over() {
        let rows = "[\"##########\",\"#@ $  . *#\",\"##########\"]";
        let grade = asked("rate", rows).unwrap();
        assert!(grade["share"].as_f64().is_some_and(|it| it > 0.0 && it < 1.0), "{grade}");
        let advice = asked("advice", rows).unwrap();
        assert_eq!(advice["superfluous_boxes"][0]["column"], 8);
        assert_eq!(advice["way"].as_array().map(Vec::len), Some(3));
        assert_eq!(asked("solve", rows).unwrap_err().status, 404);
        assert_eq!(asked("rate", "[\"###\"]").unwrap_err().status, 400);
    }
}
