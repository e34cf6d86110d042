//! Proofs of what a search claims: written by `solve --proof`, checked by `check --proof`.

use std::io::Read;
use std::path::Path;
use std::time::Instant;

use puzzle::proof::Claim as ProofClaim;
use puzzle::{Budget, Cancel, Limits, Puzzle, Report};
use serde_json::json;

use crate::args::Solve;
use crate::deliver::print;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::loaded::Loaded;
use crate::quantity::plural;
use crate::terminal::Terminal;

/// The exit code of a run that was to write a proof and has none to write.
const NO_PROOF: u8 = 16;

/// Largest proof read.
const MAX_PROOF: u64 = 256 << 20;

/// The one level that a proof is about, with its name.
pub(crate) fn only_level(collections: &[Loaded]) -> Result<(String, &Puzzle), Failure> {
    let mut levels = collections.iter().flat_map(|it| it.selected().map(move |entry| (it, entry)));
    match (levels.next(), levels.next()) {
        (Some((loaded, entry)), None) => {
            let name = loaded.name_of(entry);
            let fault = |refused| Failure::bad_file(format!("{name}: {refused}"));
            let puzzle = entry.puzzle.as_ref().map_err(fault)?;
            Ok((name, puzzle))
        }
        _ => Err(Failure::usage("a proof is about one level: FILE:12 picks one")),
    }
}

/// Writes the proof of what a report claims, after the checker has accepted it. It has the same
/// time limit as the search.
pub(crate) fn write(
    path: &Path,
    args: &Solve,
    puzzle: &Puzzle,
    report: &Report,
    cancel: &Cancel,
    terminal: Terminal,
) -> CommandResult {
    let Some(claim) = puzzle::proof::claim(report, args.goal) else {
        terminal.say("no proof: the search has proved nothing about pushes");
        return Ok(match report.status.exit_code() {
            0 => NO_PROOF,
            code => code,
        });
    };
    let limits = Limits { time: args.limits.time(), memory: Some(args.limits.memory), nodes: None };
    let began = Instant::now();
    let mut budget = Budget::new(limits, cancel.clone());
    let proof = match puzzle::proof::prove(puzzle, claim, &mut budget) {
        Ok(proof) => proof,
        Err(error) => {
            terminal.say(format!("no proof that {}: {error}", sentence(claim)));
            return Ok(NO_PROOF);
        }
    };
    let written = began.elapsed().as_secs_f64();
    let checked = Instant::now();
    let refused = |reason| Failure::internal(format!("the checker refused the proof: {reason}"));
    puzzle::proof::check_proof(puzzle, &proof.bytes).map_err(refused)?;
    write_whole(path, &proof.bytes)?;
    let (positions, bytes) = (proof.positions, proof.bytes.len());
    terminal.note(format!(
        "proof that {}: {positions} {}, {bytes} bytes, made in {written:.3} s, checked in {:.3} s \
         (the search took {:.3} s and {} nodes: corrals, patterns and conflicts are not in a proof)",
        sentence(claim),
        plural(positions, "position", "positions"),
        checked.elapsed().as_secs_f64(),
        report.wall.as_secs_f64(),
        report.stats.expanded,
    ));
    Ok(0)
}

/// Reads a file of a proof, or of records, which may be as large.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let told = |error| Failure::io(path.display(), &error);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(told)?;
    file.take(MAX_PROOF + 1).read_to_end(&mut bytes).map_err(told)?;
    match bytes.len() as u64 > MAX_PROOF {
        true => Err(Failure::bad_file(format!("{}: larger than 256 MiB", path.display()))),
        false => Ok(bytes),
    }
}

/// Checks the proof in a file.
pub(crate) fn check(path: &Path, collections: &[Loaded], jsonl: bool) -> CommandResult {
    let (name, puzzle) = only_level(collections)?;
    let bytes = read(path)?;
    let began = Instant::now();
    let refused = |why| Failure::bad_file(format!("{name}: {}: {why}", path.display()));
    let proved = puzzle::proof::check_proof(puzzle, &bytes).map_err(refused)?;
    let seconds = began.elapsed().as_secs_f64();
    if jsonl {
        let (claim, bound) = match proved.claim {
            ProofClaim::Unsolvable => ("unsolvable", None),
            ProofClaim::AtLeast(pushes) => ("at-least", Some(pushes)),
        };
        let line = json!({
            "level": name, "accepted": true, "claim": claim, "bound": bound,
            "positions": proved.positions, "seconds": seconds,
        });
        return print(format!("{line}\n").as_bytes());
    }
    let positions = plural(proved.positions as u64, "position", "positions");
    print(
        format!(
            "{name}: proved: {} ({} {positions}, {seconds:.3} s)\n",
            sentence(proved.claim),
            proved.positions,
        )
        .as_bytes(),
    )
}

fn sentence(claim: ProofClaim) -> String {
    match claim {
        ProofClaim::Unsolvable => "there is no solution".to_owned(),
        ProofClaim::AtLeast(pushes) => {
            let word = plural(u64::from(pushes), "push", "pushes");
            format!("no solution has fewer than {pushes} {word}")
        }
    }
}
