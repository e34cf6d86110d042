//! A configuration as one line of text: what could follow `banto solve FILE --engine`.
//!
//! Whatever `banto solve` takes as its configuration is taken here too, so that a line can be tried on
//! the command line first, and the `config` of any record is a line. A test of the binary compares the two.

use std::fmt;
use std::time::Duration;

use puzzle::search::goal;
use puzzle::{Request, RequestError};

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError(String);

impl LineError {
    /// The same error with the name of the configuration.
    pub fn of(self, label: &str) -> LineError {
        LineError(format!("configuration {label:?}: {}", self.0))
    }
}

impl From<RequestError> for LineError {
    fn from(error: RequestError) -> LineError {
        LineError(error.to_string())
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LineError {}

/// Reads a configuration: the name of an engine, with or without `--engine` before it, and its options.
///
/// # Errors
///
/// When a word cannot be read, or no engine can serve what is asked for.
pub fn parse_request(line: &str) -> Result<Request, LineError> {
    let mut words = line.split_whitespace().peekable();
    let mut request = Request::default();
    match words.peek() {
        None => return Err(LineError("the line is empty".to_owned())),
        Some(word) if word.starts_with(['-', '+']) => {}
        Some(engine) => {
            request.engine = (*engine).to_owned();
            words.next();
        }
    }
    while let Some(word) = words.next() {
        if let Some(technique) = word.strip_prefix("-T") {
            let value = match technique.strip_prefix('=').unwrap_or(technique) {
                "" => needed(word, words.next())?,
                glued => glued,
            };
            request.techniques.push(value.to_owned());
        } else if let Some(option) = word.strip_prefix("--") {
            match option.split_once('=') {
                Some((name, value)) => set(&mut request, name, value)?,
                None => set(&mut request, option, needed(word, words.next())?)?,
            }
        } else {
            request.techniques.push(word.to_owned());
        }
    }
    request.validate()?;
    Ok(request)
}

fn needed<'a>(option: &str, value: Option<&'a str>) -> Result<&'a str, LineError> {
    value.ok_or_else(|| LineError(format!("{option} needs a value")))
}

/// The options besides those of the laboratory's searches.
const OPTIONS: [&str; 7] = ["engine", "goal", "technique", "seed", "threads", "improve", "gap"];

/// Sets what is written as `--name value`.
fn set(request: &mut Request, name: &str, value: &str) -> Result<(), LineError> {
    let unreadable = || LineError(format!("--{name} {value} cannot be read"));
    match name {
        "engine" => request.engine = value.to_owned(),
        "technique" => request.techniques.push(value.to_owned()),
        "goal" => request.goal = goal::from_name(value).map_err(|_| unreadable())?,
        "seed" => request.seed = value.parse().map_err(|_| unreadable())?,
        "threads" => {
            let threads = value.parse().ok().filter(|n| (1..=256).contains(n));
            request.threads = threads.ok_or_else(unreadable)?;
        }
        "improve" => request.improve = Some(time(value).ok_or_else(unreadable)?),
        "gap" => request.gap = puzzle::request::gap(value).ok_or_else(unreadable)?,
        "time" | "memory" | "nodes" => {
            let fields = "limits are the fields seconds, mebibytes and nodes of the experiment";
            return Err(LineError(format!("--{name} is not part of a configuration: {fields}")));
        }
        _ => request.lab.set(name, value).map_err(|error| unknown(name, &error))?,
    }
    Ok(())
}

/// A setting that does not exist may be a misspelt option.
fn unknown(name: &str, error: &impl fmt::Display) -> LineError {
    let known = OPTIONS.into_iter().chain(["space", "heuristic", "weight", "threshold", "depth"]);
    let meant = puzzle::text::nearest(name, known).filter(|meant| *meant != name);
    let meant = meant.map(|meant| format!("; did you mean --{meant}?")).unwrap_or_default();
    LineError(format!("{error}{meant}"))
}

/// A time such as `500ms` or `10s`; a bare number is seconds.
fn time(text: &str) -> Option<Duration> {
    let (number, scale) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_reads_what_it_prints() {
        let level = puzzle::read(b"#####\n#@$.#\n#####\n").unwrap();
        let puzzle = level.entries[0].puzzle.as_ref().unwrap();
        for row in puzzle::engines::all().iter().filter(|row| row.games != "unblock") {
            let request = Request { engine: row.name.to_owned(), ..Request::default() };
            let first = puzzle.solve(&request).unwrap();
            let again = puzzle.solve(&parse_request(&first.config).unwrap()).unwrap();
            assert_eq!(first.config, again.config);
            assert_eq!(first.stats.expanded, again.stats.expanded, "{}", first.config);
        }
    }

    #[test]
    fn every_way_to_write_a_technique_is_the_same() {
        let lines = ["auto -freeze", "auto -T -freeze", "--engine=auto --technique=-freeze"];
        for line in lines.into_iter().chain(["--engine auto -T-freeze", "-T=-freeze"]) {
            let request = parse_request(line).unwrap();
            assert_eq!((&*request.engine, &*request.techniques[0]), ("auto", "-freeze"), "{line}");
        }
    }

    #[test]
    fn a_switch_that_does_nothing_is_refused() {
        let refused = |line| parse_request(line).map(|_| ()).unwrap_err().to_string();
        assert!(refused("pull -freeze").starts_with("technique freeze does nothing in pull: "));
        assert!(refused("bfs -hash-table").contains("the textbook searches except bfs"));
        assert_eq!(refused("astar +triples"), "technique triples needs pairs, which is off");
    }

    #[test]
    fn nonsense_is_refused_and_the_meant_word_named() {
        for line in ["", "astar --space", "astar --weight x", "bfs --goal x", "auto --threads 0"] {
            assert!(parse_request(line).is_err(), "{line}");
        }
        let refused = |line| parse_request(line).map(|_| ()).unwrap_err().to_string();
        assert!(refused("atsar").ends_with("did you mean \"astar\"?"));
        assert!(refused("astar -T -freze").ends_with("did you mean \"freeze\"?"));
        assert!(refused("astar --heuristik zero").ends_with("did you mean --heuristic?"));
        assert!(refused("astar --nodes 5").contains("fields seconds, mebibytes and nodes"));
    }
}
