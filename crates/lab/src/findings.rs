//! What the records say about the current version of an experiment.
//!
//! A record counts when it answers what the experiment asks now. Records of a configuration, of limits or of
//! levels that the experiment no longer has are left out of the tables, and a note says how many
//! and why: figures are never shown for a question they do not answer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use puzzle::Game;

use crate::entry::Program;
use crate::table::{Table, tables};
use runner::{Asked, LineError, Question, Questions};

use crate::{Entry, Experiment, Wanted};

/// The levels that are here: file and number → hash.
pub type LevelHashes = BTreeMap<(String, usize), String>;

/// The tables of an experiment, and what a reader should know about their figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The records that count.
    pub entries: Vec<Entry>,
    /// The tables.
    pub tables: Vec<Table>,
    /// What to know about the figures.
    pub remarks: Vec<Remark>,
}

/// Something to know about the figures of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Which program made them.
    Made {
        /// How many.
        runs: usize,
        /// The version.
        version: String,
        /// The revision; records of old do not say.
        revision: Option<String>,
    },
    /// Records that answer another question than the experiment asks today.
    Outdated {
        /// How many.
        runs: usize,
        /// The configuration they were made for.
        label: String,
        /// What they answer, as options of the command line.
        was: String,
        /// What is asked today; `None` when it is asked no more.
        now: Option<String>,
    },
    /// Records of levels that are different today.
    OtherLevels {
        /// How many.
        runs: usize,
        /// The file of the levels.
        suite: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = |n: usize| if n == 1 { "1 run".to_owned() } else { format!("{n} runs") };
        match self {
            Remark::Made { runs: n, version, revision: Some(revision) } => {
                write!(f, "{} made with version {version}, revision {revision}.", runs(*n))
            }
            Remark::Made { runs: n, version, revision: None } => write!(
                f,
                "{} made with version {version}, before revision and limits were recorded.",
                runs(*n)
            ),
            Remark::Outdated { runs: n, label, was, now: Some(now) } => write!(
                f,
                "{} of {label} left out: recorded with `{was}`, the experiment asks for `{now}`.",
                runs(*n)
            ),
            Remark::Outdated { runs: n, label, was, now: None } => write!(
                f,
                "{} of {label} left out: recorded with `{was}`, which the experiment no longer asks for.",
                runs(*n)
            ),
            Remark::OtherLevels { runs: n, suite } => {
                write!(f, "{} left out: the levels of {suite} have changed since.", runs(*n))
            }
        }
    }
}

/// What the records say about an experiment. `levels` are the levels that are here; a record of a level
/// that is not here is taken at its word.
///
/// # Errors
///
/// When a configuration cannot be read.
pub fn findings(
    experiment: &Experiment,
    wanted: &Wanted,
    records: &[Entry],
    levels: &LevelHashes,
) -> Result<Findings, LineError> {
    let asked = Today::new(experiment, wanted, levels)?;
    let mut questions = Questions::default();
    let mut chosen: BTreeMap<(String, String, usize), Entry> = BTreeMap::new();
    let mut left_out = Vec::new();
    for entry in records {
        let question = questions.of(&entry.suite, &entry.record);
        let labels = asked.labels(&question, entry);
        if labels.is_empty() && wanted.includes(experiment, &entry.suite, entry.index()) {
            left_out.push((asked.reason(&question, entry), entry));
        }
        for label in labels {
            // The last record counts.
            let place = (label.to_owned(), entry.suite.clone(), entry.index());
            chosen.insert(place, Entry { label: label.to_owned(), ..entry.clone() });
        }
    }
    // Old records that newer ones have replaced need no note.
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for (reason, entry) in left_out {
        let place = (entry.label.clone(), entry.suite.clone(), entry.index());
        if !chosen.contains_key(&place) {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let entries: Vec<Entry> = chosen.into_values().collect();
    let remarks = made(&entries, &mut questions)
        .chain(reasons.into_iter().map(|(it, n)| it.remark(n)))
        .collect();
    Ok(Findings { tables: tables(experiment, &entries), entries, remarks })
}

/// Which programs made the records that count.
fn made(entries: &[Entry], questions: &mut Questions) -> impl Iterator<Item = Remark> + use<> {
    let mut programs: BTreeMap<Program, BTreeSet<(String, usize, String)>> = BTreeMap::new();
    for entry in entries {
        // A record may stand in several columns; it is one run.
        let Question { collection, index, asked, .. } = questions.of(&entry.suite, &entry.record);
        programs.entry(Program::of(entry)).or_default().insert((collection, index, asked.config));
    }
    programs.into_iter().map(|(Program { version, revision }, runs)| Remark::Made {
        runs: runs.len(),
        version,
        revision,
    })
}

/// Why records are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Other { label: String, was: String, now: Option<String> },
    Levels { suite: String },
}

impl Reason {
    fn remark(self, runs: usize) -> Remark {
        match self {
            Reason::Other { label, was, now } => Remark::Outdated { runs, label, was, now },
            Reason::Levels { suite } => Remark::OtherLevels { runs, suite },
        }
    }
}

/// What an experiment asks today.
struct Today<'a> {
    experiment: &'a Experiment,
    wanted: &'a Wanted,
    /// What each configuration asks about a level of each game it plays.
    asked: Vec<(&'a str, [Option<Asked>; 2])>,
    levels: &'a LevelHashes,
}

impl Today<'_> {
    fn new<'a>(
        experiment: &'a Experiment,
        wanted: &'a Wanted,
        levels: &'a LevelHashes,
    ) -> Result<Today<'a>, LineError> {
        let labels = experiment.configurations.iter().map(|it| it.label.as_str());
        let ask = |request: &puzzle::Request| {
            [Game::Sokoban, Game::Unblock]
                .map(|game| request.resolve(game).ok().as_ref().map(Asked::of))
        };
        let asked = labels.zip(wanted.requests(experiment)?.iter().map(ask)).collect();
        Ok(Today { experiment, wanted, asked, levels })
    }

    /// What each configuration asks about the level of a record.
    fn questions(&self, entry: &Entry) -> impl Iterator<Item = (&str, Question)> {
        let unblock = entry.record.get("game").is_some_and(|game| game == Game::Unblock.name());
        let (suite, index) = (entry.suite.clone(), entry.index());
        let level = self.levels.get(&(suite.clone(), index)).cloned();
        self.asked.iter().filter_map(move |(label, games)| {
            let asked = games[usize::from(unblock)].clone()?;
            let (collection, level) = (suite.clone(), level.clone());
            Some((*label, Question { collection, index, level, asked }))
        })
    }

    /// The configurations that a record answers.
    fn labels(&self, question: &Question, entry: &Entry) -> Vec<&str> {
        if !self.wanted.includes(self.experiment, &entry.suite, entry.index()) {
            return Vec::new();
        }
        let asked = self.questions(entry).filter(|(_, asked)| question.answers(asked));
        asked.map(|(label, _)| label).collect()
    }

    /// Why a record answers none of them.
    fn reason(&self, question: &Question, entry: &Entry) -> Reason {
        let now = self.questions(entry).find(|(label, _)| *label == entry.label);
        let told = |question: &Question| {
            let limits = question.asked.limits.map(|limits| limits.options()).unwrap_or_default();
            format!("{} {limits}", question.asked.config).trim_end().to_owned()
        };
        match now {
            Some((_, asked))
                if asked.asked.config == question.asked.config && asked.level != question.level =>
            {
                let other = Question { level: asked.level.clone(), ..question.clone() };
                if other.answers(&asked) {
                    return Reason::Levels { suite: entry.suite.clone() };
                }
                let (was, now) = (told(question), Some(told(&asked)));
                Reason::Other { label: entry.label.clone(), was, now }
            }
            now => Reason::Other {
                label: entry.label.clone(),
                was: told(question),
                now: now.map(|(_, asked)| told(&asked)),
            },
        }
    }
}
