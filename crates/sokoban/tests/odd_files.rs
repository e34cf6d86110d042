//! Odd and hostile files. Every fault is named with its line and column, the other levels of the
//! file are still read, and nothing panics, hangs or takes memory without bound.

use banto_sokoban::format::{self, Collection, Format, FormatError, FormatErrorKind as Kind};
use banto_sokoban::{Board, FaultKind};
use text::TextErrorKind;

const LEVEL: &str = "#####\n#@$.#\n#####\n";

fn read(text: impl AsRef<[u8]>) -> Collection {
    format::read(text.as_ref()).unwrap()
}

/// The rows of a level of a collection; numbers from 1.
fn rows(collection: &Collection, number: usize) -> Vec<String> {
    collection.entries[number - 1].as_ref().unwrap().grid.rows().collect()
}

fn place(error: &FormatError) -> (u32, u32) {
    (error.position.line, error.position.column)
}

/// Faults of a level that could be read, with their places.
fn faults(collection: &Collection, number: usize) -> Vec<(FaultKind, u32, u32)> {
    let error = Board::new(collection.entries[number - 1].as_ref().unwrap()).unwrap_err();
    let place =
        |fault: &banto_sokoban::Fault| (fault.kind, fault.position.line, fault.position.column);
    error.faults.iter().map(place).collect()
}

/// A board between two good ones: the good ones are read, the bad one keeps its number.
fn middle(board: &str) -> (Kind, (u32, u32)) {
    let collection = read(format!("{LEVEL}\n{board}\n\n{LEVEL}"));
    assert_eq!(collection.entries.len(), 3, "{board}");
    assert_eq!(rows(&collection, 1), rows(&collection, 3));
    let error = &collection.entries[1].as_ref().unwrap_err().errors[0];
    (error.kind.clone(), place(error))
}

#[test]
fn line_ends_marks_and_code_pages_do_not_matter() {
    let plain = read(LEVEL).content();
    for text in [LEVEL.replace('\n', "\r\n"), LEVEL.replace('\n', "\r"), LEVEL.trim_end().into()] {
        assert_eq!(read(&text).content(), plain, "{text:?}");
        assert_eq!(read(format!("\u{feff}{text}")).content(), plain);
    }
    let utf16: Vec<u8> =
        [0xfeff].into_iter().chain(LEVEL.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(utf16).content(), plain);
    let latin = read([b"Author: J\xf6rg\n\n".as_slice(), LEVEL.as_bytes()].concat());
    assert_eq!(latin.author.as_deref(), Some("Jörg"));
    assert_eq!(read(LEVEL.replace("@$", "\u{a0}@$").replace("#####", "######")).entries.len(), 1);
    assert_eq!(read(LEVEL.replace('\n', " \t \n")).content(), plain);
}

#[test]
fn all_alphabets_are_one() {
    let plain = read("#######\n#+ $ .#\n# *$ #\n  ####\n");
    for text in [
        "#######\n#P-b-.#\n#-Bb-#\n--####\n",
        "WWWWWWW\nW+_$_.W\nW_*$_W\n__WWWW\n",
        "7#\n#+-$-.#\n#-*$-#\n2-4#\n",
        "7#|#+-$-.#|#-*$-#|2-4#|\n",
        "7#|#+-$-.#|\n#-*$-#|2-4#\n",
        "2(2#)3#|#+(-$)-.#|#-*$-#|2(-)2(2(#))",
    ] {
        assert_eq!(rows(&read(text), 1), rows(&plain, 1), "{text}");
    }
}

#[test]
fn spoiled_boards_are_named_and_the_others_come() {
    assert_eq!(middle("#####\n#@x.#\n#####"), (Kind::UnknownTile('x'), (6, 3)));
    assert_eq!(middle("#####\n#\t@$.#\n#####"), (Kind::Tab, (6, 2)));
    assert_eq!(middle("\t#####\n\t#@$.#\n\t#####"), (Kind::Tab, (5, 1)));
    let wide = Kind::WideCharacter { found: '＃', meant: '#' };
    assert_eq!(middle("＃＃＃＃＃\n＃@$.＃\n＃＃＃＃＃"), (wide.clone(), (5, 1)));
    assert_eq!(middle("#####\n#@$.＃\n#####"), (wide, (6, 5)));
    assert_eq!(middle("5#|#@$.#|5(#"), (Kind::UnmatchedParenthesis, (5, 11)));
    assert_eq!(middle("5#|#@$.#|0#|5#"), (Kind::ZeroCount, (5, 11)));
    assert_eq!(middle("5#|#@$.#|#99999999999#|5#"), (Kind::CountTooLarge, (5, 15)));
    assert_eq!(middle("5#|#@$.#|5#4"), (Kind::CountWithoutItem, (5, 12)));
    let deep = format!("#|{}#{}", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(middle(&deep), (Kind::TooDeep, (5, 67)));
    assert_eq!(middle(&"#@$.".repeat(100)), (Kind::BoardTooLarge, (5, 1)));
    assert_eq!(middle(&"#@$.#\n".repeat(300)), (Kind::BoardTooLarge, (5 + 256, 1)));
    assert_eq!(middle(&"#".repeat(1_000_000)), (Kind::Text(TextErrorKind::LineTooLong), (5, 1)));
}

#[test]
fn bombs_do_not_go_off() {
    assert_eq!(middle("999(999(999(999(999(999#|)))))").0, Kind::BoardTooLarge);
    assert_eq!(middle("65536(65536(65536(#)))|").0, Kind::BoardTooLarge);
    // Nothing repeated many times is nothing.
    assert_eq!(rows(&read("5#|#@$.#|5#9999(9999(9999()))"), 1), rows(&read(LEVEL), 1));
    // Each level is small on paper and as large as allowed in memory.
    let many = "255(254#@|)$.\n\n".repeat(100_000);
    let collection = read(&many);
    let kept = collection.entries.iter().flatten().count();
    assert!((1..2_000).contains(&kept), "{kept} boards of 64 KiB each");
    let last = &collection.entries.last().unwrap().as_ref().unwrap_err().errors[0];
    assert_eq!((last.kind.clone(), place(last)), (Kind::TooMuch, (199_999, 11)));
    // The same with ragged rows and with moves.
    let ragged = format!("{}\n{}\n", "#".repeat(256), "#@$.\n".repeat(255)).repeat(10_000);
    assert!(read(&ragged).entries.iter().flatten().count() < 2_000);
    let solutions = format!("{LEVEL}\n{}", "Solution\n65536(16u)\n".repeat(100_000));
    let collection = read(&solutions);
    let level = collection.entries[0].as_ref().unwrap();
    assert!(level.solutions.len() <= 64);
    assert_eq!(level.solutions.len() + collection.warnings.len(), 100_000);
}

#[test]
fn files_that_are_too_much_are_refused() {
    let refuse = |bytes: &[u8]| {
        let error = format::read(bytes).unwrap_err();
        (error.kind.clone(), place(&error))
    };
    assert_eq!(
        refuse(&vec![b'#'; (16 << 20) + 1]),
        (Kind::Text(TextErrorKind::FileTooLarge), (1, 1))
    );
    assert_eq!(
        refuse(&vec![b'\n'; 5_000_000]),
        (Kind::Text(TextErrorKind::TooManyLines), (4_000_000, 1))
    );
    assert_eq!(refuse(b"ab\n#####\n#@\0.#\n"), (Kind::Text(TextErrorKind::ZeroByte), (3, 3)));
    assert_eq!(refuse(b""), (Kind::NoLevel, (1, 1)));
    assert_eq!(refuse(b"hello\n-----\n#####\n"), (Kind::NoLevel, (1, 1)));
    let many = "#@$.#\n\n".repeat(100_001);
    assert_eq!(refuse(many.as_bytes()), (Kind::TooManyLevels, (200_001, 1)));
    assert_eq!(read("#@$.#\n\n".repeat(100_000)).entries.len(), 100_000);
    assert_eq!(format::read_as(b"", Format::Svg).unwrap_err().kind, Kind::WriteOnly("svg"));
}

#[test]
fn long_files_of_text_are_read_in_one_pass() {
    // A reader that looks back from every line would take hours on these.
    for line in
        ["text\n", "; note\n", "Comment:\n", "Author: a\n", "Title: a\n", "uuuuuuuuuuuuuuuu\n"]
    {
        let text = format!("{LEVEL}{}", line.repeat(100_000));
        assert_eq!(read(&text).entries.len(), 1, "{line}");
        assert_eq!(read(format!("{}\n{LEVEL}", line.repeat(100_000))).entries.len(), 1, "{line}");
    }
    let json = format!("[{}]", vec!["{\"board\":[]}"; 100_000].join(","));
    assert_eq!(read(&json).entries.len(), 100_000);
    let attributes: String = (0..200_000).map(|i| format!(" a{i}='1'")).collect();
    let slc = format!("<SokobanLevels><Level{attributes}><L>#@$.</L></Level></SokobanLevels>");
    assert_eq!(read(&slc).entries.len(), 1);
}

#[test]
fn large_boards_are_read() {
    let row = |inner: &str| format!("#{}#", inner.repeat(198));
    let mut text = format!("{}\n", "#".repeat(200));
    for i in 0..198 {
        text.push_str(&row(if i < 56 {
            "$"
        } else if i < 112 {
            "."
        } else {
            "@"
        }[..1]
            .trim()));
        text.push('\n');
    }
    text.push_str(&"#".repeat(200));
    let text = text.replace('@', " ").replacen("#  ", "#@ ", 1);
    let collection = read(&text);
    let level = collection.entries[0].as_ref().unwrap();
    assert_eq!((level.grid.width(), level.grid.height()), (200, 200));
    assert_eq!(Board::new(level).unwrap().n_boxes(), 56 * 198);
    for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
        assert_eq!(
            read(format::write(&collection, format)).entries[0].as_ref().unwrap().grid,
            level.grid
        );
    }
}

#[test]
fn faults_found_later_point_into_the_file() {
    use FaultKind::*;
    let text = "; one\n#####\n#@$.#\n#####\n\n\n; two\n######\n#@$.@#\n######\n\n; none\n####\n#$.#\n####\n\n\
                ; open\n #####\n #@$.\n #####\n\n; too many\n######\n#@$$.#\n######\n\n6#|#@$.@#|6#\n";
    let collection = read(text);
    assert!(Board::new(collection.entries[0].as_ref().unwrap()).is_ok());
    assert_eq!(faults(&collection, 2), [(SecondPlayer, 9, 5)]);
    assert_eq!(faults(&collection, 3), [(NoPlayer, 13, 1)]);
    assert_eq!(faults(&collection, 4), [(OpenWall, 19, 6)]);
    assert_eq!(faults(&collection, 5), [(Count { boxes: 2, goals: 1 }, 23, 1)]);
    assert_eq!(faults(&collection, 6), [(SecondPlayer, 27, 1)]);
    let slc = "<SokobanLevels>\n<Level><L>######</L>\n  <L>#@$.@#</L><L>######</L></Level>";
    assert_eq!(faults(&read(slc), 1), [(SecondPlayer, 3, 10)]);
    let json = "[{\"board\": [\"######\",\n  \"#@$.@#\", \"######\"]}]";
    assert_eq!(faults(&read(json), 1), [(SecondPlayer, 2, 8)]);
}

#[test]
fn titles_of_sok_files() {
    let text = "Collection: All\nAuthor: Me\nsome words\n\nFirst\n\n#####\n#@$.#\n#####\nAuthor: You\n\
                Comment: a\nb\n\n###\n#@$#\n###\nComment-End:\n\nSolution/Moves\nR\n\nSnapshot 2\nr\nl\n\n\
                :: unseen\nSecond\n\n#####\n#@$.#\n#####\nTitle: Third\n\n#####\n#@$.#\n#####\nfree words\n";
    let collection = read(text);
    assert_eq!(collection.title.as_deref(), Some("All"));
    assert_eq!(collection.author.as_deref(), Some("Me"));
    assert_eq!(collection.comments, ["some words"]);
    let levels: Vec<_> = collection.levels().map(|(_, level)| level).collect();
    assert_eq!(levels.len(), 3);
    assert_eq!(levels[0].title.as_deref(), Some("First"));
    assert_eq!(levels[0].author.as_deref(), Some("You"));
    assert_eq!(levels[0].comments, ["a", "b", "", "###", "#@$#", "###"]);
    assert_eq!(levels[0].solutions[0].title, "Moves");
    assert_eq!(levels[0].snapshots[0].moves, "rl");
    assert_eq!(levels[1].title.as_deref(), Some("Second"));
    assert_eq!(levels[1].comments, ["Title: Third"]);
    assert_eq!(levels[2].comments, ["free words"]);
}

#[test]
fn titles_of_xsb_files() {
    let titles = |text: &str| -> Vec<Option<String>> {
        read(text).levels().map(|(_, level)| level.title.clone()).collect()
    };
    let some = |titles: &[&str]| -> Vec<Option<String>> {
        titles.iter().map(|title| Some((*title).to_owned())).collect()
    };
    assert_eq!(titles(&format!("; 1\n{LEVEL}; 2\n{LEVEL}")), some(&["1", "2"]));
    assert_eq!(titles(&format!("; 1\n\n{LEVEL}\n; 2\n\n{LEVEL}")), some(&["1", "2"]));
    assert_eq!(titles(&format!("{LEVEL}; 1\n\n{LEVEL}; 2\n")), some(&["1", "2"]));
    assert_eq!(titles(&format!("{LEVEL}\n; 1\n\n{LEVEL}\n; 2\n")), some(&["1", "2"]));
    assert_eq!(titles(&format!("; of all\n\n{LEVEL}\n{LEVEL}")), [None, None]);
    assert_eq!(titles(&format!("; of all\n\n; 1\n{LEVEL}\n; 2\n{LEVEL}")), some(&["1", "2"]));
    let header = read(format!("; of all\n; Author: Me\n\n; 1\n; a note\n{LEVEL}"));
    assert_eq!(header.comments, ["of all"]);
    assert_eq!(header.author.as_deref(), Some("Me"));
    assert_eq!(header.entries[0].as_ref().unwrap().comments, ["a note"]);
}

#[test]
fn xml_is_read_without_trust() {
    let slc =
        |levels: &str| format!("<?xml version='1.0'?>\n<SokobanLevels>{levels}</SokobanLevels>");
    let level = "<Level Id='a &amp; b' Copyright='me'><L>#####</L><L>#@$.#</L><L>#####</L></Level>";
    let collection = read(slc(level));
    let read_level = collection.entries[0].as_ref().unwrap();
    assert_eq!(read_level.title.as_deref(), Some("a & b"));
    assert_eq!(read_level.author.as_deref(), Some("me"));
    // Entities of a document type are neither expanded nor fetched.
    let bomb =
        "<!DOCTYPE a [<!ENTITY b '&c;&c;'><!ENTITY c '&b;&b;'><!ENTITY d SYSTEM 'file:///x'>]>";
    let text = format!("<?xml version='1.0'?>{bomb}<SokobanLevels><Title>&b;&d;</Title>{level}");
    assert_eq!(read(text).title.as_deref(), Some("&b;&d;"));
    let two = slc(&format!("{level}\n<Level><L>#@&b;.#</L></Level>{level}"));
    let collection = read(&two);
    let error = &collection.entries[1].as_ref().unwrap_err().errors[0];
    assert_eq!((error.kind.clone(), error.position.line), (Kind::UnknownTile('&'), 3));
    assert!(collection.entries[2].is_ok());
    // What stands before a fault of the XML itself is kept.
    let broken = read(slc(&format!("{level}<Level><L></Level>")));
    assert!(broken.entries[0].is_ok());
    assert!(matches!(broken.entries[1].as_ref().unwrap_err().errors[0].kind, Kind::Xml(_)));
    assert!(matches!(format::read(b"<a></b>").unwrap_err().kind, Kind::Xml(_)));
    assert_eq!(format::read(b"<a/>").unwrap_err().kind, Kind::NoLevel);
    assert_eq!(
        read(slc(&format!("<Level></Level>{level}"))).entries[0].as_ref().unwrap_err().errors[0]
            .kind,
        Kind::EmptyBoard
    );
    let deep = format!("{}{level}", "<a>".repeat(1_000_000));
    assert_eq!(read(deep).entries.len(), 1);
}

#[test]
fn json_faults_are_named() {
    let kind = |text: &str| {
        let error = match format::read(text.as_bytes()) {
            Ok(collection) => collection.entries[0].as_ref().unwrap_err().errors[0].clone(),
            Err(error) => error,
        };
        (error.kind.to_string(), place(&error))
    };
    let bad = |message: &str| format!("bad JSON: {message}");
    assert_eq!(kind("{\"levels\": [\n 1]}"), (bad("expected an object"), (2, 2)));
    assert_eq!(kind("{\"levels\": [\n {}]}"), (bad("\"board\" is missing"), (2, 2)));
    assert_eq!(kind("{\"x\": 1}"), (bad("\"levels\" is missing"), (1, 1)));
    assert_eq!(kind("{\"x\": \n"), (bad("not well-formed"), (2, 1)));
    assert_eq!(
        kind("[{\"board\": [\"#@\",\n \"#x\"]}]"),
        ("unknown character 'x' in a board".into(), (2, 4))
    );
    assert_eq!(kind("[{\"board\": [7]}]"), (bad("expected a row of characters"), (1, 13)));
    assert_eq!(kind("[{\"board\": [\"###\"]}]"), ("the board is empty".into(), (1, 12)));
    assert_eq!(kind("{}"), (bad("\"levels\" is missing"), (1, 1)));
    assert_eq!(rows(&read("[{\"board\": \"5#|#@$.#|5#\"}]"), 1), rows(&read(LEVEL), 1));
    assert!(format::read("[{".repeat(1_000_000).as_bytes()).is_err());
}

#[test]
fn a_level_that_cannot_be_read_keeps_its_title_and_all_its_faults() {
    let rows = ["#####", "#@x.#", "#$y #", "#####"];
    let drawn = format!("; mine\n{}\n\n{LEVEL}", rows.join("\n"));
    let lines = rows.map(|row| format!("<L>{row}</L>")).join("\n");
    let slc = format!("<SokobanLevels><LevelCollection>\n<Level Id=\"mine\">{lines}</Level>");
    let slc = format!("{slc}</LevelCollection></SokobanLevels>");
    let json = format!("[{{\"title\": \"mine\", \"board\":\n[\"{}\"]}}]", rows.join("\",\n\""));
    for text in [&drawn, &slc, &json] {
        let collection = read(text);
        let level = collection.entries[0].as_ref().unwrap_err();
        assert_eq!(level.title.as_deref(), Some("mine"), "{text}");
        let found: Vec<_> =
            level.errors.iter().map(|error| (error.kind.clone(), error.position.line)).collect();
        let expected = [(Kind::UnknownTile('x'), 3), (Kind::UnknownTile('y'), 4)];
        assert_eq!(found, expected, "{text}");
    }
}
