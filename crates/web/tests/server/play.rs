//! What a player asks for: hints, reasons, the daily board, progress.

use crate::common::{ENDLESS, Running};
use serde_json::{Value, json};

#[test]
fn hints_and_reasons() {
    let server = Running::start(None);
    let ask = |path: &str, level: Value| server.send("POST", path, &json!({ "level": level }));
    let jam = server.get("/api/collections/jam").json()["levels"][0]["board"].clone();
    let hint = ask("/api/hint", json!({ "board": jam })).json();
    assert_eq!((&hint["moves"], &hint["steps"]), (&json!(2), &json!(7)));
    assert_eq!(hint["next"], json!(["B+3"]));
    let jams = server.get("/api/collections/jam").json();
    let hard = ask("/api/hint", json!({ "board": jams["levels"][2]["board"] })).json();
    assert_eq!((&hard["moves"], &hard["steps"]), (&json!(60), &json!(103)));
    let hint = ask("/api/hint", json!({ "rows": ["######", "#@ $.#", "######"] })).json();
    assert_eq!((&hint["solution"], &hint["next"]), (&json!("rR"), &json!(["rR"])));
    let lost = ask("/api/why", json!({ "rows": ["######", "#@  $#", "#  . #", "######"] })).json();
    assert_eq!(
        (&lost["lost"], &lost["boxes"]),
        (&json!(true), &json!([{ "row": 1, "column": 4 }]))
    );
    let fine = ask("/api/why", json!({ "rows": ["######", "#@ $.#", "######"] })).json();
    assert_eq!((&fine["lost"], &fine["solved"]), (&Value::Null, &json!(false)));
    let squares =
        ask("/api/squares", json!({ "rows": ["######", "#@ $.#", "#    #", "######"] })).json();
    let reason = |row: u64, column: u64| {
        let dead = squares["dead"].as_array().unwrap();
        dead.iter()
            .find(|it| it["row"] == row && it["column"] == column)
            .map(|it| it["reason"].clone())
    };
    assert_eq!(reason(2, 1), Some(json!("corner")));
    assert_eq!(reason(2, 2), Some(json!("wall")));
    assert_eq!(reason(1, 4), None);
    assert_eq!(ask("/api/squares", json!({ "board": jam })).status, 400);
    assert_eq!(
        ask("/api/why", json!({ "board": jam })).json(),
        json!({ "lost": false, "solved": false })
    );
    let stuck = ask("/api/why", json!({ "text": "..B\nAAB\n..B\n" })).json();
    assert_eq!((&stuck["lost"], &stuck["kind"]), (&json!(true), &json!("no-way-out")));
    let easy = ask("/api/rate", json!({ "rows": ["######", "#@ $.#", "######"] })).json();
    assert!(easy["share"].as_f64().unwrap() > 0.5, "{easy}");
    assert!(ask("/api/rate", json!({ "board": jam })).json()["moves"].as_f64().is_some());
    let lost = ask("/api/rate", json!({ "rows": ["######", "#@  $#", "#  . #", "######"] })).json();
    assert_eq!(lost["unsolvable"], json!(true));
}

#[test]
fn a_hint_does_not_take_back_the_last_move_when_there_is_another() {
    let server = Running::start(None);
    // Two pieces must leave the row, in either order.
    let text = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";
    let next = |avoid: Value| {
        let body = json!({ "level": { "text": text }, "avoid": avoid });
        server.send("POST", "/api/hint", &body).json()["next"].as_array().unwrap().clone()
    };
    let both = next(Value::Null);
    assert_eq!(both.len(), 2);
    for (avoid, first) in [("B", "C+3"), ("C", "B+3")] {
        assert_eq!(next(json!(avoid))[0], first);
    }
}

#[test]
fn the_day_and_the_seed_decide_the_board() {
    let server = Running::start(None);
    let day = server.get("/api/daily/2026-11-16").json();
    assert_eq!(day, server.get("/api/daily/2026-11-16").json());
    assert_eq!(day["category"], "easy");
    assert_ne!(day["text"], server.get("/api/daily/2026-11-23").json()["text"]);
    for bad in ["2026-13-01", "2026-1", "x", "2026-11-16-1", "0-1-1"] {
        assert_eq!(server.get(&format!("/api/daily/{bad}")).status, 400, "{bad}");
    }
    assert_eq!(
        server.get("/api/random/easy?seed=4").json(),
        server.get("/api/random/easy?seed=4").json()
    );
    assert_eq!(server.get("/api/random/hopeless").status, 404);
}

#[test]
fn the_sokoban_of_the_day_is_solvable_and_the_same_for_all() {
    let server = Running::start(None);
    let day = server.get("/api/daily/2026-11-16?game=sokoban").json();
    assert_eq!(day["category"], "first steps");
    assert_eq!(day, server.get("/api/daily/2026-11-16?game=sokoban").json());
    // Not from what the server remembers.
    assert_eq!(day, Running::start(None).get("/api/daily/2026-11-16?game=sokoban").json());
    let body = json!({ "level": { "text": day["text"] } });
    assert_eq!(server.send("POST", "/api/hint", &body).json()["status"], "solved");
    assert_ne!(day["text"], server.get("/api/daily/2026-11-16").json()["text"]);
    assert_eq!(server.get("/api/daily/2026-11-16?game=chess").status, 400);
}

#[test]
fn a_solution_is_made_shorter() {
    let server = Running::start(None);
    let level =
        json!({ "rows": ["#########", "#       #", "# @$  . #", "#       #", "#########"] });
    let ask = |moves: &str| {
        server.send("POST", "/api/improve", &json!({ "level": level, "moves": moves }))
    };
    let better = ask("udduRlrRlrR").json();
    assert_eq!(better["moves"], "RRR");
    assert_eq!(better["before"], json!({ "moves": 11, "pushes": 3 }));
    assert_eq!(better["counts"], json!({ "moves": 3, "pushes": 3 }));
    assert_eq!(ask("RR").status, 422);
}

#[test]
fn a_search_is_watched_step_by_step() {
    let server = Running::start(None);
    let level = json!({ "rows": ["#######", "#     #", "# @$ .#", "#######"] });
    let watch = |change: Value| {
        let mut body = json!({ "level": level, "engine": "astar" });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        server.send("POST", "/api/watch", &body)
    };
    let seen = watch(json!({})).json();
    assert_eq!((&seen["status"], &seen["width"]), (&json!("solved"), &json!(7)));
    // The first state has no parent, the player where its zone begins, the box where it stands.
    assert_eq!(seen["states"][0][0], -1);
    assert_eq!(seen["states"][0][2], 17);
    // Its first expansion knows one state, costs nothing so far, and two pushes are to come.
    assert_eq!(seen["steps"][0], json!([0, 1, 0, 2, 2, 0, 1, null]));
    assert_eq!(seen["solution"].as_array().unwrap().len(), 3);
    assert_eq!(watch(json!({ "nodes": 1 })).json()["status"], "nodes");
    assert_eq!(watch(json!({ "engine": "sokokids-astar" })).json()["status"], "solved");
    for wrong in [json!({ "engine": "auto" }), json!({ "level": { "rows": ENDLESS } })] {
        assert_eq!(watch(wrong).status, 400);
    }
}

#[test]
fn progress_is_kept_and_only_real_solutions_count() {
    let server = Running::start(None);
    let rows = json!(["#####", "#@$.#", "#####"]);
    let key =
        server.send("POST", "/api/judge", &json!({ "level": { "rows": rows } })).json()["key"]
            .clone();
    let key = key.as_str().unwrap();
    let state = json!({ "moves": "R", "cursor": 1 });
    assert_eq!(server.send("PUT", &format!("/api/progress/{key}"), &state).status, 200);
    assert_eq!(server.get(&format!("/api/progress/{key}")).json()["game"], state);
    assert_eq!(server.send("PUT", "/api/progress/other", &state).status, 400);
    let claim = |moves: &str| {
        server.send("POST", "/api/solutions", &json!({ "level": { "rows": rows }, "moves": moves }))
    };
    assert_eq!(claim("L").status, 400);
    assert_eq!(claim("R").status, 200);
    let all = server.get("/api/progress").json();
    assert_eq!(all["best"].as_array().unwrap().len(), 2);
    assert_eq!(server.send("PUT", "/api/settings", &json!({ "theme": "dark" })).status, 200);
    let export = server.get("/api/export").json();
    assert_eq!(export["settings"]["theme"], "dark");
    let other = Running::start(None);
    assert_eq!(other.send("POST", "/api/import", &export).status, 200);
    assert_eq!(other.get("/api/progress").json()["begun"], json!([key]));
    assert_eq!(
        other
            .send(
                "POST",
                "/api/import",
                &json!({ "format": "x", "solutions": [], "games": [], "settings": {} })
            )
            .status,
        400
    );
}

#[test]
fn moves_of_unblock_are_read_and_written_here() {
    let server = Running::start(None);
    let board = server.get("/api/collections/jam").json()["levels"][0]["board"].clone();
    let read = |moves: &str| {
        let body = json!({ "level": { "board": board }, "moves": moves });
        server.send("POST", "/api/moves", &body)
    };
    let slides = read("B+3 AR4").json()["slides"].clone();
    let name = |slide: &Value| &board["pieces"][slide[0].as_u64().unwrap() as usize]["name"];
    assert_eq!((name(&slides[0]), &slides[0][1]), (&json!("B"), &json!(3)));
    assert_eq!((name(&slides[1]), &slides[1][1]), (&json!("A"), &json!(4)));
    assert_eq!(read("Z+1").status, 400);
    let keep = |moves: &Value| {
        let body = json!({ "level": { "board": board }, "moves": moves });
        server.send("POST", "/api/solutions", &body)
    };
    let kept = keep(&slides).json();
    assert_eq!((&kept["moves"], &kept["steps"]), (&json!(2), &json!(7)));
    assert_eq!(keep(&json!([[99, 1]])).status, 400);
    let solution = server.get("/api/export").json()["solutions"][0]["moves"].clone();
    assert_eq!(solution, "B+3 A+4");
}
