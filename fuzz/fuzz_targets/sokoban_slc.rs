//! XML: titles, authors and boards survive.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokoban::format::{self, Format};

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = format::read_as(bytes, Format::Slc) else { return };
    let content = collection.content();
    if content.entries.is_empty() {
        return;
    }
    let text = format::write(&collection, Format::Slc);
    let again = format::read(text.as_bytes()).expect("our own text is read");
    assert_eq!(again.content(), content);
});
