//! Reports: one file per format, all from the same tables.

mod csv;
mod html;
mod latex;
mod markdown;
mod svg;

pub use csv::csv;
pub use html::html;
pub use latex::latex;
pub use markdown::markdown;
pub use svg::{Series, series};

use crate::table::Cell;

/// What stands in the cells of one configuration: published, ours and ratio, or ours alone.
fn words(cell: &Cell, compared: bool) -> Vec<String> {
    let ours = cell.ours.clone().unwrap_or_default();
    if !compared {
        return vec![ours];
    }
    let ratio = cell.ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
    vec![cell.published.clone().unwrap_or_default(), ours, ratio]
}

/// The headings of one configuration.
fn headings(label: &str, compared: bool) -> Vec<String> {
    match compared {
        true => vec![format!("{label} published"), format!("{label} ours"), "ratio".to_owned()],
        false => vec![label.to_owned()],
    }
}
