//! Where `-o` leads: a new file, a pipe or device, an input of the same run, or a file that is in the way. Asked before
//! anything is searched, so that a refusal costs nothing.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::deliver::behind_links;
use crate::failure::Failure;
use crate::loaded::Loaded;

/// Where results are to be written.
#[derive(Debug)]
pub(crate) struct Target {
    /// The file itself, behind all links.
    pub(crate) path: PathBuf,
    /// As the user has written it.
    name: String,
    /// What is there now.
    pub(crate) nature: Nature,
}

/// What is where results are to be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// Nothing yet.
    New,
    /// A pipe or a device, which is written to as it is.
    Device,
    /// A file with these bytes.
    File(Vec<u8>),
}

impl Target {
    /// Looks at a path; refused if nothing can be written there.
    pub(crate) fn find(path: &Path) -> Result<Target, Failure> {
        let io = |error: std::io::Error| Failure::io(path.display(), &error);
        let name = path.display().to_string();
        let nature = match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(Failure::usage(format!("{name} is a folder")));
            }
            Ok(found) if found.is_file() => {
                OpenOptions::new().write(true).open(path).map_err(io)?;
                Nature::File(std::fs::read(path).map_err(io)?)
            }
            Ok(_) => Nature::Device,
            Err(error) if error.kind() == ErrorKind::NotFound => Nature::New,
            Err(error) => return Err(io(error)),
        };
        let path = behind_links(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder.map(std::fs::metadata) {
            Some(Err(error)) => Err(Failure::io(name, &error)),
            _ => Ok(Target { path, name, nature }),
        }
    }

    /// The same for a command that makes the whole file anew: what exists is only overwritten by force.
    pub(crate) fn to_overwrite(path: &Path, force: bool) -> Result<Target, Failure> {
        let target = Target::find(path)?;
        match target.nature {
            Nature::File(_) if !force => Err(target.exists()),
            _ => Ok(target),
        }
    }

    /// The refusal to overwrite what is there.
    pub(crate) fn exists(&self) -> Failure {
        Failure::usage(format!("{}: exists already; --force overwrites it", self.name))
    }

    /// Refused if the file is not what it was when the run began: somebody has made or changed it meanwhile.
    pub(crate) fn is_as_it_was(&self) -> Result<(), Failure> {
        let message = match &self.nature {
            Nature::Device => return Ok(()),
            Nature::New if !self.path.exists() => return Ok(()),
            Nature::New => format!("{}: somebody else has made this file meanwhile", self.name),
            Nature::File(bytes) => match std::fs::read(&self.path) {
                Ok(now) if now == *bytes => return Ok(()),
                Ok(_) => format!("{}: changed since it was read", self.name),
                Err(error) => return Err(Failure::io(&self.name, &error)),
            },
        };
        Err(Failure { code: 4, message: format!("{message}; nothing is written") })
    }

    /// A refusal for another reason.
    pub(crate) fn refused(&self, why: &str) -> Failure {
        Failure::usage(format!("{}: {why}; choose another file for -o", self.name))
    }

    /// The input that would be overwritten.
    pub(crate) fn input<'a>(&self, collections: &'a [Loaded]) -> Option<&'a Loaded> {
        collections.iter().find(|it| self.holds(it)).filter(|_| self.nature != Nature::Device)
    }

    /// Whether these levels were read from it.
    pub(crate) fn holds(&self, loaded: &Loaded) -> bool {
        loaded.source.file.as_deref().is_some_and(|file| is_same_file(file, &self.path))
    }

    /// Whether it is an input by its name, although no levels came from it.
    pub(crate) fn is_named(&self, files: &[String]) -> bool {
        let picked =
            |name: &str| name.rsplit_once(':').map_or(name.to_owned(), |it| it.0.to_owned());
        files.iter().any(|name| self.is(Path::new(name)) || self.is(Path::new(&picked(name))))
    }

    /// Whether it is the file at another path.
    pub(crate) fn is(&self, other: &Path) -> bool {
        matches!(self.nature, Nature::File(_)) && is_same_file(other, &self.path)
    }
}

/// Whether two paths lead to the same file, under whatever names.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path| std::fs::metadata(path).map(|it| (it.dev(), it.ino())).ok();
    id(one).is_some() && id(one) == id(other)
}

/// Whether two paths lead to the same file; hard links are not seen here.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path| std::fs::canonicalize(path).ok();
    real(one).is_some() && real(one) == real(other)
}
