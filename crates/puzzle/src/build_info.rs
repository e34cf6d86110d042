//! What a record was made with and from: the revision of the program, the kind of machine, and the
//! level as the search saw it.

use std::sync::OnceLock;

use text::fnv1a;

use crate::Puzzle;

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The revision of the sources: the commit that changed them last, with a hash of what was not
/// committed; the version where the sources were not compiled in a checkout.
pub const REVISION: &str = env!("BANTO_REVISION");

/// The kind of machine, in words that name none in particular.
pub fn machine() -> &'static str {
    static WORDS: OnceLock<String> = OnceLock::new();
    WORDS.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let arch = std::env::consts::ARCH.replace("x86_64", "x86-64");
        let system = std::env::consts::OS.replace("linux", "Linux");
        format!("{cores} cores, {arch}, {system}")
    })
}

impl Puzzle {
    /// Equal for levels on which every search does the same. Titles and notes do not count; turned
    /// boards differ, because a search meets their squares in another order. For a hash that is
    /// blind to symmetry see [`Puzzle::canonical_hash`].
    pub fn level_hash(&self) -> u64 {
        match self {
            Puzzle::Sokoban(puzzle) => fnv1a(puzzle.level().grid.to_string().bytes()),
            Puzzle::Unblock(level) => {
                let board = &level.board;
                let exit = board.exit().name().bytes();
                let size = [board.width(), board.height(), board.red()].map(|n| n as u8);
                let walls =
                    board.walls().iter().flat_map(|(row, column)| [row as u8, column as u8]);
                let pieces = board
                    .pieces()
                    .iter()
                    .flat_map(|piece| [piece.axis as u8, piece.row, piece.column, piece.length]);
                fnv1a(exit.chain(size).chain(walls).chain([u8::MAX]).chain(pieces))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> u64 {
        crate::read(text.as_bytes()).unwrap().entries[0].puzzle.as_ref().unwrap().level_hash()
    }

    #[test]
    fn a_title_does_not_count_and_a_box_does() {
        let level = "#######\n#@ $. #\n#     #\n#######\n";
        assert_eq!(hash(level), hash(&format!("{level}Title: another\n")));
        assert_ne!(hash(level), hash(&level.replace(" $. ", "$ . ")));
        assert_ne!(hash("#####\n#@$.#\n#####\n"), hash("#####\n#.$@#\n#####\n"), "a turned board");
    }

    #[test]
    fn a_revision_is_known() {
        assert!(REVISION.len() >= 5 && !REVISION.contains(char::is_whitespace), "{REVISION}");
        assert!(machine().contains("core"));
    }
}
