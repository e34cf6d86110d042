//! Starts another program, watches over its time, and ends it with everything it has started.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use puzzle::Request;

use crate::process::cpu_time_of;

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Bytes of standard output that are kept, and of standard error.
const OUTPUT: u64 = 16 << 20;
const COMPLAINTS: u64 = 1 << 16;

/// The exit code of a command that cannot be started, as shells have it.
const NOT_FOUND: i32 = 127;

/// What a program did.
pub(super) struct Ran {
    pub(super) end: End,
    pub(super) output: Vec<u8>,
    pub(super) complaints: Vec<u8>,
    pub(super) wall: Duration,
    /// Zero where the system does not tell.
    pub(super) cpu: Duration,
    pub(super) peak: Option<u64>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By itself; without a code when a signal ended it.
    Itself { code: Option<i32>, how: String },
    /// By our hand, because its time was over.
    Time,
    /// By our hand, because nobody waits any more.
    Interrupted,
}

/// Runs a command in a folder, within the limits of a request. `program` is ours.
pub(super) fn run(
    program: &Path,
    words: &[String],
    folder: &Path,
    request: &Request,
) -> std::io::Result<Ran> {
    let mut command = Command::new(program);
    command.arg("confine");
    if let Some(bytes) = request.limits.memory {
        command.args(["--memory", &bytes.to_string()]);
    }
    command.arg("--").args(words).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Everything it starts can then be ended together, and an interrupt from the keyboard is ours.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let began = Instant::now();
    let mut child = command.spawn()?;
    let output = collect(child.stdout.take(), OUTPUT);
    let complaints = collect(child.stderr.take(), COMPLAINTS);
    let mut usage = Usage::default();
    let end = follow(&mut child, request, began, &mut usage);
    let wall = began.elapsed();
    end_all(&mut child);
    Ok(Ran {
        end,
        output: output.join().unwrap_or_default(),
        complaints: complaints.join().unwrap_or_default(),
        wall,
        cpu: usage.cpu,
        peak: usage.peak,
    })
}

/// Reads to the end, and keeps the beginning.
fn collect(from: Option<impl Read + Send + 'static>, most: u64) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let Some(mut from) = from else { return Vec::new() };
        let mut kept = Vec::new();
        let _ = from.by_ref().take(most).read_to_end(&mut kept);
        let _ = std::io::copy(&mut from, &mut std::io::sink());
        kept
    })
}

/// Waits for the end, which may have to be brought about.
fn follow(child: &mut Child, request: &Request, began: Instant, usage: &mut Usage) -> End {
    let time = request.limits.time;
    // Short runs are not to be charged with a whole look.
    let mut look = Duration::from_micros(500);
    loop {
        let over = usage.look(child.id());
        if !over {
            if request.cancel.is_cancelled() {
                return End::Interrupted;
            }
            let late = time.is_some_and(|time| began.elapsed() >= time);
            if late || request.cpu.is_some_and(|most| usage.cpu >= most) {
                return End::Time;
            }
        }
        match child.try_wait() {
            Ok(Some(status)) => {
                return End::Itself { code: status.code(), how: status.to_string() };
            }
            Ok(None) => {}
            Err(error) => return End::Itself { code: None, how: error.to_string() },
        }
        std::thread::sleep(look);
        look = (look * 2).min(LOOK);
    }
}

/// Ends a program and what it has started.
fn end_all(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// What a process has used so far, where the system tells (Linux).
#[derive(Default)]
struct Usage {
    cpu: Duration,
    peak: Option<u64>,
}

impl Usage {
    /// Looks at a process; whether it is over and waits to be noticed.
    fn look(&mut self, pid: u32) -> bool {
        let read = |page: &str| std::fs::read_to_string(format!("/proc/{pid}/{page}")).ok();
        if let Some(peak) = read("status").and_then(|status| peak_of(&status)) {
            self.peak = self.peak.max(Some(peak));
        }
        if let Some(cpu) = cpu_time_of(pid) {
            self.cpu = self.cpu.max(cpu);
        }
        let Some(stat) = read("stat") else { return false };
        // The name of the program, which may hold anything, ends with the last bracket.
        stat.rsplit(") ").next().is_some_and(|fields| fields.starts_with('Z'))
    }
}

fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Becomes another program that has no more address space than this; returns only when that fails, with
/// what to say and the exit code.
pub fn confine(memory: Option<u64>, words: &[OsString]) -> (String, i32) {
    let Some((name, args)) = words.split_first() else {
        return ("no command".to_owned(), NOT_FOUND);
    };
    if let Some(bytes) = memory {
        crate::process::cap_memory(bytes);
    }
    let mut command = Command::new(name);
    command.args(args);
    let error = replace(&mut command);
    (format!("{}: {error}", name.to_string_lossy()), NOT_FOUND)
}

#[cfg(unix)]
fn replace(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Where a process cannot become another, it waits for it.
#[cfg(not(unix))]
fn replace(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
