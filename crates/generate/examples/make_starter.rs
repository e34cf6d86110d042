//! Makes `levels/starter-sokoban.sok` again: the hand-made levels below and the chosen levels of
//! the generator, all solved and rated, in the order of their rating.
//!
//! `cargo run --release -p banto-generate --example make_starter > levels/starter-sokoban.sok`

#![allow(clippy::print_stdout)]

use banto_generate::sokoban::{Grade, Rating, VERSION, Wanted};
use search::{Budget, Guarantee, Metric};
use sokoban::format::{self, Collection, Format};
use sokoban::{Board, Level, SavedGame, Solution};

/// Title and rows of the levels made by hand. Each has one idea.
const HAND_MADE: [(&str, &[&str]); 13] = [
    ("First push", &["#####", "#@  #", "# $ #", "#   #", "# . #", "#####"]),
    ("Stop before the corner", &["########", "#@$  . #", "#      #", "########"]),
    ("Round the corner", &[" ######", "##   .#", "#   # #", "#@$   #", "#     #", "#######"]),
    ("The wrong side", &["########", "#  #   #", "#.   $ #", "#@ #   #", "########"]),
    ("Clear the way", &[" #####", " # . #", "###$ ##", "#  $  #", "#@  . #", "#######"]),
    ("Pass it on", &["########", "#   #  #", "#@$ * .#", "#   #  #", "########"]),
    ("Along the wall", &["#######", "#. $  #", "#   $ #", "#@ .  #", "#     #", "#######"]),
    ("Two doors", &["#######", "#  .  #", "#  .  #", "##$#$##", " # @ #", " #####"]),
    (
        "The far goal first",
        &["#########", "#.  #   #", "#.    $ #", "#   # $ #", "#@  #   #", "#########"],
    ),
    (
        "Four corners",
        &[
            "#########",
            "#.     .#",
            "# $   $ #",
            "#   @   #",
            "# $   $ #",
            "#.     .#",
            "#########",
        ],
    ),
    ("No squares", &["########", "#      #", "# $$.. #", "# $ .  #", "#   @  #", "########"]),
    (
        "Two tunnels",
        &[
            "#########",
            "#   #   #",
            "# $ @ $ #",
            "#   #   #",
            "## ### ##",
            " # #.# #",
            "## #.# ##",
            "#       #",
            "#       #",
            "#########",
        ],
    ),
    (
        "Three in the attic",
        &["########", "#  #...#", "# $    #", "#  #  ##", "# $$   #", "#    @ #", "########"],
    ),
];

/// A level of the generator: what was wanted, and which attempt of which seed it is.
struct Chosen {
    title: &'static str,
    size: (usize, usize),
    boxes: usize,
    grade: Grade,
    min_pushes: u32,
    seed: u64,
    attempt: u64,
}

/// Shorthand for a row of [`CHOSEN`] that sets no minimum of pushes.
const fn of_grade(
    title: &'static str,
    (size, boxes, grade): ((usize, usize), usize, Grade),
    (seed, attempt): (u64, u64),
) -> Chosen {
    Chosen { title, size, boxes, grade, min_pushes: 0, seed, attempt }
}

/// Shorthand for a row of [`CHOSEN`] that asks for at least 60 pushes.
const fn long(
    title: &'static str,
    size: (usize, usize),
    boxes: usize,
    (seed, attempt): (u64, u64),
) -> Chosen {
    Chosen { title, size, boxes, grade: Grade::Expert, min_pushes: 60, seed, attempt }
}

const EASY_7X7: ((usize, usize), usize, Grade) = ((7, 7), 2, Grade::Easy);
const EASY_8X7: ((usize, usize), usize, Grade) = ((8, 7), 2, Grade::Easy);
const EASY_8X8: ((usize, usize), usize, Grade) = ((8, 8), 3, Grade::Easy);
const MEDIUM_8X8: ((usize, usize), usize, Grade) = ((8, 8), 3, Grade::Medium);
const MEDIUM_9X8: ((usize, usize), usize, Grade) = ((9, 8), 3, Grade::Medium);
const MEDIUM_9X9: ((usize, usize), usize, Grade) = ((9, 9), 4, Grade::Medium);
const HARD_9X9: ((usize, usize), usize, Grade) = ((9, 9), 4, Grade::Hard);
const HARD_10X9: ((usize, usize), usize, Grade) = ((10, 9), 4, Grade::Hard);

/// The levels picked from the generator, for variety.
const CHOSEN: [Chosen; 27] = [
    of_grade("Chimney", EASY_7X7, (21, 9)),
    of_grade("Spiral stairs", EASY_7X7, (21, 2)),
    of_grade("Pantry", EASY_8X8, (23, 29)),
    of_grade("The keystone", EASY_7X7, (21, 7)),
    of_grade("Sentry box", EASY_8X7, (22, 50)),
    of_grade("Three on a shelf", MEDIUM_8X8, (24, 58)),
    of_grade("Crossed paths", MEDIUM_9X8, (25, 12)),
    of_grade("Down the well", MEDIUM_8X8, (24, 7)),
    of_grade("Long way home", MEDIUM_9X8, (25, 54)),
    of_grade("Coat rack", MEDIUM_9X8, (25, 42)),
    of_grade("Two back rooms", MEDIUM_9X9, (26, 20)),
    of_grade("Chest of drawers", MEDIUM_9X9, (26, 23)),
    of_grade("Roof beam", HARD_9X9, (27, 15)),
    of_grade("Bottleneck", HARD_10X9, (28, 37)),
    of_grade("Corner shop", HARD_10X9, (28, 58)),
    of_grade("Musical chairs", HARD_9X9, (27, 40)),
    of_grade("East wing", HARD_10X9, (28, 21)),
    of_grade("Loading bay", HARD_10X9, (28, 12)),
    of_grade("The night shift", HARD_9X9, (27, 45)),
    long("Railway yard", (14, 11), 8, (301, 28)),
    long("Grand depot", (14, 12), 10, (304, 9)),
    long("Winter store", (13, 11), 6, (302, 89)),
    long("Harbour", (14, 11), 8, (301, 10)),
    long("The long ramp", (13, 11), 6, (302, 65)),
    long("Market hall", (11, 9), 5, (305, 134)),
    long("Clockwork", (14, 11), 8, (301, 0)),
    long("The head clerk", (14, 11), 8, (301, 57)),
];

fn main() {
    let mut levels: Vec<(u32, Level)> = HAND_MADE.iter().map(by_hand).collect();
    levels.extend(CHOSEN.iter().map(by_generator));
    levels.sort_by_key(|&(score, _)| score);
    let mut collection = Collection::from_levels(levels.into_iter().map(|(_, l)| l).collect());
    collection.title = Some("Banto starter levels".to_owned());
    collection.author = Some("the Banto authors".to_owned());
    collection.comments = header();
    print!("{}", format::write(&collection, Format::Sok));
}

fn header() -> Vec<String> {
    let count = HAND_MADE.len() + CHOSEN.len();
    [
        format!("{count} Sokoban levels, easy to hard, under the licence of the project."),
        format!("{} were made by hand, each around one idea.", HAND_MADE.len()),
        format!(
            "{} come from our generator, version {VERSION}; each names its seed.",
            CHOSEN.len()
        ),
        "Each level has a solution and says whether it is proved push-optimal.".to_owned(),
        "Score: pushes + 3 x box changes + 6 x boxes in the way of others.".to_owned(),
        "Made by: cargo run --release -p banto-generate --example make_starter".to_owned(),
    ]
    .to_vec()
}

fn by_hand(&(title, rows): &(&str, &[&str])) -> (u32, Level) {
    let level = Level::from_rows(rows).expect("rows are in the XSB alphabet");
    let board = Board::new(&level).expect("a hand-made level keeps the rules");
    let judged = banto_generate::sokoban::rate(&level, &board, &mut Budget::unlimited())
        .expect("no limit is set");
    let (solution, rating) = judged.unwrap_or_else(|| panic!("{title} can be solved"));
    entry(title, level, &solution, &rating, "made by hand")
}

fn by_generator(chosen: &Chosen) -> (u32, Level) {
    let &Chosen { title, size: (width, height), boxes, grade, min_pushes, seed, attempt } = chosen;
    let wanted =
        Wanted { width, height, boxes, grade: Some(grade), min_pushes, ..Wanted::default() };
    let made = banto_generate::sokoban::remake(seed, attempt, &wanted, &mut Budget::unlimited());
    let made = made.expect("no limit is set").unwrap_or_else(|| panic!("{title} is made"));
    let pushes = if min_pushes > 0 { format!(", {min_pushes} pushes") } else { String::new() };
    let origin = format!(
        "generated: seed {seed}, attempt {attempt}, wanted {width}x{height}, {boxes} boxes, {}{pushes}",
        grade.name()
    );
    entry(title, made.level, &made.solution, &made.rating, &origin)
}

/// The level as it stands in the file, with its score.
fn entry(
    title: &str,
    mut level: Level,
    solution: &Solution,
    rating: &Rating,
    origin: &str,
) -> (u32, Level) {
    let proof = match rating.guarantee {
        Guarantee::Optimal(Metric::Pushes) => "push-optimal",
        _ => "not proved push-optimal",
    };
    let Rating { pushes, moves, box_changes, .. } = rating;
    level.title = Some(title.to_owned());
    level.comments = vec![
        format!(
            "{}, score {}: {pushes} pushes ({proof}), {moves} moves, box changes: {box_changes}",
            rating.grade().name(),
            rating.score()
        ),
        origin.to_owned(),
    ];
    level.solutions = vec![SavedGame { moves: solution.to_string(), ..SavedGame::default() }];
    (rating.score(), level)
}
