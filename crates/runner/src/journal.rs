//! A file of records that survives whatever happens to the program that writes it.
//!
//! One line is one record, written in one go. The first line says what the journal holds. Whoever writes
//! holds a lock, so that two runs never mix. When a journal is opened for writing, a line that a crash left
//! unfinished is cut off; its run is simply made again. When the disk is full, the part of a line that was
//! written is taken back, so that everything recorded before stays readable. What was written reaches the
//! disk at least once a second.
//!
//! A journal knows nothing about its records but that they are JSON. Whether two of them are about the same
//! thing is for the reader to say, and then the last one counts.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

/// The form of the file; a reader refuses what is newer than it knows.
const FORMAT: u64 = 1;

/// What was written waits at most this long for the disk, as long as more is written.
const SYNC: Duration = Duration::from_secs(1);

/// How long to wait for the lock of a journal that somebody else holds.
const PATIENCE: Duration = Duration::from_millis(500);

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Box<dyn Disk>,
    /// Held as long as the journal is open.
    _lock: File,
    /// Where the last whole line ends.
    end: u64,
    synced: Instant,
}

/// The little that a journal asks of a file; a test has one that fails.
trait Disk: fmt::Debug + Send {
    /// Writes all bytes from a place on.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;
    /// Makes the file as long as this.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Waits until everything is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Disk for File {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at)).and_then(|_| self.write_all(bytes))
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// What a journal holds.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What its first line says about it; none in a file that was written before there were headers.
    pub header: Option<Map<String, Value>>,
    /// The records, in the order they were written.
    pub records: Vec<Value>,
    /// Lines that cannot be read, the unfinished last one not counted.
    pub damaged: usize,
    /// Whether the last line is unfinished.
    pub torn: bool,
}

impl Contents {
    /// What the bytes of a journal of this kind hold.
    ///
    /// # Errors
    ///
    /// When it holds something else, or a newer program wrote it.
    pub fn of(bytes: &[u8], kind: &str) -> Result<Contents, JournalError> {
        parse(Path::new("the journal"), kind, bytes).map(|(contents, _)| contents)
    }
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// Somebody else is writing.
    Locked(PathBuf),
    /// It holds something else: what it says it holds.
    Foreign(PathBuf, String),
    /// A newer program wrote it.
    Newer(PathBuf),
    /// A record is not what it should be: the line, and why.
    Unfit(PathBuf, usize, String),
    /// The system refused.
    Io(PathBuf, io::Error),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Locked(path) => write!(
                f,
                "{}: another run is writing here; wait for it, or choose another folder with --output",
                path.display()
            ),
            JournalError::Foreign(path, kind) => {
                write!(f, "{}: holds records of {kind:?}", path.display())
            }
            JournalError::Newer(path) => {
                write!(f, "{}: written by a newer version of this program", path.display())
            }
            JournalError::Unfit(path, line, why) => {
                write!(f, "{}: line {line}: {why}", path.display())
            }
            JournalError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// Opens a journal for writing, new or not, and returns what it holds. `kind` says what kind of
    /// records it is for; `about` is written into the header of a new one.
    ///
    /// # Errors
    ///
    /// When somebody else writes to it, it holds something else, or the system refuses.
    pub fn open(
        path: &Path,
        kind: &str,
        about: Map<String, Value>,
    ) -> Result<(Journal, Contents), JournalError> {
        let io = |error| JournalError::Io(path.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let lock = lock(path)?;
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(io)?;
        let bytes = std::fs::read(path).map_err(io)?;
        Journal::on(Box::new(file), lock, path, &bytes, kind, about)
    }

    /// Opens a journal whose records are too many to be held at once: each is shown to `each`, in the
    /// order they were written, and is not kept. Returns the header too, when there was one.
    ///
    /// # Errors
    ///
    /// Those of [`Journal::open`], and what `each` has against a record.
    pub fn follow(
        path: &Path,
        kind: &str,
        about: Map<String, Value>,
        each: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<(Journal, Option<Map<String, Value>>), JournalError> {
        let io = |error| JournalError::Io(path.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let _lock = lock(path)?;
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(io)?;
        let reader = BufReader::new(file.try_clone().map_err(io)?);
        let (header, end) = follow(path, kind, reader, each)?;
        let path = path.to_owned();
        let mut journal =
            Journal { path, file: Box::new(file), _lock, end, synced: Instant::now() };
        journal.mend(b"").map_err(|error| JournalError::Io(journal.path.clone(), error))?;
        if header.is_none() {
            journal.append(&self::header(kind, about))?;
            journal.sync()?;
        }
        Ok((journal, header))
    }

    /// Begins with a file that holds these bytes.
    fn on(
        file: Box<dyn Disk>,
        lock: File,
        path: &Path,
        bytes: &[u8],
        kind: &str,
        about: Map<String, Value>,
    ) -> Result<(Journal, Contents), JournalError> {
        let (contents, whole) = parse(path, kind, bytes)?;
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            _lock: lock,
            end: whole as u64,
            synced: Instant::now(),
        };
        let io = |error| JournalError::Io(path.to_owned(), error);
        journal.mend(&bytes[..whole]).map_err(io)?;
        if journal.end == 0 {
            journal.append(&header(kind, about))?;
            journal.sync()?;
        }
        Ok((journal, contents))
    }

    /// Adds a record: one line of JSON, without its end.
    ///
    /// # Errors
    ///
    /// When the system refuses; the journal is then as it was before.
    pub fn append(&mut self, record: &str) -> Result<(), JournalError> {
        debug_assert!(!record.contains('\n'), "a record is one line");
        self.write(format!("{record}\n").as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Adds several records in one go: a text of whole lines.
    ///
    /// # Errors
    ///
    /// When the system refuses; the journal is then as it was before.
    pub fn append_lines(&mut self, lines: &str) -> Result<(), JournalError> {
        debug_assert!(lines.is_empty() || lines.ends_with('\n'), "lines are whole");
        self.write(lines.as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Ends the work: everything is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// When the system refuses.
    pub fn close(mut self) -> Result<(), JournalError> {
        self.sync()
    }

    /// Ends the work and takes the journal away, with its lock: what it held is kept elsewhere.
    ///
    /// # Errors
    ///
    /// When the system refuses.
    pub fn remove(self) -> Result<(), JournalError> {
        let Journal { path, file, _lock, .. } = self;
        drop(file);
        let removed = std::fs::remove_file(&path);
        // While it is still held, so that nobody waits for a lock that nobody else can see.
        let beside = lock_file(&path);
        if _lock.metadata().is_ok_and(|file| file.len() == 0) {
            let _ = std::fs::remove_file(beside);
        }
        removed.map_err(|error| JournalError::Io(path, error))
    }

    /// Cuts off what is unfinished and ends a last line that lacks nothing but its end.
    fn mend(&mut self, whole: &[u8]) -> io::Result<()> {
        self.file.cut(self.end)?;
        if whole.last().is_some_and(|&byte| byte != b'\n') {
            self.write(b"\n").map_err(|error| match error {
                JournalError::Io(_, error) => error,
                other => io::Error::other(other),
            })?;
        }
        Ok(())
    }

    /// Writes at the end, whole or not at all.
    fn write(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        match self.file.write_at(self.end, bytes) {
            Ok(()) => {
                self.end += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // Making a file shorter needs no room. Should it fail all the same, the next one who
                // opens the journal cuts the rest off.
                let _ = self.file.cut(self.end);
                Err(JournalError::Io(self.path.clone(), error))
            }
        }
    }

    fn sync(&mut self) -> Result<(), JournalError> {
        self.synced = Instant::now();
        self.file.sync().map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// Shows each record of a journal that is not open for writing to `each`, without keeping it; an
/// unfinished last line is left out. Returns the header.
///
/// # Errors
///
/// When it holds something else, `each` has something against a record, or the system refuses.
pub fn follow_journal(
    path: &Path,
    kind: &str,
    each: &mut dyn FnMut(&[u8]) -> Result<(), String>,
) -> Result<Option<Map<String, Value>>, JournalError> {
    let file = File::open(path).map_err(|error| JournalError::Io(path.to_owned(), error))?;
    follow(path, kind, BufReader::new(file), each).map(|(header, _)| header)
}

/// Reads a journal without disturbing whoever writes to it; an absent one is empty.
///
/// # Errors
///
/// When it holds something else, or the system refuses.
pub fn read_journal(path: &Path, kind: &str) -> Result<Contents, JournalError> {
    match std::fs::read(path) {
        Ok(bytes) => parse(path, kind, &bytes).map(|(contents, _)| contents),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::default()),
        Err(error) => Err(JournalError::Io(path.to_owned(), error)),
    }
}

/// Where the lock of a journal is.
fn lock_file(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// The lock is on a file of its own: on some systems a locked file cannot even be read.
fn lock(path: &Path) -> Result<File, JournalError> {
    let beside = lock_file(path);
    let io = |error| JournalError::Io(beside.clone(), error);
    let begun = Instant::now();
    loop {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&beside).map_err(io)?;
        match file.try_lock() {
            Ok(()) if is_still_there(&file, &beside) => return Ok(file),
            // Whoever held it has taken it away in the meantime.
            Ok(()) => {}
            // A process that a killed run was about to start holds its lock for a moment longer.
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(PATIENCE / 10);
            }
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
    }
}

/// Whether a file that was opened is the one that has this name now.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |it: std::fs::Metadata| (it.dev(), it.ino());
    let (own, named) = (file.metadata().map(id), std::fs::metadata(path).map(id));
    matches!((own, named), (Ok(own), Ok(named)) if own == named)
}

/// Here a file that is open keeps its name.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

fn header(kind: &str, about: Map<String, Value>) -> String {
    let mut header = Map::new();
    header.insert("journal".to_owned(), kind.into());
    header.insert("format".to_owned(), FORMAT.into());
    header.extend(about);
    Value::Object(header).to_string()
}

/// What is there, and how many bytes of it are whole.
fn parse(path: &Path, kind: &str, bytes: &[u8]) -> Result<(Contents, usize), JournalError> {
    let mut contents = Contents::default();
    let mut whole = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let ended = line.ends_with(b"\n");
        match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(value)) if whole == 0 && value.contains_key("journal") => {
                accept(path, kind, &value)?;
                contents.header = Some(value);
            }
            Ok(value @ Value::Object(_)) => contents.records.push(value),
            _ if line.trim_ascii().is_empty() && ended => {}
            _ if ended => contents.damaged += 1,
            _ => {
                contents.torn = true;
                break;
            }
        }
        whole += line.len();
    }
    Ok((contents, whole))
}

/// Reads a journal line by line; returns its header, and how many bytes of it are whole lines. What
/// has no header is refused, because it may be any file of the user's.
fn follow(
    path: &Path,
    kind: &str,
    mut reader: impl BufRead,
    each: &mut dyn FnMut(&[u8]) -> Result<(), String>,
) -> Result<(Option<Map<String, Value>>, u64), JournalError> {
    let io = |error| JournalError::Io(path.to_owned(), error);
    let (mut header, mut end, mut line) = (None, 0, Vec::new());
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(io)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let unfit = |why: String| JournalError::Unfit(path.to_owned(), number, why);
        if header.is_some() {
            each(&line).map_err(unfit)?;
        } else {
            let first: Map<String, Value> = serde_json::from_slice(&line)
                .map_err(|_| JournalError::Foreign(path.to_owned(), "?".to_owned()))?;
            accept(path, kind, &first)?;
            header = Some(first);
        }
        end += length as u64;
    }
    Ok((header, end))
}

/// Whether a header is one of ours.
fn accept(path: &Path, kind: &str, header: &Map<String, Value>) -> Result<(), JournalError> {
    let found = header.get("journal").and_then(Value::as_str).unwrap_or("?");
    if found != kind {
        return Err(JournalError::Foreign(path.to_owned(), found.to_owned()));
    }
    match header.get("format").and_then(Value::as_u64) {
        Some(FORMAT) => Ok(()),
        _ => Err(JournalError::Newer(path.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A folder of one test, taken away at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("banto-journal-{name}-{}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }

        fn file(&self) -> PathBuf {
            self.0.join("records.jsonl")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn open(path: &Path) -> (Journal, Contents) {
        Journal::open(path, "test", Map::new()).unwrap()
    }

    fn record(n: usize) -> String {
        format!("{{\"n\":{n},\"text\":\"é{}\"}}", "x".repeat(n * 7 % 40))
    }

    /// Found by fuzzing: a number that is read, written and read again is the same number to the last bit.
    #[test]
    fn numbers_do_not_drift() {
        let first = "{\"journal\":\"test\",\"format\":1}\n";
        for number in [
            "0.1",
            "1.0715086071862673e301",
            "92200000000000000000000000000000000000000000000000000000000000000000000000000002",
        ] {
            let once =
                Contents::of(format!("{first}{{\"n\":{number}}}\n").as_bytes(), "test").unwrap();
            let again =
                Contents::of(format!("{first}{}\n", once.records[0]).as_bytes(), "test").unwrap();
            assert_eq!(once.records, again.records, "{number}");
        }
    }

    fn numbers(contents: &Contents) -> Vec<u64> {
        contents.records.iter().map(|record| record["n"].as_u64().unwrap()).collect()
    }

    #[test]
    fn a_file_cut_anywhere_loses_nothing_that_was_whole() {
        let scratch = Scratch::new("cut");
        let path = scratch.file();
        let (mut journal, _) = open(&path);
        (0..5).for_each(|n| journal.append(&record(n)).unwrap());
        journal.close().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let header = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            // A line that lacks nothing but its end is whole.
            let lines = bytes[..cut].split(|&byte| byte == b'\n');
            let whole = lines.filter(|line| serde_json::from_slice::<Value>(line).is_ok()).count();
            let expected: Vec<u64> = (0..whole.saturating_sub(1) as u64).collect();
            let (mut journal, contents) = open(&path);
            assert_eq!((numbers(&contents), contents.damaged), (expected.clone(), 0), "{cut}");
            assert_eq!(contents.header.is_some(), cut >= header, "{cut}");
            // What comes next starts a line of its own.
            journal.append(&record(9)).unwrap();
            journal.close().unwrap();
            let after = read_journal(&path, "test").unwrap();
            assert_eq!(numbers(&after), [expected, vec![9]].concat(), "{cut}");
            assert!(after.header.is_some() && !after.torn && after.damaged == 0, "{cut}");
        }
    }

    #[test]
    fn a_long_journal_cut_anywhere_is_followed_to_its_last_whole_line() {
        let scratch = Scratch::new("follow");
        let path = scratch.file();
        let open = || {
            let mut seen = Vec::new();
            let mut each = |line: &[u8]| {
                let record: Value = serde_json::from_slice(line).map_err(|it| it.to_string())?;
                seen.push(record["n"].as_u64().ok_or("no number")?);
                Ok(())
            };
            let journal = Journal::follow(&path, "test", Map::new(), &mut each);
            journal.map(|(journal, header)| (journal, header, seen))
        };
        let (mut journal, header, seen) = open().unwrap();
        assert!(header.is_none() && seen.is_empty());
        let lines: String = (0..5).map(|n| record(n) + "\n").collect();
        journal.append_lines(&lines).unwrap();
        assert!(matches!(open(), Err(JournalError::Locked(_))));
        journal.close().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count() as u64;
            let (mut journal, _, seen) = open().unwrap();
            let expected: Vec<u64> = (0..whole.saturating_sub(1)).collect();
            assert_eq!(seen, expected, "{cut}");
            journal.append_lines(&(record(9) + "\n")).unwrap();
            journal.close().unwrap();
            let (_, header, seen) = open().unwrap();
            assert_eq!((header.is_some(), seen), (true, [expected, vec![9]].concat()), "{cut}");
        }
        std::fs::write(&path, "a file of somebody else\n").unwrap();
        assert!(matches!(open(), Err(JournalError::Foreign(..))));
        std::fs::write(&path, [&bytes, &b"{}\n"[..]].concat()).unwrap();
        assert!(matches!(open(), Err(JournalError::Unfit(_, 7, _))));
    }

    /// A file in memory whose call number `fails` fails, a write half way through.
    #[derive(Clone, Debug, Default)]
    struct Faulty {
        bytes: Arc<Mutex<Vec<u8>>>,
        calls: usize,
        fails: usize,
    }

    impl Faulty {
        fn call(&mut self) -> io::Result<()> {
            self.calls += 1;
            match self.calls == self.fails {
                true => Err(io::Error::other("a fault on purpose")),
                false => Ok(()),
            }
        }
    }

    impl Disk for Faulty {
        fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
            let fate = self.call();
            let written = if fate.is_ok() { bytes } else { &bytes[..bytes.len() / 2] };
            let mut file = self.bytes.lock().unwrap();
            file.truncate(at as usize);
            file.extend(written);
            fate
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            self.call()?;
            self.bytes.lock().unwrap().truncate(length as usize);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            self.call()
        }
    }

    /// Opens the journal in `bytes` and writes six records on a disk that fails at one call; returns
    /// those that were reported as written, and whether anything failed.
    fn write_six(scratch: &Scratch, bytes: &Arc<Mutex<Vec<u8>>>, fails: usize) -> (Vec<u64>, bool) {
        let path = scratch.file();
        std::fs::create_dir_all(&scratch.0).unwrap();
        let disk = Box::new(Faulty { bytes: bytes.clone(), calls: 0, fails });
        let there = bytes.lock().unwrap().clone();
        let opened = Journal::on(disk, lock(&path).unwrap(), &path, &there, "test", Map::new());
        let Ok((mut journal, _)) = opened else { return (Vec::new(), true) };
        let done: Vec<u64> =
            (0..6).filter(|&n| journal.append(&record(n as usize)).is_ok()).collect();
        let closed = journal.close().is_ok();
        let failed = !closed || done.len() < 6;
        (done, failed)
    }

    #[test]
    fn whatever_call_fails_nothing_reported_is_lost_and_nothing_is_there_twice() {
        let scratch = Scratch::new("faults");
        for torn in [false, true] {
            let mut clean = false;
            for fails in 1..100 {
                let bytes = Arc::new(Mutex::new(Vec::new()));
                if torn {
                    bytes.lock().unwrap().extend(b"{\"n\":7,\"te");
                }
                let (done, failed) = write_six(&scratch, &bytes, fails);
                // The next run reads what is there, cuts off what is torn and goes on.
                let (again, _) = write_six(&scratch, &bytes, 0);
                let after = Contents::of(&bytes.lock().unwrap(), "test").unwrap();
                assert_eq!(numbers(&after), [done, again].concat(), "call {fails}");
                assert!(!after.torn && after.damaged == 0, "call {fails}");
                clean = !failed;
                if clean {
                    break;
                }
            }
            assert!(clean, "there is an end to the calls");
        }
    }

    #[test]
    fn two_writers_are_one_too_many() {
        let scratch = Scratch::new("lock");
        let (journal, _) = open(&scratch.file());
        let second = Journal::open(&scratch.file(), "test", Map::new());
        assert!(matches!(second, Err(JournalError::Locked(_))));
        assert!(read_journal(&scratch.file(), "test").is_ok(), "readers are welcome");
        journal.close().unwrap();
        open(&scratch.file());
    }

    #[test]
    fn what_belongs_to_others_is_left_alone() {
        let scratch = Scratch::new("foreign");
        open(&scratch.file());
        let other = Journal::open(&scratch.file(), "other", Map::new()).unwrap_err();
        assert!(matches!(&other, JournalError::Foreign(_, kind) if kind == "test"), "{other}");
        std::fs::write(scratch.file(), "{\"journal\":\"test\",\"format\":2}\n").unwrap();
        let newer = read_journal(&scratch.file(), "test").unwrap_err();
        assert!(matches!(newer, JournalError::Newer(_)));
        assert!(read_journal(&scratch.0.join("absent"), "test").unwrap().records.is_empty());
    }

    #[test]
    fn a_file_without_header_and_a_spoiled_line_are_read() {
        let scratch = Scratch::new("old");
        std::fs::create_dir_all(&scratch.0).unwrap();
        std::fs::write(scratch.file(), "{\"n\":1}\n{\"n\":2{\"n\":3}\n{\"n\":4}\n").unwrap();
        let (_, contents) = open(&scratch.file());
        assert_eq!((numbers(&contents), contents.damaged), (vec![1, 4], 1));
    }
}
