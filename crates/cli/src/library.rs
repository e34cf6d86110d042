//! The user's library: collections kept as files, byte for byte as they came.
//!
//! A collection is found by the stem of its file name, first in the folder named by `--levels` or
//! `BANTO_LEVELS`, then in the user's data directory. `levels add` copies files there; nothing is
//! rewritten, so authors' notes stay as they are.

use std::io::Write;
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

use crate::failure::Failure;
use crate::sources::{self, Source};

/// Where collections are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    /// The folder of `--levels` or `BANTO_LEVELS`.
    external: Option<PathBuf>,
    /// The user's own folder; absent when the system knows no home.
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

impl Library {
    /// The library as the environment and the command line describe it.
    pub(crate) fn new(external: Option<PathBuf>) -> Library {
        let args = AppStrategyArgs {
            top_level_domain: "org".to_owned(),
            author: "banto".to_owned(),
            app_name: "banto".to_owned(),
        };
        let own = choose_app_strategy(args).ok().map(|dirs| dirs.in_data_dir("collections"));
        Library { external, own }
    }

    /// Where the web page keeps games and solutions: beside the user's collections.
    pub(crate) fn state_file(&self) -> Option<PathBuf> {
        self.own.as_ref().map(|folder| folder.with_file_name("progress.db"))
    }

    /// The file of a collection, by the stem of its name.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        self.files().into_iter().find(|path| stem(path) == name)
    }

    /// All files of the library, the external folder first.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let folders = [&self.external, &self.own];
        folders
            .into_iter()
            .flatten()
            .flat_map(|dir| sources::level_files(dir).unwrap_or_default())
            .collect()
    }

    /// Copies a file into the user's folder under a name that is still free.
    pub(crate) fn add(&self, source: &Source) -> Result<Added, Failure> {
        let folder = self.own.as_ref().ok_or_else(|| {
            Failure::usage("no home directory is known: set HOME or XDG_DATA_HOME")
        })?;
        std::fs::create_dir_all(folder).map_err(|e| Failure::io(folder.display(), &e))?;
        for path in sources::level_files(folder)? {
            if std::fs::read(&path).is_ok_and(|bytes| bytes == source.bytes) {
                return Ok(Added::AlreadyThere(stem(&path)));
            }
        }
        let original = Path::new(&source.name);
        let ending = original.extension().and_then(|e| e.to_str()).unwrap_or("txt");
        let wanted = stem(original);
        let taken =
            |name: &str| self.file(name).is_some() || crate::embedded::named(name).is_some();
        let name = std::iter::once(wanted.clone())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(|name| !taken(name))
            .expect("one of endlessly many names is free");
        write_whole(&folder.join(format!("{name}.{ending}")), &source.bytes)?;
        Ok(Added::Kept(name))
    }
}

/// Writes a file so that readers see all of it or nothing: a temporary file, then a rename.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let told = |error: std::io::Error| Failure::io(path.display(), &error);
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let mut file = std::fs::File::create(&partial).map_err(told)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if let Err(error) = written.and_then(|()| std::fs::rename(&partial, path)) {
        let _ = std::fs::remove_file(&partial);
        return Err(told(error));
    }
    Ok(())
}

/// A file name without folder and ending.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
