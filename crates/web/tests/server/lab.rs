//! The laboratory's experiments over the wire.

use crate::common::Running;
use serde_json::{Value, json};

#[test]
fn experiments_show_what_is_recorded_and_run_on_levels_that_are_here() {
    let server = Running::start(None);
    let list = server.get("/api/experiments").json();
    let names: Vec<&str> = list["experiments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"gargioni-boxes") && names.contains(&"feup-searches"));
    let report = server.get("/api/experiments/feup-searches").json()["report"].clone();
    let cell = &report["tables"][1]["rows"][0]["cells"][0];
    assert_eq!(cell["ratio"], 1.0, "{cell}");
    assert!(!report["tables"][1]["rows"].as_array().unwrap().is_empty());
    assert_eq!(server.get("/api/experiments/none").status, 404);
    let notes = server.get("/api/experiments/feup-searches").json()["notes"].clone();
    assert_eq!(notes[3]["en"], "The times come from different machines and languages.");
    assert_eq!(notes[3]["pt"], "Os tempos vêm de máquinas e linguagens diferentes.");
    let text = server.get("/api/experiments/feup-searches/md").json()["text"].clone();
    assert!(text.as_str().unwrap().starts_with("# "), "{text}");
    assert_eq!(server.get("/api/experiments/feup-searches/doc").status, 404);
    let sources = server.get("/api/sources").json();
    for (language, words) in [("en", "# The five documents\n"), ("pt", "# Os cinco documentos\n")] {
        assert!(sources[language].as_str().unwrap().starts_with(words), "{language}");
    }

    let start = |body: Value| server.send("POST", "/api/runs", &body);
    // Levels that are not here, levels of the other game, no such levels.
    assert_eq!(start(json!({ "experiment": "sokokids" })).status, 400);
    let other = json!({ "experiment": "gargioni-boxes", "collection": "jam" });
    assert_eq!(start(other).status, 400);
    let none = json!({ "experiment": "gargioni-boxes", "from": 99 });
    assert_eq!(start(none).status, 400);
    let taken = start(json!({ "experiment": "gargioni-boxes", "to": 2 }));
    assert_eq!((taken.status, &taken.json()["total"]), (202, &json!(6)));
    let place = taken.header("location").unwrap().to_owned();
    let events = server.get(&format!("{place}/events"));
    assert!(String::from_utf8_lossy(&events.body).contains("event: done"));
    let run = server.get(&place).json();
    assert_eq!((&run["done"], &run["stopped"]), (&json!(6), &json!(false)));
    assert_eq!(run["report"]["tables"][0]["rows"][0]["name"], "1 1 box");
    // The counters are those of the record that comes with the program.
    let recorded = server.get("/api/experiments/gargioni-boxes").json()["report"].clone();
    let row = |report: &Value| report["tables"][0]["rows"][1]["cells"].clone();
    assert_eq!(row(&run["report"]), row(&recorded));
    let lines = server.get(&format!("{place}/report/jsonl")).json()["text"].clone();
    assert_eq!(lines.as_str().unwrap().lines().count(), 6);
}

#[test]
fn a_run_is_stopped_and_another_is_refused_meanwhile() {
    let server = Running::start(None);
    let long =
        json!({ "experiment": "textbook-sokoban", "collection": "two", "from": 6, "seconds": 60 });
    let taken = server.send("POST", "/api/runs", &long);
    assert_eq!(taken.status, 202);
    server.until_running();
    assert_eq!(server.send("POST", "/api/runs", &long).status, 429);
    let place = taken.header("location").unwrap().to_owned();
    assert_eq!(server.send("DELETE", &place, &Value::Null).status, 204);
    server.until_idle();
    let run = server.get(&place).json();
    assert_eq!((&run["phase"], &run["stopped"]), (&json!("done"), &json!(true)));
}
