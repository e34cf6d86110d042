//! The program plays: any search of the laboratory, with what it counted, and its solution step by step.

use std::io::Write;

use puzzle::{Limits, Report, Request};

use super::board::counted;
use super::{Console, Done, printable};
use crate::ask::solve;
use crate::lang::Lang;
use crate::words_of::status;

/// Memory for a search.
const MEMORY: u64 = 1 << 30;

/// Whether a word names a search.
pub(super) fn is_search(word: &str) -> bool {
    puzzle::engines::all().iter().any(|row| row.name == word)
}

impl<W: Write> Console<W> {
    /// The searches for the game at hand, or for both.
    pub(super) fn searches(&mut self) -> Done {
        let game = self.open.as_ref().map(|open| open.game.puzzle.game());
        let plays = |row: &puzzle::engines::EngineRow| {
            game.is_none_or(|it| row.games == "both" || row.games == it.name())
        };
        for row in puzzle::engines::all().into_iter().filter(plays) {
            self.put(format!("  {:<20} {}", row.name, self.lang.engine(&row)))?;
        }
        let heuristics: Vec<&str> = puzzle::engines::heuristics()
            .iter()
            .filter(|it| game.is_none_or(|game| it.game == game))
            .map(|it| it.name)
            .collect();
        self.put(self.lang.say("With --heuristic: {0}", &[&heuristics.join(", ")]))
    }

    /// Solves the board from its start; the solution can then be stepped through.
    pub(super) fn solve(&mut self, words: &[&str]) -> Done {
        let lang = self.lang;
        let Some(open) = &self.open else { return Ok(()) };
        let line = if words.is_empty() { "auto".to_owned() } else { words.join(" ") };
        let limits = Limits { time: Some(self.time), memory: Some(MEMORY), nodes: None };
        let puzzle = &open.game.puzzle;
        let request = runner::parse_request(&line).map_err(|error| error.to_string());
        let resolved = request.and_then(|request| {
            let resolved = Request { limits, ..request }.resolve(puzzle.game());
            resolved.map_err(|error| error.to_string())
        });
        let report = match resolved {
            Ok(resolved) => solve(puzzle, &resolved, self.searcher.as_ref()),
            Err(error) => {
                return self.put(lang.say("This cannot be run: {0}", &[&printable(&error)]));
            }
        };
        self.report(&report)?;
        let Some(solution) = &report.solution else { return Ok(()) };
        let Some(open) = &mut self.open else { return Ok(()) };
        open.game.load(solution);
        open.game.jump(0);
        open.game.watched = true;
        open.told = false;
        self.put(lang.say("Type step, back or all to see it.", &[]))
    }

    /// What a search counted.
    fn report(&mut self, report: &Report) -> Done {
        let lang = self.lang;
        let status = lang.word(status(report.status));
        let mut rows = vec![
            (lang.word("result"), status.to_owned()),
            (lang.word("search"), report.config.clone()),
        ];
        if report.solution.is_some() {
            rows.push((lang.word("solution"), counted(lang, &report.counts)));
            rows.push((lang.word("guarantee"), lang.word(report.guarantee.name()).to_owned()));
        }
        if let Some(error) = &report.error {
            rows.push((lang.word("error"), printable(error)));
        }
        rows.push((lang.word("time"), format!("{:.3} s", report.wall.as_secs_f64())));
        rows.extend(counters(lang, report));
        for (name, value) in rows {
            self.put(format!("  {name:<22} {value}"))?;
        }
        Ok(())
    }

    /// Shows the rest of the solution.
    pub(super) fn play_all(&mut self) -> Done {
        if let Some(open) = &mut self.open {
            let end = open.game.len();
            open.game.jump(end);
        }
        self.moved()
    }

    /// The moves so far, as other programs read them.
    pub(super) fn solution(&mut self) -> Done {
        let text = self.open.as_ref().map(|open| open.game.played()).unwrap_or_default();
        match text.is_empty() {
            true => self.put(self.lang.say("No move has been made.", &[])),
            false => self.put(text),
        }
    }
}

/// The counters that are not zero.
fn counters(lang: Lang, report: &Report) -> Vec<(&'static str, String)> {
    let stats = &report.stats;
    let common = [
        (lang.word("nodes expanded"), stats.expanded),
        (lang.word("nodes generated"), stats.generated),
        (lang.word("known, waiting"), stats.duplicates_open),
        (lang.word("known, expanded"), stats.duplicates_closed),
        (lang.word("opened again"), stats.reopened),
        (lang.word("dead ends"), stats.dead_ends),
        (lang.word("waiting at the end"), stats.frontier),
        (lang.word("rounds"), stats.iterations),
    ];
    let extra = stats.extra.iter().map(|&(name, value)| (lang.word(name), value));
    let all = common.into_iter().chain(extra).filter(|(_, value)| *value > 0);
    all.map(|(name, value)| (name, value.to_string())).collect()
}
