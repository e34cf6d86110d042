//! Playing in the terminal: [`screen()`] draws both games and takes keys and mouse, [`console()`] is
//! the same in lines of text. Both keep games and best solutions in the page's store, so that a
//! level begun there can be continued here.

mod ask;
mod console;
mod game;
#[cfg(test)]
mod golden;
mod lang;
mod progress;
mod screen;
mod shelf;
mod words;
mod words_of;

use std::path::PathBuf;
use std::time::Duration;

pub use console::console;
pub use lang::Lang;
pub use screen::{Colours, screen};
pub use shelf::{ReadFile, Shelved};

/// What playing needs to know.
pub struct Options {
    /// The language.
    pub lang: Lang,
    /// How many colours the terminal has.
    pub colours: Colours,
    /// The collections, in the order they are shown; a single one is opened at once.
    pub shelf: Vec<Shelved>,
    /// The file of games and best solutions; without one nothing is kept.
    pub state: Option<PathBuf>,
    /// A program that searches; without one, searches run in this process.
    pub searcher: Option<runner::WorkerCommand>,
    /// Time for a search of the console.
    pub time: Duration,
}
