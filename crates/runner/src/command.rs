//! How a worker process is started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program that does nothing but [`serve`](crate::serve): usually this program with its hidden command.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl WorkerCommand {
    /// This program as a worker. Where the system does not say which program this is (no /proc), the path is
    /// empty, no process can be started, and searches run in this one.
    pub fn this_program() -> WorkerCommand {
        WorkerCommand::of(std::env::current_exe().unwrap_or_default())
    }

    /// A build of this program as a worker.
    pub fn of(program: PathBuf) -> WorkerCommand {
        WorkerCommand { program, args: vec!["worker".into()] }
    }

    /// The command with its pipes, ready to be spawned, for searches with this many threads.
    pub fn prepared(&self, threads: usize) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Every further arena of the allocator takes 64 MiB of address space, used or not.
        command.env("MALLOC_ARENA_MAX", threads.max(1).to_string());
        // The report says that the engine panicked; printing where would take longer than the search.
        command.env("RUST_BACKTRACE", "0");
        apart(&mut command);
        command
    }
}

/// An interrupt from the keyboard is for the parent, which tells its workers to stop.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        /// `CREATE_NEW_PROCESS_GROUP` and `CREATE_NO_WINDOW`.
        const FLAGS: u32 = 0x0000_0200 | 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(command, FLAGS);
    }
}
