//! Which programs are compared: a small file that says how each is called, and is not part of the project.
//!
//! ```text
//! {
//!   "memory": "8GiB",
//!   "peers": [
//!     {"name": "festival", "version": "3.1", "command": "./festival {level} -out_dir {folder}"},
//!     {"name": "festival, 8 threads", "program": "festival", "threads": 8, "command": "…"}
//!   ]
//! }
//! ```

use std::path::Path;

use serde_json::Value;

/// Memory of every run when the file says nothing.
const MEMORY: &str = "4GiB";

/// What the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Config {
    pub(super) memory: String,
    peers: Vec<Row>,
}

impl Default for Config {
    fn default() -> Config {
        Config { memory: MEMORY.to_owned(), peers: Vec::new() }
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// What it is called.
    pub(super) name: String,
    /// The program, which may have several rows.
    pub(super) program: String,
    /// Its version, where it is known.
    pub(super) version: Option<String>,
    /// How many threads it uses: its CPU time is as many times the rung's.
    pub(super) threads: usize,
    /// What the page shows of how it is called.
    pub(super) line: String,
    /// The command of another program, ready to be run.
    pub(super) command: Option<String>,
}

impl Config {
    pub(super) fn read(file: &Path) -> Result<Config, String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| told(&error))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        Config::parse(&text, folder).map_err(|error| told(&error))
    }

    /// Reads the text; files that commands name are in `folder`.
    pub(super) fn parse(text: &str, folder: &Path) -> Result<Config, String> {
        // The error has line and column.
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        fields(&value, "the file", &["memory", "peers"])?;
        let peers = value["peers"].as_array().ok_or("peers must be a list")?;
        let peers: Vec<Row> =
            peers.iter().map(|peer| Row::read(peer, folder)).collect::<Result<_, _>>()?;
        for (at, row) in peers.iter().enumerate() {
            if row.name == "banto" || peers[..at].iter().any(|other| other.name == row.name) {
                return Err(format!("the name {:?} is taken", row.name));
            }
        }
        let memory = value["memory"].as_str().unwrap_or(MEMORY).to_owned();
        Ok(Config { memory, peers })
    }

    /// The rows: this program with one thread and with all, then the others.
    pub(super) fn rows(&self, cores: usize) -> Vec<Row> {
        let own = |name: String, threads: usize| Row {
            name,
            program: "banto".to_owned(),
            version: None,
            threads,
            line: if threads == 1 {
                "auto".to_owned()
            } else {
                format!("auto --threads {threads}")
            },
            command: None,
        };
        let mut rows = vec![own("banto".to_owned(), 1)];
        if cores > 1 {
            rows.push(own(format!("banto {cores} threads"), cores));
        }
        rows.extend(self.peers.iter().cloned());
        rows
    }
}

impl Row {
    fn read(peer: &Value, folder: &Path) -> Result<Row, String> {
        let name = peer["name"].as_str().ok_or("every peer needs a name")?.to_owned();
        fields(peer, &name, &["name", "program", "version", "threads", "command"])?;
        if name.is_empty() || name.contains(['=', ',']) {
            return Err(format!("{name:?}: a name has letters, and no = or comma"));
        }
        let command = peer["command"].as_str().ok_or(format!("{name}: there is no command"))?;
        let threads = match &peer["threads"] {
            Value::Null => 1,
            given => given
                .as_u64()
                .filter(|it| (1..=256).contains(it))
                .ok_or(format!("{name}: threads is a number from 1 to 256"))?
                as usize,
        };
        let line = command.replace("{threads}", &threads.to_string());
        let text = |field: &str| peer[field].as_str().map(str::to_owned);
        Ok(Row {
            program: text("program").unwrap_or_else(|| name.clone()),
            version: text("version"),
            threads,
            command: Some(from_there(&line, folder)),
            line,
            name,
        })
    }
}

/// Refuses fields that mean nothing: one that is misspelt would change a comparison.
fn fields(value: &Value, what: &str, known: &[&str]) -> Result<(), String> {
    let object = value.as_object().ok_or(format!("{what} is not an object"))?;
    match object.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(format!("{what}: there is no {name:?}, only {}", known.join(", "))),
        None => Ok(()),
    }
}

/// A command whose words name files from another folder.
fn from_there(command: &str, folder: &Path) -> String {
    let word = |word: &str| {
        let path = folder.join(word);
        match std::path::absolute(&path) {
            Ok(full) if Path::new(word).is_relative() && path.is_file() => {
                full.to_string_lossy().into_owned()
            }
            _ => word.to_owned(),
        }
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_files_are_refused_with_a_reason() {
        let refused = |text: &str| Config::parse(text, Path::new(".")).unwrap_err();
        assert!(refused("{\n  \"peers\": [,]}").contains("line 2 column 13"));
        assert!(refused(r#"{"peers": [], "time": 3}"#).contains("there is no \"time\""));
        assert!(refused(r#"{"peers": [{"name": "a"}]}"#).contains("no command"));
        let peer = r#"{"name": "a", "command": "a {level}"}"#;
        assert!(refused(&format!(r#"{{"peers": [{peer}, {peer}]}}"#)).contains("is taken"));
        let none = r#"{"peers": [{"name": "a", "command": "a", "threads": 0}]}"#;
        assert!(refused(none).contains("threads"));
        assert!(refused("{}").contains("peers must be a list"));
    }

    #[test]
    fn there_is_a_row_for_one_thread_and_one_for_all() {
        let names = |cores: usize| -> Vec<(String, usize)> {
            let rows = Config::default().rows(cores);
            rows.into_iter().map(|row| (row.line, row.threads)).collect()
        };
        assert_eq!(names(1), [("auto".to_owned(), 1)]);
        assert_eq!(names(4), [("auto".to_owned(), 1), ("auto --threads 4".to_owned(), 4)]);
    }
}
