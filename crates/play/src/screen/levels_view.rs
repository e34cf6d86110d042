//! The levels of a collection as small pictures, with what is solved.

use std::sync::Arc;

use puzzle::{Collection, Entry};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::find::{Find, moved};
use super::layout::Cards;
use super::palette::{Ink, Palette};
use super::pen::{Pen, key_strip};
use super::thumb;
use crate::lang::Lang;
use crate::progress::{Progress, stars};

/// The open collection, and the selected level.
#[derive(Clone)]
pub(crate) struct LevelsView {
    pub(crate) name: String,
    pub(crate) whole: Arc<Collection>,
    pub(crate) at: usize,
    pub(crate) find: Find,
}

impl LevelsView {
    /// Moves the choice; says whether the key meant that.
    pub(crate) fn key(&mut self, code: KeyCode, screen: Rect) -> bool {
        let (cards, shown) = (Cards::new(screen), self.shown());
        let here = self.place(&shown);
        let to = moved(here, code, shown.len(), cards.columns.max(2), cards.page());
        if let Some(&at) = to.and_then(|to| shown.get(to)) {
            self.at = at;
        }
        to.is_some()
    }

    /// A key while something is looked for; says whether it was one of the text.
    pub(crate) fn find_key(&mut self, code: KeyCode) -> bool {
        let taken = self.find.key(code);
        let shown = self.shown();
        if !shown.contains(&self.at) {
            self.at = shown.first().copied().unwrap_or(self.at);
        }
        taken
    }

    /// The levels that are looked for: all, unless something is.
    pub(crate) fn shown(&self) -> Vec<usize> {
        let matches = |entry: &Entry| {
            self.find.matches(&[entry.title.as_deref().unwrap_or_default()], Some(entry.index))
        };
        let entries = self.whole.entries.iter().enumerate();
        entries.filter(|(_, entry)| matches(entry)).map(|(at, _)| at).collect()
    }

    /// Where the selected level is among those.
    fn place(&self, shown: &[usize]) -> usize {
        shown.iter().position(|&at| at == self.at).unwrap_or(0)
    }

    /// The level under a place of the screen.
    pub(crate) fn under(&self, at: Position, screen: Rect) -> Option<usize> {
        let shown = self.shown();
        let index = self.first(&shown, screen) + Cards::new(screen).at(at)?;
        shown.get(index).copied()
    }

    /// The place of the first level of the page.
    fn first(&self, shown: &[usize], screen: Rect) -> usize {
        let page = Cards::new(screen).page();
        self.place(shown) / page * page
    }
}

pub(crate) fn draw(
    view: &LevelsView,
    lang: Lang,
    progress: &Progress,
    notice: Option<&str>,
    buffer: &mut Buffer,
    palette: Palette,
) {
    let screen = buffer.area;
    let cards = Cards::new(screen);
    let count = view.whole.entries.len();
    let mut pen = Pen::new(buffer, Rect { height: 1, ..screen }, palette);
    pen.write(Ink::Title, &format!(" {}  ", view.name));
    let title = view.whole.entries[view.at].title.as_deref().unwrap_or_default();
    pen.write(Ink::Text, &format!("{}/{count}  {title}", view.at + 1));
    let shown = view.shown();
    let page = shown.iter().skip(view.first(&shown, screen)).take(cards.page());
    for (n, &at) in page.enumerate() {
        let entry = &view.whole.entries[at];
        card(entry, cards.card(n), at == view.at, progress, buffer, palette);
    }
    let last = screen.height.saturating_sub(1);
    let place = Rect::new(0, last.saturating_sub(1), screen.width, 1);
    let mut pen = Pen::new(buffer, place, palette);
    if let Some(notice) = notice {
        pen.write(Ink::Bad, &format!(" {notice}"));
    } else if view.find.is_on() {
        let found = (&view.find.shown(), &shown.len());
        let text = lang.say(" Title or number: {0}  ({1} of {2})", &[found.0, found.1, &count]);
        pen.write(if shown.is_empty() { Ink::Bad } else { Ink::Title }, &text);
    }
    let mut pen = Pen::new(buffer, Rect::new(0, last, screen.width, 1), palette);
    let keys = [
        ("←↑↓→", lang.word("choose")),
        ("Enter", lang.word("play")),
        ("n", lang.word("next unsolved")),
        ("/", lang.word("find")),
        ("?", lang.word("keys")),
        ("Esc", lang.word("back")),
    ];
    key_strip(&mut pen, &keys);
}

/// One level: its number, what became of it, a picture.
fn card(
    entry: &Entry,
    area: Rect,
    chosen: bool,
    progress: &Progress,
    buffer: &mut Buffer,
    palette: Palette,
) {
    let ink = if chosen { Ink::Chosen } else { Ink::Text };
    let mut pen = Pen::new(buffer, Rect { width: area.width - 2, height: 1, ..area }, palette);
    pen.write(ink, &format!(" {:>4} ", entry.index));
    let Ok(puzzle) = &entry.puzzle else {
        pen.write(Ink::Bad, " ✗");
        return;
    };
    let key = store::key(puzzle);
    match progress.best(&key).filter(|it| it.own.moves.is_some()) {
        Some(best) => {
            let stars = stars(&best.own, &best.any(), best.hints, false);
            pen.write(Ink::Good, &format!(" ✓{}", "★".repeat(stars)));
        }
        None if progress.is_begun(&key) => pen.write(Ink::Faint, " …"),
        None => {}
    }
    let picture = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 1);
    thumb::draw(buffer, picture, palette, puzzle);
}
