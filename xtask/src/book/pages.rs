//! The pages that are made from the program and its sources.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::drawings::{self, Drawings};
use super::{files, read};
use crate::root;

/// Where techniques and engines are, with a title for each folder.
const HEADERS: [(&str, &str); 6] = [
    ("crates/ground/src/analysis", "Tables of a board"),
    ("crates/ground/src/deadlock", "Deadlocks"),
    ("crates/ground/src/heuristic", "Bounds"),
    ("crates/ground/src/prune", "Prunings"),
    ("crates/solver/src/engine", "Engines of Sokoban"),
    ("crates/unblock/src/engine", "The engine of Unblock"),
];

/// Where faults have their codes: a file each.
const FAULTS: [(&str, &str); 6] = [
    ("Files", "crates/text/src/lib.rs"),
    ("Sokoban's formats", "crates/sokoban/src/format/error.rs"),
    ("Sokoban's boards", "crates/sokoban/src/grid.rs"),
    ("Sokoban's levels", "crates/sokoban/src/level.rs"),
    ("Unblock's formats", "crates/unblock/src/format/mod.rs"),
    ("Unblock's boards", "crates/unblock/src/layout.rs"),
];

/// Names and texts of pages.
type Pages = Vec<(&'static str, String)>;

/// All pages, and the drawings on them.
pub(super) fn all(program: &Path) -> Result<(Pages, Drawings), String> {
    let mut drawings = Drawings::new();
    let pages = vec![
        ("commands.md", commands(program)?),
        ("engines.md", engines(program)?),
        ("techniques.md", techniques(program)?),
        ("headers.md", headers(&mut drawings)?),
        ("record.md", record()?),
        ("faults.md", faults()?),
    ];
    Ok((pages, drawings))
}

/// What the program prints, on standard output or on standard error.
fn told(program: &Path, args: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(args).env("COLUMNS", "96").env("NO_COLOR", "1").env_remove("BANTO_LEVELS");
    let output = command.output().map_err(|error| format!("banto: {error}"))?;
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    text.into_iter()
        .find(|it| !it.trim().is_empty())
        .ok_or_else(|| format!("banto {} says nothing", args.join(" ")))
}

/// A block of text as it was printed.
fn block(text: &str) -> String {
    format!("```text\n{}\n```\n\n", text.trim_end())
}

/// Every command with its help.
fn commands(program: &Path) -> Result<String, String> {
    let mut page =
        String::from("# Commands and options\n\nWhat `--help` prints, command by command.\n\n");
    below(program, &[], &mut page)?;
    Ok(page)
}

/// The help of a command and of those below it.
fn below(program: &Path, words: &[&str], page: &mut String) -> Result<(), String> {
    let help = told(program, &[words, &["--help"]].concat())?;
    let name = [&["banto"], words].concat().join(" ");
    *page += &format!("{} `{name}`\n\n{}", "#".repeat(words.len().min(2) + 2), block(&help));
    for command in listed(&help) {
        below(program, &[words, &[command]].concat(), page)?;
    }
    Ok(())
}

/// The commands that a help lists, without `help` itself.
fn listed(help: &str) -> Vec<&str> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|it| *it != "help").collect()
}

fn engines(program: &Path) -> Result<String, String> {
    let mut page = String::from("# Engines\n\n");
    for (title, option) in [
        ("Engines: `--engine NAME`", "--engine"),
        ("Spaces of the textbook searches: `--space NAME`", "--space"),
        ("Heuristics of the textbook searches: `--heuristic NAME`", "--heuristic"),
    ] {
        let text = told(program, &["solve", option, "help"])?;
        page += &format!("## {title}\n\n{}", block(&text));
    }
    Ok(page)
}

fn techniques(program: &Path) -> Result<String, String> {
    let text = told(program, &["solve", "-T", "help"])?;
    Ok(format!(
        "# Techniques\n\nEach is switched with `-T +NAME` or `-T -NAME`. A switch that the chosen engine does not read is \
         refused.\n\n{}",
        block(&text)
    ))
}

/// The headers of the files, folder by folder.
fn headers(drawings: &mut Drawings) -> Result<String, String> {
    let mut page = String::from(
        "# The techniques, file by file\n\nThe header of each file of the engines: what it does, a drawing, why it is \
         sound or what it gives up, whose idea it is, what it costs.\n\n",
    );
    for (folder, title) in HEADERS {
        page += &format!("## {title}\n\n");
        for file in files(&root().join(folder))? {
            let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
            if !name.ends_with(".rs") || name.contains("test") {
                continue;
            }
            if let Some(text) = header(&read(&file)?, &name, drawings) {
                page += &text;
            }
        }
    }
    Ok(page)
}

/// The header of a file as a section; `None` for a file with less than a paragraph to say.
fn header(text: &str, name: &str, drawings: &mut Drawings) -> Option<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let lines =
        lines.map(|line| line.strip_prefix("//! ").unwrap_or(line.trim_start_matches("//!")));
    let text = lines.collect::<Vec<_>>().join("\n");
    let (title, rest) = text.split_once("\n\n")?;
    let title = unlinked(&title.replace('\n', " "));
    // Blocks of code are every second part.
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => raised(&unlinked(part)),
        _ => drawn(part, name, drawings),
    };
    let rest: String = rest.split("```").enumerate().map(part).collect();
    let rest = rest.trim();
    Some(format!("### {}\n\n*`{name}`*\n\n{rest}\n\n", title.trim_end_matches('.')))
}

/// A text whose headings stand below that of a file.
fn raised(text: &str) -> String {
    let lines = text.split('\n').map(|line| match line.starts_with('#') {
        true => format!("####{}", line.trim_start_matches('#')),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A block of a header: a picture if it draws a board, else as it is.
fn drawn(block: &str, name: &str, drawings: &mut Drawings) -> String {
    let (kind, body) = block.split_once('\n').unwrap_or_default();
    let kind = if kind.is_empty() { "text" } else { kind };
    let lines: Vec<&str> = body.lines().collect();
    let name = name.trim_start_matches("crates/").trim_end_matches(".rs");
    let name = name.replace("/src/", "/").replace(['/', '_'], "-");
    let picture = match kind {
        "text" => drawings::pictured(&lines, &name, drawings),
        _ => None,
    };
    picture.map_or_else(|| format!("```{kind}\n{body}```"), |it| unlinked(&it))
}

/// A text in which links of the documentation are words; those to the world stay.
fn unlinked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at);
        out += before;
        let words = after[1..].split(']').next().unwrap_or_default();
        let behind = &after[words.len() + 1..];
        let target = behind.strip_prefix("](").and_then(|it| Some(it.split_once(')')?.0));
        rest = match target {
            Some(target) if !target.contains("://") => {
                out += words;
                &behind[target.len() + 3..]
            }
            None if words.starts_with('`') && behind.starts_with(']') => {
                out += words;
                &behind[1..]
            }
            _ => {
                out += "[";
                &after[1..]
            }
        };
    }
    out + rest
}

/// The fields of a record, from its schema.
fn record() -> Result<String, String> {
    let mut page = String::from("# The record\n\n");
    for file in ["record.schema.json", "info.schema.json"] {
        let text = read(&root().join("docs").join(file))?;
        let schema: Value =
            serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
        let word = |name: &str| schema[name].as_str().unwrap_or_default();
        page += &format!(
            "## {}\n\n{}\n\n[The schema](../{file}).\n\n",
            word("title"),
            word("description")
        );
        page += "| field | type | what |\n|---|---|---|\n";
        page += &rows(&schema, "");
        page += "\n";
    }
    Ok(page)
}

/// A row for each field, and for those below it.
fn rows(schema: &Value, before: &str) -> String {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let row = |(name, field): (&String, &Value)| {
        let kind = match &field["type"] {
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
            }
            kind => kind.as_str().unwrap_or("any").to_owned(),
        };
        let one_of = field["enum"].as_array().into_iter().flatten().map(Value::to_string);
        let one_of = one_of.collect::<Vec<_>>().join(", ");
        let one_of = if one_of.is_empty() { one_of } else { format!(" One of {one_of}.") };
        let what = field["description"].as_str().unwrap_or_default().replace('|', "\\|");
        let name = format!("{before}{name}");
        let deeper = rows(field, &format!("{name}."));
        let items = rows(&field["items"], &format!("{name}[]."));
        let what = if what.is_empty() { what } else { format!("{}.", what.trim_end_matches('.')) };
        format!("| `{name}` | {kind} | {what}{one_of} |\n{deeper}{items}")
    };
    fields.map(row).collect()
}

/// The codes of all faults with what they mean.
fn faults() -> Result<String, String> {
    let mut page = String::from(
        "# Faults\n\nEvery fault of a level has a code, a line, a column and a sentence. The codes never change.\n\n",
    );
    for (title, file) in FAULTS {
        let codes = coded(&read(&root().join(file))?);
        if codes.is_empty() {
            return Err(format!("{file}: no codes of faults"));
        }
        page += &format!("## {title}\n\n| code | means |\n|---|---|\n");
        codes.iter().for_each(|(code, what)| page += &format!("| `{code}` | {what} |\n"));
        page += "\n";
    }
    Ok(page)
}

/// The codes in a source, each with the comment of its variant.
fn coded(text: &str) -> Vec<(String, String)> {
    let body = text.split("fn code(").nth(1).unwrap_or_default();
    let body = body.split("\n    }\n").next().unwrap_or_default();
    let arm = |line: &str| {
        let (variant, code) = line.trim().split_once(" => \"")?;
        let variant = variant.rsplit("::").next()?.split(['(', ' ', '{']).next()?;
        let code = code.split('"').next()?;
        Some((code.to_owned(), comment(text, variant)))
    };
    body.lines().filter_map(arm).collect()
}

/// The comment above a variant.
fn comment(text: &str, variant: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_it = |line: &&str| {
        let rest = line.strip_prefix("    ").and_then(|line| line.strip_prefix(variant));
        rest.is_some_and(|rest| rest.starts_with([',', '(', ' ']))
    };
    let at = lines.iter().position(is_it).unwrap_or(0);
    let above = lines[..at].iter().rev().map(|line| line.trim());
    let above = above.take_while(|line| line.starts_with("///") || line.starts_with('#'));
    let mut words: Vec<&str> = above.filter_map(|line| line.strip_prefix("/// ")).collect();
    words.reverse();
    unlinked(&words.join(" ")).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_becomes_a_section_without_links() {
        let text = "//! Freeze: [`Bits`](x) hold.\n//!\n//! ```text\n//! # $\n//! ```\n//!\n//! # Cost\n//! [`Map`] knows.\nuse x;\n";
        let expected = "### Freeze: `Bits` hold\n\n*`a.rs`*\n\n<img src=\"drawings/a-1.svg\" width=\"80\" \
                        alt=\"The position described below\">\n\n\n\n\n#### Cost\n`Map` knows.\n\n";
        let mut drawings = Drawings::new();
        assert_eq!(header(text, "a.rs", &mut drawings).as_deref(), Some(expected));
        assert_eq!(drawings["a-1"], ["# $"]);
        assert_eq!(header("//! Short.\nuse x;\n", "a.rs", &mut drawings), None);
        let text = text.replace("# $", "a → b");
        assert!(header(&text, "a.rs", &mut drawings).unwrap().contains("```text\na → b\n```\n"));
    }

    #[test]
    fn links_of_the_documentation_are_words_and_others_stay() {
        let text = "See [`Bits`], [the map](super::Map), [x](https://y.z), a[3] and [`open";
        assert_eq!(unlinked(text), "See `Bits`, the map, [x](https://y.z), a[3] and [`open");
        assert_eq!(unlinked("[a](open"), "[a](open");
    }

    #[test]
    fn codes_come_with_the_comments_of_their_variants() {
        let text = "enum E {\n    /// A tab in\n    /// a row.\n    #[error(\"x\")]\n    Tab,\n    /// Odd.\n    Odd(u8),\n}\n\
                    fn code(&self) -> &str {\n        match self {\n            E::Tab => \"tab\",\n            E::Odd(_) => \"odd\",\n        }\n    }\n";
        let expected = [("tab", "A tab in a row."), ("odd", "Odd.")];
        assert_eq!(coded(text), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn commands_are_read_from_a_help() {
        let help =
            "Usage\n\nCommands:\n  solve  Solve\n         more\n  help   Print\n\nOptions:\n  -h\n";
        assert_eq!(listed(help), ["solve"]);
    }

    #[test]
    fn every_kind_of_fault_in_the_sources_has_a_code_and_words() {
        let page = faults().unwrap();
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(rows.len() > 30, "{}", rows.len());
        assert!(rows.iter().all(|row| !row.ends_with("|  |")), "{page}");
    }
}
