//! Manual pages: one for the program and one for each command.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{Cli, EXIT_CODES};
use crate::examples;

/// The environment: a variable and what it does.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("BANTO_LEVELS", "Folder with level collections, searched before the user's library."),
    ("BANTO_TOKEN", "Token that the page and its API ask for (serve)."),
    ("XDG_DATA_HOME", "Where the library and saved games are kept; ~/.local/share when not set."),
    ("NO_COLOR", "When set and not empty, messages are not coloured."),
    ("CLICOLOR_FORCE", "When set and not empty, messages are coloured even without a terminal."),
];

/// The names of the commands that have a page.
pub(crate) fn commands() -> Vec<String> {
    let command = Cli::command();
    let seen = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    seen.map(|sub| sub.get_name().to_owned()).collect()
}

/// The page of a command, or of the program; `None` when there is no such command.
pub(crate) fn page(command: Option<&str>) -> std::io::Result<Option<Vec<u8>>> {
    let mut program = Cli::command();
    program.build();
    let Some(name) = command else { return render(program, None).map(Some) };
    let found = program.get_subcommands().find(|sub| sub.get_name() == name);
    let Some(found) = found.filter(|sub| !sub.is_hide_set()).cloned() else { return Ok(None) };
    // The examples have a section of their own.
    render(found.after_help(None::<&str>).version(env!("CARGO_PKG_VERSION")), Some(name)).map(Some)
}

/// File names and contents of all pages.
pub(crate) fn all() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut pages = vec![("banto.1".to_owned(), page(None)?.unwrap_or_default())];
    for name in commands() {
        let text = page(Some(&name))?.unwrap_or_default();
        pages.push((format!("banto-{name}.1"), text));
    }
    Ok(pages)
}

fn render(command: Command, name: Option<&str>) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let has_below = command.get_subcommands().any(|sub| !sub.is_hide_set());
    let title = name.map_or_else(|| "banto".to_owned(), |name| format!("banto-{name}"));
    let man = Man::new(command.name(title.clone()).display_name(title.clone())).title(title);
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_below {
        man.render_subcommands_section(&mut page)?;
    }
    further(name).to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Examples, environment, exit status, and where to read on.
fn further(name: Option<&str>) -> Roff {
    let mut roff = Roff::new();
    let examples = match name {
        Some(name) => examples::of(name).to_vec(),
        None => commands().iter().filter_map(|it| examples::of(it).first().copied()).collect(),
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
    let others = commands().into_iter().filter(|it| Some(it.as_str()) != name);
    let others: Vec<String> = others.map(|it| format!("banto-{it}(1)")).collect();
    let program = if name.is_some() { "banto(1), " } else { "" };
    roff.text([roman(format!("{program}{}", others.join(", ")))]);
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
        assert!(page(Some("worker")).unwrap().is_none() && page(Some("x")).unwrap().is_none());
    }
}
