//! The Sokoban referee against a second model, spoiled solutions, known solutions and noise.
//!
//! The second model keeps sets of places instead of a grid of characters. Random walks become
//! solutions by laying the goals where the boxes came to rest, so that both a legal walk and its
//! counts are known without asking the referee.

use std::collections::{BTreeMap, BTreeSet};

use banto_checker::sokoban::{Counts, check};
use proptest::prelude::*;

mod common;
use common::Spoiled;
use needs::Rng;

type Place = (i32, i32);

/// Walls, boxes with their numbers, and the player.
#[derive(Clone)]
struct Model {
    walls: BTreeSet<Place>,
    boxes: BTreeMap<Place, usize>,
    player: Place,
}

const LETTERS: [(char, Place); 4] = [('l', (0, -1)), ('u', (-1, 0)), ('r', (0, 1)), ('d', (1, 0))];

impl Model {
    /// A random walled room.
    fn random(rng: &mut Rng) -> Model {
        let (height, width) = (4 + rng.below(5) as i32, 4 + rng.below(6) as i32);
        let mut model = Model { walls: BTreeSet::new(), boxes: BTreeMap::new(), player: (0, 0) };
        for place in places(height, width) {
            let edge = place.0 == 0 || place.1 == 0 || place.0 == height || place.1 == width;
            if edge || rng.below(12) == 0 {
                model.walls.insert(place);
            }
        }
        let mut free: Vec<Place> =
            places(height, width).filter(|place| !model.walls.contains(place)).collect();
        if free.len() < 2 {
            return Model::random(rng);
        }
        model.player = free.swap_remove(rng.below(free.len()));
        for number in 0..(1 + rng.below(4)).min(free.len()) {
            model.boxes.insert(free.swap_remove(rng.below(free.len())), number);
        }
        model
    }

    /// Takes one step; says which box was pushed, or nothing when the step is impossible.
    fn step(&mut self, (dr, dc): Place) -> Option<Option<usize>> {
        let to = (self.player.0 + dr, self.player.1 + dc);
        let beyond = (to.0 + dr, to.1 + dc);
        if self.walls.contains(&to) {
            return None;
        }
        let pushed = self.boxes.get(&to).copied();
        if let Some(number) = pushed {
            if self.walls.contains(&beyond) || self.boxes.contains_key(&beyond) {
                return None;
            }
            self.boxes.remove(&to);
            self.boxes.insert(beyond, number);
        }
        self.player = to;
        Some(pushed)
    }

    /// Whether the letters are a solution, given the goals.
    fn solves(mut self, goals: &BTreeSet<Place>, moves: &str) -> bool {
        let legal = moves.chars().all(|letter| {
            let delta = LETTERS.iter().find(|entry| entry.0 == letter.to_ascii_lowercase());
            let pushed = delta.and_then(|entry| self.step(entry.1));
            pushed.is_some_and(|pushed| pushed.is_some() == letter.is_ascii_uppercase())
        });
        legal && self.boxes.keys().all(|place| goals.contains(place))
    }

    fn text(&self, goals: &BTreeSet<Place>) -> String {
        let &(height, width) = self.walls.last().unwrap();
        let mut text = String::new();
        for place in places(height, width) {
            let goal = goals.contains(&place);
            text.push(match () {
                () if self.walls.contains(&place) => '#',
                () if self.player == place => {
                    if goal {
                        '+'
                    } else {
                        '@'
                    }
                }
                () if self.boxes.contains_key(&place) => {
                    if goal {
                        '*'
                    } else {
                        '$'
                    }
                }
                () => {
                    if goal {
                        '.'
                    } else {
                        ' '
                    }
                }
            });
            if place.1 == width {
                text.push('\n');
            }
        }
        text
    }
}

fn places(height: i32, width: i32) -> impl Iterator<Item = Place> {
    (0..=height).flat_map(move |row| (0..=width).map(move |column| (row, column)))
}

/// A level made from a walk, the walk, and its counts by the numbers of the boxes.
struct Case {
    model: Model,
    goals: BTreeSet<Place>,
    moves: String,
    counts: Counts,
}

impl Case {
    fn random(rng: &mut Rng) -> Case {
        let model = Model::random(rng);
        let mut end = model.clone();
        let (mut moves, mut pushed) = (String::new(), Vec::new());
        for _ in 0..rng.below(400) {
            let (letter, delta) = LETTERS[rng.below(4)];
            if let Some(number) = end.step(delta) {
                let push = number.is_some();
                moves.push(if push { letter.to_ascii_uppercase() } else { letter });
                pushed.push(number.map(|number| (number, letter)));
            }
        }
        let pushes: Vec<(usize, char)> = pushed.iter().flatten().copied().collect();
        let counts = Counts {
            moves: moves.len(),
            pushes: pushes.len(),
            box_lines: pushes.chunk_by(|a, b| a == b).count(),
            box_changes: pushes.chunk_by(|a, b| a.0 == b.0).count(),
            pushing_sessions: pushed.split(Option::is_none).filter(|run| !run.is_empty()).count(),
        };
        Case { model, goals: end.boxes.into_keys().collect(), moves, counts }
    }
}

/// Deletes, inserts or changes one letter, or flips its case.
fn spoil(moves: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = moves.chars().collect();
    let letter = "lurdLURD".chars().nth(rng.below(8)).unwrap();
    let at = rng.below(letters.len() + 1);
    match rng.below(4) {
        0 => letters.insert(at, letter),
        1 if at < letters.len() => drop(letters.remove(at)),
        2 if at < letters.len() => letters[at] = letter,
        3 if at < letters.len() && letters[at].is_ascii_lowercase() => {
            letters[at].make_ascii_uppercase();
        }
        3 if at < letters.len() => letters[at].make_ascii_lowercase(),
        _ => letters.push(letter),
    }
    letters.into_iter().collect()
}

#[test]
fn random_walks_are_accepted_with_the_right_counts() {
    let mut rng = Rng::new(1);
    let mut pushes = 0;
    for _ in 0..5000 {
        let case = Case::random(&mut rng);
        let level = case.model.text(&case.goals);
        assert_eq!(check(&level, &case.moves), Ok(case.counts), "{level}{}", case.moves);
        pushes += case.counts.pushes;
    }
    assert!(pushes > 10_000, "the walks push too little to show anything: {pushes}");
}

#[test]
fn ten_thousand_spoiled_solutions_are_refused() {
    let mut rng = Rng::new(2);
    let mut spoiled = Spoiled::default();
    while !spoiled.are_enough() {
        let case = Case::random(&mut rng);
        let level = case.model.text(&case.goals);
        for _ in 0..5 {
            let moves = spoil(&case.moves, &mut rng);
            let good = case.model.clone().solves(&case.goals, &moves);
            assert_eq!(check(&level, &moves).is_ok(), good, "{level}{moves}");
            spoiled.note(good);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_makes_it_panic(level in ".{0,60}", moves in ".{0,20}") {
        let _ = check(&level, &moves);
    }

    #[test]
    fn no_level_makes_it_panic(level in "[ #.$*@+_pPbB\n\r-]{0,40}", moves in "[lurdLURD]{0,20}") {
        let _ = check(&level, &moves);
    }
}

#[test]
fn all_known_solutions_are_accepted() {
    let Some(folder) = needs::levels() else { return };
    let mut solutions = 0;
    let mut files: Vec<_> = std::fs::read_dir(folder.join("solutions"))
        .expect("the folder of solutions can be read")
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let levels = levels(&folder.join(format!("sokoban/{name}.xsb")));
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |i: usize| fields[i].parse::<usize>().unwrap();
            let counts = check(&levels[number(0) - 1], fields[4])
                .unwrap_or_else(|fault| panic!("{name} {}: {fault}", number(0)));
            assert_eq!((counts.pushes, counts.moves), (number(1), number(2)), "{name} {line}");
            solutions += 1;
        }
    }
    assert!(solutions > 1000, "{solutions}");
}

/// The boards of a file: what is left between empty lines and titles.
fn levels(path: &std::path::Path) -> Vec<String> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut levels = vec![String::new()];
    for line in text.lines() {
        if line.starts_with(';') || line.trim().is_empty() {
            levels.push(String::new());
        } else {
            levels.last_mut().unwrap().push_str(&format!("{line}\n"));
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}
