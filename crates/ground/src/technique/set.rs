//! A set of techniques: those that are on.

use super::{Class, EVERYTHING, Keeps, Need, Row, Switch, TABLE, Technique};

/// The techniques that are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// None.
    pub const NONE: TechniqueSet = TechniqueSet(0);

    /// Those that are on by default.
    pub fn defaults() -> TechniqueSet {
        TechniqueSet::of(|row| row.default)
    }

    /// The techniques whose rows fulfil a condition.
    pub fn of(condition: impl Fn(&Row) -> bool) -> TechniqueSet {
        TABLE.iter().filter(|row| condition(row)).map(|row| row.technique).collect()
    }

    /// Whether a technique is on.
    #[inline]
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u64 & 1 != 0
    }

    /// The set with a technique on.
    pub fn with(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 | 1 << technique as u64)
    }

    /// The set with a technique off.
    pub fn without(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 & !(1 << technique as u64))
    }

    /// The set after a switch.
    pub fn after(self, Switch { technique, on }: Switch) -> TechniqueSet {
        if on { self.with(technique) } else { self.without(technique) }
    }

    /// What two sets have in common.
    pub fn and(self, other: TechniqueSet) -> TechniqueSet {
        TechniqueSet(self.0 & other.0)
    }

    /// What is in either of two sets.
    pub fn or(self, other: TechniqueSet) -> TechniqueSet {
        TechniqueSet(self.0 | other.0)
    }

    /// The techniques that are on, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        TABLE.iter().map(|row| row.technique).filter(move |&technique| self.has(technique))
    }

    /// The switches that turn another set into this one, in the order of the table.
    pub fn switches_from(self, other: TechniqueSet) -> impl Iterator<Item = Switch> {
        let changed = TechniqueSet(self.0 ^ other.0);
        changed.iter().map(move |technique| Switch { technique, on: self.has(technique) })
    }

    /// What a technique needs and does not find in this set, if anything.
    pub fn missing(self, technique: Technique) -> Option<Need> {
        let met = |need: &Need| match *need {
            Need::On(other) => self.has(other),
            Need::Off(other) => !self.has(other),
        };
        technique.row().needs.iter().copied().find(|need| !met(need))
    }

    /// The set without the techniques that would do nothing because something they need is missing.
    pub fn that_act(self) -> TechniqueSet {
        let acts = |technique: &Technique| self.missing(*technique).is_none();
        let acting: TechniqueSet = self.iter().filter(acts).collect();
        if acting == self { self } else { acting.that_act() }
    }

    /// The set without the techniques that do not keep what is asked for.
    pub fn that_keep(self, keeps: impl Fn(&Keeps) -> bool) -> TechniqueSet {
        self.iter().filter(|technique| keeps(&technique.row().keeps)).collect()
    }

    /// What a search that uses all of them keeps, not counting rules about stops.
    pub fn keeps(self) -> Keeps {
        let counts = |technique: &Technique| technique.row().class != Class::Stop;
        self.iter().filter(counts).map(|technique| technique.row().keeps).fold(
            EVERYTHING,
            |a, b| Keeps {
                completeness: a.completeness && b.completeness,
                push_optimality: a.push_optimality && b.push_optimality,
                move_optimality: a.move_optimality && b.move_optimality,
            },
        )
    }
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> TechniqueSet {
        techniques.into_iter().fold(TechniqueSet::NONE, TechniqueSet::with)
    }
}

impl Default for TechniqueSet {
    fn default() -> TechniqueSet {
        TechniqueSet::defaults()
    }
}
