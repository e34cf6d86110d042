//! What all the keys do.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::palette::{Ink, Palette};
use super::pen::Pen;
use crate::lang::Lang;

/// Draws the window of keys over whatever is there.
pub(crate) fn draw(lang: Lang, buffer: &mut Buffer, palette: Palette) {
    let screen = buffer.area;
    let area = Rect::new((screen.width.saturating_sub(80)) / 2, 0, 80, 24);
    let mut pen = Pen::window(buffer, area, palette, lang.word("Keys"));
    for (key, what) in rows(lang) {
        pen.write(Ink::Key, &format!("{key:<18}"));
        pen.write(Ink::Text, what);
        pen.line();
    }
}

fn rows(lang: Lang) -> [(&'static str, &'static str); 22] {
    [
        ("← ↑ ↓ →", lang.word("move the player; slide the chosen piece")),
        ("A-Z, Tab", lang.word("choose a piece (Unblock)")),
        (lang.word("click"), lang.word("walk there; choose a box, then its target")),
        (lang.word("drag"), lang.word("slide a piece (Unblock)")),
        ("u, Backspace", lang.word("take a move back (right click: a push)")),
        ("r", lang.word("make it again")),
        ("U, R", lang.word("the same by whole pushes (Sokoban)")),
        ("Home, End", lang.word("restart; to the last move")),
        ("g", lang.word("go to a move by its number")),
        ("h, Enter", lang.word("a hint: what, then where, then the move")),
        ("w", lang.word("why the position is lost")),
        ("d", lang.word("show or hide dead squares (Sokoban)")),
        ("s", lang.word("solve: choose a search, watch it work, stop it")),
        ("v", lang.word("replay: Space plays, ←→ step, +- speed, a click jumps")),
        ("y, x", lang.word("copy the moves so far; write them to a new file")),
        ("PageUp, PageDown", lang.word("previous and next level")),
        ("n", lang.word("next unsolved level")),
        ("Enter", lang.word("open what is chosen (in lists)")),
        ("/", lang.word("find by title or number (in lists)")),
        ("Esc, q", lang.word("back")),
        ("Ctrl-C", lang.word("leave; the game is kept")),
        ("?", lang.word("this help; any key closes it")),
    ]
}
