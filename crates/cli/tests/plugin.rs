//! The plug-in for YASC and Sokoban++ with the real program behind it, and a host that is a test.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use plugin::status::{Code, News};
use plugin::work::{Host, Plugin};

/// A host that notes what it is told, and says stop at some time.
#[derive(Default)]
struct Notes {
    heard: Vec<News>,
    stop_after: Option<Duration>,
    began: Option<Instant>,
}

impl Host for Notes {
    fn hear(&mut self, news: &News) -> bool {
        let began = *self.began.get_or_insert_with(Instant::now);
        self.heard.push(news.clone());
        self.stop_after.is_some_and(|after| began.elapsed() >= after)
    }
}

impl Notes {
    fn stopping(after: Duration) -> Notes {
        Notes { stop_after: Some(after), ..Notes::default() }
    }

    fn last(&self) -> &News {
        self.heard.last().expect("the host always hears the end")
    }
}

/// A plug-in whose settings name the program under test, and more.
fn plugin(name: &str, more: &str) -> (Plugin, PathBuf) {
    let folder = std::env::temp_dir().join(format!("banto-plugin-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let settings = folder.join("plugin.txt");
    let program = env!("CARGO_BIN_EXE_banto");
    std::fs::write(&settings, format!("program = {program}\nthreads = 1\n{more}")).unwrap();
    (Plugin { file: None, settings: Some(settings) }, folder)
}

const LEVEL: (usize, &[u8]) = (7, b"########@    ## $ . ## $ . ##     ########");
/// A solution with walks that lead nowhere.
const DETOUR: &str = "rldRRudlldRR";

fn solve(plugin: &Plugin, (width, board): (usize, &[u8]), host: &mut Notes) -> (Code, String) {
    let end = plugin.solve(width, board, 1000, host);
    (end.code, end.solution.unwrap_or_default())
}

#[test]
fn a_level_is_solved_and_the_solution_replays() {
    let (plugin, folder) = plugin("solve", "");
    let mut host = Notes::default();
    let (code, moves) = solve(&plugin, LEVEL, &mut host);
    assert_eq!(code, Code::Ok, "{:?}", host.last());
    assert!(replays(LEVEL, &moves), "{moves}");
    assert!(host.last().text.starts_with("Solved by "), "{:?}", host.last());
    assert_eq!(host.last().flags, Some(1));
    std::fs::remove_dir_all(folder).unwrap();
}

/// The checker on the board, which the plug-in's own answer has passed too.
fn replays((width, board): (usize, &[u8]), moves: &str) -> bool {
    let rows: Vec<&str> = board.chunks(width).map(|row| str::from_utf8(row).unwrap()).collect();
    let text = rows.join("\n");
    let puzzle = puzzle::read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap();
    puzzle::check(&puzzle, moves).is_ok()
}

#[test]
fn a_shortest_solution_says_in_what() {
    let (plugin, folder) = plugin("optimal", "goal = pushes\nengine = optimal\n");
    let mut host = Notes::default();
    assert_eq!(solve(&plugin, LEVEL, &mut host).0, Code::Ok);
    assert_eq!(host.last().flags, Some(1 | 4));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_solved_or_read_has_its_own_code() {
    let (plugin, folder) = plugin("codes", "");
    let mut host = Notes::default();
    assert_eq!(solve(&plugin, (6, b"#######$   ## @. #######"), &mut host).0, Code::Impossible);
    assert_eq!(solve(&plugin, (3, b"#########"), &mut host).0, Code::Invalid);
    assert!(!host.last().text.is_empty());
    let wide = vec![b'#'; 257 * 2];
    assert_eq!(solve(&plugin, (257, &wide), &mut host).0, Code::Constraints);
    let end = plugin.solve(LEVEL.0, LEVEL.1, 3, &mut host);
    assert_eq!((end.code, end.solution), (Code::TooLong, None));
    std::fs::write(folder.join("plugin.txt"), "engine = atsar\n").unwrap();
    let missing = Plugin { file: Some(folder.join("x.dll")), settings: plugin.settings.clone() };
    assert!(matches!(solve(&missing, LEVEL, &mut host).0, Code::Settings | Code::Failed));
    std::fs::write(folder.join("plugin.txt"), "speed = fast\n").unwrap();
    assert_eq!(solve(&plugin, LEVEL, &mut host).0, Code::Settings);
    assert!(host.last().text.contains("line 1"), "{:?}", host.last());
    std::fs::remove_dir_all(folder).unwrap();
}

/// The empty rows that hosts put around a board do not shift the moves.
#[test]
fn empty_rows_around_a_board_are_left_out() {
    let (plugin, folder) = plugin("rows", "");
    let (width, board) = LEVEL;
    let padded = [&b"       "[..], board, &b"       "[..]].concat();
    let mut host = Notes::default();
    let (code, moves) = solve(&plugin, (width, &padded), &mut host);
    assert!(code == Code::Ok && replays(LEVEL, &moves), "{:?}", host.last());
    std::fs::remove_dir_all(folder).unwrap();
}

/// A level that takes longer than any test: the host says stop, and the call returns.
#[test]
fn the_host_is_asked_often_and_stops_the_search() {
    let (plugin, folder) = plugin("stop", "engine = bfs\nmemory = 4096\n");
    let (mut rows, size) = (vec![b' '; 24 * 24], 24);
    for at in 0..size {
        for place in [at, at * size, at * size + size - 1, size * (size - 1) + at] {
            rows[place] = b'#';
        }
    }
    rows[size + 1] = b'@';
    for at in 0..10 {
        rows[(2 * at + 2) * size + 5] = b'$';
        rows[(2 * at + 2) * size + 18] = b'.';
    }
    let mut host = Notes::stopping(Duration::from_millis(300));
    let (code, _) = solve(&plugin, (size, &rows), &mut host);
    assert_eq!(code, Code::Stopped, "{:?}", host.last());
    assert!(host.heard.len() >= 3, "{:?}", host.heard);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_detour_is_taken_out_of_the_shortest_game() {
    let (plugin, folder) = plugin("shorten", "time = 2\n");
    assert!(replays(LEVEL, DETOUR), "the test itself is wrong");
    for flags in [2 | 128, 2 | 256, 2] {
        let mut host = Notes::default();
        let games = [DETOUR.to_owned(), DETOUR.to_owned()];
        let end = plugin.optimize(LEVEL, &games, flags, 1000, &mut host);
        assert_eq!(end.code, Code::Ok, "{:?}", host.last());
        let moves = end.solution.unwrap();
        assert!(moves.len() < DETOUR.len() && replays(LEVEL, &moves), "{moves}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_that_are_no_solution_and_metrics_it_has_not_are_refused() {
    let (plugin, folder) = plugin("refuse", "time = 2\n");
    let mut host = Notes::default();
    let mut optimize = |games: &[&str], flags| {
        let games: Vec<String> = games.iter().map(|it| (*it).to_owned()).collect();
        plugin.optimize(LEVEL, &games, flags, 1000, &mut host).code
    };
    assert_eq!(optimize(&["rr"], 4), Code::Invalid);
    assert_eq!(optimize(&[], 4), Code::Invalid);
    assert_eq!(optimize(&[DETOUR], 8), Code::Invalid);
    std::fs::remove_dir_all(folder).unwrap();
}
