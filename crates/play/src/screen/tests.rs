//! Every screen at two sizes, as golden text; keys and mouse through whole games of both kinds.
//!
//! `BANTO_GOLDEN=write cargo test -p banto-play` writes the golden texts anew; `BANTO_SCREENS=FOLDER`
//! writes pictures for the README into a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use puzzle::Cancel;
use puzzle::search::Progress as Heard;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::app::App;
use super::palette::{Colours, Palette};
use super::pen::cut;
use super::svg::svg;
use crate::ask::{Answer, Question, answer};
use crate::lang::Lang;
use crate::progress::Progress;
use crate::shelf::{Shelved, Summary};

const SOKOBAN: &str = "; Two boxes\n########\n#@ $ . #\n# $  . #\n#      #\n########\n";
const UNBLOCK: &str = "# First steps\n..B.C.\n..B.C.\nAAB...\n...DD.\n...EEE\n......\n";
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// A program on a screen in memory.
struct Screen {
    app: App,
    size: (u16, u16),
    now: Duration,
    /// Questions that are left open.
    open: Vec<(u64, Question, Cancel)>,
    patient: bool,
    /// The store, which goes with the screen.
    file: Option<PathBuf>,
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = std::fs::remove_file(file);
        }
    }
}

fn shelved(name: &str, text: &str) -> Shelved {
    let bytes = text.as_bytes().to_vec();
    let description = format!("A collection called {name}, for the tests of the screen");
    let read: crate::ReadFile = Arc::new(move || Ok(bytes.clone()));
    Shelved { name: name.to_owned(), description, read, level: None }
}

/// A collection that comes with the program.
fn embedded(file: &str) -> Shelved {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    shelved(file.split('.').next().unwrap(), &text)
}

impl Screen {
    fn new(shelf: Vec<Shelved>, size: (u16, u16)) -> Screen {
        Screen::with(shelf, size, Colours::All, Lang::En)
    }

    fn with(shelf: Vec<Shelved>, size: (u16, u16), colours: Colours, lang: Lang) -> Screen {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("banto-screen-{}-{number}.db", std::process::id());
        let file = std::env::temp_dir().join(name);
        let store = store::Store::open(&file, Arc::new(|_| {}));
        let mut screen = Screen::stored(shelf, size, colours, lang, Progress::new(store));
        screen.file = Some(file);
        screen
    }

    fn stored(
        shelf: Vec<Shelved>,
        size: (u16, u16),
        colours: Colours,
        lang: Lang,
        progress: Progress,
    ) -> Screen {
        let area = Rect::new(0, 0, size.0, size.1);
        let summaries: Vec<_> =
            shelf.iter().map(|it| it.collection().map(|it| Summary::new(&it))).collect();
        let mut app = App::new(lang, Palette { colours }, shelf, progress, area);
        for (i, summary) in summaries.into_iter().enumerate() {
            app.summary(i, summary);
        }
        let mut screen =
            Screen { app, size, now: Duration::ZERO, open: Vec::new(), patient: true, file: None };
        screen.settle();
        screen
    }

    /// Lets time pass and answers every question until nothing happens any more.
    fn settle(&mut self) {
        for _ in 0..400 {
            self.now += Duration::from_millis(50);
            self.app.tick(self.now);
            let asked = self.app.asked();
            for (ticket, question, cancel) in asked {
                if !self.patient && matches!(question, Question::Solve(..)) {
                    self.open.push((ticket, question, cancel));
                    continue;
                }
                let mut found = answer(question, cancel, None);
                if let Answer::Solved(report) = &mut found {
                    // What differs from run to run, or will when the engines change, is not shown.
                    report.wall = Duration::from_millis(1250);
                    report.stats.expanded = 1234;
                    report.engine = "auto".to_owned();
                }
                self.app.answer(ticket, found);
            }
            if !self.app.is_busy() {
                break;
            }
        }
    }

    fn press(&mut self, codes: &[KeyCode]) -> &mut Screen {
        for &code in codes {
            self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
            self.settle();
        }
        self
    }

    /// Letters, and `^v<>` for the arrows.
    fn keys(&mut self, keys: &str) -> &mut Screen {
        for key in keys.chars() {
            let code = match key {
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                other => KeyCode::Char(other),
            };
            self.press(&[code]);
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    }

    fn click(&mut self, at: (u16, u16)) -> &mut Screen {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
        self.settle();
        self
    }

    fn drag(&mut self, from: (u16, u16), to: (u16, u16)) -> &mut Screen {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
        self.settle();
        self
    }

    fn buffer(&mut self) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        let drawn = terminal.draw(|frame| self.app.draw(frame.buffer_mut())).unwrap();
        drawn.buffer.clone()
    }

    fn text(&mut self) -> String {
        let buffer = self.buffer();
        let row = |y: u16| {
            let row: String = (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", row.trim_end())
        };
        (0..self.size.1).map(row).collect()
    }

    /// Compares the screen with its golden text.
    fn golden(&mut self, name: &str) {
        let file = format!("{name}-{}x{}.txt", self.size.0, self.size.1);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens").join(file);
        crate::golden::compare(&path, &self.text());
    }

    /// Writes a picture, when somebody wants one.
    fn picture(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("BANTO_SCREENS")
            && self.size == SIZES[0]
        {
            let buffer = self.buffer();
            std::fs::write(Path::new(&folder).join(format!("{name}.svg")), svg(&buffer)).unwrap();
        }
    }
}

fn sokoban(size: (u16, u16)) -> Screen {
    Screen::new(vec![shelved("two", SOKOBAN)], size)
}

fn unblock(size: (u16, u16)) -> Screen {
    Screen::new(vec![shelved("jam", UNBLOCK)], size)
}

#[test]
fn lists() {
    for size in SIZES {
        let shelf = || vec![embedded("starter-sokoban.sok"), embedded("starter-unblock.txt")];
        let mut screen = Screen::new(shelf(), size);
        screen.golden("collections");
        screen.picture("terminal-collections");
        screen.press(&[KeyCode::Enter]).keys(">v").golden("levels");
        screen.picture("terminal-levels");
        screen.press(&[KeyCode::Esc, KeyCode::Down, KeyCode::Enter]).golden("levels-unblock");
        let mut plain = Screen::with(shelf(), size, Colours::None, Lang::Pt);
        plain.press(&[KeyCode::Enter]).golden("levels-plain-pt");
    }
}

#[test]
fn sokoban_screens() {
    for size in SIZES {
        let mut screen = sokoban(size);
        screen.golden("sokoban");
        screen.keys("?").golden("help");
        screen.keys("?d").golden("sokoban-dead");
        screen.keys("dh").golden("sokoban-hint-1");
        screen.keys("h").golden("sokoban-hint-2");
        screen.press(&[KeyCode::Esc]).keys("vv>^").golden("sokoban-lost");
        screen.keys("ug1").golden("sokoban-jump");
        screen.press(&[KeyCode::Esc, KeyCode::Home]).keys("s").golden("solve-choose");
        screen.press(&[KeyCode::Enter]).golden("solve-done");
        screen.press(&[KeyCode::Enter]).golden("sokoban-watched");
        screen.press(&[KeyCode::Home]).keys(">>").golden("sokoban-replay");
        let mut plain = Screen::with(vec![shelved("two", SOKOBAN)], size, Colours::None, Lang::Pt);
        plain.golden("sokoban-plain-pt");
    }
}

#[test]
fn unblock_screens() {
    for size in SIZES {
        let mut screen = unblock(size);
        screen.golden("unblock");
        screen.keys("B").golden("unblock-chosen");
        screen.press(&[KeyCode::Esc]).keys("hh").golden("unblock-hint-2");
    }
}

#[test]
fn a_search_is_followed_and_stopped() {
    for size in SIZES {
        let mut screen = sokoban(size);
        screen.patient = false;
        screen.keys("s").press(&[KeyCode::Enter]);
        let (ticket, question, cancel) = screen.open.pop().unwrap();
        let heard =
            Heard { engine: "fess", expanded: 4711, depth: 12, best: 1, ..Heard::default() };
        screen.app.answer(ticket, Answer::Progress(heard));
        screen.golden("solve-running");
        assert!(!cancel.is_cancelled());
        screen.press(&[KeyCode::Esc]);
        assert!(cancel.is_cancelled());
        let mut found = answer(question, cancel, None);
        if let Answer::Solved(report) = &mut found {
            (report.wall, report.stats.expanded) = (Duration::from_millis(1250), 1234);
            report.engine = "auto".to_owned();
        }
        screen.app.answer(ticket, found);
        screen.golden("solve-stopped");
    }
}

#[test]
fn too_small_a_window_says_what_it_needs() {
    let mut screen = sokoban((60, 20));
    screen.golden("too-small");
    screen.size = (80, 24);
    screen.app.resize(Rect::new(0, 0, 80, 24));
    assert!(screen.text().contains("Two boxes"));
}

#[test]
fn sokoban_by_keys() {
    for size in SIZES {
        let mut screen = sokoban(size);
        // The upper box to the right, then round to the lower one.
        screen.keys(">>>v<<<");
        assert!(screen.text().contains("Moves"), "{}", screen.text());
        screen.press(&[KeyCode::Home]).keys(">>>").keys("v").keys("<<").keys("v");
        screen.press(&[KeyCode::Home]).keys("vv^");
        screen.press(&[KeyCode::Home]).keys(">>>").keys("uUr");
        screen.press(&[KeyCode::Home]);
        screen.keys(">>>").keys("<<").keys("<").keys("v").keys(">>>");
        screen.golden("sokoban-solved");
        screen.picture("terminal-solved");
    }
}

#[test]
fn sokoban_by_mouse() {
    for size in SIZES {
        let mut screen = sokoban(size);
        let at = |screen: &Screen, row: usize, column: usize| {
            let play = screen.app.playing().unwrap();
            let grid = play.grid(Rect::new(0, 0, screen.size.0, screen.size.1));
            let square = grid.square(row, column).unwrap();
            (square.x + square.width / 2, square.y + square.height / 2)
        };
        let place = at(&screen, 3, 6);
        screen.click(place);
        assert_eq!(screen.app.playing().unwrap().game.counts().moves, Some(7), "walked");
        let place = at(&screen, 1, 3);
        screen.click(place).golden("sokoban-selected");
        screen.picture("terminal-sokoban");
        let place = at(&screen, 1, 5);
        screen.click(place);
        for place in [(2, 2), (2, 5)] {
            let place = at(&screen, place.0, place.1);
            screen.click(place);
        }
        assert!(screen.app.playing().unwrap().game.is_solved(), "{}", screen.text());
        assert_eq!(screen.app.playing().unwrap().game.counts().pushes, Some(5));
    }
}

#[test]
fn unblock_by_keys_and_by_mouse() {
    for size in SIZES {
        let mut screen = unblock(size);
        screen.keys("C^A>").keys("Bvvv");
        assert!(!screen.app.playing().unwrap().game.is_solved());
        screen.keys("A>>>>");
        screen.golden("unblock-solved");
        screen.press(&[KeyCode::Home]);
        let at = |row: usize, column: usize| {
            let area = Rect::new(0, 0, size.0, size.1);
            move |screen: &Screen| {
                let square = screen.app.playing().unwrap().grid(area).square(row, column).unwrap();
                (square.x + 1, square.y + square.height / 2)
            }
        };
        let (from, to) = (at(0, 2)(&screen), at(5, 2)(&screen));
        screen.drag(from, to);
        screen.picture("terminal-unblock");
        let (from, to) = (at(2, 0)(&screen), at(2, 5)(&screen));
        screen.drag(from, to);
        let counts = screen.app.playing().unwrap().game.counts();
        assert!(screen.app.playing().unwrap().game.is_solved(), "{}", screen.text());
        assert_eq!((counts.moves, counts.steps), (Some(2), Some(7)));
    }
}

#[test]
fn a_bar_can_be_clicked() {
    let mut screen = sokoban((80, 24));
    screen.keys(">>>v").press(&[KeyCode::Char('v')]);
    assert!(screen.app.playing().unwrap().replay.is_some());
    let bar = super::layout::Parts::new(Rect::new(0, 0, 80, 24)).bar();
    screen.click((bar.right() - 1, bar.y));
    assert_eq!(screen.app.playing().unwrap().game.cursor(), 4);
    screen.click((bar.x, bar.y));
    assert_eq!(screen.app.playing().unwrap().game.cursor(), 0);
    screen.keys("+ ");
    assert_eq!(screen.app.playing().unwrap().game.cursor(), 4, "it plays to its end");
}

#[test]
fn random_keys_and_clicks_do_no_harm() {
    let mut seed = 7_u64;
    let mut next = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::F(1),
    ];
    let letters: Vec<char> = "urURhwdgvn?ABC19+- []tk".chars().collect();
    let fresh = || {
        let shelf = vec![shelved("two", SOKOBAN), shelved("jam", UNBLOCK)];
        let progress = Progress::new(store::Store::none("this is a test"));
        Screen::stored(shelf, (80, 24), Colours::All, Lang::En, progress)
    };
    let mut screen = fresh();
    for _ in 0..1500 {
        match next(4) {
            0 => {
                let at = (next(80) as u16, next(24) as u16);
                let kind = match next(3) {
                    0 => MouseEventKind::Drag(MouseButton::Left),
                    1 => MouseEventKind::Down(MouseButton::Right),
                    _ => MouseEventKind::Down(MouseButton::Left),
                };
                screen.mouse(kind, at);
            }
            1 => screen.app.key(KeyEvent::from(codes[next(codes.len() as u64) as usize])),
            _ => {
                let letter = letters[next(letters.len() as u64) as usize];
                screen.app.key(KeyEvent::from(KeyCode::Char(letter)));
            }
        }
        screen.settle();
        if screen.app.is_over() {
            screen = fresh();
        }
        assert_eq!(screen.text().lines().count(), 24);
    }
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = std::env::temp_dir().join(format!("banto-play-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let open = || {
        let store = store::Store::open(&folder.join("progress.db"), Arc::new(|_| {}));
        let shelf = vec![shelved("two", SOKOBAN)];
        Screen::stored(shelf, (80, 24), Colours::All, Lang::En, Progress::new(store))
    };
    let mut first = open();
    first.keys(">>>");
    first.app.leave();
    let mut second = open();
    assert_eq!(second.app.playing().unwrap().game.played(), "rRR");
    assert!(second.text().contains("Going on where you left off."));
    // A third one plays on; the second is asked which game counts.
    let mut third = open();
    third.keys("u");
    third.app.leave();
    second.keys("v");
    second.golden("elsewhere");
    second.keys("t");
    assert_eq!(second.app.playing().unwrap().game.played(), "rR");
    second.app.leave();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every screen at the smallest size, in both languages: nothing that is written is cut off, and the footer has room
/// for every key.
#[test]
fn everything_fits_in_both_languages() {
    let whole = |screen: &mut Screen, what: &str| {
        cut::take();
        let text = screen.text();
        let cut = cut::take();
        assert!(cut.is_empty(), "{what}: {cut:#?}\n{text}");
    };
    for lang in [Lang::En, Lang::Pt] {
        let open = |shelf| Screen::with(shelf, (80, 24), Colours::All, lang);
        let mut screen =
            open(vec![embedded("starter-sokoban.sok"), embedded("starter-unblock.txt")]);
        whole(&mut screen, "collections");
        screen.keys("/un");
        whole(&mut screen, "a collection looked for");
        screen.press(&[KeyCode::Esc, KeyCode::Enter]);
        whole(&mut screen, "levels");
        screen.keys("/12");
        whole(&mut screen, "a level looked for");
        let mut screen = open(vec![shelved("two", SOKOBAN)]);
        whole(&mut screen, "Sokoban");
        for keys in ["?", "?d", "dh", "h", "h", "y", "g1"] {
            screen.keys(keys);
            whole(&mut screen, keys);
        }
        screen.press(&[KeyCode::Esc, KeyCode::Home]).keys("vv>^");
        whole(&mut screen, "lost");
        screen.press(&[KeyCode::Home]).keys("s");
        let engines = puzzle::engines::all().len();
        for _ in 0..engines {
            whole(&mut screen, "a search to choose");
            screen.press(&[KeyCode::Down]);
        }
        screen.press(&[KeyCode::Home, KeyCode::Enter]);
        whole(&mut screen, "a search that is over");
        screen.press(&[KeyCode::Enter]);
        whole(&mut screen, "the end of a solution");
        screen.press(&[KeyCode::Home]);
        whole(&mut screen, "a replay");
        let mut screen = open(vec![shelved("jam", UNBLOCK)]);
        whole(&mut screen, "Unblock");
        for keys in [">", "B", "hh", "h", "y", "w", "s"] {
            screen.keys(keys);
            whole(&mut screen, keys);
        }
        for _ in 0..engines {
            screen.press(&[KeyCode::Down]);
            whole(&mut screen, "a search of Unblock to choose");
        }
        screen.press(&[KeyCode::Esc]).keys("BvvvA>>>>");
        whole(&mut screen, "solved");
        screen.size = (60, 20);
        whole(&mut screen, "too small a window");
    }
}

#[test]
fn levels_and_collections_are_found_by_name_and_number() {
    let shelf = vec![embedded("starter-sokoban.sok"), embedded("starter-unblock.txt")];
    let mut screen = Screen::new(shelf, (80, 24));
    screen.keys("/BLOCK").press(&[KeyCode::Enter]);
    let text = screen.text();
    assert!(text.contains("(1 of 2)") && !text.contains("starter-sokoban"), "{text}");
    screen.press(&[KeyCode::Enter]);
    assert!(screen.text().contains("starter-unblock  1/40"), "{}", screen.text());
    screen.press(&[KeyCode::Esc]);
    assert!(screen.text().contains("(1 of 2)"), "it is still looked for");
    screen.press(&[KeyCode::Esc, KeyCode::Home, KeyCode::Enter]);
    // A number is that level; letters such as q and ? belong to what is typed.
    screen.keys("/17");
    let text = screen.text();
    assert!(text.contains("starter-sokoban  17/40") && text.contains("(1 of 40)"), "{text}");
    screen.keys("q?");
    assert!(screen.text().contains("17q?_  (0 of 40)"), "{}", screen.text());
    screen.press(&[KeyCode::Enter, KeyCode::Enter]);
    assert!(screen.app.playing().is_none(), "there is nothing to open");
    screen.press(&[KeyCode::Esc]);
    // Several match: arrows go from one to the next.
    let whole = shelved(
        "names",
        "; Red 1\n#####\n#@$.#\n#####\n\n; Blue\n######\n#@$ .#\n######\n\n; Red 2\n#####\n#.$@#\n#####\n",
    );
    let mut screen = Screen::new(vec![whole], (80, 24));
    screen.keys("/red").press(&[KeyCode::Enter, KeyCode::Right]);
    assert!(screen.text().contains("3/3  Red 2"), "{}", screen.text());
    screen.press(&[KeyCode::Left]);
    assert!(screen.text().contains("1/3  Red 1"), "{}", screen.text());
    screen.press(&[KeyCode::Right, KeyCode::Enter]);
    assert_eq!(screen.app.playing().unwrap().at, 2);
}

#[test]
fn moves_are_copied_and_written_to_files() {
    let folder = std::env::temp_dir().join(format!("banto-moves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut screen = sokoban((80, 24));
    screen.app.folder.clone_from(&folder);
    screen.keys("yx");
    assert_eq!(screen.app.copied(), None);
    assert!(screen.text().contains("No move has been made."), "{}", screen.text());
    screen.keys(">>>uy");
    assert_eq!(screen.app.copied().as_deref(), Some("rR"));
    assert_eq!(screen.app.copied(), None, "once");
    screen.keys("x");
    assert!(screen.text().contains("The moves are in two-1-moves.txt"), "{}", screen.text());
    screen.keys("rx");
    assert!(screen.text().contains("two-1-moves-2.txt"), "{}", screen.text());
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(
        (read("two-1-moves.txt"), read("two-1-moves-2.txt")),
        ("rR\n".into(), "rRR\n".into())
    );
    let mut screen = unblock((80, 24));
    screen.keys("Bvvvy");
    assert_eq!(screen.app.copied().as_deref(), Some("B+3"));
    std::fs::remove_dir_all(&folder).unwrap();
}
