//! The levels of a collection as small pictures, with what is solved.

use std::sync::Arc;

use puzzle::{Collection, Entry};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

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
}

impl LevelsView {
    /// Moves the choice; says whether the key meant that.
    pub(crate) fn key(&mut self, code: KeyCode, screen: Rect) -> bool {
        let cards = Cards::new(screen);
        let last = self.whole.entries.len().saturating_sub(1);
        self.at = match code {
            KeyCode::Left => self.at.saturating_sub(1),
            KeyCode::Right => self.at + 1,
            KeyCode::Up => self.at.checked_sub(cards.columns).unwrap_or(self.at),
            KeyCode::Down => self.at + cards.columns,
            KeyCode::PageUp => self.at.saturating_sub(cards.page()),
            KeyCode::PageDown => self.at + cards.page(),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// The level under a place of the screen.
    pub(crate) fn under(&self, at: Position, screen: Rect) -> Option<usize> {
        let index = self.first(screen) + Cards::new(screen).at(at)?;
        (index < self.whole.entries.len()).then_some(index)
    }

    /// The first level of the page.
    fn first(&self, screen: Rect) -> usize {
        let page = Cards::new(screen).page();
        self.at / page * page
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
    let first = view.first(screen);
    for (n, entry) in view.whole.entries[first..].iter().take(cards.page()).enumerate() {
        card(entry, cards.card(n), first + n == view.at, progress, buffer, palette);
    }
    let last = screen.height.saturating_sub(1);
    if let Some(notice) = notice {
        let place = Rect::new(0, last.saturating_sub(1), screen.width, 1);
        Pen::new(buffer, place, palette).write(Ink::Bad, &format!(" {notice}"));
    }
    let mut pen = Pen::new(buffer, Rect::new(0, last, screen.width, 1), palette);
    let keys = [
        ("←↑↓→", lang.word("choose")),
        ("Enter", lang.word("play")),
        ("n", lang.word("next unsolved level")),
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
