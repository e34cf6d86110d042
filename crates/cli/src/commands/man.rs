//! `banto man`: the manual pages.

use std::path::Path;

use super::print;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::manual;

/// Prints the page of a command or of the program, or writes all pages into a folder.
pub(crate) fn run(command: Option<&str>, output: Option<&Path>) -> CommandResult {
    let told = |error| Failure::io("manual page", &error);
    if let Some(folder) = output {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
        for (name, page) in manual::all().map_err(told)? {
            write_whole(&folder.join(name), &page)?;
        }
        return Ok(0);
    }
    match manual::page(command).map_err(told)? {
        Some(page) => print(&page),
        None => {
            let (name, known) = (command.unwrap_or_default(), manual::commands());
            let known = known.iter().map(String::as_str);
            let look = "`banto help` lists them";
            Err(Failure::usage(puzzle::text::unknown("command", name, known, look)))
        }
    }
}
