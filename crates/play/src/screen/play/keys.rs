//! What the keys do while a level is played.

use puzzle::plain::{Axis, Dir};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{Kind, Play, Replay, SPEEDS};
use crate::ask::Question;
use crate::game::{Game, Moves};
use crate::screen::palette::Ink;

/// What a key asks the caller to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Nothing,
    /// Back to the levels.
    Back,
    /// To the level this many further.
    Level(isize),
    /// To the next level that is not solved.
    NextUnsolved,
    /// The moves to the clipboard of the terminal.
    Copy,
    /// The moves to a file.
    Export,
    Help,
    /// Which of two games counts.
    Take,
    Keep,
}

impl Play {
    /// A key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        if self.elsewhere {
            return match key.code {
                KeyCode::Char('t') => Wish::Take,
                KeyCode::Char('k') => Wish::Keep,
                _ => Wish::Nothing,
            };
        }
        if self.jump.is_some() {
            self.jump_key(key.code);
            return Wish::Nothing;
        }
        if self.panel.is_some() {
            self.panel_key(key.code);
            return Wish::Nothing;
        }
        if self.replay.is_some() && self.replay_key(key.code) {
            return Wish::Nothing;
        }
        self.settle();
        match key.code {
            KeyCode::Char('q') => Wish::Back,
            KeyCode::Esc => self.escape(),
            KeyCode::Char('?') => Wish::Help,
            KeyCode::PageDown | KeyCode::Char(']') => Wish::Level(1),
            KeyCode::PageUp | KeyCode::Char('[') => Wish::Level(-1),
            KeyCode::Char('n') => Wish::NextUnsolved,
            KeyCode::Char('y') => Wish::Copy,
            KeyCode::Char('x') => Wish::Export,
            code => {
                self.play_key(code);
                Wish::Nothing
            }
        }
    }

    /// Lets go of what is selected, or leaves.
    fn escape(&mut self) -> Wish {
        if self.marks.selected.is_none() && self.marks.hint.is_empty() {
            return Wish::Back;
        }
        self.select(None);
        self.marks.hint.clear();
        self.hint = None;
        self.message = None;
        Wish::Nothing
    }

    fn play_key(&mut self, code: KeyCode) {
        let arrow = match code {
            KeyCode::Up => Some(Dir::Up),
            KeyCode::Down => Some(Dir::Down),
            KeyCode::Left => Some(Dir::Left),
            KeyCode::Right => Some(Dir::Right),
            _ => None,
        };
        if let Some(dir) = arrow {
            return self.arrow(dir);
        }
        match code {
            KeyCode::Char('u') | KeyCode::Backspace => self.alter(Game::undo),
            KeyCode::Char('r') => self.alter(Game::redo),
            KeyCode::Char('g') => self.jump = Some(String::new()),
            KeyCode::Char('h') | KeyCode::Enter => self.ask_hint(),
            KeyCode::Char('w') => self.ask_why(),
            KeyCode::Char('d') => self.toggle_dead(),
            KeyCode::Char('s') => self.open_panel(),
            KeyCode::Char('v') => self.begin_replay(false),
            KeyCode::Home => self.alter(|game| {
                game.restart();
                true
            }),
            KeyCode::End => self.alter(|game| {
                game.jump(usize::MAX);
                true
            }),
            code => self.own_key(code),
        }
    }

    /// Keys that mean something else in each game: capital letters name pieces in Unblock.
    fn own_key(&mut self, code: KeyCode) {
        match (&self.game.moves, code) {
            (Moves::Sokoban(_), KeyCode::Char('U')) => self.alter(Game::undo_push),
            (Moves::Sokoban(_), KeyCode::Char('R')) => self.alter(Game::redo_push),
            (Moves::Unblock(game), KeyCode::Char(letter)) => {
                let found = game.board().piece_named(&letter.to_string());
                if found.is_some() {
                    self.select(found);
                }
            }
            (Moves::Unblock(game), KeyCode::Tab | KeyCode::BackTab) => {
                let count = game.board().pieces().len();
                let by = if code == KeyCode::Tab { 1 } else { count - 1 };
                let at = self.marks.selected.map_or(0, |it| (it + by) % count);
                self.select(Some(at));
            }
            _ => {}
        }
    }

    /// Changes the game, when there is something to change.
    fn alter(&mut self, work: impl FnOnce(&mut Game) -> bool) {
        if work(&mut self.game) {
            self.changed();
        }
    }

    fn arrow(&mut self, dir: Dir) {
        match &mut self.game.moves {
            Moves::Sokoban(game) => {
                if game.step(dir) {
                    self.changed();
                }
            }
            Moves::Unblock(game) => {
                let Some(piece) = self.marks.selected else {
                    let text = "Choose a piece first: its capital letter, Tab, or a click.";
                    self.message = Some((Ink::Text, self.lang.word(text).to_owned()));
                    return;
                };
                let axis = match dir {
                    Dir::Left | Dir::Right => Axis::Horizontal,
                    Dir::Up | Dir::Down => Axis::Vertical,
                };
                let delta = if matches!(dir, Dir::Left | Dir::Up) { -1 } else { 1 };
                if game.board().pieces()[piece].axis == axis && game.slide(piece, delta) {
                    self.changed();
                    self.select(Some(piece));
                }
            }
        }
    }

    fn toggle_dead(&mut self) {
        if !self.marks.dead.is_empty() {
            self.marks.dead.clear();
        } else if let Some(dead) = &self.dead {
            self.marks.dead.clone_from(dead);
        } else if matches!(self.game.moves, Moves::Sokoban(_)) {
            self.ask(Kind::Dead, Question::Dead(self.game.puzzle.clone()));
        }
    }

    /// The number of a move, digit by digit.
    fn jump_key(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.jump else { return };
        match code {
            KeyCode::Char(digit @ '0'..='9') if typed.len() < 7 => typed.push(digit),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => {
                let to = typed.parse().unwrap_or(self.game.cursor());
                self.jump = None;
                self.alter(|game| {
                    game.jump(to);
                    true
                });
            }
            KeyCode::Esc => self.jump = None,
            _ => {}
        }
    }

    /// Shows the game from where it stands, or from its start when it stands at its end.
    pub(super) fn begin_replay(&mut self, playing: bool) {
        if self.game.len() == 0 {
            let text = self.lang.word("There is nothing to show yet: s solves the level.");
            self.message = Some((Ink::Text, text.to_owned()));
            return;
        }
        if self.game.cursor() == self.game.len() {
            self.game.jump(0);
        }
        let speed = if matches!(self.game.moves, Moves::Sokoban(_)) { 3 } else { 1 };
        self.replay = Some(Replay { playing, speed, last: self.now });
        self.changed();
    }

    /// Keys of the replay; says whether the key was one.
    fn replay_key(&mut self, code: KeyCode) -> bool {
        let Some(replay) = &mut self.replay else { return false };
        let end = self.game.len();
        let to = match code {
            KeyCode::Char(' ') => {
                replay.playing = !replay.playing;
                if replay.playing && self.game.cursor() == end {
                    self.game.jump(0);
                }
                replay.last = self.now;
                self.wonder();
                return true;
            }
            KeyCode::Char('+' | '=') => {
                replay.speed = (replay.speed + 1).min(SPEEDS.len() - 1);
                return true;
            }
            KeyCode::Char('-') => {
                replay.speed = replay.speed.saturating_sub(1);
                return true;
            }
            KeyCode::Esc | KeyCode::Char('v' | 'q') => {
                self.replay = None;
                self.wonder();
                return true;
            }
            KeyCode::Left => self.game.cursor().saturating_sub(1),
            KeyCode::Right => self.game.cursor() + 1,
            KeyCode::Home => 0,
            KeyCode::End => end,
            _ => return false,
        };
        self.scrub(to);
        true
    }

    /// Goes to a point of the replay and stays there.
    pub(super) fn scrub(&mut self, to: usize) {
        if let Some(replay) = &mut self.replay {
            replay.playing = false;
        }
        self.game.jump(to);
        self.changed();
    }

    /// The next moves of a game that is shown by itself.
    pub(super) fn replay_on(&mut self) {
        let Some(replay) = &mut self.replay else { return };
        let every = std::time::Duration::from_secs(1) / SPEEDS[replay.speed];
        if !replay.playing || self.now.saturating_sub(replay.last) < every {
            return;
        }
        replay.last = self.now;
        if !self.game.redo() || self.game.cursor() == self.game.len() {
            replay.playing = false;
        }
        self.changed();
    }
}
