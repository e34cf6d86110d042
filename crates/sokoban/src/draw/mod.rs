//! Drawings of levels for people: in characters for terminals, as a picture for pages.

mod svg;
mod text;

pub use svg::{svg, svg_level, svg_with_letters};
pub use text::{text, text_grid};
