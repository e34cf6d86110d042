//! Hints in steps, reasons, distances: what is asked, and what an answer shows.

use puzzle::hint::Hint;
use puzzle::plain::Dir;
use puzzle::why::{DeadReason, Explanation, Place};
use puzzle::{Counts, NoAnswer, Status};

use super::{Hinted, Kind, Play};
use crate::ask::Question;
use crate::game::{Moves, SokobanGame, UnblockGame};
use crate::screen::palette::Ink;

impl Play {
    /// One step further: what to move, where to, the move itself.
    pub(super) fn ask_hint(&mut self) {
        if self.game.is_solved() || self.waits_for(Kind::Hint) {
            return;
        }
        let played = self.game.played();
        if self.hint.as_ref().is_some_and(|it| it.played == played) {
            return self.show_hint();
        }
        if let Some(hint) = self.planned(&played) {
            self.hint = Some(hint);
            return self.show_hint();
        }
        let avoid = match &self.game.moves {
            Moves::Sokoban(_) => None,
            Moves::Unblock(game) => {
                let piece = game.last_piece();
                piece.map(|it| game.board().pieces()[it].name.to_string())
            }
        };
        self.message = Some((Ink::Text, self.lang.say("Thinking…", &[])));
        self.ask(Kind::Hint, Question::Hint(self.game.position(), avoid));
    }

    /// The next step of the plan, while it is followed.
    fn planned(&self, played: &str) -> Option<Hinted> {
        let rest = self.plan.as_ref()?.strip_prefix(played)?;
        let step = puzzle::hint::first_step(rest);
        let count = |of: fn(char) -> bool| Some(rest.chars().filter(|&it| of(it)).count() as u64);
        let to_go = Counts {
            moves: count(|_| true),
            pushes: count(|it| it.is_ascii_uppercase()),
            ..Counts::default()
        };
        let (played, step) = (played.to_owned(), step.to_owned());
        (!step.is_empty()).then_some(Hinted { stage: 0, played, step, to_go })
    }

    /// The way on from here or from the start.
    pub(super) fn hinted(&mut self, kind: Kind, found: Result<Hint, NoAnswer>) {
        match (kind, found) {
            (Kind::Optimum, Ok(hint)) => {
                self.optimum = hint.to_go;
                if self.ended.is_some() {
                    self.ended = Some(self.stars());
                }
            }
            (Kind::Far, Ok(hint)) => {
                self.to_go = hint.to_go.moves;
                if hint.status == Status::Unsolvable {
                    let text = self.lang.say("There is no way out from here.", &[]);
                    self.message = Some((Ink::Bad, text));
                }
            }
            (Kind::Hint, Ok(hint)) => self.take_hint(hint),
            (Kind::Hint, Err(NoAnswer::Stopped(puzzle::search::Stop::Interrupted))) => {}
            (Kind::Hint, Err(why)) => {
                let why = self.lang.word(&why.to_string()).to_owned();
                self.message = Some((Ink::Bad, self.lang.say("No hint: {0}", &[&why])));
            }
            _ => {}
        }
    }

    fn take_hint(&mut self, hint: Hint) {
        let played = self.game.played();
        let Some(step) = hint.next.first() else {
            let text = match hint.status {
                Status::Unsolvable => {
                    self.lang.say("There is no way on from here: take moves back.", &[])
                }
                _ => self.lang.say("No solution was found.", &[]),
            };
            self.message = Some((Ink::Bad, text));
            return;
        };
        if matches!(self.game.moves, Moves::Sokoban(_)) {
            self.plan = hint.solution.map(|it| format!("{played}{it}"));
        }
        self.hint = Some(Hinted { stage: 0, played, step: step.clone(), to_go: hint.to_go });
        self.show_hint();
    }

    /// Shows the next stage of the hint.
    fn show_hint(&mut self) {
        let Some(hint) = &mut self.hint else { return };
        hint.stage += 1;
        self.game.hints += 1;
        self.changed_at = Some(self.now);
        let (stage, step) = (hint.stage, hint.step.clone());
        let to_go = hint.to_go.pushes.or(hint.to_go.moves).unwrap_or(0);
        match (&self.game.moves, stage) {
            (Moves::Sokoban(_), 3..) => {
                self.run(step.chars().filter_map(Dir::from_letter).collect());
            }
            (Moves::Sokoban(game), _) => {
                let Some((from, to)) = pushed(game, &step) else { return };
                self.marks.hint = if stage == 1 { vec![from] } else { vec![from, to] };
                let text = match stage {
                    1 => self.lang.say(
                        "Look at this box. {0} {0|push|pushes} to go. h: where to?",
                        &[&to_go],
                    ),
                    _ => self.lang.say("It goes to the marked square. h: do it.", &[]),
                };
                self.message = Some((Ink::Text, text));
            }
            (Moves::Unblock(game), _) => {
                let Some((piece, delta)) = slid(game, &step) else { return };
                self.hint_piece(stage, piece, delta, to_go);
            }
        }
    }

    fn hint_piece(&mut self, stage: u32, piece: usize, delta: i8, to_go: u64) {
        let Moves::Unblock(game) = &mut self.game.moves else { return };
        let name = game.board().pieces()[piece].name.to_string();
        if stage >= 3 {
            if game.slide(piece, delta) {
                self.changed();
            }
            return;
        }
        self.marks.hint = vec![(piece, usize::MAX)];
        let text = match stage {
            1 => self
                .lang
                .say("Look at piece {0}. {1} {1|move|moves} to go. h: where to?", &[&name, &to_go]),
            _ => {
                self.marks.dragged = Some((piece, delta));
                self.lang.say(
                    "Piece {0} goes here, {1} {1|cell|cells} away. h: do it.",
                    &[&name, &delta.unsigned_abs()],
                )
            }
        };
        self.message = Some((Ink::Text, text));
    }

    pub(super) fn ask_why(&mut self) {
        if self.marks.lost.is_none() && !self.game.is_solved() {
            let text = self.lang.say("No reason is seen why it should be lost.", &[]);
            self.message = Some((Ink::Text, text));
            self.ask(Kind::Why, Question::Why(self.game.position()));
        }
    }

    /// Whether the position is lost: shown on the board.
    pub(super) fn explained(&mut self, found: Result<Option<Explanation>, NoAnswer>) {
        let Ok(Some(lost)) = found else { return };
        let text = self.lang.say("This position is lost. U takes the push back.", &[]);
        self.message = Some((Ink::Bad, text));
        self.marks.lost = Some(lost);
    }

    pub(super) fn died(&mut self, found: Result<Vec<(Place, DeadReason)>, NoAnswer>) {
        let Ok(dead) = found else { return };
        let dead: Vec<Place> = dead.into_iter().map(|(place, _)| place).collect();
        self.marks.dead.clone_from(&dead);
        self.dead = Some(dead);
    }
}

/// Where the box of a step stands and where it is pushed to, as rows and columns.
fn pushed(game: &SokobanGame, step: &str) -> Option<((usize, usize), (usize, usize))> {
    let mut ahead = game.clone();
    let mut places = None;
    for letter in step.chars() {
        let dir = Dir::from_letter(letter)?;
        let from = ahead.board().neighbor(ahead.state().player, dir)?;
        let is_box = ahead.state().has_box(from);
        ahead.step(dir);
        if is_box {
            let to = ahead.board().neighbor(from, dir)?;
            places = Some((places.map_or(from, |(first, _)| first), to));
        }
    }
    places.map(|(from, to)| (game.board().place(from), game.board().place(to)))
}

/// The piece of a step and how far it goes.
fn slid(game: &UnblockGame, step: &str) -> Option<(usize, i8)> {
    let made = game.board().read_moves(step).ok()?;
    made.first().map(|it| (usize::from(it.piece), it.delta))
}
