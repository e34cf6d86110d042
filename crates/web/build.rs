//! Takes the engines for the browser into the program, when `BANTO_MODULE` names the file that
//! `cargo build -p banto-wasm --examples --target wasm32-unknown-unknown --profile module` has made.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BANTO_MODULE");
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let given = std::env::var("BANTO_MODULE").ok().filter(|path| !path.is_empty());
    let bytes = given.map_or_else(Vec::new, |path| {
        println!("cargo::rerun-if-changed={path}");
        std::fs::read(&path).unwrap_or_else(|error| panic!("BANTO_MODULE: {path}: {error}"))
    });
    std::fs::write(Path::new(&folder).join("module.wasm"), bytes).expect("the folder is ours");
}
