//! The colours, from none at all to sixteen million. Colour is never the only sign: everything on a
//! board has its own shape too.

use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// None: shapes, bold and reverse alone.
    None,
    /// The sixteen of every terminal.
    #[default]
    Sixteen,
    /// The cube of 256.
    Many,
    /// All of them.
    All,
}

impl Colours {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Colours {
        let of = |name: &str| variable(name).unwrap_or_default();
        let (colorterm, term) = (of("COLORTERM"), of("TERM"));
        if !of("NO_COLOR").is_empty() || term == "dumb" {
            Colours::None
        } else if ["truecolor", "24bit"].contains(&colorterm.as_str()) || term.ends_with("-direct")
        {
            Colours::All
        } else if term.contains("256color") {
            Colours::Many
        } else {
            Colours::Sixteen
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Plain text.
    Text,
    /// Text that matters less.
    Faint,
    /// Titles.
    Title,
    /// Names of keys.
    Key,
    /// What is chosen.
    Chosen,
    /// Something is wrong.
    Bad,
    /// Something is done.
    Good,
    Wall,
    Floor,
    Goal,
    Box,
    BoxHome,
    Player,
    /// A box or a piece that is selected.
    Selected,
    /// A place where the selected box can go.
    Target,
    /// What a hint points at.
    Hint,
    /// What is lost.
    Lost,
    Dead,
    /// A piece of Unblock.
    Piece,
    /// The red piece.
    Red,
}

/// A colour as full red, green and blue, and as one of the sixteen.
type Shade = ((u8, u8, u8), Color);

const INK: Shade = ((0xe6, 0xe1, 0xd6), Color::White);
const FAINT: Shade = ((0x8f, 0x8a, 0x80), Color::DarkGray);
const GROUND: Shade = ((0x2a, 0x27, 0x22), Color::Black);
const DARK: Shade = ((0x1b, 0x19, 0x16), Color::Black);

/// Text and ground of an ink; no ground leaves the terminal's own.
fn shades(ink: Ink) -> (Shade, Option<Shade>) {
    let green: Shade = ((0x7c, 0xc0, 0x6e), Color::Green);
    let amber: Shade = ((0xf0, 0xb4, 0x4c), Color::Yellow);
    let red: Shade = ((0xe5, 0x5b, 0x4d), Color::Red);
    let blue: Shade = ((0x6f, 0xb1, 0xe0), Color::Cyan);
    match ink {
        Ink::Text => (INK, None),
        Ink::Faint => (FAINT, None),
        Ink::Title => (amber, None),
        Ink::Key => (blue, None),
        Ink::Chosen => (DARK, Some(amber)),
        Ink::Bad => (red, None),
        Ink::Good => (green, None),
        Ink::Wall => (((0x6b, 0x5f, 0x4f), Color::DarkGray), Some(GROUND)),
        Ink::Floor => (INK, Some(GROUND)),
        Ink::Goal => (green, Some(GROUND)),
        Ink::Box => (DARK, Some(((0xd9, 0x9a, 0x4e), Color::Yellow))),
        Ink::BoxHome => (DARK, Some(green)),
        Ink::Player => (blue, Some(GROUND)),
        Ink::Selected => (DARK, Some(blue)),
        Ink::Target => (blue, Some(GROUND)),
        Ink::Hint => (DARK, Some(amber)),
        Ink::Lost => (((0xff, 0xff, 0xff), Color::White), Some(red)),
        Ink::Dead => (red, Some(GROUND)),
        Ink::Piece => (DARK, Some(((0xc9, 0xa8, 0x78), Color::Gray))),
        Ink::Red => (((0xff, 0xff, 0xff), Color::White), Some(red)),
    }
}

/// Inks as the terminal can show them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) colours: Colours,
}

impl Palette {
    pub(crate) fn style(self, ink: Ink) -> Style {
        if self.colours == Colours::None {
            return Style::new().add_modifier(plain(ink));
        }
        let (text, ground) = shades(ink);
        let style = Style::new().fg(self.colour(text));
        let style = match ground {
            Some(ground) => style.bg(self.colour(ground)),
            None => style,
        };
        match ink {
            Ink::Title | Ink::Chosen | Ink::Player | Ink::Red => style.add_modifier(Modifier::BOLD),
            _ => style,
        }
    }

    /// Whether there are colours at all.
    pub(crate) fn coloured(self) -> bool {
        self.colours != Colours::None
    }

    fn colour(self, ((red, green, blue), named): Shade) -> Color {
        match self.colours {
            Colours::All => Color::Rgb(red, green, blue),
            Colours::Many => Color::Indexed(cube(red, green, blue)),
            Colours::Sixteen | Colours::None => named,
        }
    }
}

/// The nearest colour of the cube of six by six by six.
fn cube(red: u8, green: u8, blue: u8) -> u8 {
    let level = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        _ => (value - 35) / 40,
    };
    16 + 36 * level(red) + 6 * level(green) + level(blue)
}

/// What is left without colours.
fn plain(ink: Ink) -> Modifier {
    match ink {
        Ink::Chosen | Ink::Selected | Ink::Hint | Ink::Lost => Modifier::REVERSED,
        Ink::Title | Ink::Key | Ink::Bad | Ink::Good | Ink::Player | Ink::Red | Ink::BoxHome => {
            Modifier::BOLD
        }
        Ink::Faint | Ink::Dead => Modifier::DIM,
        _ => Modifier::empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides() {
        let of = |pairs: &[(&str, &str)]| {
            let found = |name: &str| {
                let pair = pairs.iter().find(|it| it.0 == name);
                pair.map(|it| it.1.to_owned())
            };
            Colours::of_environment(found)
        };
        let full = ("COLORTERM", "truecolor");
        assert_eq!(of(&[full, ("TERM", "xterm-256color")]), Colours::All);
        assert_eq!(of(&[full, ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(of(&[full, ("NO_COLOR", "")]), Colours::All);
        assert_eq!(of(&[("TERM", "screen-256color")]), Colours::Many);
        assert_eq!((of(&[("TERM", "linux")]), of(&[])), (Colours::Sixteen, Colours::Sixteen));
        assert_eq!(of(&[("TERM", "dumb")]), Colours::None);
    }

    #[test]
    fn the_corners_of_the_cube() {
        assert_eq!((cube(0, 0, 0), cube(255, 255, 255), cube(255, 0, 0)), (16, 231, 196));
    }
}
