//! The class that Python sees: boards that are stepped together.
//!
//! Python owns the arrays and hands them over once; every step writes into them. Copies, spaces and infos are the
//! business of `banto_puzzle/gym.py`.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use super::boards::Boards;
use super::kernel::{Plan, Run, Slot};
use super::observe::{Form, Grid, Jumanji, Pieces, Planes, Rgb};
use super::rules::{Action, Actions, Autoreset, Order, Random, Rewards};
use crate::level::Level;

/// How positions are shown.
#[derive(Clone, Copy)]
enum Shown {
    Grid,
    Planes,
    Rgb,
    Jumanji,
    Pieces,
    PiecePlanes,
}

/// Does something with the form of observation, known when this is compiled.
macro_rules! with_form {
    ($shown:expr, $form:ident => $done:expr) => {
        match $shown {
            Shown::Grid => {
                let $form = Grid;
                $done
            }
            Shown::Planes => {
                let $form = Planes;
                $done
            }
            Shown::Rgb => {
                let $form = Rgb;
                $done
            }
            Shown::Jumanji => {
                let $form = Jumanji;
                $done
            }
            Shown::Pieces => {
                let $form = Pieces::<1>;
                $done
            }
            Shown::PiecePlanes => {
                let $form = Pieces::<5>;
                $done
            }
        }
    };
}

/// The arrays that Python owns, all of one dimension.
#[derive(FromPyObject)]
pub(crate) struct Arrays {
    #[pyo3(item)]
    observations: Py<PyArray1<u8>>,
    #[pyo3(item)]
    rewards: Py<PyArray1<f64>>,
    #[pyo3(item)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(item)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(item)]
    steps: Py<PyArray1<i32>>,
    #[pyo3(item)]
    levels: Py<PyArray1<i32>>,
    #[pyo3(item)]
    lost: Py<PyArray1<bool>>,
    #[pyo3(item)]
    mask: Py<PyArray1<i8>>,
    #[pyo3(item)]
    finals: Py<PyArray1<u8>>,
}

/// What an environment is to be like.
#[derive(FromPyObject)]
pub(crate) struct Wanted {
    #[pyo3(item)]
    observation: String,
    #[pyo3(item)]
    actions: String,
    #[pyo3(item)]
    rewards: (f64, f64, f64, f64),
    #[pyo3(item)]
    max_steps: u32,
    #[pyo3(item)]
    autoreset: String,
    #[pyo3(item)]
    sequential: bool,
    #[pyo3(item)]
    reverse: bool,
    #[pyo3(item)]
    lost: bool,
    #[pyo3(item)]
    lost_ends: bool,
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    size: Option<(usize, usize)>,
    #[pyo3(item)]
    pieces: Option<usize>,
}

/// Boards of either game that are stepped together.
#[pyclass(module = "banto_puzzle._native", name = "Batch")]
pub(crate) struct Batch {
    plan: Plan,
    shown: Shown,
    n_actions: usize,
    slots: Vec<Slot>,
    cells: Vec<u8>,
    arrays: Option<Arrays>,
    threads: usize,
    pool: Option<ThreadPool>,
    /// Episodes that ended on each level, and how many of them solved it.
    played: Vec<i64>,
    solved: Vec<i64>,
}

fn usage(sentence: impl Into<String>) -> PyErr {
    PyValueError::new_err(sentence.into())
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        levels: Vec<Py<Level>>,
        num_envs: usize,
        wanted: Wanted,
    ) -> PyResult<Batch> {
        let puzzles: Vec<_> = levels.iter().map(|level| level.get().puzzle.clone()).collect();
        let (reverse, lost) = (wanted.reverse, wanted.lost || wanted.lost_ends);
        let boards = py.detach(|| Boards::new(&puzzles, wanted.size, wanted.pieces, reverse, lost));
        let boards = boards.map_err(usage)?;
        if boards.is_unblock() && (reverse || lost) {
            return Err(usage("reverse play and losses are for Sokoban"));
        }
        let (table, n_actions) = actions(&wanted, &boards).map_err(usage)?;
        let shown = shown(&wanted.observation, &boards).map_err(usage)?;
        let (step, on, off, solved) = wanted.rewards;
        let (cells, count) = (vec![0; num_envs * boards.stride()], boards.len());
        let plan = Plan {
            actions: table,
            rewards: Rewards { step, on, off, solved }.table(),
            max_steps: wanted.max_steps.max(1),
            autoreset: Autoreset::from_name(&wanted.autoreset).map_err(usage)?,
            order: if wanted.sequential { Order::Sequential } else { Order::Sampled },
            lost,
            lost_ends: wanted.lost_ends,
            boards,
        };
        let slot = |i: usize| Slot {
            next: (i % count) as u32,
            stride: (num_envs % count) as u32,
            range: (0, count as u32),
            ..Slot::default()
        };
        Ok(Batch {
            slots: (0..num_envs).map(slot).collect(),
            plan,
            shown,
            n_actions,
            cells,
            arrays: None,
            threads: wanted.threads.clamp(1, num_envs.max(1)),
            pool: None,
            played: vec![0; count],
            solved: vec![0; count],
        })
    }

    /// Rows, columns and actions.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.plan.boards.height, self.plan.boards.width, self.n_actions)
    }

    /// Number of levels.
    #[getter]
    fn n_levels(&self) -> usize {
        self.plan.boards.len()
    }

    /// Takes the arrays into which every step writes.
    fn attach(&mut self, py: Python<'_>, arrays: Arrays) -> PyResult<()> {
        let (n, area) = (self.slots.len(), self.plan.boards.area());
        let bytes = with_form!(self.shown, form => bytes_of(form));
        let masked = self.plan.actions.is_empty();
        let finals = self.plan.autoreset == Autoreset::SameStep;
        let fits = arrays.observations.bind(py).len()? == n * area * bytes
            && arrays.rewards.bind(py).len()? == n
            && arrays.terminated.bind(py).len()? == n
            && arrays.truncated.bind(py).len()? == n
            && arrays.steps.bind(py).len()? == n
            && arrays.levels.bind(py).len()? == n
            && arrays.lost.bind(py).len()? == n
            && arrays.mask.bind(py).len()? == if masked { n * self.n_actions } else { 0 }
            && arrays.finals.bind(py).len()? == if finals { n * area * bytes } else { 0 };
        if !fits {
            return Err(usage("an array has another size than the environment"));
        }
        self.arrays = Some(arrays);
        Ok(())
    }

    /// Seeds the random numbers of boards; each board has its own.
    fn seed(&mut self, board: usize, seed: u64) -> PyResult<()> {
        let n_levels = self.plan.boards.len();
        let slot = self.slots.get_mut(board).ok_or_else(|| usage("there is no such board"))?;
        slot.random = Random::new(seed);
        let (first, end) = slot.range;
        // Sequential play begins again at the board's first level.
        slot.next = match (first, end as usize) == (0, n_levels) {
            true => (board % n_levels) as u32,
            false => first,
        };
        Ok(())
    }

    /// Starts episodes on the boards of a mask, on given levels where they are not negative.
    fn reset(&mut self, py: Python<'_>, mask: Vec<bool>, levels: Option<Vec<i64>>) -> PyResult<()> {
        let n = self.plan.boards.len();
        if mask.len() != self.slots.len()
            || levels.as_ref().is_some_and(|it| it.len() != self.slots.len())
        {
            return Err(usage("the mask or the levels have another length than the environment"));
        }
        if levels.iter().flatten().any(|&level| level >= n as i64) {
            return Err(usage(format!("levels are numbered from 0 to {}", n - 1)));
        }
        let Batch { plan, slots, cells, arrays, shown, .. } = self;
        with_arrays(py, arrays.as_ref(), slots, cells, |mut run| {
            for i in (0..mask.len()).filter(|&i| mask[i]) {
                let level = levels.as_ref().and_then(|it| u32::try_from(it[i]).ok());
                with_form!(*shown, form => plan.reset(&mut run, i, level, form));
                run.rewards[i] = 0.0;
                (run.terminated[i], run.truncated[i]) = (false, false);
            }
        })
    }

    /// One step of every board; returns how many episodes ended.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<usize> {
        let actions = actions.as_slice().map_err(|_| usage("the actions are not contiguous"))?;
        if actions.len() != self.slots.len() {
            let (given, wanted) = (actions.len(), self.slots.len());
            return Err(usage(format!("{given} actions for {wanted} boards")));
        }
        let most = self.n_actions as u64;
        if actions.iter().fold(false, |bad, &it| bad | (it as u64 >= most)) {
            return Err(usage(format!("actions are numbered from 0 to {}", most - 1)));
        }
        if self.threads > 1 && self.pool.is_none() {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
            self.pool = Some(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        }
        let Batch { plan, slots, cells, arrays, shown, pool, threads, .. } = self;
        let (plan, pool, threads, shown) = (&*plan, pool.as_ref(), *threads, *shown);
        let ended = with_arrays(py, arrays.as_ref(), slots, cells, |run| match pool {
            None => advance(plan, shown, run, actions),
            Some(pool) => pool.install(|| divided(plan, shown, run, actions, threads)),
        })?;
        if ended > 0 {
            self.count(py)?;
        }
        Ok(ended)
    }

    /// Gives boards levels of their own: for each the first, and the one after the last.
    fn set_ranges(&mut self, ranges: Vec<(u32, u32)>) -> PyResult<()> {
        let n = self.plan.boards.len() as u32;
        if ranges.len() != self.slots.len() || ranges.iter().any(|it| it.0 >= it.1 || it.1 > n) {
            return Err(usage("each board needs a range of levels that is not empty"));
        }
        for (slot, range) in self.slots.iter_mut().zip(ranges) {
            (slot.range, slot.next, slot.stride) = (range, range.0, 1 % (range.1 - range.0));
        }
        Ok(())
    }

    /// Samples levels by weights from now on; `None` samples all alike.
    fn set_weights(&mut self, weights: Option<Vec<f64>>) -> PyResult<()> {
        let Some(weights) = weights else {
            self.plan.order = Order::Sampled;
            return Ok(());
        };
        let fine = weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
        let total: f64 = weights.iter().sum();
        if weights.len() != self.plan.boards.len() || !fine || total <= 0.0 || !total.is_finite() {
            return Err(usage("expected a weight for each level, none negative, not all zero"));
        }
        let sums = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        self.plan.order = Order::Weighted(sums.collect());
        Ok(())
    }

    /// Puts another level in the place of one, for the episodes to come.
    fn replace_level(&mut self, index: usize, level: &Level) -> PyResult<()> {
        let lost = self.plan.lost;
        self.plan.boards.replace(index, &level.puzzle, lost).map_err(usage)?;
        (self.played[index], self.solved[index]) = (0, 0);
        Ok(())
    }

    /// Episodes that ended on each level, and how many of them solved it.
    fn statistics<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        (PyArray1::from_slice(py, &self.played), PyArray1::from_slice(py, &self.solved))
    }

    /// For each board the level of the episode that ended last.
    fn ended_levels<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.slots.iter().map(|slot| slot.ended as i32).collect())
    }

    /// The squares of a board as they are now, in bits.
    fn squares<'py>(&self, py: Python<'py>, board: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        if board >= self.slots.len() {
            return Err(usage("there is no such board"));
        }
        Ok(PyArray1::from_vec(py, self.plan.shown(&self.cells, board)))
    }
}

impl Batch {
    /// Notes the episodes that the last step ended.
    fn count(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(arrays) = &self.arrays else { return Ok(()) };
        let (terminated, truncated) = (&arrays.terminated.bind(py), &arrays.truncated.bind(py));
        let (terminated, truncated) = (terminated.readonly(), truncated.readonly());
        let lost = arrays.lost.bind(py).readonly();
        let (Ok(terminated), Ok(truncated), Ok(lost)) =
            (terminated.as_slice(), truncated.as_slice(), lost.as_slice())
        else {
            return Ok(());
        };
        for i in (0..self.slots.len()).filter(|&i| terminated[i] || truncated[i]) {
            let level = self.slots[i].ended as usize;
            self.played[level] += 1;
            self.solved[level] += i64::from(terminated[i] && !lost[i]);
        }
        Ok(())
    }
}

/// The step actions of an environment, none where actions are pushes or pieces, and the number of actions.
fn actions(wanted: &Wanted, boards: &Boards) -> Result<(Vec<Action>, usize), String> {
    if boards.is_unblock() {
        return match wanted.actions.as_str() {
            "pieces" => Ok((Vec::new(), 2 * boards.pieces)),
            other => Err(format!("Unblock has no actions {other:?}")),
        };
    }
    match Actions::from_name(&wanted.actions)? {
        Actions::Pushes if wanted.reverse => {
            Err("reverse play has no actions \"pushes\"".to_owned())
        }
        Actions::Pushes => Ok((Vec::new(), 4 * boards.area())),
        steps => {
            let table = steps.table(wanted.reverse);
            let count = table.len();
            Ok((table, count))
        }
    }
}

/// The form of observation with a name.
fn shown(name: &str, boards: &Boards) -> Result<Shown, String> {
    match (name, boards.is_unblock()) {
        ("grid", true) => Ok(Shown::Pieces),
        ("planes", true) => Ok(Shown::PiecePlanes),
        ("grid", false) => Ok(Shown::Grid),
        ("planes", false) => Ok(Shown::Planes),
        ("rgb", false) => Ok(Shown::Rgb),
        ("jumanji", false) => Ok(Shown::Jumanji),
        _ => Err(format!("there is no observation {name:?}")),
    }
}

fn bytes_of<F: Form>(_: F) -> usize {
    F::BYTES
}

fn advance(plan: &Plan, shown: Shown, mut run: Run<'_>, actions: &[i64]) -> usize {
    with_form!(shown, form => plan.step(&mut run, actions, form))
}

/// Halves the boards until there is a part for each thread.
fn divided(plan: &Plan, shown: Shown, run: Run<'_>, actions: &[i64], threads: usize) -> usize {
    if threads < 2 {
        return advance(plan, shown, run, actions);
    }
    let half = actions.len() * (threads / 2) / threads;
    let (first, second) = run.split(half);
    let (one, two) = rayon::join(
        || divided(plan, shown, first, &actions[..half], threads / 2),
        || divided(plan, shown, second, &actions[half..], threads - threads / 2),
    );
    one + two
}

/// Does something with the boards and their arrays while the GIL is released.
fn with_arrays<T: Send>(
    py: Python<'_>,
    arrays: Option<&Arrays>,
    slots: &mut [Slot],
    cells: &mut [u8],
    job: impl FnOnce(Run<'_>) -> T + Send,
) -> PyResult<T> {
    let arrays = arrays.ok_or_else(|| PyRuntimeError::new_err("no arrays are attached"))?;
    let taken = |_| PyRuntimeError::new_err("an array of the environment is in use");
    let broken = |_| PyRuntimeError::new_err("an array of the environment is not contiguous");
    let mut observations = arrays.observations.bind(py).try_readwrite().map_err(taken)?;
    let mut rewards = arrays.rewards.bind(py).try_readwrite().map_err(taken)?;
    let mut terminated = arrays.terminated.bind(py).try_readwrite().map_err(taken)?;
    let mut truncated = arrays.truncated.bind(py).try_readwrite().map_err(taken)?;
    let mut steps = arrays.steps.bind(py).try_readwrite().map_err(taken)?;
    let mut levels = arrays.levels.bind(py).try_readwrite().map_err(taken)?;
    let mut lost = arrays.lost.bind(py).try_readwrite().map_err(taken)?;
    let mut mask = arrays.mask.bind(py).try_readwrite().map_err(taken)?;
    let mut finals = arrays.finals.bind(py).try_readwrite().map_err(taken)?;
    let run = Run {
        slots,
        cells,
        observations: observations.as_slice_mut().map_err(broken)?,
        rewards: rewards.as_slice_mut().map_err(broken)?,
        terminated: terminated.as_slice_mut().map_err(broken)?,
        truncated: truncated.as_slice_mut().map_err(broken)?,
        steps: steps.as_slice_mut().map_err(broken)?,
        levels: levels.as_slice_mut().map_err(broken)?,
        lost: lost.as_slice_mut().map_err(broken)?,
        mask: mask.as_slice_mut().map_err(broken)?,
        finals: finals.as_slice_mut().map_err(broken)?,
    };
    Ok(py.detach(|| job(run)))
}
