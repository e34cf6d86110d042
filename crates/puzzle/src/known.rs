//! What is known about a level: its best solutions, what no solution can beat, and who has proved it.
//!
//! A solution counts once the checker has replayed it. A bound cannot be replayed, so it keeps its
//! origin: the start position alone, a search with its whole configuration, or a certificate that the
//! checker has accepted. A bound above a replayed solution is a contradiction: the solution is right,
//! and whoever asks is told.

use std::fmt;

use search::{Goal, Guarantee, Metric};
use serde_json::{Map, Value, json};

use crate::facts::{FactValue, Facts};
use crate::{Counts, Game, Puzzle, WrongMoves, check};

/// Who has proved a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start position alone: a bound that is always computed and takes no search.
    Start,
    /// A rating of all positions within reach (Unblock), which is always computed too.
    Rating,
    /// A search.
    Search {
        /// The engine that was asked.
        engine: String,
        /// The options of `banto solve` that repeat it.
        config: String,
        /// The version of the program.
        version: String,
    },
    /// A proof that the checker has accepted from the rules alone.
    Certificate,
}

impl Origin {
    /// The word for it wherever it is written.
    pub const fn name(&self) -> &'static str {
        match self {
            Origin::Start => "start",
            Origin::Rating => "rating",
            Origin::Search { .. } => "search",
            Origin::Certificate => "certificate",
        }
    }

    /// Of two that prove the same, the one that is easier to believe.
    fn strength(&self) -> u8 {
        match self {
            Origin::Search { .. } => 0,
            Origin::Start | Origin::Rating => 1,
            Origin::Certificate => 2,
        }
    }

    /// The search that a record is about.
    ///
    /// # Errors
    /// What it lacks.
    pub fn of_record(record: &Value) -> Result<Origin, String> {
        let word = |name: &str| {
            let word = record.get(name).and_then(Value::as_str).map(str::to_owned);
            word.ok_or_else(|| format!("the record has no {name}"))
        };
        let (found, config, version) = (word("engine")?, word("config")?, word("version")?);
        // The engine of a record has found the solution; the bound may be another's. Whoever was asked
        // answers for it.
        let engine = option(&config, "--engine").map_or(found, str::to_owned);
        Ok(Origin::Search { engine, config, version })
    }

    fn to_json(&self) -> Value {
        match self {
            Origin::Search { engine, config, version } => json!({
                "kind": self.name(), "engine": engine, "config": config, "version": version,
            }),
            _ => json!({ "kind": self.name() }),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Start => f.write_str("the bound of the start position, which needs no search"),
            Origin::Rating => f.write_str("a rating of all positions within reach"),
            Origin::Search { engine, config, version } => {
                write!(f, "engine {engine} of banto {version}: {config}")
            }
            Origin::Certificate => f.write_str("a certificate that the checker has accepted"),
        }
    }
}

/// No solution takes less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What is counted: pushes, moves or steps.
    pub metric: Metric,
    /// How many are needed at least.
    pub value: u32,
    /// Who has proved it.
    pub by: Origin,
}

impl Bound {
    /// What the record of a search proves, if it proves anything: the bound in what the guarantee names,
    /// else in what its goal counts.
    ///
    /// # Errors
    /// What in the record cannot be.
    pub fn of_record(record: &Value) -> Result<Option<Bound>, String> {
        let Some(value) = record.get("bound").filter(|value| !value.is_null()) else {
            return Ok(None);
        };
        let value = value.as_u64().and_then(|value| u32::try_from(value).ok());
        let value = value.ok_or("its bound is not a count")?;
        let word = |name: &str| record.get(name).and_then(Value::as_str);
        let config = word("config").ok_or("it has a bound but no config")?;
        let guarantee = word("guarantee").and_then(Guarantee::from_name);
        let promised = guarantee.and_then(Guarantee::metric);
        let usual = match word("game") {
            Some("unblock") => Metric::Moves,
            _ => Metric::Pushes,
        };
        let metric = promised.or_else(|| asked(config)).unwrap_or(usual);
        let by = Origin::of_record(record)?;
        Ok(Some(Bound { metric, value, by }))
    }
}

/// What follows an option in the options of a search.
fn option<'a>(config: &'a str, name: &str) -> Option<&'a str> {
    config.split_whitespace().skip_while(|&word| word != name).nth(1)
}

/// What the options of a search ask to be shortest in.
fn asked(config: &str) -> Option<Metric> {
    option(config, "--goal").and_then(Goal::from_name).map(Goal::first)
}

/// A bound that a replayed solution refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The bound, or `None` for "there is no solution".
    pub bound: Option<Bound>,
    /// Who said so.
    pub by: Origin,
    /// What the solution counts.
    pub counts: Counts,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.bound {
            Some(Bound { metric, value, by }) => write!(
                f,
                "a contradiction: {value} {metric} are said to be needed at least ({by}), but a solution \
                 of {} {metric} replays; the bound is wrong and does not count",
                self.counts.of(*metric).unwrap_or(0),
                metric = metric.name()
            ),
            None => write!(
                f,
                "a contradiction: there is said to be no solution ({}), but one replays",
                self.by
            ),
        }
    }
}

/// Collects what is known about one level.
#[derive(Clone, Debug)]
pub struct Knowledge<'a> {
    puzzle: &'a Puzzle,
    solutions: Vec<Counts>,
    bounds: Vec<Bound>,
    lost: Option<Origin>,
}

impl<'a> Knowledge<'a> {
    /// Nothing yet.
    pub fn new(puzzle: &'a Puzzle) -> Knowledge<'a> {
        Knowledge { puzzle, solutions: Vec::new(), bounds: Vec::new(), lost: None }
    }

    /// A solution, which the checker replays first.
    ///
    /// # Errors
    /// Why it is none.
    pub fn solution(&mut self, moves: &str) -> Result<(), WrongMoves> {
        self.solutions.push(check(self.puzzle, moves)?);
        Ok(())
    }

    /// A bound that somebody has proved.
    pub fn bound(&mut self, bound: Bound) {
        self.bounds.push(bound);
    }

    /// Somebody has proved that there is no solution.
    pub fn lost(&mut self, by: Origin) {
        let stronger = |old: &Origin| by.strength() > old.strength();
        if self.lost.as_ref().is_none_or(stronger) {
            self.lost = Some(by);
        }
    }

    /// What the facts about the level say: the bound of the start position of Sokoban, the shortest
    /// lengths of a rated board of Unblock, or that there is no solution.
    pub fn facts(&mut self, facts: &Facts) {
        for (name, value) in facts {
            let (metric, by) = match *name {
                "lower_bound_pushes" => (Metric::Pushes, Origin::Start),
                "moves" => (Metric::Moves, Origin::Rating),
                "steps" => (Metric::Steps, Origin::Rating),
                "unsolvable" => {
                    self.lost(match self.puzzle.game() {
                        Game::Sokoban => Origin::Start,
                        Game::Unblock => Origin::Rating,
                    });
                    continue;
                }
                _ => continue,
            };
            if let FactValue::Number(value) = value
                && let Ok(value) = u32::try_from(*value)
            {
                self.bound(Bound { metric, value, by });
            }
        }
    }

    /// Takes out what replayed solutions refute.
    pub fn settle(&mut self) -> Vec<Contradiction> {
        let mut wrong = Vec::new();
        let solutions = &self.solutions;
        self.bounds.retain(|bound| {
            let fewer = |counts: &&Counts| {
                counts.of(bound.metric).is_some_and(|count| count < u64::from(bound.value))
            };
            let found = solutions.iter().find(fewer);
            wrong.extend(found.map(|&counts| Contradiction {
                bound: Some(bound.clone()),
                by: bound.by.clone(),
                counts,
            }));
            found.is_none()
        });
        if let (Some(&counts), Some(by)) =
            (solutions.first(), self.lost.take_if(|_| !solutions.is_empty()))
        {
            wrong.push(Contradiction { bound: None, by, counts });
        }
        wrong
    }

    /// Who has proved that there is no solution.
    pub fn is_lost(&self) -> Option<&Origin> {
        self.lost.as_ref()
    }

    /// All of it as JSON: who has proved that there is no solution, and a row for each metric.
    pub fn to_json(&self) -> Value {
        match &self.lost {
            Some(by) => json!({ "lost": by.to_json(), "fewest": [] }),
            None => json!({ "fewest": self.standings().map(|it| it.to_json()) }),
        }
    }

    /// What is known in each of the two metrics of the game, the usual one first.
    pub fn standings(&self) -> [Standing; 2] {
        match self.puzzle.game() {
            Game::Sokoban => [
                self.standing(Metric::Pushes, &[]),
                self.standing(Metric::Moves, &[Metric::Pushes]),
            ],
            Game::Unblock => {
                [self.standing(Metric::Moves, &[]), self.standing(Metric::Steps, &[Metric::Moves])]
            }
        }
    }

    /// What is known in a metric. Every push is a move and every move a step at least, so that a bound of
    /// the `lesser` metric holds too.
    fn standing(&self, metric: Metric, lesser: &[Metric]) -> Standing {
        let rest = |counts: &Counts| {
            counts.moves.into_iter().chain(counts.pushes).chain(counts.steps).sum::<u64>()
        };
        let best = self.solutions.iter().filter(|counts| counts.of(metric).is_some());
        let best = best.min_by_key(|counts| (counts.of(metric), rest(counts)));
        let holds = |it: &&Bound| it.metric == metric || lesser.contains(&it.metric);
        let weight = |it: &&Bound| (it.value, it.metric == metric, it.by.strength());
        let bound = self.bounds.iter().filter(holds).max_by_key(weight);
        Standing { metric, best: best.copied(), bound: bound.cloned() }
    }
}

/// What is known about the shortest solution in one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// What is counted.
    pub metric: Metric,
    /// The best solution that was replayed.
    pub best: Option<Counts>,
    /// What no solution can beat. It may be a bound of another metric that holds for this one too.
    pub bound: Option<Bound>,
}

impl Standing {
    /// The figure of the best solution.
    pub fn count(&self) -> Option<u64> {
        self.best.as_ref().and_then(|counts| counts.of(self.metric))
    }

    /// Whether the best solution is a shortest one.
    pub fn is_proved(&self) -> bool {
        let bound = self.bound.as_ref().map(|bound| u64::from(bound.value));
        bound.is_some() && self.count() == bound
    }

    /// How much longer than a shortest one the best solution can be at most, as a part of the bound;
    /// `None` when there is no solution or nothing is proved.
    pub fn gap(&self) -> Option<f64> {
        gap_of(self.count()?, u64::from(self.bound.as_ref()?.value))
    }

    /// Who has proved the bound, in words.
    pub fn proof(&self) -> Option<String> {
        let Bound { metric, by, .. } = self.bound.as_ref()?;
        Some(match metric {
            _ if *metric == self.metric => by.to_string(),
            Metric::Pushes => format!("every push is a move; {by}"),
            _ => format!("every move is a step at least; {by}"),
        })
    }

    /// The best solution, the bound, the gap and the proof: one object of JSON.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        let mut insert = |name: &str, value: Value| object.insert(name.to_owned(), value);
        insert("metric", json!(self.metric.name()));
        if let Some(counts) = &self.best {
            for metric in [Metric::Moves, Metric::Pushes, Metric::Steps] {
                if let Some(count) = counts.of(metric) {
                    insert(metric.name(), json!(count));
                }
            }
        }
        if let Some(bound) = &self.bound {
            insert("bound", json!(bound.value));
            insert("by", bound.by.to_json());
            if bound.metric != self.metric {
                insert("from", json!(bound.metric.name()));
            }
        }
        insert("proved", json!(self.is_proved()));
        if let Some(gap) = self.gap() {
            insert("gap", json!(gap));
        }
        Value::Object(object)
    }
}

impl fmt::Display for Standing {
    /// `134 (402 moves), at least 130 are needed: within 3.1 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(counts) = &self.best else {
            return match &self.bound {
                // A rating has seen the shortest solutions, and kept none.
                Some(Bound { metric, value, by: Origin::Rating }) if *metric == self.metric => {
                    write!(f, "{value}, proved shortest; no solution kept")
                }
                Some(bound) => write!(f, "at least {} needed, no solution known", bound.value),
                None => f.write_str("nothing is known"),
            };
        };
        write!(f, "{}", self.count().unwrap_or(0))?;
        for other in [Metric::Pushes, Metric::Moves, Metric::Steps]
            .into_iter()
            .filter(|it| *it != self.metric)
        {
            if let Some(count) = counts.of(other) {
                write!(f, " (with {count} {})", other.name())?;
            }
        }
        match &self.bound {
            Some(_) if self.is_proved() => f.write_str(", proved shortest"),
            Some(bound) => {
                write!(f, ", at least {} needed", bound.value)?;
                self.gap().map_or(Ok(()), |gap| write!(f, ": within {}", percent(gap)))
            }
            None => Ok(()),
        }
    }
}

/// How much longer than a shortest solution one of this length can be, as a part of the bound; `None`
/// where the bound is none.
pub fn gap_of(length: u64, bound: u64) -> Option<f64> {
    match (length, bound) {
        (0, 0) => Some(0.0),
        (_, 0) => None,
        _ => length.checked_sub(bound).map(|over| over as f64 / bound as f64),
    }
}

/// A gap for people, rounded up so that it holds: `3.1 %`.
pub fn percent(gap: f64) -> String {
    format!("{:.1} %", (gap * 1000.0 - 1e-9).ceil().max(0.0) / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, facts, read};

    /// Two pushes are enough; the player can also go round.
    const LEVEL: &str = "########\n#      #\n# @$ . #\n#      #\n########\n";

    fn puzzle(text: &str) -> Puzzle {
        read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap()
    }

    fn search(metric: Metric, value: u32) -> Bound {
        let by = Origin::Search {
            engine: "optimal".to_owned(),
            config: format!("--engine optimal --goal {}", metric.name()),
            version: "1.2.3".to_owned(),
        };
        Bound { metric, value, by }
    }

    #[test]
    fn who_was_asked_has_proved_it_not_who_found_the_solution() {
        let record = json!({
            "engine": "fess", "config": "--engine auto --goal pushes", "version": "1.2.3",
        });
        let Origin::Search { engine, .. } = Origin::of_record(&record).unwrap() else { panic!() };
        assert_eq!(engine, "auto");
    }

    #[test]
    fn the_better_of_two_bounds_wins_and_a_solution_at_the_bound_is_proved() {
        let puzzle = puzzle(LEVEL);
        let mut known = Knowledge::new(&puzzle);
        assert_eq!(known.standings()[0].to_string(), "nothing is known");
        known.solution("RulddrurR").unwrap_err();
        known.solution("RuR").unwrap_err();
        known.solution("lrRR").unwrap();
        known.bound(search(Metric::Moves, 1));
        known.bound(search(Metric::Moves, 2));
        known.bound(search(Metric::Moves, 1));
        let [pushes, moves] = known.standings();
        assert_eq!((pushes.count(), pushes.is_proved(), pushes.gap()), (Some(2), false, None));
        assert_eq!(moves.bound, Some(search(Metric::Moves, 2)));
        assert_eq!(moves.to_string(), "4 (with 2 pushes), at least 2 needed: within 100.0 %");
        known.facts(&facts(&puzzle, &mut Budget::unlimited()).unwrap());
        let [pushes, _] = known.standings();
        assert_eq!(pushes.bound.as_ref().map(|it| &it.by), Some(&Origin::Start));
        assert_eq!(pushes.to_string(), "2 (with 4 moves), proved shortest");
        assert_eq!((pushes.is_proved(), pushes.gap()), (true, Some(0.0)));
        assert_eq!(known.settle(), []);
        known.bound(Bound { by: Origin::Certificate, ..search(Metric::Pushes, 2) });
        assert_eq!(known.standings()[0].bound.as_ref().unwrap().by, Origin::Certificate);
    }

    #[test]
    fn a_bound_above_a_replayed_solution_is_told_and_taken_out() {
        let puzzle = puzzle(LEVEL);
        let mut known = Knowledge::new(&puzzle);
        known.bound(search(Metric::Pushes, 3));
        known.bound(search(Metric::Moves, 2));
        known.lost(Origin::Certificate);
        assert_eq!(known.settle(), [], "as long as there is no solution");
        known.solution("RR").unwrap();
        let wrong: Vec<String> = known.settle().iter().map(Contradiction::to_string).collect();
        assert_eq!(wrong.len(), 2);
        assert!(
            wrong[0].contains("3 pushes are said to be needed at least (engine optimal"),
            "{}",
            wrong[0]
        );
        assert!(wrong[1].contains("no solution") && known.is_lost().is_none());
        let [pushes, moves] = known.standings();
        assert_eq!((pushes.bound, moves.is_proved()), (None, true));
    }

    #[test]
    fn every_push_is_a_move() {
        let puzzle = puzzle(LEVEL);
        let mut known = Knowledge::new(&puzzle);
        known.bound(search(Metric::Pushes, 2));
        known.bound(search(Metric::Moves, 1));
        let [pushes, moves] = known.standings();
        assert!(moves.proof().unwrap().starts_with("every push is a move; engine optimal"));
        assert_eq!((pushes.bound.unwrap().value, moves.bound.unwrap().value), (2, 2));
    }

    #[test]
    fn a_rating_is_exact_without_a_solution() {
        let puzzle = puzzle("AA.B\n...B\n....\n");
        let mut known = Knowledge::new(&puzzle);
        known.facts(&facts(&puzzle, &mut Budget::unlimited()).unwrap());
        let told = known.standings().map(|it| it.to_string());
        assert_eq!(told, ["2", "3"].map(|n| format!("{n}, proved shortest; no solution kept")));
        known.solution("B+2 A+2").unwrap_err();
        known.solution("B+1 A+2").unwrap();
        assert_eq!(known.standings()[0].to_string(), "2 (with 3 steps), proved shortest");
    }

    #[test]
    fn what_a_record_proves() {
        let record = |change: &[(&str, Value)]| {
            let mut record = json!({
                "game": "sokoban", "status": "time", "guarantee": "none", "bound": 7, "engine": "optimal",
                "config": "--engine optimal --goal moves --threads 1", "version": "0.1.0",
            });
            change.iter().for_each(|(name, value)| record[name] = value.clone());
            Bound::of_record(&record).map(|it| it.map(|it| (it.metric, it.value)))
        };
        assert_eq!(record(&[]), Ok(Some((Metric::Moves, 7))));
        let plain = ("config", json!("--engine auto --threads 1"));
        assert_eq!(record(std::slice::from_ref(&plain)), Ok(Some((Metric::Pushes, 7))));
        assert_eq!(
            record(&[plain.clone(), ("game", json!("unblock"))]),
            Ok(Some((Metric::Moves, 7)))
        );
        assert_eq!(
            record(&[plain, ("guarantee", json!("step-optimal"))]),
            Ok(Some((Metric::Steps, 7)))
        );
        assert_eq!(record(&[("bound", Value::Null)]), Ok(None));
        for bad in [json!(-1), json!(1.5), json!("7"), json!(u64::MAX)] {
            assert!(record(&[("bound", bad)]).is_err());
        }
        assert!(record(&[("version", Value::Null)]).is_err());
    }

    #[test]
    fn gaps_are_parts_of_the_bound_and_rounded_up() {
        assert_eq!(percent(gap_of(134, 130).unwrap()), "3.1 %");
        assert_eq!(percent(gap_of(1001, 1000).unwrap()), "0.1 %");
        assert_eq!(percent(gap_of(100_001, 100_000).unwrap()), "0.1 %", "not nothing");
        assert_eq!(percent(gap_of(5, 5).unwrap()), "0.0 %");
        assert_eq!((gap_of(0, 0), gap_of(4, 0), gap_of(4, 5)), (Some(0.0), None, None));
    }
}
