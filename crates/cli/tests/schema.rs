//! Real records against `docs/record.schema.json`, lines of `info` against `docs/info.schema.json`, and the
//! HTTP document against both.

mod common;

use common::{banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../docs/record.schema.json")).unwrap()
}

/// The keywords that the schema uses; any other is a mistake in it.
const KEYWORDS: [&str; 10] = [
    "$schema",
    "title",
    "description",
    "type",
    "enum",
    "minimum",
    "required",
    "properties",
    "additionalProperties",
    "items",
];

/// What is wrong with a value, if anything.
fn fault(schema: &Value, value: &Value, place: &str) -> Option<String> {
    for keyword in schema.as_object().unwrap().keys() {
        assert!(KEYWORDS.contains(&keyword.as_str()), "{place}: the test knows no {keyword}");
    }
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{place}: the test knows no type {other}"),
    };
    let fits = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    };
    let allowed = schema["enum"].as_array().is_none_or(|allowed| allowed.contains(value));
    let least = schema["minimum"].as_f64().zip(value.as_f64());
    if !fits || !allowed || least.is_some_and(|(least, value)| value < least) {
        return Some(format!("{place}: {value}"));
    }
    let mut items = value.as_array().into_iter().flatten();
    items
        .find_map(|item| fault(&schema["items"], item, place))
        .or_else(|| fault_inside(schema, value, place))
}

/// What is wrong with the fields of an object.
fn fault_inside(schema: &Value, value: &Value, place: &str) -> Option<String> {
    let fields = value.as_object()?;
    let known = schema["properties"].as_object();
    let mut required = schema["required"].as_array().into_iter().flatten();
    if let Some(absent) = required.find(|name| !fields.contains_key(name.as_str().unwrap())) {
        return Some(format!("{place}: {absent} is absent"));
    }
    fields.iter().find_map(|(name, value)| match known.and_then(|known| known.get(name)) {
        Some(schema) => fault(schema, value, &format!("{place}.{name}")),
        None if schema["additionalProperties"] == false => {
            Some(format!("{place}: {name} is not in the schema"))
        }
        None => None,
    })
}

#[track_caller]
fn fits(record: &Value) {
    assert_eq!(fault(&schema(), record, "record"), None, "{record}");
}

const LEVELS: &str = "#######\n#@ $. #\n#     #\n#######\n\n####\n#@*#\n####\n\n####\n#@$ \n####\n\n\
                      #####\n#@ .#\n#$  #\n#####\n";

#[test]
fn what_solve_prints_fits() {
    let engines = ["auto", "optimal", "bfs", "astar", "pull", "aveiro", "beam", "fess", "sokokids"];
    let mut statuses = std::collections::BTreeSet::new();
    for engine in engines {
        let args = ["-q", "solve", "-", "--jsonl", "--engine", engine];
        let output = banto(&args, LEVELS);
        for line in stdout(&output).lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            fits(&record);
            statuses.insert(record["status"].as_str().unwrap().to_owned());
        }
    }
    for input in ["starter-unblock", "starter-sokoban"] {
        let args = ["-q", "solve", input, "--jsonl", "--level", "1-5", "--nodes", "3"];
        for line in stdout(&banto(&args, "")).lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            fits(&record);
            statuses.insert(record["status"].as_str().unwrap().to_owned());
        }
    }
    let crashed = banto(&["-q", "solve", "starter-sokoban:1", "--jsonl", "--inject", "panic"], "");
    fits(&serde_json::from_str(&stdout(&crashed)).unwrap());
    for status in ["solved", "unsolvable", "invalid"] {
        assert!(statuses.contains(status), "{statuses:?}");
    }
}

#[test]
fn what_the_laboratory_writes_fits() {
    let folder = scratch("schema");
    let experiment = r#"{"name": "few", "title": "Few", "suites": [{"file": "starter-unblock"}],
        "configurations": [{"label": "bfs", "line": "bfs"}],
        "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#;
    std::fs::write(folder.join("few.json"), experiment).unwrap();
    for jobs in ["1", "2"] {
        let args = ["-q", "lab", "run", "few.json", "--level", "1-2", "--output", jobs, "-j", jobs];
        let output = command(&folder).current_dir(&folder).args(args).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = std::fs::read_to_string(folder.join(jobs).join("records.jsonl")).unwrap();
        assert_eq!(text.lines().count(), 3);
        for line in text.lines().skip(1) {
            fits(&serde_json::from_str::<Value>(line).unwrap()["record"]);
        }
    }
}

#[test]
fn a_record_that_does_not_fit_is_noticed() {
    let output = banto(&["-q", "solve", "starter-sokoban:1", "--jsonl"], "");
    let good: Value = serde_json::from_str(&stdout(&output)).unwrap();
    fits(&good);
    for (name, value) in [
        ("status", Value::from("fine")),
        ("colour", "red".into()),
        ("expanded", 1.5.into()),
        ("limits", serde_json::json!({ "hours": 1 })),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(fault(&schema(), &bad, "record").is_some(), "{name}");
    }
    let mut short = good;
    short.as_object_mut().unwrap().remove("config");
    assert!(fault(&schema(), &short, "record").is_some());
}

fn info_schema() -> Value {
    serde_json::from_str(include_str!("../../../docs/info.schema.json")).unwrap()
}

/// Every kind of line: both games, levels that are none, lost ones, a gap, a proof of each kind.
#[test]
fn what_info_prints_fits() {
    let folder = scratch("info-schema");
    let records = folder.join("records.jsonl");
    let path = records.to_str().unwrap();
    let solved = banto(&["-q", "solve", "-", "--jsonl", "--goal", "moves"], LEVELS);
    std::fs::write(&records, stdout(&solved)).unwrap();
    let mut lines = stdout(&banto(&["info", "-", "--jsonl", "--known", path], LEVELS));
    for input in ["starter-unblock", "starter-sokoban"] {
        lines += &stdout(&banto(&["info", input, "--jsonl", "--level", "1-4"], ""));
    }
    lines += &stdout(&banto(&["info", "-", "--jsonl"], "aaBBB.\n......\nXX....\n"));
    let mut kinds = std::collections::BTreeSet::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(fault(&info_schema(), &line, "info"), None, "{line}");
        let known = &line["known"];
        let rows = known["fewest"].as_array().into_iter().flatten().map(|row| &row["by"]);
        let kind = |by: &Value| by["kind"].as_str().map(str::to_owned);
        kinds.extend(rows.chain([&known["lost"]]).filter_map(kind));
        let mut bad = line.clone();
        bad["known"]["fewest"] = serde_json::json!([{ "metric": "beauty", "proved": true }]);
        assert!(fault(&info_schema(), &bad, "info").is_some());
    }
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(kinds, ["rating", "search", "start"]);
}

/// The server describes its records, and what is known about a level, as the schemas do.
#[test]
fn the_http_document_agrees() {
    let document: Value =
        serde_json::from_str(include_str!("../../web/src/api/openapi.json")).unwrap();
    let schemas = &document["components"]["schemas"];
    let schema = schema();
    for part in ["type", "required", "properties", "additionalProperties"] {
        assert_eq!(schemas["Record"][part], schema[part], "{part}");
    }
    assert_eq!(schemas["Known"], info_schema()["properties"]["known"]);
}
