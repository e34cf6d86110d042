//! Levels for planners: PDDL with the names of the Sokoban domain of the International Planning
//! Competition (sequential, optimal track, 2008 and 2011), and its problems back into levels.
//!
//! A [domain](Cost) says what a move and a push are and cost; a [problem] is one level. The
//! competition counts pushes; the domain with [`Cost::Moves`] counts every step. Squares that the
//! player could never reach are left out, so a problem holds the board and nothing else.
//!
//! ```text
//! (define (problem level-1) (:domain sokoban-sequential)
//!   (:objects dir-down … - direction  player-01 - player  stone-01 - stone  pos-1-1 … - location)
//!   (:init (at player-01 pos-2-2) (at stone-01 pos-3-2) (is-goal pos-4-2) (clear pos-4-2)
//!          (move-dir pos-2-2 pos-3-2 dir-right) … (= (total-cost) 0))
//!   (:goal (and (at-goal stone-01)))
//!   (:metric minimize (total-cost)))
//! ```

mod parse;
mod read;

pub(super) use read::read;

use std::fmt::Write;

use crate::{Board, Dir, Square};

/// What a plan costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A push costs 1 and a move nothing, as in the competition.
    Pushes,
    /// A push and a move cost 1 each.
    Moves,
}

/// The name of the domain, in domains and problems.
const DOMAIN: &str = "sokoban-sequential";

/// Whether a text is PDDL: the first thing in it that is not a comment is a definition.
pub fn is_pddl(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(';')).unwrap_or_default();
    let word = first.strip_prefix('(').map(str::trim_start).and_then(|rest| rest.get(..6));
    word.is_some_and(|word| word.eq_ignore_ascii_case("define"))
}

/// The domain.
pub fn domain(cost: Cost) -> String {
    let (counted, step) = match cost {
        Cost::Pushes => ("a push costs 1, a move nothing", ""),
        Cost::Moves => ("a push and a move cost 1 each", " (increase (total-cost) 1)"),
    };
    let push = |name: &str, kind: &str, after: &str| {
        format!(
            "  (:action {name}
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?ppos) (at ?s ?from) (clear ?to)
      (move-dir ?ppos ?from ?dir) (move-dir ?from ?to ?dir) ({kind} ?to))
    :effect (and (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to))
      (at ?p ?from) (at ?s ?to) (clear ?ppos) {after}
      (increase (total-cost) 1)))
"
        )
    };
    let goal = push("push-to-goal", "is-goal", "(at-goal ?s)");
    let other = push("push-to-nongoal", "is-nongoal", "(not (at-goal ?s))");
    format!(
        "; Sokoban for planners: {counted}.
(define (domain {DOMAIN})
  (:requirements :typing :action-costs)
  (:types thing location direction - object
          player stone - thing)
  (:predicates (clear ?l - location)
               (at ?t - thing ?l - location)
               (at-goal ?s - stone)
               (is-goal ?l - location)
               (is-nongoal ?l - location)
               (move-dir ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?from) (clear ?to) (move-dir ?from ?to ?dir))
    :effect (and (not (at ?p ?from)) (not (clear ?to)) (at ?p ?to) (clear ?from){step}))
{goal}{other})
"
    )
}

/// A level as a problem of that domain. The name is made of what PDDL allows in one.
pub fn problem(board: &Board, name: &str) -> String {
    let start = board.start();
    let place = |square: Square| {
        let (row, column) = board.place(square);
        format!("pos-{}-{}", column + 1, row + 1)
    };
    let all = || board.squares().map(place);
    let stones: Vec<String> = (1..=start.boxes.len()).map(|n| format!("stone-{n:02}")).collect();
    let mut out = format!("(define (problem {})\n  (:domain {DOMAIN})\n  (:objects", word(name));
    out += "\n    dir-down dir-left dir-right dir-up - direction\n    player-01 - player";
    let _ = write!(out, "\n    {} - stone", stones.join(" "));
    let _ = write!(out, "\n    {} - location)\n  (:init", all().collect::<Vec<_>>().join(" "));
    let _ = write!(out, "\n    (at player-01 {})", place(start.player));
    for (stone, &square) in stones.iter().zip(&start.boxes) {
        let at_goal =
            if board.is_goal(square) { format!(" (at-goal {stone})") } else { String::new() };
        let _ = write!(out, "\n    (at {stone} {}){at_goal}", place(square));
    }
    for square in board.squares() {
        let kind = if board.is_goal(square) { "is-goal" } else { "is-nongoal" };
        let free = !start.has_box(square) && square != start.player;
        let clear = if free { format!(" (clear {})", place(square)) } else { String::new() };
        let _ = write!(out, "\n    ({kind} {}){clear}", place(square));
        for dir in Dir::ALL {
            if let Some(next) = board.neighbor(square, dir) {
                let _ =
                    write!(out, " (move-dir {} {} {})", place(square), place(next), dir_word(dir));
            }
        }
    }
    let goal: Vec<String> = stones.iter().map(|stone| format!("(at-goal {stone})")).collect();
    let _ = write!(out, "\n    (= (total-cost) 0))\n  (:goal (and {}))", goal.join(" "));
    out + "\n  (:metric minimize (total-cost)))\n"
}

const fn dir_word(dir: Dir) -> &'static str {
    match dir {
        Dir::Up => "dir-up",
        Dir::Down => "dir-down",
        Dir::Left => "dir-left",
        Dir::Right => "dir-right",
    }
}

/// A name as PDDL has them: a letter, then letters, digits and hyphens.
fn word(name: &str) -> String {
    let mut word = String::from("level");
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty()) {
        word += "-";
        word += &part.to_ascii_lowercase();
    }
    word
}
