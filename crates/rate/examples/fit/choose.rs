//! The choice of features and penalty, by folds inside the rows at hand.

use crate::figures::{folds, rush_bars};
use crate::linear::{Sample, Score, Sums};

/// How a score is found.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// Penalty of the groups' intercepts.
    pub(crate) pull: f64,
    /// Penalties to choose from.
    pub(crate) ridges: Vec<f64>,
    /// Features that may be used.
    pub(crate) allowed: Vec<usize>,
    /// Most features; all of them at once when 0.
    pub(crate) most: usize,
}

/// The loss of a choice on rows that were left out.
struct Trial<'a, 'b> {
    sample: &'a Sample<'b>,
    parts: Vec<(Sums, Vec<usize>)>,
}

impl Trial<'_, '_> {
    fn loss(&self, chosen: &[usize], ridge: f64) -> f64 {
        let mut loss = 0.0;
        for (sums, left_out) in &self.parts {
            let score = sums.fit(chosen, ridge);
            for &row in left_out {
                let off = score.of(&self.sample.features[row]) - self.sample.target[row];
                loss += self.sample.weight[row] * off * off;
            }
        }
        loss
    }
}

/// Fits some rows; `fold` names the inner folds.
pub(crate) fn fit(sample: &Sample<'_>, rows: &[usize], fold: &[usize], recipe: &Recipe) -> Score {
    let mut inner: Vec<usize> = rows.iter().map(|&row| fold[row]).collect();
    inner.sort_unstable();
    inner.dedup();
    let parts = inner.iter().map(|&one| {
        let kept: Vec<usize> = rows.iter().copied().filter(|&row| fold[row] != one).collect();
        let left_out = rows.iter().copied().filter(|&row| fold[row] == one).collect();
        (Sums::new(sample, &kept, recipe.pull), left_out)
    });
    let trial = Trial { sample, parts: parts.collect() };
    let all = Sums::new(sample, rows, recipe.pull);
    let mut best: Option<(f64, Vec<usize>, f64)> = None;
    for &ridge in &recipe.ridges {
        let (chosen, loss) = if recipe.most == 0 {
            (recipe.allowed.clone(), trial.loss(&recipe.allowed, ridge))
        } else {
            forward(&trial, recipe, ridge)
        };
        if best.as_ref().is_none_or(|best| loss < best.0) {
            best = Some((loss, chosen, ridge));
        }
    }
    let (_, chosen, ridge) = best.expect("there is a penalty to choose");
    all.fit(&chosen, ridge)
}

/// Adds the feature that helps most as long as one helps.
fn forward(trial: &Trial<'_, '_>, recipe: &Recipe, ridge: f64) -> (Vec<usize>, f64) {
    let mut chosen: Vec<usize> = Vec::new();
    let mut best = f64::INFINITY;
    while chosen.len() < recipe.most {
        let candidates = recipe.allowed.iter().copied().filter(|at| !chosen.contains(at));
        let tried = candidates.map(|at| {
            let more = [chosen.as_slice(), &[at]].concat();
            (trial.loss(&more, ridge), at)
        });
        let Some((loss, at)) = tried.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if loss > best * 0.998 {
            break;
        }
        best = loss;
        chosen.push(at);
    }
    (chosen, best)
}

/// How often the rows at hand are dealt to inner folds when ranks are the judge: one dealing of sixty boards is chance.
const DEALINGS: u64 = 5;

/// Inner folds of one dealing.
const INNER: usize = 10;

/// Fits boards of Rush Hour with the penalty whose guesses about inner folds have the best ranks: the three bars,
/// added up. Squares would choose penalties that shrink the guesses instead. The other value is the calibration: offset
/// and factor by which those guesses follow the target best.
pub(crate) fn fit_by_ranks(
    sample: &Sample<'_>,
    rows: &[usize],
    fewest: &[f64],
    recipe: &Recipe,
) -> (Score, [f64; 2]) {
    let pick = |of: &[f64]| rows.iter().map(|&row| of[row]).collect::<Vec<_>>();
    let (target, fewest) = (pick(sample.target), pick(fewest));
    let place: Vec<usize> = (0..rows.len()).collect();
    let mut tried = vec![(0.0, [0.0; 2]); recipe.ridges.len()];
    for seed in 0..DEALINGS {
        let fold = folds(&place, INNER, seed);
        let mut guesses = vec![vec![0.0; rows.len()]; recipe.ridges.len()];
        for one in 0..INNER {
            let kept = place.iter().filter(|&&at| fold[at] != one).map(|&at| rows[at]);
            let sums = Sums::new(sample, &kept.collect::<Vec<_>>(), recipe.pull);
            for (guesses, &ridge) in guesses.iter_mut().zip(&recipe.ridges) {
                let score = sums.fit(&recipe.allowed, ridge);
                for at in place.iter().copied().filter(|&at| fold[at] == one) {
                    guesses[at] = score.of(&sample.features[rows[at]]);
                }
            }
        }
        for ((bars, line), guesses) in tried.iter_mut().zip(&guesses) {
            *bars += rush_bars(guesses, &target, &fewest).iter().sum::<f64>();
            let found = through(guesses, &target);
            (0..2).for_each(|at| line[at] += found[at] / DEALINGS as f64);
        }
    }
    let all = Sums::new(sample, rows, recipe.pull);
    let best = recipe.ridges.iter().zip(&tried).max_by(|a, b| a.1.0.total_cmp(&b.1.0));
    let (&ridge, &(_, calibration)) = best.expect("there is a penalty to choose");
    (all.fit(&recipe.allowed, ridge), calibration)
}

/// The straight line nearest to points: offset and factor.
fn through(x: &[f64], y: &[f64]) -> [f64; 2] {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (x_mean, y_mean) = (mean(x), mean(y));
    let both: f64 = x.iter().zip(y).map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let own: f64 = x.iter().map(|x| (x - x_mean).powi(2)).sum();
    let factor = both / own.max(1e-9);
    [y_mean - factor * x_mean, factor]
}
