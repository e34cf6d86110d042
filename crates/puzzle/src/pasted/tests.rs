//! Boards of our own in the shapes people paste.

use crate::{Entry, Game, Puzzle, read};

const ROWS: [&str; 4] = ["  #####", "###   #", "#@ $ .#", "#######"];

fn plain() -> String {
    ROWS.join("\n") + "\n"
}

fn hash(text: &str) -> u64 {
    let mut entries = read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}")).entries;
    assert_eq!(entries.len(), 1, "{text}\n{entries:?}");
    entries.remove(0).puzzle.unwrap_or_else(|e| panic!("{e}\n{text}")).canonical_hash()
}

fn each(line: impl Fn(usize, &str) -> String) -> String {
    ROWS.iter().enumerate().map(|(i, row)| line(i, row)).collect()
}

fn swapped(from: &str, to: &str) -> String {
    let swap = |c: char| {
        let at = from.chars().position(|it| it == c);
        at.and_then(|at| to.chars().nth(at)).unwrap_or(c)
    };
    plain().chars().map(swap).collect()
}

/// The shapes in which a level is pasted, by name.
fn shapes() -> Vec<(&'static str, String)> {
    [wrapped(), rewritten()].concat()
}

/// In a page, a mail, source code, with something beside the rows.
fn wrapped() -> Vec<(&'static str, String)> {
    let entity = |row: &str| row.replace(' ', "&nbsp;").replace('#', "&#35;");
    vec![
        (
            "pre",
            format!(
                "<html><head><title>a</title></head><body><pre>\n{}</pre></body></html>",
                plain()
            ),
        ),
        ("pre at once", format!("<p>Mine</p><pre class=\"l\">{}</pre>", plain().trim_end())),
        (
            "br",
            format!("<html><body><code>{}</code>", each(|_, row| format!("{}<br>\n", entity(row)))),
        ),
        ("br in one line", format!("<p>{}</p>", each(|_, row| format!("{}<BR/>", entity(row))))),
        ("mail", each(|_, row| format!("> {row}\n"))),
        ("mail of a mail", format!("Ann wrote:\n{}\nBye\n", each(|_, row| format!("> >{row}\n")))),
        ("page of a mail", each(|_, row| format!("&gt; {row}<br>"))),
        ("remark of code", each(|_, row| format!("    // {row}\n"))),
        ("line numbers", each(|i, row| format!("{}: {row}\n", i + 8))),
        ("line numbers, right", each(|i, row| format!("{:4} | {row}\n", i + 8))),
        ("line numbers, tab", each(|i, row| format!("{:6}\t{row}\n", i + 1))),
        ("strings", format!("level = [\n{}]\n", each(|_, row| format!("  \"{row}\",\n")))),
        (
            "strings in C",
            format!("char *l = {{\n{}}};\n", each(|_, row| format!("\"{row}\\n\"\n"))),
        ),
        ("strings in one line", format!("var l = [{}];", each(|_, row| format!("'{row}', ")))),
        ("one string", format!("s = \"{}\"", ROWS.join("\\n"))),
        ("long string", format!("s = \"\"\"{}\"\"\"", plain().trim_end())),
        (
            "characters",
            each(|_, row| {
                let cells: Vec<String> = row.chars().map(|c| format!("'{c}'")).collect();
                format!("[{}],\n", cells.join(","))
            }),
        ),
        ("remark", plain().replace(".#\n", ".#  // the door\n")),
        ("words", plain().replace("   #\n", "   # <- the roof\n")),
    ]
}

/// In other characters, or with something between them.
fn rewritten() -> Vec<(&'static str, String)> {
    vec![
        ("X", swapped("#", "X")),
        ("x", swapped("#", "x")),
        ("man and box", swapped("#@$", "XMB")),
        ("ampersand", swapped("#$", "X*")),
        ("letters in pairs", "  #####\n  #   #\n###   ###\n#p bb oo#\n#########\n".to_owned()),
        ("letters", swapped("@$.", "pbo")),
        ("full width", swapped("#@$. ", "＃＠＄．\u{3000}")),
        ("wide blanks", swapped(" ", "\u{3000}")),
        ("no width", plain().replace("##\n", "#\u{200b}#\n")),
        ("emoji", swapped("#@$. ", "🧱🙂📦🎯⬜")),
        ("dark squares", swapped("#@$. ", "⬛🤖📦🎯⬜")),
        ("bright squares", swapped("#@$. ", "⬜🤖📦🎯⬛")),
        ("lines", "┌─────┐\n│@ $ .│\n│     │\n└─────┘\n".to_owned()),
        ("frame", format!("+-------+\n{}+-------+\n", each(|_, row| format!("|{row}|\n")))),
        ("uprights", each(|_, row| format!("|{row}|\n"))),
        ("frame for walls", "+-----+\n|@ $ .|\n|     |\n+-----+\n".to_owned()),
        (
            "apart",
            each(|_, row| {
                let cells: Vec<String> = row.chars().map(String::from).collect();
                format!("{}\n", cells.join(" ").trim_end())
            }),
        ),
        (
            "table",
            each(|_, row| {
                let cell = |c: char| if c == ' ' { String::new() } else { c.to_string() };
                format!("{}\n", row.chars().map(cell).collect::<Vec<_>>().join("\t"))
            }),
        ),
        ("gaps", each(|_, row| format!("{row}\r\r\n"))),
    ]
}

#[test]
fn every_shape_is_the_same_level() {
    let expected = hash(&plain());
    let room = hash("#######\n#@ $ .#\n#     #\n#######\n");
    let pairs = hash("  #####\n  #   #\n###   ###\n#@ $$ ..#\n#########\n");
    for (name, text) in shapes() {
        let expected = match name {
            "lines" | "frame for walls" => room,
            "letters in pairs" => pairs,
            _ => expected,
        };
        assert_eq!(hash(&text), expected, "{name}\n{text}");
    }
}

/// The place of the one fault of a text.
fn fault(text: &str) -> (&'static str, u32, u32) {
    match read(text.as_bytes()) {
        Err(fault) => (fault.code, fault.line, fault.column),
        Ok(collection) => {
            let fault = &collection.entries[0].faults()[0];
            (fault.code, fault.line, fault.column)
        }
    }
}

#[test]
fn faults_are_placed_in_the_text_as_it_came() {
    let second = ["#######", "#@@$ .#", "#######"];
    let quoted: String = second.iter().map(|row| format!("> {row}\n")).collect();
    assert_eq!(fault(&format!("Ann wrote:\n\n{quoted}")), ("second-player", 4, 5));
    let page: String =
        second.iter().map(|row| format!("{}<br>", row.replace('#', "&#35;"))).collect();
    assert_eq!(fault(&format!("<p>a</p>\n{page}")), ("second-player", 2, 46));
    let strings: String = second.iter().map(|row| format!("  \"{row}\",\n")).collect();
    assert_eq!(fault(&format!("l = [\n{strings}]")), ("second-player", 3, 6));
    let drawn =
        "██████\n██@ @ []··██\n██████████████\n".replacen("██████\n", "██████████████\n", 1);
    assert_eq!(fault(&drawn), ("second-player", 2, 5));
    let crosses = second.join("\n").replace('#', "X");
    assert_eq!(fault(&crosses), ("second-player", 2, 3));
    let wide: String = second.iter().map(|row| row.replace('#', "＃\u{200b}") + "\n").collect();
    assert_eq!(fault(&wide), ("second-player", 2, 4));
}

#[test]
fn what_is_wrong_stays_wrong() {
    for (text, code) in [
        ("#######\n#@@$ .#\n#######\n", "second-player"),
        ("#######\n#@$$ .#\n#######\n", "box-goal-count"),
        ("#######\n#@ $ . \n#######\n", "open-wall"),
        ("#######\n#  $ .#\n#######\n", "no-player"),
        ("Dear friend,\nplease help me > and > me.\nBye\n", "no-level"),
        ("\"a\", 'b'\n<p>words</p>\n1: one\n2: two\n3: three\n", "no-level"),
    ] {
        assert_eq!(fault(text).0, code, "{text}");
    }
    // Two readings are none: in this alphabet `*` may be a box or a box on a goal.
    let two = "XXXXXX\nX@*. X\nX *. X\nXXXXXX\n";
    assert_ne!(fault_or_puzzle(two), "second-player");
}

fn fault_or_puzzle(text: &str) -> &'static str {
    match read(text.as_bytes()) {
        Err(fault) => fault.code,
        Ok(it) => it.entries[0].faults().first().map_or("puzzle", |it| it.code),
    }
}

/// A drawing of our own with a title that looks like the beginning of a tag, which would end nowhere.
#[test]
fn a_title_that_looks_like_a_tag_hides_no_board() {
    for title in ["</p", "R<brfirst", "a <!-- b", "x <script", "&lt;<pre", "</", "＜ｐfirst"] {
        let text = format!("{title}\n\n#####\n#@$.#\n#####\n");
        let collection = crate::read(text.as_bytes()).unwrap();
        assert_eq!(collection.entries[0].title.as_deref(), Some(title));
        for form in ["text", "svg"] {
            let drawn = crate::write::write(&collection, form).unwrap();
            assert_eq!(hash(&drawn), hash(&text), "{drawn}");
        }
    }
}

#[test]
fn a_tab_is_one_fault_of_the_file() {
    let row = "#@\t$ .#\n";
    let text = format!("#######\n{}#######\n\n#######\n{row}#######\n", row.repeat(11));
    assert_eq!(fault(&text), ("tab", 2, 3));
    assert!(read(text.as_bytes()).is_err(), "one fault, not two levels with faults");
    // Beside a level that can be read it is the fault of its own level, once.
    let both = format!("{}\n{text}", plain());
    let entries = read(both.as_bytes()).unwrap().entries;
    let faults: Vec<usize> = entries.iter().map(|it| it.faults().len()).collect();
    assert_eq!(faults, [0, 1, 1]);
}

#[test]
fn boards_without_an_empty_line_between_them_are_several() {
    let room = "#######\n#@ $ .#\n#######\n";
    let entries = read(room.repeat(3).as_bytes()).unwrap().entries;
    assert!(entries.len() == 3 && entries.iter().all(|it| it.puzzle.is_ok()), "{entries:?}");
    // Where a part is no puzzle, nothing is cut.
    let bad = format!("{room}#######\n#@  $ #\n#######\n");
    assert_eq!(fault(&bad), ("second-player", 5, 2));
}

#[test]
fn boards_of_unblock_in_other_alphabets_are_read() {
    let board = "..AABC\n..D.BC\nXXD.B.\n......\n......\n......\n";
    let expected = hash(board);
    for text in [
        board.replace('.', "0"),
        board.replace('.', "-"),
        board.to_ascii_lowercase(),
        board.lines().map(|row| format!("> {row}\n")).collect(),
        format!("<pre>{board}</pre>"),
        board.lines().map(|row| format!("\"{row}\",\n")).collect(),
        board
            .chars()
            .map(|c| if c == '\n' { c } else { char::from_u32(c as u32 + 0xfee0).unwrap() })
            .collect(),
    ] {
        assert_eq!(hash(&text), expected, "{text}");
    }
}

#[test]
fn text_is_read_as_it_stands_where_it_can_be() {
    // A board among quotations and pages that hold others: the numbers of levels stay what they were.
    let text = format!("{}\n{}", plain(), ROWS.map(|row| format!("> {row}\n")).concat());
    let collection = read(text.as_bytes()).unwrap();
    assert_eq!((collection.game, collection.entries.len()), (Game::Sokoban, 1));
    let origin = |entry: &Entry| entry.sokoban_level().unwrap().row_origins[0];
    assert_eq!(origin(&collection.entries[0]).line, 1);
}

#[test]
fn no_solution_is_written_into_a_page_a_mail_source_code_or_a_drawing() {
    use crate::edit::{Addition, EditError, add_solutions};
    let addition = Addition { level: 1, title: "test".to_owned(), moves: "rRR".to_owned() };
    let drawn = crate::write::write_level(&only(&plain()), "text").unwrap();
    for text in shapes().into_iter().map(|(_, text)| text).chain([drawn]) {
        let refused = add_solutions(text.as_bytes(), std::slice::from_ref(&addition));
        assert_eq!(refused, Err(EditError::Wrapped), "{text}");
    }
}

#[test]
fn long_texts_without_a_level_are_judged_in_time_and_space() {
    for unit in [
        "> ",
        "<p>",
        "&nbsp;",
        "\"#\", ",
        "1\n2\n3\n",
        "#\n\n",
        "X",
        "# ",
        "┌",
        "'",
        "|#|\n",
        "A . \n",
    ] {
        let text = unit.repeat((1 << 20) / unit.len());
        let found = read(text.as_bytes());
        let puzzle = found.iter().flat_map(|it| &it.entries).find(|it| it.puzzle.is_ok());
        assert!(puzzle.is_none(), "{unit:?} {puzzle:?}");
    }
}

#[test]
fn puzzles_are_puzzles_of_their_game() {
    let drawn = crate::write::write_level(&only(&plain()), "text").unwrap();
    let Puzzle::Sokoban(puzzle) = only(&drawn) else { panic!("{drawn}") };
    assert_eq!(puzzle.board().n_boxes(), 1);
}

fn only(text: &str) -> Puzzle {
    read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap()
}
