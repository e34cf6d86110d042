//! A level being played on the screen: what the player sees and what has been asked. Keys, pointer,
//! hints, searches and drawing have a file each.

mod draw;
mod hints;
mod keys;
mod pointer;
mod solving;

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use puzzle::plain::Dir;
use puzzle::why::Place;
use puzzle::{Cancel, Collection, Counts, Puzzle};

use super::board::Marks;
use super::palette::Ink;
use crate::ask::{Answer, Question, Ticket, ticket};
use crate::game::{Game, Moves, Reach};
use crate::lang::Lang;
use crate::progress::{Keeping, Progress, least, stars};

pub(crate) use draw::draw;
pub(crate) use keys::Wish;
pub(crate) use solving::Panel;

/// Time between two steps of a walk that is shown.
const STEP: Duration = Duration::from_millis(40);
/// How long after a change a game is kept.
const SETTLED: Duration = Duration::from_millis(400);
/// Moves a second, when a game is shown.
pub(crate) const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A level being played.
pub(crate) struct Play {
    pub(crate) lang: Lang,
    /// The collection and the number of the level in it, from 0.
    pub(crate) whole: Arc<Collection>,
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) game: Game,
    /// The best that was known before, and the optimum where it is known.
    pub(crate) best: Counts,
    pub(crate) optimum: Counts,
    /// How far there is to go (Unblock), if known.
    pub(crate) to_go: Option<u64>,
    pub(crate) marks: Marks,
    reach: Option<Reach>,
    dead: Option<Vec<Place>>,
    hint: Option<Hinted>,
    /// A whole game that hints follow as long as the player does.
    plan: Option<String>,
    /// Steps that are still to be shown.
    running: VecDeque<Dir>,
    stepped: Duration,
    pub(crate) replay: Option<Replay>,
    pub(crate) panel: Option<Panel>,
    /// The number of a move that is being typed.
    pub(crate) jump: Option<String>,
    drag: Option<Drag>,
    pub(crate) message: Option<(Ink, String)>,
    /// Stars of the game that has ended.
    pub(crate) ended: Option<usize>,
    /// Whether the level was also played elsewhere and the player has not yet chosen which game
    /// counts.
    pub(crate) elsewhere: bool,
    pub(crate) unsaved: bool,
    told: bool,
    changed_at: Option<Duration>,
    now: Duration,
    waiting: Vec<Asked>,
    /// Questions for the desk.
    pub(crate) outbox: Vec<(Ticket, Question, Cancel)>,
}

/// A hint that is shown, and for which position.
struct Hinted {
    stage: u32,
    played: String,
    step: String,
    to_go: Counts,
}

/// A game that is shown by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay {
    pub(crate) playing: bool,
    /// Index in [`SPEEDS`].
    pub(crate) speed: usize,
    last: Duration,
}

/// A piece that follows the pointer.
#[derive(Clone, Copy, Debug)]
struct Drag {
    piece: usize,
    /// Where the pointer took it, in cells along its axis.
    from: usize,
    moved: bool,
}

/// What a question is for; a new one of the same kind replaces the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Hint,
    Why,
    /// How far it is from here.
    Far,
    /// How far it is from the start.
    Optimum,
    Dead,
    Solve,
}

struct Asked {
    kind: Kind,
    ticket: Ticket,
    cancel: Cancel,
}

impl Play {
    /// Opens a level, at the game that was left.
    pub(crate) fn open(
        lang: Lang,
        (name, whole, at): (String, Arc<Collection>, usize),
        puzzle: &Puzzle,
        progress: &Progress,
        now: Duration,
    ) -> Play {
        let game = progress.game(puzzle);
        let kept = progress.best(&store::key(puzzle)).map(|it| it.any()).unwrap_or_default();
        let mut play = Play {
            lang,
            whole,
            name,
            at,
            best: least(&puzzle.known(), &kept),
            optimum: Counts::default(),
            to_go: None,
            marks: Marks::default(),
            reach: None,
            dead: None,
            hint: None,
            plan: None,
            running: VecDeque::new(),
            stepped: now,
            replay: None,
            panel: None,
            jump: None,
            drag: None,
            message: None,
            ended: None,
            elsewhere: false,
            unsaved: false,
            told: game.is_solved(),
            changed_at: None,
            now,
            waiting: Vec::new(),
            outbox: Vec::new(),
            game,
        };
        if play.game.cursor() > 0 && !play.game.is_solved() {
            play.message = Some((Ink::Good, lang.say("Going on where you left off.", &[])));
        }
        if matches!(puzzle, Puzzle::Unblock(_)) {
            play.ask(Kind::Optimum, Question::Hint(puzzle.clone(), None));
        }
        if play.told {
            play.ended = Some(play.stars());
        }
        play.wonder();
        play
    }

    /// Whether something moves by itself, or an answer is waited for.
    pub(crate) fn is_busy(&self) -> bool {
        !self.running.is_empty()
            || self.replay.is_some_and(|it| it.playing)
            || !self.waiting.is_empty()
            || self.changed_at.is_some()
    }

    fn ask(&mut self, kind: Kind, question: Question) {
        self.forget(kind);
        let asked = Asked { kind, ticket: ticket(), cancel: Cancel::default() };
        self.outbox.push((asked.ticket, question, asked.cancel.clone()));
        self.waiting.push(asked);
    }

    /// Stops waiting for an answer.
    fn forget(&mut self, kind: Kind) {
        self.waiting.iter().filter(|it| it.kind == kind).for_each(|it| it.cancel.cancel());
        self.waiting.retain(|it| it.kind != kind);
    }

    fn waits_for(&self, kind: Kind) -> bool {
        self.waiting.iter().any(|it| it.kind == kind)
    }

    /// An answer has come; one that nobody waits for any more is dropped.
    pub(crate) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        let Some(at) = self.waiting.iter().position(|it| it.ticket == ticket) else { return };
        if let Answer::Progress(progress) = answer {
            return self.heard(progress);
        }
        let kind = self.waiting.swap_remove(at).kind;
        match answer {
            Answer::Hint(found) => self.hinted(kind, found),
            Answer::Why(found) => self.explained(found),
            Answer::Dead(found) => self.died(found),
            Answer::Solved(report) => self.solved_by_engine(report),
            Answer::Progress(_) => {}
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Duration) {
        self.now = now;
        if !self.running.is_empty() && now.saturating_sub(self.stepped) >= STEP {
            self.stepped = now;
            self.run_step();
        }
        self.replay_on();
    }

    /// The next step of what is being shown.
    fn run_step(&mut self) {
        let Some(dir) = self.running.pop_front() else { return };
        let Moves::Sokoban(game) = &mut self.game.moves else { return };
        if !game.step(dir) {
            self.running.clear();
        }
        if self.running.is_empty() {
            self.changed();
        }
    }

    /// Finishes at once whatever is still being shown.
    fn settle(&mut self) {
        while !self.running.is_empty() {
            self.run_step();
        }
    }

    /// Shows steps one after the other.
    fn run(&mut self, steps: Vec<Dir>) {
        self.settle();
        self.running = steps.into();
        self.stepped = self.now;
        self.run_step();
    }

    /// After any change of the position.
    fn changed(&mut self) {
        self.select(None);
        self.marks.hint.clear();
        self.marks.lost = None;
        self.hint = None;
        self.message = None;
        self.to_go = None;
        self.changed_at = Some(self.now);
        self.ended = None;
        if self.game.is_solved() {
            self.running.clear();
            self.ended = Some(self.stars());
        }
        self.wonder();
    }

    fn stars(&self) -> usize {
        let best = least(&self.best, &self.optimum);
        stars(&self.game.counts(), &best, self.game.hints, self.game.watched)
    }

    /// Asks what a player wants to know after each move: whether it is lost, how far there is to go.
    fn wonder(&mut self) {
        self.forget(Kind::Why);
        self.forget(Kind::Far);
        if self.game.is_solved() || self.replay.is_some_and(|it| it.playing) {
            return;
        }
        match &self.game.moves {
            Moves::Sokoban(game) if game.counts().pushes == Some(0) => {}
            Moves::Sokoban(_) => self.ask(Kind::Why, Question::Why(self.game.position())),
            Moves::Unblock(_) => self.ask(Kind::Far, Question::Hint(self.game.position(), None)),
        }
    }

    /// Saves changes, after a short delay or at once; announces a solved level.
    pub(crate) fn keep(&mut self, progress: &mut Progress, at_once: bool) {
        if !self.game.is_solved() {
            self.told = false;
        } else if self.running.is_empty() && !std::mem::replace(&mut self.told, true) {
            progress.solved(&self.game);
        }
        let due = |since: Duration| at_once || self.now.saturating_sub(since) >= SETTLED;
        if self.elsewhere || !self.changed_at.is_some_and(due) {
            return;
        }
        self.changed_at = None;
        match progress.keep(&mut self.game) {
            Keeping::Kept => self.unsaved = false,
            Keeping::Failed => self.unsaved = true,
            Keeping::Elsewhere => {
                self.elsewhere = true;
                let text = "Played on elsewhere meanwhile: t takes that game, k keeps this one.";
                self.message = Some((Ink::Bad, self.lang.word(text).to_owned()));
            }
        }
    }

    /// Continues with the game from elsewhere, or keeps this one.
    pub(crate) fn decide(&mut self, progress: &Progress, take: bool) {
        self.elsewhere = false;
        match take {
            true => self.game = progress.game(&self.game.puzzle),
            false => progress.follow(&mut self.game),
        }
        self.changed();
    }

    /// Shows a sentence below the board.
    pub(crate) fn tell(&mut self, ink: Ink, english: &str, values: &[&dyn Display]) {
        self.message = Some((ink, self.lang.say(english, values)));
    }

    /// The moves for the clipboard, if there are any.
    pub(crate) fn copy(&mut self) -> Option<String> {
        let moves = self.game.played();
        if moves.is_empty() {
            self.tell(Ink::Text, "No move has been made.", &[]);
            return None;
        }
        let text = "Copied, if the terminal allows it; x writes the moves to a file.";
        self.tell(Ink::Good, text, &[]);
        Some(moves)
    }

    /// Everything that was asked is dropped.
    pub(crate) fn leave(&mut self) {
        self.settle();
        self.waiting.drain(..).for_each(|it| it.cancel.cancel());
    }
}
