//! The public table: this program and others on the same levels, under the same limits of CPU time.
//!
//! ```text
//!   10 s   ####.##.#   every level          one run folder of `banto bench` each, so that whatever ends
//!   60 s       #  .    what 10 s left       the work costs nothing: the same command again resumes it
//! ```
//!
//! Every row is a program with a number of threads. Its limit is CPU time, so that other work on the machine decides
//! nothing: the seconds of a rung times its threads. Only what our checker accepts counts as solved. Results are in
//! `target/table`, or the folder that `--out` names: `table.md`, `table.html`, `solutions/`, and `runs/` with the run
//! folders. Those of another revision are left alone: a table has one revision.

mod config;
mod figures;
mod page;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::nightly::write;
use crate::revision::{machine, revision};
use crate::{Done, say, target};

use config::{Config, Row};
use figures::{Board, Run};

const USAGE: &str = "usage: cargo xtask table [--peers FILE] [--out DIR] [--seconds 10,60] [--jobs N] COLLECTION…
COLLECTION is a file of levels, or the name of a collection in the program or in BANTO_LEVELS. docs/bench.md has the
form of FILE.";

/// The exit code of a run that was interrupted and can be resumed.
const INTERRUPTED: i32 = 130;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    peers: Option<PathBuf>,
    out: PathBuf,
    /// The rungs, in seconds.
    seconds: Vec<u64>,
    /// Runs at a time, for rows of one thread.
    jobs: usize,
    collections: Vec<String>,
}

impl Asked {
    fn read(words: &[&str]) -> Result<Asked, String> {
        let mut asked = Asked {
            peers: None,
            out: target().join("table"),
            seconds: vec![10, 60],
            jobs: 1,
            collections: Vec::new(),
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value =
                || words.next().copied().ok_or(format!("{word} needs a value\n{USAGE}"));
            match word {
                "--peers" => asked.peers = Some(value()?.into()),
                "--out" => asked.out = value()?.into(),
                "--jobs" => asked.jobs = number(value()?)? as usize,
                "--seconds" => {
                    asked.seconds = value()?.split(',').map(number).collect::<Result<_, _>>()?;
                    if !asked.seconds.is_sorted_by(|a, b| a < b) {
                        return Err("--seconds: each rung must be longer than the last".to_owned());
                    }
                }
                _ if word.starts_with("--") => {
                    return Err(format!("there is no option {word}\n{USAGE}"));
                }
                _ => asked.collections.push(word.to_owned()),
            }
        }
        match asked.collections.is_empty() {
            true => Err(USAGE.to_owned()),
            false => Ok(asked),
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    match text.trim().parse() {
        Ok(number @ 1..=86_400) => Ok(number),
        _ => Err(format!("{text:?} is not a number from 1 to 86400")),
    }
}

/// Makes what is missing of the table and writes it.
pub(crate) fn make(words: &[&str]) -> Done {
    let asked = Asked::read(words)?;
    let config = match &asked.peers {
        Some(file) => Config::read(file)?,
        None => Config::default(),
    };
    let program = crate::program()?;
    let revision = revision()?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let table = Table { program, rows: config.rows(cores), memory: config.memory, revision, asked };
    table.make()
}

/// A table to be made.
struct Table {
    /// The program that makes the runs.
    program: PathBuf,
    rows: Vec<Row>,
    memory: String,
    revision: String,
    asked: Asked,
}

impl Table {
    fn make(&self) -> Done {
        let mut boards = Vec::new();
        for collection in &self.asked.collections {
            boards.push(self.board(collection)?);
            // What there is can be looked at while the rest is made.
            self.write(&boards)?;
        }
        say(&format!("written to {}", self.asked.out.display()));
        Ok(())
    }

    /// All runs of a collection.
    fn board(&self, collection: &str) -> Result<Board, String> {
        let (folder, name) = place(collection)?;
        let mut board = Board::new(&name, self.asked.seconds.clone());
        for row in &self.rows {
            let mut runs: Vec<Run> = Vec::new();
            for &seconds in &self.asked.seconds {
                let left = figures::left(&runs);
                if !runs.is_empty() && left.is_empty() {
                    break;
                }
                say(&format!("{name}, {}, {seconds} s", row.name));
                let out = self.place_of(&name, row, seconds);
                self.bench(&folder, &name, row, seconds, &left, &out)?;
                runs.extend(figures::read(&out.join("results.jsonl"), seconds)?);
            }
            board.add(row, &runs);
        }
        Ok(board)
    }

    /// The run folder of a row on a rung.
    fn place_of(&self, collection: &str, row: &Row, seconds: u64) -> PathBuf {
        let runs = self.asked.out.join("runs").join(plain(&self.revision));
        runs.join(plain(collection)).join(plain(&row.name)).join(format!("{seconds}s"))
    }

    /// Makes the runs of a row on a rung, or what is missing of them.
    fn bench(
        &self,
        folder: &Path,
        collection: &str,
        row: &Row,
        seconds: u64,
        levels: &[u64],
        out: &Path,
    ) -> Done {
        let out = std::path::absolute(out).map_err(|error| error.to_string())?;
        let cpu = seconds * row.threads as u64;
        let mut bench = Command::new(&self.program);
        bench.args(["bench", collection, "--quiet", "--order", "given"]);
        bench.args(["--cpu", &format!("{cpu}s"), "--memory", &self.memory]);
        // Only for what sleeps: a busy machine must not end a run.
        bench.args(["--time", &format!("{}s", 10 * seconds + 60)]);
        let jobs = if row.threads == 1 { self.asked.jobs } else { 1 };
        bench.args(["--jobs", &jobs.to_string(), "--output"]).arg(&out);
        if !levels.is_empty() {
            let list: Vec<String> = levels.iter().map(u64::to_string).collect();
            bench.args(["--level", &list.join(",")]);
        }
        match &row.command {
            Some(command) => bench.arg("--external").arg(format!("{}={command}", row.name)),
            None => bench.arg("--config").arg(format!("{}={}", row.name, row.line)),
        };
        bench.current_dir(folder).stdout(std::process::Stdio::null());
        let status = bench.status().map_err(|error| format!("banto bench: {error}"))?;
        match status.code() {
            Some(0) => Ok(()),
            Some(INTERRUPTED) => Err("interrupted: the same command again resumes".to_owned()),
            _ => Err(format!("banto bench {collection}, {}: {status}", row.name)),
        }
    }

    /// Writes the table in all its forms.
    fn write(&self, boards: &[Board]) -> Done {
        let out = &self.asked.out;
        let told = |error: std::io::Error| format!("{}: {error}", out.display());
        std::fs::create_dir_all(out.join("solutions")).map_err(told)?;
        for board in boards {
            for (name, text) in board.solutions() {
                write(&out.join("solutions").join(format!("{}.tsv", plain(&name))), &text)?;
            }
        }
        let made = page::Made {
            revision: &self.revision,
            machine: &machine(),
            memory: &self.memory,
            rows: &self.rows,
        };
        write(&out.join("table.md"), &page::markdown(boards, &made))?;
        write(&out.join("table.html"), &page::html(boards, &made))
    }
}

/// A name for a file, from any name.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' });
    letters.collect::<String>().trim_matches('-').to_owned()
}

/// The folder in which a collection is called by a name, and that name: records do not say where the file was.
fn place(collection: &str) -> Result<(PathBuf, String), String> {
    let path = Path::new(collection);
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    match (path.is_file(), name(path)) {
        (true, Some(name)) => {
            let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
            Ok((folder.unwrap_or(Path::new(".")).to_owned(), name))
        }
        // A collection of the program or of BANTO_LEVELS.
        (false, _) if !collection.contains('/') => Ok((PathBuf::from("."), collection.to_owned())),
        _ => Err(format!("{collection}: no such file")),
    }
}

/// A field of a row as text.
fn word<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_refused() {
        let asked = Asked::read(&["--seconds", "1,5", "--jobs", "2", "a.xsb", "b"]).unwrap();
        assert_eq!((asked.seconds, asked.jobs), (vec![1, 5], 2));
        assert_eq!(asked.collections, ["a.xsb", "b"]);
        for wrong in [
            &[][..],
            &["--seconds", "5,1", "a"],
            &["--jobs", "0", "a"],
            &["--fast", "a"],
            &["--out"],
        ] {
            assert!(Asked::read(wrong).is_err(), "{wrong:?}");
        }
    }

    /// A program that does as `banto bench` does: each level of the embedded starter collection is solved on the rung
    /// that its number says, and what it was called with is noted.
    #[cfg(unix)]
    const STAND_IN: &str = r#"#!/bin/sh
out=; levels="1 2 3"; cpu=
echo "$*" >> CALLS
while [ $# -gt 0 ]; do
  case $1 in
    --output) out=$2 ;;
    --level) levels=$(echo "$2" | tr , ' ') ;;
    --cpu) cpu=${2%s} ;;
  esac
  shift
done
mkdir -p "$out"
echo '{"journal":"bench"}' > "$out/results.jsonl"
for n in $levels; do
  status=time
  if [ "$n" = 1 ] || { [ "$n" = 2 ] && [ "$cpu" -ge 60 ]; }; then status=solved; fi
  printf '{"index":%d,"title":"T%d","status":"%s","cpu_seconds":%d,"pushes":1,"moves":2,"solution":"rR"}\n' \
    "$n" "$n" "$status" "$cpu" >> "$out/results.jsonl"
done
"#;

    #[cfg(unix)]
    #[test]
    fn what_ten_seconds_solve_is_not_run_again() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("banto-table-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (program, calls) = (folder.join("banto"), folder.join("calls"));
        std::fs::write(&program, STAND_IN.replace("CALLS", &calls.display().to_string())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let asked = Asked { out: folder.join("out"), ..Asked::read(&["starter-sokoban"]).unwrap() };
        let config = Config::parse(
            r#"{"peers": [{"name": "peer", "command": "peer {level} -j {threads}", "threads": 2}]}"#,
            Path::new("."),
        );
        let config = config.unwrap();
        let (rows, memory) = (config.rows(2), config.memory.clone());
        let table = Table { program, rows, memory, revision: "r1".to_owned(), asked };
        table.make().unwrap();
        let calls = std::fs::read_to_string(&calls).unwrap();
        let calls: Vec<&str> = calls.lines().collect();
        // Three rows, two rungs each.
        assert_eq!(calls.len(), 6, "{calls:?}");
        assert!(!calls[0].contains("--level") && calls[0].contains("--cpu 10s"), "{calls:?}");
        assert!(calls[1].contains("--level 2,3") && calls[1].contains("--cpu 60s"), "{calls:?}");
        assert!(
            calls[3].contains("--cpu 120s") && calls[3].contains("auto --threads 2"),
            "{calls:?}"
        );
        assert!(calls[5].contains("--external peer=peer {level} -j 2"), "{calls:?}");
        let text = std::fs::read_to_string(folder.join("out/table.md")).unwrap();
        assert!(text.contains("| banto | 1 | 2 | 0 |"), "{text}");
        let solutions =
            std::fs::read_to_string(folder.join("out/solutions/starter-sokoban-peer.tsv"));
        assert!(solutions.unwrap().contains("1\t1\t2\tpeer\trR\n"));
        let html = std::fs::read_to_string(folder.join("out/table.html")).unwrap();
        assert!(html.contains("starter-sokoban") && html.contains("r1"), "{html}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
