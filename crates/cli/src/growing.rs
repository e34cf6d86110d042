//! Levels that are written when they are made: to standard output, or to `FILE.part` until all are there.
//!
//! In most notations a collection grows at its end. Where it does not (JSON, XML, numbered boards), everything is
//! written at the end, and the part is in the usual notation of the game.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use puzzle::{Collection, Entry, Game};

use crate::args::GenerateCommon;
use crate::deliver::{print, write_whole};
use crate::failure::Failure;
use crate::target::{Nature, Target};

/// The notations in which the text of some levels is the beginning of the text of more.
const GROWING: [&str; 9] =
    ["xsb", "sok", "rle", "line", "table", "classic", "grid", "course", "cars"];

/// Levels that are being written.
pub(crate) struct Written {
    game: Game,
    format: String,
    /// What a part is written in.
    part_format: String,
    levels: Vec<Entry>,
    /// Where it all goes in the end; standard output if absent.
    target: Option<Target>,
    /// Whether a file that comes meanwhile may be overwritten.
    force: bool,
    part: Option<(File, PathBuf)>,
}

impl Written {
    /// Looks at the file that is to be written, before anything is made.
    pub(crate) fn begin(
        args: &GenerateCommon,
        game: Game,
        format: &str,
        usual: &str,
    ) -> Result<Written, Failure> {
        let target = args.output.as_deref();
        let target = target.map(|path| Target::to_overwrite(path, args.force)).transpose()?;
        let part = target.as_ref().filter(|it| it.nature != Nature::Device);
        let part = part.map(|target| part_of(target, args.force)).transpose()?;
        let grows = GROWING.contains(&format);
        let part_format = if grows { format } else { usual }.to_owned();
        Ok(Written {
            game,
            format: format.to_owned(),
            part_format,
            levels: Vec::new(),
            target,
            force: args.force,
            part,
        })
    }

    /// Writes a level.
    pub(crate) fn add(&mut self, level: Entry) -> Result<(), Failure> {
        self.levels.push(level);
        match &mut self.part {
            Some((part, path)) => {
                let text = tail(self.game, &self.levels, &self.part_format)?;
                let written = part.write_all(text.as_bytes()).and_then(|()| part.flush());
                written.map_err(|error| Failure::io(path.display(), &error))
            }
            None if self.target.is_none() && self.part_format == self.format => {
                print(tail(self.game, &self.levels, &self.format)?.as_bytes()).map(|_| ())
            }
            None => Ok(()),
        }
    }

    /// Everything that will be made is made.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let text = || text(self.game, &self.levels, &self.format);
        match &self.target {
            Some(target) if !self.levels.is_empty() => {
                let text = text()?;
                let free = if self.force { Ok(()) } else { target.is_as_it_was() };
                let written = free.and_then(|()| write_whole(&target.path, text.as_bytes()));
                written.map_err(|failure| match &self.part {
                    Some((_, part)) => {
                        let kept = format!("the levels are kept in {}", part.display());
                        Failure { message: format!("{}; {kept}", failure.message), ..failure }
                    }
                    None => failure,
                })?;
            }
            None if self.part_format != self.format => {
                print(text()?.as_bytes())?;
            }
            _ => {}
        }
        match self.part {
            Some((part, path)) => {
                drop(part);
                std::fs::remove_file(&path).map_err(|error| Failure::io(path.display(), &error))
            }
            None => Ok(()),
        }
    }
}

/// The file for levels until all are made. One that is there holds levels of a run that was killed, or of one that is
/// still at work.
fn part_of(target: &Target, force: bool) -> Result<(File, PathBuf), Failure> {
    let mut path = target.path.clone().into_os_string();
    path.push(".part");
    let path = PathBuf::from(path);
    // Whatever else has this name is the user's.
    if force && std::fs::read(&path).is_ok_and(|it| !it.is_empty() && puzzle::read(&it).is_err()) {
        let sentence = "is in the way: levels are kept there until all are made";
        return Err(Failure::usage(format!("{}: {sentence}", path.display())));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(!force).create(true).truncate(true);
    match options.open(&path) {
        Ok(file) => Ok((file, path)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let empty = std::fs::metadata(&path).is_ok_and(|it| it.len() == 0);
            let why = match empty {
                true => "is of a run that has no level yet, or was killed before; remove it if",
                false => "holds the levels of a run that is not finished; rename it, or",
            };
            let so = if empty { "nothing is at work" } else { "--force makes them again" };
            Err(Failure::usage(format!("{}: {why} {so}", path.display())))
        }
        Err(error) => Err(Failure::io(path.display(), &error)),
    }
}

/// What the last of these levels adds to the text of those before it.
fn tail(game: Game, levels: &[Entry], format: &str) -> Result<String, Failure> {
    let last = levels.len().saturating_sub(2);
    let both = text(game, &levels[last..], format)?;
    if levels.len() == 1 {
        return Ok(both);
    }
    let before = text(game, &levels[last..=last], format)?;
    match both.strip_prefix(&before) {
        Some(tail) => Ok(tail.to_owned()),
        None => Err(Failure::internal(format!("{format} does not grow"))),
    }
}

fn text(game: Game, levels: &[Entry], format: &str) -> Result<String, Failure> {
    let (title, author, comments, warnings) = (None, None, Vec::new(), Vec::new());
    let entries = levels.to_vec();
    let collection = Collection { game, title, author, comments, entries, warnings };
    puzzle::write::write(&collection, format).map_err(Failure::usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_level_by_level_is_the_text_of_all() {
        let sokoban = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n\n######\n#@ *.#\n######\n";
        let unblock = "AAB\n..B\n...\n\nB..\nBAA\n...\n\n..B\nAAB\n...\n";
        let mut tried = 0;
        for collection in [sokoban, unblock].map(|text| puzzle::read(text.as_bytes()).unwrap()) {
            for format in GROWING {
                let Ok(all) = puzzle::write::write(&collection, format) else { continue };
                let levels = &collection.entries;
                let grown = (1..=3).map(|n| tail(collection.game, &levels[..n], format).unwrap());
                assert_eq!(grown.collect::<String>(), all, "{format}");
                tried += 1;
            }
        }
        assert_eq!(tried, GROWING.len());
    }
}
