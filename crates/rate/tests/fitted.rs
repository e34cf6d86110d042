//! The committed coefficients are what the fit gives. The data are not part of the project: `BANTO_HUMAN` names
//! their folder.

#[path = "../examples/fit/choose.rs"]
mod choose;
#[path = "../examples/fit/data.rs"]
mod data;
#[path = "../examples/fit/figures.rs"]
mod figures;
#[path = "../examples/fit/fit.rs"]
mod fit;
#[path = "../examples/fit/linear.rs"]
mod linear;
#[path = "../examples/fit/run.rs"]
mod run;
#[path = "../examples/fit/table.rs"]
mod table;

use std::path::Path;

#[test]
#[ignore = "takes minutes, and needs the data"]
fn the_table_is_what_the_fit_gives() {
    let Some(folder) = std::env::var_os("BANTO_HUMAN") else {
        return needs::skip("the results of people: BANTO_HUMAN names their folder");
    };
    let outcome = run::run(Path::new(&folder)).unwrap();
    assert!(!outcome.report.is_empty());
    assert_eq!(outcome.source, include_str!("../src/table.rs"));
}
