//! Whole games on the console, as golden texts in both languages, and nonsense without end.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::lang::Lang;
use crate::{Colours, Options, Shelved};

fn shelved(name: &str, text: &str) -> Shelved {
    let bytes = text.as_bytes().to_vec();
    let read: crate::ReadFile = Arc::new(move || Ok(bytes.clone()));
    Shelved { name: name.to_owned(), description: "for the tests".to_owned(), read, level: None }
}

const SOKOBAN: &str = "; Two boxes\n########\n#@ $ . #\n# $  . #\n#      #\n########\n\n\
    ; A corner\n######\n#@ $ #\n#  . #\n######\n\n; Broken\n####\n#@$#\n####\n";
const UNBLOCK: &str = "# First steps\n..B.C.\n..B.C.\nAAB...\n...DD.\n...EEE\n......\n";

fn talk(lang: Lang, input: &[u8]) -> String {
    let options = Options {
        lang,
        colours: Colours::None,
        shelf: vec![shelved("boxes", SOKOBAN), shelved("jam", UNBLOCK)],
        state: None,
        searcher: None,
        time: Duration::from_secs(20),
    };
    let mut out = Vec::new();
    super::console(options, input, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The conversation as a person sees it: what was typed stands behind the prompt, times are left out.
fn conversation(lang: Lang, lines: &[&str]) -> String {
    let said = talk(lang, (lines.join("\n") + "\n").as_bytes());
    let mut typed = lines.iter();
    let mut text = String::new();
    for line in said.lines() {
        // Several prompts follow each other when a command says nothing.
        let prompts = line.split_inclusive("> ").collect::<Vec<_>>();
        for part in prompts {
            text += part;
            if part.ends_with("> ") {
                text += typed.next().unwrap_or(&"");
                text += "\n";
            }
        }
        text += "\n";
    }
    let is_time = |line: &str| line.ends_with(" s") && line.contains('.');
    let lines = text.lines().filter(|line| !line.is_empty() && !is_time(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/console");
    crate::golden::compare(&path.join(format!("{name}.txt")), text);
}

#[test]
fn human_games() {
    let unblock = [
        "open jam",
        "1 right",
        "2",
        "2",
        "down",
        "2 down",
        "hint",
        "undo",
        "redo",
        "3 up",
        "1 right 4",
        "solution",
        "restart",
        "quit",
    ];
    golden("human-unblock-en", &conversation(Lang::En, &unblock));
    let desbloquear = [
        "abrir jam",
        "1 direita",
        "2",
        "2",
        "baixo",
        "2 b",
        "pista",
        "desfazer",
        "refazer",
        "3 cima",
        "1 d 4",
        "solução",
        "sair",
    ];
    golden("human-unblock-pt", &conversation(Lang::Pt, &desbloquear));
    let sokoban = [
        "open boxes",
        "1 right 2",
        "hint",
        "2 right",
        "2 right 2",
        "next",
        "rr",
        "why",
        "next",
        "previous",
        "board 9",
        "board x",
        "quit",
    ];
    golden("human-sokoban-en", &conversation(Lang::En, &sokoban));
    let caixas =
        ["abrir 1", "caixa 1 direita 2", "pista", "2 d 3", "seguinte", "dd", "porquê", "sair"];
    golden("human-sokoban-pt", &conversation(Lang::Pt, &caixas));
}

#[test]
fn pc_games() {
    let unblock = [
        "open 2",
        "pc",
        "feup-bfs",
        "step",
        "step 2",
        "back",
        "all",
        "solve astar --heuristic none",
        "solve nonsense",
        "quit",
    ];
    golden("pc-unblock-en", &conversation(Lang::En, &unblock));
    let desbloquear = ["abrir 2", "computador", "feup-astar", "passo", "atrás", "tudo", "sair"];
    golden("pc-unblock-pt", &conversation(Lang::Pt, &desbloquear));
    let sokoban = ["open 1", "pc", "bfs", "step 3", "all", "human", "undo", "quit"];
    golden("pc-sokoban-en", &conversation(Lang::En, &sokoban));
    let caixas = ["abrir 1", "pc", "astar --space moves", "passo 3", "tudo", "solução", "sair"];
    golden("pc-sokoban-pt", &conversation(Lang::Pt, &caixas));
}

#[test]
fn help_and_lists() {
    let lines = ["help", "collections", "open", "open nowhere", "step", "opne 1", "next", ""];
    golden("help-en", &conversation(Lang::En, &lines));
    golden("help-pt", &conversation(Lang::Pt, &["ajuda", "coleções", "abrir", "abrri", "tudo"]));
    let searches = talk(Lang::Pt, b"searches\n");
    assert!(searches.contains("feup-iddfs") && searches.contains("aprofundamento iterativo"));
}

#[test]
fn the_end_of_the_input_ends_it() {
    for input in [&b""[..], b"open 1", b"open 1\nright", b"\xff\xfe\n", b"\n\n", b"2 right"] {
        let said = talk(Lang::En, input);
        assert!(said.starts_with("Banto") && said.ends_with('\n'), "{input:?}: {said}");
    }
    let long = [&b"x".repeat(200_000)[..], b"\nopen 2\n"].concat();
    let said = talk(Lang::En, &long);
    assert!(said.len() < 3000 && said.contains("jam 1/1 First steps"));
    let escape = talk(Lang::En, b"\x1b[31mred\n");
    assert!(!escape.contains('\x1b'), "{escape}");
}

/// What random lines are made of.
const WORDS: &str = "open abrir 1 2 3 0 -1 99999999999999999999 boxes jam board next previous show human pc \
    hint why undo redo restart box solve bfs astar feup-greedy auto --heuristic both --space moves step \
    back all solution help collections searches right left up down r l u d direita cima A B rrUl ddll \
    +freeze é \u{0} \u{202e} ? - -- --goal {0} %s 1000";

#[test]
fn ten_thousand_random_lines() {
    let mut seed = 1_u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let known: Vec<&str> = WORDS.split_whitespace().collect();
    let mut input = String::new();
    for _ in 0..10_000 {
        let words: Vec<&str> = (0..next(4)).map(|_| known[next(known.len())]).collect();
        input += &(words.join(" ") + "\n");
    }
    for lang in [Lang::En, Lang::Pt] {
        let said = talk(lang, input.as_bytes());
        assert!(said.matches("> ").count() >= 10_000, "every line was taken");
    }
}
