//! The choice of features and penalty, by folds inside the rows at hand.

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
