//! The contents of an experiment file; `docs/experiments.md` explains how to write one.

use std::collections::BTreeMap;

use puzzle::Request;
use serde::Deserialize;
use serde_json::Value;

use runner::{LineError, parse_request};

/// An experiment: one table or figure of a paper, or one of our own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its name, on the command line and as a file.
    pub name: String,
    /// One line.
    pub title: String,
    /// The work whose figures stand beside ours.
    #[serde(default)]
    pub source: String,
    /// Who wrote that work.
    #[serde(default)]
    pub authors: String,
    /// When it appeared, where the work says so.
    #[serde(default)]
    pub year: Option<u16>,
    /// What is compared with what, in a sentence.
    #[serde(default)]
    pub compares: Words,
    /// How it came out, in a sentence or two.
    #[serde(default)]
    pub outcome: Words,
    /// What is known about differences, a paragraph each.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The levels.
    pub suites: Vec<Suite>,
    /// What is run on each.
    pub configurations: Vec<Configuration>,
    /// What is tabulated.
    pub columns: Vec<Column>,
    /// How the tables are laid out.
    #[serde(default)]
    pub layout: Layout,
    /// Published figures: configuration label → level number, or file and number as in
    /// `kids61:3` → one figure per column.
    #[serde(default)]
    pub published: BTreeMap<String, BTreeMap<String, Vec<Value>>>,
    /// Figures over all levels, which follow the tables.
    #[serde(default)]
    pub summaries: Vec<Summary>,
    /// The plots of the page.
    #[serde(default)]
    pub plots: Vec<Plot>,
    /// Seconds for each level.
    #[serde(default = "default_seconds")]
    pub seconds: u64,
    /// Nodes for each level.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Mebibytes for each level.
    #[serde(default = "default_mebibytes")]
    pub mebibytes: u64,
}

impl Experiment {
    /// What each configuration asks for, in their order.
    ///
    /// # Errors
    ///
    /// When a line cannot be read, or no engine can serve it.
    pub fn requests(&self) -> Result<Vec<Request>, LineError> {
        let read =
            |it: &Configuration| parse_request(&it.line).map_err(|error| error.of(&it.label));
        self.configurations.iter().map(read).collect()
    }

    /// The work whose figures stand beside ours: authors, title and year.
    pub fn cited(&self) -> Option<String> {
        let year = self.year.map(|year| year.to_string()).unwrap_or_default();
        let parts = [&self.authors, &self.source, &year].map(|part| part.as_str());
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Whether figures are published for any of its tables.
    pub fn is_compared(&self) -> bool {
        !self.published.is_empty() || self.summaries.iter().any(|it| !it.published.is_empty())
    }
}

fn default_seconds() -> u64 {
    60
}

fn default_mebibytes() -> u64 {
    1024
}

/// Levels of one file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Name of a collection, embedded or in the level folders; a file name without its ending.
    pub file: String,
    /// FNV-1a hash of the bytes the figures belong to, in hexadecimal.
    #[serde(default)]
    pub hash: Option<String>,
    /// Where a user can get it.
    #[serde(default)]
    pub origin: String,
    /// The levels meant; all when absent.
    #[serde(default)]
    pub levels: Option<Vec<usize>>,
}

/// A configuration and what the tables call it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The heading of its columns.
    pub label: String,
    /// What could follow `banto solve FILE --engine`.
    pub line: String,
}

/// One figure of a record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What the tables call it.
    pub name: String,
    /// Fields of the record whose sum it is, such as `expanded` or `stats.visited`.
    pub fields: Vec<String>,
    /// Added to the sum, where a paper counts differently.
    #[serde(default)]
    pub plus: i64,
    /// Whether it means something when the level was not solved.
    #[serde(default)]
    pub always: bool,
}

/// How the tables are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A table per column of the experiment: a row per level.
    #[default]
    Levels,
    /// A table per level: a row per column of the experiment.
    Indicators,
    /// One table: a row per configuration, with the levels solved and the sum of each column.
    Totals,
}

/// A plot of one column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Its kind.
    pub kind: PlotKind,
    /// The column.
    pub column: String,
    /// What it shows.
    pub title: String,
    /// Two configurations of a scatter plot, across and up; the first two when absent.
    #[serde(default)]
    pub between: Option<(String, String)>,
}

/// The kinds of plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// The column against the number of the level, a line per configuration.
    Lines,
    /// Bars side by side, a group per level.
    Bars,
    /// How many levels are solved with at most this much.
    Solved,
    /// A point per level: one configuration across, another up.
    Scatter,
}

/// A figure over all levels for each configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What the table calls it.
    pub name: String,
    /// How it is computed.
    pub kind: SummaryKind,
    /// The column it is computed from; `solved` needs none.
    #[serde(default)]
    pub column: String,
    /// The configuration a saving is measured with.
    #[serde(default)]
    pub against: String,
    /// The file whose levels it is about; all files when absent.
    #[serde(default)]
    pub suite: Option<String>,
    /// The configurations it is about; all when absent.
    #[serde(default)]
    pub labels: Option<Vec<String>>,
    /// Published figures by the label of the configuration.
    #[serde(default)]
    pub published: BTreeMap<String, Value>,
}

/// How a figure over all levels is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SummaryKind {
    /// How many levels were solved.
    Solved,
    /// The sum over the levels that all configurations solved.
    Sum,
    /// The mean over the levels that all configurations solved.
    Mean,
    /// The mean, in per cent, of what `against` saves on a level that it and the configuration solved.
    Saving,
}

/// A text in the two languages of the page. A file gives it as `{"en": …, "pt": …}`, or as one text,
/// which is then English and stands for both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "WordsAsWritten")]
pub struct Words {
    /// In English.
    pub en: String,
    /// In Portuguese.
    pub pt: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WordsAsWritten {
    Both { en: String, pt: String },
    English(String),
}

impl From<WordsAsWritten> for Words {
    fn from(written: WordsAsWritten) -> Words {
        match written {
            WordsAsWritten::Both { en, pt } => Words { en, pt },
            WordsAsWritten::English(en) => Words { pt: en.clone(), en },
        }
    }
}
