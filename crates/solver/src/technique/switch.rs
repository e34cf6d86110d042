//! A technique switched on or off by a user: `+name` or `-name`.

use std::fmt;
use std::str::FromStr;

use super::Technique;

/// A switch. It prints as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The technique.
    pub technique: Technique,
    /// Whether it is to be on.
    pub on: bool,
}

/// Text that is not a switch of any technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSwitch(String);

impl fmt::Display for NoSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no technique switch {:?}; `--technique help` lists them", self.0)
    }
}

impl std::error::Error for NoSwitch {}

impl FromStr for Switch {
    type Err = NoSwitch;

    fn from_str(text: &str) -> Result<Switch, NoSwitch> {
        let name = text.strip_prefix(['+', '-']);
        let technique = name.and_then(Technique::from_name);
        let technique = technique.ok_or_else(|| NoSwitch(text.to_owned()))?;
        Ok(Switch { technique, on: text.starts_with('+') })
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.on { '+' } else { '-' }, self.technique.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_prints_as_it_is_read_and_nothing_else_is_one() {
        for text in ["+freeze", "-pi-corral"] {
            assert_eq!(text.parse::<Switch>().map(|switch| switch.to_string()), Ok(text.into()));
        }
        for text in ["", "freeze", "+", "-nobody", "--freeze", "+-freeze"] {
            assert!(text.parse::<Switch>().is_err(), "{text}");
        }
    }
}
