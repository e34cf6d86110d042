//! The two fits: what is chosen is chosen inside the folds.

use banto_rate::model::share;

use crate::choose::{self, Recipe};
use crate::data::{Boards, Levels};
use crate::figures::{folds, rho};
use crate::linear::{Sample, Score, Sums};

/// Folds of whole collections.
pub(crate) const FOLDS: usize = 10;

/// The seed of folds and resampling.
pub(crate) const SEED: u64 = 1;

/// Resamplings of whole collections for the errors of coefficients.
const RESAMPLED: usize = 100;

/// What comes out: a score, its calibration, and which player it listens to.
#[derive(Clone, Debug)]
pub(crate) struct Fitted {
    pub(crate) score: Score,
    pub(crate) calibration: [f64; 2],
    pub(crate) player: usize,
}

/// Rows in a form that both games have.
pub(crate) struct Problem {
    /// Features, with those of each player after them.
    pub(crate) features: Vec<Vec<Vec<f64>>>,
    pub(crate) target: Vec<f64>,
    pub(crate) weight: Vec<f64>,
    /// What the folds keep together.
    pub(crate) group: Vec<usize>,
    /// What has intercepts of its own.
    pub(crate) own: Vec<usize>,
    pub(crate) offset: Vec<f64>,
    /// Whether scores are logits of shares, to be calibrated for the least mean error of the share.
    pub(crate) shares: Option<Vec<f64>>,
    /// Fewest moves, when the penalty is chosen by the bars of Rush Hour.
    pub(crate) fewest: Option<Vec<f64>>,
    pub(crate) recipe: Recipe,
    /// The feature by which the player is chosen.
    pub(crate) judge: usize,
}

pub(crate) fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// The Sokoban levels, with the first `allowed` features.
pub(crate) fn sokoban(levels: &Levels, allowed: usize) -> Problem {
    let n = levels.rate.len();
    let (rate, plays) = (&levels.rate, &levels.plays);
    let target =
        (0..n).map(|row| logit((rate[row] * plays[row] + 0.5) / (plays[row] + 1.0))).collect();
    // Sampling noise of the logit, and as much again that plays do not explain.
    let weight: Vec<f64> = (0..n)
        .map(|row| 1.0 / (1.0 / (plays[row] * rate[row] * (1.0 - rate[row]) + 1.0) + 0.5))
        .collect();
    let mean = weight.iter().sum::<f64>() / n as f64;
    let habits = levels.players[0].len();
    let with = |row: usize, player: usize| {
        [levels.features[row].as_slice(), &levels.players[row][player]].concat()
    };
    Problem {
        features: (0..habits).map(|player| (0..n).map(|row| with(row, player)).collect()).collect(),
        target,
        weight: weight.iter().map(|weight| weight / mean).collect(),
        group: levels.collection.clone(),
        own: levels.collection.clone(),
        offset: levels.place.clone(),
        shares: Some(rate.clone()),
        fewest: None,
        recipe: Recipe {
            pull: 1.0,
            ridges: vec![10.0, 30.0, 60.0, 120.0],
            allowed: (0..allowed).collect(),
            most: 0,
        },
        judge: levels.features[0].len(),
    }
}

/// The boards of Rush Hour; the target is the logarithm of moves for each move that is needed.
pub(crate) fn unblock(boards: &Boards) -> Problem {
    let n = boards.moves.len();
    let players = boards.players[0].len();
    let with = |row: usize, player: usize| {
        [boards.features[row].as_slice(), &[boards.players[row][player]]].concat()
    };
    let allowed = boards.features[0].len() + 1;
    // A quarter is what the figures do not explain; the rest is the noise of few people.
    let weight: Vec<f64> =
        boards.noise.iter().map(|noise| 1.0 / (0.25f64.powi(2) + noise * noise)).collect();
    let mean = weight.iter().sum::<f64>() / n as f64;
    Problem {
        features: (0..players)
            .map(|player| (0..n).map(|row| with(row, player)).collect())
            .collect(),
        target: (0..n).map(|row| (boards.moves[row] / boards.fewest[row]).ln()).collect(),
        weight: weight.iter().map(|weight| weight / mean).collect(),
        group: (0..n).collect(),
        own: vec![0; n],
        offset: vec![0.0; n],
        shares: None,
        fewest: Some(boards.fewest.clone()),
        recipe: Recipe {
            pull: 1e9,
            ridges: vec![10.0, 30.0, 100.0],
            allowed: (0..allowed).collect(),
            most: 0,
        },
        judge: allowed - 1,
    }
}

impl Problem {
    fn sample(&self, player: usize) -> Sample<'_> {
        Sample {
            features: &self.features[player],
            offset: &self.offset,
            target: &self.target,
            weight: &self.weight,
            group: &self.own,
        }
    }

    /// The player whose feature follows the target best on some rows.
    fn player(&self, rows: &[usize]) -> usize {
        let target: Vec<f64> = rows.iter().map(|&row| self.target[row]).collect();
        let follows = |player: usize| {
            let played: Vec<f64> =
                rows.iter().map(|&row| self.features[player][row][self.judge]).collect();
            rho(&played, &target).abs()
        };
        let players = 0..self.features.len();
        players.max_by(|&a, &b| follows(a).total_cmp(&follows(b))).unwrap_or(0)
    }

    /// Fits some rows.
    pub(crate) fn fit(&self, rows: &[usize], fold: &[usize]) -> Fitted {
        let player = self.player(rows);
        if let Some(fewest) = &self.fewest {
            let sample = self.sample(player);
            let (score, calibration) = choose::fit_by_ranks(&sample, rows, fewest, &self.recipe);
            return Fitted { score, calibration, player };
        }
        let score = choose::fit(&self.sample(player), rows, fold, &self.recipe);
        let calibration = self.shares.as_ref().map_or([0.0, 1.0], |shares| {
            let scores: Vec<f64> =
                rows.iter().map(|&row| score.of(&self.features[player][row])).collect();
            let rates: Vec<f64> = rows.iter().map(|&row| shares[row]).collect();
            calibrate(&scores, &rates)
        });
        Fitted { score, calibration, player }
    }

    /// The calibrated score of a row.
    pub(crate) fn guess(&self, fitted: &Fitted, row: usize) -> f64 {
        let score = fitted.score.of(&self.features[fitted.player][row]);
        fitted.calibration[0] + fitted.calibration[1] * score
    }

    /// Scores of rows that were not fitted, by folds of whole groups: as they are, and calibrated.
    pub(crate) fn left_out(&self, group: &[usize], seed: u64) -> (Vec<f64>, Vec<f64>) {
        let fold = folds(group, FOLDS, seed);
        let n = self.target.len();
        let (mut plain, mut calibrated) = (vec![0.0; n], vec![0.0; n]);
        for one in 0..FOLDS {
            let rows: Vec<usize> = (0..n).filter(|&row| fold[row] != one).collect();
            let fitted = self.fit(&rows, &fold);
            for row in (0..n).filter(|&row| fold[row] == one) {
                plain[row] = fitted.score.of(&self.features[fitted.player][row]);
                calibrated[row] = self.guess(&fitted, row);
            }
        }
        (plain, calibrated)
    }

    /// The fit of all rows, and the standard error of each weight when whole groups are drawn again.
    pub(crate) fn whole(&self) -> (Fitted, Vec<f64>) {
        let n = self.target.len();
        let rows: Vec<usize> = (0..n).collect();
        let fitted = self.fit(&rows, &folds(&self.group, FOLDS, SEED));
        let ridge = fitted.score.ridge;
        let groups = self.group.iter().max().map_or(0, |most| most + 1);
        let mut random = search::Random::seeded(SEED);
        let mut sums = vec![(0.0, 0.0); fitted.score.weight.len()];
        for _ in 0..RESAMPLED {
            let drawn: Vec<usize> = (0..groups).map(|_| random.below(groups)).collect();
            let rows =
                drawn.iter().flat_map(|one| (0..n).filter(move |&row| self.group[row] == *one));
            let rows: Vec<usize> = rows.collect();
            let again = Sums::new(&self.sample(fitted.player), &rows, self.recipe.pull);
            let again = again.fit(&fitted.score.chosen, ridge);
            for (at, sum) in sums.iter_mut().enumerate() {
                // In units of the deviation in all rows.
                let weight = again.weight[at] / again.deviation[at] * fitted.score.deviation[at];
                *sum = (sum.0 + weight, sum.1 + weight * weight);
            }
        }
        let count = RESAMPLED as f64;
        let error = |&(sum, squares): &(f64, f64)| {
            (squares / count - (sum / count).powi(2)).max(0.0).sqrt()
        };
        (fitted, sums.iter().map(error).collect())
    }
}

/// Offset and factor with the least mean absolute error of the share, by a search in shrinking steps.
fn calibrate(scores: &[f64], rates: &[f64]) -> [f64; 2] {
    let off = |[offset, factor]: [f64; 2]| -> f64 {
        scores
            .iter()
            .zip(rates)
            .map(|(score, rate)| (share(offset + factor * score) - rate).abs())
            .sum()
    };
    let mut best = [0.0, 1.0];
    let mut step = 0.25;
    while step > 1e-4 {
        let around = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]];
        let next = around.map(|by| [best[0] + by[0], best[1] + by[1]]);
        let next = next.into_iter().min_by(|&a, &b| off(a).total_cmp(&off(b))).unwrap_or(best);
        if off(next) < off(best) {
            best = next;
        } else {
            step /= 2.0;
        }
    }
    best
}

/// The value that 8 of 10 do not exceed.
pub(crate) fn eight_of_ten(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() * 8).div_ceil(10) - 1]
}
