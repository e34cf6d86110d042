//! Messages for a person at the terminal, all on standard error: colour, progress, notes.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use puzzle::search::{Observer, Progress};

use crate::args::Color;
use crate::quantity::plural;

/// Whether the program was told to be quiet.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Standard error, which a person may be watching.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    quiet: bool,
    color: Color,
}

impl Terminal {
    /// A terminal that says less when `quiet`.
    pub(crate) fn new(quiet: bool, color: Color) -> Terminal {
        Terminal { quiet, color }
    }

    /// The terminal as the command line describes it, also for [`noted`](Terminal::noted).
    pub(crate) fn of_program(quiet: bool, color: Color) -> Terminal {
        QUIET.store(quiet, Ordering::Relaxed);
        Terminal::new(quiet, color)
    }

    /// A note from where no terminal is at hand.
    pub(crate) fn noted(text: &str) {
        Terminal::new(QUIET.load(Ordering::Relaxed), Color::Auto).note(text);
    }

    /// What `--color` says.
    pub(crate) fn color(self) -> Color {
        self.color
    }

    /// Whether messages are coloured: as `--color` says, or on a terminal if `NO_COLOR` is not set.
    pub(crate) fn colour(self) -> bool {
        if self.color != Color::Auto {
            return self.color != Color::Never;
        }
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        !set("NO_COLOR") && (set("CLICOLOR_FORCE") || std::io::stderr().is_terminal())
    }

    /// Whether results are read by a person, on a screen, and not by a program or a file.
    pub(crate) fn shows_results(self) -> bool {
        std::io::stdout().is_terminal()
    }

    /// Columns of the screen that results are read on; `None` when there is no screen.
    pub(crate) fn width(self) -> Option<usize> {
        let size = terminal_size::terminal_size_of(std::io::stdout());
        let columns = size.map_or(80, |(width, _)| usize::from(width.0));
        self.shows_results().then_some(columns)
    }

    /// Columns that tables and folded texts may take: those of the screen, or where there is none, what
    /// `COLUMNS` says, or 80.
    pub(crate) fn columns(self) -> usize {
        let asked = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0);
        self.width().or_else(asked).unwrap_or(80)
    }

    /// A note; not an error.
    pub(crate) fn note(self, text: impl AsRef<str>) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// An error: printed even when quiet.
    pub(crate) fn say(self, text: impl AsRef<str>) {
        // If standard error is closed, there is no way to report it.
        let _ = writeln!(std::io::stderr(), "{}", safe(text.as_ref(), self.colour()));
    }

    /// A progress line over `levels` levels; hidden when nobody is watching.
    pub(crate) fn progress(self, levels: u64) -> ProgressLine {
        self.bar(levels, "{spinner} {pos}/{len} {elapsed} {wide_msg}")
    }

    /// A table that is drawn again and again, with a progress line over `runs` runs below it; hidden when
    /// nobody is watching.
    pub(crate) fn live_table(self, runs: u64) -> ProgressLine {
        self.bar(runs, "{msg}\n{spinner} {pos}/{len} runs, {elapsed} gone, about {eta} left")
    }

    /// Whether somebody watches what is drawn on standard error.
    pub(crate) fn is_watched(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    fn bar(self, levels: u64, template: &str) -> ProgressLine {
        let watched = self.is_watched();
        let target =
            if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(levels), target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if watched {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        ProgressLine(bar)
    }
}

/// A line that shows which level is being solved and how far the search has got.
#[derive(Clone)]
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Names the level being solved.
    pub(crate) fn level(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    /// One level is done.
    pub(crate) fn done(&self) {
        self.0.inc(1);
    }

    /// Prints to standard output without tearing the line.
    pub(crate) fn print(&self, text: &str) -> std::io::Result<()> {
        self.0.suspend(|| {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{text}")?;
            out.flush()
        })
    }

    /// Does something that prints without tearing the line.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }

    /// Prints to standard error without tearing the line.
    pub(crate) fn complain(&self, text: &str) {
        self.0.suspend(|| {
            let _ = writeln!(std::io::stderr(), "{text}");
        });
    }

    /// An observer that shows the search on this line.
    pub(crate) fn observer(&self, name: &str) -> Arc<dyn Observer> {
        Arc::new(Watcher { line: self.clone(), name: name.to_owned() })
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

struct Watcher {
    line: ProgressLine,
    name: String,
}

impl Observer for Watcher {
    fn progress(&self, progress: &Progress) {
        let Progress { engine, expanded, depth, best, bound, shortest } = progress;
        let name = &self.name;
        let nodes = plural(*expanded, "node", "nodes");
        let how_far = match (shortest, bound) {
            (Some(shortest), Some(bound)) => format!("best {shortest}, {}", gap(*shortest, *bound)),
            (None, Some(bound)) => format!("at least {bound} needed"),
            _ => format!("depth {depth}, best {best}"),
        };
        self.line.0.set_message(format!("{name}: {engine}, {expanded} {nodes}, {how_far}"));
    }
}

/// A message that cannot drive the terminal, whatever names of files are in it: line breaks stay, and colours where
/// there are any; every other control character is shown.
fn safe(text: &str, colour: bool) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if colour { colour_code(rest) } else { 0 };
        let (part, after) = rest.split_at(length.max(first.len_utf8()));
        match length > 0 || first == '\n' || !first.is_control() {
            true => safe.push_str(part),
            false => safe.extend(first.escape_default()),
        }
        rest = after;
    }
    safe
}

/// The bytes of the code at the beginning of a text that changes a colour; 0 if there is none.
fn colour_code(text: &str) -> usize {
    let Some(code) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = code.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(code.len());
    if code[end..].starts_with('m') { end + 3 } else { 0 }
}

/// `at least 130 needed (gap 3.0 %)`.
fn gap(shortest: u32, bound: u32) -> String {
    let over = f64::from(shortest.saturating_sub(bound)) * 100.0 / f64::from(shortest.max(1));
    format!("at least {bound} needed (gap {over:.1} %)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cannot_drive_the_terminal() {
        let hostile = "a\u{1b}]0;title\u{7}\r\u{1b}[2J\u{1b}[1;31mb\u{1b}[0m\u{9b}1m é\nc\u{1b}[";
        let plain =
            "a\\u{1b}]0;title\\u{7}\\r\\u{1b}[2J\\u{1b}[1;31mb\\u{1b}[0m\\u{9b}1m é\nc\\u{1b}[";
        assert_eq!(safe(hostile, false), plain);
        let coloured =
            "a\\u{1b}]0;title\\u{7}\\r\\u{1b}[2J\u{1b}[1;31mb\u{1b}[0m\\u{9b}1m é\nc\\u{1b}[";
        assert_eq!(safe(hostile, true), coloured);
    }
}
