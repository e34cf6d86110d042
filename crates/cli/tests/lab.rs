//! The laboratory through its command line: figures that are never false, records that are never lost.

mod common;
#[cfg(target_os = "linux")]
#[path = "common/full.rs"]
mod full;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Moments, banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

/// Four searches on every starter level, a few nodes each.
const MANY: &str = r#"{"name": "many", "title": "Many short runs", "nodes": 20,
    "suites": [{"file": "starter-sokoban"}, {"file": "starter-unblock"}],
    "configurations": [{"label": "bfs", "line": "bfs"}, {"label": "dfs", "line": "dfs"},
                       {"label": "ucs", "line": "ucs"}, {"label": "A*", "line": "astar"}],
    "columns": [{"name": "nodes", "fields": ["expanded"], "always": true}]}"#;

/// An experiment in a folder of its own.
struct Bench {
    folder: PathBuf,
}

impl Bench {
    fn new(text: &str) -> Bench {
        let folder = scratch("lab");
        std::fs::write(folder.join("many.json"), text).unwrap();
        Bench { folder }
    }

    fn run(&self, out: &Path, more: &[&str]) -> Command {
        let mut run = command(&self.folder);
        run.args(["--quiet", "lab", "run"]).arg(self.folder.join("many.json"));
        run.arg("--output").arg(out).args(more).stdin(Stdio::null());
        run
    }

    fn records(out: &Path) -> PathBuf {
        out.join("records.jsonl")
    }

    /// Whole lines of the records so far.
    fn lines(out: &Path) -> Vec<String> {
        let text = std::fs::read(Bench::records(out)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole.lines().map(str::to_owned).collect()
    }

    /// Runs to the end and checks that every run is there exactly once.
    fn finish(&self, out: &Path) {
        let output = self.run(out, &[]).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let lines = Bench::lines(out);
        let header: Value = serde_json::from_str(&lines[0]).expect("a header");
        assert_eq!((&header["journal"], &header["format"]), (&"lab".into(), &1.into()));
        let place = |line: &String| -> (String, String, u64) {
            let value: Value = serde_json::from_str(line).expect("a whole line");
            let text = |name: &str| value[name].as_str().unwrap().to_owned();
            (text("suite"), text("label"), value["record"]["index"].as_u64().unwrap())
        };
        let places: BTreeSet<_> = lines[1..].iter().map(place).collect();
        let levels = levels();
        assert_eq!(lines.len() - 1, places.len(), "something is there twice");
        assert_eq!(places.len(), 4 * levels, "something is lost");
    }
}

/// How many levels the two starter collections have.
fn levels() -> usize {
    let texts = [
        include_bytes!("../levels/starter-sokoban.sok").as_slice(),
        include_bytes!("../levels/starter-unblock.txt").as_slice(),
    ];
    texts.iter().map(|bytes| puzzle::read(bytes).unwrap().entries.len()).sum()
}

/// Kills runs at random moments until `kills` of them were hit in the middle.
fn kill(kills: usize) {
    let bench = Bench::new(MANY);
    let out = bench.folder.join("out");
    let mut moments = Moments::of(|| bench.finish(&out));
    std::fs::remove_dir_all(&out).unwrap();
    let mut hit = 0;
    while hit < kills {
        let before = Bench::lines(&out);
        let mut child = bench.run(&out, &[]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(moments.next());
        let ended = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        child.wait().unwrap();
        let after = Bench::lines(&out);
        assert!(after.len() >= before.len() && after[..before.len()] == before, "a record is lost");
        if ended {
            bench.finish(&out);
            std::fs::remove_dir_all(&out).unwrap();
        } else {
            hit += 1;
        }
    }
    bench.finish(&out);
}

#[test]
fn twenty_kills_lose_nothing_and_double_nothing() {
    kill(20);
}

#[test]
#[ignore = "minutes; part of the nightly run"]
fn a_hundred_kills_lose_nothing_and_double_nothing() {
    kill(100);
}

/// A file that may not grow beyond a size fails in the middle of a write, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let bench = Bench::new(MANY);
    // In blocks of 512 bytes.
    for blocks in [0, 1, 2, 3, 4, 6, 9, 14, 21, 33] {
        let out = bench.folder.join(format!("full-{blocks}"));
        let run = bench.run(&out, &[]);
        let output = full::with_short_files(&run, &bench.folder, blocks);
        assert_eq!(code(&output), 4, "{blocks}: {}", stderr(&output));
        assert!(stderr(&output).contains("records.jsonl"), "{}", stderr(&output));
        let text = std::fs::read_to_string(Bench::records(&out)).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "what was half written is taken back");
        let before = Bench::lines(&out);
        bench.finish(&out);
        assert_eq!(Bench::lines(&out)[..before.len()], before, "{blocks}");
    }
}

/// A real disk that is full, where the test may make one.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_is_told_and_loses_nothing() {
    let bench = Bench::new(MANY);
    for pages in 3..13 {
        let Some(disk) = full::SmallDisk::mount(bench.folder.join(format!("disk-{pages}")), pages)
        else {
            return needs::skip("no right to mount a small disk");
        };
        let out = disk.0.join("out");
        let output = bench.run(&out, &[]).output().unwrap();
        let before = Bench::lines(&out);
        let kept = bench.folder.join(format!("kept-{pages}"));
        std::fs::create_dir_all(&kept).unwrap();
        std::fs::copy(Bench::records(&out), Bench::records(&kept)).unwrap();
        drop(disk);
        assert_eq!(code(&output), 4, "{pages}: {}", stderr(&output));
        bench.finish(&kept);
        assert_eq!(Bench::lines(&kept)[..before.len()], before, "{pages}");
    }
}

#[test]
fn two_runs_at_once_do_not_mix() {
    let bench = Bench::new(MANY);
    let out = bench.folder.join("out");
    std::fs::create_dir_all(&out).unwrap();
    // Held by this test, exactly as another run holds it.
    let held = std::fs::File::create(out.join("records.lock")).unwrap();
    held.lock().unwrap();
    let output = bench.run(&out, &[]).output().unwrap();
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("another run is writing here"), "{}", stderr(&output));
    assert!(Bench::lines(&out).is_empty());
}

#[test]
fn several_at_a_time_record_the_same_figures() {
    let bench = Bench::new(MANY);
    let figures = |out: &Path, more: &[&str]| -> BTreeSet<String> {
        let output = bench.run(out, more).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let figure = |line: &String| {
            let value: Value = serde_json::from_str(line).unwrap();
            let record = &value["record"];
            let names = ["collection", "index", "title", "status", "config", "expanded", "limits"];
            let more = ["level_hash", "revision", "solution", "seed", "threads"];
            let fields = names.iter().chain(&more).map(|name| record[name].to_string());
            format!("{}: {}", value["label"], fields.collect::<Vec<_>>().join(" "))
        };
        Bench::lines(out)[1..].iter().map(figure).collect()
    };
    let (one, three) = (bench.folder.join("one"), bench.folder.join("three"));
    let few = ["--level", "1-3"];
    let alone = figures(&one, &few);
    assert_eq!(alone.len(), 4 * 6);
    assert_eq!(alone, figures(&three, &["--level", "1-3", "-j", "3"]));
    // A run in one way is a run in the other: nothing is made again.
    let output = bench.run(&three, &few).output().unwrap();
    assert_eq!((code(&output), Bench::lines(&three).len()), (0, 1 + 4 * 6));
}

#[test]
fn a_changed_experiment_is_reported_as_changed() {
    let bench = Bench::new(MANY);
    let out = bench.folder.join("out");
    let few = ["--level", "4"];
    assert_eq!(code(&bench.run(&out, &few).output().unwrap()), 0);
    let report = |more: &[&str]| {
        let file = bench.folder.join("many.json");
        let mut report = command(&bench.folder);
        report.args(["lab", "report"]).arg(file).arg("--output").arg(&out).args(few).args(more);
        report.output().unwrap()
    };
    let before = report(&["--format", "csv"]);
    assert!(stdout(&before).starts_with("figure,level,configuration,published,ours,ratio\n"));
    let figures = |output: &std::process::Output, label: &str| {
        let text = stdout(output);
        let cells = text.lines().filter(|line| line.contains(&format!(",{label},")));
        cells.filter(|line| !line.ends_with(",,,")).count()
    };
    assert_eq!((figures(&before, "bfs"), figures(&before, "A*")), (2, 2));
    std::fs::write(bench.folder.join("many.json"), MANY.replace("\"astar\"", "\"greedy\""))
        .unwrap();
    let after = report(&["--format", "csv"]);
    assert_eq!((figures(&after, "bfs"), figures(&after, "A*")), (2, 0));
    assert!(stderr(&after).contains("of A* left out: recorded with `--engine astar"));
    // Other limits are another question, here as in a file.
    let limited = report(&["--format", "csv", "--nodes", "7"]);
    assert!(stderr(&limited).contains("--nodes 20"), "{}", stderr(&limited));
    assert_eq!(figures(&limited, "bfs"), 0);
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    let bench = Bench::new(&MANY.replace("\"ucs\"}", "\"ucz\"}"));
    let out = bench.folder.join("out");
    let output = bench.run(&out, &[]).output().unwrap();
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(told.contains("many.json: line 4, column 49: there is no engine \"ucz\""), "{told}");
    assert!(!out.exists());
}

#[test]
fn what_came_with_the_program_is_reported_and_what_is_missing_named() {
    let home = scratch("home");
    let run = |args: &[&str]| command(&home).current_dir(&home).args(args).output().unwrap();
    let report = run(&["lab", "report", "feup-heuristics"]);
    assert_eq!(code(&report), 0, "{}", stderr(&report));
    assert!(
        stdout(&report).contains("published") && stderr(&report).contains("come with the program")
    );
    let missing = run(&["lab", "run", "ufrgs-pi-corral"]);
    assert_eq!(code(&missing), 4);
    let told = stderr(&missing);
    assert!(told.contains("xsokoban90: these levels are not here. XSokoban's 90 levels"), "{told}");
    let listed = stdout(&run(&["lab", "list"]));
    assert!(listed.contains("feup-searches: ") && listed.contains("30 runs recorded"), "{listed}");
    let shown = stdout(&run(&["lab", "show", "gargioni-boxes"]));
    assert!(shown.contains(": banto solve FILE --engine "), "{shown}");
    let svg = run(&["lab", "report", "gargioni-boxes", "--format", "svg"]);
    assert!(stdout(&svg).starts_with("<svg xmlns=") && code(&svg) == 0);
}

/// Every line of the experiments is read by the command line as the laboratory reads it.
#[test]
fn a_line_means_the_same_on_the_command_line() {
    let level = "#####\n#@$.#\n#####\n";
    let solve = |line: &str, input: &str| -> Value {
        let words = line.split_whitespace();
        let args: Vec<&str> =
            ["-q", "solve", "-", "--jsonl", "--nodes", "9"].into_iter().chain(words).collect();
        let output = banto(&args, input);
        serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|_| panic!("{line}: {}", stderr(&output)))
    };
    let mut lines: BTreeSet<String> = BTreeSet::new();
    for experiment in lab::experiments().iter().filter(|it| it.name != "textbook-unblock") {
        lines.extend(experiment.configurations.iter().take(4).map(|it| it.line.clone()));
    }
    lines.extend(
        ["auto -T -freeze", "optimal --goal=moves --technique=-pairs --seed 3"].map(str::to_owned),
    );
    for line in lines {
        let request = runner::parse_request(&line).unwrap();
        let Ok(resolved) = request.resolve(puzzle::Game::Sokoban) else { continue };
        let expected = resolved.config();
        let record = solve(&format!("--engine {line} --threads 1"), level);
        assert_eq!(record["config"], *expected, "{line}");
        // And what the record says is a line again.
        let again = solve(expected, level);
        for name in ["config", "expanded", "solution", "status", "level_hash", "limits"] {
            assert_eq!(record[name], again[name], "{line}");
        }
    }
}
