//! New levels from a seed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

use puzzle::generate::{Category, Grade, SokobanWanted, UnblockWanted};
use puzzle::to_order::{Maker, Style, TRIES, ToOrder, UnblockToOrder};
use puzzle::{Budget, Cancel, Limits};

use crate::error;
use crate::level::Level;
use crate::search_thread::search;

/// Makes one level after another, all different; the same seed makes the same levels.
#[pyclass(frozen, module = "banto_puzzle._native", name = "Generator")]
pub(crate) struct Generator {
    maker: Arc<Mutex<Maker>>,
}

#[pymethods]
impl Generator {
    #[staticmethod]
    #[pyo3(signature = (seed, size, room, hardness, min_pushes, tries))]
    fn sokoban(
        py: Python<'_>,
        seed: u64,
        size: (Option<usize>, Option<usize>),
        room: (Option<usize>, Option<String>),
        hardness: (Option<String>, Option<f64>),
        min_pushes: u32,
        tries: Option<u32>,
    ) -> PyResult<Generator> {
        let ((boxes, style), (grade, share)) = (room, hardness);
        let style =
            style.map(|name| named(py, "style", &name, &Style::ALL, Style::name)).transpose()?;
        let grade =
            grade.map(|name| named(py, "grade", &name, &Grade::ALL, Grade::name)).transpose()?;
        // Three boxes seldom make a hard level, and hardly ever one for experts.
        let usual = match grade {
            Some(Grade::Expert) => (9, 9, 6, 1000),
            Some(Grade::Hard) => (9, 8, 4, 1000),
            _ => (9, 8, 3, 60),
        };
        let wanted = SokobanWanted {
            width: size.0.unwrap_or(usual.0),
            height: size.1.unwrap_or(usual.1),
            boxes: boxes.unwrap_or(share.map_or(usual.2, ToOrder::usual_boxes)),
            grade,
            min_pushes,
            style,
            tries: tries.unwrap_or(if share.is_some() { TRIES } else { usual.3 }),
        };
        let maker = match share {
            Some(share) => ToOrder::new(wanted, seed, share).map(Maker::Sokoban),
            None => puzzle::generate::Generator::sokoban(wanted, seed).map(Maker::Usual),
        };
        Ok(Generator::new(maker.map_err(|wish| error::usage(py, &wish.to_string()))?))
    }

    #[staticmethod]
    #[pyo3(signature = (seed, size, hardness, moves, walls, tries))]
    fn unblock(
        py: Python<'_>,
        seed: u64,
        size: (Option<usize>, Option<usize>),
        hardness: (Option<String>, Option<f64>),
        moves: Option<(u32, u32)>,
        walls: usize,
        tries: Option<u32>,
    ) -> PyResult<Generator> {
        let (grade, people) = hardness;
        let grade = grade.as_deref().unwrap_or("beginner");
        let grade = named(py, "grade", grade, &Category::ALL, Category::name)?;
        let usual = UnblockWanted::of(grade);
        let (width, height) = (size.0.unwrap_or(usual.width), size.1.unwrap_or(usual.height));
        let wanted = UnblockWanted {
            width,
            height,
            moves: moves.map_or(usual.moves.clone(), |(least, most)| least..=most),
            pieces: 2..=UnblockWanted::usual_pieces(width, height),
            walls: 0..=walls,
            tries: tries.unwrap_or(if people.is_some() { TRIES } else { usual.tries }),
            ..usual
        };
        let maker = match people {
            Some(people) => UnblockToOrder::new(wanted, seed, people)
                .map(|maker| Maker::Unblock(Box::new(maker))),
            None => puzzle::generate::Generator::unblock(wanted, seed).map(Maker::Usual),
        };
        Ok(Generator::new(maker.map_err(|wish| error::usage(py, &wish.to_string()))?))
    }

    /// The next level, and the wishes that had to be dropped, a sentence each.
    fn next_level(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<(Level, Vec<String>)> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| error::usage(py, "that time is out of range"))?;
        let cancel = Cancel::default();
        let limits = Limits { time, ..Limits::default() };
        let mut budget = Budget::new(limits, cancel.clone());
        let maker = self.maker.clone();
        let made = search(py, &cancel, None, move || {
            maker.lock().unwrap_or_else(PoisonError::into_inner).next_level(&mut budget)
        })?;
        let made = made.map_err(|reason| error::unanswered(py, &reason))?;
        Ok((Level::new(made.puzzle), made.missed))
    }
}

/// Makes graded boards by the thousand.
#[pyclass(frozen, module = "banto_puzzle._native", name = "Quick")]
pub(crate) struct Quick {
    maker: Arc<Mutex<puzzle::graded_boards::GradedBoards>>,
}

/// A board, the share of plays that end solved, its fewest pushes and its fewest moves.
type Graded = (Level, f64, u32, u32);

#[pymethods]
impl Quick {
    #[new]
    fn new(
        py: Python<'_>,
        seed: u64,
        size: (usize, usize),
        boxes: usize,
        style: Option<&str>,
    ) -> PyResult<Quick> {
        let style =
            style.map(|name| named(py, "style", name, &Style::ALL, Style::name)).transpose()?;
        let wanted = SokobanWanted {
            width: size.0,
            height: size.1,
            boxes,
            style,
            ..SokobanWanted::default()
        };
        let maker = puzzle::graded_boards::GradedBoards::new(wanted, seed);
        let maker = maker.map_err(|wish| error::usage(py, &wish.to_string()))?;
        Ok(Quick { maker: Arc::new(Mutex::new(maker)) })
    }

    /// So many boards.
    fn take(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Graded>> {
        let cancel = Cancel::default();
        let mut budget = Budget::new(Limits::default(), cancel.clone());
        let maker = self.maker.clone();
        let made = search(py, &cancel, None, move || {
            let mut maker = maker.lock().unwrap_or_else(PoisonError::into_inner);
            let boards = (0..count).map(|_| {
                let it = maker.next_board(&mut budget)?;
                Ok((Level::new(it.puzzle), it.share, it.pushes, it.moves))
            });
            boards.collect::<Result<Vec<_>, puzzle::NoAnswer>>()
        })?;
        made.map_err(|reason| error::unanswered(py, &reason))
    }
}

impl Generator {
    fn new(maker: Maker) -> Generator {
        Generator { maker: Arc::new(Mutex::new(maker)) }
    }
}

/// The grade or the style with a name.
fn named<T: Copy>(
    py: Python<'_>,
    what: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().copied().find(|&it| name_of(it) == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&it| name_of(it)).collect();
        let look = format!("this game has {}", known.join(", "));
        error::usage(py, &puzzle::text::unknown(what, name, known.iter().copied(), &look))
    })
}
