//! Any bytes: reading never fails except with an error, and what was read and can be written reads
//! back as the same board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use unblock::format::{Format, read, recognise, write_level};

fuzz_target!(|bytes: &[u8]| {
    let _ = recognise(&String::from_utf8_lossy(bytes));
    let Ok(collection) = read(bytes) else { return };
    for level in collection.levels().take(4) {
        for format in Format::ALL {
            let Ok(text) = write_level(level, format) else { continue };
            if format.is_readable() {
                let back = read(text.as_bytes()).expect("our own text is read");
                let board = &back.levels().next().expect("our own text holds a board").board;
                assert_eq!(board.renamed(), level.board.renamed(), "{text}");
            }
        }
    }
});
