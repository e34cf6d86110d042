//! A game being played, of either kind: positions, unlimited undo, counts. No drawing, no files.

mod kept;
mod reach;
mod sokoban;
mod unblock;

pub(crate) use reach::Reach;
pub(crate) use sokoban::SokobanGame;
pub(crate) use unblock::UnblockGame;

use puzzle::{Counts, Puzzle};
use serde_json::{Map, Value};

/// The moves of a game, in the rules of its kind.
#[derive(Clone, Debug)]
pub(crate) enum Moves {
    /// Sokoban.
    Sokoban(SokobanGame),
    /// Unblock.
    Unblock(UnblockGame),
}

/// A game, and what was asked for on the way.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The level from its start.
    pub(crate) puzzle: Puzzle,
    /// What has been done.
    pub(crate) moves: Moves,
    /// Hints used.
    pub(crate) hints: u32,
    /// Whether an engine's solution has been shown.
    pub(crate) watched: bool,
    /// What the page keeps beside these: snapshots, and the version.
    rest: Map<String, Value>,
}

/// Calls the same method in either game.
macro_rules! either {
    ($moves:expr, $it:ident => $work:expr) => {
        match $moves {
            Moves::Sokoban($it) => $work,
            Moves::Unblock($it) => $work,
        }
    };
}

impl Game {
    /// A game at its start.
    pub(crate) fn new(puzzle: Puzzle) -> Game {
        let moves = match &puzzle {
            Puzzle::Sokoban(it) => Moves::Sokoban(SokobanGame::new(it.board().clone())),
            Puzzle::Unblock(it) => Moves::Unblock(UnblockGame::new(it.board.clone())),
        };
        Game { puzzle, moves, hints: 0, watched: false, rest: Map::new() }
    }

    /// How many moves are made, of those that are known.
    pub(crate) fn cursor(&self) -> usize {
        either!(&self.moves, it => it.cursor())
    }

    /// How many moves are known, the undone ones too.
    pub(crate) fn len(&self) -> usize {
        either!(&self.moves, it => it.len())
    }

    /// Takes a move back; says whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        either!(&mut self.moves, it => it.undo())
    }

    /// Makes a move again; says whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        either!(&mut self.moves, it => it.redo())
    }

    /// Goes to any point of the game.
    pub(crate) fn jump(&mut self, to: usize) {
        while self.cursor() > to && self.undo() {}
        while self.cursor() < to && self.redo() {}
    }

    /// Takes back everything up to and with the last push; in Unblock one move.
    pub(crate) fn undo_push(&mut self) -> bool {
        match &mut self.moves {
            Moves::Sokoban(it) => it.undo_push(),
            Moves::Unblock(it) => it.undo(),
        }
    }

    /// Makes everything again up to and with the next push; in Unblock one move.
    pub(crate) fn redo_push(&mut self) -> bool {
        match &mut self.moves {
            Moves::Sokoban(it) => it.redo_push(),
            Moves::Unblock(it) => it.redo(),
        }
    }

    /// From the start, as a new attempt: what was hinted or shown before is not there to be redone.
    pub(crate) fn restart(&mut self) {
        self.jump(0);
        if self.hints > 0 || self.watched {
            self.load("");
        }
        (self.hints, self.watched) = (0, false);
    }

    /// What is counted so far.
    pub(crate) fn counts(&self) -> Counts {
        either!(&self.moves, it => it.counts())
    }

    /// Whether the level is solved.
    pub(crate) fn is_solved(&self) -> bool {
        either!(&self.moves, it => it.is_solved())
    }

    /// The moves made so far, in the notation of the game.
    pub(crate) fn played(&self) -> String {
        either!(&self.moves, it => it.text(it.cursor()))
    }

    /// Replaces the moves, as far as they can be made; says how many could. The game is then at its
    /// end.
    pub(crate) fn load(&mut self, moves: &str) -> usize {
        either!(&mut self.moves, it => it.load(moves));
        self.len()
    }

    /// The puzzle as it stands now.
    pub(crate) fn position(&self) -> Puzzle {
        self.puzzle.after(&self.played()).unwrap_or_else(|_| self.puzzle.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn game(text: &str) -> Game {
        let mut entries = puzzle::read(text.as_bytes()).unwrap().entries;
        Game::new(entries.remove(0).puzzle.unwrap())
    }

    const TWO: &str = "########\n#@ $ . #\n# $  . #\n########\n";

    #[test]
    fn undo_and_redo_by_move_and_by_push() {
        let mut game = game(TWO);
        assert_eq!(game.load("rRRurr"), 3, "a wall ends it");
        assert_eq!((game.load("rRRlld"), game.played().as_str()), (5, "rRRll"));
        assert!(!game.is_solved() && game.counts().pushes == Some(2));
        assert!(game.undo_push() && game.undo_push());
        assert_eq!(game.played(), "r");
        assert!(game.undo() && !game.undo() && !game.undo_push());
        assert!(game.redo_push());
        assert_eq!(game.played(), "rR");
        game.jump(usize::MAX);
        assert_eq!(game.cursor(), game.len());
    }

    #[test]
    fn a_new_attempt_does_not_keep_what_was_shown() {
        let mut game = game(TWO);
        game.load("rR");
        game.restart();
        assert_eq!((game.cursor(), game.len()), (0, 2), "one's own moves can be redone");
        game.load("rR");
        game.watched = true;
        game.restart();
        assert_eq!((game.len(), game.watched), (0, false));
    }

    #[test]
    fn positions_are_puzzles() {
        let mut game = game(TWO);
        game.load("rRR");
        let Puzzle::Sokoban(now) = game.position() else { panic!("the other game") };
        assert_eq!(now.level().grid.rows().nth(1).unwrap(), "#   @* #");
    }
}
