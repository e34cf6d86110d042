//! What is kept of playing: imports are judged, a best can be deleted, a file that is gone is missed.

use crate::common::Running;
use serde_json::{Value, json};

const ROWS: [&str; 3] = ["######", "#@ $.#", "######"];

fn key(server: &Running, rows: &[&str]) -> String {
    let judged = server.send("POST", "/api/judge", &json!({ "level": { "rows": rows } })).json();
    judged["key"].as_str().unwrap().to_owned()
}

fn best(server: &Running, key: &str) -> Vec<(String, u64)> {
    let best = server.get(&format!("/api/progress/{key}")).json()["best"].clone();
    let rows = best.as_array().unwrap().iter();
    rows.map(|it| (it["metric"].as_str().unwrap().to_owned(), it["value"].as_u64().unwrap()))
        .collect()
}

fn import(server: &Running, levels: Value, solutions: Value, games: Value) -> Value {
    let all = json!({
        "format": "banto 1", "levels": levels, "solutions": solutions, "games": games, "settings": {}
    });
    let answer = server.send("POST", "/api/import", &all);
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// Rubbish, counts that are not true and counts beyond all range are named, and beat nobody.
#[test]
fn an_imported_solution_is_replayed() {
    let server = Running::start(None);
    let key = key(&server, &ROWS);
    let claim = |metric: &str, value: Value, moves: &str| json!({ "level": key, "metric": metric, "value": value, "moves": moves });
    let account = import(
        &server,
        json!([{ "level": key, "drawing": { "rows": ROWS } }]),
        json!([
            claim("moves", json!(0), "garbage"),
            claim("moves", json!(u64::MAX), "rR"),
            claim("pushes", json!(0), "rR"),
            claim("beauty", json!(1), "rR"),
            claim("moves", json!(2), "rR"),
            claim("moves", json!("2"), "rR"),
            { "level": "s00000000000000000000000000000000", "metric": "moves", "value": 1, "moves": "R" },
            { "level": key, "metric": "pushes", "value": 1, "moves": "rR", "hints": u64::MAX },
            { "level": key, "metric": "pushes", "value": 1, "moves": "rR", "hints": 1 },
        ]),
        json!([
            { "level": "short", "state": {} },
            { "level": key, "state": 5 },
            { "level": key, "state": { "moves": "r" } },
        ]),
    );
    assert_eq!(best(&server, &key), [("moves".to_owned(), 2), ("pushes".to_owned(), 1)]);
    assert_eq!((&account["solutions"], &account["games"]), (&json!(2), &json!(1)));
    assert_eq!(account["left_out"], 9);
    let rows: Vec<&str> = account["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["row"].as_str().unwrap())
        .collect();
    for row in [1, 2, 3, 4, 6, 7, 8] {
        assert!(rows.contains(&format!("solution {row}").as_str()), "{account}");
    }
    assert!(rows.contains(&"game 1") && rows.contains(&"game 2"), "{account}");
    assert_eq!(server.get(&format!("/api/progress/{key}")).json()["game"]["moves"], "r");
}

/// Exports from before levels travelled along, and keys that belong to another level.
#[test]
fn the_level_of_a_solution_is_found_or_it_is_left_out() {
    let server = Running::start(None);
    let level = server.get("/api/collections/small").json()["levels"][0].clone();
    let known = level["key"].as_str().unwrap();
    let of = |key: &str| json!([{ "level": key, "metric": "pushes", "value": 1, "moves": "R" }]);
    assert_eq!(import(&server, json!([]), of(known), json!([]))["solutions"], 1);
    let wrong = "s0123456789abcdef0123456789abcdef";
    let lie = json!([{ "level": wrong, "drawing": { "rows": level["rows"] } }]);
    let account = import(&server, lie, of(wrong), json!([]));
    assert_eq!((&account["solutions"], &account["left_out"]), (&json!(0), &json!(1)));
    // What one server exports another takes over, though it has never seen the level.
    let own = json!({ "level": { "rows": ROWS }, "moves": "rR" });
    assert_eq!(server.send("POST", "/api/solutions", &own).status, 200);
    let export = server.get("/api/export").json();
    let other = Running::start(None);
    let account = other.send("POST", "/api/import", &export).json();
    assert_eq!((&account["solutions"], &account["left_out"]), (&json!(3), &json!(0)));
    assert_eq!(best(&other, &key(&other, &ROWS)).len(), 2);
}

fn known(server: &Running, rows: &[&str]) -> Value {
    let answer = server.send("POST", "/api/known", &json!({ "level": { "rows": rows } }));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    let answer = answer.json();
    assert_eq!(answer["contradictions"], json!([]));
    answer["known"].clone()
}

/// The player walks more than the start position shows.
const ROUND: [&str; 6] = ["########", "#      #", "# $$ # #", "#  @ ..#", "#      #", "########"];

/// What a search proves is kept with the search that has proved it, and told with the best solution.
#[test]
fn what_a_search_has_proved_is_kept_and_told() {
    let server = Running::start(None);
    let before = known(&server, &ROUND);
    assert_eq!(before["fewest"][0]["by"], json!({ "kind": "start" }));
    assert!(before["fewest"][0].get("pushes").is_none());
    let few = json!({
        "level": { "rows": ROUND }, "engine": "optimal", "goal": "moves", "nodes": 3
    });
    let stopped = server.send("POST", "/api/solve", &few).json();
    assert_eq!(stopped["status"], "nodes", "{stopped}");
    let least = |known: &Value| known["fewest"][1]["bound"].as_u64().unwrap();
    let between = known(&server, &ROUND);
    assert_eq!(least(&between), stopped["bound"].as_u64().unwrap());
    let whole = json!({ "level": { "rows": ROUND }, "engine": "optimal", "goal": "moves" });
    let solved = server.send("POST", "/api/solve", &whole).json();
    assert_eq!(solved["guarantee"], "move-optimal", "{solved}");
    // A search that proves less takes nothing away.
    assert_eq!(server.send("POST", "/api/solve", &few).json()["status"], "nodes");
    let after = known(&server, &ROUND);
    assert!(least(&after) > least(&between), "{between} {after}");
    let by = json!({
        "kind": "search", "engine": "optimal", "config": solved["config"],
        "version": solved["version"],
    });
    assert_eq!(after["fewest"][1]["by"], by);
    assert_eq!(after["fewest"][1]["proved"], false, "no solution is kept yet");
    let keep = json!({ "level": { "rows": ROUND }, "moves": solved["solution"], "solver": true });
    assert_eq!(server.send("POST", "/api/solutions", &keep).status, 200);
    let row = known(&server, &ROUND)["fewest"][1].clone();
    assert_eq!((&row["proved"], &row["gap"]), (&json!(true), &json!(0.0)));
    assert_eq!((&row["moves"], &row["pushes"]), (&solved["moves"], &solved["pushes"]));
}

/// Whoever keeps a solution learns what is best now, of that level alone.
#[test]
fn a_kept_solution_is_answered_with_the_best_of_its_level() {
    let server = Running::start(None);
    let keep = |level: &[&str], moves: &str, solver: bool| {
        let body = json!({ "level": { "rows": level }, "moves": moves, "solver": solver });
        let answer = server.send("POST", "/api/solutions", &body);
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    };
    keep(&["#####", "#@$.#", "#####"], "R", false);
    keep(&ROWS, "rR", true);
    let answer = keep(&ROWS, "rlrR", false);
    assert_eq!((&answer["moves"], &answer["pushes"]), (&json!(4), &json!(1)));
    let key = key(&server, &ROWS);
    let all = server.get("/api/progress").json()["best"].clone();
    let of_level = all.as_array().unwrap().iter().filter(|it| it["level"] == key.as_str());
    let of_level: Vec<Value> = of_level.cloned().collect();
    assert_eq!(of_level.len(), 4, "{of_level:?}");
    assert_eq!(answer["best"], json!(of_level));
}

#[test]
fn a_best_can_be_deleted() {
    let server = Running::start(None);
    let keep = json!({ "level": { "rows": ROWS }, "moves": "rR" });
    assert_eq!(server.send("POST", "/api/solutions", &keep).status, 200);
    let key = key(&server, &ROWS);
    let delete =
        |query: &str| server.send("DELETE", &format!("/api/solutions/{key}{query}"), &Value::Null);
    assert_eq!(delete("?metric=beauty").status, 400);
    assert_eq!(delete("?metric=moves").json()["deleted"], 1);
    assert_eq!(best(&server, &key), [("pushes".to_owned(), 1)]);
    assert_eq!(delete("").json()["deleted"], 1);
    assert_eq!(delete("").json()["deleted"], 0);
    let many = json!({ "level": { "rows": ROWS }, "moves": "rR", "hints": u64::MAX });
    assert_eq!(server.send("POST", "/api/solutions", &many).status, 400);
}

/// Nothing is answered as saved that is not.
#[test]
#[cfg(unix)]
fn a_state_file_that_is_gone_is_missed() {
    let server = Running::start(None);
    let key = key(&server, &ROWS);
    let save = || server.send("PUT", &format!("/api/progress/{key}"), &json!({ "moves": "r" }));
    assert_eq!(save().status, 200);
    let trouble = || server.get("/api/status").json()["store"]["trouble"].clone();
    assert_eq!(trouble(), Value::Null);
    let (file, aside) = (server.folder.join("progress.db"), server.folder.join("aside.db"));
    std::fs::rename(&file, &aside).unwrap();
    let refused = save();
    assert_eq!(refused.status, 503);
    let told = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(told.contains("moved or deleted"), "{told}");
    assert!(trouble().as_str().unwrap().contains("moved or deleted"));
    assert_eq!(server.get("/api/progress").status, 503);
    std::fs::rename(&aside, &file).unwrap();
    assert_eq!(save().status, 200);
    assert_eq!(trouble(), Value::Null);
    std::fs::write(&file, "rubbish".repeat(9999)).unwrap();
    assert_eq!((save().status, trouble().is_string()), (503, true));
}
