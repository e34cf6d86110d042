//! Lays text out in columns for people: padded, cut and folded by the columns a screen shows it in,
//! where a Japanese letter takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Narrowest column of prose: on a smaller screen the lines are longer than the screen.
const NARROWEST: usize = 16;

/// Columns between two columns.
pub(crate) const GAP: &str = "  ";

/// How many columns a screen needs for a text.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text, or its beginning and `…` if it is wider than that.
pub(crate) fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    taken(text.chars(), room.saturating_sub(1)).into_iter().chain(['…']).collect()
}

/// The text, or `…` and its end if it is wider than that.
pub(crate) fn cut_front(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let end = taken(text.chars().rev(), room.saturating_sub(1));
    ['…'].into_iter().chain(end.into_iter().rev()).collect()
}

/// The letters that fit. Marks without a width of their own are kept within reason.
fn taken(letters: impl Iterator<Item = char>, room: usize) -> Vec<char> {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= room
    };
    letters.take(8 * room).take_while(fits).collect()
}

/// A text with blanks behind it.
pub(crate) fn left(text: &str, room: usize) -> String {
    format!("{text}{}", " ".repeat(room.saturating_sub(width(text))))
}

/// A text with blanks before it.
pub(crate) fn right(text: &str, room: usize) -> String {
    format!("{}{text}", " ".repeat(room.saturating_sub(width(text))))
}

/// A text in lines of at most so many columns, divided between words. A word that is longer has a
/// line of its own.
pub(crate) fn folded(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && width(&line) + 1 + width(word) > room {
                lines.push(std::mem::take(&mut line));
            }
            line += if line.is_empty() { "" } else { " " };
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// What happens to the last column of a listing when it does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prose {
    /// It goes on below itself.
    Folded,
    /// It ends in `…`.
    Cut,
}

/// A table with headings: short words, then a column of prose that takes the rest of the screen.
/// Columns whose heading begins with a blank are figures, which stand at the right.
pub(crate) fn listing(
    headings: &[&str],
    rows: &[Vec<String>],
    prose: Prose,
    screen: usize,
) -> String {
    let last = headings.len() - 1;
    let wide = |column: usize| {
        let cells = rows.iter().map(|row| width(&row[column]));
        cells.chain([width(headings[column].trim_start())]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..last).map(wide).collect();
    let indent = widths.iter().map(|width| width + GAP.len()).sum::<usize>();
    let room = screen.saturating_sub(indent).max(NARROWEST);
    let mut text = String::new();
    let headings: Vec<String> = headings.iter().map(|it| (*it).to_owned()).collect();
    let figures: Vec<bool> = headings.iter().map(|it| it.starts_with(' ')).collect();
    for row in [&headings].into_iter().chain(rows) {
        for ((cell, &width), figure) in row.iter().zip(&widths).zip(&figures) {
            let cell = cell.trim_start();
            let cell = if *figure { right(cell, width) } else { left(cell, width) };
            text += &(cell + GAP);
        }
        let lines = match prose {
            Prose::Folded => folded(&row[last], room),
            Prose::Cut => vec![cut(&row[last], room)],
        };
        let below = format!("\n{}", " ".repeat(indent));
        text += &lines.join(&below);
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// A table of figures: a corner, headings, and rows of a name and a figure for each heading.
pub(crate) struct Figures {
    /// What the names are.
    pub(crate) corner: String,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<String>)>,
}

impl Figures {
    /// The table, with names and headings folded and in as many blocks below each other as the screen
    /// makes necessary. Nothing is left out.
    pub(crate) fn text(&self, screen: usize) -> String {
        let natural = |lines: &mut dyn Iterator<Item = &str>| lines.map(width).max().unwrap_or(0);
        let names = self.rows.iter().map(|(name, _)| name.as_str()).chain([self.corner.as_str()]);
        let whole = natural(&mut names.clone());
        let figures = |column: usize| {
            self.rows.iter().map(|(_, cells)| width(&cells[column])).max().unwrap_or(0)
        };
        let widths: Vec<usize> =
            self.headings.iter().enumerate().map(|(i, it)| figures(i).max(width(it))).collect();
        let all = whole + widths.iter().map(|width| width + GAP.len()).sum::<usize>();
        if all <= screen {
            return self.block(whole, &widths, 0);
        }
        // A heading needs no more room than its longest word, a name no more than a third.
        let narrow = |(i, heading): (usize, &String)| {
            figures(i).max(natural(&mut heading.split_whitespace()))
        };
        let widths: Vec<usize> = self.headings.iter().enumerate().map(narrow).collect();
        let room = (screen / 3).max(NARROWEST);
        let folded: Vec<String> = names.flat_map(|name| folded(name, room)).collect();
        let name = natural(&mut folded.iter().map(String::as_str));
        let (mut blocks, mut begin) = (Vec::new(), 0);
        while begin < widths.len() {
            let mut used = name;
            let fits = |column: &&usize| {
                used += **column + GAP.len();
                used <= screen
            };
            let count = widths[begin..].iter().take_while(fits).count().max(1);
            blocks.push(self.block(name, &widths[begin..begin + count], begin));
            begin += count;
        }
        blocks.join("\n")
    }

    /// The columns from `begin` on, as many as there are widths.
    fn block(&self, name: usize, widths: &[usize], begin: usize) -> String {
        let headings = &self.headings[begin..begin + widths.len()];
        let mut text = joined(&self.corner, headings, (name, widths));
        for (row, cells) in &self.rows {
            text += &joined(row, &cells[begin..begin + widths.len()], (name, widths));
        }
        text
    }
}

/// A row of a table, each cell in as many lines as it needs; what has several lines ends at the bottom.
fn joined(name: &str, cells: &[String], (first, widths): (usize, &[usize])) -> String {
    let cells = cells.iter().zip(widths).map(|(cell, &width)| folded(cell, width));
    let cells: Vec<Vec<String>> = [folded(name, first)].into_iter().chain(cells).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(1);
    let line = |line: usize| {
        let words = cells.iter().enumerate().map(|(column, lines)| {
            let at = (line + lines.len()).checked_sub(height);
            let word = at.and_then(|at| lines.get(at)).map_or("", String::as_str);
            match column {
                0 => left(word, first),
                _ => right(word, widths[column - 1]),
            }
        });
        words.collect::<Vec<_>>().join(GAP).trim_end().to_owned() + "\n"
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_count_twice_and_what_is_cut_says_so() {
        assert_eq!((width("倉庫番"), width("cafe\u{301}")), (6, 4));
        assert_eq!(cut("倉庫番", 6), "倉庫番");
        // Two letters and the mark are five columns; a third letter would be seven.
        assert_eq!([cut("倉庫番", 5), cut("倉庫番", 4)], ["倉庫…", "倉…"]);
        assert_eq!(cut_front("sets/microban.xsb:12", 10), "…an.xsb:12");
        assert_eq!((left("倉", 4), right("倉", 4)), ("倉  ".to_owned(), "  倉".to_owned()));
        let marks = format!("e{}", "\u{301}".repeat(60_000));
        assert!(cut(&format!("{marks}{}", "x".repeat(40)), 10).len() < 200);
    }

    #[test]
    fn prose_goes_on_below_itself() {
        let rows = [
            vec!["astar".to_owned(), "3".to_owned(), "one two three four five six".to_owned()],
            vec!["b".to_owned(), "12".to_owned(), String::new()],
        ];
        let text = listing(&["engine", " n", "what"], &rows, Prose::Folded, 30);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "engine   n  what");
        assert_eq!(lines[1], "astar    3  one two three four");
        assert_eq!(lines[2], "            five six");
        assert_eq!(lines[3], "b       12");
        let text = listing(&["engine", " n", "what"], &rows, Prose::Cut, 30);
        assert_eq!(text.lines().nth(1), Some("astar    3  one two three fou…"));
    }

    #[test]
    fn a_wide_table_is_folded_into_blocks_and_loses_nothing() {
        let word = |text: &str| text.to_owned();
        let headings = ["solved", "median CPU s", "nodes", "proved shortest"].map(word).to_vec();
        let cells = |it: &str| ["6 of 6", "0.0001", it, "3"].map(word).to_vec();
        let rows = vec![
            (word("auto"), cells("22")),
            (word("astar -freeze --space moves"), cells("1,234")),
        ];
        let table = Figures { corner: word("configuration"), headings, rows };
        let text = table.text(80);
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.contains("median CPU s") && text.lines().all(|line| width(line) <= 80));
        let narrow = table.text(42);
        let expected = "\
                      median
configuration    solved   CPU s  nodes
auto             6 of 6  0.0001     22
astar -freeze
--space moves    6 of 6  0.0001  1,234

                  proved
configuration   shortest
auto                   3
astar -freeze
--space moves          3
";
        let plain = |text: &str| {
            text.lines()
                .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(plain(&narrow), plain(expected), "{narrow}");
        assert!(narrow.lines().all(|line| width(line) <= 42), "{narrow}");
        let ends = |line: &str| line.trim_end().len();
        let lines: Vec<&str> = narrow.lines().collect();
        assert!(lines[1..3].iter().all(|line| ends(line) == ends(lines[4])), "{narrow}");
    }
}
