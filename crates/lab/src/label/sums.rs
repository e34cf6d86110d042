//! What the rows of a set add up to, row by row, and the checksum by which two sets are compared.

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest, Sha256};

use super::LabelRow;

/// Sums over rows in the order of the file.
#[derive(Clone, Default)]
pub struct LabelSums {
    /// Rows.
    pub levels: u64,
    /// Of both searches together, how many ended in which way.
    pub statuses: BTreeMap<String, u64>,
    /// The fewest pushes of the levels for which they are known.
    pub pushes: Total,
    /// The fewest moves, in the same way.
    pub moves: Total,
    /// Positions expanded for pushes and for moves.
    pub expanded: (u64, u64),
    digest: Sha256,
}

impl LabelSums {
    /// Adds the next row.
    pub fn add(&mut self, row: &LabelRow) {
        self.levels += 1;
        for status in row.statuses() {
            *self.statuses.entry(status.to_owned()).or_default() += 1;
        }
        self.pushes.add(row.pushes);
        self.moves.add(row.moves);
        self.expanded.0 += row.pushes_expanded.unwrap_or(0);
        self.expanded.1 += row.moves_expanded.unwrap_or(0);
        self.digest.update(row.digest_line());
    }

    /// The SHA-256 of the lines `name pushes moves` of all rows.
    pub fn checksum(&self) -> String {
        let digest = self.digest.clone().finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A sum, and over how many levels it goes: without that, nothing found would look like a sum of nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The sum.
    pub sum: u64,
    /// The levels that have a part in it.
    pub levels: u64,
}

impl Total {
    fn add(&mut self, part: Option<u64>) {
        self.sum += part.unwrap_or(0);
        self.levels += u64::from(part.is_some());
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.levels {
            0 => f.write_str("not known"),
            1 => write!(f, "{} (1 level)", self.sum),
            levels => write!(f, "{} ({levels} levels)", self.sum),
        }
    }
}

impl fmt::Debug for LabelSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} levels, {}", self.levels, self.checksum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_lines() {
        let mut sums = LabelSums::default();
        let row = |level: &str, pushes| LabelRow {
            level: level.to_owned(),
            pushes,
            pushes_status: Some("solved".to_owned()),
            ..LabelRow::default()
        };
        sums.add(&row("hard/000:0", Some(7)));
        sums.add(&row("hard/000:1", None));
        // printf 'hard/000:0 7 -\nhard/000:1 - -\n' | sha256sum
        let expected = "e6656db9fd9847555e618d1365a3ce5c9ba71aac2050add727f1b42d4ab13c90";
        assert_eq!((sums.checksum().as_str(), sums.levels), (expected, 2));
        assert_eq!(sums.pushes.to_string(), "7 (1 level)");
        assert_eq!(sums.moves.to_string(), "not known", "no sum of nothing");
    }
}
