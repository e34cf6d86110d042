//! The engines of Banto as a WebAssembly module, for a page without a server.
//!
//! The module answers the questions of [`api::ask`]. The host writes a question where [`input`](module::input) says,
//! calls [`answer`](module::answer) and reads the answer where it says; nothing else goes in or out but the time,
//! progress, and the words of a panic. An instance answers one question: memory never shrinks and a panic ends it,
//! so the host makes a new one for each.
//!
//! Everything is in [`module`], and only for `wasm32-unknown-unknown`.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod memory;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod module;
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod pages;
