//! What can be chosen by name, for `--engine help`, `--technique help`, `--heuristic help`,
//! `--space help` and `--to help`.

use puzzle::engines::{self, Named, TECHNIQUES};

use crate::args::Solve;
use crate::layout::{Prose, listing};

/// The table that `solve` is asked for instead of a search.
pub(super) fn asked(args: &Solve, screen: usize) -> Option<String> {
    let lab = &args.lab.0;
    if args.engine == "help" {
        Some(engines(screen))
    } else if args.techniques.iter().any(|switch| switch == "help") {
        Some(techniques(screen))
    } else if lab.heuristic.as_deref() == Some("help") {
        Some(heuristics(screen))
    } else if lab.space.as_deref() == Some("help") {
        Some(spaces(screen))
    } else {
        None
    }
}

/// The engines.
pub(crate) fn engines(screen: usize) -> String {
    let row = |it: &engines::EngineRow| words([it.name, it.games, it.description]);
    let rows: Vec<_> = engines::all().iter().map(row).collect();
    listing(&["engine", "games", "what it does"], &rows, Prose::Folded, screen)
}

/// The techniques, with the sign that they have when nothing is asked for.
pub(crate) fn techniques(screen: usize) -> String {
    let rows = TECHNIQUES.iter().map(|row| {
        let sign = if row.default { '+' } else { '-' };
        let loses = [
            (row.keeps.completeness, "completeness"),
            (row.keeps.push_optimality, "push-optimality"),
            (row.keeps.move_optimality, "move-optimality"),
        ];
        let lost: Vec<&str> =
            loses.iter().filter(|(kept, _)| !kept).map(|(_, what)| *what).collect();
        let lost = match lost.is_empty() {
            true => String::new(),
            false => format!(" Gives up {}.", lost.join(", ")),
        };
        let needs: Vec<String> = row.needs.iter().map(|need| format!(" {need}.")).collect();
        let (summary, needs, readers, source) =
            (row.summary, needs.concat(), row.readers(), row.source);
        let prose = format!("{summary}{needs}{lost} Read by {readers}.\nSource: {source}.");
        vec![format!("{sign}{}", row.name), prose]
    });
    let rows: Vec<_> = rows.collect();
    listing(&["technique", "what it does (+ on, - off by default)"], &rows, Prose::Folded, screen)
}

/// The heuristics.
pub(crate) fn heuristics(screen: usize) -> String {
    named("heuristic", engines::heuristics(), screen)
}

/// What can be searched.
pub(crate) fn spaces(screen: usize) -> String {
    named("space", engines::spaces(), screen)
}

fn named(what: &str, rows: Vec<Named>, screen: usize) -> String {
    let row = |it: &Named| words([it.name, it.game.name(), it.description]);
    let rows: Vec<_> = rows.iter().map(row).collect();
    listing(&[what, "game", "what it is"], &rows, Prose::Folded, screen)
}

/// The formats.
pub(crate) fn formats(screen: usize) -> String {
    let formats = puzzle::write::formats();
    let row = |it: &puzzle::write::FormatRow| words([it.name, it.game.name(), it.description]);
    let rows: Vec<_> = formats.iter().map(row).collect();
    listing(&["format", "game", "what it is"], &rows, Prose::Folded, screen)
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}
