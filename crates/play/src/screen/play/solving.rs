//! Solving: which search, how far it has got, what it found.

use std::time::Duration;

use puzzle::search::Progress;
use puzzle::{Game as Kinds, Limits, Report, Request};
use ratatui::crossterm::event::KeyCode;

use super::{Kind, Play};
use crate::ask::Question;
use crate::screen::palette::Ink;

/// Time and memory for a search; it can be stopped at any moment.
const TIME: Duration = Duration::from_secs(300);
const MEMORY: u64 = 2 << 30;

/// What is shown about solving.
pub(crate) enum Panel {
    /// The searches there are, and which is chosen.
    Choose(Vec<String>, usize),
    /// One at work.
    Running { line: String, since: Duration, progress: Progress },
    /// What one found; whether it began at the start of the level.
    Done(Box<Report>),
}

impl Play {
    pub(super) fn open_panel(&mut self) {
        if self.game.is_solved() {
            self.game.jump(0);
            self.changed();
        }
        self.panel = Some(Panel::Choose(choices(self.game.puzzle.game()), 0));
    }

    pub(super) fn panel_key(&mut self, code: KeyCode) {
        match &mut self.panel {
            Some(Panel::Choose(lines, at)) => match code {
                KeyCode::Up => *at = at.saturating_sub(1),
                KeyCode::Down => *at = (*at + 1).min(lines.len() - 1),
                KeyCode::Home => *at = 0,
                KeyCode::End => *at = lines.len() - 1,
                KeyCode::Enter => {
                    let line = lines[*at].clone();
                    self.search(line);
                }
                KeyCode::Esc | KeyCode::Char('q' | 's') => self.panel = None,
                _ => {}
            },
            Some(Panel::Running { .. }) => {
                if matches!(code, KeyCode::Esc | KeyCode::Char('q' | 's')) {
                    // The search answers with what it knows, and the panel shows that.
                    let asked = self.waiting.iter().filter(|it| it.kind == Kind::Solve);
                    asked.for_each(|it| it.cancel.cancel());
                }
            }
            Some(Panel::Done(_)) => self.done_key(code),
            None => {}
        }
    }

    fn done_key(&mut self, code: KeyCode) {
        let Some(Panel::Done(report)) = self.panel.take() else { return };
        let solution = report.solution.as_deref();
        match (code, solution) {
            (KeyCode::Enter | KeyCode::Char(' '), Some(solution)) => {
                let solution = solution.to_owned();
                self.watch(&solution);
            }
            (KeyCode::Esc | KeyCode::Char('q' | 's') | KeyCode::Enter, _) => {}
            _ => self.panel = Some(Panel::Done(report)),
        }
    }

    fn search(&mut self, line: String) {
        let limits = Limits { time: Some(TIME), memory: Some(MEMORY), nodes: None };
        let request = runner::parse_request(&line).map_err(|error| error.to_string());
        let resolved = request.and_then(|request| {
            let resolved = Request { limits, ..request }.resolve(self.game.puzzle.game());
            resolved.map_err(|error| error.to_string())
        });
        match resolved {
            Ok(resolved) => {
                self.ask(Kind::Solve, Question::Solve(self.game.position(), Box::new(resolved)));
                let (since, progress) = (self.now, Progress::default());
                self.panel = Some(Panel::Running { line, since, progress });
            }
            Err(error) => {
                self.panel = None;
                self.message = Some((Ink::Bad, error));
            }
        }
    }

    /// How far the search has got.
    pub(super) fn heard(&mut self, heard: Progress) {
        if let Some(Panel::Running { progress, .. }) = &mut self.panel {
            *progress = heard;
        }
    }

    pub(super) fn solved_by_engine(&mut self, report: Box<Report>) {
        self.panel = Some(Panel::Done(report));
    }

    /// Shows a solution from here: it becomes what redo does.
    fn watch(&mut self, solution: &str) {
        let (played, at) = (self.game.played(), self.game.cursor());
        let between = if self.game.puzzle.game() == Kinds::Unblock { " " } else { "" };
        self.game.load(&format!("{played}{between}{solution}"));
        self.game.jump(at);
        self.game.watched = true;
        self.begin_replay(true);
    }

    /// Seconds since a moment.
    pub(super) fn seconds(&self, since: Duration) -> u64 {
        self.now.saturating_sub(since).as_secs()
    }
}

/// The searches for a game, the useful ones first.
fn choices(game: Kinds) -> Vec<String> {
    let first: &[&str] = match game {
        Kinds::Sokoban => &["auto", "optimal --goal pushes", "optimal --goal moves"],
        Kinds::Unblock => &["unblock --goal moves", "unblock --goal steps"],
    };
    let plays = |row: &puzzle::engines::EngineRow| row.games == "both" || row.games == game.name();
    let others = puzzle::engines::all().into_iter().filter(plays).map(|row| row.name.to_owned());
    let named = |line: &str| first.iter().any(|it| it.split(' ').next() == Some(line));
    let others = others.filter(|line| !named(line));
    first.iter().map(|it| (*it).to_owned()).chain(others).collect()
}
