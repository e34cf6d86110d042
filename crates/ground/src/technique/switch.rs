//! A technique switched on or off by a user: `+name` or `-name`.
//!
//! A switch is refused if the chosen engine does not read the technique, or if something the
//! technique needs is missing: a switch that does nothing would appear in a record as if it had
//! done something. Switching a technique off also switches off those that need it, and the
//! configuration says so.

use std::fmt;
use std::str::FromStr;

use super::{Need, Technique, TechniqueSet};

/// A switch. It prints the way it is read.
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
        write!(f, "there is no technique switch {:?}; one is + or - and a technique", self.0)
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

/// Why a switch is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchError {
    /// The chosen engine, which is named, does not read the technique.
    Unread(Technique, String),
    /// Something the technique needs is missing.
    Missing(Technique, Need),
}

impl fmt::Display for SwitchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SwitchError::Unread(technique, engine) => write!(
                f,
                "technique {} does nothing in {engine}: it is read by {}",
                technique.name(),
                technique.row().readers()
            ),
            SwitchError::Missing(technique, Need::On(other)) => {
                write!(f, "technique {} needs {}, which is off", technique.name(), other.name())
            }
            SwitchError::Missing(technique, Need::Off(other)) => {
                write!(
                    f,
                    "technique {} does nothing while {} is on",
                    technique.name(),
                    other.name()
                )
            }
        }
    }
}

impl std::error::Error for SwitchError {}

impl TechniqueSet {
    /// Those of this set that an engine reads, after a user's switches.
    ///
    /// # Errors
    ///
    /// When a switch would do nothing.
    pub fn switched(
        self,
        switches: &[Switch],
        reads: TechniqueSet,
        engine: impl fmt::Display,
    ) -> Result<TechniqueSet, SwitchError> {
        if let Some(unread) = switches.iter().find(|switch| !reads.has(switch.technique)) {
            return Err(SwitchError::Unread(unread.technique, engine.to_string()));
        }
        let set = switches.iter().fold(self.and(reads), |set, switch| set.after(*switch));
        let acting = set.that_act();
        for switch in switches.iter().filter(|switch| switch.on && set.has(switch.technique)) {
            if let Some(need) = acting.missing(switch.technique) {
                return Err(SwitchError::Missing(switch.technique, need));
            }
        }
        Ok(acting)
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

    /// What a line of switches makes of the defaults, for an engine that reads everything but
    /// `matching` and what needs it.
    fn switched(line: &str) -> Result<String, String> {
        let unread = [Technique::Matching, Technique::Entrance];
        let reads = TechniqueSet::of(|row| !unread.contains(&row.technique));
        let switches: Vec<Switch> =
            line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let base = TechniqueSet::defaults().and(reads);
        let set = TechniqueSet::defaults().switched(&switches, reads, "us");
        let set = set.map_err(|error| error.to_string())?;
        let changes: Vec<String> = set.switches_from(base).map(|it| it.to_string()).collect();
        Ok(changes.join(" "))
    }

    #[test]
    fn what_needs_a_technique_goes_with_it() {
        assert_eq!(switched("-fixed"), Ok("-fixed -retrograde -fixed-matching -diagonal".into()));
        assert_eq!(switched("-fixed +fixed"), Ok(String::new()));
        assert_eq!(switched("-pairs"), Ok("-pairs -triples".into()));
        assert_eq!(switched("+rounds"), Ok("+rounds".into()));
    }

    #[test]
    fn a_switch_that_does_nothing_is_refused() {
        let refused = |line| switched(line).unwrap_err();
        assert_eq!(refused("-pairs +triples"), "technique triples needs pairs, which is off");
        assert_eq!(refused("+triples -pairs"), "technique triples needs pairs, which is off");
        let order = "technique first-in does nothing while rounds is on";
        assert_eq!(refused("+first-in +rounds"), order);
        let unread = refused("-matching");
        assert!(unread.starts_with("technique matching does nothing in us: it is read by auto, "));
        // Whichever engine is the last of the list.
        assert!(unread.contains(", optimal") && unread.contains(" and "), "{unread}");
    }
}
