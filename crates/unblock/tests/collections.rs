//! Other people's level files, if available: all boards are read, every notation round-trips, and
//! the two games are distinguished.

mod common;

use banto_unblock::format::{Format, read, recognise, write};

#[test]
fn every_rush_file_reads_and_round_trips() {
    let Some(folder) = needs::levels() else { return };
    for (file, count) in common::RUSH_FILES {
        let collection = read(&std::fs::read(folder.join(file)).unwrap()).unwrap();
        assert_eq!(collection.levels().count(), count, "{file}");
        assert!(collection.levels().all(|level| level.known.moves.is_some()), "{file}");
        assert!(collection.levels().all(|level| level.known.steps.is_some()), "{file}");
        assert!(collection.levels().all(|level| level.known.cluster.is_some()), "{file}");
        for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
            let text = write(&collection, format).unwrap();
            let back = read(text.as_bytes()).unwrap();
            assert_eq!(back.entries.len(), count, "{file} as {}", format.name());
            for (old, new) in collection.levels().zip(back.levels()) {
                assert_eq!(old.board.renamed(), new.board.renamed());
                // A drawing holds the board alone.
                assert!(old.known == new.known || format == Format::Text);
            }
        }
    }
    let feup = common::levels(&folder, "unblock-seed-boards.txt");
    assert_eq!(feup.len(), 6);
    assert!(feup[0].title.as_ref().unwrap().starts_with("Board1"));
}

#[test]
fn the_two_games_are_told_apart() {
    let Some(folder) = needs::levels() else { return };
    for sub in ["rush", "sokoban", "solutions", "."] {
        for entry in std::fs::read_dir(folder.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let ours = sub == "rush" || name == "unblock-seed-boards.txt";
            if path.is_file() && sub != "solutions" && !name.starts_with("index") {
                let bytes = std::fs::read(&path).unwrap();
                assert_eq!(
                    recognise(&text::decode(&bytes).unwrap()).is_some(),
                    ours,
                    "{}",
                    path.display()
                );
            }
        }
    }
}
