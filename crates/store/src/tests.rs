//! The store and its file: what survives, what is refused, what is noticed.

use std::path::PathBuf;

use puzzle::Metric;
use puzzle::known::Origin;

use super::*;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("banto-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Store {
    Store::open(path, Arc::new(|_| {}))
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn solution(value: u32, hints: u32) -> Solution {
    Solution {
        level: "k".to_owned(),
        metric: Metric::Pushes,
        value,
        moves: "R".repeat(value as usize),
        hints,
        solver: false,
    }
}

fn keep(store: &Store, solution: Solution) -> Result<()> {
    let drawing = raw(&serde_json::json!({ "rows": ["#####", "#@$.#", "#####"] }).to_string());
    store.keep_solutions(&Drawing { level: solution.level.clone(), drawing }, &[solution])
}

fn game(level: &str) -> Game {
    Game { level: level.to_owned(), state: raw(r#"{"moves":"rRu","at":2}"#) }
}

#[test]
fn only_better_solutions_replace_the_best() {
    let folder = Folder::new("best");
    let store = open(&folder.0.join("a.db"));
    for (value, hints, best) in [(9, 0, (9, 0)), (12, 0, (9, 0)), (7, 2, (7, 2)), (7, 0, (7, 0))] {
        keep(&store, solution(value, hints)).unwrap();
        assert_eq!(store.solutions_of("k").unwrap(), [solution(best.0, best.1)]);
    }
    assert_eq!(store.delete_solutions("k", Some(Metric::Moves)).unwrap(), 0);
    assert_eq!(store.delete_solutions("k", None).unwrap(), 1);
    keep(&store, solution(30, 0)).unwrap();
    assert_eq!(store.solutions_of("k").unwrap(), [solution(30, 0)], "the old best is forgotten");
}

/// Of two solutions with as many pushes the one with fewer moves is kept, and the other way round.
#[test]
fn what_else_a_solution_costs_decides_between_equals() {
    let folder = Folder::new("equals");
    let store = open(&folder.0.join("a.db"));
    let with = |metric: Metric, moves: &str| {
        let value = if metric == Metric::Moves { moves.len() } else { 2 } as u32;
        Solution { metric, value, moves: moves.to_owned(), ..solution(value, 0) }
    };
    for (metric, moves, best) in [
        (Metric::Pushes, "lRrrR", "lRrrR"),
        (Metric::Pushes, "lRrR", "lRrR"),
        (Metric::Pushes, "lRrrR", "lRrR"),
        (Metric::Moves, "LRuD", "LRuD"),
        (Metric::Moves, "lRuD", "lRuD"),
        (Metric::Moves, "LRUD", "lRuD"),
    ] {
        keep(&store, with(metric, moves)).unwrap();
        let kept = store.solutions_of("k").unwrap();
        assert_eq!(kept.iter().find(|it| it.metric == metric), Some(&with(metric, best)));
    }
}

#[test]
fn everything_survives_reopening_and_travels() {
    let folder = Folder::new("travel");
    let path = folder.0.join("a.db");
    let store = open(&path);
    keep(&store, solution(3, 1)).unwrap();
    store.keep_game(&game("k")).unwrap();
    store.set(&Map::from_iter([("theme".to_owned(), Value::from("dark"))])).unwrap();
    drop(store);

    let store = open(&path);
    assert_eq!(store.game("k").unwrap().unwrap().get(), game("k").state.get());
    let Everything { levels, solutions, games, settings, .. } = store.export().unwrap();
    assert_eq!(levels.len(), 1, "the level travels with its solution");
    let other = open(&folder.0.join("b.db"));
    other.import(&Judged { levels, solutions, games, settings }).unwrap();
    assert_eq!(other.solutions().unwrap(), [solution(3, 1)]);
    assert!(other.drawing("k").unwrap().is_some());
    assert_eq!(other.begun().unwrap(), ["k"]);
    assert_eq!(other.settings().unwrap()["theme"], "dark");
}

fn bound(value: u32, by: Origin) -> Bound {
    Bound { metric: Metric::Pushes, value, by }
}

fn search(config: &str) -> Origin {
    Origin::Search {
        engine: "optimal".to_owned(),
        config: config.to_owned(),
        version: "1.2.3".to_owned(),
    }
}

#[test]
fn the_higher_of_two_bounds_is_kept_with_its_origin() {
    let folder = Folder::new("bounds");
    let path = folder.0.join("a.db");
    let store = open(&path);
    let kept = |value, by| store.keep_bound("k", &bound(value, by)).unwrap();
    assert!(kept(5, search("a")) && !kept(4, search("b")) && !kept(5, search("c")));
    assert_eq!(store.bounds_of("k").unwrap(), [bound(5, search("a"))]);
    assert!(kept(5, Origin::Certificate), "as high and better proved");
    assert!(!kept(5, search("d")) && !kept(9, Origin::Start) && !kept(9, Origin::Rating));
    assert!(kept(6, search("e")));
    let moves = Bound { metric: Metric::Moves, ..bound(9, search("f")) };
    assert!(store.keep_bound("k", &moves).unwrap());
    drop(store);
    assert_eq!(open(&path).bounds_of("k").unwrap(), [moves, bound(6, search("e"))]);
    assert_eq!(open(&path).bounds_of("another").unwrap(), []);
}

#[test]
fn a_bound_above_a_solution_is_never_there() {
    let folder = Folder::new("contradiction");
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = told.clone();
    let tell: Tell = Arc::new(move |it| heard.lock().unwrap().push(it.to_owned()));
    let store = Store::open(&folder.0.join("a.db"), tell);
    keep(&store, solution(7, 0)).unwrap();
    assert!(store.keep_bound("k", &bound(7, search("at the solution"))).unwrap());
    let why = store.keep_bound("k", &bound(8, search("too high"))).unwrap_err();
    assert!(why.contains("8 pushes") && why.contains("solution of 7"), "{why}");
    assert_eq!(store.trouble(), None, "the file is sound");
    assert_eq!(store.bounds_of("k").unwrap(), [bound(7, search("at the solution"))]);
    // A solution is replayed before it is kept: of the two it is the one that is right.
    keep(&store, solution(6, 0)).unwrap();
    assert_eq!(store.bounds_of("k").unwrap(), []);
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|it| it.contains("a contradiction")), "{told:?}");
}

/// The layout before bounds were kept; and rows that this program never writes.
#[test]
fn a_file_without_bounds_is_taken_over_and_bad_rows_are_passed_over() {
    let folder = Folder::new("second");
    let path = folder.0.join("a.db");
    keep(&open(&path), solution(5, 0)).unwrap();
    let db = Connection::open(&path).unwrap();
    db.execute_batch("DROP TABLE bound; PRAGMA user_version = 2;").unwrap();
    drop(db);
    let before = std::fs::read(&path).unwrap();
    let look = Look::at(&path).unwrap();
    assert_eq!(look.solutions_of("k").unwrap(), [solution(5, 0)]);
    assert_eq!(look.bounds_of("k").unwrap(), []);
    drop(look);
    assert_eq!(std::fs::read(&path).unwrap(), before, "a look changes nothing");
    let store = open(&path);
    assert_eq!(store.solutions_of("k").unwrap(), [solution(5, 0)]);
    assert!(store.keep_bound("k", &bound(4, search("new"))).unwrap());
    let db = Connection::open(&path).unwrap();
    db.execute_batch(
        "INSERT INTO bound VALUES ('k', 'moves', -3, 'search', 'e', 'c', 'v', 0);
         INSERT INTO bound VALUES ('k', 'steps', 3, 'hearsay', 'e', 'c', 'v', 0);
         INSERT INTO bound VALUES ('k', 'beauty', 3, 'search', 'e', 'c', 'v', 0);",
    )
    .unwrap();
    drop(db);
    assert_eq!(store.bounds_of("k").unwrap(), [bound(4, search("new"))]);
    assert_eq!(Look::at(&path).unwrap().bounds_of("k").unwrap(), [bound(4, search("new"))]);
    assert!(Look::at(&folder.0.join("none.db")).is_err());
    assert!(!folder.0.join("none.db").exists(), "a look makes nothing");
}

/// The layout before levels were kept, as the first version wrote it.
#[test]
fn a_file_of_the_first_version_is_taken_over() {
    let folder = Folder::new("first");
    let path = folder.0.join("a.db");
    let db = Connection::open(&path).unwrap();
    db.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA application_id = 0x42616e74; PRAGMA user_version = 1;
         CREATE TABLE solution (level TEXT NOT NULL, metric TEXT NOT NULL, value INTEGER NOT NULL,
             moves TEXT NOT NULL, hints INTEGER NOT NULL, solver INTEGER NOT NULL, at INTEGER NOT NULL,
             PRIMARY KEY (level, metric, solver));
         CREATE TABLE game (level TEXT PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
         CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
         INSERT INTO solution VALUES ('k', 'pushes', 5, 'RRRRR', 0, 0, 0);
         INSERT INTO solution VALUES ('k', 'moves', -1, 'rubbish', 0, 0, 0);",
    )
    .unwrap();
    drop(db);
    let store = open(&path);
    let kept = store.solutions_of("k").unwrap();
    assert_eq!(kept[1], solution(5, 0));
    assert_eq!(kept[0].value, u32::MAX, "a value out of range is not the best");
    keep(&store, solution(4, 0)).unwrap();
    assert!(store.keep_bound("k", &bound(4, Origin::Certificate)).unwrap());
    let files = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(files, 1, "no journal is left beside the file");
}

#[test]
fn strange_files_are_reported_and_left_alone() {
    let folder = Folder::new("strange");
    let text = folder.0.join("text.db");
    std::fs::write(&text, "this is no database, but it is mine".repeat(99)).unwrap();
    let foreign = folder.0.join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let damaged = folder.0.join("damaged.db");
    drop(filled(&damaged));
    damage(&damaged);

    for path in [text, foreign, damaged] {
        let before = std::fs::read(&path).unwrap();
        let store = open(&path);
        assert!(store.trouble().is_some(), "{}", path.display());
        assert!(keep(&store, solution(1, 0)).is_err());
        drop(store);
        assert_eq!(std::fs::read(&path).unwrap(), before, "{}", path.display());
    }
}

/// A store of some size.
fn filled(path: &Path) -> Store {
    let store = open(path);
    let long = Value::from("x".repeat(200)).to_string();
    let games = (0..500).map(|i| Game { level: format!("level {i}"), state: raw(&long) }).collect();
    store.import(&Judged { games, ..Judged::default() }).unwrap();
    store
}

fn damage(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    for byte in &mut bytes[8192..32768] {
        *byte = 0xa5;
    }
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn a_locked_file_is_an_error_and_not_a_loss() {
    let folder = Folder::new("locked");
    let path = folder.0.join("a.db");
    let store = open(&path);
    keep(&store, solution(5, 0)).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(keep(&store, solution(4, 0)).unwrap_err().contains("locked"));
    assert!(store.trouble().unwrap().contains("locked"), "reading alone would have gone well");
    other.execute_batch("ROLLBACK").unwrap();
    keep(&store, solution(4, 0)).unwrap();
    assert_eq!(store.trouble(), None);
    assert_eq!(store.solutions_of("k").unwrap(), [solution(4, 0)]);
}

/// What keeps a file from being made is what the user reads, and it is made as soon as that is gone.
#[test]
fn a_file_that_could_not_be_made_is_not_called_moved() {
    let folder = Folder::new("unmade");
    let taken = folder.0.join("data");
    std::fs::write(&taken, "a file where the folder should be").unwrap();
    let store = open(&taken.join("a.db"));
    for why in [store.trouble().unwrap(), keep(&store, solution(5, 0)).unwrap_err()] {
        assert!(why.contains("a.db") && !why.contains("moved or deleted"), "{why}");
    }
    std::fs::remove_file(&taken).unwrap();
    keep(&store, solution(5, 0)).unwrap();
    assert_eq!(store.trouble(), None);
}

/// A file that is gone is missed, by readers and writers; when it is put back, all goes on.
#[test]
#[cfg(unix)]
fn a_file_moved_away_is_missed_until_it_is_back() {
    let folder = Folder::new("moved");
    let (path, elsewhere) = (folder.0.join("a.db"), folder.0.join("b.db"));
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = told.clone();
    let store = Store::open(&path, Arc::new(move |it| heard.lock().unwrap().push(it.to_owned())));
    keep(&store, solution(5, 0)).unwrap();
    std::fs::rename(&path, &elsewhere).unwrap();
    let why = keep(&store, solution(4, 0)).unwrap_err();
    assert!(why.contains("moved or deleted") && why.contains("a.db"), "{why}");
    assert!(store.solutions().is_err() && store.trouble().is_some());
    assert!(!path.exists(), "no new file takes its place unasked");
    std::fs::rename(&elsewhere, &path).unwrap();
    assert_eq!(store.solutions_of("k").unwrap(), [solution(5, 0)]);
    keep(&store, solution(4, 0)).unwrap();
    assert_eq!(store.trouble(), None);
    let told = told.lock().unwrap();
    assert!(told.len() == 2 && told[0].contains("not saved") && told[1].contains("saved again"));
}

/// Another sound file in its place is used from then on; what was written before is in the old one.
#[test]
#[cfg(unix)]
fn a_file_that_was_replaced_is_opened_anew() {
    let folder = Folder::new("replaced");
    let (path, backup) = (folder.0.join("a.db"), folder.0.join("b.db"));
    keep(&open(&backup), solution(9, 0)).unwrap();
    let store = open(&path);
    keep(&store, solution(5, 0)).unwrap();
    std::fs::rename(&backup, &path).unwrap();
    assert_eq!(store.solutions_of("k").unwrap(), [solution(9, 0)]);
    keep(&store, solution(8, 0)).unwrap();
    assert_eq!(open(&path).solutions_of("k").unwrap(), [solution(8, 0)]);
}

#[test]
fn a_file_damaged_or_emptied_while_it_is_open_is_noticed() {
    let folder = Folder::new("damaged");
    let path = folder.0.join("a.db");
    let store = filled(&path);
    damage(&path);
    let before = std::fs::read(&path).unwrap();
    assert!(store.keep_game(&game("level 7")).is_err());
    assert!(store.trouble().is_some());
    assert_eq!(std::fs::read(&path).unwrap(), before, "it is left as it is");
    std::fs::write(&path, "").unwrap();
    assert!(store.keep_game(&game("level 7")).unwrap_err().contains("emptied"));
    assert_eq!(std::fs::read(&path).unwrap(), b"");
}

#[test]
fn a_game_that_was_played_on_elsewhere_is_not_overwritten() {
    let folder = Folder::new("versions");
    let store = open(&folder.0.join("a.db"));
    let version = |state: &str| Game { level: "k".to_owned(), state: raw(state) };
    let kept = |state: &str| store.keep_version(&version(state)).unwrap();
    assert!(kept(r#"{"revision":"a-1"}"#) && kept(r#"{"revision":"a-2","base":"a-1"}"#));
    assert!(!kept(r#"{"revision":"b-1","base":"a-1"}"#));
    assert_eq!(store.game("k").unwrap().unwrap().get(), r#"{"revision":"a-2","base":"a-1"}"#);
    // The same version again is no other one, and a state without versions has nothing to lose.
    assert!(kept(r#"{"revision":"a-2","base":"a-1"}"#) && kept(r#"{"moves":""}"#));
}

#[test]
fn a_solution_is_kept_in_every_metric_it_is_counted_in() {
    let folder = Folder::new("solved");
    let store = open(&folder.0.join("a.db"));
    let puzzle = |text: &str| puzzle::read(text.as_bytes()).unwrap().entries.remove(0).puzzle;
    let sokoban = puzzle("#####\n#@$.#\n#####\n").unwrap();
    assert!(Solved::new(&sokoban, "L", 0, false).is_err());
    Solved::new(&sokoban, "R", 1, false).unwrap().keep(&store).unwrap();
    let best = store.solutions_of(&key(&sokoban)).unwrap();
    let metrics: Vec<_> = best.iter().map(|it| (it.metric, it.value)).collect();
    assert_eq!(metrics, [(Metric::Moves, 1), (Metric::Pushes, 1)]);
    let drawn = store.drawing(&key(&sokoban)).unwrap().unwrap();
    let rows = serde_json::json!({ "rows": ["#####", "#@$.#", "#####"] });
    assert_eq!(drawn.get(), rows.to_string());
    let unblock = puzzle("AA.B\n...B\n....\n").unwrap();
    let drawn = drawing(&unblock).unwrap();
    assert!(drawn.get().starts_with(r#"{"board":{"width":4,"height":3,"walls":[],"#), "{drawn}");
}
