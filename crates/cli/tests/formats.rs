//! Reading and writing levels, from real runs of the binary: one document, one row a level, packed
//! files, and files as the user has them.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};

use common::{banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

const ONE: &str = "Title: First\nAuthor: Ann\n\n; One\n#####\n#@$.#\n#####\n";
const TWO: &str = "Title: Second\nAuthor: Bob\n\n; Two\n######\n#@ $.#\n######\n\n; Three\n######\n#@  *#\n######\n";
const BAD: &str = "; Bad\n#####\n#@@.#\n#####\n";
const JAM: &str = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";

fn written(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

fn run(args: &[&str]) -> std::process::Output {
    banto(args, "")
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn several_inputs_become_one_document() {
    let folder = scratch("one-document");
    let (a, b) = (written(&folder, "in/a.xsb", ONE), written(&folder, "in/b.sok", TWO));
    let both = [a.to_str().unwrap(), b.to_str().unwrap()];
    for inputs in [&both[..], &[folder.join("in").to_str().unwrap()]] {
        for format in ["json", "slc", "sok", "xsb", "rle"] {
            let output = run(&[&["convert"], inputs, &["--to", format]].concat());
            assert_eq!(code(&output), 0, "{format}: {}", stderr(&output));
            let again = banto(&["info", "-", "--jsonl"], &stdout(&output));
            let titles: Vec<_> =
                rows(&stdout(&again)).iter().map(|it| it["title"].clone()).collect();
            assert_eq!(titles, ["One", "Two", "Three"], "{format}: {}", stdout(&output));
        }
    }
    let output = run(&["convert", both[0], both[1], "--to", "json"]);
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let authors: Vec<_> =
        document["levels"].as_array().unwrap().iter().map(|it| it["author"].clone()).collect();
    assert_eq!(authors, ["Ann", "Bob", "Bob"]);
    // Two games are no one document.
    let c = written(&folder, "c.txt", JAM);
    let output = run(&["convert", both[0], c.to_str().unwrap(), "--to", "json"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("convert one game at a time"), "{}", stderr(&output));
}

#[test]
fn an_engine_or_goal_that_does_not_fit_the_level_is_usage() {
    for (args, level, reason) in [
        (&["--engine", "unblock"][..], ONE, "does not play sokoban"),
        (&["--engine", "fess"], JAM, "does not play unblock"),
        (&["--goal", "steps"], ONE, "sokoban counts pushes or moves, not steps"),
        (&["--goal", "pushes"], JAM, "unblock counts moves or steps, not pushes"),
    ] {
        let output = banto(&[&["solve", "-", "--jsonl"], args].concat(), level);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
    // Of the starter levels, those the engine plays.
    let output = command(&scratch("starters"))
        .args(["solve", "--engine", "unblock", "--level", "1-2", "--jsonl"])
        .output()
        .unwrap();
    assert_eq!((code(&output), rows(&stdout(&output)).len()), (0, 2), "{}", stderr(&output));
}

#[test]
fn a_readme_in_a_folder_is_noted_and_costs_nothing() {
    let folder = scratch("readme");
    written(&folder, "levels.xsb", ONE);
    let readme = written(&folder, "readme.txt", "These levels were made in a winter.\n\nEnjoy!\n");
    for args in [&["solve"][..], &["info"], &["convert", "--to", "sok"], &["levels", "add"]] {
        let output = run(&[args, &[folder.to_str().unwrap()]].concat());
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        let text = stderr(&output);
        assert!(text.contains("readme.txt: no level in it, left out"), "{args:?}: {text}");
    }
    // A file that was named is another matter.
    assert_eq!(code(&run(&["solve", readme.to_str().unwrap()])), 3);
}

#[test]
fn info_has_a_row_for_every_level_and_numbers_are_numbers() {
    let lost = "; Lost\n######\n#@ $ #\n#   .#\n######\n";
    let size = 256;
    let wall = "#".repeat(size);
    let inside = format!("#{}#", " ".repeat(size - 2));
    let mut large: Vec<String> = vec![wall.clone(); 1];
    large.extend(vec![inside; size - 2]);
    large.push(wall);
    large[9].replace_range(9..12, "@$.");
    let text = format!("{ONE}\n{BAD}\n{lost}\n; Large\n{}\n", large.join("\n"));
    let output = banto(&["info", "-", "--jsonl"], &text);
    let rows = rows(&stdout(&output));
    let titles: Vec<&str> = rows.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["One", "Bad", "Lost", "Large"], "{}", stderr(&output));
    assert_eq!(code(&output), 3);
    assert_eq!((&rows[0]["boxes"], &rows[0]["lower_bound_pushes"]), (&1.into(), &1.into()));
    assert_eq!((&rows[1]["status"], &rows[1]["index"]), (&"invalid".into(), &2.into()));
    assert_eq!(rows[1]["faults"][0]["code"], "second-player");
    assert_eq!((&rows[2]["unsolvable"], rows[2].get("lower_bound_pushes")), (&true.into(), None));
    assert_eq!((&rows[3]["width"], &rows[3]["boxes"]), (&256.into(), &1.into()));
    let output = banto(&["info", "-", "--jsonl"], JAM);
    let row: Value = serde_json::from_str(&stdout(&output)).unwrap();
    for number in ["moves", "steps", "cluster", "branching", "moves_on_track"] {
        assert!(row[number].is_number(), "{number}: {row}");
    }
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated);
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

#[test]
fn packed_files_are_read() {
    let folder = scratch("packed");
    let files = [
        ("sets/b.sok", TWO.as_bytes()),
        ("a.xsb", ONE.as_bytes()),
        ("readme.txt", b"Hello.\n"),
        ("game.exe", b"MZ\0\0"),
        ("__MACOSX/._a.xsb", b"\0\0"),
    ];
    let zip = written(&folder, "sets.zip", zipped(&files));
    let gz = written(&folder, "one.xsb.gz", gzipped(ONE.as_bytes()));
    let both = [zip.to_str().unwrap(), gz.to_str().unwrap()];
    let output = run(&["solve", both[0], both[1], "--jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let found: Vec<String> = rows(&stdout(&output))
        .iter()
        .map(|row| row["collection"].as_str().unwrap().replace(folder.to_str().unwrap(), ""))
        .map(|name| name.replace('\\', "/"))
        .collect();
    let second = "/sets.zip/sets/b.sok";
    assert_eq!(found, ["/sets.zip/a.xsb", second, second, "/one.xsb"]);
    // The same in a folder, from a pipe, and into the library.
    let output = run(&["info", folder.to_str().unwrap(), "--jsonl"]);
    assert_eq!(rows(&stdout(&output)).len(), 4, "{}", stderr(&output));
    let input = std::fs::File::open(&gz).unwrap();
    let output = command(&folder).args(["solve", "--jsonl"]).stdin(input).output().unwrap();
    assert_eq!(rows(&stdout(&output)).len(), 1, "{}", stderr(&output));
    let output = run(&["levels", "add", both[0]]);
    let text = stdout(&output);
    assert!(
        text.contains("kept as a, 1 level\n") && text.contains("kept as b, 2 levels\n"),
        "{text}"
    );
}

#[test]
fn bombs_and_broken_archives_are_refused() {
    let folder = scratch("bombs");
    let zeros = vec![b' '; 17 << 20];
    let many: Vec<(String, &[u8])> =
        (0..9).map(|i| (format!("{i}.xsb"), &zeros[..9 << 20])).collect();
    let many: Vec<(&str, &[u8])> =
        many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    for (name, bytes, reason) in [
        ("bomb.zip", zipped(&[("a.xsb", &zeros)]), "larger than 16 MiB when unpacked"),
        ("bomb.xsb.gz", gzipped(&zeros), "larger than 16 MiB when unpacked"),
        ("many.zip", zipped(&many), "larger than 64 MiB when unpacked"),
        ("none.zip", zipped(&[("a.exe", b"")]), "no level files in the archive"),
        ("broken.zip", b"PK\x03\x04 and nothing else".to_vec(), "broken.zip: "),
        ("broken.xsb.gz", gzipped(ONE.as_bytes())[..30].to_vec(), "cannot be unpacked"),
    ] {
        let file = written(&folder, name, &bytes);
        assert!(bytes.len() < 200_000, "{name} is small");
        let output = run(&["solve", file.to_str().unwrap()]);
        assert_eq!(code(&output), 3, "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{name}: {}", stderr(&output));
    }
}

#[test]
fn solutions_go_to_a_file_that_can_be_checked() {
    let folder = scratch("solutions");
    let levels = written(&folder, "levels.sok", TWO);
    let levels = levels.to_str().unwrap();
    for (name, check) in [("out.sok", false), ("out.sol", true), ("out.tsv", true)] {
        let out = folder.join(name);
        let out = out.to_str().unwrap();
        let output = run(&["solve", levels, "-o", out]);
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
        let output = match check {
            true => run(&["check", levels, "--solutions", out]),
            false => run(&["check", out]),
        };
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
    }
    let sok = std::fs::read_to_string(folder.join("out.sok")).unwrap();
    assert!(sok.contains("Second") && sok.contains("Bob") && sok.contains("Two"), "{sok}");
    // A level without a solution must not shift the others.
    let lost = format!("######\n#@ $ #\n#   .#\n######\n\n{ONE}");
    let levels = written(&folder, "lost.xsb", lost);
    let out = folder.join("lost.sol");
    let output = run(&["solve", levels.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(code(&output), 10);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "2\tR\n");
    let output =
        run(&["check", levels.to_str().unwrap(), "--solutions", out.to_str().unwrap(), "--jsonl"]);
    assert_eq!((code(&output), &rows(&stdout(&output))[0]["index"]), (0, &2.into()));
    for (file, level) in [("out.doc", ONE), ("out.sok", JAM)] {
        let out = folder.join("new").join(file);
        let output = banto(&["solve", "-", "-o", out.to_str().unwrap()], level);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{file}");
    }
}

/// A file of some levels with their solutions numbers them by itself.
#[test]
fn solutions_that_stand_under_their_boards_belong_to_these_boards() {
    let folder = scratch("solutions-with-boards");
    let [one, two] = ["#####\n#@$.#\n#####\n", "######\n#.$ @#\n######\n"];
    let levels = written(&folder, "levels.xsb", format!("{one}\n{two}"));
    let solved = written(&folder, "some.sok", format!("{two}\nSolution\nlL\n"));
    let [levels, solved] = [&levels, &solved].map(|path| path.to_str().unwrap());
    let output = run(&["check", levels, "--solutions", solved, "--jsonl"]);
    assert_eq!((code(&output), &rows(&stdout(&output))[0]["index"]), (0, &2.into()));
    let output = run(&["improve", levels, "--level", "2", "--solutions", solved, "--nodes", "10"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let strange = format!("{}\nSolution\nR\n", one.replace(".#", ".##"));
    let strange = written(&folder, "strange.sok", strange);
    let output = run(&["check", levels, "--solutions", strange.to_str().unwrap()]);
    assert_eq!(code(&output), 3);
    let told = "no level has the board of this solution";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[test]
fn a_whole_folder_is_checked() {
    let folder = scratch("check-folder");
    let solved = |moves: &str| format!("#####\n#@$.#\n#####\n\nSolution\n{moves}\n");
    written(&folder, "levels/a.sok", solved("R"));
    written(&folder, "levels/sub/b.xsb", "#####\n#@$.#\n#####\n");
    written(&folder, "levels/sub/b.sol", "R\n");
    written(&folder, "levels/c.xsb", "#####\n#@$.#\n#####\n");
    let levels = folder.join("levels");
    let levels = levels.to_str().unwrap();
    let output = run(&["check", levels, "--jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("2 accepted, 0 refused"), "{}", stderr(&output));
    let names: Vec<String> =
        rows(&stdout(&output)).iter().map(|row| row["collection"].to_string()).collect();
    assert!(names[0].contains("a.sok") && names[1].contains("b.xsb"), "{names:?}");
    written(&folder, "levels/d.sok", solved("L"));
    let output = run(&["check", levels]);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("2 accepted, 1 refused"), "{}", stderr(&output));
    // Solutions in a folder of their own.
    written(&folder, "solutions/c.tsv", "1\tR\n");
    let solutions = folder.join("solutions");
    let output = run(&["check", levels, "--solutions", solutions.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("1 accepted, 0 refused"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_file_stays_what_it_is_when_it_is_written() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = scratch("deliver");
    let convert = |to: &Path| {
        let output =
            banto(&["convert", "-", "--to", "xsb", "--force", "-o", to.to_str().unwrap()], ONE);
        assert_eq!(code(&output), 0, "{to:?}: {}", stderr(&output));
    };
    let has_level = |path: &Path| std::fs::read_to_string(path).unwrap().contains("#@$.#");
    // A symbolic link, also to what does not exist yet.
    let (real, link) = (written(&folder, "real.xsb", "old"), folder.join("link.xsb"));
    symlink("real.xsb", &link).unwrap();
    convert(&link);
    assert!(link.is_symlink() && has_level(&real));
    let (new, dangling) = (folder.join("new.xsb"), folder.join("dangling.xsb"));
    symlink(&new, &dangling).unwrap();
    convert(&dangling);
    assert!(dangling.is_symlink() && has_level(&new));
    // The mode, and another name of the same file.
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    convert(&real);
    assert_eq!(std::fs::metadata(&real).unwrap().mode() & 0o777, 0o640);
    let (first, second) = (written(&folder, "first.xsb", "old"), folder.join("second.xsb"));
    std::fs::hard_link(&first, &second).unwrap();
    convert(&first);
    assert!(has_level(&second));
    // Nothing is left over.
    let left = std::fs::read_dir(&folder).unwrap().flatten();
    assert!(left.into_iter().all(|file| !file.file_name().to_string_lossy().contains("tmp")));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to() {
    let folder = scratch("fifo");
    let fifo = folder.join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    let reader = {
        let fifo = fifo.clone();
        std::thread::spawn(move || std::fs::read_to_string(fifo).unwrap())
    };
    let output = banto(&["convert", "-", "--to", "xsb", "-o", fifo.to_str().unwrap()], ONE);
    if code(&output) != 0 || !std::fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo() {
        // The reader would wait for ever.
        panic!("the pipe was replaced: {}", stderr(&output));
    }
    assert!(reader.join().unwrap().contains("#@$.#"));
    let output = banto(&["convert", "-", "--to", "xsb", "-o", "/dev/null"], ONE);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;

/// Thousands of faults in one long line: each is told with its place, and the whole takes no longer
/// than reading the file a few times. Quadratic, this takes minutes.
#[test]
fn faults_in_a_long_document_are_all_told() {
    let boards = 16_000;
    let board =
        |i: usize| format!("{{\"title\":\"é{i}\",\"board\":[\"#####\",\"#@x.#\",\"#####\"]}}");
    let levels: Vec<String> = (1..=boards).map(board).collect();
    let text = format!("{{\"levels\":[{}]}}", levels.join(","));
    let output = banto(&["info", "-", "--jsonl"], &text);
    let rows = rows(&stdout(&output));
    assert_eq!((code(&output), rows.len()), (3, boards));
    let column = |i: usize| rows[i]["faults"][0]["column"].as_u64().unwrap() as usize;
    let expected = |i: usize| {
        let from = text.find(&levels[i]).unwrap() + levels[i].find('x').unwrap();
        text[..from].chars().count() + 1
    };
    for i in [0, 1, 9_999, boards - 1] {
        assert_eq!(column(i), expected(i), "{i}");
    }
}

#[test]
fn levels_go_to_planners_and_come_back() {
    let folder = scratch("pddl");
    let output = banto(&["convert", "starter-sokoban", "--to", "pddl"], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = |args: &[&str], input: &str| -> Vec<serde_json::Value> {
        let text = stdout(&banto(args, input));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let before = rows(&["info", "starter-sokoban", "--jsonl"], "");
    let after = rows(&["info", "-", "--jsonl"], &stdout(&output));
    assert_eq!(after.len(), before.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before["canonical_hash"], after["canonical_hash"], "{before} {after}");
    }
    let into = folder.join("problems");
    let arguments =
        ["convert", "starter-sokoban:1-2", "--to", "pddl", "-o", into.to_str().unwrap()];
    assert_eq!(code(&banto(&arguments, "")), 0);
    let mut files: Vec<String> = std::fs::read_dir(&into)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let expected = ["domain-moves.pddl", "domain.pddl", "problem-01.pddl", "problem-02.pddl"];
    assert_eq!(files, expected);
    let output = banto(&["convert", "starter-unblock", "--to", "pddl"], "");
    assert!(code(&output) == 2 && stderr(&output).contains("not a format"), "{}", stderr(&output));
    let output = banto(&["info", "-"], "(define (problem x) (:init (at a b)");
    assert!(code(&output) == 3 && stderr(&output).contains("1"), "{}", stderr(&output));
}
