//! Rank correlations, folds, resampling.

use search::Random;

/// Ranks, ties shared.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut at = 0;
    while at < order.len() {
        let end =
            (at..order.len()).take_while(|&i| values[order[i]] == values[order[at]]).count() + at;
        for &index in &order[at..end] {
            ranks[index] = (at + end - 1) as f64 / 2.0;
        }
        at = end;
    }
    ranks
}

/// Spearman's ρ; 0 when a side is constant.
pub(crate) fn rho(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    let scale = (product(&a, &a) * product(&b, &b)).sqrt();
    if scale > 0.0 { product(&a, &b) / scale } else { 0.0 }
}

/// ρ inside every group of at least `least`: the mean, and the mean weighted by size.
pub(crate) fn rho_inside(a: &[f64], b: &[f64], group: &[usize], least: usize) -> (f64, f64) {
    let groups = group.iter().max().map_or(0, |most| most + 1);
    let (mut sum, mut weighted, mut count, mut rows) = (0.0, 0.0, 0.0, 0.0);
    for one in 0..groups {
        let members: Vec<usize> = (0..a.len()).filter(|&row| group[row] == one).collect();
        if members.len() < least {
            continue;
        }
        let pick = |of: &[f64]| members.iter().map(|&row| of[row]).collect::<Vec<_>>();
        let here = rho(&pick(a), &pick(b));
        sum += here;
        count += 1.0;
        weighted += here * members.len() as f64;
        rows += members.len() as f64;
    }
    (sum / count, weighted / rows)
}

/// Rush Hour, by boards: the logarithm of moves for each move that is needed as guessed and as measured, and the fewest
/// moves. ρ with log moves, with moves for each move that is needed, and inside one optimum (the mean).
pub(crate) fn rush_bars(guess: &[f64], truth: &[f64], fewest: &[f64]) -> [f64; 3] {
    let whole = |excess: &[f64]| -> Vec<f64> {
        excess.iter().zip(fewest).map(|(excess, fewest)| excess + fewest.ln()).collect()
    };
    let optimum: Vec<usize> = fewest.iter().map(|&fewest| fewest as usize).collect();
    let (guessed, measured) = (whole(guess), whole(truth));
    [rho(&guessed, &measured), rho(guess, truth), rho_inside(&guessed, &measured, &optimum, 3).0]
}

/// Whole groups dealt to folds of about equal size, the large ones first.
pub(crate) fn folds(group: &[usize], count: usize, seed: u64) -> Vec<usize> {
    let groups = group.iter().max().map_or(0, |most| most + 1);
    let mut random = Random::seeded(seed);
    let mut order: Vec<(usize, u64, usize)> = (0..groups)
        .map(|one| (group.iter().filter(|&&it| it == one).count(), random.number(), one))
        .collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let (mut load, mut fold) = (vec![0; count], vec![0; groups]);
    for (size, _, one) in order {
        let lightest = (0..count).min_by_key(|&at| load[at]).unwrap_or(0);
        fold[one] = lightest;
        load[lightest] += size;
    }
    group.iter().map(|&one| fold[one]).collect()
}

/// The middle 90 % of a figure when whole groups are drawn again with replacement.
pub(crate) fn interval(group: &[usize], seed: u64, figure: impl Fn(&[usize]) -> f64) -> (f64, f64) {
    let groups = group.iter().max().map_or(0, |most| most + 1);
    let members: Vec<Vec<usize>> = (0..groups)
        .map(|one| (0..group.len()).filter(|&row| group[row] == one).collect())
        .collect();
    let mut random = Random::seeded(seed);
    let mut figures: Vec<f64> = (0..400)
        .map(|_| {
            let drawn = (0..groups).flat_map(|_| members[random.below(groups)].clone());
            figure(&drawn.collect::<Vec<_>>())
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    (figures[20], figures[379])
}

/// A normal number: twelve of even chance (Irwin and Hall), good enough for a ceiling.
pub(crate) fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| (random.number() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0
}
