//! Level files of any notation: `read(write(read(x))) == read(x)`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokoban::Board;
use sokoban::format::{self, Format};

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = format::read(bytes) else { return };
    let content = collection.content();
    // 16 kB of run lengths can stand for 64 Mi squares, the most that is read: 300 MiB in the program, and several
    // times as much here, where a collection is compared with what was written and read again.
    let squares = content.levels().map(|(_, level)| level.grid.width() * level.grid.height());
    if squares.sum::<usize>() > 1 << 22 {
        return;
    }
    for (_, level) in collection.levels() {
        let _ = Board::new(level).map(|board| sokoban::canonical_hash(&board));
    }
    for format in Format::ALL {
        let text = format::write(&collection, format);
        if !format.is_readable() || content.entries.is_empty() {
            continue;
        }
        let again = format::read(text.as_bytes()).expect("our own text is read").content();
        match format {
            Format::Sok | Format::Rle | Format::Json => assert_eq!(again, content),
            _ => {
                let grids = |all: &format::Collection| -> Vec<_> {
                    all.levels().map(|(_, level)| level.grid.clone()).collect()
                };
                assert_eq!(grids(&again), grids(&content));
            }
        }
    }
});
