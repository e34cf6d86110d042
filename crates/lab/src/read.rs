//! Reads and validates an experiment: every error is found before anything runs.

use std::fmt;

use crate::place::{Step, place};
use crate::{Experiment, Plot, PlotKind, Summary, SummaryKind};
use runner::parse_request;

/// What is wrong with an experiment, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentError {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.text)
    }
}

impl std::error::Error for ExperimentError {}

impl Experiment {
    /// Reads an experiment from its file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong: JSON, an unknown field, engine, technique, column, configuration,
    /// or published figures that do not fit the columns.
    pub fn read(text: &str) -> Result<Experiment, ExperimentError> {
        let experiment: Experiment =
            serde_json::from_str(text).map_err(|error| from_json(&error))?;
        let check = Check { experiment: &experiment, text };
        check.parts()?;
        check.configurations()?;
        check.columns()?;
        check.published()?;
        experiment.summaries.iter().enumerate().try_for_each(|(i, it)| check.summary(i, it))?;
        experiment.plots.iter().enumerate().try_for_each(|(i, it)| check.plot(i, it))?;
        Ok(experiment)
    }
}

/// The reader's own error, with the field that was probably meant.
fn from_json(error: &serde_json::Error) -> ExperimentError {
    let told = error.to_string();
    let told = told.rsplit_once(" at line ").map_or(&*told, |(told, _)| told);
    // The message quotes the unknown word first and what was expected after it.
    let mut quoted = told.split('`').skip(1).step_by(2);
    let meant = quoted.next().and_then(|word| puzzle::text::nearest(word, quoted));
    let text = match meant {
        Some(meant) if told.starts_with("unknown") => format!("{told}; did you mean `{meant}`?"),
        _ => told.to_owned(),
    };
    ExperimentError { line: error.line().max(1), column: error.column().max(1), text }
}

/// Looks at one part after the other.
struct Check<'a> {
    experiment: &'a Experiment,
    text: &'a str,
}

type Checked = Result<(), ExperimentError>;

impl Check<'_> {
    fn wrong(&self, steps: &[Step], text: impl fmt::Display) -> Checked {
        let (line, column) = place(self.text, steps);
        Err(ExperimentError { line, column, text: text.to_string() })
    }

    fn parts(&self) -> Checked {
        let Experiment { name, suites, configurations, columns, .. } = self.experiment;
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            let rule = "a name is made of letters, digits, - and _: it names a folder";
            return self.wrong(&[Step::Key("name")], rule);
        }
        let empty = [
            ("suites", suites.is_empty()),
            ("configurations", configurations.is_empty()),
            ("columns", columns.is_empty()),
        ];
        match empty.iter().find(|(_, empty)| *empty) {
            Some((part, _)) => self.wrong(&[Step::Key(part)], format!("{part} must not be empty")),
            None => Ok(()),
        }
    }

    fn configurations(&self) -> Checked {
        let all = &self.experiment.configurations;
        for (i, one) in all.iter().enumerate() {
            let at = [Step::Key("configurations"), Step::At(i)];
            if all[..i].iter().any(|other| other.label == one.label) {
                let text = format!("two configurations are called {:?}", one.label);
                return self.wrong(&[at[0], at[1], Step::Key("label")], text);
            }
            if let Err(error) = parse_request(&one.line) {
                return self.wrong(&[at[0], at[1], Step::Key("line")], error);
            }
        }
        Ok(())
    }

    fn columns(&self) -> Checked {
        let all = &self.experiment.columns;
        for (i, one) in all.iter().enumerate() {
            let at = [Step::Key("columns"), Step::At(i)];
            if all[..i].iter().any(|other| other.name == one.name) {
                let text = format!("two columns are called {:?}", one.name);
                return self.wrong(&[at[0], at[1], Step::Key("name")], text);
            }
            for (j, field) in one.fields.iter().enumerate() {
                if let Some(error) = unknown_field(field) {
                    return self.wrong(&[at[0], at[1], Step::Key("fields"), Step::At(j)], error);
                }
            }
        }
        Ok(())
    }

    fn published(&self) -> Checked {
        let Experiment { suites, columns, .. } = self.experiment;
        for (label, levels) in &self.experiment.published {
            let at = Step::Key("published");
            self.label(&[at, Step::Name(label)], label)?;
            for (level, figures) in levels {
                let (file, number) = level.split_once(':').unwrap_or(("", level));
                let is_known = file.is_empty() || suites.iter().any(|suite| suite.file == file);
                if !is_known || number.parse::<usize>().is_err() {
                    let text = format!("{level:?} is not the number of a level, or FILE:NUMBER");
                    return self.wrong(&[at, Step::Key(label), Step::Name(level)], text);
                }
                if figures.len() != columns.len() {
                    let (found, wanted) = (figures.len(), columns.len());
                    let text =
                        format!("{found} figures for {wanted} columns (null leaves one out)");
                    return self.wrong(&[at, Step::Key(label), Step::Key(level)], text);
                }
            }
        }
        Ok(())
    }

    fn summary(&self, i: usize, summary: &Summary) -> Checked {
        let at = [Step::Key("summaries"), Step::At(i)];
        if summary.kind != SummaryKind::Solved {
            self.column(&[at[0], at[1], Step::Key("column")], &summary.column)?;
        }
        if summary.kind == SummaryKind::Saving {
            self.label(&[at[0], at[1], Step::Key("against")], &summary.against)?;
        }
        if let Some(suite) = &summary.suite {
            let known: Vec<&str> =
                self.experiment.suites.iter().map(|it| it.file.as_str()).collect();
            self.known(&[at[0], at[1], Step::Key("suite")], "file of levels", suite, &known)?;
        }
        for (n, label) in summary.labels.iter().flatten().enumerate() {
            self.label(&[at[0], at[1], Step::Key("labels"), Step::At(n)], label)?;
        }
        for label in summary.published.keys() {
            self.label(&[at[0], at[1], Step::Key("published"), Step::Name(label)], label)?;
        }
        Ok(())
    }

    fn plot(&self, i: usize, plot: &Plot) -> Checked {
        let at = [Step::Key("plots"), Step::At(i)];
        self.column(&[at[0], at[1], Step::Key("column")], &plot.column)?;
        let between = [at[0], at[1], Step::Key("between")];
        match (&plot.between, plot.kind) {
            (Some((across, up)), PlotKind::Scatter) => {
                self.label(&[&between[..], &[Step::At(0)]].concat(), across)?;
                self.label(&[&between[..], &[Step::At(1)]].concat(), up)
            }
            (None, PlotKind::Scatter) if self.experiment.configurations.len() < 2 => {
                self.wrong(&at, "a scatter plot needs two configurations")
            }
            (Some(_), _) => {
                self.wrong(&between, "only a scatter plot is between two configurations")
            }
            (None, _) => Ok(()),
        }
    }

    fn column(&self, steps: &[Step], name: &str) -> Checked {
        let known: Vec<&str> = self.experiment.columns.iter().map(|it| it.name.as_str()).collect();
        self.known(steps, "column", name, &known)
    }

    fn label(&self, steps: &[Step], name: &str) -> Checked {
        let known: Vec<&str> =
            self.experiment.configurations.iter().map(|it| it.label.as_str()).collect();
        self.known(steps, "configuration", name, &known)
    }

    fn known(&self, steps: &[Step], what: &str, name: &str, known: &[&str]) -> Checked {
        if known.contains(&name) {
            return Ok(());
        }
        let look = format!("there are {}", known.join(", "));
        self.wrong(steps, puzzle::text::unknown(what, name, known.iter().copied(), &look))
    }
}

/// Says that a record has no such figure.
fn unknown_field(field: &str) -> Option<String> {
    let known = puzzle::record::figures();
    let look = "docs/record.schema.json lists them";
    let found = known.iter().any(|known| known == field);
    (!found).then(|| {
        puzzle::text::unknown("field of a record", field, known.iter().map(|it| &**it), look)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{
 "name": "x", "title": "x", "suites": [{"file": "a"}],
 "configurations": [
  {"label": "A", "line": "astar --heuristic matching -T -freeze"},
  {"label": "B", "line": "bfs"}],
 "columns": [{"name": "nodes", "fields": ["expanded", "stats.tree"]}],
 "published": {"A": {"1": [50]}, "B": {"a:2": [null]}},
 "summaries": [{"name": "saving", "kind": "saving", "suite": "a", "labels": ["B", "A"],
  "column": "nodes", "against": "A"}],
 "plots": [{"kind": "scatter", "column": "nodes", "title": "t", "between": ["A", "B"]}]
}"#;

    #[test]
    fn mistakes_are_told_with_their_place_and_what_was_meant() {
        assert!(Experiment::read(GOOD).is_ok(), "{:?}", Experiment::read(GOOD).err());
        // What is changed, into what, where the changed text must be said to be wrong, and the words.
        for (from, to, at, told) in [
            ("astar --", "atsar --", "\"atsar", "engine \"atsar\"; did you mean \"astar\"?"),
            ("-freeze", "-freze", "\"astar", "technique \"freze\"; did you mean \"freeze\"?"),
            ("matching", "maching", "\"astar", "heuristic \"maching\"; did you mean \"matching\"?"),
            ("\"B\", ", "\"A\", ", "\"A\", \"line\": \"bfs", "two configurations are called \"A\""),
            ("stats.tree", "stats.tre", "\"stats", "did you mean \"stats.tree\"?"),
            ("expanded", "expand", "\"expand", "\"expand\"; did you mean \"expanded\"?"),
            ("[50]", "[50, 60]", "[50", "2 figures for 1 columns (null leaves one out)"),
            ("\"B\": {", "\"C\": {", "\"C\"", "there is no configuration \"C\"; there are A, B"),
            ("a:2", "b:2", "\"b:2", "\"b:2\" is not the number of a level, or FILE:NUMBER"),
            ("\"A\"}]", "\"Z\"}]", "\"Z\"", "there is no configuration \"Z\"; there are A, B"),
            ("\"nodes\", \"t", "\"node\", \"t", "\"node\"", "\"node\"; did you mean \"nodes\"?"),
            (
                "e\": \"a\", \"l",
                "e\": \"b\", \"l",
                "\"b\", \"l",
                "file of levels \"b\"; there are a",
            ),
            ("\"A\"],", "\"R\"],", "\"R\"", "there is no configuration \"R\"; there are A, B"),
            ("\"B\"]", "\"Q\"]", "\"Q\"", "there is no configuration \"Q\"; there are A, B"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let text = GOOD.replacen(from, to, 1);
            let error = Experiment::read(&text).unwrap_err();
            assert!(error.text.ends_with(told), "{error}");
            let before = &text[..text.find(at).unwrap()];
            let line = before.lines().count();
            let column = before.lines().last().unwrap().len() + 1;
            assert_eq!((error.line, error.column), (line, column), "{error}");
        }
    }

    #[test]
    fn unknown_fields_and_kinds_are_told_with_what_was_meant() {
        let error = Experiment::read(&GOOD.replace("\"plots\"", "\"plot\"")).unwrap_err();
        assert_eq!(error.line, 10);
        assert!(
            error.text.starts_with("unknown field `plot`")
                && error.text.ends_with("did you mean `plots`?")
        );
        let error = Experiment::read(&GOOD.replace("\"scatter\"", "\"scater\"")).unwrap_err();
        assert!(error.text.ends_with("did you mean `scatter`?"), "{error}");
        assert!(Experiment::read("{").is_err() && Experiment::read("").is_err());
        let outside = GOOD.replace("\"name\": \"x\"", "\"name\": \"../x\"");
        assert_eq!(Experiment::read(&outside).unwrap_err().line, 2);
    }
}
