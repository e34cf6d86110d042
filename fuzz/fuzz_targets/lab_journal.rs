//! Any bytes as a journal: what is whole is read, and what was read reads the same when it is written
//! again with a torn line behind it.
#![no_main]

use runner::Contents;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(contents) = Contents::of(bytes, "fuzz") else { return };
    let lines: String = contents.records.iter().map(|record| format!("{record}\n")).collect();
    let first = "{\"journal\":\"fuzz\",\"format\":1}\n";
    let again = Contents::of(format!("{first}{lines}{{\"torn").as_bytes(), "fuzz");
    let again = again.expect("our own journal is read");
    // A record that says it is a header is one only in the first line, which ours has already.
    assert_eq!((again.records, again.damaged, again.torn), (contents.records, 0, true));
});
