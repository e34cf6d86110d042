//! JSON blocks: a list of `{length, position: [row, column], direction, isTarget}`, coordinates
//! from 0. Such a list alone is one board of 6 × 6; an object around it may say more:
//! `{title, comments, width, height, exit, walls: [[row, column]], moves, steps, cluster, blocks}`.
//! A file holds one board or a list of boards. Blocks may carry a `name`.

use serde_json::{Map, Value, json};

use super::{Collection, FormatError, FormatErrorKind, MAX_LEVELS, WriteError};
use crate::layout::{Axis, Layout, Piece, Side};
use crate::level::{Known, Level, Position};
use crate::{Board, MAX_SIDE, Name};

/// Reads a file of this notation. Only the syntax has exact places: a parsed value no longer knows
/// its line, so faults of a board name the board's row and column.
pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let kind = FormatErrorKind::Json(syntax_message(&error));
            let position = Position { line: error.line() as u32, column: error.column() as u32 };
            let entries = vec![Err(FormatError { kind, position })];
            return Ok(Collection { entries, ..Collection::default() });
        }
    };
    let mut collection = Collection::default();
    let levels = match value {
        Value::Object(mut object) if object.contains_key("levels") => {
            collection.title = object.get("title").and_then(Value::as_str).map(str::to_owned);
            collection.comments = strings(object.get("comments"));
            match object.remove("levels") {
                Some(Value::Array(levels)) => levels,
                _ => vec![Value::Null],
            }
        }
        Value::Array(items) if items.iter().all(is_level) && !items.is_empty() => items,
        other => vec![other],
    };
    if levels.len() > MAX_LEVELS {
        return Err(FormatError::at(0, 0, FormatErrorKind::TooManyLevels));
    }
    collection.entries = levels
        .iter()
        .map(|value| level(value).map_err(|kind| FormatError::at(0, 0, kind)))
        .collect();
    Ok(collection)
}

/// The message without the place, which the error has of its own.
fn syntax_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

fn is_level(value: &Value) -> bool {
    value.is_array() || value.get("blocks").is_some()
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn wrong(expected: &'static str, found: &Value) -> FormatErrorKind {
    FormatErrorKind::Value { expected, found: found.to_string().chars().take(40).collect() }
}

fn level(value: &Value) -> Result<Level, FormatErrorKind> {
    let nothing = Map::new();
    let (object, blocks) = match value {
        Value::Array(blocks) => (&nothing, blocks),
        Value::Object(object) => match object.get("blocks") {
            Some(Value::Array(blocks)) => (object, blocks),
            _ => return Err(wrong("an object with blocks", value)),
        },
        _ => return Err(wrong("a list of blocks", value)),
    };
    if blocks.len() > MAX_SIDE * MAX_SIDE {
        return Err(wrong("at most 256 blocks", &json!(blocks.len())));
    }
    let side = |key: &str| object.get(key).map_or(Ok(6), |value| small(value, 1000));
    let exit = match object.get("exit") {
        None => None,
        Some(value) => {
            let side = value.as_str().and_then(Side::from_name);
            Some((side.ok_or_else(|| wrong("left, right, top or bottom", value))?, None))
        }
    };
    let walls = object.get("walls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut pieces = Vec::new();
    let mut red = None;
    for (i, value) in blocks.iter().enumerate() {
        let (piece, target) = block(value, i)?;
        if target && red.replace(i).is_some() {
            let fault = crate::Fault::at(
                piece.row.into(),
                piece.column.into(),
                crate::FaultKind::SecondRed,
            );
            return Err(FormatErrorKind::Board(fault));
        }
        pieces.push(piece);
    }
    name_pieces(&mut pieces, blocks, red)?;
    let layout = Layout {
        width: side("width")?,
        height: side("height")?,
        walls: walls.iter().map(cell).collect::<Result<_, _>>()?,
        pieces,
        red,
        exit,
    };
    let board = Board::new(&layout).map_err(FormatErrorKind::Board)?;
    let count = |key: &str| object.get(key).and_then(Value::as_u64);
    Ok(Level {
        board,
        title: object.get("title").and_then(Value::as_str).map(str::to_owned),
        comments: strings(object.get("comments")),
        known: Known {
            moves: count("moves").and_then(|n| n.try_into().ok()),
            steps: count("steps").and_then(|n| n.try_into().ok()),
            cluster: count("cluster"),
        },
        position: Position { line: 1, column: 1 },
    })
}

fn block(value: &Value, i: usize) -> Result<(Piece, bool), FormatErrorKind> {
    let field = |key: &str| value.get(key).unwrap_or(&Value::Null);
    let (row, column) = cell(field("position"))?;
    let axis = match field("direction").as_str().map(str::to_ascii_lowercase).as_deref() {
        Some("horizontal" | "h") => Axis::Horizontal,
        Some("vertical" | "v") => Axis::Vertical,
        _ => return Err(wrong("direction horizontal or vertical", value)),
    };
    let length = small(field("length"), 255)? as u8;
    let target = field("isTarget").as_bool().unwrap_or(false);
    let piece =
        Piece { name: Name::numbered(i), axis, row: row as u8, column: column as u8, length };
    Ok((piece, target))
}

/// Blocks without names are numbered in the order of the file, red being `A`.
fn name_pieces(
    pieces: &mut [Piece],
    blocks: &[Value],
    red: Option<usize>,
) -> Result<(), FormatErrorKind> {
    let mut next = 1;
    for (i, piece) in pieces.iter_mut().enumerate() {
        piece.name = match blocks[i].get("name") {
            Some(value) => {
                let name = value.as_str().and_then(Name::new);
                name.ok_or_else(|| wrong("a name of up to eight letters or digits", value))?
            }
            None if red == Some(i) => Name::numbered(0),
            None => {
                next += 1;
                Name::numbered(next - 1)
            }
        };
    }
    Ok(())
}

fn cell(value: &Value) -> Result<(usize, usize), FormatErrorKind> {
    match value.as_array().map(Vec::as_slice) {
        Some([row, column]) => Ok((small(row, 255)?, small(column, 255)?)),
        _ => Err(wrong("a position [row, column]", value)),
    }
}

fn small(value: &Value, max: u64) -> Result<usize, FormatErrorKind> {
    match value.as_u64() {
        Some(n) if n <= max => Ok(n as usize),
        _ => Err(wrong("a small whole number", value)),
    }
}

/// Writes a collection: one board as an object, several in a list with a line for each.
pub(super) fn write(collection: &Collection) -> Result<String, WriteError> {
    let levels: Vec<String> =
        collection.levels().map(|level| level_value(level).to_string()).collect();
    let mut head = String::new();
    if let Some(title) = &collection.title {
        head += &format!("\"title\": {},\n", json!(title));
    }
    if !collection.comments.is_empty() {
        head += &format!("\"comments\": {},\n", json!(collection.comments));
    }
    if head.is_empty() && levels.len() == 1 {
        return Ok(levels[0].clone() + "\n");
    }
    Ok(format!("{{\n{head}\"levels\": [\n{}\n]}}\n", levels.join(",\n")))
}

fn level_value(level: &Level) -> Value {
    let board = &level.board;
    let block = |(i, piece): (usize, &Piece)| {
        let direction = if piece.axis == Axis::Horizontal { "horizontal" } else { "vertical" };
        let mut block = json!({
            "name": piece.name.as_str(),
            "length": piece.length,
            "position": [piece.row, piece.column],
            "direction": direction,
        });
        if i == board.red() {
            block["isTarget"] = json!(true);
        }
        block
    };
    let mut object = Map::new();
    if let Some(title) = &level.title {
        object.insert("title".into(), json!(title));
    }
    if !level.comments.is_empty() {
        object.insert("comments".into(), json!(level.comments));
    }
    object.insert("width".into(), json!(board.width()));
    object.insert("height".into(), json!(board.height()));
    object.insert("exit".into(), json!(board.exit().name()));
    let walls: Vec<[usize; 2]> = board.walls().iter().map(|(row, column)| [row, column]).collect();
    object.insert("walls".into(), json!(walls));
    let known = &level.known;
    let counts = [
        ("moves", known.moves.map(u64::from)),
        ("steps", known.steps.map(u64::from)),
        ("cluster", known.cluster),
    ];
    for (key, count) in counts {
        if let Some(count) = count {
            object.insert(key.into(), json!(count));
        }
    }
    object.insert("blocks".into(), board.pieces().iter().enumerate().map(block).collect());
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = r#"[{"length":2,"position":[2,0],"direction":"horizontal","isTarget":true},
        {"length":3,"position":[0,4],"direction":"vertical","isTarget":false}]"#;

    #[test]
    fn a_bare_list_is_a_board_of_six() {
        let mut collection = read(BARE).unwrap();
        let level = collection.entries.remove(0).unwrap();
        assert_eq!(level.board.to_rows().unwrap()[2], "AA..B.");
        let again = read(
            &write(&Collection { entries: vec![Ok(level.clone())], ..Default::default() }).unwrap(),
        );
        assert_eq!(again.unwrap().entries[0].as_ref().unwrap(), &level);
    }

    #[test]
    fn wrong_values_are_named() {
        for (from, to, expected) in [
            ("[2,0]", "[2]", "position"),
            ("[2,0]", "[2,-1]", "whole number"),
            ("\"vertical\"", "\"up\"", "direction"),
            ("true", "false", "no red piece"),
            ("false", "true", "second red"),
            ("[0,4]", "[0,9]", "beyond the board"),
            ("3", "3e99", "small whole number"),
            ("]}", "", "expected"),
        ] {
            let text = BARE.replacen(from, to, 1);
            let error = read(&text).unwrap().entries.remove(0).map(|_| ()).err();
            let found = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(found.contains(expected) || from == "]}", "{to}: {found}");
        }
        let deep = "[".repeat(100_000);
        assert!(read(&deep).unwrap().entries[0].is_err());
    }
}
