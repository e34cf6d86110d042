//! The list of collections: what each holds and how much of it is solved.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::palette::{Ink, Palette};
use super::pen::{Pen, key_strip};
use super::thumb;
use crate::lang::Lang;
use crate::progress::Progress;
use crate::shelf::{Known, Shelved, Summary};

/// Columns of the list; the rest is for the picture.
const LIST: u16 = 52;

/// Which collection is selected.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShelfView {
    pub(crate) at: usize,
}

impl ShelfView {
    /// Moves the choice; says whether the key meant that.
    pub(crate) fn key(&mut self, code: KeyCode, count: usize, page: usize) -> bool {
        let last = count.saturating_sub(1);
        self.at = match code {
            KeyCode::Up => self.at.saturating_sub(1),
            KeyCode::Down => self.at + 1,
            KeyCode::PageUp => self.at.saturating_sub(page),
            KeyCode::PageDown => self.at + page,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// The collection under a place of the screen.
    pub(crate) fn under(&self, at: Position, screen: Rect, count: usize) -> Option<usize> {
        let row = usize::from(at.y.checked_sub(2)?);
        let index = self.first(screen) + row;
        (row < rows(screen) && at.x < LIST && index < count).then_some(index)
    }

    /// The first collection that can be seen.
    fn first(&self, screen: Rect) -> usize {
        (self.at + 1).saturating_sub(rows(screen))
    }
}

/// Collections on one page.
pub(crate) fn rows(screen: Rect) -> usize {
    usize::from(screen.height.saturating_sub(5)).max(1)
}

/// What is drawn.
pub(crate) struct Shown<'a> {
    pub(crate) lang: Lang,
    pub(crate) shelf: &'a [Shelved],
    pub(crate) known: &'a [Known],
    pub(crate) progress: &'a Progress,
    pub(crate) notice: Option<&'a str>,
}

pub(crate) fn draw(view: ShelfView, shown: &Shown<'_>, buffer: &mut Buffer, palette: Palette) {
    let (screen, lang) = (buffer.area, shown.lang);
    let mut pen = Pen::new(buffer, Rect { height: 1, ..screen }, palette);
    pen.write(Ink::Title, lang.word(" Collections"));
    let list = Rect::new(0, 2, LIST, screen.height.saturating_sub(5));
    let mut pen = Pen::new(buffer, list, palette);
    let first = view.first(screen);
    for (i, shelved) in shown.shelf.iter().enumerate().skip(first).take(rows(screen)) {
        let ink = if i == view.at { Ink::Chosen } else { Ink::Text };
        let name: String = shelved.name.chars().take(27).collect();
        pen.write(ink, &format!(" {name:<28}"));
        match &shown.known[i] {
            None => pen.write(Ink::Faint, " …"),
            Some(Err(_)) => pen.write(Ink::Bad, lang.word(" cannot be read")),
            Some(Ok(summary)) => row(&mut pen, summary, shown),
        }
        pen.line();
    }
    details(view, shown, buffer, palette);
    let last = screen.height.saturating_sub(1);
    if let Some(notice) = shown.notice {
        let place = Rect::new(0, last.saturating_sub(1), screen.width, 1);
        Pen::new(buffer, place, palette).write(Ink::Bad, &format!(" {notice}"));
    }
    let mut pen = Pen::new(buffer, Rect::new(0, last, screen.width, 1), palette);
    let keys = [
        ("↑↓", lang.word("choose")),
        ("Enter", lang.word("open")),
        ("?", lang.word("keys")),
        ("q", lang.word("quit")),
    ];
    key_strip(&mut pen, &keys);
}

fn solved(summary: &Summary, progress: &Progress) -> usize {
    summary.keys.iter().filter(|key| progress.is_solved(key)).count()
}

fn row(pen: &mut Pen<'_>, summary: &Summary, shown: &Shown<'_>) {
    let done = solved(summary, shown.progress);
    pen.write(Ink::Faint, &format!(" {:<8}", summary.game.name()));
    let ink = if done > 0 && done == summary.keys.len() { Ink::Good } else { Ink::Text };
    pen.write(ink, &format!("{done:>5}/{}", summary.count));
}

/// The chosen collection: its sentence and its first level.
fn details(view: ShelfView, shown: &Shown<'_>, buffer: &mut Buffer, palette: Palette) {
    let (Some(shelved), Some(known)) = (shown.shelf.get(view.at), shown.known.get(view.at)) else {
        return;
    };
    let screen = buffer.area;
    let width = screen.width.saturating_sub(LIST + 2);
    let place = Rect::new(LIST + 1, 2, width, screen.height.saturating_sub(5));
    let mut pen = Pen::new(buffer, place, palette);
    pen.wrapped(Ink::Faint, &shelved.description);
    match known {
        Some(Err(why)) => pen.wrapped(Ink::Bad, why),
        Some(Ok(Summary { first: Some(puzzle), .. })) => {
            let below =
                Rect::new(place.x, place.y + 4, place.width, place.height.saturating_sub(4));
            thumb::draw(buffer, below, palette, puzzle);
        }
        _ => {}
    }
}
