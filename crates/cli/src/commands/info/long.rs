//! One level in full: all facts, what is known about its shortest solutions, and its picture.

use std::fmt::Write;

use super::row::Row;
use crate::failure::printable;

/// The facts of a level, line by line; nothing for an invalid level, whose faults are reported.
pub(super) fn text(level: &Row<'_>, drawing: bool) -> String {
    let Some(known) = &level.known else { return String::new() };
    let mut text = format!("{}\n", level.loaded.name_of(level.entry));
    let mut row = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "  {name:20} {value}");
    };
    for (name, value) in &level.seen.facts {
        row(&name.replace('_', " "), value);
    }
    match known.is_lost() {
        Some(by) => row("no solution", &format!("proved by {by}")),
        None => {
            for standing in known.standings() {
                row(&format!("fewest {}", standing.metric.name()), &standing);
                if let Some(proof) = standing.proof() {
                    row("  proved by", &printable(&proof));
                }
            }
        }
    }
    if drawing {
        for line in level.entry.drawing().unwrap_or_default().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text + "\n"
}
