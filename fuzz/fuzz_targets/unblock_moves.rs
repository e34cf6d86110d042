//! Any text as moves: read, played, written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use unblock::{Board, MoveNotation};

fuzz_target!(|text: &str| {
    let rows = ["B.CC..", "B.DD..", "AA.E..", "...E.F", "GGG..F", "HH.II."];
    let board = Board::from_rows(&rows).expect("a sound board");
    let Ok(moves) = board.read_moves(text) else { return };
    let _ = board.start().play_all(&board, &moves);
    for notation in MoveNotation::ALL {
        let again = board.read_moves(&board.write_moves(&moves, notation));
        assert_eq!(again.as_deref(), Ok(&moves[..]));
    }
});
