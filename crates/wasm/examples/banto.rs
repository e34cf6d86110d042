//! The engines as a WebAssembly module.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
banto_wasm::exports!(api::ask);
