//! Files of solutions: written as a table, they can be read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokoban::format;

fuzz_target!(|bytes: &[u8]| {
    let Ok(solutions) = format::read_solutions(bytes) else { return };
    let solutions: Vec<_> = solutions.into_iter().flatten().collect();
    if solutions.is_empty() || solutions.iter().any(|one| one.moves.len() > 20_000) {
        return;
    }
    let table: String =
        solutions.iter().map(|one| format!("{}\t{}\n", one.level, one.moves)).collect();
    let again = format::read_solutions(table.as_bytes()).expect("our own table is read");
    for (one, again) in solutions.iter().zip(again) {
        let again = again.expect("our own line is read");
        assert_eq!((one.level, &one.moves), (again.level, &again.moves));
    }
});
