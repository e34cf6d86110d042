//! Every question by its name, answered where it is asked: for a host that has no server.

use std::sync::Arc;
use std::time::Duration;

use puzzle::known::Bound;
use puzzle::search::Observer;
use puzzle::{Budget, Cancel, Game, Limits, Puzzle, Report, Request, Status};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::level::{CollectionView, LevelInput};
use crate::search::{Bounds, Question, Search};
use crate::{Answer, Refusal, engines, levels, making, play, watch};

/// Whoever answers: what a search may use, and who is shown its progress.
#[derive(Clone)]
pub struct Host {
    /// What a question may ask for.
    pub bounds: Bounds,
    /// Sees the progress of searches.
    pub observer: Option<Arc<dyn Observer>>,
}

/// Answers a question, given as the JSON of its body. The names are the last words of the paths of the HTTP API;
/// `ended`, `check`, `known` and `signature` are for hosts alone.
///
/// # Errors
/// Why there is no answer.
pub fn ask(name: &str, body: &[u8], host: &Host) -> Answer<Value> {
    match name {
        "read" => {
            let levels::Text { text } = parse(body)?;
            let collection = levels::read(&text)?;
            value(&CollectionView::new("", &collection, 1, usize::MAX))
        }
        "judge" => Ok(parse::<levels::Drawn>(body)?.judge()),
        "convert" => parse::<levels::Conversion>(body)?.write(),
        "write" => parse::<levels::Writing>(body)?.write(),
        "moves" => parse::<levels::Moved>(body)?.slides(),
        "categories" => Ok(levels::categories()),
        "formats" => Ok(levels::formats()),
        "engines" => Ok(engines::engines(&host.bounds)),
        "plan" => engines::plan(&parse(body)?),
        "facts" => {
            let puzzle = parse::<levels::Drawn>(body)?.level.judge()?;
            levels::facts(&puzzle, &mut host.budget(levels::FACTS_TIME, levels::FACTS_MEMORY))
        }
        "watch" => {
            let watched = parse::<watch::Asked>(body)?.judge()?;
            watched.run(&mut host.budget(watch::TIME, watch::MEMORY))
        }
        "hint" => hint(parse(body)?, host),
        "why" => {
            let puzzle = parse::<play::Position>(body)?.level.judge()?;
            play::why(&puzzle, &mut host.budget(play::AT_ONCE, play::MEMORY))
        }
        "squares" => {
            let puzzle = parse::<play::Position>(body)?.level.judge()?;
            play::squares(&puzzle, &mut host.budget(play::AT_ONCE, play::MEMORY))
        }
        "improve" => {
            let asked: play::Improvable = parse(body)?;
            let puzzle = asked.level.judge()?;
            asked.improve(&puzzle, &mut host.budget(play::IMPROVING, play::MEMORY))
        }
        "daily" => {
            let day = parse::<Dated>(body)?.day()?;
            day.board(&mut host.budget(making::MAKING, making::MEMORY))
        }
        "random" => {
            let Wanted { game, category, seed } = parse(body)?;
            let wanted = making::Wanted::new(game.as_deref(), &category)?;
            wanted.make(seed, &mut host.budget(making::MAKING, making::MEMORY))
        }
        "solve" => parse::<Part>(body)?.solve(host),
        "ended" => parse::<Ended>(body)?.record(host),
        "check" => play::check(parse(body)?),
        "known" => {
            let Evidence { level, solutions, records } = parse(body)?;
            let bounds = records.iter().filter_map(|it| Bound::of_record(it).ok().flatten());
            let mut budget = host.budget(play::KNOWN_TIME, play::MEMORY);
            Ok(play::known(&level.judge()?, solutions, bounds, &mut budget))
        }
        "signature" => parse::<Listed>(body)?.signature(),
        _ => Err(Refusal::not_found(format!("there is no question {name:?}"))),
    }
}

pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Answer<T> {
    serde_json::from_slice(body).map_err(|error| Refusal::bad(format!("body: {error}")))
}

fn value(it: &impl serde::Serialize) -> Answer<Value> {
    serde_json::to_value(it).map_err(Refusal::internal)
}

impl Host {
    /// A budget for a question that is answered at once, within what the host has.
    pub(crate) fn budget(&self, time: Duration, memory: u64) -> Budget {
        let memory = memory.min(self.bounds.max_memory);
        let limits = Limits { time: Some(time), memory: Some(memory), nodes: None };
        Budget::new(limits, Cancel::default())
    }
}

fn hint(asked: play::Position, host: &Host) -> Answer<Value> {
    let puzzle = asked.level.judge()?;
    match puzzle.game() {
        Game::Sokoban => {
            let search = play::hint_search(puzzle, host.bounds.memory)?;
            Ok(play::hint_of(&run(&search, None, host)?))
        }
        Game::Unblock => {
            let mut budget = host.budget(play::AT_ONCE, play::MEMORY);
            play::hint_unblock(&puzzle, asked.avoid.as_deref(), &mut budget)
        }
    }
}

/// Runs a search; `member` is the engine to run instead of a portfolio that others run with us.
fn run(search: &Search, member: Option<String>, host: &Host) -> Answer<Value> {
    let mut resolved = search.resolved.clone();
    if let Some(engine) = member {
        let request = Request { engine, ..resolved.request().clone() };
        resolved = request.resolve(search.puzzle.game()).map_err(Refusal::bad)?;
    }
    if let Some(observer) = &host.observer {
        resolved = resolved.watched(observer.clone());
    }
    let mut report = puzzle::run(&search.puzzle, &resolved);
    // A host runs one search at a time and nothing else.
    report.cpu = report.wall;
    // The record names the search that was asked for, and the engine that had the answer.
    report.config = search.resolved.config().to_owned();
    Ok(search.record(&report))
}

/// A question, or the part of it that one of several hosts answers.
#[derive(Deserialize)]
struct Part {
    #[serde(flatten)]
    question: Question,
    member: Option<String>,
}

impl Part {
    fn solve(self, host: &Host) -> Answer<Value> {
        run(&self.question.search(&host.bounds)?, self.member, host)
    }
}

/// How a search ended that can no longer say so itself.
#[derive(Deserialize)]
struct Ended {
    #[serde(flatten)]
    question: Question,
    status: Status,
    error: Option<String>,
    /// Nodes of its last progress, and the seconds it took.
    #[serde(default)]
    expanded: u64,
    #[serde(default)]
    seconds: f64,
}

impl Ended {
    /// The record of it.
    fn record(self, host: &Host) -> Answer<Value> {
        let search = self.question.search(&host.bounds)?;
        let mut report = Report::empty(self.status, &search.resolved);
        report.error = self.error;
        report.stats.expanded = self.expanded;
        report.wall = Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        report.level_hash = Some(search.puzzle.level_hash());
        Ok(search.record(&report))
    }
}

#[derive(Deserialize)]
pub(crate) struct Dated {
    game: Option<String>,
    date: String,
}

impl Dated {
    pub(crate) fn day(&self) -> Answer<making::Day> {
        making::Day::new(self.game.as_deref(), &self.date)
    }
}

#[derive(Deserialize)]
struct Wanted {
    game: Option<String>,
    category: String,
    #[serde(default)]
    seed: u64,
}

/// A level with what is kept about it: solutions, and records that prove something.
#[derive(Deserialize)]
struct Evidence {
    level: LevelInput,
    #[serde(default)]
    solutions: Vec<String>,
    #[serde(default)]
    records: Vec<Value>,
}

/// Texts of collections, and which of their searches are to be counted: all that leave `part` when divided by
/// `parts`, so that several hosts share the work.
#[derive(Deserialize)]
struct Listed {
    texts: Vec<String>,
    #[serde(default)]
    part: usize,
    #[serde(default = "one")]
    parts: usize,
}

fn one() -> usize {
    1
}

impl Listed {
    /// The nodes of all searches that make the signature.
    fn signature(self) -> Answer<Value> {
        let mut nodes = 0;
        let mut searches: Vec<(Arc<Puzzle>, puzzle::Resolved)> = Vec::new();
        for text in &self.texts {
            let list = puzzle::signature::searches(levels::read(text)?);
            searches.extend(list.map_err(|refused| Refusal::bad_level(&refused.faults))?);
        }
        for (puzzle, resolved) in searches.iter().skip(self.part).step_by(self.parts.max(1)) {
            nodes += puzzle::run(puzzle, resolved).stats.expanded;
        }
        Ok(json!({ "nodes": nodes }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "{\"rows\":[\"#######\",\"# @$ .#\",\"#######\"]}";

    fn host() -> Host {
        let second = Duration::from_secs(1);
        let bounds = Bounds {
            time: second,
            max_time: 10 * second,
            memory: 64 << 20,
            max_memory: 128 << 20,
            max_threads: 1,
        };
        Host { bounds, observer: None }
    }

    fn asked(name: &str, body: &str) -> Answer<Value> {
        ask(name, body.as_bytes(), &host())
    }

    #[test]
    fn a_level_is_judged_hinted_and_solved() {
        let level = format!("{{\"level\":{ROWS}}}");
        assert_eq!(asked("judge", &level).unwrap()["faults"], json!([]));
        assert_eq!(asked("hint", &level).unwrap()["next"], json!(["RR"]));
        assert_eq!(asked("why", &level).unwrap()["lost"], Value::Null);
        let record = asked("solve", &level).unwrap();
        assert_eq!((&record["status"], &record["solution"]), (&json!("solved"), &json!("RR")));
    }

    #[test]
    fn a_member_answers_in_the_name_of_the_whole() {
        let question = format!("{{\"level\":{ROWS},\"member\":\"pull\"}}");
        let whole = asked("solve", &format!("{{\"level\":{ROWS}}}")).unwrap();
        let record = asked("solve", &question).unwrap();
        assert_eq!((&record["engine"], &record["config"]), (&json!("pull"), &whole["config"]));
        let none = format!("{{\"level\":{ROWS},\"member\":\"nobody\"}}");
        assert_eq!(asked("solve", &none).unwrap_err().status, 400);
    }

    #[test]
    fn a_search_that_was_ended_has_a_record() {
        let question = format!("{{\"level\":{ROWS},\"status\":\"memory\",\"expanded\":7}}");
        let record = asked("ended", &question).unwrap();
        assert_eq!((&record["status"], &record["expanded"]), (&json!("memory"), &json!(7)));
        assert!(record.get("solution").is_none_or(Value::is_null));
        let question = format!("{{\"level\":{ROWS},\"status\":\"happy\"}}");
        assert_eq!(asked("ended", &question).unwrap_err().status, 400);
    }

    #[test]
    fn faults_keep_their_codes_and_places() {
        let faulty = "{\"level\":{\"rows\":[\"#####\",\"#@$ #\",\"#####\"]}}";
        let refusal = asked("hint", faulty).unwrap_err();
        assert_eq!((refusal.status, refusal.faults[0].code), (400, "box-goal-count"));
        assert_eq!(asked("hint", "{").unwrap_err().status, 400);
        assert_eq!(asked("nothing", "{}").unwrap_err().status, 404);
    }

    #[test]
    fn solutions_are_replayed_before_they_count() {
        let claim =
            |moves: &str| asked("check", &format!("{{\"level\":{ROWS},\"moves\":\"{moves}\"}}"));
        assert_eq!(claim("RR").unwrap()["counts"]["pushes"], 2);
        assert_eq!(claim("R").unwrap_err().status, 400);
        let evidence = format!("{{\"level\":{ROWS},\"solutions\":[\"R\",\"RR\"]}}");
        let known = asked("known", &evidence).unwrap();
        let pushes = known["known"]["fewest"].as_array().unwrap().iter();
        let pushes = pushes.filter(|it| it["metric"] == "pushes").collect::<Vec<_>>();
        assert_eq!((&pushes[0]["pushes"], &pushes[0]["proved"]), (&json!(2), &json!(true)));
    }

    #[test]
    fn the_parts_of_a_signature_make_the_whole() {
        let text = "#######\\n# @$ .#\\n#  $  #\\n#    .#\\n#######\\n";
        let nodes = |rest: &str| {
            let answer = asked("signature", &format!("{{\"texts\":[\"{text}\"]{rest}}}")).unwrap();
            answer["nodes"].as_u64().unwrap()
        };
        let halves = [0, 1].map(|part| nodes(&format!(",\"part\":{part},\"parts\":2")));
        assert!(halves[0] > 0 && halves[1] > 0);
        assert_eq!(nodes(""), halves[0] + halves[1]);
    }
}
