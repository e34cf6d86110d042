//! What the linker must know of the module.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The host makes the memory, with the most it may grow to.
        println!("cargo::rustc-link-arg=--import-memory");
        // As much stack as a program has; a search that needs more ends in a trap, not in somebody's data.
        println!("cargo::rustc-link-arg=-zstack-size=8388608");
        println!("cargo::rustc-link-arg=--stack-first");
    }
}
