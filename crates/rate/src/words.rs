//! Why a level is as hard as it is, in words.
//!
//! Features of one kind are added up; a kind that weighs something is told with the counts that stand behind
//! it, the weightiest first. Points are hundredths of the share (Unblock: of the moves).

use crate::grade::Basis;
use crate::model::{Guess, Model, share};
use crate::sokoban::Facts;

/// Kinds of features that are told together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Size,
    Length,
    Losing,
    Order,
    Search,
    Player,
}

const SOKOBAN_TOPICS: [Topic; 6] =
    [Topic::Size, Topic::Length, Topic::Losing, Topic::Order, Topic::Search, Topic::Player];

fn sokoban_topic(name: &str) -> Topic {
    match name {
        "pushes" | "moves" | "walking" | "lines" | "bound" | "detour" | "longer" => Topic::Length,
        "plain" | "hidden" | "worst" | "loss_bits" | "hidden_bits" | "last_loss" | "swamp"
        | "lost" | "first_loses" | "first_hidden" | "one_way" => Topic::Losing,
        "changes" | "returns" | "idle" | "off_goal" | "away" | "away_share" => Topic::Order,
        "player_tries" | "player_pushes" | "player_first" => Topic::Player,
        "boxes" | "squares" | "density" | "on_goal" | "dead_squares" | "tunnels" | "rooms"
        | "walls" => Topic::Size,
        _ => Topic::Search,
    }
}

/// Kinds below this many points are not told.
const LEAST_POINTS: f64 = 1.0;

/// The weights of kinds, the weightiest first, as points.
fn weighed(
    model: &Model,
    guess: &Guess,
    topics: &[Topic],
    topic_of: fn(&str) -> Topic,
    points: impl Fn(f64) -> f64,
) -> Vec<(Topic, f64)> {
    let sum = |topic: Topic| {
        let parts = model.terms.iter().zip(&guess.parts);
        parts.filter(|(term, _)| topic_of(term.name) == topic).map(|(_, part)| part).sum::<f64>()
    };
    let mut weighed: Vec<(Topic, f64)> =
        topics.iter().map(|&topic| (topic, points(sum(topic)))).collect();
    weighed.retain(|(_, points)| points.abs() >= LEAST_POINTS);
    weighed.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    weighed
}

fn told(sentence: String, points: f64) -> String {
    let points = points.round();
    let word = if points.abs() == 1.0 { "point" } else { "points" };
    // More plays that end solved: easier.
    let how = if points < 0.0 { "harder" } else { "easier" };
    format!("{sentence}: {} {word} {how} than the average level", points.abs())
}

/// The reasons of a Sokoban grade.
pub(crate) fn sokoban(model: &Model, guess: &Guess, facts: &Facts, basis: Basis) -> Vec<String> {
    let points = |part: f64| 100.0 * (share(guess.score) - share(guess.score - part));
    let weighed = weighed(model, guess, &SOKOBAN_TOPICS, sokoban_topic, points);
    weighed
        .into_iter()
        .map(|(topic, points)| told(sokoban_sentence(topic, facts, basis, model, guess), points))
        .collect()
}

fn sokoban_sentence(
    topic: Topic,
    facts: &Facts,
    basis: Basis,
    model: &Model,
    guess: &Guess,
) -> String {
    // Only who has seen every position knows which solution is the shortest.
    let which = match basis {
        Basis::Graph => "the shortest solution",
        Basis::Solution | Basis::Board => "the solution found",
    };
    let [first, first_lost, first_hidden] = facts.first;
    let [way, lost, hidden] = facts.way;
    let hundredths = |part: u32, of: u32| (100 * part + of / 2) / of.max(1);
    match topic {
        Topic::Length => {
            format!("{which} takes {} moves, {} of them pushes", facts.moves, facts.pushes)
        }
        Topic::Losing => {
            let start = match (first_lost, first_hidden) {
                (0, _) => "no first push loses".to_owned(),
                (lost, 0) => format!("{lost} of {first} first pushes lose, and look like it"),
                (lost, hidden) => {
                    format!(
                        "{lost} of {first} first pushes lose, {hidden} of them without looking like it"
                    )
                }
            };
            let (lost, hidden) = (hundredths(lost, way), hundredths(hidden, way));
            format!("{start}; on the way {lost} of 100 pushes lose, {hidden} unseen")
        }
        Topic::Order => format!(
            "the solution turns to a box {} times, and {} pushes take boxes away from free goals",
            facts.changes, facts.away
        ),
        Topic::Player => {
            let tries = match facts.tries.max(1.0).round() {
                1.0 => "1 try".to_owned(),
                many => format!("{many} tries"),
            };
            let first = 100.0 * facts.first_tries;
            format!(
                "a simulated player needs about {tries}, and solves {first:.0} of 100 games at the first"
            )
        }
        Topic::Search => format!("how straight the way is: {}", straight(model, guess)),
        Topic::Size => "the size of the board and the number of boxes".to_owned(),
    }
}

/// Which of the measures of the search for a way weighs most.
fn straight(model: &Model, guess: &Guess) -> &'static str {
    let parts = model.terms.iter().zip(&guess.parts);
    let of_search = parts.filter(|(term, _)| sokoban_topic(term.name) == Topic::Search);
    let most = of_search.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match most.map_or("", |(term, _)| term.name) {
        "greedy" | "greedy_near" => "how far pushing towards the goals leads astray",
        "astar" | "astar_near" => "how many positions must be thought through",
        "paths" => "how many shortest solutions there are",
        "good" | "luck" => "how many pushes are on a shortest solution",
        "forced" => "how often only one push does not lose",
        "choice" | "first" => "how many pushes there are to choose from",
        "surprise" => "how little the right pushes suggest themselves",
        "reach" => "how much of the floor the player can walk to",
        _ => "how many positions there are, and how far from a solution",
    }
}

const UNBLOCK_TOPICS: [Topic; 5] =
    [Topic::Length, Topic::Losing, Topic::Order, Topic::Search, Topic::Player];

fn unblock_topic(name: &str) -> Topic {
    match name {
        "moves" | "steps" => Topic::Length,
        "cluster" | "farthest" | "choice" | "same" | "solutions" => Topic::Search,
        "retreats" | "blockings" | "movers" => Topic::Order,
        "player" | "luck" | "tree_luck" => Topic::Player,
        _ => Topic::Losing,
    }
}

/// The reasons of a grade of Unblock.
pub(crate) fn unblock(model: &Model, guess: &Guess, facts: &crate::unblock::Facts) -> Vec<String> {
    let points = |part: f64| 100.0 * (part.exp() - 1.0);
    let weighed = weighed(model, guess, &UNBLOCK_TOPICS, unblock_topic, points);
    weighed
        .into_iter()
        .map(|(topic, points)| {
            let how = if points < 0.0 { "fewer" } else { "more" };
            format!(
                "{}: {:.0} % {how} moves than on the average board",
                unblock_sentence(topic, facts),
                points.abs()
            )
        })
        .collect()
}

fn unblock_sentence(topic: Topic, facts: &crate::unblock::Facts) -> String {
    let rating = &facts.rating;
    match topic {
        Topic::Length => format!("the shortest solution takes {} moves", rating.moves),
        Topic::Losing | Topic::Size => format!(
            "{} in the way of the red piece; at {} of {} positions what blocks what shows no good move",
            match facts.blockers {
                1 => "1 piece is".to_owned(),
                many => format!("{many} pieces are"),
            },
            facts.unnatural,
            rating.moves
        ),
        Topic::Order => format!(
            "{} pieces move, and {} moves take the red piece back or put one before it",
            rating.movers,
            rating.retreats + rating.blockings
        ),
        Topic::Search => format!(
            "{} positions can be reached, the farthest {} moves away",
            rating.cluster, rating.farthest
        ),
        Topic::Player => "what a simulated player makes of it".to_owned(),
    }
}
