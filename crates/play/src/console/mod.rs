//! The text console, for pipes, scripts and screen readers: a line in, a few lines out, after the
//! console of the FEUP document. No input makes it fail, and it ends with its input.

mod board;
mod human;
mod pc;
#[cfg(test)]
mod tests;
mod verb;

use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use puzzle::Collection;

use crate::Options;
use crate::game::Game;
use crate::lang::Lang;
use crate::progress::Progress;
use crate::shelf::Shelved;
use verb::Verb;

/// Longest line that is read; the rest of a longer one is passed over.
const MAX_LINE: u64 = 1 << 16;

/// A console with its input and output.
pub(crate) struct Console<W> {
    lang: Lang,
    out: W,
    shelf: Vec<Shelved>,
    progress: Progress,
    searcher: Option<runner::WorkerCommand>,
    time: Duration,
    open: Option<Open>,
    over: bool,
}

/// The board that is being played.
struct Open {
    name: String,
    whole: Arc<Collection>,
    /// Number of the level, from 0.
    at: usize,
    game: Game,
    mode: Mode,
    /// A piece that was named without saying where it goes.
    piece: Option<String>,
    /// Whether the end of the game has been announced.
    told: bool,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Human,
    Pc,
}

type Done = std::io::Result<()>;

/// Reads commands until the input ends or somebody quits.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn console(options: Options, mut input: impl BufRead, out: impl Write) -> Done {
    let mut console = Console::new(options, out);
    console.begin()?;
    let mut line = Vec::new();
    while !console.over {
        console.prompt()?;
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            console.end()?;
            break;
        }
        if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            pass_over(&mut input)?;
        }
        console.line(&String::from_utf8_lossy(&line))?;
    }
    console.leave_board();
    console.out.flush()
}

/// Skips to the end of a line.
fn pass_over(input: &mut impl BufRead) -> Done {
    loop {
        let (skip, ended) = match input.fill_buf()? {
            [] => return Ok(()),
            bytes => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(skip);
        if ended {
            return Ok(());
        }
    }
}

impl<W: Write> Console<W> {
    fn new(options: Options, out: W) -> Console<W> {
        Console {
            lang: options.lang,
            out,
            shelf: options.shelf,
            progress: Progress::open(options.state.as_deref()),
            searcher: options.searcher,
            time: options.time,
            open: None,
            over: false,
        }
    }

    fn put(&mut self, text: impl AsRef<str>) -> Done {
        writeln!(self.out, "{}", text.as_ref())
    }

    fn begin(&mut self) -> Done {
        let lang = self.lang;
        self.put(lang.say("Banto: Sokoban and Unblock Me. Type help for the commands.", &[]))?;
        if let Some(trouble) = self.progress.trouble() {
            self.put(lang.say("Games are not saved: {0}", &[&trouble]))?;
        }
        match self.shelf.as_slice() {
            [one] => {
                let level = one.level.unwrap_or(1);
                self.open_board(0, level)
            }
            _ => self.list(),
        }
    }

    fn prompt(&mut self) -> Done {
        let lang = self.lang;
        let mode = self.open.as_ref().map(|open| match open.mode {
            Mode::Human => lang.word("human"),
            Mode::Pc => lang.word("pc"),
        });
        write!(self.out, "{}> ", mode.unwrap_or_default())?;
        self.out.flush()
    }

    /// The input has ended: the line of the prompt is finished.
    fn end(&mut self) -> Done {
        self.put("")
    }

    /// One line of input.
    fn line(&mut self, line: &str) -> Done {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { return Ok(()) };
        match Verb::from_word(first) {
            Some(verb) => self.obey(verb, rest),
            None if self.open.is_none() => self.puzzled(first),
            None if self.mode() == Mode::Pc && pc::is_search(first) => self.solve(&words),
            None => self.move_by_words(&words),
        }
    }

    fn obey(&mut self, verb: Verb, rest: &[&str]) -> Done {
        match verb {
            Verb::Help => self.help(),
            Verb::Collections => self.list(),
            Verb::Open => self.open_named(rest),
            Verb::Quit => {
                self.over = true;
                self.put(self.lang.say("Goodbye.", &[]))
            }
            Verb::Searches => self.searches(),
            _ if self.open.is_none() => {
                self.put(self.lang.say("Open a collection first: open NAME.", &[]))
            }
            Verb::Board => self.board(rest),
            Verb::Next => self.go(1),
            Verb::Previous => self.go(-1),
            Verb::Show => self.show(),
            Verb::Human => self.set_mode(Mode::Human),
            Verb::Pc => self.set_mode(Mode::Pc),
            Verb::Hint => self.hint(),
            Verb::Why => self.why(),
            Verb::Undo => self.repeat(rest, Game::undo),
            Verb::Redo | Verb::Step => self.repeat(rest, Game::redo),
            Verb::Back => self.repeat(rest, Game::undo),
            Verb::Restart => self.restart(),
            Verb::All => self.play_all(),
            Verb::Box => self.move_by_words(rest),
            Verb::Solve => self.solve(rest),
            Verb::Solution => self.solution(),
        }
    }

    fn mode(&self) -> Mode {
        self.open.as_ref().map_or(Mode::Human, |open| open.mode)
    }

    fn puzzled(&mut self, word: &str) -> Done {
        let lang = self.lang;
        let text = match puzzle::text::nearest(word, Verb::words(lang)) {
            Some(meant) => {
                lang.say("I do not know {0}. Did you mean {1}?", &[&quoted(word), &meant])
            }
            None => lang.say("I do not know {0}. Type help for the commands.", &[&quoted(word)]),
        };
        self.put(text)
    }

    fn help(&mut self) -> Done {
        let lang = self.lang;
        for (command, meaning) in verb::help(lang) {
            self.put(format!("  {command:<34} {meaning}"))?;
        }
        Ok(())
    }

    fn list(&mut self) -> Done {
        let lang = self.lang;
        self.put(lang.say("Collections:", &[]))?;
        for i in 0..self.shelf.len() {
            let Shelved { name, description, .. } = &self.shelf[i];
            let line = format!("  {} {} {}", i + 1, printable(name), printable(description));
            self.put(line.trim_end())?;
        }
        self.put(lang.say("Open one with its number or name, and a board: open 1 3", &[]))
    }

    fn open_named(&mut self, rest: &[&str]) -> Done {
        let lang = self.lang;
        let Some((name, level)) = rest.split_first() else {
            return self
                .put(lang.say("Open what? Give the number or the name of a collection.", &[]));
        };
        let by_number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let by_number = by_number.filter(|&i| i < self.shelf.len());
        let found = self.shelf.iter().position(|it| it.name == *name).or(by_number);
        let Some(found) = found else {
            return self.put(lang.say("There is no collection {0}.", &[&quoted(name)]));
        };
        match level.first().map_or(Ok(1), |it| it.parse()) {
            Ok(level) => self.open_board(found, level),
            Err(_) => self.put(lang.say("{0} is not the number of a board.", &[&quoted(level[0])])),
        }
    }

    fn open_board(&mut self, shelved: usize, level: usize) -> Done {
        let Shelved { name, .. } = &self.shelf[shelved];
        let name = printable(name);
        match self.shelf[shelved].collection() {
            Ok(whole) => {
                self.leave_board();
                self.choose(name, whole, level)
            }
            Err(why) => self.put(format!("{name}: {}", printable(&why))),
        }
    }

    /// Goes to a level of a collection, counted from 1.
    fn choose(&mut self, name: String, whole: Arc<Collection>, level: usize) -> Done {
        let (lang, count) = (self.lang, whole.entries.len());
        let Some(entry) = level.checked_sub(1).and_then(|at| whole.entries.get(at)) else {
            return self.put(lang.say(
                "{0} has {1} {1|board|boards}; there is no board {2}.",
                &[&name, &count, &level],
            ));
        };
        let puzzle = match &entry.puzzle {
            Ok(puzzle) => puzzle.clone(),
            Err(refused) => {
                let why = printable(&refused.to_string());
                return self.put(lang.say("Board {0} cannot be played: {1}", &[&level, &why]));
            }
        };
        let mode = self.mode();
        let game = self.progress.game(&puzzle);
        let told = game.is_solved();
        self.open = Some(Open { name, whole, at: level - 1, game, mode, piece: None, told });
        self.show()
    }

    fn board(&mut self, rest: &[&str]) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        let (name, whole, at) = (open.name.clone(), open.whole.clone(), open.at + 1);
        match rest.first().map_or(Ok(at), |it| it.parse()) {
            Ok(level) => {
                self.leave_board();
                self.choose(name, whole, level)
            }
            Err(_) => {
                self.put(self.lang.say("{0} is not the number of a board.", &[&quoted(rest[0])]))
            }
        }
    }

    fn go(&mut self, by: isize) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        match (open.at + 1).checked_add_signed(by) {
            Some(level) => self.board(&[level.to_string().as_str()]),
            None => Ok(()),
        }
    }

    fn set_mode(&mut self, mode: Mode) -> Done {
        if let Some(open) = &mut self.open {
            open.mode = mode;
            open.piece = None;
        }
        let lang = self.lang;
        self.put(match mode {
            Mode::Human => lang.say("You play.", &[]),
            Mode::Pc => {
                lang.say("The program plays: name a search, such as astar, or type searches.", &[])
            }
        })
    }

    /// Keeps the game that is being left.
    fn leave_board(&mut self) {
        if let Some(open) = &mut self.open
            && open.game.len() > 0
        {
            self.progress.keep(&mut open.game);
        }
    }
}

/// A word as it was typed, shortened and safe for a terminal.
fn quoted(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    format!("\"{}\"", printable(&short))
}

/// A text made safe for a terminal: control characters are shown, not sent.
fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect()
}
