//! A configuration as one line of text: what could follow `banto solve FILE --engine`.

use std::fmt;

use puzzle::{Goal, Request};

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError(String);

impl LineError {
    /// The same error with the name of the configuration.
    pub(crate) fn of(self, label: &str) -> LineError {
        LineError(format!("configuration {label:?}: {}", self.0))
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LineError {}

/// Reads the line a run prints as its configuration.
pub fn parse_request(line: &str) -> Result<Request, LineError> {
    let mut words = line.split_whitespace();
    let engine = words.next().ok_or_else(|| LineError("the line is empty".to_owned()))?;
    let mut request = Request { engine: engine.to_owned(), ..Request::default() };
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix("--") else {
            request.techniques.push(word.to_owned());
            continue;
        };
        let value = words.next().ok_or_else(|| LineError(format!("{word} needs a value")))?;
        set(&mut request, name, value)?;
    }
    request.validate().map_err(|error| LineError(error.to_string()))?;
    Ok(request)
}

/// Sets what is written as `--name value`.
fn set(request: &mut Request, name: &str, value: &str) -> Result<(), LineError> {
    let unreadable = || LineError(format!("--{name} {value} cannot be read"));
    match name {
        "goal" => request.goal = Goal::from_name(value).ok_or_else(unreadable)?,
        "seed" => request.seed = value.parse().map_err(|_| unreadable())?,
        "threads" => request.threads = value.parse().map_err(|_| unreadable())?,
        _ => request.lab.set(name, value).map_err(|error| LineError(error.to_string()))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_reads_what_it_prints() {
        let level = puzzle::read(b"#####\n#@$.#\n#####\n").unwrap();
        let puzzle = level.entries[0].puzzle.as_ref().unwrap();
        for row in puzzle::engines().iter().filter(|row| row.games != "unblock") {
            let request = Request { engine: row.name.to_owned(), ..Request::default() };
            let first = puzzle::run(puzzle, &request);
            let again = puzzle::run(puzzle, &parse_request(&first.config).unwrap());
            assert_eq!(first.config, again.config);
            assert_eq!(first.stats.expanded, again.stats.expanded, "{}", first.config);
        }
    }

    #[test]
    fn every_line_of_every_experiment_asks_for_something_that_acts() {
        for experiment in crate::experiments() {
            assert!(experiment.requests().is_ok(), "{:?}", experiment.requests().err());
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
    fn nonsense_is_refused() {
        for line in ["", "astar --space", "astar --weight x", "astar --colour red", "bfs --goal x"]
        {
            assert!(parse_request(line).is_err(), "{line}");
        }
    }
}
