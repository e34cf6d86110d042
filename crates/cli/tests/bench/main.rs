//! Bench runs through the command line: nothing is lost, nothing counts twice, whatever happens.

#[path = "../common/mod.rs"]
mod common;
mod elsewhere;
#[cfg(target_os = "linux")]
#[path = "../common/full.rs"]
mod full;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::{Moments, code, command, scratch, stderr, stdout};
use serde_json::Value;

/// Short searches on the starter levels of Sokoban.
const SHORT: [&str; 6] = [
    "starter-sokoban",
    "--nodes",
    "200",
    "--config",
    "astar,mine=greedy --heuristic matching",
    "-j2",
];

/// Three levels that are solved at once.
const SMALL: &str = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\n";

/// A folder for runs.
struct Runs {
    home: PathBuf,
}

impl Runs {
    fn new() -> Runs {
        let home = scratch("bench");
        std::fs::write(home.join("small.xsb"), SMALL).unwrap();
        Runs { home }
    }

    fn bench(&self, args: &[&str]) -> Command {
        let mut command = command(&self.home);
        command.current_dir(&self.home).args(["--quiet", "bench"]).args(args).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.bench(args).output().unwrap()
    }

    /// Runs and expects success.
    fn good(&self, args: &[&str]) -> Output {
        let output = self.run(args);
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        output
    }

    /// The rows of a folder, by their keys; each run must be there once.
    fn rows(&self, folder: &str) -> BTreeMap<String, Value> {
        let lines = lines(&self.home.join(folder));
        let rows: BTreeMap<String, Value> = lines
            .iter()
            .map(|line| serde_json::from_str::<Value>(line).expect("a whole line"))
            .map(|row| (row["run"].as_str().expect("a key").to_owned(), row))
            .collect();
        assert_eq!(rows.len(), lines.len(), "a run is there twice");
        rows
    }

    /// What the rows of a folder say apart from times.
    fn said(&self, folder: &str) -> BTreeSet<String> {
        let names =
            ["run", "label", "collection", "index", "title", "status", "solution", "expanded"];
        let more =
            ["generated", "moves", "pushes", "config", "limits", "level_hash", "seed", "stats"];
        let row = |row: &Value| {
            let fields = names.iter().chain(&more).map(|name| row[name].to_string());
            fields.collect::<Vec<_>>().join(" ")
        };
        self.rows(folder).values().map(row).collect()
    }
}

/// The rows of all result files of a folder, without headers; lines that are not finished are left out.
fn lines(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("results") && name.ends_with(".jsonl")
    });
    let mut all = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        all.extend(whole.lines().skip(1).map(str::to_owned));
    }
    all
}

/// Kills runs at random moments until `kills` of them were hit, going on after each.
fn kill(kills: usize) {
    let runs = Runs::new();
    let mut moments = Moments::of(|| drop(runs.good(&[&SHORT[..], &["-o", "whole"]].concat())));
    let whole = runs.said("whole");
    let (mut hit, mut round) = (0, 0);
    while hit < kills {
        let folder = format!("out-{round}");
        let args = [&SHORT[..], &["-o", &folder]].concat();
        let before = lines(&runs.home.join(&folder));
        let mut child =
            runs.bench(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(moments.next());
        let ended = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        child.wait().unwrap();
        let after = lines(&runs.home.join(&folder));
        assert!(after.len() >= before.len() && after[..before.len()] == before, "a row is lost");
        hit += usize::from(!ended);
        if ended || hit == kills {
            runs.good(&args);
            assert_eq!(runs.said(&folder), whole);
            round += 1;
        }
    }
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
    let runs = Runs::new();
    runs.good(&[&SHORT[..], &["-o", "whole"]].concat());
    let whole = runs.said("whole");
    let plan = std::fs::metadata(runs.home.join("whole/plan.jsonl")).unwrap().len() / 512;
    // In blocks of 512 bytes: too few for the plan, then for more and more rows.
    for blocks in [plan / 2, plan + 1, plan + 4, plan + 9, plan + 16, plan + 25, plan + 36] {
        let folder = format!("full-{blocks}");
        let args = [&SHORT[..], &["-o", &folder]].concat();
        let run = runs.bench(&args);
        let output = full::with_short_files(&run, &runs.home, blocks);
        check_full(&runs, &folder, &output, &whole);
    }
}

/// What must hold after the disk was full: the user is told, rows are whole, and the run can be resumed.
#[cfg(target_os = "linux")]
fn check_full(runs: &Runs, folder: &str, output: &Output, whole: &BTreeSet<String>) {
    assert_eq!(code(output), 4, "{folder}: {}", stderr(output));
    let text = std::fs::read(runs.home.join(folder).join("results.jsonl")).unwrap_or_default();
    assert!(text.is_empty() || text.ends_with(b"\n"), "what was half written is taken back");
    let before = lines(&runs.home.join(folder));
    runs.good(&[&SHORT[..], &["-o", folder]].concat());
    assert_eq!(runs.said(folder), *whole);
    assert_eq!(lines(&runs.home.join(folder))[..before.len()], before);
}

/// A real disk that is full, where the test may make one.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_is_told_and_loses_nothing() {
    let runs = Runs::new();
    runs.good(&[&SHORT[..], &["-o", "whole"]].concat());
    let whole = runs.said("whole");
    for pages in 4..14 {
        let Some(disk) = full::SmallDisk::mount(runs.home.join(format!("disk-{pages}")), pages)
        else {
            return needs::skip("no right to mount a small disk");
        };
        let out = disk.0.join("out");
        let output = runs.run(&[&SHORT[..], &["-o", out.to_str().unwrap()]].concat());
        let kept = format!("kept-{pages}");
        std::fs::create_dir_all(runs.home.join(&kept)).unwrap();
        for entry in std::fs::read_dir(&out).unwrap().flatten() {
            std::fs::copy(entry.path(), runs.home.join(&kept).join(entry.file_name())).unwrap();
        }
        drop(disk);
        check_full(&runs, &kept, &output, &whole);
    }
}

#[test]
fn two_runs_at_once_do_not_mix() {
    let runs = Runs::new();
    std::fs::create_dir_all(runs.home.join("out")).unwrap();
    // Held by this test, exactly as another run holds it.
    let held = std::fs::File::create(runs.home.join("out/results.lock")).unwrap();
    held.lock().unwrap();
    let output = runs.run(&["small.xsb", "-o", "out"]);
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("another run is writing here"), "{}", stderr(&output));
}

/// A search that does not stop is ended, and the time it has had is counted.
#[test]
fn a_search_that_outruns_its_processor_time_has_used_it() {
    let runs = Runs::new();
    runs.good(&["small.xsb", "-o", "out", "--cpu", "200ms", "--inject", "hang@2"]);
    let rows = runs.rows("out");
    let row = rows.values().find(|row| row["index"] == 2).unwrap();
    assert_eq!((row["status"].as_str(), row["cpu_seconds"].as_f64()), (Some("time"), Some(0.2)));
}

#[test]
fn what_ends_a_process_costs_one_level() {
    let runs = Runs::new();
    for (fault, status) in [
        ("abort", "crashed"),
        ("overflow", "crashed"),
        ("panic", "crashed"),
        ("allocate", "memory"),
        ("hang", "time"),
    ] {
        let args = ["small.xsb", "-o", fault, "--time", "300ms", "--inject", &format!("{fault}@2")];
        let output = runs.good(&args);
        let ends: Vec<(u64, String, bool)> = runs
            .rows(fault)
            .values()
            .map(|row| {
                let retried = row.get("attempts").is_some();
                (
                    row["index"].as_u64().unwrap(),
                    row["status"].as_str().unwrap().to_owned(),
                    retried,
                )
            })
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let solved = |n| (n, "solved".to_owned(), false);
        let faulty = (2, status.to_owned(), status == "crashed");
        assert_eq!(ends, [solved(1), faulty, solved(3)], "{fault}");
        assert!(stdout(&output).contains("2 of 3"), "{}", stdout(&output));
    }
    // A solution that the checker refuses is our fault, and not run again.
    let output = runs.run(&["small.xsb", "-o", "spoil", "--inject", "spoil@1"]);
    assert_eq!(code(&output), 1);
}

#[test]
fn a_run_with_other_options_is_refused_unless_forced() {
    let runs = Runs::new();
    runs.good(&["small.xsb", "-o", "out", "--nodes", "50"]);
    let other = ["small.xsb", "-o", "out", "--nodes", "60"];
    let output = runs.run(&other);
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(
        told.contains("50 nodes") && told.contains("60 nodes") && told.contains("--force"),
        "{told}"
    );
    runs.good(&[&other[..], &["--force"]].concat());
    // The rows of the other question stay, and do not count for this one.
    assert_eq!(runs.rows("out").len(), 6);
    assert!(stdout(&runs.good(&["report", "out"])).contains("3 of 3"));
    // A plan of another revision is refused as well.
    let plan = runs.home.join("out/plan.jsonl");
    let text = std::fs::read_to_string(&plan).unwrap();
    let revision = format!("\"revision\":\"{}\"", puzzle::record::REVISION);
    assert!(text.contains(&revision));
    std::fs::write(&plan, text.replace(&revision, "\"revision\":\"older\"")).unwrap();
    let output = runs.run(&["resume", "out"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("revision older"), "{}", stderr(&output));
    runs.good(&["resume", "out", "--force"]);
    assert_eq!(runs.rows("out").len(), 6, "nothing is made again");
}

#[test]
fn a_report_that_is_the_users_is_not_overwritten() {
    let runs = Runs::new();
    let report = runs.home.join("own/report.html");
    std::fs::create_dir_all(report.parent().unwrap()).unwrap();
    std::fs::write(&report, "my own page").unwrap();
    let output = runs.run(&["small.xsb", "-o", "own", "--nodes", "50"]);
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(told.contains("report.html: is not of a run") && told.contains("--force"), "{told}");
    assert_eq!(std::fs::read_to_string(&report).unwrap(), "my own page");
    assert!(!runs.home.join("own/plan.jsonl").exists());
    runs.good(&["small.xsb", "-o", "own", "--nodes", "50", "--force"]);
    runs.good(&["small.xsb", "-o", "own", "--nodes", "50"]);
    assert!(std::fs::read_to_string(&report).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn shards_make_the_whole() {
    let runs = Runs::new();
    runs.good(&[&SHORT[..], &["-o", "whole"]].concat());
    for shard in ["1/3", "2/3", "3/3"] {
        runs.good(&[&SHORT[..], &["-o", "parts", "--shard", shard]].concat());
    }
    assert_eq!(runs.said("parts"), runs.said("whole"));
    // In folders of their own, and joined.
    runs.good(&[&SHORT[..], &["-o", "a", "--shard", "1/2"]].concat());
    runs.good(&[&SHORT[..], &["-o", "b", "--shard", "2/2"]].concat());
    runs.good(&["merge", "-o", "joined", "a", "b", "a"]);
    assert_eq!(runs.said("joined"), runs.said("whole"));
    runs.good(&["small.xsb", "-o", "other", "--nodes", "9"]);
    let output = runs.run(&["merge", "-o", "joined", "other"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("another than the first"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_queue_gets_a_script_that_runs() {
    let runs = Runs::new();
    runs.good(&["small.xsb", "-o", "out", "--on", "slurm", "--array", "2"]);
    let script = runs.home.join("out/slurm.sh");
    for shard in ["1", "2"] {
        let mut job = Command::new("sh");
        job.arg(&script).arg(shard).env("HOME", &runs.home).env_remove("BANTO_LEVELS");
        assert!(job.current_dir("/").status().unwrap().success());
    }
    assert_eq!(runs.rows("out").len(), 3);
}

#[test]
fn both_games_seeds_and_samples() {
    let runs = Runs::new();
    let args = ["-o", "out", "--nodes", "20", "--every", "5", "-c", "dfs", "--seeds", "2"];
    runs.good(&args);
    let rows = runs.rows("out");
    let games: BTreeSet<&str> = rows.values().map(|row| row["game"].as_str().unwrap()).collect();
    let seeds: BTreeSet<u64> = rows.values().map(|row| row["seed"].as_u64().unwrap()).collect();
    assert_eq!((games.len(), seeds.into_iter().collect::<Vec<_>>()), (2, vec![0, 1]));
    let output = runs.run(&["starter-unblock", "-o", "x", "-c", "fess"]);
    assert_eq!(code(&output), 2, "an engine that does not play the game");
    let output = runs.run(&["small.xsb", "-o", "x", "-c", "auto,auto"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("twice"), "{}", stderr(&output));
}

/// An open room with ten boxes: far too much for breadth-first search.
fn hard() -> String {
    let wall = "#".repeat(19);
    let rows = "#  $   .   $  .   #\n#                 #\n".repeat(5);
    format!("{wall}\n# @               #\n{rows}{wall}\n")
}

#[test]
fn cpu_time_is_a_limit() {
    let runs = Runs::new();
    std::fs::write(runs.home.join("hard.xsb"), hard()).unwrap();
    runs.good(&["hard.xsb", "-o", "out", "--cpu", "200ms", "-c", "bfs", "--memory", "1GiB"]);
    let rows = runs.rows("out");
    let row = rows.values().next().unwrap();
    assert_eq!(
        (&row["status"], &row["limits"]["cpu_seconds"]),
        (&"time".into(), &0.2.into()),
        "{row}"
    );
    assert!(row["expanded"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_what_runs() {
    let runs = Runs::new();
    std::fs::write(runs.home.join("hard.xsb"), hard() + "\n" + SMALL).unwrap();
    let args = ["hard.xsb", "-o", "out", "--time", "1s", "-c", "bfs", "-j1"];
    let child = runs.bench(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    common::wait_for_handler(child.id());
    std::thread::sleep(Duration::from_millis(300));
    assert!(
        Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    // The level that was running is there, those after it are not.
    let rows = runs.rows("out");
    let ends: Vec<&str> = rows.values().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(ends, ["time"]);
    assert!(runs.home.join("out/report.html").exists(), "the report is written all the same");
    runs.good(&["resume", "out"]);
    assert_eq!(runs.rows("out").len(), 4);
}

#[test]
fn reports_say_the_same_in_every_form() {
    let runs = Runs::new();
    std::fs::write(runs.home.join("names.xsb"), format!("{SMALL}Title: <b>3 & \"x\", _y_\n"))
        .unwrap();
    let config = "astar,ucs,tiny=greedy --heuristic manhattan";
    let output = runs.good(&["names.xsb", "-o", "out", "-c", config]);
    assert!(stdout(&output).contains("\nconfiguration"), "{}", stdout(&output));
    assert!(stdout(&output).contains("\nastar") && stdout(&output).contains("\ntiny"));
    let report = |args: &[&str]| stdout(&runs.good(&[&["report", "out"], args].concat()));
    let csv = report(&["--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + 9);
    assert!(csv.contains("\"<b>3 & \"\"x\"\", _y_\""), "{csv}");
    let markdown = report(&["--format", "md"]);
    assert!(
        markdown.contains("| astar | 3 of 3 | 3 | 0.0 % |")
            && markdown.contains("| solved | proved shortest | gap |")
            && markdown.contains("## Solved by size"),
        "{markdown}"
    );
    assert!(markdown.contains("| tiny | 3 of 3 | 0 |"), "greedy proves nothing: {markdown}");
    assert!(report(&["--format", "latex"]).contains("\\_y\\_"));
    let page = report(&["--format", "html"]);
    assert!(page.contains("&lt;b&gt;3") && !page.contains("<b>3"), "nothing of a title is markup");
    assert!(
        page.contains("<svg")
            && page.contains("tiny against astar")
            && page.contains("id=\"s2-2\"")
    );
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("www.w3.org/2000/svg").count()
    );
    let page = runs.home.join("page.html");
    std::fs::write(&page, "my own page").unwrap();
    let output = runs.run(&["report", "out", "-o", "page.html"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("exists already; --force"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "my own page");
    runs.good(&["report", "out", "-o", "page.html", "--force"]);
    assert!(std::fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
    let compared = stdout(&runs.good(&["compare", "out"]));
    assert!(
        compared.contains("astar → ucs") && compared.contains("0 gained, 0 lost"),
        "{compared}"
    );
    runs.good(&["names.xsb", "-o", "fewer", "-c", "astar", "--nodes", "1"]);
    let compared = stdout(&runs.good(&["compare", "fewer", "out"]));
    assert!(compared.contains("gained: names.xsb:"), "{compared}");
    assert_eq!(code(&runs.run(&["report", "nowhere"])), 2);
}

#[test]
fn tables_have_headings_and_fit_a_screen() {
    let runs = Runs::new();
    let long = "astar -freeze --space moves --heuristic manhattan-matching";
    let configs = format!("auto,{long},greedy,pull");
    let made = stdout(&runs.good(&["small.xsb", "-o", "out", "-c", &configs]));
    let report = stdout(&runs.good(&["report", "out"]));
    assert_eq!(made, report, "the table at the end of a run is the report's");
    let compared = stdout(&runs.good(&["compare", "out"]));
    for text in [&report, &compared] {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    // Nothing is left out: every word of every heading and of every name.
    for word in ["solved", "shortest", "alone", "median", "peak", "nodes", "pushes", "moves"] {
        assert!(report.split_whitespace().any(|it| it == word), "{word}: {report}");
    }
    long.split(' ').for_each(|word| assert!(report.contains(word), "{word}: {report}"));
    // Figures stand below their headings.
    let blocks: Vec<&str> = report.split("\n\n").collect();
    for block in &blocks {
        let heading = block.lines().find(|line| line.starts_with("configuration")).unwrap();
        let auto = block.lines().find(|line| line.starts_with("auto ")).unwrap();
        assert_eq!(heading.len(), auto.len(), "{block}");
    }
    let heading = compared.lines().find(|line| line.contains("before")).unwrap();
    let heading: Vec<&str> = heading.split_whitespace().collect();
    assert_eq!(heading, ["before", "after", "change"], "{compared}");
    // A wide screen has room for all of it.
    let wide = runs.bench(&["report", "out"]).env("COLUMNS", "300").output().unwrap();
    assert_eq!(stdout(&wide).lines().count(), 5, "{}", stdout(&wide));
}

#[test]
fn a_report_says_what_each_member_did() {
    let runs = Runs::new();
    runs.good(&["small.xsb", "-o", "out", "-c", "auto,push"]);
    let rows = runs.rows("out");
    let members = |row: &&Value| row["stats"]["members"].is_array();
    let pushes = rows.values().filter(members).flat_map(|row| {
        let all = row["stats"]["members"].as_array().unwrap().clone();
        all.into_iter().filter(|it| it["name"] == "push")
    });
    let nodes: u64 = pushes.map(|it| it["expanded"].as_u64().unwrap()).sum();
    assert!(nodes > 0);
    let text = runs.bench(&["report", "out", "--members"]).env("COLUMNS", "300").output().unwrap();
    let text = stdout(&text);
    let below = text.split("Members of auto").nth(1).unwrap();
    let words = |start: &str| -> Vec<&str> {
        below.lines().find(|line| line.starts_with(start)).unwrap().split_whitespace().collect()
    };
    assert!(words("member").starts_with(&["member", "levels", "won", "nodes", "effort"]), "{text}");
    let nodes = nodes.to_string();
    assert_eq!(words("push")[3].replace(',', ""), nodes, "{text}");
    let solved = rows.values().filter(|row| row["label"] == "push" && row["status"] == "solved");
    let alone = format!("{} of {}", solved.count(), rows.len() / 2);
    assert!(below.lines().any(|line| line.starts_with("push") && line.ends_with(&alone)), "{text}");
    assert_eq!(text.matches("Members of").count(), 1, "a single search has no members: {text}");
    let markdown = stdout(&runs.good(&["report", "out", "--format", "md"]));
    assert!(
        markdown.contains("## Members of auto") && markdown.contains("Effort is"),
        "{markdown}"
    );
    assert!(stdout(&runs.good(&["report", "out", "--format", "html"])).contains("Members of auto"));
}

#[test]
fn a_comparison_says_what_was_not_paired() {
    let runs = Runs::new();
    std::fs::write(runs.home.join("more.xsb"), "########\n#@ $  .#\n########\n").unwrap();
    let few = ["small.xsb", "--level", "1", "more.xsb", "-o", "few", "-c", "astar,greedy"];
    runs.good(&few);
    runs.good(&["small.xsb", "-o", "many", "-c", "astar,bfs"]);
    let text = stdout(&runs.good(&["compare", "few", "many"]));
    assert!(text.contains("solved 1 → 1 of the 1 level that both have run"), "{text}");
    assert!(text.contains("not paired: 1 level run only before (1 of more.xsb)"), "{text}");
    assert!(text.contains("not paired: 2 levels run only after (2 of small.xsb)"), "{text}");
    assert!(text.contains("not paired: only before: greedy\n"), "{text}");
    assert!(text.contains("not paired: only after: bfs\n"), "{text}");
    // Nothing in common is said, too: levels, then configurations.
    runs.good(&["more.xsb", "-o", "other", "-c", "astar"]);
    let text = stdout(&runs.good(&["compare", "many", "other"]));
    assert!(text.contains("no level in common"), "{text}");
    assert!(text.contains("3 levels run only before (3 of small.xsb)"), "{text}");
    runs.good(&["small.xsb", "-o", "apart", "-c", "ucs,dfs"]);
    let refused = runs.run(&["compare", "many", "apart"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("no configuration in common"), "{}", stderr(&refused));
}

#[test]
fn times_of_different_machines_are_not_mixed() {
    let runs = Runs::new();
    runs.good(&["small.xsb", "-o", "out"]);
    let file = runs.home.join("out/results.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let host = runs.rows("out").values().next().unwrap()["host"].as_str().unwrap().to_owned();
    let (first, last) = text.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&file, format!("{first}\n{}\n", last.replace(&host, "00000000"))).unwrap();
    let output = command(&runs.home)
        .current_dir(&runs.home)
        .args(["bench", "report", "out"])
        .output()
        .unwrap();
    assert!(!stdout(&output).contains("CPU s"), "{}", stdout(&output));
    assert!(stderr(&output).contains("2 different machines"), "{}", stderr(&output));
    let mixed = runs.good(&["report", "out", "--mixed-hosts"]);
    assert!(stdout(&mixed).contains("CPU s"));
}
