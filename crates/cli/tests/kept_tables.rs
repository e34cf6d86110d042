//! The large deadlock table in the user's cache: written once, read again, never believed when it is
//! not what it should be.

mod common;

use common::{code, command, scratch, stderr, stdout};
use serde_json::Value;

const LEVEL: &str = "; One\n########\n#  .   #\n# $$ . #\n#  @ ..#\n# $$   #\n#      #\n########\n";

#[test]
fn a_table_is_kept_and_built_again_when_it_cannot_be_used() {
    let home = scratch("tables");
    std::fs::write(home.join("one.xsb"), LEVEL).unwrap();
    // Nodes and answer of a search with the large table.
    let run = || {
        let mut search = command(&home);
        search.current_dir(&home).args(["solve", "one.xsb", "--jsonl", "--engine"]);
        search.args(["rolling-stone", "+deadlock-tables", "+large-tables"]);
        let output = search.output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
        (record["expanded"].clone(), record["pushes"].clone())
    };
    let built = run();
    let file = walk(&home).into_iter().find(|file| file.ends_with("deadlock-tables")).unwrap();
    let table = std::fs::read(&file).unwrap();
    let written = std::fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(run(), built);
    assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), written, "it was read");
    // Another version, a flipped bit, and the file cut off.
    let mut version = table.clone();
    version[8] ^= 1;
    let mut flipped = table.clone();
    flipped[table.len() / 2] ^= 4;
    for damaged in [version, flipped, table[..table.len() / 3].to_vec(), Vec::new()] {
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(run(), built);
        assert!(std::fs::read(&file).unwrap() == table, "it was not built again");
    }
}

/// All files of a folder.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}
