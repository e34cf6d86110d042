//! Styles of rooms, told apart by one number: how much of the floor is narrow.
//!
//! ```text
//! #####     a square is narrow when walls stand on two opposite sides of it:
//! #n  #     here the two marked n, at the left end of a corridor and in it
//! #####
//! ```
//!
//! Thresholds: of 3,000 rooms of our pattern pieces one in six is open and one in three has corridors.

use sokoban::{Board, Dir};

/// How the walls of a level look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Wide floor with hardly a corridor: at most one square in nine is narrow.
    Open,
    /// Chambers with doors between them.
    Rooms,
    /// Mostly corridors: more than one square in three is narrow.
    Corridors,
}

impl Style {
    /// All of them, by how narrow they are.
    pub const ALL: [Style; 3] = [Style::Open, Style::Rooms, Style::Corridors];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Open => "open",
            Style::Rooms => "rooms",
            Style::Corridors => "corridors",
        }
    }

    /// The style of a board.
    pub fn of(board: &Board) -> Style {
        let wall = |square, dir: Dir| board.neighbor(square, dir).is_none();
        let narrow = board.squares().filter(|&square| {
            wall(square, Dir::Up) && wall(square, Dir::Down)
                || wall(square, Dir::Left) && wall(square, Dir::Right)
        });
        Style::of_counts(narrow.count(), board.n_squares())
    }

    /// The style of a floor with so many narrow squares.
    pub(super) fn of_counts(narrow: usize, floor: usize) -> Style {
        if narrow * 9 <= floor {
            Style::Open
        } else if narrow * 3 <= floor {
            Style::Rooms
        } else {
            Style::Corridors
        }
    }
}

#[cfg(test)]
mod tests {
    use sokoban::Level;

    use super::*;

    fn style(rows: &[&str]) -> Style {
        Style::of(&Board::new(&Level::from_rows(rows).unwrap()).unwrap())
    }

    #[test]
    fn a_hall_is_open_and_a_corridor_is_not() {
        assert_eq!(style(&["######", "#@   #", "# $  #", "#  . #", "######"]), Style::Open);
        assert_eq!(style(&["########", "#@ $ . #", "########"]), Style::Corridors);
        let rooms = ["########", "#  #   #", "#    $ #", "#@ #.  #", "## #####", "#  #", "####"];
        assert_eq!(style(&rooms), Style::Rooms);
    }
}
