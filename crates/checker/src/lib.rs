//! The independent referee: text of a level and text of a solution in, counts or the first wrong move out.
