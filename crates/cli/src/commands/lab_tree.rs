//! `banto lab tree`: the trees of textbook searches on one level, drawn side by side.

use lab::report;
use puzzle::Limits;

use super::print;
use crate::args::{Input, LabTree};
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::loaded;
use crate::terminal::Terminal;

/// Memory of a search whose tree can be looked at.
const MEMORY: u64 = 256 << 20;

/// Prints one picture.
pub(crate) fn run(args: &LabTree, library: &Library, terminal: Terminal) -> CommandResult {
    let input = Input { files: vec![args.file.clone()], range: None };
    let (collections, _) = loaded::load(&input, library, terminal)?;
    let mut all = collections.iter().flat_map(|it| it.selected().map(move |entry| (it, entry)));
    let (loaded, entry) = all.next().ok_or_else(|| Failure::bad_file("there is no level"))?;
    let Ok(puzzle) = &entry.puzzle else {
        let faults: Vec<String> = loaded.underlined(entry).collect();
        return Err(Failure::bad_file(faults.join("\n")));
    };
    let limits = Limits { nodes: Some(args.nodes), memory: Some(MEMORY), ..Limits::default() };
    let draw = |line: &String| {
        let request = runner::parse_request(line).map_err(Failure::usage)?;
        let nodes = puzzle::tree::search_tree(puzzle, &puzzle::Request { limits, ..request });
        let wrong = |error| Failure::usage(format!("{line:?}: {error}"));
        Ok((line.clone(), nodes.map_err(wrong)?))
    };
    let drawn = args.lines.iter().map(draw).collect::<Result<Vec<_>, Failure>>()?;
    print(report::trees(&drawn).as_bytes())
}
