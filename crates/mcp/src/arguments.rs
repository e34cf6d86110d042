//! Validates arguments against a schema: the part of JSON Schema that the table of tools uses.

use serde_json::Value;

/// Checks arguments against a schema.
///
/// # Errors
/// The first thing that is wrong, in a sentence.
pub(crate) fn check(schema: &Value, arguments: &Value) -> Result<(), String> {
    let Some(given) = arguments.as_object() else {
        return Err("arguments must be an object".to_owned());
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let names: Vec<&str> = properties.map(|(name, _)| name.as_str()).collect();
    for (name, value) in given {
        if !names.contains(&name.as_str()) {
            let look = format!("it takes {}", names.join(", "));
            return Err(puzzle::text::unknown("argument", name, names, &look));
        }
        check_one(name, &schema["properties"][name], value)?;
    }
    let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for name in needed {
        if !given.contains_key(name) {
            return Err(format!("the argument {name:?} is missing"));
        }
    }
    Ok(())
}

/// A whole number. Models also write one as text (`"3"`), and then it is clear what is meant.
pub(crate) fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn check_one(name: &str, schema: &Value, value: &Value) -> Result<(), String> {
    if schema["type"] == "integer" {
        let (least, most) = (&schema["minimum"], &schema["maximum"]);
        let inside = |n: u64| least.as_u64() <= Some(n) && Some(n) <= most.as_u64();
        return match whole(value) {
            Some(n) if inside(n) => Ok(()),
            _ => {
                Err(format!("{name:?} must be a whole number from {least} to {most}, not {value}"))
            }
        };
    }
    let Some(text) = value.as_str() else {
        return Err(format!("{name:?} must be a text, not {value}"));
    };
    let words: Vec<&str> =
        schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match words.is_empty() || words.contains(&text) {
        true => Ok(()),
        false => Err(format!("{name:?} must be one of {}, not {text:?}", words.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let schema = json!({
            "properties": {
                "level": { "type": "string" },
                "index": { "type": "integer", "minimum": 1, "maximum": 9 },
                "goal": { "type": "string", "enum": ["moves", "pushes"] },
            },
            "required": ["level"],
        });
        let wrong = |arguments: Value| check(&schema, &arguments).unwrap_err();
        assert_eq!(check(&schema, &json!({ "level": "x", "index": 9, "goal": "moves" })), Ok(()));
        assert_eq!(wrong(json!({})), "the argument \"level\" is missing");
        assert!(wrong(json!({ "levle": "x" })).contains("level"), "the nearest name is offered");
        assert!(wrong(json!({ "level": 7 })).contains("must be a text"));
        assert!(wrong(json!({ "level": "", "index": 10 })).contains("from 1 to 9"));
        assert!(wrong(json!({ "level": "", "index": -1 })).contains("from 1 to 9"));
        assert!(wrong(json!({ "level": "", "index": 1.5 })).contains("from 1 to 9"));
        assert_eq!(check(&schema, &json!({ "level": "x", "index": " 9" })), Ok(()));
        for text in ["10", "nine", "", "1.0", "-1"] {
            let reason = wrong(json!({ "level": "", "index": text }));
            assert!(reason.contains("from 1 to 9") && reason.contains(&format!("{text:?}")));
        }
        assert!(wrong(json!({ "level": "", "goal": "fun" })).contains("one of moves, pushes"));
        assert_eq!(wrong(json!([])), "arguments must be an object");
    }
}
