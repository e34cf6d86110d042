//! The `.slc` notation: XML with one `<L>` element per row.
//!
//! ```xml
//! <SokobanLevels>
//!   <Title>…</Title><Description>…</Description>
//!   <LevelCollection Copyright="author">
//!     <Level Id="title" Copyright="author" Width="5" Height="3">
//!       <L>#####</L> …
//! ```
//!
//! Holds titles, authors and the comments of the collection, but neither solutions nor the comments
//! of a level. Document types are skipped and only the five predefined entities are expanded, so a
//! file cannot make the reader fetch anything or expand without bound.

use std::borrow::Cow;

use ::text::Locator;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::classify::{fault, tile};
use super::limits::{Allowance, MAX_LEVELS, MAX_NOTE};
use super::notes::{clean_line, clean_title};
use super::{Collection, FormatError, FormatErrorKind, Unreadable, text, xsb};
use ::text::Position;

use crate::{Level, MAX_SIDE};

/// Bytes of a description; longer ones are cut.
const MAX_DESCRIPTION: usize = 16 * MAX_NOTE;

/// Reads a text.
pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    let mut xml = Reader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let mut slc = Slc {
        collection: Collection::default(),
        allowance: Allowance::new(),
        locator: Locator::new(text),
        level: None,
        field: None,
    };
    loop {
        let start = xml.buffer_position() as usize;
        match xml.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => slc.event(event, start)?,
            Err(error) => {
                let position = slc.locator.position(start);
                let kind = FormatErrorKind::Xml(error.to_string());
                slc.level = None;
                slc.push(Err(FormatError { kind, position }.into()))?;
                break;
            }
        }
    }
    slc.finish_level()?;
    match slc.collection.entries.as_slice() {
        [] => Err(FormatError::new(FormatErrorKind::NoLevel, 1, 1)),
        [Err(level)] if matches!(level.errors[0].kind, FormatErrorKind::Xml(_)) => {
            Err(level.errors[0].clone())
        }
        _ => Ok(slc.collection),
    }
}

/// Elements whose text we keep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Title,
    Description,
    Email,
    Url,
    Row,
}

/// The element being read: its text so far, where the text begins, and whether the text stands in
/// the file verbatim.
struct Field {
    name: Name,
    text: String,
    start: usize,
    verbatim: bool,
}

/// The level being read.
struct Draft {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<String>,
    origins: Vec<Position>,
    verbatim: bool,
    start: Position,
    errors: Vec<FormatError>,
}

struct Slc<'a> {
    collection: Collection,
    allowance: Allowance,
    locator: Locator<'a>,
    level: Option<Draft>,
    field: Option<Field>,
}

impl Slc<'_> {
    fn event(&mut self, event: Event<'_>, start: usize) -> Result<(), FormatError> {
        match event {
            Event::Start(element) => self.start(&element, start)?,
            Event::End(element) => match element.local_name().as_ref() {
                name if name.eq_ignore_ascii_case("Level") => self.finish_level()?,
                _ => self.finish_field(),
            },
            Event::Text(text) => self.text(&text.xml10_content(), start, true),
            Event::CData(text) => self.text(&text.xml10_content(), start, false),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(c)) => self.text(c.encode_utf8(&mut [0; 4]), start, false),
                _ => match resolve_predefined_entity(&name) {
                    Some(text) => self.text(text, start, false),
                    None => self.text(&format!("&{};", &*name), start, false),
                },
            },
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, element: &BytesStart<'_>, start: usize) -> Result<(), FormatError> {
        self.finish_field();
        let local = element.local_name();
        let local = local.as_ref();
        if local.eq_ignore_ascii_case("LevelCollection") {
            let author = attribute(element, "Copyright");
            self.collection.author = self.collection.author.take().or(author);
        } else if local.eq_ignore_ascii_case("Level") {
            self.finish_level()?;
            self.level = Some(Draft {
                title: attribute(element, "Id"),
                author: attribute(element, "Copyright"),
                rows: Vec::new(),
                origins: Vec::new(),
                verbatim: true,
                start: self.locator.position(start),
                errors: Vec::new(),
            });
        } else {
            const NAMES: [(&str, Name); 5] = [
                ("Title", Name::Title),
                ("Description", Name::Description),
                ("Email", Name::Email),
                ("Url", Name::Url),
                ("L", Name::Row),
            ];
            let name = NAMES.iter().find(|(name, _)| local.eq_ignore_ascii_case(name));
            self.field = name.map(|&(_, name)| Field {
                name,
                text: String::new(),
                start: start + element.len() + 2,
                verbatim: true,
            });
        }
        Ok(())
    }

    fn text(&mut self, text: &str, start: usize, verbatim: bool) {
        let Some(field) = &mut self.field else { return };
        if field.text.is_empty() {
            field.start = start;
        }
        field.verbatim &= verbatim;
        let room = MAX_DESCRIPTION.saturating_sub(field.text.len());
        let mut end = text.len().min(room);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        field.text.push_str(&text[..end]);
    }

    fn finish_field(&mut self) {
        let Some(field) = self.field.take() else { return };
        let comment = |key: &str| clean_title(&field.text).map(|text| format!("{key}: {text}"));
        match field.name {
            Name::Row => self.row(field),
            Name::Title if self.level.is_some() => {}
            Name::Title => {
                let title = clean_title(&field.text);
                self.collection.title = self.collection.title.take().or(title);
            }
            Name::Description => self.collection.comments.extend(description(&field.text)),
            Name::Email => self.collection.comments.extend(comment("Email")),
            Name::Url => self.collection.comments.extend(comment("Url")),
        }
    }

    fn row(&mut self, field: Field) {
        let Some(level) = &mut self.level else { return };
        if level.rows.len() > MAX_SIDE {
            return;
        }
        let position = self.locator.position(field.start);
        let row = field.text.trim_end();
        let stranger = row.chars().enumerate().find(|&(_, c)| tile(c).is_none());
        if let Some((column, c)) = stranger {
            let column = if field.verbatim { column as u32 } else { 0 };
            let (line, column) = (position.line, position.column + column);
            level.errors.push(FormatError::new(fault(c), line, column));
        }
        if level.rows.len() == MAX_SIDE {
            let kind = FormatErrorKind::BoardTooLarge;
            level.errors.push(FormatError { kind, position });
        }
        level.rows.push(row.to_owned());
        level.origins.push(position);
        level.verbatim &= field.verbatim;
    }

    fn finish_level(&mut self) -> Result<(), FormatError> {
        self.finish_field();
        let Some(draft) = self.level.take() else { return Ok(()) };
        let title = draft.title.clone();
        let level = self.build(draft).map_err(|unreadable| Unreadable { title, ..unreadable });
        self.push(level)
    }

    fn build(&mut self, draft: Draft) -> Result<Level, Unreadable> {
        if let Some(unreadable) = Unreadable::from_errors(draft.errors) {
            return Err(unreadable);
        }
        let rows: Vec<&str> = draft.rows.iter().map(String::as_str).collect();
        let grid = text::grid(&rows, &draft.origins, &mut self.allowance)?;
        let empty = FormatError { kind: FormatErrorKind::EmptyBoard, position: draft.start };
        Ok(Level {
            title: draft.title,
            author: draft.author,
            row_origins: draft.origins,
            cells_are_characters: draft.verbatim,
            ..Level::from_grid(grid.ok_or(empty)?)
        })
    }

    fn push(&mut self, entry: Result<Level, Unreadable>) -> Result<(), FormatError> {
        if self.collection.entries.len() == MAX_LEVELS {
            return Err(FormatError::new(FormatErrorKind::TooManyLevels, 1, 1));
        }
        self.collection.entries.push(entry);
        Ok(())
    }
}

/// An attribute of an element, cleaned.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    // The check for duplicate attributes takes time that grows with the square of their number.
    let mut attributes = element.attributes();
    let attribute = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.as_ref().eq_ignore_ascii_case(name))?;
    let value: Cow<'_, str> = match attribute.normalized_value(XmlVersion::Implicit1_0) {
        Ok(value) => value,
        Err(_) => attribute.value,
    };
    clean_title(&value)
}

/// The lines of a description, without empty ones at its ends.
fn description(text: &str) -> Vec<String> {
    let lines = ::text::lines(text).unwrap_or_default();
    let mut lines: Vec<String> = lines.into_iter().map(clean_line).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.split_off(blank)
}

/// Writes a collection.
pub(super) fn write(collection: &Collection) -> String {
    let title = collection.title.as_deref().and_then(clean_title).unwrap_or_default();
    let comments: Vec<String> = collection.comments.iter().map(|line| clean_line(line)).collect();
    let sizes = || collection.levels().map(|(_, level)| &level.grid);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n  <Title>{}</Title>\n  \
         <Description>{}</Description>\n  <LevelCollection{} MaxWidth=\"{}\" MaxHeight=\"{}\">\n",
        escape(title),
        escape(comments.join("\n")),
        copyright(collection.author.as_deref()),
        sizes().map(|grid| grid.width()).max().unwrap_or(0),
        sizes().map(|grid| grid.height()).max().unwrap_or(0),
    );
    for (_, level) in collection.levels() {
        let title = level.title.as_deref().and_then(clean_title).unwrap_or_default();
        out.push_str(&format!(
            "    <Level Id=\"{}\"{} Width=\"{}\" Height=\"{}\">\n",
            escape(title),
            copyright(level.author.as_deref()),
            level.grid.width(),
            level.grid.height(),
        ));
        for row in xsb::rows(&level.grid, ' ') {
            out.push_str(&format!("      <L>{row}</L>\n"));
        }
        out.push_str("    </Level>\n");
    }
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    out
}

fn copyright(author: Option<&str>) -> String {
    match author.and_then(clean_title) {
        Some(author) => format!(" Copyright=\"{}\"", escape(author)),
        None => String::new(),
    }
}
