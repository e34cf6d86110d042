//! Why a level is as hard as it is, in words.
//!
//! Features of one kind are added up; a kind that weighs something is told with the counts that stand behind
//! it, the weightiest first. Points are hundredths of the share (Unblock: of the moves).

use crate::grade::Basis;
use crate::model::{Guess, Model, share};
use crate::sokoban::Measured;

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

fn told(sentence: &str, points: f64) -> String {
    let points = points.round();
    let word = if points.abs() == 1.0 { "point" } else { "points" };
    // More plays that end solved: easier.
    let how = if points < 0.0 { "harder" } else { "easier" };
    format!("{sentence}: {} {word} {how}", points.abs())
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What a sentence about a Sokoban level is made from.
struct Told<'a> {
    model: &'a Model,
    guess: &'a Guess,
    measured: &'a Measured,
    basis: Basis,
}

/// The reasons of a Sokoban grade. Each says what the average level of the data is like: the points compare with it.
pub(crate) fn sokoban(
    model: &Model,
    guess: &Guess,
    measured: &Measured,
    basis: Basis,
) -> Vec<String> {
    let points = |part: f64| 100.0 * (share(guess.score) - share(guess.score - part));
    let weighed = weighed(model, guess, &SOKOBAN_TOPICS, sokoban_topic, points);
    let it = Told { model, guess, measured, basis };
    weighed.into_iter().map(|(topic, points)| told(&it.sentence(topic, points), points)).collect()
}

impl Told<'_> {
    /// A feature of this level, and of the average level.
    fn value(&self, name: &str) -> [f64; 2] {
        let at = self.model.terms.iter().position(|term| term.name == name);
        at.map_or([0.0; 2], |at| [self.measured.features[at], self.model.terms[at].mean])
    }

    fn sentence(&self, topic: Topic, points: f64) -> String {
        let facts = &self.measured.facts;
        let most = self.most(topic, points);
        // Most features are logarithms.
        let usual = |name| self.value(name)[1].exp();
        match topic {
            Topic::Length if self.basis == Basis::Board => {
                let [here, usual] = self.value("bound").map(f64::exp);
                format!(
                    "boxes are at least {here:.0} pushes from the goals (on average {usual:.0})"
                )
            }
            Topic::Length => {
                // Only who has seen every position knows which solution is the shortest.
                let which =
                    if self.basis == Basis::Graph { "shortest solution" } else { "solution found" };
                let (moves, pushes) = (usual("moves"), usual("pushes"));
                let found = format!(
                    "the {which} takes {} with {} (on average {moves:.0} with {pushes:.0})",
                    counted(facts.moves, "move", "moves"),
                    counted(facts.pushes, "push", "pushes")
                );
                match most.as_str() {
                    "more moves" | "fewer moves" | "more pushing" | "less pushing" => found,
                    most => format!("{found}, above all {most}"),
                }
            }
            Topic::Losing => format!("{}, above all {most}", self.losing()),
            Topic::Order => format!(
                "the solution turns to a box {} (on average {:.0}), above all {most}",
                counted(facts.changes, "time", "times"),
                usual("changes")
            ),
            Topic::Player => {
                let tries = counted(facts.tries.max(1.0).round() as u32, "try", "tries");
                let first = 100.0 * facts.first_tries;
                format!(
                    "a simulated player needs about {tries}, and solves {first:.0} of 100 games at the first (on average {:.0} and {:.0})",
                    usual("player_tries"),
                    100.0 * self.value("player_first")[1]
                )
            }
            Topic::Search => format!("{most} than on average"),
            Topic::Size => {
                let [boxes, usual_boxes] = self.value("boxes");
                let [squares, usual_squares] = self.value("squares").map(f64::exp);
                let boxes = counted(boxes as u32, "box", "boxes");
                format!(
                    "{boxes} on {squares:.0} squares (on average {usual_boxes:.0} on {usual_squares:.0}), above all {most}"
                )
            }
        }
    }

    fn losing(&self) -> String {
        let facts = &self.measured.facts;
        let [first, first_lost, first_hidden] = facts.first;
        let [way, lost, hidden] = facts.way;
        let hundredths = |part: u32, of: u32| (100 * part + of / 2) / of.max(1);
        let start = match (first_lost, first_hidden) {
            (0, _) => "no first push loses".to_owned(),
            (lost, 0) => format!("{lost} of {first} first pushes lose, and look like it"),
            (lost, hidden) => {
                format!(
                    "{lost} of {first} first pushes lose, {hidden} of them without looking like it"
                )
            }
        };
        let way = match (hundredths(lost, way), hundredths(hidden, way)) {
            (0, _) => "no push on the way loses".to_owned(),
            (lost, 0) => format!("on the way {lost} of 100 pushes lose, and look like it"),
            (lost, hidden) => format!("on the way {lost} of 100 pushes lose, {hidden} unseen"),
        };
        let usual = |name| 100.0 * self.value(name)[1];
        format!(
            "{start}; {way} (on average {:.0} of 100 first pushes, then {:.0} and {:.0})",
            usual("first_loses"),
            usual("plain") + usual("hidden"),
            usual("hidden")
        )
    }

    /// The feature of a topic that weighs most in the direction of the topic, and whether there is more or less of it
    /// than in the average level.
    fn most(&self, topic: Topic, points: f64) -> String {
        let parts = self.model.terms.iter().zip(&self.guess.parts).zip(&self.measured.features);
        let of_topic = parts.filter(|((term, _), _)| sokoban_topic(term.name) == topic);
        let most = of_topic.max_by(|a, b| (a.0.1 * points).total_cmp(&(b.0.1 * points)));
        let Some(((term, _), &value)) = most else { return "other things".to_owned() };
        let thing = sokoban_thing(term.name);
        // What can be counted is a plural, and its noun comes first.
        let counts = thing.split(' ').next().is_some_and(|noun| noun.ends_with('s'));
        let how = match (value > term.mean, counts) {
            (true, _) => "more",
            (false, true) => "fewer",
            (false, false) => "less",
        };
        format!("{how} {thing}")
    }
}

/// What there is more or less of.
fn sokoban_thing(name: &str) -> &'static str {
    match name {
        "boxes" | "density" => "crowding by boxes",
        "squares" => "floor",
        "on_goal" => "boxes that start on goals",
        "dead_squares" => "floor that no box may stand on",
        "tunnels" => "tunnels",
        "rooms" => "rooms",
        "walls" => "wall around the floor",
        "bound" | "pushes" => "pushing",
        "moves" => "moves",
        "walking" => "walking between pushes",
        "lines" => "turning of boxes",
        "detour" | "longer" => "pushing than boxes alone would need",
        "changes" | "returns" => "changing between boxes",
        "idle" => "boxes that stay where they are",
        "off_goal" => "pushing off goals",
        "away" | "away_share" => "pushing away from free goals",
        "reach" => "floor that can be walked to",
        "choice" | "first" => "pushes to choose from",
        "good" => "pushes that are on a shortest solution",
        "luck" => "luck needed for a shortest solution",
        "forced" => "positions where only one push does not lose",
        "plain" => "pushes that plainly lose",
        "hidden" | "hidden_bits" | "worst" | "first_hidden" => "pushes that lose unseen",
        "loss_bits" | "first_loses" => "pushes that lose",
        "last_loss" => "danger near the end",
        "swamp" => "playing on after a losing push",
        "one_way" => "pushes that cannot be taken back",
        "states" => "positions",
        "lost" => "positions that are lost",
        "paths" => "solutions as short",
        "farthest" => "distance to the farthest position",
        "astar" | "astar_near" => "positions to think through",
        "greedy" | "greedy_near" => "going astray when boxes are pushed towards the goals",
        "surprise" => "surprise in the right pushes",
        _ => "of the rest",
    }
}

const UNBLOCK_TOPICS: [Topic; 5] =
    [Topic::Length, Topic::Losing, Topic::Order, Topic::Search, Topic::Player];

fn unblock_topic(name: &str) -> Topic {
    match name {
        "moves" | "steps" => Topic::Length,
        "cluster" | "farthest" | "choice" | "same" | "solutions" | "near" | "promising" => {
            Topic::Search
        }
        "retreats" | "blockings" | "movers" | "again" => Topic::Order,
        "player" | "luck" | "tree_luck" => Topic::Player,
        _ => Topic::Losing,
    }
}

/// The reasons of a grade of Unblock. What is explained is how many moves people need for each move of the shortest
/// solution; each reason says what the average board of the data is like.
pub(crate) fn unblock(
    model: &Model,
    guess: &Guess,
    measured: &crate::unblock::Measured,
) -> Vec<String> {
    let points = |part: f64| 100.0 * (part.exp() - 1.0);
    let weighed = weighed(model, guess, &UNBLOCK_TOPICS, unblock_topic, points);
    let [offset, factor] = model.calibration;
    let each = format!(
        "{:.1} moves for each of the {} of the shortest solution (on average {:.1} for each of {:.0})",
        guess.score.exp().max(1.0),
        measured.facts.rating.moves,
        (offset + factor * model.intercept).exp(),
        usual(model, "moves").exp()
    );
    let reasons = weighed.into_iter().map(|(topic, points)| {
        let how = if points < 0.0 { "fewer" } else { "more" };
        format!(
            "{}: {:.0} % {how} for each",
            unblock_sentence(topic, model, &measured.facts),
            points.abs()
        )
    });
    std::iter::once(each).chain(reasons).collect()
}

/// A feature of the average board.
fn usual(model: &Model, name: &str) -> f64 {
    model.terms.iter().find(|term| term.name == name).map_or(0.0, |term| term.mean)
}

fn unblock_sentence(topic: Topic, model: &Model, facts: &crate::unblock::Facts) -> String {
    let rating = &facts.rating;
    let usual = |name| usual(model, name);
    match topic {
        Topic::Length => format!(
            "the shortest solution takes {} (on average {:.0})",
            counted(rating.steps, "step", "steps"),
            usual("steps").exp()
        ),
        Topic::Losing | Topic::Size => format!(
            "{} in the way of the red piece; at {} of {} positions what blocks what shows no good move (on average {:.0} of {:.0})",
            match facts.blockers {
                1 => "1 piece is".to_owned(),
                many => format!("{many} pieces are"),
            },
            facts.unnatural,
            rating.moves,
            usual("unnatural"),
            usual("moves").exp()
        ),
        Topic::Order => format!(
            "{} pieces move, and {} moves take the red piece back or put one before it (on average {:.0} and {:.0})",
            rating.movers,
            rating.retreats + rating.blockings,
            usual("movers"),
            usual("retreats") + usual("blockings")
        ),
        Topic::Search => format!(
            "{} positions can be reached, the farthest {} moves away (on average {:.0} and {:.0})",
            rating.cluster,
            rating.farthest,
            usual("cluster").exp(),
            usual("farthest").exp()
        ),
        Topic::Player => format!(
            "a simulated player needs about {:.0} moves (on average {:.0})",
            facts.played,
            usual("player").exp()
        ),
    }
}
