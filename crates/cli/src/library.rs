//! The user's library: collections kept as files, byte for byte as they came.
//!
//! A collection is found by the stem of its file name, first in the folder named by `--levels` or
//! `BANTO_LEVELS`, then in the user's data directory. One whose name an earlier one has is called by its
//! folder too (`more/mine`). `levels add` copies files there; nothing is
//! rewritten, so authors' notes stay as they are. What is removed goes to the folder `removed` beside
//! it, from which it can be restored.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

use crate::deliver::write_whole;
use crate::failure::Failure;
use crate::sources::{self, Source};

/// Where collections are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    /// The folder of `--levels` or `BANTO_LEVELS`.
    external: Option<PathBuf>,
    /// The user's own folder; absent when no home directory is known.
    own: Option<PathBuf>,
}

/// What became of a file that was to be added.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// Kept under this name.
    Kept(String),
    /// The same bytes are there already under this name.
    AlreadyThere(String),
}

/// The user's folders for this program; absent when no home directory is known.
pub(crate) fn user_folders() -> Option<impl AppStrategy> {
    let args = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "banto".to_owned(),
        app_name: "banto".to_owned(),
    };
    choose_app_strategy(args).ok()
}

impl Library {
    /// The library as the environment and the command line describe it.
    pub(crate) fn new(external: Option<PathBuf>) -> Library {
        let own = user_folders().map(|dirs| dirs.in_data_dir("collections"));
        Library { external, own }
    }

    /// The folder of `--levels` or `BANTO_LEVELS`.
    pub(crate) fn external(&self) -> Option<&Path> {
        self.external.as_deref()
    }

    /// Where the web page keeps games and solutions: beside the user's collections.
    pub(crate) fn state_file(&self) -> Option<PathBuf> {
        self.own.as_ref().map(|folder| folder.with_file_name("progress.db"))
    }

    /// The file of a collection, by its name or the stem of its file's name.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        let (mut named, mut called) = (None, None);
        for (own, path) in self.collections() {
            if stem(&path) == name && called.is_none() {
                called = Some(path.clone());
            }
            if own == name {
                named = Some(path);
            }
        }
        named.or(called)
    }

    /// All collections of the library with their names, the external folder first. Archives are for `levels add`.
    pub(crate) fn collections(&self) -> Vec<(String, PathBuf)> {
        let mut taken: BTreeSet<String> =
            crate::embedded::list().map(|(name, _)| name.to_owned()).collect();
        let mut all = Vec::new();
        for folder in [&self.external, &self.own].into_iter().flatten() {
            let files = sources::files_below(folder).unwrap_or_default().levels;
            for path in files.into_iter().filter(|file| !sources::is_archive(file)) {
                let name = names(folder, &path).find(|name| !taken.contains(name));
                let name = name.expect("one of endlessly many names is free");
                taken.insert(name.clone());
                all.push((name, path));
            }
        }
        all
    }

    /// Copies a file into the user's folder under a name that is still free.
    pub(crate) fn add(&self, source: &Source) -> Result<Added, Failure> {
        let folder = self.own.as_ref().ok_or_else(|| {
            Failure::usage("no home directory is known: set HOME or XDG_DATA_HOME")
        })?;
        std::fs::create_dir_all(folder).map_err(|e| Failure::io(folder.display(), &e))?;
        let _alone = alone(folder);
        for path in sources::files_below(folder)?.levels {
            if std::fs::read(&path).is_ok_and(|bytes| bytes == source.bytes) {
                return Ok(Added::AlreadyThere(stem(&path)));
            }
        }
        let original = Path::new(&source.name);
        let name = self.free_name(&stem(original));
        write_whole(&folder.join(format!("{name}.{}", ending(original))), &source.bytes)?;
        Ok(Added::Kept(name))
    }

    /// Whether a file lies in the user's own folder.
    pub(crate) fn is_own(&self, file: &Path) -> bool {
        self.own.as_ref().is_some_and(|folder| file.parent() == Some(folder))
    }

    /// Moves a file of the user's own folder aside; returns its name there.
    pub(crate) fn remove(&self, name: &str) -> Result<String, Failure> {
        let _alone = self.own.as_deref().and_then(alone);
        let file = self.file(name).filter(|file| self.is_own(file));
        let file = file.ok_or_else(|| self.nothing_own(name))?;
        let aside = self.aside()?;
        std::fs::create_dir_all(&aside).map_err(|e| Failure::io(aside.display(), &e))?;
        let numbered = |n: usize| format!("{name}.{n}.{}", ending(&file));
        let free = (1..).map(numbered).find(|name| !aside.join(name).exists());
        let free = free.expect("one of endlessly many names is free");
        std::fs::rename(&file, aside.join(&free)).map_err(|e| Failure::io(file.display(), &e))?;
        Ok(free)
    }

    fn nothing_own(&self, name: &str) -> Failure {
        if self.file(name).is_some() || crate::embedded::named(name).is_some() {
            return Failure::usage(format!("{name} cannot be removed: you did not add it"));
        }
        let own = self.collections().into_iter().filter(|(_, path)| self.is_own(path));
        let own: Vec<String> = own.map(|(name, _)| name).collect();
        let look = "`banto levels list` shows the collections";
        Failure::usage(puzzle::text::unknown(
            "collection",
            name,
            own.iter().map(String::as_str),
            look,
        ))
    }

    /// The removed files, by name and by when they were removed.
    pub(crate) fn removed(&self) -> Result<Vec<PathBuf>, Failure> {
        let files = std::fs::read_dir(self.aside()?).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = files.map(|it| it.path()).filter(|it| it.is_file()).collect();
        files.sort_by_key(|file| former(file));
        Ok(files)
    }

    /// Moves a removed file back, called by its own name or by that of the collection, of which the last
    /// removed comes back; returns the name the collection now has.
    pub(crate) fn restore(&self, removed: &str) -> Result<String, Failure> {
        let _alone = self.own.as_deref().and_then(alone);
        // The name is untrusted: it is looked up in the folder, never joined to a path.
        let files = self.removed()?;
        let exact = files.iter().find(|it| it.file_name() == Some(removed.as_ref()));
        let found = exact.or_else(|| files.iter().rev().find(|it| former(it).0 == removed));
        let unknown = || {
            let names = files.iter().map(|it| former(it).0).collect::<Vec<_>>();
            let look = "`banto levels restore` lists what can be restored";
            let names = names.iter().map(String::as_str);
            Failure::usage(puzzle::text::unknown("removed collection", removed, names, look))
        };
        let (found, own) = found.zip(self.own.as_ref()).ok_or_else(unknown)?;
        let name = self.free_name(&former(found).0);
        let back = own.join(format!("{name}.{}", ending(found)));
        std::fs::rename(found, &back).map_err(|e| Failure::io(found.display(), &e))?;
        Ok(name)
    }

    /// Where removed files wait.
    fn aside(&self) -> Result<PathBuf, Failure> {
        let own = self.own.as_ref().ok_or_else(|| Failure::usage("no home directory is known"))?;
        Ok(own.with_file_name("removed"))
    }

    /// The name, or the name with a number when it is taken.
    fn free_name(&self, wanted: &str) -> String {
        let taken =
            |name: &str| self.file(name).is_some() || crate::embedded::named(name).is_some();
        std::iter::once(wanted.to_owned())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(|name| !taken(name))
            .expect("one of endlessly many names is free")
    }
}

/// Keeps everybody else, in whatever process, from changing the library until it is dropped: of two that look for a free
/// name at the same moment, both would find the same. Where files cannot be locked there is no such guard.
fn alone(folder: &Path) -> Option<File> {
    let lock = folder.with_file_name("collections.lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(lock).ok()?;
    file.lock().ok().map(|()| file)
}

/// What follows the name of a collection: `xsb`, or `xsb.gz` where it is packed.
fn ending(path: &Path) -> String {
    let last = |path: &Path| path.extension().and_then(|it| it.to_str()).map(str::to_owned);
    match last(path) {
        Some(packed) if packed == "gz" => {
            format!("{}.gz", last(&path.with_extension("")).unwrap_or_else(|| "txt".to_owned()))
        }
        ending => ending.unwrap_or_else(|| "txt".to_owned()),
    }
}

/// What a removed file `mine.2.xsb` was called, and its number.
fn former(removed: &Path) -> (String, usize) {
    let numbered = stem(removed);
    let parts = numbered.rsplit_once('.').and_then(|(name, n)| Some((name, n.parse().ok()?)));
    parts.map_or((numbered.clone(), 0), |(name, n)| (name.to_owned(), n))
}

/// What a collection in a folder of the library may be called, the best name first: the stem of its file; with the
/// folders it lies in; with its ending; with a number.
fn names(folder: &Path, file: &Path) -> impl Iterator<Item = String> {
    let stem = stem(file);
    let inside = file.parent().and_then(|it| it.strip_prefix(folder).ok()).unwrap_or(Path::new(""));
    let inside = if inside.as_os_str().is_empty() {
        folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    } else {
        inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let whole = file.file_name().unwrap_or_default().to_string_lossy();
    let named = [stem.clone(), format!("{inside}/{stem}"), format!("{inside}/{whole}")];
    named.into_iter().chain((2..).map(move |n| format!("{stem}-{n}")))
}

/// A file name without folder and ending, nor the ending of what is packed in it.
pub(crate) fn stem(path: &Path) -> String {
    let packed = path.extension().is_some_and(|ending| ending == "gz");
    let path = if packed { path.with_extension("") } else { path.to_owned() };
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_removed_can_come_back_byte_for_byte() {
        let folder = std::env::temp_dir().join(format!("banto-library-{}", std::process::id()));
        let library = Library { external: None, own: Some(folder.join("collections")) };
        let bytes = b"; caf\xe9\n#####\n#@$.#\n#####\n".to_vec();
        let source = |bytes: &[u8]| Source::new("my one.xsb", bytes.to_vec());
        assert_eq!(library.add(&source(&bytes)).unwrap(), Added::Kept("my one".to_owned()));
        let removed = library.remove("my one").unwrap();
        assert!(library.file("my one").is_none() && library.remove("my one").is_err());
        // Another of the same name has been added meanwhile: both stay.
        library.add(&source(b"#####\n#.$@#\n#####\n")).unwrap();
        assert_eq!(library.restore(&removed).unwrap(), "my one-2");
        assert_eq!(std::fs::read(library.file("my one-2").unwrap()).unwrap(), bytes);
        // By its own name the last that was removed comes back.
        library.remove("my one-2").unwrap();
        assert_eq!(library.removed().unwrap().len(), 1);
        assert_eq!(library.restore("my one-2").unwrap(), "my one-2");
        assert_eq!(std::fs::read(library.file("my one-2").unwrap()).unwrap(), bytes);
        for foreign in [removed.as_str(), "../collections/my one.xsb", "..", ""] {
            assert!(library.restore(foreign).is_err(), "{foreign:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    #[test]
    fn a_name_that_is_there_twice_is_told_apart_by_its_folder() {
        let folder = std::env::temp_dir().join(format!("banto-twice-{}", std::process::id()));
        let place = folder.join("sets");
        let library = Library { external: Some(place.clone()), own: None };
        let room = "#####\n#@$.#\n#####\n";
        for file in ["mine.xsb", "a/mine.xsb", "b/c/mine.xsb", "a/mine.sok", "starter-sokoban.xsb"]
        {
            std::fs::create_dir_all(place.join(file).parent().unwrap()).unwrap();
            std::fs::write(place.join(file), room).unwrap();
        }
        let all: Vec<(String, PathBuf)> = library.collections();
        let named: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let expected = ["mine", "a/mine", "b/c/mine", "sets/mine", "sets/starter-sokoban"];
        assert_eq!(named, expected);
        for (name, path) in &all {
            assert_eq!(library.file(name).as_ref(), Some(path), "{name}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_table_without_a_board_is_no_collection() {
        let folder = std::env::temp_dir().join(format!("banto-tables-{}", std::process::id()));
        let library = Library { external: Some(folder.clone()), own: None };
        std::fs::create_dir_all(folder.join("solutions")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        let board = "..B.CC..B...AAB...DDD..E.....E.....E";
        write("boards.tsv", &format!("# n\tboard\tmoves\n1\t{board}\t9\n"));
        // The first board stands far below.
        write("late.tsv", &format!("{}1\t{board}\n", "# nothing yet\n".repeat(20_000)));
        write("index.tsv", "file\tn\ttitle\nmine.xsb\t1\tone of 2\n");
        write("solutions/mine.tsv", "# n\tpushes\tmoves\n1\t1\t2\tann\trR\n");
        let all = library.collections();
        let named: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(named, ["boards", "late"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_packed_file_is_still_one_of_levels_when_it_comes_back() {
        let folder = std::env::temp_dir().join(format!("banto-packed-{}", std::process::id()));
        let library = Library { external: None, own: Some(folder.join("collections")) };
        std::fs::create_dir_all(folder.join("collections")).unwrap();
        std::fs::write(folder.join("collections/mine.v2.xsb.gz"), b"as it came").unwrap();
        assert_eq!(library.remove("mine.v2").unwrap(), "mine.v2.1.xsb.gz");
        assert_eq!(library.restore("mine.v2").unwrap(), "mine.v2");
        assert!(library.file("mine.v2").is_some());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
