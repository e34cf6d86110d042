//! The plug-in for Sokoban YASC and Sokoban++: a DLL that hands levels and solutions to `banto.exe`.
//!
//! ```text
//! host ── SolveEx, Optimize ──▶ exports ──▶ work ── orders ──▶ banto.exe worker
//!      ◀─ PluginStatus, callback ──┘   ◀──── progress, report ─┘
//! ```
//!
//! The DLL searches nothing itself: the host may be a 32-bit program with little memory, and a search that dies
//! must not take the host with it. It starts the worker of [`runner`], so limits, replay by the checker and the
//! end of the process are those of every other front end. The host's thread only waits, calls the host back every
//! 50 ms, and returns as soon as the host says stop; the worker then ends by itself or is killed after 150 ms. If
//! the host dies, the worker sees its input closed and ends.
//!
//! [`exports`] is the only file with `unsafe`; everything below it takes slices and values, and is tested on any
//! system by the tests of the command line (`crates/cli/tests/plugin.rs`). `cargo xtask plugin` builds both widths,
//! compares their exports with the interface, and drives them from a small host in C under Wine.
//!
//! The interface is the plug-in specification of Sokoban YASC and Sokoban++ (`sokobanpluginsdll.h`); names and numbers
//! are from there, nothing of its code is here.

pub mod exports;
pub mod metric;
pub mod settings;
pub mod status;
pub mod work;

/// What the host shows as the name of the plug-in.
pub fn name() -> String {
    format!("Banto {}", env!("CARGO_PKG_VERSION"))
}

/// What the plug-in says about itself.
pub fn about() -> String {
    format!(
        "{}: solver and optimizer.\n\nThe search runs in banto.exe, which must lie beside this plug-in, in the folder \
         \"banto\" beside it, or on the path. Every solution is replayed by an independent checker.\n\n\
         Settings are in a text file that \"Configure\" opens.",
        name()
    )
}
