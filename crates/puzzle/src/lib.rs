//! The door to both games: a level as text in, a verified report out.
//!
//! ```
//! use puzzle::{Budget, Request, hint, read};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut levels = read(b"#######\n#@ $. #\n# $  .#\n#######\n")?.entries;
//!     let puzzle = levels.remove(0).puzzle?;
//!     let report = puzzle.solve(&Request::default())?;
//!     println!("{}: {}", report.status.name(), report.solution.ok_or("no solution")?);
//!     let found = hint(&puzzle.after("rR")?, &mut Budget::unlimited())?;
//!     println!("then {}, {} pushes to go", found.next[0], found.to_go.pushes.ok_or("?")?);
//! #    assert_eq!(found.to_go.pushes, Some(3));
//!     Ok(())
//! }
//! ```
//!
//! [`read`] turns bytes into a [`Collection`] of either game, every level judged. [`Puzzle::solve`]
//! takes a [`Request`] and returns a [`Report`]; [`hint`], [`why`], [`dead_squares`] and
//! [`facts`] answer what a player asks, about any position ([`Puzzle::after`]). Every solution shown has
//! been replayed by the independent `checker` on the text of the level; one that does not replay is
//! never shown. `examples/` has a program for each.

mod answer;
mod check;
mod collection;
mod facts;
mod fault;
mod generate;
mod hint;
mod improve;
mod kept;
mod known;
mod label;
mod legal;
mod made;
pub mod plain;
mod position;
mod proof;
mod record;
mod report;
mod request;
mod resolve;
mod rows;
mod run;
mod solutions;
mod status;
mod tables;
mod tree;
mod why;
mod write;

pub use answer::NoAnswer;
pub use check::{Replayed, WrongMoves, box_list, check, replay};
pub use collection::{Collection, Entry, Game, Puzzle, Refused, SokobanPuzzle, read};
pub use facts::{FactValue, Facts, Share, draw, facts, outline};
pub use fault::Fault;
pub use generate::{
    Category, Generator, Grade, ImpossibleWish, Made, SokobanWanted, UnblockWanted,
};
pub use hint::{Hint, first_step, hint};
pub use improve::{Improved, Merged, improve, improve_all};
pub use known::{Bound, Contradiction, Knowledge, Origin, Standing, gap_of, percent};
pub use label::{Label, Labeller};
pub use legal::{Legal, Reachable, legal};
pub use made::{REVISION, VERSION, machine};
pub use proof::{
    Claim as ProofClaim, NoProof, Proof, Proved, check_proof, claim, is_about, is_proof, prove,
};
pub use record::{Record, figures};
pub use report::{Counts, Report};
pub use request::{Inject, Request, RequestError, gap};
pub use resolve::Resolved;
pub use run::run;
pub use search::{
    Budget, Cancel, Guarantee, Limits, Metric, Observer, Progress, Stats, Stop, goal,
};
pub use solutions::{Claim, read_solutions};
pub use status::Status;
pub use tables::{
    EngineRow, Named, TECHNIQUES, engine_kind, engines, heuristics, is_technique, is_weighted,
    spaces,
};
pub use text::{nearest, unknown};
pub use textbook::Settings;
pub use tree::{SeenSearch, SeenState, SeenStep, TreeNode, search_tree, watch_search};

pub use why::{DeadReason, Explanation, Place, dead_squares, why};
pub use write::{
    FormatRow, NamedText, WriteError, formats, write, write_level, write_pddl, write_sokoban,
};
