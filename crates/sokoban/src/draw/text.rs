//! Levels drawn with characters. A square is two columns wide, so that it looks about square.
//!
//! ```text
//! ██████████████
//! ██  ··  []  ██
//! ██  ▐▌  @   ██
//! ██████████████
//! ```

use crate::format::Collection;
use crate::{Grid, Tile};

/// What the signs mean.
const LEGEND: &str = "██ wall  [] box  ▐▌ box on goal  ·· goal  @  player  @· player on goal\n";

/// All levels under their numbers and titles, and a legend.
pub fn text(collection: &Collection) -> String {
    let mut out = String::new();
    for (number, level) in collection.levels() {
        match &level.title {
            Some(title) => out.push_str(&format!("{number}. {title}\n")),
            None => out.push_str(&format!("{number}.\n")),
        }
        out.push_str(&text_grid(&level.grid));
        out.push('\n');
    }
    out.push_str(LEGEND);
    out
}

/// One grid, every row ended by a newline.
pub fn text_grid(grid: &Grid) -> String {
    let row = |row: usize| {
        let signs: String = (0..grid.width()).map(|column| sign(grid.get(row, column))).collect();
        // A row of nothing but floor is no gap between two drawings.
        let signs = signs.trim_end();
        format!("{}\n", if signs.is_empty() { "--" } else { signs })
    };
    (0..grid.height()).map(row).collect()
}

fn sign(tile: Tile) -> &'static str {
    match tile {
        Tile::Floor => "  ",
        Tile::Wall => "██",
        Tile::Goal => "··",
        Tile::Box => "[]",
        Tile::BoxOnGoal => "▐▌",
        Tile::Player => "@ ",
        Tile::PlayerOnGoal => "@·",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_a_sign_of_two_columns() {
        let grid = Grid::from_rows(&["# .$*@+"]).unwrap();
        assert_eq!(text_grid(&grid), "██  ··[]▐▌@ @·\n");
        let grid = Grid::from_rows(&["#", "", "#"]).unwrap();
        assert_eq!(text_grid(&grid), "██\n--\n██\n");
        assert!(grid.cells().all(|(_, _, tile)| sign(tile).chars().count() == 2));
    }
}
