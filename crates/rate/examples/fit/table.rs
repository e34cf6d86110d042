//! Writes the table of coefficients.

use std::fmt::Write as _;

use banto_rate::features::Feature;

use crate::fit::{Fitted, Problem, eight_of_ten};

/// A model as source text. `spread` comes from rows that were not fitted.
pub(crate) fn model(
    name: &str,
    what: &str,
    features: &[Feature],
    problem: &Problem,
    spread: f64,
) -> (String, Fitted) {
    let (fitted, errors) = problem.whole();
    let score = &fitted.score;
    let mut text = format!("/// {what}\npub const {name}: Model = Model {{\n");
    let _ = writeln!(text, "    intercept: {:.4},", score.intercept);
    let [offset, factor] = fitted.calibration;
    let _ = writeln!(text, "    calibration: [{offset:.4}, {factor:.4}],");
    let _ = writeln!(text, "    spread: {spread:.4},\n    terms: &[");
    for (at, &feature) in score.chosen.iter().enumerate() {
        let column = problem.features[fitted.player].iter().map(|row| row[feature]);
        let least = column.clone().fold(f64::INFINITY, f64::min);
        let most = column.fold(f64::NEG_INFINITY, f64::max);
        let _ = writeln!(
            text,
            "        term({:?}, [{:.4}, {:.4}, {:.4}, {:.4}, {least:.4}, {most:.4}]),",
            features[feature].name,
            score.mean[at],
            score.deviation[at],
            score.weight[at],
            errors[at],
        );
    }
    text.push_str("    ],\n};\n");
    (text, fitted)
}

/// The spread of guesses about rows that were not fitted.
pub(crate) fn spread(guesses: &[f64], truth: &[f64]) -> f64 {
    eight_of_ten(guesses.iter().zip(truth).map(|(guess, truth)| (guess - truth).abs()).collect())
}

/// The head of the file.
pub(crate) const HEAD: &str = r#"//! The coefficients. Written by `cargo xtask fit`; not to be changed by hand.
//!
//! A term holds the mean and the deviation of a feature in the data, what one deviation adds to the score, the
//! standard error of that, and the least and the largest value in the data.

#![expect(clippy::approx_constant, reason = "what was measured may look like one")]

use crate::model::{Model, Term};

const fn term(name: &'static str, [mean, deviation, weight, error, least, most]: [f64; 6]) -> Term {
    Term { name, mean, deviation, weight, error, least, most }
}

"#;
