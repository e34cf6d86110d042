//! `banto agent`: plays a game server over WebSocket, level after level, for points.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::agent::{self, Ending, Levels, Options, Row, Strategy, Told, Trouble};
use puzzle::{Cancel, Puzzle, SokobanPuzzle, Status};
use runner::WorkerCommand;
use serde_json::json;

use super::print;
use crate::args::{Agent, StrategyArg};
use crate::failure::{CommandResult, Failure, printable};
use crate::interrupt;
use crate::library::Library;
use crate::numbered;
use crate::sources;
use crate::terminal::Terminal;

/// Plays one game to its end and prints a table of it.
pub(crate) fn run(args: &Agent, library: &Library, terminal: Terminal) -> CommandResult {
    let options = Options {
        url: args.url.clone(),
        name: args.name.clone(),
        strategy: match args.strategy {
            StrategyArg::Score => Strategy::Score,
            StrategyArg::Aveiro => Strategy::Aveiro,
        },
        levels: levels(args, library, terminal)?,
        worker: WorkerCommand::this_program(),
        think: args.time,
        patience: args.retry,
        cancel: Cancel::default(),
    };
    interrupt::watch(&options.cancel)?;
    if args.jsonl {
        interrupt::watch_reader(&options.cancel);
    }
    let mut log = |told: Told| {
        if let (true, Told::Level(row)) = (args.jsonl, &told) {
            // A reader who leaves ends the game: see `watch_reader`.
            let _ = print(format!("{}\n", record(row)).as_bytes());
        }
        terminal.note(printable(&sentence(&told)));
    };
    let ending = agent::play(&options, &mut log).map_err(failure)?;
    match args.jsonl {
        true => print(format!("{}\n", summary(&ending)).as_bytes())?,
        false => print(table(&ending).as_bytes())?,
    };
    Ok(match &ending {
        Ending { won: true, .. } => 0,
        Ending { interrupted: true, .. } => Status::Interrupted.exit_code(),
        _ => Status::Time.exit_code(),
    })
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Address(message) => Failure::usage(message),
        Trouble::Server(message) => Failure { code: 4, message: printable(&message) },
        Trouble::Level(message) => Failure::bad_file(format!(
            "{}; give the levels that the server plays: a FILE after the address, or --levels with \
             the folder that holds 1.xsb, 2.xsb, …",
            printable(&message)
        )),
    }
}

/// Where the levels come from: a collection, or files by their numbers.
fn levels(args: &Agent, library: &Library, terminal: Terminal) -> Result<Levels, Failure> {
    if let Some(file) = &args.file {
        let sources = sources::find(std::slice::from_ref(file), library)?;
        let known = numbered::levels(sources, terminal)?;
        return Ok(Arc::new(move |map| {
            let number = game::number_of(map)?;
            known.iter().find(|level| level.number == number).map(|it| Ok(it.puzzle.clone()))
        }));
    }
    let folder = library.external().unwrap_or(Path::new(".")).to_owned();
    Ok(Arc::new(move |map| file_of(&folder, map).map(|path| read(&path))))
}

/// The file of a level. Only the last part of the name counts: what a server says must not lead out
/// of the folder.
fn file_of(folder: &Path, map: &str) -> Option<PathBuf> {
    let name = map.rsplit(['/', '\\']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '_';
    if name.starts_with('.') || !name.chars().all(plain) {
        return None;
    }
    let places = [folder.join(name), folder.join("levels").join(name)];
    places.into_iter().find(|path| path.is_file())
}

fn read(path: &Path) -> Result<Arc<SokobanPuzzle>, String> {
    let source = sources::read_file(path).map_err(|failure| failure.message)?;
    let collection = puzzle::read(&source.bytes).map_err(|fault| fault.to_string())?;
    let entry = collection.entries.into_iter().next().ok_or("there is no level in it")?;
    match entry.puzzle {
        Ok(Puzzle::Sokoban(puzzle)) => Ok(Arc::from(puzzle)),
        Ok(Puzzle::Unblock(_)) => Err("it is not a level of Sokoban".to_owned()),
        Err(refused) => Err(refused.to_string()),
    }
}

fn sentence(told: &Told) -> String {
    match told {
        Told::Joined => "joined, waiting for the game".to_owned(),
        Told::Begun => "the game begins".to_owned(),
        Told::Trouble(sentence) => sentence.clone(),
        Told::Level(row) => format!(
            "level {}: {} pushes, {} moves, {} steps ({})",
            row.level, row.pushes, row.moves, row.steps, row.engine
        ),
    }
}

fn table(ending: &Ending) -> String {
    let mut text =
        format!("{:>5} {:>7} {:>7} {:>7} {:>8}\n", "level", "pushes", "moves", "steps", "points");
    for row in &ending.rows {
        let Row { level, pushes, moves, steps, .. } = row;
        text += &format!("{level:>5} {pushes:>7} {moves:>7} {steps:>7} {:>8}\n", row.points());
    }
    let game::Score(_, moves, pushes, steps, _) = ending.score;
    let points = ending.score.points();
    text += &format!("{:>5} {pushes:>7} {moves:>7} {steps:>7} {points:>8}\n", "all");
    let end = match ending {
        Ending { won: true, .. } => "all levels played",
        Ending { interrupted: true, .. } => "interrupted",
        _ => "the game ended before all levels were played",
    };
    let Ending { keys, late, .. } = ending;
    text + &format!("{end}; {keys} keys, {late} of them late\n")
}

fn record(row: &Row) -> serde_json::Value {
    let Row { level, pushes, moves, steps, engine } = row;
    json!({
        "level": level, "pushes": pushes, "moves": moves, "steps": steps,
        "points": row.points(), "engine": engine,
    })
}

fn summary(ending: &Ending) -> serde_json::Value {
    let game::Score(puzzles, moves, pushes, steps, on_goal) = ending.score;
    json!({
        "won": ending.won, "interrupted": ending.interrupted, "levels": ending.rows.len(),
        "puzzles": puzzles, "moves": moves, "pushes": pushes, "steps": steps,
        "on_goal": on_goal, "points": ending.score.points(), "keys": ending.keys,
        "late": ending.late,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_a_server_stay_in_the_folder() {
        let folder = std::env::temp_dir().join(format!("banto-agent-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("levels")).unwrap();
        std::fs::write(folder.join("levels/1.xsb"), "#####\n#@$.#\n#####\n").unwrap();
        assert_eq!(file_of(&folder, "levels/1.xsb"), Some(folder.join("levels").join("1.xsb")));
        assert_eq!(
            file_of(&folder.join("levels"), "../../../1.xsb").unwrap().file_name().unwrap(),
            "1.xsb"
        );
        for bad in ["", "..", "levels/..", ".hidden", "a b", "x\0y"] {
            assert_eq!(file_of(&folder, bad), None, "{bad:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
