//! Any bytes as the body of a request: understood or refused, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let understood = web::understand(bytes);
    assert!(understood == 0 || std::str::from_utf8(bytes).is_ok(), "JSON is UTF-8");
});
