//! A configuration as one line of text: what could follow `banto solve FILE --engine`.

use std::fmt;

use puzzle::{Goal, Request};

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError(String);

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
        if !word.starts_with("--") {
            request.techniques.push(word.to_owned());
            continue;
        }
        let value = words.next().ok_or_else(|| LineError(format!("{word} needs a value")))?;
        apply(&mut request, word, value)
            .ok_or_else(|| LineError(format!("{word} {value} cannot be read")))?;
    }
    Ok(request)
}

fn apply(request: &mut Request, option: &str, value: &str) -> Option<()> {
    let lab = &mut request.lab;
    match option {
        "--space" => lab.space = Some(value.to_owned()),
        "--heuristic" => lab.heuristic = Some(value.to_owned()),
        "--weight" => lab.weight = Some(value.parse().ok()?),
        "--threshold" => lab.threshold = Some(value.parse().ok()?),
        "--depth" => {
            let (first, last) = value.split_once('-')?;
            lab.depth = Some((first.parse().ok()?, last.parse().ok()?));
        }
        "--goal" => {
            request.goal = match value {
                "any" => None,
                "pushes" => Some(Goal::Pushes),
                "moves" => Some(Goal::Moves),
                "steps" => Some(Goal::Steps),
                _ => return None,
            }
        }
        "--seed" => request.seed = value.parse().ok()?,
        "--threads" => request.threads = value.parse().ok()?,
        _ => return None,
    }
    Some(())
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
    fn nonsense_is_refused() {
        for line in ["", "astar --space", "astar --weight x", "astar --colour red", "bfs --goal x"]
        {
            assert!(parse_request(line).is_err(), "{line}");
        }
    }
}
