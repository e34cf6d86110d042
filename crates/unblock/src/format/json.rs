//! JSON blocks: a list of `{length, position: [row, column], direction, isTarget}`, coordinates
//! from 0. Such a list alone is one board of 6 × 6; an object around it may say more:
//! `{title, comments, width, height, exit, walls: [[row, column]], moves, steps, cluster, blocks}`.
//! A file holds one board or a list of boards. Blocks may carry a `name`.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use ::text::{Locator, MAX_ERRORS};

use super::spot;
use super::{Collection, FormatError, FormatErrorKind, MAX_LEVELS, Unreadable, WriteError};
use crate::layout::{Axis, Fault, FaultKind, Layout, LayoutError, Piece, Side};
use crate::level::{Known, Level};
use crate::{Board, MAX_SIDE, Name, Position};

/// A step from a value to one inside it.
#[derive(Clone, Copy, Debug)]
enum Step {
    Key(&'static str),
    Index(usize),
}

/// What is wrong with a board, and the steps from the board to the value that is to blame.
struct Wrong {
    kind: FormatErrorKind,
    path: Vec<Step>,
}

impl Wrong {
    fn of(kind: FormatErrorKind) -> Wrong {
        Wrong { kind, path: Vec::new() }
    }

    /// The same fault, seen from the enclosing value.
    fn within(mut self, step: Step) -> Wrong {
        self.path.insert(0, step);
        self
    }

    /// The error of a board that begins at an offset.
    fn at(self, text: &str, board: usize, locator: &mut Locator<'_>) -> FormatError {
        let position = locator.position(self.offset(text, board));
        FormatError { kind: self.kind, position }
    }

    /// The offset of what is to blame, or of the last value on the way to it that exists.
    fn offset(&self, text: &str, board: usize) -> usize {
        self.path.iter().fold(board, |at, step| {
            let next = match step {
                Step::Key(key) => spot::member(text, at, key),
                Step::Index(index) => spot::elements(text, at).get(*index).copied(),
            };
            next.unwrap_or(at)
        })
    }
}

/// What is wrong with a board; never empty, and never more than is reported.
struct Wrongs(Vec<Wrong>);

impl From<Wrong> for Wrongs {
    fn from(wrong: Wrong) -> Wrongs {
        Wrongs(vec![wrong])
    }
}

/// Bytes of text that are parsed at a time: a board, a title, the comments of a file. Parsed, a list
/// of numbers takes thirty times as much.
const MAX_PARSED: usize = 1 << 20;

/// Reads a file of this notation. Boards are parsed one at a time, so that a large file does not take
/// many times its size.
pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    if let Err(error) = serde_json::from_str::<&RawValue>(text) {
        let kind = FormatErrorKind::Json(syntax_message(&error));
        let position = Locator::new(text).counted_in_bytes(error.line(), error.column());
        let entries = vec![Err(FormatError { kind, position }.into())];
        return Ok(Collection { entries, ..Collection::default() });
    }
    let mut collection = Collection::default();
    let start = spot::begin(text, 0);
    let offsets = match member(text, start, "levels") {
        Some(list) => {
            let parsed = |key| member(text, start, key).and_then(|at| parse(text, at).ok());
            collection.title = parsed("title").as_ref().and_then(Value::as_str).map(str::to_owned);
            collection.comments = strings(parsed("comments").as_ref());
            if is_list(text, list) { spot::elements(text, list) } else { vec![list] }
        }
        None if is_list(text, start) => {
            let items = spot::elements(text, start);
            let levels = !items.is_empty() && items.iter().all(|&item| is_level(text, item));
            if levels { items } else { vec![start] }
        }
        None => vec![start],
    };
    if offsets.len() > MAX_LEVELS {
        return Err(FormatError::at(0, 0, FormatErrorKind::TooManyLevels));
    }
    let mut locator = Locator::new(text);
    for offset in offsets {
        let position = locator.position(offset);
        let value = parse(text, offset);
        let level = value.as_ref().map_err(|kind| Wrong::of(kind.clone()).into()).and_then(level);
        collection.entries.push(match level {
            Ok(level) => Ok(Level { position, ..level }),
            Err(Wrongs(wrongs)) => Err(Unreadable {
                title: value.ok().and_then(|it| Some(it.get("title")?.as_str()?.to_owned())),
                errors: wrongs
                    .into_iter()
                    .map(|wrong| wrong.at(text, offset, &mut locator))
                    .collect(),
            }),
        });
    }
    Ok(collection)
}

/// The message without the place, which the error carries itself.
fn syntax_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// The value that begins at an offset of a sound text.
fn parse(text: &str, at: usize) -> Result<Value, FormatErrorKind> {
    let value = &text[at..spot::end(text, at)];
    if value.len() > MAX_PARSED {
        let found = value.chars().take(40).collect();
        return Err(FormatErrorKind::Value { expected: "a board of at most 1 MiB", found });
    }
    serde_json::from_str(value).map_err(|error| FormatErrorKind::Json(syntax_message(&error)))
}

/// The offset of the value of a key, if an object begins at an offset.
fn member(text: &str, at: usize, key: &str) -> Option<usize> {
    let object = text.as_bytes().get(at) == Some(&b'{');
    object.then(|| spot::member(text, at, key)).flatten()
}

fn is_list(text: &str, at: usize) -> bool {
    text.as_bytes().get(at) == Some(&b'[')
}

fn is_level(text: &str, at: usize) -> bool {
    is_list(text, at) || member(text, at, "blocks").is_some()
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn wrong(expected: &'static str, found: &Value) -> Wrong {
    let found = found.to_string().chars().take(40).collect();
    Wrong::of(FormatErrorKind::Value { expected, found })
}

fn level(value: &Value) -> Result<Level, Wrongs> {
    let nothing = Map::new();
    let (object, blocks) = match value {
        Value::Array(blocks) => (&nothing, blocks),
        Value::Object(object) => match object.get("blocks") {
            Some(Value::Array(blocks)) => (object, blocks),
            _ => return Err(wrong("an object with blocks", value).into()),
        },
        _ => return Err(wrong("a list of blocks", value).into()),
    };
    if blocks.len() > MAX_SIDE * MAX_SIDE {
        return Err(wrong("at most 256 blocks", &json!(blocks.len())).into());
    }
    let in_block = |i: usize| {
        move |wrong: Wrong| {
            let wrong = wrong.within(Step::Index(i));
            if value.is_array() { wrong } else { wrong.within(Step::Key("blocks")) }
        }
    };
    let mut pieces = Vec::new();
    let mut red = None;
    for (i, value) in blocks.iter().enumerate() {
        let (piece, target) = block(value, i).map_err(in_block(i))?;
        if target && red.replace(i).is_some() {
            let (row, column) = (piece.row.into(), piece.column.into());
            let fault = Fault::at(row, column, FaultKind::SecondRed);
            return Err(in_block(i)(Wrong::of(FormatErrorKind::Board(fault))).into());
        }
        pieces.push(piece);
    }
    name_pieces(&mut pieces, blocks, red).map_err(|(i, wrong)| in_block(i)(wrong))?;
    let layout = frame(object, pieces, red)?;
    let blame = |fault: Fault| {
        let wrong = Wrong::of(FormatErrorKind::Board(fault));
        match blamed(&layout, &fault.kind) {
            Some(i) => in_block(i)(wrong),
            None => wrong,
        }
    };
    let told = |error: LayoutError| error.faults.into_iter().map(blame).take(MAX_ERRORS).collect();
    let board = Board::new(&layout).map_err(|error| Wrongs(told(error)))?;
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

/// The pieces on a board of the size, walls and exit that an object names.
fn frame(
    object: &Map<String, Value>,
    pieces: Vec<Piece>,
    red: Option<usize>,
) -> Result<Layout, Wrong> {
    let side = |key: &'static str| {
        let value = object.get(key).map_or(Ok(6), |value| small(value, 1000));
        value.map_err(|wrong| wrong.within(Step::Key(key)))
    };
    let exit = match object.get("exit") {
        None => None,
        Some(value) => {
            let side = value.as_str().and_then(Side::from_name);
            let wrong = || wrong("left, right, top or bottom", value).within(Step::Key("exit"));
            Some((side.ok_or_else(wrong)?, None))
        }
    };
    let walls = object.get("walls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let wall = |(i, value)| {
        let within = |wrong: Wrong| wrong.within(Step::Index(i)).within(Step::Key("walls"));
        cell(value).map_err(within)
    };
    Ok(Layout {
        width: side("width")?,
        height: side("height")?,
        walls: walls.iter().enumerate().map(wall).collect::<Result<_, _>>()?,
        pieces,
        red,
        exit,
    })
}

/// The piece a fault is about: of two, the later one.
fn blamed(layout: &Layout, kind: &FaultKind) -> Option<usize> {
    let named = |name: &Name| layout.pieces.iter().rposition(|piece| piece.name == *name);
    match kind {
        FaultKind::RedOffExitLine => layout.red,
        FaultKind::NoLength(name)
        | FaultKind::Outside(name)
        | FaultKind::OnWall(name)
        | FaultKind::SameName(name)
        | FaultKind::Overlap(_, name) => named(name),
        _ => None,
    }
}

fn block(value: &Value, i: usize) -> Result<(Piece, bool), Wrong> {
    let field = |key: &str| value.get(key).unwrap_or(&Value::Null);
    let within = |key| move |wrong: Wrong| wrong.within(Step::Key(key));
    let (row, column) = cell(field("position")).map_err(within("position"))?;
    let axis = match field("direction").as_str().map(str::to_ascii_lowercase).as_deref() {
        Some("horizontal" | "h") => Axis::Horizontal,
        Some("vertical" | "v") => Axis::Vertical,
        _ => {
            let wrong = wrong("direction horizontal or vertical", field("direction"));
            return Err(within("direction")(wrong));
        }
    };
    let length = small(field("length"), 255).map_err(within("length"))? as u8;
    let target = field("isTarget").as_bool().unwrap_or(false);
    let piece =
        Piece { name: Name::numbered(i), axis, row: row as u8, column: column as u8, length };
    Ok((piece, target))
}

/// Blocks without names are numbered in the order of the file, red being `A`. An error comes with
/// the number of its block.
fn name_pieces(
    pieces: &mut [Piece],
    blocks: &[Value],
    red: Option<usize>,
) -> Result<(), (usize, Wrong)> {
    let mut next = 1;
    for (i, piece) in pieces.iter_mut().enumerate() {
        piece.name = match blocks[i].get("name") {
            Some(value) => {
                let name = value.as_str().and_then(Name::new);
                let wrong = || wrong("a name of up to eight letters or digits", value);
                name.ok_or_else(|| (i, wrong().within(Step::Key("name"))))?
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

fn cell(value: &Value) -> Result<(usize, usize), Wrong> {
    match value.as_array().map(Vec::as_slice) {
        Some([row, column]) => {
            let within = |i| move |wrong: Wrong| wrong.within(Step::Index(i));
            Ok((small(row, 255).map_err(within(0))?, small(column, 255).map_err(within(1))?))
        }
        _ => Err(wrong("a position [row, column]", value)),
    }
}

fn small(value: &Value, max: u64) -> Result<usize, Wrong> {
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

    /// Checks that the last level of a text has an error with these words, at the last place where
    /// `needle` stands.
    fn check(text: &str, needle: &str, words: &str) {
        let level = read(text).unwrap().entries.pop().unwrap().map(|_| ()).unwrap_err();
        let error = &level.errors[0];
        let before = &text[..text.rfind(needle).unwrap()];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let place = (error.position.line as usize, error.position.column as usize);
        assert!(error.to_string().contains(words), "{text}: {error}");
        assert_eq!(place, (line, column), "{text}: {error}");
    }

    #[test]
    fn wrong_values_are_named_with_their_place() {
        let second = "{\"length\":";
        for (from, to, needle, words) in [
            ("[2,0]", "[2]", "[2]", "position"),
            ("[2,0]", "[2,-1]", "-1", "whole number"),
            ("\"vertical\"", "\"up\"", "\"up\"", "direction"),
            ("true", "false", "[{", "no red piece"),
            ("false", "true", second, "second red"),
            ("[0,4]", "[0,9]", second, "beyond the board"),
            ("[0,4]", "[1,1]", second, "overlap"),
            ("3", "3e99", "3e99", "small whole number"),
            ("3", "0", second, "no cells"),
        ] {
            check(&BARE.replacen(from, to, 1), needle, words);
        }
        check(&BARE.replace("}]", ""), "e", "EOF");
        let deep = "[".repeat(100_000);
        assert!(read(&deep).unwrap().entries[0].is_err());
    }

    #[test]
    fn a_board_of_megabytes_is_refused_and_the_others_are_read() {
        let walls = vec!["[0,0]"; 200_000].join(",");
        let huge = format!("{{\"walls\": [{walls}], \"blocks\": {BARE}}}");
        check(&huge, "{\"walls", "at most 1 MiB");
        let entries = read(&format!("[{huge}, {BARE}]")).unwrap().entries;
        assert!(entries[0].is_err() && entries[1].is_ok());
    }

    #[test]
    fn faults_of_objects_and_of_later_levels_have_their_place() {
        for (key, needle, words) in [
            ("\"width\": 17", "{\"title", "larger than 16x16"),
            ("\"width\": -1", "-1", "whole number"),
            ("\"exit\": \"up\"", "\"up\"", "left, right"),
            ("\"exit\": \"top\"", "{\"length\":2", "towards the exit"),
            ("\"walls\": [[2]]", "[2]", "position"),
            ("\"walls\": [[2, 1]]", "{\"length\":2", "wall"),
        ] {
            let later = format!("{{\"title\": \"later\", {key}, \"blocks\": {BARE}}}");
            let text = format!("{{\"levels\": [{BARE},\n {later}]}}");
            check(&text, needle, words);
            let first = read(&text).unwrap().entries.remove(0).unwrap();
            assert_eq!(first.position, Position { line: 1, column: 13 });
        }
    }
}
