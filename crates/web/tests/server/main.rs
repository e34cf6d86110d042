//! The server from outside, one file for each thing it does.

// What was measured, or why a test was skipped, is for whoever reads the test's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod crowd;
mod faults;
mod jobs;
mod lab;
mod levels;
mod load;
mod play;
mod progress;
mod requests;
