//! The label of one level as a line of JSON. `docs/labels.md` describes every field.

use puzzle::Status;
use puzzle::label::Label;
use serde::{Deserialize, Serialize};

/// One row. Nothing in it depends on the machine or the clock, so that a run that was interrupted gives
/// the same file as one that was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelRow {
    /// The name of the level.
    pub level: String,
    /// The hash of the level as in records, 16 digits; empty when the level cannot be read.
    #[serde(alias = "hash")]
    pub level_hash: String,
    /// The fewest pushes, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes: Option<u64>,
    /// Asked for the pair: the fewest moves of the solutions with the fewest pushes, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes_moves: Option<u64>,
    /// How the search for them ended; absent when they were not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes_status: Option<String>,
    /// No solution has fewer pushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes_bound: Option<u64>,
    /// A solution with the fewest pushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes_solution: Option<String>,
    /// Positions expanded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushes_expanded: Option<u64>,
    /// The fewest moves, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// Asked for the pair: the fewest pushes of the solutions with the fewest moves, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_pushes: Option<u64>,
    /// How the search for them ended; absent when they were not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_status: Option<String>,
    /// No solution has fewer moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_bound: Option<u64>,
    /// A solution with the fewest moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_solution: Option<String>,
    /// Positions expanded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_expanded: Option<u64>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl LabelRow {
    /// The row of a level, from the labels that were asked for.
    pub fn new(
        level: String,
        level_hash: String,
        pushes: Option<Label>,
        moves: Option<Label>,
    ) -> LabelRow {
        let status = |label: &Label| label.status.name().to_owned();
        let mut row = LabelRow { level, level_hash, ..LabelRow::default() };
        if let Some(label) = pushes {
            row.pushes_status = Some(status(&label));
            row.pushes = label.fewest;
            row.pushes_moves = label.second;
            row.pushes_bound = label.bound.filter(|_| label.fewest.is_none());
            row.pushes_solution = label.solution;
            row.pushes_expanded = Some(label.expanded);
            row.error = label.error;
        }
        if let Some(label) = moves {
            row.moves_status = Some(status(&label));
            row.moves = label.fewest;
            row.moves_pushes = label.second;
            row.moves_bound = label.bound.filter(|_| label.fewest.is_none());
            row.moves_solution = label.solution;
            row.moves_expanded = Some(label.expanded);
            row.error = row.error.or(label.error);
        }
        row
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(line: &[u8]) -> Result<LabelRow, String> {
        serde_json::from_slice(line).map_err(|error| error.to_string())
    }

    /// The row as a line, with its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be written") + "\n"
    }

    /// The words of the statuses of both searches.
    pub fn statuses(&self) -> impl Iterator<Item = &str> {
        [&self.pushes_status, &self.moves_status].into_iter().flatten().map(String::as_str)
    }

    /// The first status that is not `solved`.
    pub fn unsolved(&self) -> Option<Status> {
        let status = |word: &str| Status::ALL.into_iter().find(|status| status.name() == word);
        self.statuses().filter_map(status).find(|status| *status != Status::Solved)
    }

    /// What the checksum is made of: name, fewest pushes and fewest moves, with `-` for what is not known.
    pub fn digest_line(&self) -> String {
        let figure = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        format!("{} {} {}\n", self.level, figure(self.pushes), figure(self.moves))
    }
}
