//! What can be done in a position.

use sokoban::{Board, Dir, Walker};

use crate::Puzzle;
use crate::why::Place;

/// What can be done in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Legal {
    /// Every move: a step of the player in Sokoban (a capital when it pushes), a slide in Unblock. Each
    /// is what [`Puzzle::after`] takes.
    pub moves: Vec<String>,
    /// Every push that can be walked to (Sokoban).
    pub pushes: Vec<Reachable>,
}

/// A push that can be walked to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reachable {
    /// Where the box stands.
    pub at: Place,
    /// The letter of the direction, a capital.
    pub direction: char,
    /// The walk and the push.
    pub moves: String,
}

/// What can be done at the start of a puzzle; [`Puzzle::after`] makes any position the start.
pub fn legal(puzzle: &Puzzle) -> Legal {
    match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let board = puzzle.board();
            Legal { moves: steps(board), pushes: pushes(board) }
        }
        Puzzle::Unblock(level) => Legal { moves: slides(&level.board), pushes: Vec::new() },
    }
}

fn steps(board: &Board) -> Vec<String> {
    let made = |dir| board.start().step(board, dir).ok();
    let letter = |it: sokoban::Move| match it.push {
        true => it.dir.letter().to_ascii_uppercase(),
        false => it.dir.letter(),
    };
    Dir::ALL.into_iter().filter_map(made).map(|it| letter(it).to_string()).collect()
}

fn pushes(board: &Board) -> Vec<Reachable> {
    let state = board.start();
    let boxes = state.box_set(board);
    let mut walker = Walker::new(board);
    let reachable = state.pushes(board, &mut walker).into_iter().filter_map(|push| {
        let behind = board.neighbor(push.from, push.dir.opposite())?;
        let walk = walker.path(board, &boxes, state.player, behind)?;
        let direction = push.dir.letter().to_ascii_uppercase();
        let moves = walk.into_iter().map(Dir::letter).chain([direction]).collect();
        let (row, column) = board.place(push.from);
        Some(Reachable { at: Place { row, column }, direction, moves })
    });
    reachable.collect()
}

fn slides(board: &unblock::Board) -> Vec<String> {
    let state = board.start();
    let occupied = state.occupied(board);
    let mut moves = Vec::new();
    for piece in 0..board.pieces().len() {
        let (back, forth) = state.room(board, &occupied, piece);
        let distances = (1..=back as i8).map(|it| -it).chain(1..=forth as i8);
        let slide = |delta| unblock::Move { piece: piece as u8, delta };
        moves.extend(distances.map(|delta| board.show_moves(&[slide(delta)])));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Puzzle {
        crate::read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap()
    }

    #[test]
    fn every_move_of_sokoban_is_named_and_can_be_made() {
        let puzzle = first("######\n#@$ .#\n#    #\n#  $.#\n######\n");
        let legal = legal(&puzzle);
        assert_eq!(legal.moves, ["d", "R"]);
        let pushes: Vec<_> =
            legal.pushes.iter().map(|it| (it.at.row, it.at.column, it.direction)).collect();
        assert_eq!(pushes, [(1, 2, 'L'), (1, 2, 'R'), (3, 3, 'L'), (3, 3, 'R')]);
        assert_eq!(legal.pushes[1].moves, "R");
        for moves in legal.moves.iter().chain(legal.pushes.iter().map(|it| &it.moves)) {
            assert!(puzzle.after(moves).is_ok(), "{moves}");
        }
    }

    #[test]
    fn every_slide_of_unblock_is_named_and_can_be_made() {
        let puzzle = first("..A..\n..A..\nRR..B\n....B\n.....\n");
        let moves = legal(&puzzle).moves;
        assert_eq!(moves.len(), 3 + 2 + 3, "{moves:?}");
        for slide in &moves {
            assert!(puzzle.after(slide).is_ok(), "{slide}");
        }
    }
}
