//! Collections and levels: what the library gives, keeps and removes.

use crate::common::Running;
use serde_json::{Value, json};

#[test]
fn collections_and_levels_come_with_their_faults() {
    let server = Running::start(None);
    let list = server.get("/api/collections").json();
    let rows = list["collections"].as_array().unwrap();
    let small = rows.iter().find(|row| row["name"] == "small").unwrap();
    assert_eq!((&small["count"], &small["game"]), (&json!(2), &json!("sokoban")));
    let small = server.get("/api/collections/small").json();
    assert_eq!(small["levels"][0]["title"], "first");
    assert_eq!(small["levels"][0]["rows"][1], "#@$.#");
    assert_eq!(small["levels"][1]["faults"][0]["text"], "1 box but 0 goals");
    let jam = server.get("/api/collections/jam").json();
    assert_eq!((&jam["game"], &jam["levels"][0]["board"]["width"]), (&json!("unblock"), &json!(6)));
    assert_eq!(server.get("/api/collections/none").status, 404);
    let bad = server.send(
        "POST",
        "/api/judge",
        &json!({ "level": { "rows": ["####", "#$.#", "####"] } }),
    );
    let faults = json!([
        { "code": "no-player", "line": 1, "column": 1, "text": "there is no player" }
    ]);
    assert_eq!((bad.status, &bad.json()["faults"]), (200, &faults));
    let bad =
        server.send("POST", "/api/why", &json!({ "level": { "rows": ["####", "#$.#", "####"] } }));
    assert_eq!(
        (bad.status, &bad.json()["detail"]),
        (400, &json!("line 1, column 1: there is no player"))
    );
}

#[test]
fn only_own_collections_are_removed_and_they_come_back() {
    let server = Running::start(None);
    let text = "; mine\n#####\n#@$.#\n#####\n";
    let kept = server.send("POST", "/api/collections", &json!({ "name": "mine", "text": text }));
    assert_eq!(kept.status, 200);
    let delete =
        |name: &str| server.send("DELETE", &format!("/api/collections/{name}"), &Value::Null);
    assert_eq!((delete("two").status, delete("nothing").status), (403, 404));
    assert_eq!(server.get("/api/collections/mine/text").json()["text"], text);
    let removed = delete("mine").json()["removed"].clone();
    assert_eq!(server.get("/api/collections/mine").status, 404);
    let restore =
        |removed: &Value| server.send("POST", "/api/restore", &json!({ "removed": removed }));
    assert_eq!(restore(&json!("../mine")).status, 404);
    assert_eq!(restore(&removed).json()["name"], "mine");
    assert_eq!(server.get("/api/collections/mine").json()["levels"][0]["title"], "mine");
}
