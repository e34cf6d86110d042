//! The error for an unknown name, with the known name that was probably meant.

/// The message that there is no `what` called `name`: it suggests a similar name, or else where to
/// look.
///
/// ```
/// let known = ["bfs", "astar", "rolling-stone"];
/// let told = |name| banto_text::unknown("engine", name, known, "`--engine help` lists them");
/// assert_eq!(told("atsar"), r#"there is no engine "atsar"; did you mean "astar"?"#);
/// assert_eq!(told("nobody"), r#"there is no engine "nobody"; `--engine help` lists them"#);
/// ```
pub fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    look: &str,
) -> String {
    match nearest(name, known) {
        Some(meant) => format!("there is no {what} {name:?}; did you mean {meant:?}?"),
        None => format!("there is no {what} {name:?}; {look}"),
    }
}

/// The known name that somebody who typed `name` probably meant: another spelling, a name that
/// starts with it, or one within a typing error or two.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = plain(name);
    let slips_allowed = (name.len() / 3).min(3);
    let likeness = |known: &str| {
        let known = plain(known);
        // The beginning of a name is no slip, but a nearer name wins over it.
        let begins = name.len() >= 3 && known.starts_with(&name[..]);
        let slips = slips(&name, &known);
        (slips <= slips_allowed || begins).then_some(slips)
    };
    // The first of those that are equally near, so that the answer never changes.
    let all = known.into_iter().filter_map(|it| likeness(it).map(|slips| (slips, it)));
    all.min_by_key(|&(slips, _)| slips).map(|(_, name)| name)
}

/// Most characters that are compared: no name is longer, and what is typed may be anything.
const LONGEST: usize = 64;

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> Vec<char> {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.take(LONGEST).collect()
}

/// Letters left out, added, mistaken, or exchanged with their neighbour, that make `b` of `a`.
fn slips(a: &[char], b: &[char]) -> usize {
    // Rows of the table of Wagner and Fischer: the one before last, the last, and the present one.
    let mut rows = [vec![], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    rows[0] = rows[1].clone();
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let mistaken = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = mistaken.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = fewest;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let count = |a, b| slips(&plain(a), &plain(b));
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("astar", "a*star", 0),
            ("ab", "ba", 1),
            ("manhatan", "manhattan", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(count(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn what_was_meant_is_found_and_nothing_else() {
        let known = ["bfs", "dfs", "iddfs", "astar", "idastar", "rolling-stone", "pi-corral"];
        let found = |name| nearest(name, known);
        assert_eq!(found("A*star"), Some("astar"));
        assert_eq!(found("pi_corral"), Some("pi-corral"));
        assert_eq!(found("rolling"), Some("rolling-stone"));
        assert_eq!(found("idaster"), Some("idastar"));
        for nothing in ["", "x", "xy", "nobody", "-", &"a".repeat(1 << 20)] {
            assert_eq!(found(nothing), None, "{nothing:.9}");
        }
    }
}
