//! Levels as a picture: one SVG document that needs nothing else and scales to any size.
//!
//! The colours are those of Okabe and Ito ("Color universal design", 2008), which people with any
//! kind of colour vision can tell apart. Shapes differ too: a box that is not on a goal has a
//! cross, a box on a goal has a ring, a goal is a ring, the player is a disc.

use ::text::escape;

use crate::format::{Collection, Format};
use crate::{Grid, Level, Tile};

/// Units of a square.
const SIDE: usize = 32;
/// Units around each level.
const MARGIN: usize = 16;
/// Units of a line of text.
const LINE: usize = 24;

/// The shapes, each drawn once and used by name.
const SHAPES: &str = r##"<defs>
<g id="goal"><circle cx="16" cy="16" r="7" fill="none" stroke="#d55e00" stroke-width="4"/></g>
<g id="box"><rect x="3" y="3" width="26" height="26" rx="3" fill="#e69f00" stroke="#5c3d00" stroke-width="2"/><path d="M8 8L24 24M24 8L8 24" stroke="#5c3d00" stroke-width="3" stroke-linecap="round"/></g>
<g id="done"><rect x="3" y="3" width="26" height="26" rx="3" fill="#009e73" stroke="#00402f" stroke-width="2"/><circle cx="16" cy="16" r="7" fill="none" stroke="#fff" stroke-width="4"/></g>
<g id="player"><circle cx="16" cy="16" r="11" fill="#0072b2" stroke="#002f4a" stroke-width="2"/><circle cx="12" cy="13" r="2" fill="#fff"/><circle cx="20" cy="13" r="2" fill="#fff"/></g>
</defs>
"##;

/// All levels, one below the other, with their titles.
pub fn svg(collection: &Collection) -> String {
    let levels: Vec<(String, &Level)> = collection
        .levels()
        .map(|(number, level)| {
            let title = level.title.as_deref().unwrap_or_default();
            (format!("{number}. {title}").trim_end_matches(['.', ' ']).to_owned(), level)
        })
        .collect();
    document(&levels)
}

/// What the picture shows, for programs: whoever has the picture has the levels.
fn metadata(levels: &[(String, &Level)]) -> String {
    let shown = |(_, level): &(String, &Level)| {
        let (title, author) = (level.title.clone(), level.author.clone());
        Level { title, author, ..Level::from_grid(level.grid.clone()) }
    };
    let levels = Collection::from_levels(levels.iter().map(shown).collect());
    let text = crate::format::write(&levels, Format::Xsb);
    format!("<metadata>\n{}</metadata>\n", escape_lines(&text))
}

/// A text of several lines for a document.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", escape(line))).collect()
}

/// One level without its number.
pub fn svg_level(level: &Level) -> String {
    document(&[(level.title.clone().unwrap_or_default(), level)])
}

/// One level, or a part of one, with letters on its squares: row, column, letter.
pub fn svg_with_letters(level: &Level, letters: &[(usize, usize, char)]) -> String {
    let letter = |(row, column, letter): &(usize, usize, char)| {
        let (x, y) = (MARGIN + column * SIDE + SIDE / 2, MARGIN + row * SIDE + SIDE / 2);
        let letter = escape(&letter.to_string());
        format!("<text x=\"{x}\" y=\"{y}\" dy=\".35em\" text-anchor=\"middle\">{letter}</text>\n")
    };
    let letters: String = letters.iter().map(letter).collect();
    let picture = document(&[(String::new(), level)]);
    let (before, end) = picture.split_at(picture.len() - "</svg>\n".len());
    format!("{before}{letters}{end}")
}

fn document(levels: &[(String, &Level)]) -> String {
    let widest = levels.iter().map(|(_, level)| level.grid.width()).max().unwrap_or(0);
    let width = widest * SIDE + 2 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN;
    for (title, level) in levels {
        if !title.is_empty() {
            let baseline = y + LINE - 8;
            let title = escape(title);
            body.push_str(&format!("<text x=\"{MARGIN}\" y=\"{baseline}\">{title}</text>\n"));
            y += LINE;
        }
        body.push_str(&format!("<g transform=\"translate({MARGIN} {y})\">\n"));
        body.push_str(&draw_grid(&level.grid));
        body.push_str("</g>\n");
        y += level.grid.height() * SIDE + MARGIN;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {y}\" width=\"{width}\" \
         height=\"{y}\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{SHAPES}{body}{}</svg>\n",
        metadata(levels)
    )
}

fn draw_grid(grid: &Grid) -> String {
    let (width, height) = (grid.width() * SIDE, grid.height() * SIDE);
    let mut out = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#f6f1e7\"/>\n");
    out.push_str(&format!("<path d=\"{}\" fill=\"#4a5058\"/>\n", walls(grid)));
    for (row, column, tile) in grid.cells() {
        for name in shapes(tile) {
            let (x, y) = (column * SIDE, row * SIDE);
            out.push_str(&format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>\n"));
        }
    }
    out
}

/// The walls as one path of bars, each as long as its run of walls.
fn walls(grid: &Grid) -> String {
    let mut path = String::new();
    for row in 0..grid.height() {
        let mut column = 0;
        while column < grid.width() {
            let is_wall = |&column: &usize| grid.get(row, column) == Tile::Wall;
            let length = (column..grid.width()).take_while(is_wall).count();
            if length > 0 {
                let (x, y) = (column * SIDE, row * SIDE);
                let bar = length * SIDE;
                path.push_str(&format!("M{x} {y}h{bar}v{SIDE}h-{bar}z"));
            }
            column += length.max(1);
        }
    }
    path
}

fn shapes(tile: Tile) -> &'static [&'static str] {
    match tile {
        Tile::Floor | Tile::Wall => &[],
        Tile::Goal => &["goal"],
        Tile::Box => &["box"],
        Tile::BoxOnGoal => &["done"],
        Tile::Player => &["player"],
        // The ring of the goal is smaller than the player, so the goal is drawn on top.
        Tile::PlayerOnGoal => &["player", "goal"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_bars_and_titles_are_harmless() {
        let mut level = Level::from_rows(&["#####", "#@$.#", "#####"]).unwrap();
        level.title = Some("<script>\u{1b}&".to_owned());
        let picture = svg_level(&level);
        assert!(picture.contains("M0 0h160v32h-160z"));
        assert!(picture.contains("&lt;script&gt;&amp;</text>"));
        assert_eq!(picture.matches("<use ").count(), 3);
        assert!(picture.contains("viewBox=\"0 0 192 152\""));
    }

    #[test]
    fn letters_stand_in_the_middle_of_their_squares() {
        let part = Level::from_rows(&["###", "#$"]).unwrap();
        let picture = svg_with_letters(&part, &[(1, 2, '<')]);
        assert!(picture.contains("<text x=\"96\" y=\"64\""), "{picture}");
        assert!(picture.ends_with(">&lt;</text>\n</svg>\n"), "{picture}");
    }
}
