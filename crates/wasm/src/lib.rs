//! What the WebAssembly modules of the page share: memory, questions, answers.
//!
//! There are two modules, the cdylibs of this package's examples: `banto`, the engines ([`api::ask`]), and
//! `banto_grade`, which grades levels ([`api::ask_grade`]) and is fetched only by those who ask for a grade. The host writes
//! a question where [`input`](module::input) says, calls [`answer`](module::answer) and reads the answer where it
//! says; nothing else goes in or out but the time, progress, and the words of a panic. An instance answers one
//! question: memory never shrinks and a panic ends it, so the host makes a new one for each.
//!
//! Everything is in [`module`], and only for `wasm32-unknown-unknown`.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod memory;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod module;
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod pages;
