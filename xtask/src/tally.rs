//! What ran, what was skipped and why, printed at the end of a long run.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Done, say};

/// The account of a run.
pub(crate) struct Tally {
    ran: Vec<(String, Duration)>,
    skipped: Vec<String>,
    /// Parts that another command does.
    left: Vec<String>,
    /// Where tests note that they could not run.
    list: PathBuf,
    /// Whether a skip is a failure.
    strict: bool,
}

impl Tally {
    /// An empty account. `CI` forbids skips, unless it is empty, `0` or `false`.
    pub(crate) fn new() -> Result<Tally, String> {
        let folder = crate::target();
        let list = folder.join("skipped.txt");
        let made = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&list, ""));
        made.map_err(|error| format!("{}: {error}", list.display()))?;
        let ci = std::env::var("CI").unwrap_or_default();
        let strict = !["", "0", "false"].contains(&ci.as_str());
        Ok(Tally { ran: Vec::new(), skipped: Vec::new(), left: Vec::new(), list, strict })
    }

    /// The file that `BANTO_SKIPPED` names to the tests.
    pub(crate) fn list(&self) -> &Path {
        &self.list
    }

    /// Runs a part; the first that fails ends the whole.
    pub(crate) fn run(&mut self, what: &str, part: impl FnOnce() -> Done) -> Done {
        let start = Instant::now();
        part().map_err(|why| format!("{what}: {why}"))?;
        self.ran.push((what.to_owned(), start.elapsed()));
        Ok(())
    }

    /// Notes a part that should have run.
    pub(crate) fn skip(&mut self, what: &str, why: &str) {
        self.skipped.push(format!("{what}: {why}"));
    }

    /// Notes a part that another command does.
    pub(crate) fn leave(&mut self, what: &str, why: &str) {
        self.left.push(format!("{what}: {why}"));
    }

    /// What should have run and did not, one line each.
    pub(crate) fn skipped(&self) -> String {
        self.skipped.join("; ")
    }

    /// Prints the account.
    pub(crate) fn close(mut self) -> Done {
        let listed = std::fs::read_to_string(&self.list).unwrap_or_default();
        self.skipped.extend(listed.lines().map(str::to_owned));
        self.skipped.sort();
        say(&self.text());
        if self.strict && !self.skipped.is_empty() {
            return Err("CI is set, and something was skipped".to_owned());
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = String::from("\nran:\n");
        for (what, took) in &self.ran {
            text += &format!("  {what} ({:.0} s)\n", took.as_secs_f64());
        }
        for (title, lines) in [("skipped", &self.skipped), ("left out", &self.left)] {
            if !lines.is_empty() {
                text += &format!("{title}:\n  {}\n", lines.join("\n  "));
            }
        }
        if self.skipped.is_empty() {
            text += "nothing was skipped\n";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(strict: bool, list: &str) -> Tally {
        let place =
            std::env::temp_dir().join(format!("banto-skipped-{}-{strict}", std::process::id()));
        std::fs::write(&place, list).unwrap();
        Tally { ran: Vec::new(), skipped: Vec::new(), left: Vec::new(), list: place, strict }
    }

    #[test]
    fn a_part_that_fails_is_named() {
        let mut tally = tally(false, "");
        tally.run("first", || Ok(())).unwrap();
        assert_eq!(tally.run("second", || Err("broken".to_owned())).unwrap_err(), "second: broken");
        assert!(tally.text().contains("first (0 s)"), "{}", tally.text());
        assert!(tally.text().contains("nothing was skipped"), "{}", tally.text());
    }

    #[test]
    fn only_ci_forbids_what_tests_skip() {
        assert!(tally(false, "page one: no browser\n").close().is_ok());
        assert!(tally(true, "page one: no browser\n").close().is_err());
    }

    #[test]
    fn what_is_left_to_another_command_is_no_skip() {
        let mut tally = tally(true, "");
        tally.leave("licences", "done by another command");
        assert!(tally.text().contains("left out:\n  licences"), "{}", tally.text());
        assert!(tally.close().is_ok());
    }
}
