//! What the user's own files know about levels, for `banto info`: the store filled by the page and
//! the terminal player (opened read-only), and the files of `--known`.
//!
//! A solution counts once the checker has replayed it, a proof once the checker has accepted it. A
//! record's claim of a proof is trusted only for the level with the same hash, and shown with the
//! search that made it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use puzzle::facts::Facts;
use puzzle::known::{Bound, Knowledge, Origin};
use puzzle::proof::Claim as ProofClaim;
use puzzle::{Metric, Puzzle};
use serde_json::Value;
use store::Look;

use crate::failure::{Failure, printable};
use crate::library::Library;
use crate::loaded::Loaded;
use crate::proof;
use crate::sources::Source;
use crate::terminal::Terminal;
use crate::underline::Sheet;

/// What one record, one row or one proof says about a level.
#[derive(Default)]
struct Told {
    /// Where it stands.
    place: String,
    solutions: Vec<String>,
    bounds: Vec<Bound>,
    /// Who has proved that there is no solution.
    lost: Option<Origin>,
}

/// Everything that is known from elsewhere.
pub(crate) struct Elsewhere {
    store: Option<Look>,
    /// By the hash of the level.
    told: BTreeMap<String, Vec<Told>>,
    /// The exit code for files that could not be used.
    pub(crate) code: u8,
    terminal: Terminal,
}

impl Elsewhere {
    /// Reads the files, as far as they are about these levels, and looks for the store.
    pub(crate) fn find(
        files: &[PathBuf],
        collections: &[Loaded],
        library: &Library,
        terminal: Terminal,
    ) -> Result<Elsewhere, Failure> {
        let path = library.state_file().filter(|path| path.exists());
        let store = path.and_then(|path| {
            let unseen =
                |why: String| terminal.say(format!("your saved solutions cannot be read: {why}"));
            Look::at(&path).map_err(unseen).ok()
        });
        let mut found = Elsewhere { store, told: BTreeMap::new(), code: 0, terminal };
        let levels = Levels::new(collections);
        for file in files {
            let bytes = proof::read(file)?;
            match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
                _ if puzzle::proof::is_proof(&bytes) => found.take_proof(file, &bytes, &levels),
                Some(b'{') => found.take_records(file, &bytes, &levels),
                _ => found.take_solutions(file, bytes, &levels)?,
            }
        }
        Ok(found)
    }

    /// What is known about a level, together with its own facts. Contradictions are reported and
    /// change the exit code.
    pub(crate) fn about<'a>(
        &mut self,
        name: &str,
        puzzle: &'a Puzzle,
        facts: &Facts,
    ) -> Knowledge<'a> {
        let mut known = Knowledge::new(puzzle);
        known.facts(facts);
        if let Puzzle::Sokoban(level) = puzzle {
            for game in &level.level().solutions {
                // One that does not replay is for `check` to complain about.
                let _ = known.solution(&game.moves);
            }
        }
        self.add_kept(puzzle, &mut known);
        let mut complaints = Vec::new();
        for told in self.told.get(&hash(puzzle)).into_iter().flatten() {
            for moves in &told.solutions {
                if let Err(reason) = known.solution(moves) {
                    complaints.push(format!("{name}: {}: {reason}", told.place));
                }
            }
            told.bounds.iter().cloned().for_each(|bound| known.bound(bound));
            told.lost.iter().cloned().for_each(|by| known.lost(by));
        }
        complaints.iter().for_each(|it| self.complain(it));
        for wrong in known.settle() {
            self.complain(&format!("{name}: {wrong}"));
            if matches!(wrong.by, Origin::Start | Origin::Rating) {
                self.code = 1;
            }
        }
        known
    }

    /// What the user's store has. Its solutions are replayed again: the file is not trusted.
    fn add_kept(&self, puzzle: &Puzzle, known: &mut Knowledge<'_>) {
        let Some(store) = &self.store else { return };
        let level = store::key(puzzle);
        for solution in store.solutions_of(&level).unwrap_or_default() {
            let _ = known.solution(&solution.moves);
        }
        store.bounds_of(&level).unwrap_or_default().into_iter().for_each(|it| known.bound(it));
    }

    fn complain(&mut self, sentence: &str) {
        self.terminal.say(printable(sentence));
        self.code = if self.code == 0 { 3 } else { self.code };
    }

    fn add(&mut self, hash: String, told: Told) {
        self.told.entry(hash).or_default().push(told);
    }

    /// A proof, which is checked on the level it is about.
    fn take_proof(&mut self, file: &Path, bytes: &[u8], levels: &Levels<'_>) {
        let about = levels.puzzles().find(|puzzle| puzzle::proof::is_about(puzzle, bytes));
        let checked = about.map(|puzzle| (puzzle, puzzle::proof::check_proof(puzzle, bytes)));
        let (puzzle, proved) = match checked {
            Some((puzzle, Ok(proved))) => (puzzle, proved),
            Some((_, Err(why))) => return self.complain(&format!("{}: {why}", file.display())),
            None => {
                let sentence =
                    format!("{}: this proof is not about any of these levels", file.display());
                return self.complain(&sentence);
            }
        };
        let mut told = Told { place: file.display().to_string(), ..Told::default() };
        match proved.claim {
            ProofClaim::Unsolvable => told.lost = Some(Origin::Certificate),
            ProofClaim::AtLeast(value) => {
                let by = Origin::Certificate;
                told.bounds.push(Bound { metric: Metric::Pushes, value, by });
            }
        }
        self.add(hash(puzzle), told);
    }

    /// Lines of JSON.
    fn take_records(&mut self, file: &Path, bytes: &[u8], levels: &Levels<'_>) {
        // What a journal of labels says about itself, for its rows.
        let mut version = String::new();
        for (i, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let place = format!("{}: line {}", file.display(), i + 1);
            let read = serde_json::from_slice(line).map_err(|error| error.to_string());
            let told = read.and_then(|line: Value| {
                if line.get("journal").is_some() {
                    version = word(&line, "version").unwrap_or_default().to_owned();
                }
                understand(&line, &version, levels)
            });
            match told {
                Ok(Some((hash, told))) => self.add(hash, Told { place, ..told }),
                Ok(None) => {}
                Err(why) => self.complain(&format!("{place}: {why}")),
            }
        }
    }

    /// Solutions in another form, which belong to the one collection there is or name theirs.
    fn take_solutions(
        &mut self,
        file: &Path,
        bytes: Vec<u8>,
        levels: &Levels<'_>,
    ) -> Result<(), Failure> {
        let Some(loaded) = levels.collections.first() else { return Ok(()) };
        let source = Source::new(file.display().to_string(), bytes);
        let sheet = Sheet::new(&source);
        let drawn = |fault| sheet.underline(&fault, self.terminal.colour());
        let claims = puzzle::solutions::read_solutions(&source.bytes, loaded.collection.game)
            .map_err(|fault| Failure::bad_file(drawn(fault)))?;
        for claim in claims {
            match claim.map_err(|fault| sheet.underline(&fault, self.terminal.colour())) {
                Ok(claim) => {
                    let place = format!("{}: line {}", file.display(), claim.line);
                    if claim.file.is_none() && levels.collections.len() > 1 {
                        let several = "for several level files, rows must name theirs (FILE:N)";
                        return Err(Failure::usage(format!("{place}: {several}")));
                    }
                    if let Some(hash) = levels.numbered(claim.file.as_deref(), claim.level) {
                        let solutions = vec![claim.moves];
                        self.add(hash, Told { place, solutions, ..Told::default() });
                    }
                }
                Err(why) => {
                    self.terminal.say(why);
                    self.code = 3;
                }
            }
        }
        Ok(())
    }
}

/// The levels that are asked about.
struct Levels<'a> {
    collections: &'a [Loaded],
    hashes: BTreeSet<String>,
}

impl<'a> Levels<'a> {
    fn new(collections: &'a [Loaded]) -> Levels<'a> {
        let mut levels = Levels { collections, hashes: BTreeSet::new() };
        levels.hashes = levels.puzzles().map(hash).collect();
        levels
    }

    fn puzzles(&self) -> impl Iterator<Item = &'a Puzzle> {
        let entries = self.collections.iter().flat_map(Loaded::selected);
        entries.filter_map(|entry| entry.puzzle.as_ref().ok())
    }

    /// The hash of a level by its number, in the collection of that name or in the only one.
    fn numbered(&self, collection: Option<&str>, index: usize) -> Option<String> {
        let named = |it: &&Loaded| Some(it.source.name.as_str()) == collection;
        let loaded = match self.collections {
            [only] => Some(only),
            several => several.iter().find(named),
        };
        let entry = loaded?.collection.entries.get(index.checked_sub(1)?)?;
        entry.puzzle.as_ref().ok().map(hash)
    }
}

fn hash(puzzle: &Puzzle) -> String {
    format!("{:016x}", puzzle.level_hash())
}

fn word<'a>(line: &'a Value, name: &str) -> Option<&'a str> {
    line.get(name).and_then(Value::as_str)
}

/// What a line says about one of the levels: a record, a line of `improve`, a row of labels.
fn understand(
    line: &Value,
    version: &str,
    levels: &Levels<'_>,
) -> Result<Option<(String, Told)>, String> {
    let record = line.get("record").unwrap_or(line);
    // Rows of labels have a name for the level. Those of earlier versions call the hash `hash`.
    let label_hash = word(record, "level_hash").or_else(|| word(record, "hash"));
    if let Some(hash) = label_hash.filter(|_| word(record, "level").is_some()) {
        let told = levels.hashes.contains(hash).then(|| label(record, version)).transpose()?;
        return Ok(told.map(|told| (hash.to_owned(), told)));
    }
    let mut told = Told::default();
    let alternatives = record.get("front").and_then(Value::as_array).into_iter().flatten();
    let solutions = std::iter::once(record).chain(alternatives);
    told.solutions = solutions.filter_map(|it| word(it, "solution").map(str::to_owned)).collect();
    let hash = match word(record, "level_hash") {
        Some(hash) => Some(hash.to_owned()).filter(|hash| levels.hashes.contains(hash)),
        None => {
            let index = record.get("index").and_then(Value::as_u64);
            let index = index.and_then(|index| usize::try_from(index).ok());
            let hash = index.and_then(|at| levels.numbered(word(record, "collection"), at));
            return Ok(hash.filter(|_| !told.solutions.is_empty()).map(|hash| (hash, told)));
        }
    };
    let Some(hash) = hash else { return Ok(None) };
    told.bounds.extend(Bound::of_record(record)?);
    if word(record, "status") == Some("unsolvable") {
        told.lost = Some(Origin::of_record(record)?);
    }
    Ok(Some((hash, told)))
}

/// What a row of `banto label` says.
fn label(row: &Value, version: &str) -> Result<Told, String> {
    let mut told = Told::default();
    for (metric, field) in [(Metric::Pushes, "pushes"), (Metric::Moves, "moves")] {
        let by = Origin::Search {
            engine: "optimal".to_owned(),
            config: format!("banto label --goal {field}"),
            version: version.to_owned(),
        };
        let bound = row.get(field).or_else(|| row.get(format!("{field}_bound")));
        if let Some(bound) = bound {
            let value = bound.as_u64().and_then(|value| u32::try_from(value).ok());
            let value = value.ok_or_else(|| format!("{field} is not a count"))?;
            told.bounds.push(Bound { metric, value, by: by.clone() });
        }
        if word(row, &format!("{field}_status")) == Some("unsolvable") {
            told.lost = Some(by);
        }
        told.solutions.extend(word(row, &format!("{field}_solution")).map(str::to_owned));
    }
    Ok(told)
}
