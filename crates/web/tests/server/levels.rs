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

#[test]
fn levels_are_written_and_read_back() {
    let server = Running::start(None);
    let write = |body: Value| server.send("POST", "/api/write", &body);
    let rows = json!(["#####", "#@$.#", "#####"]);
    let sokoban = json!({ "level": { "rows": rows }, "title": "mine" });
    let text = write(sokoban).json()["text"].clone();
    assert_eq!(text, "; mine\n#####\n#@$.#\n#####\n");
    let rle = write(json!({ "level": { "rows": rows }, "format": "rle" }));
    assert!(rle.json()["text"].as_str().unwrap().contains("5#|#@$.#|5#"));
    let board = server.get("/api/collections/jam").json()["levels"][0]["board"].clone();
    let drawn = write(json!({ "level": { "board": board }, "title": "jam" }));
    let read = server.send("POST", "/api/read", &json!({ "text": drawn.json()["text"] })).json();
    assert_eq!(read["levels"][0]["board"], board);
    assert_eq!(read["levels"][0]["title"], "jam");
    let draft = write(json!({ "level": { "rows": ["####", "#$.#", "####"] } }));
    assert_eq!(draft.json()["text"], "####\n#$.#\n####\n");
    let mut without_red = board.clone();
    without_red["red"] = Value::Null;
    let refused = write(json!({ "level": { "board": without_red } }));
    assert_eq!((refused.status, &refused.json()["faults"][0]["code"]), (400, &json!("no-red")));
    assert_eq!(write(json!({ "level": { "rows": rows }, "format": "cars" })).status, 400);
}

#[test]
fn categories_leave_no_gap_and_levels_name_theirs() {
    let server = Running::start(None);
    let rows = server.get("/api/categories").json()["categories"].clone();
    let rows = rows.as_array().unwrap();
    assert_eq!((&rows[0]["least"], &rows[rows.len() - 1]["most"]), (&json!(1), &Value::Null));
    for pair in rows.windows(2) {
        assert_eq!(pair[0]["most"].as_u64().unwrap() + 1, pair[1]["least"].as_u64().unwrap());
    }
    let text = "16\toBCCDEoBooDEAAoFGEoooFGooooHoooooHII\t6407\t26\tbeginner\n";
    let read = server.send("POST", "/api/read", &json!({ "text": text })).json();
    assert_eq!(read["levels"][0]["known"]["moves"], 16);
    assert_eq!(read["levels"][0]["category"], "beginner");
}
