//! Weighted ridge regression with an intercept for every group, which is pulled towards 0 and not used for
//! prediction: the slopes are learned mostly inside groups.

/// Rows to learn from.
pub(crate) struct Sample<'a> {
    pub(crate) features: &'a [Vec<f64>],
    /// An offset that is learned and left out of predictions: the position in the collection.
    pub(crate) offset: &'a [f64],
    pub(crate) target: &'a [f64],
    pub(crate) weight: &'a [f64],
    pub(crate) group: &'a [usize],
}

/// A score: intercept + Σ weight × (feature − mean) / deviation.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    pub(crate) chosen: Vec<usize>,
    pub(crate) mean: Vec<f64>,
    pub(crate) deviation: Vec<f64>,
    pub(crate) weight: Vec<f64>,
    pub(crate) intercept: f64,
    /// The penalty it was fitted with.
    pub(crate) ridge: f64,
}

impl Score {
    pub(crate) fn of(&self, features: &[f64]) -> f64 {
        let terms = self.chosen.iter().enumerate().map(|(at, &feature)| {
            self.weight[at] * (features[feature] - self.mean[at]) / self.deviation[at]
        });
        self.intercept + terms.sum::<f64>()
    }
}

/// The sums that every choice of features is fitted from: columns are 1, the offset, all features, the target.
pub(crate) struct Sums {
    matrix: Vec<Vec<f64>>,
    mean: Vec<f64>,
    deviation: Vec<f64>,
}

impl Sums {
    /// Sums over some rows; `pull` is the penalty of the groups' intercepts.
    pub(crate) fn new(sample: &Sample<'_>, rows: &[usize], pull: f64) -> Sums {
        let n = sample.features[0].len();
        let count = rows.len() as f64;
        let mean_of =
            |f: &dyn Fn(usize) -> f64| rows.iter().map(|&row| f(row)).sum::<f64>() / count;
        let mean: Vec<f64> = (0..n).map(|at| mean_of(&|row| sample.features[row][at])).collect();
        let deviation: Vec<f64> = (0..n)
            .map(|at| {
                mean_of(&|row| (sample.features[row][at] - mean[at]).powi(2)).sqrt().max(1e-9)
            })
            .collect();
        let offset_mean = mean_of(&|row| sample.offset[row]);
        let size = n + 3;
        let mut matrix = vec![vec![0.0; size]; size];
        let groups = sample.group.iter().max().map_or(0, |most| most + 1);
        let mut sums = vec![vec![0.0; size]; groups];
        for &row in rows {
            let mut line = vec![1.0, sample.offset[row] - offset_mean];
            line.extend((0..n).map(|at| (sample.features[row][at] - mean[at]) / deviation[at]));
            line.push(sample.target[row]);
            let weight = sample.weight[row];
            for i in 0..size {
                sums[sample.group[row]][i] += weight * line[i];
                for j in 0..size {
                    matrix[i][j] += weight * line[i] * line[j];
                }
            }
        }
        for sum in sums.iter().filter(|sum| sum[0] > 0.0) {
            for i in 0..size {
                for j in 0..size {
                    matrix[i][j] -= sum[i] * sum[j] / (sum[0] + pull);
                }
            }
        }
        Sums { matrix, mean, deviation }
    }

    /// Fits a choice of features.
    pub(crate) fn fit(&self, chosen: &[usize], ridge: f64) -> Score {
        let last = self.matrix.len() - 1;
        let columns: Vec<usize> =
            [0, 1].into_iter().chain(chosen.iter().map(|at| at + 2)).collect();
        let mut system: Vec<Vec<f64>> = columns
            .iter()
            .enumerate()
            .map(|(i, &row)| {
                let mut line: Vec<f64> =
                    columns.iter().map(|&column| self.matrix[row][column]).collect();
                line[i] += if i == 0 { 1e-9 } else { ridge };
                line.push(self.matrix[row][last]);
                line
            })
            .collect();
        let solved = solve(&mut system);
        Score {
            chosen: chosen.to_vec(),
            mean: chosen.iter().map(|&at| self.mean[at]).collect(),
            deviation: chosen.iter().map(|&at| self.deviation[at]).collect(),
            weight: solved[2..].to_vec(),
            intercept: solved[0],
            ridge,
        }
    }
}

/// Gauss with pivots.
fn solve(system: &mut [Vec<f64>]) -> Vec<f64> {
    let n = system.len();
    for at in 0..n {
        let pivot = (at..n).max_by(|&a, &b| system[a][at].abs().total_cmp(&system[b][at].abs()));
        system.swap(at, pivot.unwrap_or(at));
        let top = system[at].clone();
        for row in system.iter_mut().skip(at + 1) {
            let factor = row[at] / top[at];
            for (cell, above) in row.iter_mut().zip(&top).skip(at) {
                *cell -= factor * above;
            }
        }
    }
    let mut answer = vec![0.0; n];
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|other| system[at][other] * answer[other]).sum();
        answer[at] = (system[at][n] - known) / system[at][at];
    }
    answer
}
