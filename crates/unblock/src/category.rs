//! Names for how hard a puzzle is.

use std::fmt;
use std::ops::RangeInclusive;

/// A class of difficulty by optimal moves. From `Beginner` on, the classes are those of the Unblock
/// Me app; the names for shorter puzzles are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Up to 7 moves.
    First,
    /// 8 to 14.
    Easy,
    /// 15 to 20.
    Beginner,
    /// 21 to 25.
    Intermediate,
    /// 26 to 30.
    Advanced,
    /// 31 and more.
    Expert,
}

impl Category {
    /// All, easiest first.
    pub const ALL: [Category; 6] = [
        Category::First,
        Category::Easy,
        Category::Beginner,
        Category::Intermediate,
        Category::Advanced,
        Category::Expert,
    ];

    /// The category for a number of optimal moves.
    pub fn of(moves: u32) -> Category {
        let found = Category::ALL.into_iter().find(|category| category.moves().contains(&moves));
        found.unwrap_or(Category::First)
    }

    /// The optimal moves of its puzzles.
    pub const fn moves(self) -> RangeInclusive<u32> {
        match self {
            Category::First => 1..=7,
            Category::Easy => 8..=14,
            Category::Beginner => 15..=20,
            Category::Intermediate => 21..=25,
            Category::Advanced => 26..=30,
            Category::Expert => 31..=u32::MAX,
        }
    }

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            Category::First => "first",
            Category::Easy => "easy",
            Category::Beginner => "beginner",
            Category::Intermediate => "intermediate",
            Category::Advanced => "advanced",
            Category::Expert => "expert",
        }
    }

    /// The category with this name.
    pub fn from_name(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.name() == name)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_cover_all_lengths_without_gap() {
        for moves in 1..100 {
            let holds = |category: &Category| category.moves().contains(&moves);
            assert_eq!(Category::ALL.iter().filter(|category| holds(category)).count(), 1);
            assert!(Category::of(moves).moves().contains(&moves));
        }
        assert!(Category::ALL.iter().all(|c| Category::from_name(c.name()) == Some(*c)));
    }
}
