//! Where rows go: a journal that can be continued, or standard output.

use std::path::{Path, PathBuf};

use lab::{LabelRow, LabelSums};
use puzzle::Status;
use runner::{Journal, JournalError};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::args::{Label, LabelFormat};
use crate::commands::print;
use crate::failure::Failure;

/// What a journal of labels says it holds.
pub(super) const KIND: &str = "labels";

/// The rows that were made, and where the next ones go.
pub(super) struct LabelWriter {
    /// `None` for standard output.
    journal: Option<(Journal, PathBuf)>,
    /// What all rows add up to, those of earlier runs included.
    pub(super) sums: LabelSums,
    /// Which levels earlier runs have labelled.
    pub(super) passed: Passed,
    /// The exit code of the first row of earlier runs without a label.
    pub(super) code: u8,
    /// Rows to be written in one go.
    lines: String,
}

/// Which levels have rows, in their order; equal lists are equal and others are not.
#[derive(Clone, Default)]
pub(super) struct Passed(Sha256);

impl Passed {
    pub(super) fn add(&mut self, name: &str, hash: &str) {
        self.0.update(format!("{name} {hash}\n"));
    }
}

impl PartialEq for Passed {
    fn eq(&self, other: &Passed) -> bool {
        self.0.clone().finalize() == other.0.clone().finalize()
    }
}

impl LabelWriter {
    /// Opens what the arguments name; rows that are there are added up.
    pub(super) fn open(args: &Label) -> Result<LabelWriter, Failure> {
        let mut writer = LabelWriter {
            journal: None,
            sums: LabelSums::default(),
            passed: Passed::default(),
            code: 0,
            lines: String::new(),
        };
        let Some(path) = args.output.as_deref().map(|it| journal_of(it, args.format)) else {
            return Ok(writer);
        };
        let (sums, passed, code) = (&mut writer.sums, &mut writer.passed, &mut writer.code);
        let mut each = |line: &[u8]| {
            let row = LabelRow::read(line)?;
            sums.add(&row);
            passed.add(&row.level, &row.level_hash);
            let missing = row.unsolved().map_or(0, Status::exit_code);
            *code = if *code == 0 { missing } else { *code };
            Ok(())
        };
        let opened = Journal::follow(&path, KIND, about(args), &mut each).map_err(failure);
        let (journal, header) = opened?;
        let goal = header.as_ref().and_then(|it| it.get("goal")?.as_str());
        if goal.is_some_and(|goal| goal != args.goal_name()) {
            let goal = goal.unwrap_or_default();
            let reason = format!("{}: holds labels for --goal {goal}", path.display());
            return Err(Failure::usage(format!("{reason}; choose another file")));
        }
        writer.journal = Some((journal, path));
        Ok(writer)
    }

    /// That the levels named are not those that have labels.
    pub(super) fn foreign(&self) -> Failure {
        let name = self
            .journal
            .as_ref()
            .map_or(String::new(), |(_, path)| format!("{}: ", path.display()));
        Failure::usage(format!(
            "{name}holds labels of other levels; name the same files in the same order, or another \
             file for the labels"
        ))
    }

    /// Adds a row, to be written with the next ones.
    pub(super) fn add(&mut self, row: &LabelRow) -> Result<(), Failure> {
        self.sums.add(row);
        self.lines += &row.line();
        Ok(())
    }

    /// Writes what was added.
    pub(super) fn write(&mut self) -> Result<(), Failure> {
        match &mut self.journal {
            Some((journal, _)) => journal.append_lines(&self.lines).map_err(failure)?,
            None => _ = print(self.lines.as_bytes())?,
        }
        self.lines.clear();
        Ok(())
    }

    /// Makes sure that everything is on the disk.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.journal.map_or(Ok(()), |(journal, _)| journal.close().map_err(failure))
    }

    /// Ends a run that has labelled everything.
    pub(super) fn finish(self, args: &Label) -> Result<(), Failure> {
        let Some((journal, path)) = self.journal else { return Ok(()) };
        journal.close().map_err(failure)?;
        match (&args.output, args.format) {
            (Some(output), LabelFormat::Parquet) => written(&path, output),
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "parquet")]
fn written(journal: &Path, output: &Path) -> Result<(), Failure> {
    super::parquet::write(journal, output)
}

#[cfg(not(feature = "parquet"))]
fn written(_: &Path, _: &Path) -> Result<(), Failure> {
    Ok(())
}

/// The journal of an output file: the file itself, or one beside it.
fn journal_of(output: &Path, format: LabelFormat) -> PathBuf {
    match format {
        LabelFormat::Jsonl => output.to_owned(),
        LabelFormat::Parquet => output.with_extension("jsonl"),
    }
}

/// What the header of a new journal says.
fn about(args: &Label) -> Map<String, Value> {
    let words = [
        ("goal", args.goal_name()),
        ("version", puzzle::record::VERSION),
        ("revision", puzzle::record::REVISION),
    ];
    words.into_iter().map(|(key, word)| (key.to_owned(), word.into())).collect()
}

/// A journal that cannot be used: somebody else's file is a mistake on the command line, a row that
/// cannot be read a bad file, anything else a matter of the system.
pub(super) fn failure(error: JournalError) -> Failure {
    let code = match &error {
        JournalError::Foreign(..) | JournalError::Newer(_) => 2,
        JournalError::Unfit(..) => 3,
        JournalError::Locked(_) | JournalError::Io(..) => 4,
    };
    Failure { code, message: error.to_string() }
}
