//! `banto man`: the manual pages.

use std::path::Path;

use super::print;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::manual;

/// Prints the page of a command or of the program, or writes all pages into a folder.
pub(crate) fn run(command: &[String], output: Option<&Path>) -> CommandResult {
    let failed = |error| Failure::io("manual page", &error);
    if let Some(folder) = output {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
        for (name, page) in manual::all().map_err(failed)? {
            write_whole(&folder.join(name), &page)?;
        }
        return Ok(0);
    }
    // `banto man bench run`, `banto man bench-run` and `banto man banto-bench-run` are one page.
    let wanted = command.join(" ").replace('-', " ");
    let wanted = wanted.strip_prefix("banto ").unwrap_or(&wanted);
    let wanted = if wanted == "banto" { "" } else { wanted };
    match manual::page(wanted).map_err(failed)? {
        Some(page) => print(&page),
        None => {
            let known = manual::commands();
            let known = known.iter().map(String::as_str);
            let look = "`banto help` lists them";
            Err(Failure::usage(puzzle::text::unknown("command", &command.join(" "), known, look)))
        }
    }
}
