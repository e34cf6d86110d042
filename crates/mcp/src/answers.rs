//! What each tool answers. Everything comes through the door `puzzle`.

use std::sync::Arc;
use std::time::Duration;

use puzzle::generate::{Category, Generator, Grade, SokobanWanted, UnblockWanted};
use puzzle::search::{Observer, goal};
use puzzle::to_order::{Maker, TRIES, ToOrder, UnblockToOrder};
use puzzle::why::Place;
use puzzle::{Budget, Cancel, Counts, Game, Goal, Guarantee, Limits, Puzzle, Report, Request};
use runner::Workers;
use serde_json::{Value, json};

use crate::{Options, arguments};

/// Time for an answer when none is asked for.
const USUAL: Duration = Duration::from_secs(10);

/// A call of a tool.
pub(crate) struct Asked {
    /// Checked against the table before anything else happens.
    pub(crate) arguments: Value,
    pub(crate) cancel: Cancel,
    pub(crate) observer: Option<Arc<dyn Observer>>,
    pub(crate) options: Options,
}

type Answer = Result<Value, String>;

impl Asked {
    fn text(&self, name: &str) -> &str {
        self.arguments[name].as_str().unwrap_or_default()
    }

    fn whole(&self, name: &str) -> Option<u64> {
        arguments::whole(&self.arguments[name])
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.whole(name).and_then(|it| usize::try_from(it).ok())
    }

    fn limits(&self) -> Limits {
        let asked = self.whole("time_ms").map_or(USUAL, Duration::from_millis);
        let time = Some(asked.min(self.options.time));
        Limits { time, memory: Some(self.options.memory), nodes: None }
    }

    fn budget(&self) -> Budget {
        Budget::new(self.limits(), self.cancel.clone())
    }

    /// The level at its start.
    fn level(&self) -> Result<Puzzle, String> {
        let faulty =
            |fault: &dyn ToString| format!("the level cannot be read: {}", fault.to_string());
        let collection = puzzle::read(self.text("level").as_bytes()).map_err(|it| faulty(&it))?;
        let index = self.number("index").unwrap_or(1);
        let count = collection.entries.len();
        let entry = collection.entries.into_iter().nth(index - 1);
        let entry =
            entry.ok_or_else(|| format!("there is no level {index}; the text has {count}"))?;
        entry.puzzle.map_err(|refused| {
            let faults: Vec<String> = refused.faults.iter().map(ToString::to_string).collect();
            faulty(&faults.join("; "))
        })
    }

    /// The level after the moves made so far.
    fn position(&self) -> Result<Puzzle, String> {
        let level = self.level()?;
        level.after(self.text("moves")).map_err(|wrong| format!("moves: {wrong}"))
    }

    /// What to minimise; `None` if the argument is missing.
    fn goal(&self) -> Result<Option<Goal>, String> {
        match self.text("goal") {
            "" => Ok(None),
            word => goal::from_name(word).map_err(|error| error.to_string()),
        }
    }

    fn run(&self, puzzle: &Puzzle, engine: &str, goal: Option<Goal>) -> Result<Report, String> {
        let request = Request {
            engine: engine.to_owned(),
            goal,
            limits: self.limits(),
            cancel: self.cancel.clone(),
            observer: self.observer.clone(),
            ..Request::default()
        };
        let resolved = request.resolve(puzzle.game()).map_err(|error| error.to_string())?;
        Ok(Workers::new(self.options.worker.clone()).run(puzzle, &resolved))
    }
}

/// The board and what is on it.
pub(crate) fn show(asked: &Asked) -> Answer {
    Ok(shown(&asked.position()?))
}

fn shown(puzzle: &Puzzle) -> Value {
    let format = match puzzle.game() {
        Game::Sokoban => "xsb",
        Game::Unblock => "grid",
    };
    let text =
        puzzle::write::write_level(puzzle, format).unwrap_or_else(|_| puzzle::facts::draw(puzzle));
    let rows: Vec<&str> = text.lines().filter(|row| !row.trim().is_empty()).collect();
    let facts = puzzle::facts::outline(puzzle).into_iter();
    let facts: serde_json::Map<String, Value> =
        facts.map(|(name, value)| (name.to_owned(), json!(value))).collect();
    json!({
        "game": puzzle.game().name(), "board": rows, "solved": puzzle.is_solved(), "facts": facts,
    })
}

/// What can be done.
pub(crate) fn legal_moves(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let legal = puzzle::legal(&puzzle);
    let mut found = json!({ "game": puzzle.game().name(), "moves": legal.moves });
    if puzzle.game() == Game::Sokoban {
        let pushes = legal.pushes.iter().map(|it| {
            json!({ "box": place(&it.at), "direction": it.direction.to_string(), "moves": it.moves })
        });
        found["pushes"] = pushes.collect();
    }
    Ok(found)
}

/// Makes moves.
pub(crate) fn play(asked: &Asked) -> Answer {
    let before = asked.position()?;
    let after = before.after(asked.text("play")).map_err(|wrong| format!("play: {wrong}"))?;
    let gap = match after.game() {
        Game::Sokoban => "",
        Game::Unblock => " ",
    };
    let all = format!("{}{gap}{}", asked.text("moves").trim(), asked.text("play").trim());
    let mut found = shown(&after);
    found["moves"] = all.trim().into();
    Ok(found)
}

/// The referee.
pub(crate) fn check(asked: &Asked) -> Answer {
    let puzzle = asked.level()?;
    Ok(match puzzle::check(&puzzle, asked.text("solution")) {
        Ok(found) => json!({ "valid": true, "length": counts(&found) }),
        Err(wrong) => json!({ "valid": false, "reason": wrong.to_string() }),
    })
}

/// Why a position is lost.
pub(crate) fn why(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let judged = puzzle::why::judge(&puzzle, &mut asked.budget());
    judged.map(|judged| judged.to_json()).map_err(|reason| reason.to_string())
}

/// How hard a level is.
pub(crate) fn rate(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let rated = puzzle::rate(&puzzle, &mut asked.budget());
    rated.map(|rated| rated.to_json()).map_err(|reason| reason.to_string())
}

/// What its designer may want to know of a level.
pub(crate) fn advice(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let advice = puzzle::advice(&puzzle, &mut asked.budget());
    advice.map(|advice| advice.to_json()).map_err(|reason| reason.to_string())
}

/// The next step.
pub(crate) fn hint(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let hint = puzzle::hint(&puzzle, &mut asked.budget()).map_err(|reason| reason.to_string())?;
    Ok(json!({
        "status": hint.status.name(), "next": hint.next, "to_go": counts(&hint.to_go),
        "guarantee": hint.guarantee.name(),
    }))
}

/// A whole solution.
pub(crate) fn solve(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let engine = Some(asked.text("engine")).filter(|it| !it.is_empty()).unwrap_or("auto");
    let goal = asked.goal()?;
    let report = asked.run(&puzzle, engine, goal)?;
    let mut found = json!({
        "status": report.status.name(), "guarantee": report.guarantee.name(),
        "engine": report.engine, "seconds": report.wall.as_secs_f64(),
        "expanded": report.stats.expanded,
    });
    if let Some(solution) = &report.solution {
        found["solution"] = solution.as_str().into();
        found["length"] = counts(&report.counts);
    }
    if let Some(error) = report.error {
        found["error"] = error.into();
    }
    Ok(found)
}

/// How far there is to go, proved.
pub(crate) fn distance(asked: &Asked) -> Answer {
    let puzzle = asked.position()?;
    let (engine, usual) = match puzzle.game() {
        Game::Sokoban => ("optimal", Goal::Pushes),
        Game::Unblock => ("unblock", Goal::Moves),
    };
    let goal = asked.goal()?.unwrap_or(usual);
    let report = asked.run(&puzzle, engine, Some(goal))?;
    let length = report.counts.of(goal.first());
    let proved = report.guarantee != Guarantee::None;
    Ok(json!({
        "status": report.status.name(), "goal": goal.name(), "proved": proved,
        "distance": length.filter(|_| proved), "solution": report.solution,
    }))
}

/// A new level.
pub(crate) fn generate(asked: &Asked) -> Answer {
    let game = asked.text("game");
    let seed = asked.whole("seed").unwrap_or(1);
    let mut generator = match game {
        "unblock" => unblock_maker(asked, seed)?,
        _ => sokoban_maker(asked, seed)?,
    };
    let made = generator.next_level(&mut asked.budget()).map_err(|reason| reason.to_string())?;
    let format = if game == "unblock" { "grid" } else { "xsb" };
    let level =
        puzzle::write::write_level(&made.puzzle, format).map_err(|error| error.to_string())?;
    Ok(json!({ "game": game, "seed": seed, "level": level, "missed": made.missed }))
}

fn sokoban_maker(asked: &Asked, seed: u64) -> Result<Maker, String> {
    if asked.number("people_moves").is_some() {
        return Err("\"people_moves\" is for Unblock; Sokoban has \"solved_by\"".to_owned());
    }
    let wanted = sokoban_wanted(asked)?;
    let maker = match asked.whole("solved_by") {
        None => Generator::sokoban(wanted, seed).map(Maker::Usual),
        Some(percent) => {
            let share = percent as f64 / 100.0;
            let boxes = asked.number("boxes").unwrap_or_else(|| ToOrder::usual_boxes(share));
            let wanted = SokobanWanted { boxes, tries: TRIES, ..wanted };
            ToOrder::new(wanted, seed, share).map(Maker::Sokoban)
        }
    };
    maker.map_err(|wish| wish.to_string())
}

fn unblock_maker(asked: &Asked, seed: u64) -> Result<Maker, String> {
    if asked.number("solved_by").is_some() {
        return Err("\"solved_by\" is for Sokoban; Unblock has \"people_moves\"".to_owned());
    }
    let wanted = unblock_wanted(asked)?;
    let maker = match asked.whole("people_moves") {
        None => Generator::unblock(wanted, seed).map(Maker::Usual),
        Some(moves) => {
            let wanted = UnblockWanted { tries: TRIES, ..wanted };
            let maker = UnblockToOrder::new(wanted, seed, moves as f64);
            maker.map(|it| Maker::Unblock(Box::new(it)))
        }
    };
    maker.map_err(|wish| wish.to_string())
}

fn sokoban_wanted(asked: &Asked) -> Result<SokobanWanted, String> {
    let grade = match asked.text("grade") {
        "" => None,
        name => {
            let found = Grade::ALL.into_iter().find(|grade| grade.name() == name);
            Some(found.ok_or_else(|| no_grade(name, &Grade::ALL.map(Grade::name)))?)
        }
    };
    let usual = SokobanWanted::default();
    Ok(SokobanWanted {
        width: asked.number("width").unwrap_or(usual.width),
        height: asked.number("height").unwrap_or(usual.height),
        boxes: asked.number("boxes").unwrap_or(usual.boxes),
        grade,
        ..usual
    })
}

fn unblock_wanted(asked: &Asked) -> Result<UnblockWanted, String> {
    for name in ["width", "height", "boxes"] {
        if asked.number(name).is_some() {
            return Err(format!("{name:?} is for Sokoban; Unblock boards have 6x6 cells"));
        }
    }
    let name = Some(asked.text("grade")).filter(|it| !it.is_empty()).unwrap_or("beginner");
    let category = Category::ALL.into_iter().find(|it| it.name() == name);
    let category = category.ok_or_else(|| no_grade(name, &Category::ALL.map(Category::name)))?;
    Ok(UnblockWanted::of(category))
}

fn no_grade(name: &str, known: &[&str]) -> String {
    let look = format!("this game has {}", known.join(", "));
    puzzle::text::unknown("grade", name, known.iter().copied(), &look)
}

fn place(at: &Place) -> Value {
    json!({ "row": at.row, "column": at.column })
}

/// The measures that a game has.
fn counts(counts: &Counts) -> Value {
    let all = [("moves", counts.moves), ("pushes", counts.pushes), ("steps", counts.steps)];
    let known = all.into_iter().filter_map(|(name, count)| Some((name.to_owned(), json!(count?))));
    Value::Object(known.collect())
}
