//! What the program says, from real runs of the binary.

mod common;

use common::{banto, code, command, scratch, stderr, stdout};

const EASY: &str = "#####\n#@$.#\n#####\n";

#[test]
fn a_name_that_nothing_has_is_answered_with_the_one_meant() {
    for (args, meant) in [
        (&["solve", "-", "--engine", "atsar"][..], "astar"),
        (&["solve", "-", "--engine", "sokokid"], "sokokids"),
        (&["solve", "-", "-T", "-frezee"], "freeze"),
        (&["solve", "-", "--engine", "astar", "--heuristic", "manhatan"], "manhattan"),
        (&["solve", "-", "--engine", "astar", "--space", "push"], "pushes"),
        (&["convert", "-", "--to", "jsn"], "json"),
        (&["generate", "sokoban", "--to", "soc"], "sok"),
        (&["levels", "export", "kid-1", "--to", "jsn"], "json"),
        (&["lab", "run", "gargion"], "gargioni-boxes"),
    ] {
        let output = banto(args, EASY);
        let text = stderr(&output);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}: {text}");
        assert!(text.contains(&format!("did you mean {meant:?}?")), "{args:?}: {text}");
    }
    // Nothing is guessed where nothing is near.
    let text = stderr(&banto(&["solve", "-", "--engine", "nobody"], EASY));
    assert!(text.contains("there are auto, ") && text.contains(", rolling-stone, "), "{text}");
}

#[test]
fn every_list_can_be_asked_for() {
    let home = scratch("lists");
    for (option, row) in [
        (&["solve", "--engine"][..], "astar"),
        (&["solve", "--technique"], "+freeze"),
        (&["solve", "--heuristic"], "manhattan"),
        (&["solve", "--space"], "pushes"),
        (&["convert", "--to"], "json     sokoban"),
    ] {
        let output = command(&home).args(option).arg("help").output().unwrap();
        let found = stdout(&output).lines().any(|line| line.starts_with(row));
        assert!(code(&output) == 0 && found, "{option:?}: {}", stdout(&output));
    }
}

#[test]
fn every_list_has_headings_and_fits_a_screen() {
    let home = scratch("narrow-lists");
    for (args, heading) in [
        (&["solve", "--engine", "help"][..], "engine "),
        (&["solve", "--technique", "help"], "technique "),
        (&["solve", "--heuristic", "help"], "heuristic "),
        (&["solve", "--space", "help"], "space "),
        (&["convert", "--to", "help"], "format "),
        (&["levels", "list"], "collection "),
        (&["lab", "list"], ""),
    ] {
        for columns in ["80", "60"] {
            let output = command(&home).args(args).env("COLUMNS", columns).output().unwrap();
            let text = stdout(&output);
            assert!(code(&output) == 0 && text.starts_with(heading), "{args:?}: {text}");
            let most = columns.parse::<usize>().unwrap();
            let wide = text.lines().find(|line| line.chars().count() > most);
            assert_eq!(wide, None, "{args:?}");
            // Where a row goes on, it goes on below its prose.
            let column = text.lines().next().unwrap().rfind("  ").map_or(0, |at| at + 2);
            let begins = |line: &str| line.len() - line.trim_start().len();
            let hanging = text.lines().filter(|line| line.starts_with(' ') && !heading.is_empty());
            hanging.for_each(|line| assert_eq!(begins(line), column, "{args:?}: {line:?}"));
        }
    }
    // A collection, a format or a heuristic has one line each.
    for args in [&["levels", "list"][..], &["convert", "--to", "help"]] {
        let text = stdout(&command(&home).args(args).output().unwrap());
        assert!(text.lines().all(|line| !line.starts_with(' ')), "{text}");
    }
}

#[test]
fn what_is_not_there_is_said_in_words() {
    let folder = scratch("words");
    let file = folder.join("two.xsb");
    std::fs::write(&file, format!("{EASY}\n{EASY}")).unwrap();
    let file = file.to_str().unwrap();
    let told = |args: &[&str]| {
        let output = banto(args, "");
        (code(&output), stderr(&output))
    };
    for args in [&["--level", "999"][..], &["--level", "1,999"]] {
        let (exit, text) = told(&[&["solve", file], args].concat());
        assert_eq!(exit, 2, "{text}");
        assert!(text.contains("two.xsb has 2 levels; there is no level 999"), "{text}");
    }
    let (_, text) = told(&["info", &format!("{file}:3")]);
    assert!(text.contains("two.xsb has 2 levels; there is no level 3"), "{text}");
    let empty = folder.join("empty");
    std::fs::create_dir_all(&empty).unwrap();
    let (exit, text) = told(&["solve", empty.to_str().unwrap()]);
    assert_eq!(exit, 3);
    assert!(text.contains(&format!("no level files in {}", empty.display())), "{text}");
    let (exit, text) = told(&["solve", "starter-sokobam"]);
    assert_eq!(exit, 4);
    assert!(text.contains("did you mean \"starter-sokoban\"?"), "{text}");
}

#[test]
fn amounts_and_levels_are_read_as_people_write_them() {
    let text = format!("{EASY}\n{EASY}\n{EASY}\n{EASY}\n{EASY}");
    let args = ["solve", "-", "--jsonl", "--time", "5min", "--memory", "2GB", "--level", "1,3,5"];
    let output = banto(&args, &text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let index =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["index"].clone();
    let found: Vec<_> = stdout(&output).lines().map(index).collect();
    assert_eq!(found, [1, 3, 5]);
}

#[test]
fn the_end_says_how_every_level_ended() {
    let lost = "######\n#@ $ #\n#   .#\n######\n";
    let output = banto(&["solve", "-"], &format!("{EASY}\n{lost}\n{EASY}"));
    let text = stderr(&output);
    assert!(text.contains("2 solved, 1 unsolvable; every solution was replayed"), "{text}");
}

#[test]
fn help_has_headings_and_examples() {
    let text = stdout(&banto(&["solve", "--help"], ""));
    for part in ["Limits:", "Output:", "Laboratory:", "Examples:", "  banto solve "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Each option stands in its own group, not below the one that happened to come before it.
    let group = |text: &str, option: &str| {
        let place = text.find(&format!("{option} ")).unwrap_or_else(|| panic!("{option}: {text}"));
        let above = text[..place].lines().rev();
        let heading = |line: &&str| !line.starts_with(' ') && line.ends_with(':');
        above.into_iter().find(heading).unwrap_or_default().to_owned()
    };
    for (option, heading) in [
        ("--notation", "Output:"),
        ("--improve", "Search:"),
        ("--seed", "Search:"),
        ("--threads", "Limits:"),
        ("--level", "Levels:"),
    ] {
        assert_eq!(group(&text, option), heading, "{option}");
    }
    assert_eq!(group(&stdout(&banto(&["label", "-h"], "")), "--check"), "Mode:");
    assert!(!text.contains("inject"), "{text}");
}

#[test]
fn commands_below_others_have_help_with_examples() {
    for args in [["bench", "run"], ["bench", "compare"], ["lab", "run"], ["levels", "restore"]] {
        let words = args.join(" ");
        let output = banto(&[args[0], args[1], "--help"], "");
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{words}");
        assert!(text.contains("Examples:") && text.contains(&format!("  banto {words}")), "{text}");
        assert_eq!(stdout(&banto(&["help", args[0], args[1]], "")), text, "{words}");
    }
    // What stood below the help of a command still does.
    let text = stdout(&banto(&["bench", "--help"], ""));
    assert!(text.contains("the folder can be resumed either way"), "{text}");
}

/// What reads manual pages on this system has nothing to complain about.
#[test]
fn manual_pages_are_rendered_without_warnings() {
    let folder = scratch("man-lint");
    assert_eq!(code(&banto(&["man", "--output", folder.to_str().unwrap()], "")), 0);
    let pages = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let pages: Vec<_> = pages.collect();
    let lint = ["mandoc", "-Tlint", "-Wwarning"];
    let render = ["man", "--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l"];
    for line in [&lint[..], &render] {
        let Some(program) = needs::program(line[0]) else {
            needs::skip(&format!("{} is not installed", line[0]));
            continue;
        };
        let mut run = std::process::Command::new(program);
        let output = run.args(&line[1..]).args(&pages).output().unwrap();
        // A linter prints what it finds, a renderer complains.
        let said = if line[0] == "mandoc" { stdout(&output) } else { String::new() };
        assert_eq!(said + &stderr(&output), "", "{line:?}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = scratch("man");
    let output = banto(&["man", "--output", folder.to_str().unwrap()], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for name in ["banto.1", "banto-solve.1", "banto-lab.1", "banto-bench-run.1", "banto-lab-run.1"]
    {
        let page = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(page.contains(".SH EXAMPLES") && page.contains(".SH ENVIRONMENT"), "{name}");
    }
    assert!(!folder.join("banto-worker.1").exists());
    let page = stdout(&banto(&["man", "solve"], ""));
    assert_eq!(page, std::fs::read_to_string(folder.join("banto-solve.1")).unwrap());
    let nested = std::fs::read_to_string(folder.join("banto-bench-run.1")).unwrap();
    for args in [&["man", "bench", "run"][..], &["man", "bench-run"], &["man", "banto-bench-run"]] {
        assert_eq!(stdout(&banto(args, "")), nested, "{args:?}");
    }
    assert!(!folder.join("banto-bench-chunk.1").exists(), "it is hidden");
    assert_eq!(code(&banto(&["man", "bench", "rum"], "")), 2);
    let output = banto(&["man", "sovle"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("did you mean \"solve\"?"), "{}", stderr(&output));
}

#[test]
fn a_level_that_is_solved_already_is_solved_by_every_engine() {
    let output = banto(&["solve", "--engine", "help"], "");
    let engines = stdout(&output);
    let rows = engines.lines().skip(1).filter(|line| !line.starts_with(' '));
    let sokoban = rows.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let sokoban = sokoban.filter(|row| row[1] != "unblock").map(|row| row[0].to_owned());
    for engine in sokoban {
        let output =
            banto(&["solve", "-", "--engine", &engine, "--jsonl"], "#####\n#@* #\n#####\n");
        assert_eq!(code(&output), 0, "{engine}: {}", stdout(&output));
        assert!(stdout(&output).contains("\"pushes\":0"), "{engine}: {}", stdout(&output));
    }
}

/// On a screen the solution is folded, and the name is one that can be given back.
#[cfg(unix)]
#[test]
fn a_screen_gets_folded_solutions() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Read;
    let folder = scratch("screen");
    let file = folder.join("long.xsb");
    let wall = "#".repeat(104);
    std::fs::write(&file, format!("{wall}\n#@${}.#\n{wall}\n", " ".repeat(99))).unwrap();
    let Ok(screen) = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY) else {
        return needs::skip("a pseudo-terminal");
    };
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    let name = ptsname(&screen, Vec::new()).unwrap();
    let paper = std::fs::OpenOptions::new().write(true).open(name.to_str().unwrap()).unwrap();
    let mut child =
        command(&folder).arg("solve").arg(&file).arg("-q").stdout(paper).spawn().unwrap();
    assert!(child.wait().unwrap().success());
    // The end of a screen is an error; what came before it is what was shown.
    let mut text = Vec::new();
    let _ = std::fs::File::from(screen).read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).replace('\r', "");
    let lines: Vec<&str> = text.lines().collect();
    let name = format!("{}:1: solved, 100 pushes", file.display());
    assert!(lines[0].starts_with(&name), "{text}");
    let folded = [format!("  {}", "R".repeat(78)), format!("  {}", "R".repeat(22))];
    assert_eq!(lines[1..], folded, "{text}");
}

#[test]
fn colour_is_asked_for_in_one_way_everywhere() {
    let bad = "#####\n#@$?#\n#####\n";
    let painted = |args: &[&str]| {
        let output = banto(args, bad);
        assert_eq!(code(&output), 3, "{args:?}");
        stderr(&output).contains('\u{1b}')
    };
    for command in ["solve", "info"] {
        // NO_COLOR is set in these tests; the option is stronger.
        assert!(!painted(&[command, "-"]), "{command}");
        assert!(painted(&[command, "-", "--color", "always"]), "{command}");
        assert!(painted(&["--colour=256", command, "-"]), "{command}");
        assert!(!painted(&[command, "-", "--color", "never"]), "{command}");
    }
    let help = |color: &str| stdout(&banto(&["solve", "-h", "--color", color], ""));
    assert!(help("always").contains('\u{1b}') && !help("never").contains('\u{1b}'));
    let output = banto(&["solve", "-", "--color", "purple"], EASY);
    assert_eq!(code(&output), 2);
}
