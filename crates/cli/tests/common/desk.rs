//! A folder of a user's, in which commands run, and levels for it.

#![allow(dead_code, reason = "not every test program needs all of it")]

use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{code, command, scratch, stderr, stdout};

/// A search that takes little memory and, on [`HARD`], more than an hour.
pub(crate) const LONG: [&str; 6] = ["--engine", "idastar", "--space", "moves", "--time", "1h"];

pub(crate) const HARD: &str = "\
################
#..            #
#..  $ $ $ $ $ #
#..   $ $ $ $  #
#..  $ $ $ $ $ #
#..   $ $ $    #
#..            #
#.....  @      #
################
";

/// A corridor of so many steps and one push.
pub(crate) fn easy(steps: usize) -> String {
    let (wall, floor) = ("#".repeat(steps + 5), " ".repeat(steps));
    format!("{wall}\n#@{floor}$.#\n{wall}\n")
}

/// The solution of [`easy`].
pub(crate) fn moves(steps: usize) -> String {
    format!("{}R", "r".repeat(steps))
}

/// A folder of the user's.
pub(crate) struct Desk(pub(crate) PathBuf);

impl Desk {
    pub(crate) fn new(name: &str) -> Desk {
        Desk(scratch(name))
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        let mut run = command(&self.0);
        run.current_dir(&self.0).stdin(Stdio::null()).args(args).output().unwrap()
    }

    /// A run that ends well.
    pub(crate) fn good(&self, args: &[&str]) -> Output {
        let output = self.run(args);
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        output
    }

    /// A run that is refused before it prints anything, with this in its message.
    pub(crate) fn refused(&self, args: &[&str], why: &str) {
        let output = self.run(args);
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (2, ""),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(stderr(&output).contains(why), "{args:?}: {}", stderr(&output));
    }

    pub(crate) fn start(&self, args: &[&str]) -> Child {
        let mut run = command(&self.0);
        run.current_dir(&self.0).args(args).stdin(Stdio::null());
        run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// A run that has kept so many results.
    pub(crate) fn at_work(&self, args: &[&str], part: &str, results: usize) -> Child {
        let child = self.start(args);
        let begun = Instant::now();
        // The first line says what the file is.
        let lines =
            || std::fs::read_to_string(self.0.join(part)).unwrap_or_default().lines().count();
        while lines() < results + 1 {
            assert!(begun.elapsed() < Duration::from_secs(120), "{} lines in {part}", lines());
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// The names of all files but those of the program's own.
    pub(crate) fn files(&self) -> Vec<String> {
        let all = std::fs::read_dir(&self.0).unwrap().map(|file| file.unwrap());
        let files = all.filter(|file| file.file_type().unwrap().is_file());
        let mut names: Vec<String> =
            files.map(|file| file.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
