//! Manual pages: one for the program, one for each command and one for each command below it.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{Cli, EXIT_CODES};
use crate::examples;

/// When what the pages say was last revised.
const REVISED: &str = "2026-11-18";

/// The environment: a variable and what it does.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("BANTO_LEVELS", "Folder with level collections, searched before the user's library."),
    ("BANTO_TOKEN", "Token that the page and its API ask for (serve)."),
    ("XDG_DATA_HOME", "Where the library and saved games are kept; ~/.local/share when not set."),
    ("COLUMNS", "Width of tables where standard output is not a terminal; 80 when not set."),
    ("NO_COLOR", "When set and not empty, messages are not coloured, unless --color says so."),
    ("CLICOLOR_FORCE", "When set and not empty, messages are coloured even without a terminal."),
];

/// The commands that have a page, such as `solve` and `bench run`.
pub(crate) fn commands() -> Vec<String> {
    let mut names = Vec::new();
    below(&Cli::command(), "", &mut |name, _| names.push(name.to_owned()));
    names
}

/// Visits the commands below a command that are not hidden, each with its words.
pub(crate) fn below(command: &Command, before: &str, visit: &mut impl FnMut(&str, &Command)) {
    let is_page = |it: &&Command| !it.is_hide_set() && it.get_name() != "help";
    for command in command.get_subcommands().filter(is_page) {
        let name = format!("{before} {}", command.get_name()).trim_start().to_owned();
        visit(&name, command);
        below(command, &name, visit);
    }
}

/// The page of a command, or of the program (no words); `None` when there is no such command.
pub(crate) fn page(name: &str) -> std::io::Result<Option<Vec<u8>>> {
    let mut program = Cli::command();
    program.build();
    if name.is_empty() {
        return render(program, name).map(Some);
    }
    let mut found = None;
    below(&program, "", &mut |command, it| {
        found = found.take().or((command == name).then(|| it.clone()))
    });
    let Some(found) = found else { return Ok(None) };
    // The examples have a section of their own.
    render(found.after_help(None::<&str>).version(env!("CARGO_PKG_VERSION")), name).map(Some)
}

/// File names and contents of all pages.
pub(crate) fn all() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut pages = vec![("banto.1".to_owned(), page("")?.unwrap_or_default())];
    for name in commands() {
        let text = page(&name)?.unwrap_or_default();
        pages.push((format!("{}.1", title(&name)), text));
    }
    Ok(pages)
}

/// What the page of a command is called.
fn title(name: &str) -> String {
    format!("banto {name}").trim_end().replace(' ', "-")
}

fn render(command: Command, name: &str) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let has_below = command.get_subcommands().any(|sub| !sub.is_hide_set());
    let title = title(name);
    let mut head = Roff::new();
    head.control("TH", [&title, "1", REVISED, concat!("banto ", env!("CARGO_PKG_VERSION"))]);
    head.to_writer(&mut page)?;
    let man = Man::new(command.name(title.clone()).display_name(title.clone())).title(title);
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_below {
        man.render_subcommands_section(&mut page)?;
    }
    further(name).to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(tidied(&String::from_utf8_lossy(&page)).into_bytes())
}

/// A page without what `mandoc -Tlint` warns about: breaks around blank lines, blanks at ends of lines.
fn tidied(page: &str) -> String {
    let page = page.replace(".br\n\n.br\n", ".sp\n");
    page.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Examples, environment, exit status, and where to read on.
fn further(name: &str) -> Roff {
    let mut roff = Roff::new();
    let commands = commands();
    let examples = match name {
        "" => commands.iter().filter_map(|it| examples::of(it).first().copied()).collect(),
        name => examples::of(name).to_vec(),
    };
    roff.control("SH", ["EXAMPLES"]);
    for (line, what) in examples {
        roff.control("TP", []);
        roff.text([bold(line)]);
        roff.text([roman(what)]);
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for (variable, what) in ENVIRONMENT {
        roff.control("TP", []);
        roff.text([bold(variable)]);
        roff.text([roman(what)]);
    }
    roff.control("SH", ["EXIT STATUS"]);
    roff.text([roman(EXIT_CODES.replace("Exit codes: ", "").replace('\n', " "))]);
    roff.control("SH", ["SEE ALSO"]);
    // The program, the command above, and those beside and below.
    let (above, own) = name.rsplit_once(' ').unwrap_or(("", name));
    let near = |it: &&String| {
        let parent = it.rsplit_once(' ').map_or("", |(parent, _)| parent);
        it.as_str() == above || parent == above || (!own.is_empty() && parent == name)
    };
    let others = commands.iter().filter(near).filter(|it| it.as_str() != name);
    let program = (!name.is_empty()).then(|| "banto(1)".to_owned());
    let others = program.into_iter().chain(others.map(|it| format!("{}(1)", title(it))));
    roff.text([roman(others.collect::<Vec<_>>().join(", "))]);
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_examples_and_environment() {
        let pages = all().unwrap();
        assert_eq!(pages.len(), commands().len() + 1);
        for (name, page) in pages {
            let text = String::from_utf8(page).unwrap();
            let command = name.trim_end_matches(".1").replace('-', "\\-");
            for part in ["SH NAME", "SH SYNOPSIS", "SH EXAMPLES", "SH ENVIRONMENT", "BANTO_LEVELS"]
            {
                assert!(text.contains(part), "{name}: {part}");
            }
            assert!(text.contains(&command) && !text.contains("inject"), "{name}: {text:.300}");
        }
        for missing in ["worker", "x", "bench chunk", "run"] {
            assert!(page(missing).unwrap().is_none(), "{missing}");
        }
    }
}
