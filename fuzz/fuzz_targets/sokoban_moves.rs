//! Run-length moves: compressing and expanding again changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokoban::format;

fuzz_target!(|text: &str| {
    let Ok(moves) = format::expand_moves(text) else { return };
    // Compressing a million moves takes longer than a fuzzer should wait.
    if moves.len() < 20_000 {
        let short = format::compress_moves(&moves);
        assert_eq!(format::expand_moves(&short).expect("our own text is read"), moves);
    }
});
