//! Packed level files: `.gz` and `.zip`, recognised by how they begin.
//!
//! A few kilobytes can unpack into gigabytes, so what comes out is counted while it is unpacked.

use std::borrow::Cow;
use std::io::{Cursor, Read};
use std::path::{Component, Path};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use crate::failure::Failure;
use crate::sources::{self, MAX_FILE, Source};

/// Most bytes that the files of one archive may have together.
const MAX_UNPACKED: u64 = 4 * MAX_FILE;

/// Most files that are looked at in an archive.
const MAX_MEMBERS: usize = 20_000;

/// The file, or the files packed in it.
pub(crate) fn unpacked(source: Source) -> Result<Vec<Source>, Failure> {
    match source.bytes[..] {
        [0x1f, 0x8b, ..] => Ok(vec![gunzipped(source)?]),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => members(&source),
        _ => Ok(vec![source]),
    }
}

fn gunzipped(source: Source) -> Result<Source, Failure> {
    let bytes = limited(MultiGzDecoder::new(&source.bytes[..]), &source.name)?;
    let name = source.name.strip_suffix(".gz").unwrap_or(&source.name).to_owned();
    Ok(Source { name, bytes, ..source })
}

/// The level files of a zip archive, in the order of their names.
fn members(source: &Source) -> Result<Vec<Source>, Failure> {
    let bad = |reason: String| Failure::bad_file(format!("{}: {reason}", source.name));
    let archive = ZipArchive::new(Cursor::new(&source.bytes[..]));
    let mut archive = archive.map_err(|error| bad(error.to_string()))?;
    if archive.len() > MAX_MEMBERS {
        return Err(bad(format!("more than {MAX_MEMBERS} files in an archive")));
    }
    let names = archive.file_names().filter_map(|name| name.ok().map(Cow::into_owned));
    let mut names: Vec<String> = names.collect();
    names.retain(|name| is_level_member(name));
    names.sort();
    let (mut files, mut left) = (Vec::new(), MAX_UNPACKED);
    for name in names {
        let member = archive.by_name(&name).map_err(|error| bad(format!("{name}: {error}")))?;
        let bytes = limited(member, &format!("{}/{name}", source.name))?;
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| bad(format!("larger than {} MiB when unpacked", MAX_UNPACKED >> 20)))?;
        let name = format!("{}/{name}", source.name);
        let (levels, file) = (source.levels.clone(), source.file.clone());
        files.push(Source { named: false, levels, file, ..Source::new(name, bytes) });
    }
    if files.is_empty() {
        return Err(bad("no level files in the archive".to_owned()));
    }
    Ok(files)
}

/// Whether a file of an archive is one of levels, and not what a Macintosh leaves beside it.
fn is_level_member(name: &str) -> bool {
    let path = Path::new(name);
    let hidden = |part: Component<'_>| match part.as_os_str().to_str() {
        Some("." | "..") | None => false,
        Some(part) => part.starts_with('.') || part == "__MACOSX",
    };
    sources::is_level_text(path) && !name.ends_with('/') && !path.components().any(hidden)
}

/// All of it, or a refusal when it is larger than a level file may be.
fn limited(packed: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = packed.take(MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::bad_file(format!("{name}: cannot be unpacked: {error}")))?;
    if bytes.len() as u64 > MAX_FILE {
        let limit = MAX_FILE >> 20;
        return Err(Failure::bad_file(format!("{name}: larger than {limit} MiB when unpacked")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_level_files_are_taken_from_an_archive() {
        for name in ["a.xsb", "sets/b.SOK", "../c.txt"] {
            assert!(is_level_member(name), "{name}");
        }
        for name in ["a.exe", "sets/", "__MACOSX/a.xsb", "sets/._a.xsb", "", "inner.zip"] {
            assert!(!is_level_member(name), "{name}");
        }
    }

    #[test]
    fn what_only_begins_like_an_archive_is_refused() {
        for bytes in [&b"\x1f\x8b"[..], b"PK\x03\x04", b"\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff"] {
            let source = Source::new("spoiled", bytes.to_vec());
            assert_eq!(unpacked(source).unwrap_err().code, 3, "{bytes:?}");
        }
        assert_eq!(unpacked(Source::new("plain", b"#####".to_vec())).unwrap().len(), 1);
    }
}
