//! New levels from a seed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

use puzzle::generate::{Category, Grade, SokobanWanted, UnblockWanted};
use puzzle::{Budget, Cancel, Limits};

use crate::error;
use crate::level::Level;
use crate::search_thread::search;

/// Makes one level after another, all different; the same seed makes the same levels.
#[pyclass(frozen, module = "banto_puzzle._native", name = "Generator")]
pub(crate) struct Generator {
    maker: Arc<Mutex<puzzle::generate::Generator>>,
}

#[pymethods]
impl Generator {
    #[staticmethod]
    #[pyo3(signature = (seed, size, boxes, grade, min_pushes, tries))]
    fn sokoban(
        py: Python<'_>,
        seed: u64,
        size: (Option<usize>, Option<usize>),
        boxes: Option<usize>,
        grade: Option<&str>,
        min_pushes: u32,
        tries: Option<u32>,
    ) -> PyResult<Generator> {
        let grade = grade.map(|name| named(py, name, &Grade::ALL, Grade::name)).transpose()?;
        // Three boxes seldom make a hard level, and hardly ever one for experts.
        let usual = match grade {
            Some(Grade::Expert) => (9, 9, 6, 1000),
            Some(Grade::Hard) => (9, 8, 4, 1000),
            _ => (9, 8, 3, 60),
        };
        let wanted = SokobanWanted {
            width: size.0.unwrap_or(usual.0),
            height: size.1.unwrap_or(usual.1),
            boxes: boxes.unwrap_or(usual.2),
            grade,
            min_pushes,
            style: None,
            tries: tries.unwrap_or(usual.3),
        };
        let maker = puzzle::generate::Generator::sokoban(wanted, seed);
        Generator::new(maker.map_err(|wish| error::usage(py, &wish.to_string()))?)
    }

    #[staticmethod]
    #[pyo3(signature = (seed, size, grade, moves, walls, tries))]
    fn unblock(
        py: Python<'_>,
        seed: u64,
        size: (Option<usize>, Option<usize>),
        grade: Option<&str>,
        moves: Option<(u32, u32)>,
        walls: usize,
        tries: Option<u32>,
    ) -> PyResult<Generator> {
        let grade = named(py, grade.unwrap_or("beginner"), &Category::ALL, Category::name)?;
        let usual = UnblockWanted::of(grade);
        let (width, height) = (size.0.unwrap_or(usual.width), size.1.unwrap_or(usual.height));
        let wanted = UnblockWanted {
            width,
            height,
            moves: moves.map_or(usual.moves.clone(), |(least, most)| least..=most),
            pieces: 2..=UnblockWanted::usual_pieces(width, height),
            walls: 0..=walls,
            tries: tries.unwrap_or(usual.tries),
            ..usual
        };
        let maker = puzzle::generate::Generator::unblock(wanted, seed);
        Generator::new(maker.map_err(|wish| error::usage(py, &wish.to_string()))?)
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

impl Generator {
    fn new(maker: puzzle::generate::Generator) -> PyResult<Generator> {
        Ok(Generator { maker: Arc::new(Mutex::new(maker)) })
    }
}

/// The grade with a name.
fn named<T: Copy>(
    py: Python<'_>,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().copied().find(|&it| name_of(it) == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&it| name_of(it)).collect();
        let look = format!("this game has {}", known.join(", "));
        error::usage(py, &puzzle::text::unknown("grade", name, known.iter().copied(), &look))
    })
}
