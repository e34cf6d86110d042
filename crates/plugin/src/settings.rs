//! The settings of the plug-in: a text file with a line for each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzle::{Goal, Request};

/// The text that a new file begins with.
pub const TEMPLATE: &str = "\
# Banto as a plug-in. Lines that begin with # are remarks; take the # away to change a setting.

# Where the program is, if it is not beside the plug-in or on the path.
# program = C:\\banto\\banto.exe

# The engine, as `banto solve --engine help` lists them.
# engine = auto

# What solutions should be shortest in: any, pushes or moves.
# goal = any

# The memory of a search, in MiB.
# memory = 2048

# Threads of a search; all cores when this is not set.
# threads = 4

# Seconds for a level; no limit of its own when this is not set, because the host has one.
# time = 60
";

/// What the user has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The program.
    pub program: Option<PathBuf>,
    engine: Option<String>,
    goal: Option<Goal>,
    memory: Option<u64>,
    threads: Option<usize>,
    time: Option<u64>,
}

/// Memory when the settings name none: that of `banto solve`.
const MEMORY: u64 = 2 << 30;

impl Settings {
    /// Reads a file of settings; one that is not there sets nothing.
    ///
    /// # Errors
    ///
    /// A sentence with the line that cannot be read.
    pub fn load(file: Option<&Path>) -> Result<Settings, String> {
        match file.map(std::fs::read_to_string) {
            None => Ok(Settings::default()),
            Some(Ok(text)) => Settings::parse(&text),
            Some(Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Settings::default())
            }
            Some(Err(error)) => Err(format!("the settings cannot be read: {error}")),
        }
    }

    /// Reads settings.
    ///
    /// # Errors
    ///
    /// A sentence with the line that cannot be read.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let set = line.split_once('=').and_then(|(name, value)| {
                    settings.set(name.trim(), value.trim().trim_matches('"'))
                });
                set.ok_or_else(|| {
                    format!("settings, line {}: {line:?} is no setting", number + 1)
                })?;
            }
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let positive = || value.parse::<u64>().ok().filter(|&it| it > 0);
        match name {
            "program" => self.program = Some(PathBuf::from(value)),
            "engine" => self.engine = Some(value.to_owned()),
            "goal" => self.goal = puzzle::search::goal::from_name(value).ok()?,
            "memory" => self.memory = Some(positive()?.checked_mul(1 << 20)?),
            "threads" => {
                self.threads = positive().filter(|&it| it <= 256).map(|it| Some(it as usize))?
            }
            "time" => self.time = Some(positive()?),
            _ => return None,
        }
        Some(())
    }

    /// The request for a level.
    pub fn request(&self) -> Request {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let mut request = Request::new().memory(self.memory.unwrap_or(MEMORY));
        request.engine = self.engine.clone().unwrap_or(request.engine);
        request.goal = self.goal;
        request.threads = self.threads.unwrap_or_else(cores);
        request.limits.time = self.time.map(Duration::from_secs);
        request
    }
}

/// Finds the program: what the settings name, or what lies beside the plug-in, in a folder `banto` there, or on
/// the path.
///
/// # Errors
///
/// A sentence that says where it should be.
pub fn program(settings: &Settings, plugin: Option<&Path>) -> Result<PathBuf, String> {
    let name = format!("banto{}", std::env::consts::EXE_SUFFIX);
    if let Some(named) = &settings.program {
        return match named.is_file() {
            true => Ok(named.clone()),
            false => Err(format!("there is no program {}", named.display())),
        };
    }
    let folder = plugin.and_then(Path::parent);
    let beside = folder.into_iter().flat_map(|it| [it.join(&name), it.join("banto").join(&name)]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = beside.chain(std::env::split_paths(&path).map(|it| it.join(&name)));
    places
        .find(|it| it.is_file())
        .ok_or_else(|| format!("{name} is missing: put it beside the plug-in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_sets_nothing_and_every_setting_in_it_can_be_read() {
        assert_eq!(Settings::parse(TEMPLATE), Ok(Settings::default()));
        let all = TEMPLATE.lines().filter_map(|line| line.strip_prefix("# "));
        let all: Vec<&str> = all.filter(|line| line.contains(" = ")).collect();
        let read = Settings::parse(&all.join("\n")).unwrap();
        assert_eq!(all.len(), 6);
        assert!(read.program.is_some() && read.time == Some(60) && read.threads == Some(4));
        assert_eq!(read.request().limits.memory, Some(2 << 30));
    }

    #[test]
    fn a_line_that_is_no_setting_is_named() {
        for wrong in ["memory = 0", "memory", "colour = red", "threads = 1000", "goal = short"] {
            let text = format!("# first\n{wrong}\n");
            let error = Settings::parse(&text).unwrap_err();
            assert!(error.starts_with("settings, line 2: "), "{error}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_said() {
        let settings = Settings::parse("program = nowhere/banto.exe").unwrap();
        assert!(program(&settings, None).unwrap_err().contains("nowhere"));
    }
}
