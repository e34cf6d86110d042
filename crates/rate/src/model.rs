//! A fitted model: a score, a share of people, and how far it can be off.

/// One row of the table of coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature.
    pub name: &'static str,
    /// Its mean in the data.
    pub mean: f64,
    /// Its standard deviation there.
    pub deviation: f64,
    /// What one deviation adds to the score.
    pub weight: f64,
    /// The standard error of that, from resampling whole collections.
    pub error: f64,
    /// The least value in the data.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

/// A model.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The score of a level whose features are all at their means.
    pub intercept: f64,
    /// The score is calibrated with offset + factor × score.
    pub calibration: [f64; 2],
    /// Eight of ten levels that were not fitted lie within this of their calibrated scores.
    pub spread: f64,
    /// The coefficients, in the order of the table of features.
    pub terms: &'static [Term],
}

/// What a model says about a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The calibrated score.
    pub score: f64,
    /// What each feature adds to it, in the order of the terms.
    pub parts: Vec<f64>,
    /// Features outside the range of the data.
    pub outside: Vec<&'static str>,
}

/// Deviations beyond the least and the largest value of the data that a feature is followed.
const FAR: f64 = 1.0;

impl Model {
    /// Applies the model; `features` are at least as many as the terms.
    pub fn guess(&self, features: &[f64]) -> Guess {
        let [offset, factor] = self.calibration;
        // Far from the data a feature counts as if it were nearer: nobody knows that its weight still holds there.
        let z = |term: &Term, value: f64| {
            let far = FAR * term.deviation;
            (value.clamp(term.least - far, term.most + far) - term.mean) / term.deviation
        };
        let pairs = || self.terms.iter().zip(features);
        let parts: Vec<f64> =
            pairs().map(|(term, &it)| factor * term.weight * z(term, it)).collect();
        let is_outside = |term: &Term, value: f64| {
            let slack = 0.25 * term.deviation;
            !(term.least - slack..=term.most + slack).contains(&value)
        };
        Guess {
            score: offset + factor * self.intercept + parts.iter().sum::<f64>(),
            parts,
            outside: pairs()
                .filter(|(term, it)| is_outside(term, **it))
                .map(|(term, _)| term.name)
                .collect(),
        }
    }
}

/// The share that belongs to a score.
pub fn share(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_from_the_data_is_not_followed_for_ever() {
        const TERMS: &[Term] = &[Term {
            name: "boxes",
            mean: 4.0,
            deviation: 2.0,
            weight: -0.5,
            error: 0.1,
            least: 1.0,
            most: 11.0,
        }];
        let model = Model { intercept: 1.0, calibration: [0.0, 1.0], spread: 0.5, terms: TERMS };
        let score = |boxes| model.guess(&[boxes]).score;
        assert_eq!(score(4.0), 1.0);
        assert_eq!(score(13.0), 1.0 - 0.5 * 4.5);
        assert_eq!(score(300.0), score(13.0));
        assert_eq!(model.guess(&[300.0]).outside, ["boxes"]);
        assert_eq!(model.guess(&[11.0]).outside, Vec::<&str>::new());
    }
}
