//! Draws parts of boards as pictures for the book: `drawings FOLDER < TEXT`. `cargo xtask book` runs it.
//!
//! Each drawing in the text is a line `= NAME` and the rows below it. A character of no alphabet is drawn as a letter on
//! a floor square.

use std::io::Read as _;
use std::path::Path;

use banto_sokoban::draw::svg_with_letters;
use banto_sokoban::{Level, Tile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: drawings FOLDER < TEXT")?;
    std::fs::create_dir_all(&folder)?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    for drawing in text.split("= ").skip(1) {
        let (name, rows) = drawing.split_once('\n').ok_or("a drawing without rows")?;
        std::fs::write(Path::new(&folder).join(name).with_extension("svg"), picture(rows)?)?;
    }
    Ok(())
}

fn picture(rows: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut letters = Vec::new();
    let mut plain = |row: usize, text: &str| -> String {
        let squares = text.chars().enumerate().map(|(column, character)| {
            // Letters that some alphabets have for boxes and players are letters here.
            let known = !character.is_alphanumeric() && Tile::from_char(character).is_some();
            if !known {
                letters.push((row, column, character));
            }
            if known { character } else { ' ' }
        });
        squares.collect()
    };
    let rows: Vec<String> =
        rows.trim_end().lines().enumerate().map(|(row, text)| plain(row, text)).collect();
    Ok(svg_with_letters(&Level::from_rows(&rows)?, &letters))
}
