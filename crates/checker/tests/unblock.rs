//! The Unblock referee against a second model, spoiled solutions and noise.
//!
//! The second model knows pieces by corner, length and direction, and asks whether two pieces
//! overlap; it has no grid. Random slides that happen to end with the red piece at the exit are
//! the solutions that are then spoiled.

use banto_checker::unblock::{CLASSIC, Counts, Exit, Rules, check};
use proptest::prelude::*;

mod common;
use common::Spoiled;
use needs::Rng;

#[derive(Clone, Copy)]
struct Piece {
    name: char,
    row: i32,
    column: i32,
    length: i32,
    upright: bool,
}

impl Piece {
    fn squares(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.length).map(move |i| match self.upright {
            true => (self.row + i, self.column),
            false => (self.row, self.column + i),
        })
    }

    fn moved(mut self, by: i32) -> Piece {
        *(if self.upright { &mut self.row } else { &mut self.column }) += by;
        self
    }
}

/// Walls are pieces named `#` that nobody moves. The red piece is the first.
#[derive(Clone)]
struct Model {
    height: i32,
    width: i32,
    pieces: Vec<Piece>,
}

impl Model {
    fn random(rng: &mut Rng) -> Model {
        let (height, width) = (3 + rng.below(4) as i32, 3 + rng.below(4) as i32);
        let mut model = Model { height, width, pieces: Vec::new() };
        for name in ['A', '#', 'B', 'C', 'D', 'E', 'F', 'p', '7'] {
            let piece = Piece {
                name,
                row: rng.below(height as usize) as i32,
                column: rng.below(width as usize) as i32,
                length: if name == '#' { 1 } else { 1 + rng.below(3) as i32 },
                upright: rng.below(2) == 0,
            };
            if name == 'A' || rng.below(4) > 0 {
                if model.free(piece) {
                    model.pieces.push(piece);
                } else if name == 'A' {
                    return Model::random(rng);
                }
            }
        }
        model
    }

    /// Whether a piece lies on the board and on no piece of another name.
    fn free(&self, piece: Piece) -> bool {
        piece.squares().all(|(row, column)| {
            (0..self.height).contains(&row)
                && (0..self.width).contains(&column)
                && !self.pieces.iter().any(|other| {
                    other.name != piece.name && other.squares().any(|at| at == (row, column))
                })
        })
    }

    /// Slides a piece; `false` when it cannot go all the way.
    fn slide(&mut self, name: char, by: i32) -> bool {
        let Some(i) = self.pieces.iter().position(|piece| piece.name == name && name != '#') else {
            return false;
        };
        let way: Vec<Piece> =
            (1..=by.abs()).map(|n| self.pieces[i].moved(n * by.signum())).collect();
        if way.is_empty() || !way.iter().all(|&piece| self.free(piece)) {
            return false;
        }
        self.pieces[i] = way[way.len() - 1];
        true
    }

    fn solved(&self, exit: Exit) -> bool {
        let red = self.pieces[0];
        match exit {
            Exit::Left(_) => red.column == 0,
            Exit::Right(_) => red.column + red.length == self.width,
            Exit::Top(_) => red.row == 0,
            Exit::Bottom(_) => red.row + red.length == self.height,
        }
    }

    fn text(&self) -> String {
        let name_at =
            |place| self.pieces.iter().find(|piece| piece.squares().any(|at| at == place));
        let mut text = String::new();
        for row in 0..self.height {
            text.extend((0..self.width).map(|col| name_at((row, col)).map_or('.', |p| p.name)));
            text.push('\n');
        }
        text
    }
}

type Slides = Vec<(char, i32)>;

/// A board, an exit, and slides that bring the red piece there.
fn random_case(rng: &mut Rng) -> (Model, Exit, Slides) {
    let start = Model::random(rng);
    let red = start.pieces[0];
    let (row, column) = (red.row as usize, red.column as usize);
    let exit = match (red.upright, rng.below(2)) {
        (false, 0) => Exit::Left(row),
        (false, _) => Exit::Right(row),
        (true, 0) => Exit::Top(column),
        (true, _) => Exit::Bottom(column),
    };
    let (mut model, mut slides) = (start.clone(), Vec::new());
    for _ in 0..100 {
        if model.solved(exit) && slides.len() > 3 {
            return (start, exit, slides);
        }
        let name = model.pieces[rng.below(model.pieces.len())].name;
        let by = rng.below(7) as i32 - 3;
        if model.slide(name, by) {
            slides.push((name, by));
        }
    }
    random_case(rng)
}

fn words(slides: &Slides) -> String {
    slides.iter().map(|(name, by)| format!("{name}{by:+} ")).collect()
}

/// Deletes, inserts or changes one slide.
fn spoil(slides: &Slides, rng: &mut Rng) -> Slides {
    let mut slides = slides.clone();
    let at = rng.below(slides.len());
    let other = (['A', 'B', 'C', '#', 'Z'][rng.below(5)], rng.below(9) as i32 - 4);
    match rng.below(5) {
        0 => slides.insert(at, other),
        1 => drop(slides.remove(at)),
        2 => slides[at].0 = other.0,
        3 => slides[at].1 = other.1,
        _ => slides[at].1 = -slides[at].1,
    }
    slides
}

#[test]
fn random_slides_are_counted_and_ten_thousand_spoiled_ones_refused() {
    let mut rng = Rng::new(3);
    let mut count = Spoiled::default();
    while !count.are_enough() {
        let (model, exit, slides) = random_case(&mut rng);
        let upright: String =
            model.pieces.iter().filter(|piece| piece.upright).map(|piece| piece.name).collect();
        let rules = Rules { red: 'A', exit: Some(exit), upright: &upright };
        let level = model.text();
        let steps = slides.iter().map(|slide| slide.1.unsigned_abs() as usize).sum();
        let counts = Counts { moves: slides.len(), steps };
        assert_eq!(check(&level, &words(&slides), rules), Ok(counts), "{level}{}", words(&slides));
        for _ in 0..5 {
            let spoiled = spoil(&slides, &mut rng);
            let mut end = model.clone();
            let good = spoiled.iter().all(|&(name, by)| end.slide(name, by)) && end.solved(exit);
            let verdict = check(&level, &words(&spoiled), rules);
            assert_eq!(verdict.is_ok(), good, "{level}{} {exit:?}", words(&spoiled));
            count.note(good);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_makes_it_panic(level in ".{0,60}", moves in ".{0,20}", red in any::<char>()) {
        let _ = check(&level, &moves, Rules { red, ..CLASSIC });
    }

    #[test]
    fn no_board_makes_it_panic(
        rows in prop::collection::vec("[.oxAABC]{4}", 1..5),
        moves in "([ABCx.][+-][0-9]{1,30} ?){0,6}",
        line in any::<usize>(),
        side in 0..5,
    ) {
        let exit = match side {
            0 => None,
            1 => Some(Exit::Left(line)),
            2 => Some(Exit::Right(line)),
            3 => Some(Exit::Top(line)),
            _ => Some(Exit::Bottom(line)),
        };
        let _ = check(&rows.join("\n"), &moves, Rules { exit, ..CLASSIC });
    }
}
