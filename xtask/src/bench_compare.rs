//! Two revisions on the same levels, by turns: the ratios of their nodes and of their CPU time.
//!
//! ```text
//! round 1: base, this   round 2: this, base   round 3: base, this   …
//! ```
//!
//! By turns, because a machine that others use too is slower at one time than at another; which comes first changes
//! from round to round. Each round gives one ratio of CPU time, this tree over the base. What is printed is their
//! geometric mean with the interval in which it lies with 95 % confidence (Student's distribution on the
//! logarithms). An interval that contains 1 shows no difference. Nodes repeat exactly, so one round decides them.
//!
//! Both are built below `target/compare`, the base in a worktree of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Done, finish, revision, root, say};

/// What is searched when nothing is named: our own levels, a second of CPU time each.
const LEVELS: [&str; 5] = ["starter-sokoban", "gargioni", "kid-1", "--cpu", "1s"];

/// Compares this tree with a revision; `rest` are the number of rounds and, after `--`, arguments of `banto solve`.
pub(crate) fn run(base: &str, rest: &[&str]) -> Done {
    let (before, after) = match rest.iter().position(|it| *it == "--") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    let rounds: usize = match before {
        [] => 5,
        [rounds] => {
            rounds.parse().ok().filter(|it| *it >= 2).ok_or("ROUNDS is a number from 2 on")?
        }
        _ => return Err(crate::USAGE.to_owned()),
    };
    let asked = if after.is_empty() { &LEVELS[..] } else { after };
    let commit = revision::git(&["rev-parse", "--verify", &format!("{base}^{{commit}}")])?;
    let folder = root().join("target/compare");
    let tree = folder.join("base");
    checked_out(&tree, &commit)?;
    say(&format!("building {}", &commit[..12]));
    let base = build(&tree, &folder.join("base-target"))?;
    say("building this tree");
    let this = build(&root(), &folder.join("this-target"))?;
    let mut pairs = Vec::new();
    for round in 0..rounds {
        let (first, second) = if round % 2 == 0 { (&base, &this) } else { (&this, &base) };
        let (first, second) = (measured(first, asked)?, measured(second, asked)?);
        let (base, this) = if round % 2 == 0 { (first, second) } else { (second, first) };
        say(&format!("round {}: base {:.2} s, this {:.2} s", round + 1, base.cpu, this.cpu));
        pairs.push((base, this));
    }
    say(&report(&pairs));
    Ok(())
}

/// The worktree of a commit, made or moved.
fn checked_out(tree: &Path, commit: &str) -> Done {
    let mut command = Command::new("git");
    if tree.join(".git").exists() {
        command.arg("-C").arg(tree).args(["checkout", "--quiet", "--detach", commit]);
    } else {
        let _ = std::fs::remove_dir_all(tree);
        finish(git(&["worktree", "prune"]), "git worktree prune")?;
        command = git(&["worktree", "add", "--quiet", "--detach"]);
        command.arg(tree).arg(commit);
    }
    finish(command, "git worktree")
}

fn git(args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(args).current_dir(root());
    command
}

fn build(tree: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--release", "--quiet", "--locked", "--package", "banto"]);
    command.current_dir(tree).env("CARGO_TARGET_DIR", target);
    finish(command, &format!("the build of {}", tree.display()))?;
    Ok(target.join(format!("release/banto{}", std::env::consts::EXE_SUFFIX)))
}

/// One run over all levels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Run {
    cpu: f64,
    nodes: u64,
    solved: usize,
    levels: usize,
}

fn measured(program: &Path, asked: &[&str]) -> Result<Run, String> {
    let mut command = Command::new(program);
    command.arg("solve").args(asked).args(["--jsonl", "--quiet", "--threads", "1", "-j", "1"]);
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let run = read(&String::from_utf8_lossy(&output.stdout));
    match run.levels {
        0 => Err(format!("nothing was searched: {}", String::from_utf8_lossy(&output.stderr))),
        _ => Ok(run),
    }
}

/// The sums of the records.
fn read(records: &str) -> Run {
    let rows = records.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    rows.fold(Run::default(), |sum, row| Run {
        cpu: sum.cpu + row["cpu_seconds"].as_f64().unwrap_or(0.0),
        nodes: sum.nodes + row["expanded"].as_u64().unwrap_or(0),
        solved: sum.solved + usize::from(row["status"] == "solved"),
        levels: sum.levels + 1,
    })
}

fn report(pairs: &[(Run, Run)]) -> String {
    let (base, this) = pairs[0];
    let ratios: Vec<f64> = pairs.iter().map(|(base, this)| this.cpu / base.cpu).collect();
    let (low, mean, high) = interval(&ratios);
    let word = match (low, high) {
        (low, _) if low > 1.0 => "slower",
        (_, high) if high < 1.0 => "faster",
        _ => "no difference shown",
    };
    format!(
        "solved: base {} of {}, this {}\nnodes:  base {}, this {}, ratio {:.4}\n\
         CPU:    ratio {mean:.3}, with 95 % confidence {low:.3} to {high:.3} ({} rounds): {word}",
        base.solved,
        base.levels,
        this.solved,
        base.nodes,
        this.nodes,
        this.nodes as f64 / base.nodes.max(1) as f64,
        pairs.len()
    )
}

/// The geometric mean of ratios within its interval of 95 % confidence.
fn interval(ratios: &[f64]) -> (f64, f64, f64) {
    /// Student's distribution: 97.5 % for 1, 2, … degrees of freedom (from any table); beyond it 1.96 is near enough.
    const STUDENT: [f64; 15] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131,
    ];
    let count = ratios.len() as f64;
    let logs: Vec<f64> = ratios.iter().map(|it| it.ln()).collect();
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let student = STUDENT.get(ratios.len().saturating_sub(2)).copied().unwrap_or(1.96);
    let half = student * (variance / count).sqrt();
    ((mean - half).exp(), mean.exp(), (mean + half).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_mean_and_narrows_with_rounds() {
        let (low, mean, high) = interval(&[0.5, 2.0]);
        assert!((mean - 1.0).abs() < 1e-12 && low < 0.01 && high > 100.0, "{low} {high}");
        let (low, mean, high) = interval(&[0.9, 0.91, 0.89, 0.9, 0.9]);
        assert!(0.88 < low && low < mean && mean < high && high < 0.92, "{low} {mean} {high}");
    }

    #[test]
    fn a_difference_is_said_only_when_it_is_shown() {
        let run = |cpu| Run { cpu, nodes: 100, solved: 1, levels: 1 };
        let pair = |ratio: f64| (run(2.0), run(2.0 * ratio));
        assert!(report(&[pair(0.9), pair(0.91), pair(0.9)]).ends_with("faster"));
        assert!(report(&[pair(1.2), pair(1.21), pair(1.2)]).ends_with("slower"));
        assert!(report(&[pair(0.9), pair(1.1), pair(1.0)]).ends_with("no difference shown"));
    }

    #[test]
    fn records_are_summed() {
        let rows = "{\"cpu_seconds\":0.5,\"expanded\":7,\"status\":\"solved\"}\nx\n{\"status\":\"time\"}\n";
        assert_eq!(read(rows), Run { cpu: 0.5, nodes: 7, solved: 1, levels: 2 });
    }
}
