//! The list of collections: what each holds and how much of it is solved.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::find::{Find, moved};
use super::palette::{Ink, Palette};
use super::pen::{Pen, key_strip};
use super::thumb;
use crate::lang::Lang;
use crate::progress::Progress;
use crate::shelf::{Known, Shelved, Summary};

/// Columns of the list; the rest is for the picture.
const LIST: u16 = 52;

/// Which collection is selected.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShelfView {
    pub(crate) at: usize,
    pub(crate) find: Find,
}

impl ShelfView {
    /// Moves the choice; says whether the key meant that.
    pub(crate) fn key(&mut self, code: KeyCode, shelf: &[Shelved], page: usize) -> bool {
        let shown = self.shown(shelf);
        let to = moved(self.place(&shown), code, shown.len(), 1, page);
        if let Some(&at) = to.and_then(|to| shown.get(to)) {
            self.at = at;
        }
        to.is_some()
    }

    /// A key while something is looked for; says whether it was one of the text.
    pub(crate) fn find_key(&mut self, code: KeyCode, shelf: &[Shelved]) -> bool {
        let taken = self.find.key(code);
        let shown = self.shown(shelf);
        if !shown.contains(&self.at) {
            self.at = shown.first().copied().unwrap_or(self.at);
        }
        taken
    }

    /// The collections that are looked for: all, unless something is.
    pub(crate) fn shown(&self, shelf: &[Shelved]) -> Vec<usize> {
        let matches = |it: &Shelved| self.find.matches(&[&it.name, &it.description], None);
        shelf.iter().enumerate().filter(|(_, it)| matches(it)).map(|(at, _)| at).collect()
    }

    /// Where the selected collection is among those.
    fn place(&self, shown: &[usize]) -> usize {
        shown.iter().position(|&at| at == self.at).unwrap_or(0)
    }

    /// The collection under a place of the screen.
    pub(crate) fn under(&self, at: Position, screen: Rect, shelf: &[Shelved]) -> Option<usize> {
        let row = usize::from(at.y.checked_sub(2)?);
        let shown = self.shown(shelf);
        let index = self.first(&shown, screen) + row;
        shown.get(index).copied().filter(|_| row < rows(screen) && at.x < LIST)
    }

    /// The place of the first collection that can be seen.
    fn first(&self, shown: &[usize], screen: Rect) -> usize {
        (self.place(shown) + 1).saturating_sub(rows(screen))
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

pub(crate) fn draw(view: &ShelfView, shown: &Shown<'_>, buffer: &mut Buffer, palette: Palette) {
    let (screen, lang) = (buffer.area, shown.lang);
    let mut pen = Pen::new(buffer, Rect { height: 1, ..screen }, palette);
    pen.write(Ink::Title, lang.word(" Collections"));
    let list = Rect::new(0, 2, LIST, screen.height.saturating_sub(5));
    let mut pen = Pen::new(buffer, list, palette);
    let found = view.shown(shown.shelf);
    for &i in found.iter().skip(view.first(&found, screen)).take(rows(screen)) {
        let shelved = &shown.shelf[i];
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
    let place = Rect::new(0, last.saturating_sub(1), screen.width, 1);
    let mut pen = Pen::new(buffer, place, palette);
    if let Some(notice) = shown.notice {
        pen.write(Ink::Bad, &format!(" {notice}"));
    } else if view.find.is_on() {
        let values = (&view.find.shown(), &found.len(), &shown.shelf.len());
        let text = lang.say(" Name: {0}  ({1} of {2})", &[values.0, values.1, values.2]);
        pen.write(if found.is_empty() { Ink::Bad } else { Ink::Title }, &text);
    }
    let mut pen = Pen::new(buffer, Rect::new(0, last, screen.width, 1), palette);
    let keys = [
        ("↑↓", lang.word("choose")),
        ("Enter", lang.word("open")),
        ("/", lang.word("find")),
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
fn details(view: &ShelfView, shown: &Shown<'_>, buffer: &mut Buffer, palette: Palette) {
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
            let used = (pen.row() + 1).max(place.y + 4) - place.y;
            let rest = place.height.saturating_sub(used);
            let below = Rect::new(place.x, place.y + used, place.width, rest);
            thumb::draw(buffer, below, palette, puzzle);
        }
        _ => {}
    }
}
