//! Learned solvers of Boxoban beside ours: `records/learned/table.md`, from a folder of Boxoban.
//!
//! The learned figures are published ones, each with its source. Ours are made here: any solution
//! (`banto solve`), the fewest pushes and the fewest moves (`banto label`), one thread each.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::revision::{machine, revision};
use crate::{Done, cargo, root, say};

/// A set of levels: its folder in Boxoban, how many levels it has, and what is published about it.
struct Set {
    folder: &'static str,
    levels: u64,
    published: &'static [(&'static str, &'static str, &'static str)],
}

const DRC: &str = "AlignmentResearch/learned-planner, `plot/data`";
const CUBE: &str = "forestagostinelli/DeepCubeA, its results file, added up";

/// Who, how many of the levels, at which price.
const SETS: [Set; 3] = [
    Set {
        folder: "hard",
        levels: 3_332,
        published: &[
            (
                "DRC(3,3), 2·10⁹ training steps",
                "42.8 %; 49.9 % with 8 thinking steps; best checkpoint 50.7 %",
                DRC,
            ),
            ("ResNet", "26.2 %", DRC),
            ("DRC(1,1)", "11.8 %", DRC),
        ],
    },
    Set {
        folder: "medium/valid",
        levels: 50_000,
        published: &[
            (
                "DRC(3,3), 2·10⁹ training steps",
                "76.6 %; 81.3 % with 8 thinking steps; best checkpoint 81.5 %",
                DRC,
            ),
            ("ResNet", "59.4 %", DRC),
            ("DRC(1,1)", "36.8 %", DRC),
        ],
    },
    Set {
        folder: "unfiltered/test",
        levels: 1_000,
        published: &[
            ("DRC(3,3), 2·10⁹ training steps", "99.3 to 99.7 %", DRC),
            ("ResNet", "97.9 %", DRC),
            (
                "DeepCubeA",
                "100 %; 2,713 s on one GPU, 5,014 nodes a level, 32,605 moves in all",
                CUBE,
            ),
        ],
    },
];

/// What we do with a set: the name of the row, and the command behind it.
const WAYS: [(&str, &[&str]); 3] = [
    ("Banto, any solution", &["solve", "--threads", "1", "--jsonl"]),
    ("Banto, fewest pushes, proved", &["label", "--jobs", "1", "--goal", "pushes"]),
    ("Banto, fewest moves, proved", &["label", "--jobs", "1", "--goal", "moves"]),
];

/// What `table.md` begins with.
const TABLE: &str = "# Learned solvers and ours on Boxoban

Written by `cargo xtask learned FOLDER`, where FOLDER holds Boxoban (google-deepmind/boxoban-levels, Apache-2.0).
Published figures are as their sources have them; ours are from one thread, and every solution was replayed by the
independent checker. Seconds are processor time: of the searches for any solution, of the whole program, reading and
checking included, for the proofs.

| set | who | solved | CPU s | nodes | length | source |
|---|---|---:|---:|---:|---:|---|
";

/// Runs everything and writes the table.
pub(crate) fn make(boxoban: &Path) -> Done {
    let made = format!("revision {}, {}", revision()?, machine());
    cargo(&["build", "--release", "--locked", "--package", "banto"])?;
    let mut table = TABLE.to_owned();
    for set in &SETS {
        for (who, figures, source) in set.published {
            table += &format!("| {} | {who} | {figures} | – | – | – | {source} |\n", set.folder);
        }
        for (who, args) in WAYS {
            let sum = run(&boxoban.join(set.folder), args)?;
            let row = sum.row(set, who);
            say(row.trim());
            table += &row;
        }
    }
    table += &format!("\nOurs: {made}.\n");
    let file = root().join("records/learned/table.md");
    std::fs::create_dir_all(root().join("records/learned"))
        .and_then(|()| std::fs::write(&file, table))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// What the rows of one run add up to.
#[derive(Default)]
struct Sum {
    levels: u64,
    solved: u64,
    seconds: f64,
    expanded: u64,
    pushes: u64,
    moves: u64,
}

impl Sum {
    /// Adds a record of `solve` or a row of `label`.
    fn add(&mut self, row: &Value) {
        let status = ["status", "pushes_status", "moves_status"].map(|key| row[key].as_str());
        let figure = |keys: &[&str]| keys.iter().filter_map(|key| row[key].as_u64()).sum::<u64>();
        self.levels += 1;
        self.solved += u64::from(status.contains(&Some("solved")));
        self.expanded += figure(&["expanded", "pushes_expanded", "moves_expanded"]);
        self.pushes += figure(&["pushes"]);
        self.moves += figure(&["moves"]);
    }

    fn row(&self, set: &Set, who: &str) -> String {
        let Sum { solved, seconds, expanded, pushes, moves, .. } = self;
        let share = format!("{solved} of {} (100 %)", set.levels);
        let share =
            if *solved == set.levels { share } else { format!("{solved} of {}", set.levels) };
        let length = match (pushes, moves) {
            (pushes, 0) => format!("{pushes} pushes"),
            (0, moves) => format!("{moves} moves"),
            (pushes, moves) => format!("{pushes} pushes, {moves} moves"),
        };
        format!(
            "| {} | {who} | {share} | {seconds:.1} | {expanded} | {length} | this table |\n",
            set.folder
        )
    }
}

/// Runs the program on a folder and adds up what it prints. CPU seconds are those of the records, or
/// what the program says at its end.
fn run(folder: &Path, args: &[&str]) -> Result<Sum, String> {
    let why = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut child = Command::new(crate::target().join("release/banto"))
        .args(args)
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(why)?;
    let mut said = child.stderr.take().expect("piped");
    let told = std::thread::spawn(move || {
        let mut text = String::new();
        said.read_to_string(&mut text).map(|_| text)
    });
    let mut sum = Sum::default();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        let row: Value = serde_json::from_str(&line.map_err(why)?).map_err(|it| it.to_string())?;
        sum.seconds += row["cpu_seconds"].as_f64().unwrap_or_default();
        sum.add(&row);
    }
    child.wait().map_err(why)?;
    let told = told.join().expect("reading does not panic").map_err(why)?;
    let cpu = told.lines().find_map(|line| line.strip_suffix(" s of CPU now")?.parse::<f64>().ok());
    sum.seconds = cpu.unwrap_or(sum.seconds);
    Ok(sum)
}
