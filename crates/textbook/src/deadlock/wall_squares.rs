//! Dead squares as simple programs find them: corners, and lines along a wall that hold no goal.
//!
//! ```text
//! #######     x: corners, from which a box never moves again
//! #x---x#     -: squares of a line with a wall all along one side and a wall at both ends; a box
//! #     #        there stays in the line, so without a goal in it the box is lost
//! ```
//!
//! Every answer is right, but some squares are missed that only a search from the goals finds
//! ([`ground::analysis::Analysis::live`]). Each square is judged from its 3 by 3 neighbourhood, the
//! lines from the squares beside them, as if the board were empty.
//!
//! Source: Gargioni, *Uma solução ótima para o jogo Sokoban*, section II; SokoKids, section 6.2
//! ("offline"); the Aveiro agent, `isCornered`, `isWalled_Outer`, `isWalled_Inner`.
//! Cost: once per board.

use ground::kernel::{Bits, Map};
use sokoban::{Dir, Square};

/// The squares that are not dead by this rule.
pub fn live(map: &Map) -> Bits {
    let dead =
        |square| !map.is_goal(square) && (is_corner(map, square) || is_on_dead_line(map, square));
    Bits::from_squares(map.n_squares() + 1, map.squares().filter(|&square| !dead(square)))
}

/// Walls on two sides that are not opposite.
fn is_corner(map: &Map, square: Square) -> bool {
    let wall = |dir| map.is_wall(map.next(square, dir));
    (wall(Dir::Up) || wall(Dir::Down)) && (wall(Dir::Left) || wall(Dir::Right))
}

fn is_on_dead_line(map: &Map, square: Square) -> bool {
    [(Dir::Left, [Dir::Up, Dir::Down]), (Dir::Up, [Dir::Left, Dir::Right])]
        .into_iter()
        .any(|(along, sides)| sides.into_iter().any(|side| is_dead_line(map, square, along, side)))
}

/// Whether the line through a square has a wall on `side` all along and no goal.
fn is_dead_line(map: &Map, square: Square, along: Dir, side: Dir) -> bool {
    line(map, square, along).all(|at| map.is_wall(map.next(at, side)) && !map.is_goal(at))
}

/// The squares of the line through a square, from wall to wall.
pub(crate) fn line(map: &Map, square: Square, along: Dir) -> impl Iterator<Item = Square> + '_ {
    let run = move |dir| {
        std::iter::successors(Some(square), move |&at| {
            Some(map.next(at, dir)).filter(|&next| !map.is_wall(next))
        })
    };
    run(along).chain(run(along.opposite()).skip(1))
}

#[cfg(test)]
mod tests {
    use ground::analysis::Analysis;
    use oracle::{board, random_boards};
    use search::Budget;

    use super::*;

    #[test]
    fn corners_and_goalless_walls_are_dead() {
        let board =
            board(&["########", "#@     #", "# $$   #", "#     .#", "#   .  #", "########"]);
        let live = live(&Map::new(&board));
        let drawn: Vec<_> = live.iter().take_while(|s| s.index() < board.n_squares()).collect();
        // The top row and the left column have no goal; the right column and the bottom row do.
        assert!(drawn.iter().all(|&s| board.place(s).0 > 1 && board.place(s).1 > 1));
        assert_eq!(drawn.len(), 5 * 3 - 1);
    }

    #[test]
    fn never_more_than_the_search_from_the_goals_finds() {
        for board in random_boards(41, 500) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            assert!(analysis.live.is_subset(&live(&analysis.map)));
        }
    }
}
