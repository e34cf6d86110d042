//! Faults are underlined in the text as it was decoded, whatever its encoding and line ends.

mod common;

use std::process::Output;

use common::{banto, code, command, scratch, stderr, stdout};

const LEVEL: &str = "#####\n#@x.#\n#####\n";
const DRAWN: &str = " 1 │ #####\n 2 │ #@x.#\n   ·   ╰── here\n 3 │ #####\n";

/// What `banto info` says about a file of these bytes.
fn info(bytes: &[u8]) -> Output {
    let home = scratch("underline");
    let file = home.join("level.txt");
    std::fs::write(&file, bytes).unwrap();
    command(&home).arg("info").arg(&file).output().unwrap()
}

/// The complaint of a run that found nothing but faults.
fn complaint(output: &Output) -> String {
    assert_eq!((code(output), stdout(output).as_str()), (3, ""));
    stderr(output)
}

#[test]
fn all_encodings_and_line_ends_are_underlined_alike() {
    let utf16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
        LEVEL.encode_utf16().fold(mark.to_vec(), |mut all, unit| {
            all.extend(bytes(unit));
            all
        })
    };
    let files = [
        LEVEL.as_bytes().to_vec(),
        LEVEL.replace('\n', "\r\n").into_bytes(),
        LEVEL.replace('\n', "\r").into_bytes(),
        format!("\u{feff}{LEVEL}").into_bytes(),
        utf16([0xff, 0xfe], u16::to_le_bytes),
        utf16([0xfe, 0xff], u16::to_be_bytes),
    ];
    for file in files {
        let complaint = complaint(&info(&file));
        assert!(complaint.contains(DRAWN), "{file:?}\n{complaint}");
    }
}

#[test]
fn the_second_game_is_underlined_like_the_first() {
    let level = "AAB\n..B\nB..\n";
    for text in [level.to_owned(), level.replace('\n', "\r")] {
        let complaint = complaint(&banto(&["info", "-"], &text));
        assert!(complaint.contains(" 2 │ ..B\n 3 │ B..\n   · ╰── here\n"), "{complaint}");
    }
}

#[test]
fn faults_of_json_are_counted_in_characters() {
    let text = "{\"title\": \"é\",\r\"levels\": ö}";
    let complaint = complaint(&banto(&["info", "-"], text));
    assert!(complaint.contains(" 2 │ \"levels\": ö}\n   ·           ╰── here\n"), "{complaint}");
}
