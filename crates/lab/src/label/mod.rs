//! Labels of whole sets of levels: the row of a level, what the rows add up to, and how levels are
//! called in them.

mod name;
mod row;
mod sums;

pub use name::LevelNames;
pub use row::LabelRow;
pub use sums::LabelSums;
