//! No function is longer than a screen.
//!
//! A function is counted from the line of its name to the line of its last brace. That line is found
//! by its indentation, which the formatters of both languages keep: no grammar is needed.

/// The longest function that passes, in lines.
const MOST: usize = 60;

/// The functions of a Rust file or a module of the page that are too long: line, name and length.
pub(crate) fn too_long(file: &str, text: &str) -> Vec<String> {
    let opens = if file.ends_with(".rs") { opens_rust } else { opens_script };
    let lines: Vec<&str> = text.lines().collect();
    let long = |at: usize| {
        let name = opens(lines[at])?;
        let length = length(&lines[at..])?;
        let told = || format!("{file}:{}: {name} has {length} lines, more than {MOST}", at + 1);
        (length > MOST).then(told)
    };
    (0..lines.len()).filter_map(long).collect()
}

/// The number of lines of the function that begins on the first line; `None` if it has no body.
fn length(lines: &[&str]) -> Option<usize> {
    let indent = indentation(lines[0]);
    let head = lines.iter().position(|line| line.ends_with(['{', ';', '}']))?;
    if !lines[head].ends_with('{') {
        return None;
    }
    let ends = |line: &&str| indentation(line) == indent && line.trim_start().starts_with('}');
    Some(head + 2 + lines[head + 1..].iter().position(ends)?)
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of the Rust function that begins on a line.
fn opens_rust(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let word = |word: &str| {
        ["pub", "const", "async", "extern"].contains(&word) || word.starts_with("pub(")
    };
    let name = after.split(['(', '<']).next()?;
    before.split_whitespace().all(|it| word(it) || it == "super)" || it == "\"C\"").then_some(name)
}

/// The name of the script function that begins on a line, or the line itself when the function has
/// no name.
fn opens_script(line: &str) -> Option<&str> {
    let code = line.trim();
    if let Some((_, after)) = code.split_once("function") {
        return after.trim_start_matches(['*', ' ']).split('(').next();
    }
    let arrow = code.ends_with("=> {");
    (arrow || is_method(code)).then(|| code.split(['(', '=']).next().unwrap_or(code).trim_end())
}

/// `name(…) {`, and not a statement that looks like it.
fn is_method(code: &str) -> bool {
    const STATEMENTS: [&str; 6] = ["if", "for", "while", "switch", "catch", "with"];
    let Some((name, rest)) = code.split_once('(') else { return false };
    let name = name.trim().rsplit(' ').next().unwrap_or_default();
    let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$#".contains(c));
    named && rest.ends_with(") {") && !STATEMENTS.contains(&name) && !code.starts_with('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(lines: usize, indent: &str) -> String {
        format!("{indent}    x;\n").repeat(lines)
    }

    #[test]
    fn rust_functions_are_counted_with_head_and_brace() {
        let short = format!("pub(crate) fn f(\n    x: u8,\n) {{\n{}}}\n", body(56, ""));
        assert!(too_long("a.rs", &short).is_empty());
        let long =
            format!("impl A {{\n    pub const fn f(x: u8) {{\n{}    }}\n}}\n", body(59, "    "));
        assert_eq!(too_long("a.rs", &long), ["a.rs:2: f has 61 lines, more than 60"]);
    }

    #[test]
    fn functions_without_a_body_and_words_in_comments_are_not_counted() {
        let text = format!("trait T {{\n    fn f();\n{}}}\n// no fn here {{\n", body(70, ""));
        assert!(too_long("a.rs", &text).is_empty());
    }

    #[test]
    fn functions_of_scripts_are_counted_in_all_their_forms() {
        for head in ["export async function f(a) {", "const f = (a) => {", "  async f(a) {"] {
            let indent = " ".repeat(indentation(head));
            let text = format!("{head}\n{}{indent}}}\n", body(60, &indent));
            assert_eq!(too_long("a.js", &text).len(), 1, "{head}");
        }
        let text = format!("if (a) {{\n{}}} else if (b) {{\n{}}}\n", body(70, ""), body(70, ""));
        assert!(too_long("a.js", &text).is_empty());
    }
}
