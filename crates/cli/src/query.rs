//! Which levels `banto info` shows and in which order: columns by name, `--where boxes<=5` and
//! `--sort -pushes`.

use std::cmp::Ordering;

/// Something that is known about a level and can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// What it is called in `--csv`, `--where` and `--sort`.
    pub(crate) name: &'static str,
    /// Whether it holds numbers.
    pub(crate) is_number: bool,
}

const fn number(name: &'static str) -> Column {
    Column { name, is_number: true }
}

const fn text(name: &'static str) -> Column {
    Column { name, is_number: false }
}

/// All columns, in the order of `--csv`: what both games have, what is known, then the other facts.
pub(crate) const COLUMNS: [Column; 31] = [
    text("collection"),
    number("index"),
    text("title"),
    text("game"),
    text("status"),
    number("width"),
    number("height"),
    number("squares"),
    number("boxes"),
    number("pieces"),
    number("walls"),
    number("bound"),
    number("pushes"),
    number("moves"),
    number("steps"),
    text("rating"),
    number("dead_squares"),
    number("tunnel_squares"),
    number("rooms"),
    number("symmetries"),
    number("cluster"),
    number("farthest"),
    number("optimal_solutions"),
    number("branching"),
    number("moves_on_track"),
    number("forced_positions"),
    number("retreats_of_red"),
    number("blocking_moves"),
    number("pieces_moved"),
    text("level_hash"),
    text("canonical_hash"),
];

/// Columns of Unblock that take a look at all positions within reach.
const RATED: [&str; 9] = [
    "cluster",
    "farthest",
    "optimal_solutions",
    "branching",
    "moves_on_track",
    "forced_positions",
    "retreats_of_red",
    "blocking_moves",
    "pieces_moved",
];

impl Column {
    /// Whether the brief facts do not have it.
    pub(crate) fn is_rated(self) -> bool {
        RATED.contains(&self.name)
    }
}

/// Width times height: what the table shows as `12x9`. Not in `--csv`, which has both.
const SIZE: Column = number("size");

/// Other words for columns: those at the head of the table.
const ALSO: [(&str, &str); 3] =
    [("level", "index"), ("category", "rating"), ("file", "collection")];

/// The words that name a column.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let also = ALSO.iter().map(|(name, _)| *name);
    COLUMNS.iter().chain([&SIZE]).map(|it| it.name).chain(also)
}

/// What stands below the help of `banto info`.
pub(crate) fn help() -> String {
    let names: Vec<&str> = names().collect();
    let lines = crate::layout::folded(&format!("Columns: {}.", names.join(", ")), 90);
    lines.join("\n")
}

fn named(name: &str) -> Option<Column> {
    let meant = ALSO.iter().find(|(word, _)| *word == name).map_or(name, |(_, meant)| meant);
    COLUMNS.iter().chain([&SIZE]).find(|it| it.name == meant).copied()
}

/// What a level has in a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A count or a share.
    Number(f64),
    /// A word.
    Text(String),
    /// A word of an ordered list, such as easy before expert, with its place there.
    Rank(usize, String),
}

impl Value {
    fn compare(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Number(one), Value::Number(other)) => one.total_cmp(other),
            (Value::Rank(one, _), Value::Rank(other, _)) => one.cmp(other),
            _ => self.word().to_lowercase().cmp(&other.word().to_lowercase()),
        }
    }

    /// The value as it is written in a file.
    pub(crate) fn word(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Text(text) | Value::Rank(_, text) => text.clone(),
        }
    }
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    AtMost,
    AtLeast,
    Unequal,
    Equal,
    Less,
    More,
}

/// The longer ones first, because the shorter ones begin them.
const OPERATORS: [(&str, Operator); 10] = [
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("!=", Operator::Unequal),
    ("==", Operator::Equal),
    ("≤", Operator::AtMost),
    ("≥", Operator::AtLeast),
    ("≠", Operator::Unequal),
    ("<", Operator::Less),
    (">", Operator::More),
    ("=", Operator::Equal),
];

impl Operator {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Operator::AtMost => order.is_le(),
            Operator::AtLeast => order.is_ge(),
            Operator::Unequal => order.is_ne(),
            Operator::Equal => order.is_eq(),
            Operator::Less => order.is_lt(),
            Operator::More => order.is_gt(),
        }
    }
}

/// `boxes<=5`: which levels are shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    /// What is compared.
    pub(crate) column: Column,
    operator: Operator,
    value: Value,
}

impl Condition {
    /// Whether a level is shown. One that has no such number is not; one without a word has another.
    pub(crate) fn holds(&self, value: Option<&Value>) -> bool {
        match value {
            Some(value) => self.operator.holds(value.compare(&self.value)),
            None => !self.column.is_number && self.operator == Operator::Unequal,
        }
    }
}

/// Reads `COLUMN OPERATOR VALUE`. The error says in which column of the text the fault is.
pub(crate) fn condition(text: &str) -> Result<Condition, String> {
    let at = |rest: &str| text[..text.len() - rest.len()].chars().count() + 1;
    let rest = text.trim_start();
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
    let (name, behind) = rest.split_at(end);
    let column = column(name).map_err(|why| format!("column {}: {why}", at(rest)))?;
    let rest = behind.trim_start();
    let found = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign));
    let Some(&(sign, operator)) = found else {
        let quotes = match rest.is_empty() {
            true => "; write it in quotes, or the shell takes < and > for itself",
            false => "",
        };
        let expected = format!("expected <=, >=, <, >, = or != after {name}{quotes}");
        return Err(format!("column {}: {expected}", at(rest)));
    };
    let (place, rest) = (at(rest), rest[sign.len()..].trim_start());
    let word = rest.trim_end();
    let value = match column.is_number {
        true => word.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Number),
        false => Some(Value::Text(word.to_owned())),
    };
    let value = value.ok_or_else(|| {
        let found = if word.is_empty() { "nothing".to_owned() } else { format!("{word:?}") };
        format!("column {}: expected a number after {sign}, found {found}", at(rest))
    })?;
    if !column.is_number && !matches!(operator, Operator::Equal | Operator::Unequal) {
        return Err(format!("column {place}: {name} is a word, which only = and != compare"));
    }
    Ok(Condition { column, operator, value })
}

fn column(name: &str) -> Result<Column, String> {
    if name.is_empty() {
        return Err(format!("expected one of {}", names().collect::<Vec<_>>().join(", ")));
    }
    named(name).ok_or_else(|| match puzzle::text::nearest(name, names()) {
        Some(meant) => format!("unknown column {name:?}; did you mean {meant:?}?"),
        None => {
            let names: Vec<&str> = names().collect();
            format!("unknown column {name:?}; there are {}", names.join(", "))
        }
    })
}

/// `boxes` or `-boxes`: by what levels are sorted, and whether the largest come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SortKey {
    /// What is compared.
    pub(crate) column: Column,
    descending: bool,
}

impl SortKey {
    /// Levels without the value come last, in either order.
    pub(crate) fn compare(self, one: Option<&Value>, other: Option<&Value>) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if self.descending => other.compare(one),
            (Some(one), Some(other)) => one.compare(other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }
    }
}

/// Reads `COLUMN` or `-COLUMN`.
pub(crate) fn sort_key(text: &str) -> Result<SortKey, String> {
    let name = text.strip_prefix('-').unwrap_or(text);
    Ok(SortKey { column: column(name)?, descending: name.len() < text.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_as_people_write_them() {
        let holds =
            |text: &str, value: f64| condition(text).unwrap().holds(Some(&Value::Number(value)));
        for (text, at_five, at_six) in [
            ("boxes<=5", true, false),
            (" boxes >= 6 ", false, true),
            ("boxes<6", true, false),
            ("boxes > 5", false, true),
            ("boxes==5", true, false),
            ("boxes=5", true, false),
            ("boxes != 5", false, true),
            ("boxes≤5.5", true, false),
        ] {
            assert_eq!((holds(text, 5.0), holds(text, 6.0)), (at_five, at_six), "{text}");
        }
        assert!(!condition("boxes!=5").unwrap().holds(None), "what is not known does not match");
        assert!(condition("status!=invalid").unwrap().holds(None));
        let expert = condition("rating=Expert").unwrap();
        assert!(expert.holds(Some(&Value::Rank(5, "expert".to_owned()))));
        assert_eq!(condition("level>3").unwrap().column.name, "index");
    }

    #[test]
    fn a_fault_is_named_with_its_column() {
        for (text, column, words) in [
            ("boxs<=5", 1, "did you mean \"boxes\"?"),
            ("  boxs<=5", 3, "did you mean \"boxes\"?"),
            ("", 1, "expected one of"),
            ("<5", 1, "expected one of"),
            ("boxes", 6, "in quotes"),
            ("boxes~5", 6, "expected <="),
            ("boxes=<5", 7, "expected a number after =, found \"<5\""),
            ("boxes <= five", 10, "found \"five\""),
            ("boxes <=", 9, "found nothing"),
            ("boxes<=nan", 8, "found \"nan\""),
            ("title<z", 6, "only = and !="),
            ("größe<1", 1, "unknown column"),
        ] {
            let error = condition(text).unwrap_err();
            assert!(error.starts_with(&format!("column {column}: ")), "{text}: {error}");
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_missing_comes_last_in_either_order() {
        let (few, many) = (Some(Value::Number(2.0)), Some(Value::Number(10.0)));
        for (key, order) in [("boxes", Ordering::Less), ("-boxes", Ordering::Greater)] {
            let key = sort_key(key).unwrap();
            assert_eq!(key.compare(few.as_ref(), many.as_ref()), order);
            assert_eq!(key.compare(many.as_ref(), None), Ordering::Less);
            assert_eq!(key.compare(None, few.as_ref()), Ordering::Greater);
        }
        assert!(sort_key("-boxs").unwrap_err().contains("did you mean \"boxes\"?"));
    }
}
