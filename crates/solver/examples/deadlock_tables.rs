//! Measures the table of the large window: how long it takes to build, how many bytes it has, and how
//! long it takes to read them. The shares it finds are printed by a test of the oracle,
//! `shares_of_lost_positions_found`.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use search::Budget;
use solver::LargeTables;

fn main() {
    let begin = Instant::now();
    let bytes = LargeTables::build(&mut Budget::unlimited()).expect("there is no limit");
    println!("built in {:.3} s, {} bytes", begin.elapsed().as_secs_f64(), bytes.len());
    let begin = Instant::now();
    LargeTables::check(&bytes).expect("these are the bytes of the table");
    println!("read in {:.4} s", begin.elapsed().as_secs_f64());
}
