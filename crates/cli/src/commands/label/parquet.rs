//! Labels as Apache Parquet: the columns of `docs/labels.md`, written from the journal and read back.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::Compression;
use ::parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::record::Field;
use ::parquet::schema::parser::parse_message_type;
use lab::LabelRow;
use serde_json::{Map, Value};

use super::label_writer::{KIND, failure};
use crate::failure::Failure;

/// Rows that are held at once and written as one group.
const GROUP: usize = 50_000;

/// The columns in their order; those of text, and those of numbers.
const SCHEMA: &str = "message labels {
  required binary level (UTF8);
  required binary level_hash (UTF8);
  optional int64 pushes;
  optional int64 pushes_moves;
  optional binary pushes_status (UTF8);
  optional int64 pushes_bound;
  optional binary pushes_solution (UTF8);
  optional int64 pushes_expanded;
  optional int64 moves;
  optional int64 moves_pushes;
  optional binary moves_status (UTF8);
  optional int64 moves_bound;
  optional binary moves_solution (UTF8);
  optional int64 moves_expanded;
  optional binary error (UTF8);
}";

/// Writes the labels of a journal to a file, whole or not at all.
pub(super) fn write(journal: &Path, output: &Path) -> Result<(), Failure> {
    let mut partial = output.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let io = |error: &std::io::Error| Failure::io(output.display(), error);
    let file = File::create(&partial).map_err(|error| io(&error))?;
    let written = write_all(journal, &file).and_then(|()| {
        file.sync_all().map_err(|error| io(&error))?;
        std::fs::rename(&partial, output).map_err(|error| io(&error))
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    written
}

fn write_all(journal: &Path, file: &File) -> Result<(), Failure> {
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(Failure::internal)?);
    let about = KeyValue::new("banto".to_owned(), puzzle::record::VERSION.to_owned());
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(vec![about]))
        .build();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))
        .map_err(|error| Failure { code: 4, message: error.to_string() })?;
    let mut rows = Vec::new();
    let mut each = |line: &[u8]| {
        rows.push(serde_json::from_slice(line).map_err(|error| error.to_string())?);
        if rows.len() == GROUP {
            write_group(&mut writer, &rows).map_err(|error| error.to_string())?;
            rows.clear();
        }
        Ok(())
    };
    runner::follow_journal(journal, KIND, &mut each).map_err(failure)?;
    let told = |error: ParquetError| Failure { code: 4, message: error.to_string() };
    if !rows.is_empty() {
        write_group(&mut writer, &rows).map_err(told)?;
    }
    writer.close().map(|_| ()).map_err(told)
}

fn write_group(
    writer: &mut SerializedFileWriter<&File>,
    rows: &[Map<String, Value>],
) -> Result<(), ParquetError> {
    let columns: Vec<_> = writer.schema_descr().columns().to_vec();
    let mut group = writer.next_row_group()?;
    for column in columns {
        let values: Vec<Option<&Value>> = rows.iter().map(|row| row.get(column.name())).collect();
        let optional = column.max_def_level() > 0;
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        write_column(&mut group, &values, optional.then_some(&levels))?;
    }
    group.close().map(|_| ())
}

/// Writes the next column; what a row does not have is left out of the values and has the level 0.
fn write_column(
    group: &mut SerializedRowGroupWriter<'_, &File>,
    values: &[Option<&Value>],
    levels: Option<&Vec<i16>>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has as many columns");
    let there = values.iter().flatten();
    let levels = levels.map(Vec::as_slice);
    match column.untyped() {
        ::parquet::column::writer::ColumnWriter::Int64ColumnWriter(_) => {
            let numbers: Vec<i64> = there.filter_map(|value| value.as_i64()).collect();
            column.typed::<Int64Type>().write_batch(&numbers, levels, None)?;
        }
        _ => {
            let texts: Vec<ByteArray> =
                there.filter_map(|value| value.as_str()).map(ByteArray::from).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, levels, None)?;
        }
    }
    column.close()
}

/// Shows each row of a file.
pub(super) fn follow(
    file: &Path,
    each: &mut dyn FnMut(LabelRow) -> Result<(), String>,
) -> Result<(), Failure> {
    let opened = File::open(file).map_err(|error| Failure::io(file.display(), &error))?;
    let bad = |error: String| Failure::bad_file(format!("{}: {error}", file.display()));
    let reader = SerializedFileReader::new(opened).map_err(|error| bad(error.to_string()))?;
    let rows = reader.get_row_iter(None).map_err(|error| bad(error.to_string()))?;
    for (number, row) in rows.enumerate() {
        let row = row.map_err(|error| bad(error.to_string()))?;
        let fields = row.get_column_iter().filter_map(|(name, field)| {
            let value = match field {
                Field::Str(text) => Value::from(text.as_str()),
                Field::Long(number) => Value::from(*number),
                _ => return None,
            };
            Some((name.clone(), value))
        });
        let row = serde_json::from_value(Value::Object(fields.collect()));
        let read = row.map_err(|error| error.to_string()).and_then(&mut *each);
        read.map_err(|error| bad(format!("row {}: {error}", number + 1)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use runner::Journal;

    use super::*;

    #[test]
    fn rows_come_back_as_they_were() {
        let folder = std::env::temp_dir().join(format!("banto-parquet-{}", std::process::id()));
        let (from, to) = (folder.join("labels.jsonl"), folder.join("labels.parquet"));
        let row = |n: u64| LabelRow {
            level: format!("hard/000:{n}"),
            level_hash: format!("{n:016x}"),
            pushes: (n % 3 > 0).then_some(n),
            pushes_status: Some("solved".to_owned()),
            moves_solution: (n % 2 > 0).then(|| "lUrD".repeat(n as usize)),
            error: (n == 5).then(|| "é".to_owned()),
            ..LabelRow::default()
        };
        let rows: Vec<LabelRow> = (0..20).map(row).collect();
        let (mut journal, _) = Journal::follow(&from, KIND, Map::new(), &mut |_| Ok(())).unwrap();
        let lines: String = rows.iter().map(LabelRow::line).collect();
        journal.append_lines(&lines).unwrap();
        journal.close().unwrap();
        write(&from, &to).unwrap();
        let mut again = Vec::new();
        follow(&to, &mut |row| {
            again.push(row);
            Ok(())
        })
        .unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(again, rows);
    }
}
