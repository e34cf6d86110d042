//! The program behind the screen: which view is shown, and what keys, mouse, time and answers do to it.
//! It draws into a buffer and returns questions to be answered; the caller owns the terminal and
//! the threads.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use puzzle::{Cancel, Collection};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::export;
use super::find::Find;
use super::layout::LEAST;
use super::levels_view::LevelsView;
use super::palette::{Ink, Palette};
use super::pen::Pen;
use super::play::Play;
use super::play::Wish;
use super::shelf_view::{self, ShelfView};
use super::{help, levels_view, play};
use crate::ask::{Answer, Question, Ticket};
use crate::lang::Lang;
use crate::progress::Progress;
use crate::shelf::{Known, Shelved, Summary};

/// Everything there is to show.
pub(crate) struct App {
    lang: Lang,
    palette: Palette,
    screen: Rect,
    shelf: Vec<Shelved>,
    known: Vec<Known>,
    progress: Progress,
    chosen: ShelfView,
    levels: Option<LevelsView>,
    play: Option<Box<Play>>,
    help: bool,
    notice: Option<String>,
    /// Moves for the clipboard of the terminal.
    copied: Option<String>,
    /// Where moves are written to files.
    pub(crate) folder: PathBuf,
    now: Duration,
    over: bool,
}

impl App {
    pub(crate) fn new(
        lang: Lang,
        palette: Palette,
        shelf: Vec<Shelved>,
        progress: Progress,
        screen: Rect,
    ) -> App {
        let trouble = progress.trouble();
        let notice = trouble.map(|why| lang.say("Games are not saved: {0}", &[&why]));
        let known = shelf.iter().map(|_| None).collect();
        let mut app = App {
            lang,
            palette,
            screen,
            known,
            progress,
            chosen: ShelfView::default(),
            levels: None,
            play: None,
            help: false,
            notice,
            copied: None,
            folder: PathBuf::from("."),
            now: Duration::ZERO,
            over: false,
            shelf,
        };
        if let [only] = app.shelf.as_slice() {
            let level = only.level;
            app.open_chosen();
            let count = app.levels.as_ref().map_or(0, |it| it.whole.entries.len());
            if level.is_some() || count == 1 {
                app.open_level(level.map_or(0, |it| it.saturating_sub(1)));
            }
        }
        app
    }

    /// The level that is being played.
    #[cfg(test)]
    pub(crate) fn playing(&self) -> Option<&Play> {
        self.play.as_deref()
    }

    /// Whether the user has left.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Moves that are to go to the clipboard of the terminal.
    pub(crate) fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Whether something will happen without a key.
    pub(crate) fn is_busy(&self) -> bool {
        self.play.as_ref().is_some_and(|it| it.is_busy()) || self.known.iter().any(Option::is_none)
    }

    /// The screen has another size.
    pub(crate) fn resize(&mut self, screen: Rect) {
        self.screen = screen;
    }

    /// Time has passed since the beginning.
    pub(crate) fn tick(&mut self, now: Duration) {
        self.now = now;
        if let Some(play) = &mut self.play {
            play.tick(now);
            play.keep(&mut self.progress, false);
        }
    }

    /// Questions to be answered.
    pub(crate) fn asked(&mut self) -> Vec<(Ticket, Question, Cancel)> {
        self.play.as_mut().map_or_else(Vec::new, |play| std::mem::take(&mut play.outbox))
    }

    pub(crate) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        if let Some(play) = &mut self.play {
            play.answer(ticket, answer);
        }
    }

    /// What a collection holds has become known.
    pub(crate) fn summary(&mut self, index: usize, summary: Result<Summary, String>) {
        if let Some(known) = self.known.get_mut(index) {
            *known = Some(summary);
        }
    }

    /// Leaves, with everything kept.
    pub(crate) fn leave(&mut self) {
        self.close_level();
        self.over = true;
    }

    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q' | 'd')) {
            return self.leave();
        }
        if self.help {
            self.help = false;
            return;
        }
        self.notice = None;
        if let Some(play) = &mut self.play {
            let wish = play.key(key);
            self.grant(wish);
        } else if key.code == KeyCode::Char('?') && !self.is_typing() {
            self.help = true;
        } else if self.levels.is_some() {
            self.levels_key(key.code);
        } else {
            self.shelf_key(key.code);
        }
    }

    /// Whether letters belong to what is looked for in a list.
    fn is_typing(&self) -> bool {
        let find = self.levels.as_ref().map_or(&self.chosen.find, |levels| &levels.find);
        find.is_typing()
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Nothing => {}
            Wish::Help => self.help = true,
            Wish::Back => self.close_level(),
            Wish::Level(by) => {
                let to = self.levels.as_ref().and_then(|it| it.at.checked_add_signed(by));
                if let Some(to) = to {
                    self.open_level(to);
                }
            }
            Wish::NextUnsolved => self.next_unsolved(),
            Wish::Copy => self.copied = self.play.as_mut().and_then(|play| play.copy()),
            Wish::Export => self.export(),
            Wish::Take | Wish::Keep => {
                if let Some(play) = &mut self.play {
                    play.decide(&self.progress, wish == Wish::Take);
                }
            }
        }
    }

    /// Writes the moves of the game to a new file.
    fn export(&mut self) {
        let Some(play) = &mut self.play else { return };
        let moves = play.game.played();
        if moves.is_empty() {
            return play.tell(Ink::Text, "No move has been made.", &[]);
        }
        match export::write(&self.folder, (&play.name, play.at + 1), &moves) {
            Ok(name) => play.tell(
                Ink::Good,
                "The moves are in {0}, in the folder you started from.",
                &[&name],
            ),
            Err(error) => play.tell(Ink::Bad, "No file can be written here: {0}", &[&error]),
        }
    }

    fn shelf_key(&mut self, code: KeyCode) {
        if self.chosen.find.is_typing() && self.chosen.find_key(code, &self.shelf) {
            return;
        }
        match code {
            KeyCode::Enter => {
                if self.chosen.shown(&self.shelf).contains(&self.chosen.at) {
                    self.open_chosen();
                }
            }
            KeyCode::Char('/') => self.chosen.find.begin(),
            KeyCode::Esc if self.chosen.find.is_on() => self.chosen.find.clear(),
            KeyCode::Char('q') | KeyCode::Esc => self.leave(),
            code => {
                self.chosen.key(code, &self.shelf, shelf_view::rows(self.screen));
            }
        }
    }

    fn levels_key(&mut self, code: KeyCode) {
        let Some(levels) = &mut self.levels else { return };
        if levels.find.is_typing() && levels.find_key(code) {
            return;
        }
        match code {
            KeyCode::Enter => {
                let at = levels.at;
                if levels.shown().contains(&at) {
                    self.open_level(at);
                }
            }
            KeyCode::Char('/') => levels.find.begin(),
            KeyCode::Esc if levels.find.is_on() => levels.find.clear(),
            KeyCode::Char('n') => self.next_unsolved(),
            KeyCode::Char('q') | KeyCode::Esc if self.shelf.len() == 1 => self.leave(),
            KeyCode::Char('q') | KeyCode::Esc => self.levels = None,
            code => {
                levels.key(code, self.screen);
            }
        }
    }

    /// Opens the chosen collection.
    fn open_chosen(&mut self) {
        let Some(shelved) = self.shelf.get(self.chosen.at) else { return };
        match shelved.collection() {
            Ok(whole) if whole.entries.is_empty() => {
                self.notice = Some(self.lang.say("There is no level in it.", &[]));
            }
            Ok(whole) => {
                self.known[self.chosen.at] = Some(Ok(Summary::new(&whole)));
                let at = self.first_unsolved(&whole, 0).unwrap_or(0);
                let find = Find::default();
                self.levels = Some(LevelsView { name: shelved.name.clone(), whole, at, find });
            }
            Err(why) => self.notice = Some(why),
        }
    }

    /// The next level from one on that is not solved.
    fn first_unsolved(&self, whole: &Collection, from: usize) -> Option<usize> {
        let open = |at: &usize| {
            let puzzle = whole.entries[*at].puzzle.as_ref().ok();
            puzzle.is_some_and(|it| !self.progress.is_solved(&store::key(it)))
        };
        (from..whole.entries.len()).chain(0..from.min(whole.entries.len())).find(open)
    }

    fn next_unsolved(&mut self) {
        if let Some(play) = &mut self.play {
            play.keep(&mut self.progress, true);
        }
        let Some(levels) = &self.levels else { return };
        match self.first_unsolved(&levels.whole, levels.at + 1) {
            Some(at) => self.open_level(at),
            None => {
                self.close_level();
                self.notice = Some(self.lang.say("Every level of this collection is solved.", &[]));
            }
        }
    }

    fn open_level(&mut self, at: usize) {
        let Some(levels) = &mut self.levels else { return };
        let Some(entry) = levels.whole.entries.get(at) else { return };
        let puzzle = match &entry.puzzle {
            Ok(puzzle) => puzzle.clone(),
            Err(refused) => {
                self.notice =
                    Some(self.lang.say("Level {0} cannot be played: {1}", &[&(at + 1), refused]));
                return;
            }
        };
        levels.at = at;
        let place = (levels.name.clone(), Arc::clone(&levels.whole), at);
        self.close_level();
        let play = Play::open(self.lang, place, &puzzle, &self.progress, self.now);
        self.play = Some(Box::new(play));
    }

    /// Leaves the level, with its game kept.
    fn close_level(&mut self) {
        if let Some(mut play) = self.play.take() {
            play.leave();
            play.keep(&mut self.progress, true);
        }
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) {
        if self.help {
            self.help = !matches!(event.kind, MouseEventKind::Down(_));
            return;
        }
        if let Some(play) = &mut self.play {
            return play.mouse(event, self.screen);
        }
        let code = match event.kind {
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::Down(MouseButton::Left) => return self.click(event),
            _ => return,
        };
        match self.levels {
            Some(_) => self.levels_key(code),
            None => self.shelf_key(code),
        }
    }

    /// A click chooses; a second one opens.
    fn click(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        match &mut self.levels {
            Some(levels) => match levels.under(at, self.screen) {
                Some(index) if index == levels.at => self.open_level(index),
                Some(index) => levels.at = index,
                None => {}
            },
            None => match self.chosen.under(at, self.screen, &self.shelf) {
                Some(index) if index == self.chosen.at => self.open_chosen(),
                Some(index) => self.chosen.at = index,
                None => {}
            },
        }
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let (lang, palette) = (self.lang, self.palette);
        if buffer.area.width < LEAST.0 || buffer.area.height < LEAST.1 {
            return self.too_small(buffer);
        }
        let notice = self.notice.as_deref();
        if let Some(it) = &self.play {
            play::draw(it, buffer, palette);
            if let Some(notice) = notice {
                let row = super::layout::Parts::new(buffer.area).message;
                Pen::new(buffer, row, palette).write(Ink::Bad, &format!(" {notice}"));
            }
        } else if let Some(levels) = &self.levels {
            levels_view::draw(levels, lang, &self.progress, notice, buffer, palette);
        } else {
            let shown = shelf_view::Shown {
                lang,
                shelf: &self.shelf,
                known: &self.known,
                progress: &self.progress,
                notice,
            };
            shelf_view::draw(&self.chosen, &shown, buffer, palette);
        }
        if self.help {
            help::draw(lang, buffer, palette);
        }
    }

    fn too_small(&self, buffer: &mut Buffer) {
        let area = buffer.area;
        let Rect { width, height, .. } = area;
        let mut pen = Pen::new(buffer, area, self.palette);
        let text = self.lang.say("This window has {0}×{1} characters.", &[&width, &height]);
        pen.write(Ink::Bad, &text);
        pen.line();
        let text = self
            .lang
            .say("Banto needs {0}×{1}: make it larger, or use --plain.", &[&LEAST.0, &LEAST.1]);
        pen.write(Ink::Text, &text);
    }
}
