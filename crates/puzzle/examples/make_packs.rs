//! Makes `levels/graded-sokoban.sok` and `levels/graded-unblock.txt` again: levels in the order of their difficulty
//! for people, each with a proved shortest solution, nothing superfluous on it, and no twin in the packs or among the
//! starter levels.
//!
//! `cargo xtask packs` runs it for both games and writes the files.
//!
//! With a band behind the game, only the levels of that band, which are the same in a whole pack.
//! The same seeds make the same levels on every machine. A limit of time would break that; there is none.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::Path;

use banto_puzzle as puzzle;
use puzzle::generate::{Category, SokobanWanted, UnblockWanted};
use puzzle::grade::{Band, noted};
use puzzle::to_order::{Style, ToOrder, UnblockToOrder};
use puzzle::{Budget, Collection, Entry, Game, Puzzle};

/// A part of a pack.
struct Part<R> {
    band: Band,
    count: usize,
    recipes: R,
}

/// The share that is asked for, columns, rows, boxes, style.
type Recipe = (f64, usize, usize, usize, Option<Style>);

const OPEN: Option<Style> = Some(Style::Open);
const ROOMS: Option<Style> = Some(Style::Rooms);
const CORRIDORS: Option<Style> = Some(Style::Corridors);

/// 200 Sokoban levels.
const SOKOBAN: [Part<&[Recipe]>; 5] = [
    Part {
        band: Band::First,
        count: 47,
        recipes: &[
            (0.91, 7, 6, 1, ROOMS),
            (0.88, 7, 7, 2, OPEN),
            (0.90, 8, 6, 2, ROOMS),
            (0.87, 8, 7, 2, CORRIDORS),
            (0.86, 8, 7, 3, OPEN),
        ],
    },
    Part {
        band: Band::Easy,
        count: 55,
        recipes: &[
            (0.78, 8, 7, 2, ROOMS),
            (0.76, 8, 7, 3, OPEN),
            (0.77, 9, 7, 3, ROOMS),
            (0.77, 8, 8, 2, CORRIDORS),
            (0.76, 9, 8, 3, CORRIDORS),
            (0.77, 9, 8, 4, OPEN),
        ],
    },
    Part {
        band: Band::Medium,
        count: 50,
        recipes: &[
            (0.66, 8, 7, 3, ROOMS),
            (0.66, 8, 8, 3, OPEN),
            (0.65, 9, 7, 4, ROOMS),
            (0.66, 9, 8, 3, CORRIDORS),
            (0.65, 9, 8, 4, OPEN),
        ],
    },
    Part {
        band: Band::Hard,
        count: 35,
        recipes: &[
            (0.54, 8, 8, 4, ROOMS),
            (0.54, 9, 8, 4, ROOMS),
            (0.54, 9, 8, 3, CORRIDORS),
            (0.54, 8, 8, 4, OPEN),
        ],
    },
    Part {
        band: Band::Few,
        count: 13,
        recipes: &[(0.40, 9, 8, 4, None), (0.40, 9, 8, 5, None), (0.40, 8, 8, 4, ROOMS)],
    },
];

/// 300 Unblock boards: moves people need, and most walls.
const UNBLOCK: [Part<&[(f64, usize)]>; 5] = [
    Part { band: Band::First, count: 60, recipes: &[(5.0, 0), (7.0, 0), (8.0, 0), (8.0, 1)] },
    Part { band: Band::Easy, count: 80, recipes: &[(12.0, 0), (15.0, 0), (17.0, 0), (15.0, 1)] },
    Part { band: Band::Medium, count: 80, recipes: &[(24.0, 0), (27.0, 0), (30.0, 0), (27.0, 2)] },
    Part { band: Band::Hard, count: 50, recipes: &[(42.0, 0), (47.0, 0), (45.0, 2)] },
    Part { band: Band::Few, count: 30, recipes: &[(70.0, 0), (80.0, 0)] },
];

/// Attempts for one level.
const TRIES: u32 = 40;

/// Levels that were wanted in vain before a recipe is passed over for good.
const VAIN: usize = 3;

/// What makes levels of one recipe.
trait Maker {
    /// The next one, if there is one that meets all wishes.
    fn next(&mut self) -> Option<Puzzle>;
}

impl Maker for ToOrder {
    fn next(&mut self) -> Option<Puzzle> {
        let made = self.next_level(&mut Budget::unlimited()).ok()?;
        made.missed.is_empty().then_some(made.puzzle)
    }
}

impl Maker for UnblockToOrder {
    fn next(&mut self) -> Option<Puzzle> {
        let made = self.next_level(&mut Budget::unlimited()).ok()?;
        made.missed.is_empty().then_some(made.puzzle)
    }
}

/// Levels by canonical hash.
#[derive(Default)]
struct Pack(BTreeMap<u64, (f64, Puzzle)>);

impl Pack {
    /// Fills one part, one recipe after the other in turns.
    fn fill(&mut self, band: Band, count: usize, mut makers: Vec<Box<dyn Maker>>) {
        let mut made = 0;
        let mut vain = vec![0; makers.len()];
        while made < count && vain.iter().any(|&vain| vain < VAIN) {
            for (maker, vain) in makers.iter_mut().zip(&mut vain) {
                if *vain >= VAIN || made == count {
                    continue;
                }
                let graded = maker.next().and_then(|puzzle| Some((noted(&puzzle)?, puzzle)));
                let graded = graded.filter(|(grade, _)| grade.band == band);
                if graded.is_some_and(|(grade, puzzle)| self.add(grade.figure, puzzle)) {
                    made += 1;
                    *vain = 0;
                    eprintln!("{}: {made} of {count}", band.name());
                } else {
                    *vain += 1;
                }
            }
        }
    }

    fn add(&mut self, figure: f64, puzzle: Puzzle) -> bool {
        let hash = puzzle.canonical_hash();
        let new = !self.0.contains_key(&hash);
        self.0.entry(hash).or_insert((figure, puzzle));
        new
    }

    /// All of them in order; the title says the band and the place in it.
    fn collection(self, game: Game, title: &str, comments: &[&str]) -> Collection {
        let mut levels: Vec<(f64, Puzzle)> =
            self.0.into_values().filter(|it| it.0 >= 0.0).collect();
        let hard = |figure: f64| if game == Game::Sokoban { -figure } else { figure };
        levels.sort_by(|a, b| hard(a.0).total_cmp(&hard(b.0)));
        let mut places = BTreeMap::new();
        let entries = levels.into_iter().zip(1..).map(|((_, mut puzzle), index)| {
            let band = noted(&puzzle).map_or("", |grade| grade.band.name());
            let place = places.entry(band).or_insert(0);
            *place += 1;
            puzzle.set_title(format!("{band} {place}"));
            Entry { index, title: None, puzzle: Ok(puzzle) }
        });
        let entries = entries.collect();
        Collection {
            game,
            title: Some(title.to_owned()),
            author: Some("the Banto authors".to_owned()),
            comments: comments.iter().map(|&line| line.to_owned()).collect(),
            entries,
            warnings: Vec::new(),
        }
    }
}

/// Puts the starter levels first, so that no level of the pack is one of them.
fn with_starters(name: &str) -> Pack {
    let mut pack = Pack::default();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(name);
    let text = std::fs::read(path).expect("the starter levels lie in the repository");
    let starters = puzzle::read(&text).expect("our own levels are read");
    for entry in starters.entries {
        pack.add(-1.0, entry.puzzle.expect("our own levels are levels"));
    }
    pack
}

fn sokoban(only: Option<Band>) -> Collection {
    let mut pack = with_starters("starter-sokoban.sok");
    for (part, seed) in SOKOBAN.iter().zip(1_000..) {
        if only.is_some_and(|only| only != part.band) {
            continue;
        }
        let maker = |(&(share, width, height, boxes, style), place): (&Recipe, u64)| {
            let wanted = SokobanWanted {
                width,
                height,
                boxes,
                style,
                tries: TRIES,
                ..SokobanWanted::default()
            };
            let maker = ToOrder::new(wanted, seed + 100 * place, share);
            Box::new(maker.expect("these wishes can be met")) as Box<dyn Maker>
        };
        pack.fill(part.band, part.count, part.recipes.iter().zip(0..).map(maker).collect());
    }
    pack.collection(
        Game::Sokoban,
        "Banto graded levels",
        &[
            "Sokoban levels in the order of their difficulty for people, under the licence of the project.",
            "Each solution has the fewest moves there can be; no box, goal or island of walls is superfluous.",
            "Made by: cargo xtask packs",
        ],
    )
}

fn unblock(only: Option<Band>) -> Collection {
    let mut pack = with_starters("starter-unblock.txt");
    for (part, seed) in UNBLOCK.iter().zip(2_000..) {
        if only.is_some_and(|only| only != part.band) {
            continue;
        }
        let maker = |(&(people, walls), place): (&(f64, usize), u64)| {
            let usual = UnblockWanted::of(Category::Beginner);
            let wanted = UnblockWanted { walls: walls.min(1)..=walls, tries: TRIES, ..usual };
            let maker = UnblockToOrder::new(wanted, seed + 100 * place, people);
            Box::new(maker.expect("these wishes can be met")) as Box<dyn Maker>
        };
        pack.fill(part.band, part.count, part.recipes.iter().zip(0..).map(maker).collect());
    }
    pack.collection(
        Game::Unblock,
        "Banto graded boards",
        &[
            "Unblock boards in the order of their difficulty for people, under the licence of the project.",
            "Moves and steps are optima; every piece and wall matters; no position that can be reached is harder.",
            "Made by: cargo xtask packs",
        ],
    )
}

fn main() {
    let game = std::env::args().nth(1);
    let only = std::env::args().nth(2).and_then(|name| Band::from_name(&name));
    let (collection, format) = match game.as_deref() {
        Some("sokoban") => (sokoban(only), "sok"),
        Some("unblock") => (unblock(only), "line"),
        _ => {
            eprintln!("usage: make_packs sokoban|unblock [BAND]");
            std::process::exit(2);
        }
    };
    match puzzle::write::write(&collection, format) {
        Ok(text) => print!("{text}"),
        Err(error) => eprintln!("{error}"),
    }
}
