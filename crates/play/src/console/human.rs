//! Playing by words: a piece or a box and where it goes, hints, taking back.

use std::io::Write;

use puzzle::hint::Hint;
use puzzle::plain::{Axis, Dir};
use puzzle::{Puzzle, Status};

use super::board::counted;
use super::{Console, Done, quoted};
use crate::ask::{Answer, Question, answer};
use crate::game::{Game, Moves, SokobanGame};
use crate::lang::Lang;

/// The farthest anything goes at a word.
const FAR: usize = 1000;

/// What became of a move.
enum Made {
    Yes,
    /// Something is in the way.
    Blocked,
    /// A piece that can go either way: the words for them.
    Which(&'static str, &'static str),
    /// There is no such piece.
    NoPiece,
    /// The words are not understood.
    Unclear,
}

impl<W: Write> Console<W> {
    /// `3 right 2`, `right 2`, `rrU`, or the direction that was asked for.
    pub(super) fn move_by_words(&mut self, words: &[&str]) -> Done {
        let lang = self.lang;
        let Some(open) = &mut self.open else { return Ok(()) };
        let named = open.piece.take();
        let mut all: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
        if let (Some(piece), Some(first)) = (named, all.first())
            && direction(lang, first).is_some()
        {
            all.insert(0, piece);
        }
        let made = match &mut open.game.moves {
            Moves::Sokoban(_) => sokoban(&mut open.game, lang, &all, words),
            Moves::Unblock(_) => unblock(&mut open.game, lang, &all),
        };
        match made {
            Made::Yes => self.moved(),
            Made::Blocked => self.put(lang.say("Something is in the way.", &[])),
            Made::NoPiece => {
                self.put(lang.say("There is no {0} on this board.", &[&quoted(words[0])]))
            }
            Made::Which(back, forth) => {
                open.piece = all.first().cloned();
                let (back, forth) = (lang.word(back), lang.word(forth));
                self.put(lang.say("Which way: {0} or {1}?", &[&back, &forth]))
            }
            Made::Unclear => match words.first() {
                Some(word) => self.puzzled(word),
                None => Ok(()),
            },
        }
    }

    /// After a move: the board, and the end if this is one.
    pub(super) fn moved(&mut self) -> Done {
        self.draw()?;
        let lang = self.lang;
        let Some(open) = &mut self.open else { return Ok(()) };
        self.progress.keep(&mut open.game);
        if !open.game.is_solved() {
            open.told = false;
            return Ok(());
        }
        if std::mem::replace(&mut open.told, true) {
            return Ok(());
        }
        let counts = counted(lang, &open.game.counts());
        self.progress.solved(&open.game);
        let watched = open.game.watched;
        self.put(match watched {
            true => lang.say("The end of the solution: {0}.", &[&counts]),
            false => lang.say("Solved! {0}.", &[&counts]),
        })
    }

    /// Something done to the game a number of times.
    pub(super) fn repeat(&mut self, rest: &[&str], once: fn(&mut Game) -> bool) -> Done {
        let Some(open) = &mut self.open else { return Ok(()) };
        let times = match rest.first().map_or(Ok(1), |it| it.parse::<usize>()) {
            Ok(times) => times.min(open.game.len()),
            Err(_) => return self.puzzled(rest[0]),
        };
        let done = (0..times).take_while(|_| once(&mut open.game)).count();
        match done {
            0 => self.put(self.lang.say("There is nothing more.", &[])),
            _ => self.moved(),
        }
    }

    pub(super) fn restart(&mut self) -> Done {
        if let Some(open) = &mut self.open {
            open.game.restart();
        }
        self.moved()
    }

    /// One good move, said and not made.
    pub(super) fn hint(&mut self) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        let question = Question::Hint(open.game.position(), None);
        let Answer::Hint(found) =
            answer(question, puzzle::Cancel::default(), self.searcher.as_ref())
        else {
            return Ok(());
        };
        let lang = self.lang;
        let text = match found {
            Err(why) => lang.say("No hint: {0}", &[&lang.word(&why.to_string())]),
            Ok(hint) if hint.next.is_empty() => without(lang, hint.status),
            Ok(hint) => {
                let open = self.open.as_mut().expect("it was open above");
                open.game.hints += 1;
                said(lang, &open.game, &hint)
            }
        };
        self.put(text)
    }

    /// Whether the position is lost, and why.
    pub(super) fn why(&mut self) -> Done {
        let Some(open) = &self.open else { return Ok(()) };
        let lang = self.lang;
        let question = Question::Why(open.game.position());
        let Answer::Why(found) =
            answer(question, puzzle::Cancel::default(), self.searcher.as_ref())
        else {
            return Ok(());
        };
        let text = match found {
            Err(why) => lang.say("No answer: {0}", &[&lang.word(&why.to_string())]),
            Ok(None) => match open.game.puzzle {
                Puzzle::Sokoban(_) => lang.say("No reason is seen why it should be lost.", &[]),
                Puzzle::Unblock(_) => lang.say("It is not lost.", &[]),
            },
            Ok(Some(lost)) => {
                let boxes = boxes_at(&open.game, &lost.boxes);
                let reason = lang.word(&lost.sentence).to_owned();
                match boxes.is_empty() {
                    true => lang.say("Lost: {0}.", &[&reason]),
                    false => lang.say("Lost: {0} (boxes {1}).", &[&reason, &boxes]),
                }
            }
        };
        self.put(text)
    }
}

/// The message when there is no solution from here.
fn without(lang: Lang, status: Status) -> String {
    match status {
        Status::Solved => lang.say("Nothing is left to do.", &[]),
        Status::Unsolvable => lang.say("This position has no solution.", &[]),
        _ => lang.say("No solution was found.", &[]),
    }
}

/// A hint in words.
fn said(lang: Lang, game: &Game, hint: &Hint) -> String {
    let step = &hint.next[0];
    let to_go = counted(lang, &hint.to_go);
    let text = match &game.moves {
        Moves::Sokoban(moves) => said_sokoban(lang, moves, step),
        Moves::Unblock(moves) => {
            let made = moves.board().read_moves(step).ok().and_then(|it| it.first().copied());
            made.map(|it| {
                let piece = &moves.board().pieces()[usize::from(it.piece)];
                let way = way(piece.axis, it.delta > 0);
                let order = moves.numbered();
                let number = order.iter().position(|&i| i == usize::from(it.piece));
                let (number, way) = (number.map_or(0, |i| i + 1), lang.word(way));
                lang.say("Try: {0} {1} {2}", &[&number, &way, &it.delta.unsigned_abs()])
            })
        }
    };
    let text = text.unwrap_or_else(|| lang.say("Try: {0}", &[step]));
    lang.say("{0} ({1} to go)", &[&text, &to_go])
}

/// The box that is pushed first, by its number, where to and how far.
fn said_sokoban(lang: Lang, game: &SokobanGame, step: &str) -> Option<String> {
    let mut ahead = game.clone();
    let walk = step.find(|c: char| c.is_ascii_uppercase())?;
    for letter in step[..walk].chars() {
        ahead.step(Dir::from_letter(letter)?);
    }
    let dir = Dir::from_letter(step[walk..].chars().next()?)?;
    let first = ahead.board().neighbor(ahead.state().player, dir)?;
    let number = game.numbered().iter().position(|&it| it == first)? + 1;
    let (way, far) = (lang.word(direction_word(dir)), step.len() - walk);
    Some(lang.say("Try: {0} {1} {2}", &[&number, &way, &far]))
}

/// The numbers of the boxes on these places.
fn boxes_at(game: &Game, places: &[puzzle::why::Place]) -> String {
    let Moves::Sokoban(game) = &game.moves else { return String::new() };
    let boxes = game.numbered();
    let number = |place: &puzzle::why::Place| {
        let square = game.board().square_at(place.row, place.column)?;
        Some((boxes.iter().position(|&it| it == square)? + 1).to_string())
    };
    places.iter().filter_map(number).collect::<Vec<_>>().join(", ")
}

/// The word of a direction, to be said in a language.
fn direction_word(dir: Dir) -> &'static str {
    match dir {
        Dir::Up => "up",
        Dir::Down => "down",
        Dir::Left => "left",
        Dir::Right => "right",
    }
}

fn way(axis: Axis, forth: bool) -> &'static str {
    match (axis, forth) {
        (Axis::Horizontal, true) => "right",
        (Axis::Horizontal, false) => "left",
        (Axis::Vertical, true) => "down",
        (Axis::Vertical, false) => "up",
    }
}

/// A direction in words: both languages, and the first letter in the one that is spoken, because `d`
/// is down in one and right in the other.
fn direction(lang: Lang, word: &str) -> Option<Dir> {
    let letters = match lang {
        Lang::En => ["u", "d", "l", "r"],
        Lang::Pt => ["c", "b", "e", "d"],
    };
    let all = [
        (Dir::Up, ["up", "cima"], letters[0]),
        (Dir::Down, ["down", "baixo"], letters[1]),
        (Dir::Left, ["left", "esquerda"], letters[2]),
        (Dir::Right, ["right", "direita"], letters[3]),
    ];
    all.into_iter()
        .find(|(_, words, letter)| words.contains(&word) || *letter == word)
        .map(|it| it.0)
}

/// How far: the number, or 1 by default.
fn distance(word: Option<&String>) -> Option<usize> {
    word.map_or(Some(1), |it| it.parse().ok()).filter(|far| (1..=FAR).contains(far))
}

fn unblock(game: &mut Game, lang: Lang, words: &[String]) -> Made {
    let Moves::Unblock(game) = &mut game.moves else { return Made::Unclear };
    let Some(first) = words.first() else { return Made::Unclear };
    let by_number = first.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let by_number = by_number.and_then(|i| game.numbered().get(i).copied());
    let by_name = || game.board().piece_named(&first.to_uppercase());
    let Some(piece) = by_number.or_else(by_name) else {
        return if first.parse::<u64>().is_ok() { Made::NoPiece } else { Made::Unclear };
    };
    let axis = game.board().pieces()[piece].axis;
    let (back, forth) = game.room(piece);
    let Some(word) = words.get(1) else {
        // With one way to go there is nothing to ask.
        return match (back > 0, forth > 0) {
            (true, true) => Made::Which(way(axis, false), way(axis, true)),
            (true, false) => slid(game.slide(piece, -1)),
            (false, true) => slid(game.slide(piece, 1)),
            (false, false) => Made::Blocked,
        };
    };
    let (Some(dir), Some(far)) = (direction(lang, word), distance(words.get(2))) else {
        return Made::Unclear;
    };
    let along = match axis {
        Axis::Horizontal => matches!(dir, Dir::Left | Dir::Right),
        Axis::Vertical => matches!(dir, Dir::Up | Dir::Down),
    };
    let far = i8::try_from(far).ok().filter(|_| along);
    let signed = far.map(|far| match dir {
        Dir::Up | Dir::Left => -far,
        Dir::Down | Dir::Right => far,
    });
    slid(signed.is_some_and(|delta| game.slide(piece, delta)))
}

fn slid(done: bool) -> Made {
    if done { Made::Yes } else { Made::Blocked }
}

fn sokoban(game: &mut Game, lang: Lang, words: &[String], typed: &[&str]) -> Made {
    let Moves::Sokoban(game) = &mut game.moves else { return Made::Unclear };
    let Some(first) = words.first() else { return Made::Unclear };
    if let Ok(number) = first.parse::<usize>() {
        let at = number.checked_sub(1).and_then(|i| game.numbered().get(i).copied());
        let Some(at) = at else { return Made::NoPiece };
        let Some(word) = words.get(1) else { return Made::Unclear };
        let (Some(dir), Some(far)) = (direction(lang, word), distance(words.get(2))) else {
            return Made::Unclear;
        };
        return slid(push_straight(game, at, dir, far));
    }
    if let (Some(dir), Some(far)) = (direction(lang, first), distance(words.get(1))) {
        return slid((0..far).take_while(|_| game.step(dir)).count() > 0);
    }
    let letters: String = typed.concat();
    let dirs: Option<Vec<Dir>> = letters.chars().map(Dir::from_letter).collect();
    match dirs {
        Some(dirs) if letters.len() <= FAR => {
            slid(dirs.into_iter().take_while(|&dir| game.step(dir)).count() > 0)
        }
        _ => Made::Unclear,
    }
}

/// Walks to a box and pushes it; nothing happens when that cannot be done.
fn push_straight(game: &mut SokobanGame, at: puzzle::plain::Square, dir: Dir, far: usize) -> bool {
    let mut ahead = game.clone();
    let walk = ahead.board().neighbor(at, dir.opposite()).and_then(|behind| ahead.walk(behind));
    let Some(walk) = walk else { return false };
    let pushes = std::iter::repeat_n(dir, far);
    let done = walk.into_iter().chain(pushes).all(|dir| ahead.step(dir));
    if done {
        *game = ahead;
    }
    done
}
