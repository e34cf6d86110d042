//! One line per run, for other programs.

use crate::runs::results::Results;

/// The first line: what each column holds.
const HEADER: &str = "collection,index,title,boxes,squares,level_hash,configuration,status,seconds,cpu_seconds,\
expanded,moves,pushes,steps,guarantee,engine,peak_bytes,solution,bound\n";

/// The runs as comma-separated values.
pub fn csv(results: &Results) -> String {
    let mut text = String::from(HEADER);
    for (number, level) in results.levels.iter().enumerate() {
        for (setup, it) in results.setups.iter().enumerate() {
            let Some(cell) = results.cell(number, setup) else { continue };
            let count = |value: Option<u64>| value.map(|n| n.to_string()).unwrap_or_default();
            let fields = [
                level.collection.clone(),
                level.index.to_string(),
                level.title.clone().unwrap_or_default(),
                level.boxes.to_string(),
                level.floor.to_string(),
                level.hash.clone().unwrap_or_default(),
                it.label.clone(),
                cell.status.clone(),
                cell.seconds.to_string(),
                cell.cpu.to_string(),
                cell.expanded.to_string(),
                count(cell.moves),
                count(cell.pushes),
                count(cell.steps),
                cell.guarantee.clone(),
                cell.engine.clone(),
                count(cell.peak),
                cell.solution.clone().unwrap_or_default(),
                count(cell.bound.as_ref().map(|bound| u64::from(bound.value))),
            ];
            text += &fields.map(|field| crate::report::quoted(&field)).join(",");
            text.push('\n');
        }
    }
    text
}
