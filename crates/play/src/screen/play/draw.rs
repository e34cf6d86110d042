//! A level being played, drawn: the board, the counters beside it, messages and keys below.

use puzzle::{Counts, Report};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Panel, Play, SPEEDS};
use crate::game::Moves;
use crate::lang::Lang;
use crate::screen::board;
use crate::screen::layout::Parts;
use crate::screen::palette::{Ink, Palette};
use crate::screen::pen::{Pen, key_strip};
use crate::words_of::status;

/// Draws everything.
pub(crate) fn draw(play: &Play, buffer: &mut Buffer, palette: Palette) {
    let screen = buffer.area;
    let parts = Parts::new(screen);
    title(play, &mut Pen::new(buffer, parts.title, palette));
    let grid = play.grid(screen);
    match &play.game.moves {
        Moves::Sokoban(game) => board::sokoban(buffer, &grid, palette, game, &play.marks),
        Moves::Unblock(game) => board::unblock(buffer, &grid, palette, game, &play.marks),
    }
    side(play, &mut Pen::new(buffer, parts.panel, palette));
    below(play, buffer, &parts, palette);
    if let Some(panel) = &play.panel {
        draw_panel(play, panel, buffer, palette);
    }
}

fn title(play: &Play, pen: &mut Pen<'_>) {
    let entry = &play.whole.entries[play.at];
    let place = format!("{} {}/{}", play.name, play.at + 1, play.whole.entries.len());
    pen.write(Ink::Title, &format!(" {place}  "));
    pen.write(Ink::Text, entry.title.as_deref().unwrap_or_default());
}

/// The counters, each against the best that is known.
fn side(play: &Play, pen: &mut Pen<'_>) {
    let lang = play.lang;
    let (counts, best) = (play.game.counts(), &play.best);
    let optimum = &play.optimum;
    let rows = [
        (lang.word("Moves"), counts.moves, best.moves, optimum.moves),
        (lang.word("Pushes"), counts.pushes, best.pushes, optimum.pushes),
        (lang.word("Steps"), counts.steps, best.steps, optimum.steps),
    ];
    for (name, count, best, optimum) in rows {
        let Some(count) = count else { continue };
        pen.write(Ink::Faint, &format!("{name:<10}"));
        pen.write(Ink::Title, &format!("{count:>5}"));
        let (word, aim) = match optimum {
            Some(optimum) => (lang.word("optimum"), Some(optimum)),
            None => (lang.word("best"), best),
        };
        if let Some(aim) = aim {
            pen.write(Ink::Faint, &format!(" {word} {aim}"));
        }
        pen.line();
    }
    counter(pen, lang.word("Hints"), &play.game.hints.to_string());
    if let Moves::Unblock(game) = &play.game.moves {
        let left = if game.is_solved() { Some(0) } else { play.to_go };
        let left = left.map_or("–".to_owned(), |n| n.to_string());
        counter(pen, lang.word("To go"), &left);
    }
    counter(pen, lang.word("Move no."), &format!("{}/{}", play.game.cursor(), play.game.len()));
    pen.line();
    if let Some(stars) = play.ended {
        ending(play, pen, stars);
    } else {
        facts(play, pen);
    }
    if play.unsaved {
        pen.write(Ink::Bad, lang.word("Games are not being saved."));
    }
}

fn counter(pen: &mut Pen<'_>, name: &str, value: &str) {
    pen.write(Ink::Faint, &format!("{name:<10}"));
    pen.write(Ink::Text, &format!("{value:>5}"));
    pen.line();
}

/// What a player may want to know about the level.
fn facts(play: &Play, pen: &mut Pen<'_>) {
    let lang = play.lang;
    let text = match &play.game.moves {
        Moves::Sokoban(game) => {
            let board = game.board();
            let home = game.state().boxes.iter().filter(|&&it| board.is_goal(it)).count();
            lang.say("{0} of {1} boxes on goals", &[&home, &board.n_boxes()])
        }
        Moves::Unblock(game) => {
            let piece = play.marks.selected.map(|it| game.board().pieces()[it].name.to_string());
            match piece {
                Some(name) => lang.say("Piece {0} is chosen", &[&name]),
                None => lang.say("No piece is chosen", &[]),
            }
        }
    };
    pen.write(Ink::Text, &text);
    pen.line();
    if play.game.watched {
        pen.write(Ink::Faint, lang.word("A solution has been shown."));
        pen.line();
    }
    if let Some(lost) = &play.marks.lost {
        pen.line();
        pen.write(Ink::Bad, lang.word("Lost:"));
        pen.line();
        pen.wrapped(Ink::Text, lang.word(&lost.sentence));
    }
}

fn ending(play: &Play, pen: &mut Pen<'_>, stars: usize) {
    let lang = play.lang;
    pen.write(
        Ink::Good,
        lang.word(if play.game.watched { "End of the solution" } else { "Solved!" }),
    );
    pen.write(Ink::Title, &format!("  {}{}", "★".repeat(stars), "☆".repeat(3 - stars)));
    pen.line();
    let keys = [
        ("n", lang.word("next unsolved level")),
        ("v", lang.word("see it again")),
        ("Home", lang.word("play it again")),
        ("s", lang.word("let a search solve it")),
    ];
    for (key, what) in keys {
        pen.write(Ink::Key, &format!("{key:<5}"));
        pen.write(Ink::Text, what);
        pen.line();
    }
}

/// The row of messages, or the bar of the replay; below it the keys.
fn below(play: &Play, buffer: &mut Buffer, parts: &Parts, palette: Palette) {
    let lang = play.lang;
    let mut pen = Pen::new(buffer, parts.message, palette);
    if let Some(typed) = &play.jump {
        let text = lang.say(" Go to move (0 to {0}): {1}_", &[&play.game.len(), typed]);
        pen.write(Ink::Title, &text);
    } else if let Some(replay) = play.replay {
        let sign = if replay.playing { "▶" } else { "‖" };
        let place = format!(" {sign} {}/{}", play.game.cursor(), play.game.len());
        pen.write(Ink::Title, &place);
        let bar = parts.bar();
        let mut pen = Pen::new(buffer, Rect { width: bar.width + 18, ..bar }, palette);
        let room = usize::from(bar.width);
        let done = room * play.game.cursor() / play.game.len().max(1);
        pen.write(Ink::Good, &"━".repeat(done));
        pen.write(Ink::Faint, &"─".repeat(room - done));
        pen.write(Ink::Text, &lang.say("  {0} a second", &[&SPEEDS[replay.speed]]));
    } else if let Some((ink, text)) = &play.message {
        pen.write(*ink, &format!(" {text}"));
    }
    let mut pen = Pen::new(buffer, parts.keys, palette);
    key_strip(&mut pen, &keys(play));
}

fn keys(play: &Play) -> Vec<(&'static str, &'static str)> {
    let lang = play.lang;
    let word = |text: &'static str| lang.word(text);
    if play.panel.is_some() {
        return vec![("↑↓", word("choose")), ("Enter", word("go")), ("Esc", word("stop, back"))];
    }
    if play.replay.is_some() {
        return vec![
            ("Space", word("play, pause")),
            ("←→", word("one move")),
            ("+-", word("speed")),
            ("Esc", word("go on playing")),
        ];
    }
    let mut keys = match &play.game.moves {
        Moves::Sokoban(_) => vec![
            ("←↑↓→", word("move")),
            ("u/U", word("undo")),
            ("r/R", word("redo")),
            ("h", word("hint")),
            ("w", word("why")),
            ("d", word("dead squares")),
        ],
        Moves::Unblock(_) => vec![
            ("A-Z/Tab", word("piece")),
            ("←↑↓→", word("slide")),
            ("u", word("undo")),
            ("r", word("redo")),
            ("h", word("hint")),
            ("w", word("why")),
        ],
    };
    keys.extend([
        ("s", word("solve")),
        ("v", word("replay")),
        ("g/Home/End", word("go to")),
        ("y", word("copy")),
        ("x", word("export")),
        ("n/[/]", word("level")),
        ("?", word("help")),
        ("Esc", word("back")),
    ]);
    keys
}

/// Solving, in a window over the board.
fn draw_panel(play: &Play, panel: &Panel, buffer: &mut Buffer, palette: Palette) {
    let lang = play.lang;
    let screen = buffer.area;
    let width = screen.width.saturating_sub(12).min(100);
    let area = Rect::new(6, 3, width, screen.height.saturating_sub(6).min(18));
    let mut pen = Pen::window(buffer, area, palette, lang.word("Solve"));
    match panel {
        Panel::Choose(lines, at) => {
            let room = usize::from(area.height.saturating_sub(2));
            let first = at.saturating_sub(room / 2).min(lines.len().saturating_sub(room));
            for (i, line) in lines.iter().enumerate().skip(first).take(room) {
                let ink = if i == *at { Ink::Chosen } else { Ink::Text };
                pen.write(ink, &format!(" {line:<22}"));
                pen.line();
            }
            let beside = Rect::new(area.x + 28, area.y + 1, area.width - 30, area.height - 2);
            about(lang, &lines[*at], &mut Pen::new(buffer, beside, palette));
        }
        Panel::Running { line, since, progress } => {
            pen.write(Ink::Title, line);
            pen.line();
            let rows = [
                (lang.word("Engine"), progress.engine.to_owned()),
                (lang.word("Nodes"), progress.expanded.to_string()),
                (lang.word("Depth"), progress.depth.to_string()),
                (lang.word("Best"), progress.best.to_string()),
                (lang.word("Seconds"), play.seconds(*since).to_string()),
            ];
            for (name, value) in rows {
                pen.write(Ink::Faint, &format!("{name:<12}"));
                pen.write(Ink::Text, &value);
                pen.line();
            }
            pen.line();
            pen.write(Ink::Key, "Esc ");
            pen.write(Ink::Text, lang.word("stop the search"));
        }
        Panel::Done(report) => done(play, report, &mut pen),
    }
}

/// What the chosen search does, in full.
fn about(lang: Lang, line: &str, pen: &mut Pen<'_>) {
    let name = line.split(' ').next().unwrap_or_default();
    let Some(row) = puzzle::engines::all().into_iter().find(|row| row.name == name) else { return };
    pen.write(Ink::Title, line);
    pen.line();
    pen.line();
    pen.wrapped(Ink::Text, lang.engine(&row));
}

/// What a search found.
fn done(play: &Play, report: &Report, pen: &mut Pen<'_>) {
    let lang = play.lang;
    let solved = report.solution.is_some();
    pen.write(if solved { Ink::Good } else { Ink::Bad }, lang.word(status(report.status)));
    pen.line();
    let Counts { moves, pushes, steps, .. } = report.counts;
    let number = |n: Option<u64>| n.map(|n| n.to_string());
    let rows = [
        (lang.word("Engine"), Some(report.engine.clone())),
        (lang.word("Moves"), number(moves)),
        (lang.word("Pushes"), number(pushes)),
        (lang.word("Steps"), number(steps)),
        (lang.word("Guarantee"), solved.then(|| lang.word(report.guarantee.name()).to_owned())),
        (lang.word("Nodes"), number(Some(report.stats.expanded))),
        (lang.word("Seconds"), Some(format!("{:.2}", report.wall.as_secs_f64()))),
    ];
    for (name, value) in rows {
        let Some(value) = value else { continue };
        pen.write(Ink::Faint, &format!("{name:<12}"));
        pen.write(Ink::Text, &value);
        pen.line();
    }
    if let Some(error) = &report.error {
        pen.wrapped(Ink::Bad, error);
    }
    pen.line();
    if solved {
        pen.write(Ink::Key, "Enter ");
        pen.write(Ink::Text, lang.word("watch it"));
        pen.write(Ink::Faint, "   ");
    }
    pen.write(Ink::Key, "Esc ");
    pen.write(Ink::Text, lang.word("back to the game"));
}
