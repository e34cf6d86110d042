//! Moves, pushes and solutions.

use std::fmt;
use std::str::FromStr;

use crate::{Blocked, BlockedReason, Dir, Square};

/// One step of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where to.
    pub dir: Dir,
    /// Whether a box was pushed.
    pub push: bool,
}

impl Move {
    /// The LURD letter: upper case for a push.
    pub fn letter(self) -> char {
        let letter = self.dir.letter();
        if self.push { letter.to_ascii_uppercase() } else { letter }
    }
}

/// A push: the box on `from` moves one square in `dir`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Where the box stands before the push.
    pub from: Square,
    /// The direction.
    pub dir: Dir,
}

/// A list of moves. Prints and parses as LURD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
}

impl Solution {
    /// Number of pushes.
    pub fn pushes(&self) -> usize {
        self.moves.iter().filter(|step| step.push).count()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|step| write!(f, "{}", step.letter()))
    }
}

impl FromStr for Solution {
    type Err = Blocked;

    /// Plain LURD letters; an error names the first other character.
    fn from_str(text: &str) -> Result<Solution, Blocked> {
        let read = |(index, letter): (usize, char)| {
            let other = Blocked { index, reason: BlockedReason::Letter(letter) };
            let dir = Dir::from_letter(letter).ok_or(other)?;
            Ok(Move { dir, push: letter.is_ascii_uppercase() })
        };
        Ok(Solution { moves: text.chars().enumerate().map(read).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lurd_round_trips_and_names_the_wrong_letter() {
        let solution: Solution = "lUrD".parse().unwrap();
        assert_eq!(solution.to_string(), "lUrD");
        assert_eq!(solution.pushes(), 2);
        assert_eq!(
            "lux".parse::<Solution>(),
            Err(Blocked { index: 2, reason: BlockedReason::Letter('x') })
        );
    }
}
