//! Runs elsewhere: on a cluster of Ray, or by a queue.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Command;

use runner::ray::{self, Cluster, RayError};
use runner::slurm::Script;
use runner::{Execution, Folder, Plan, Writer};

use crate::args::BenchHow;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::terminal::Terminal;

/// Makes runs on a cluster. `BANTO_PYTHON` names the Python that has Ray, if it is not `python3`.
pub(super) fn ray(
    execution: &Execution,
    address: Option<&str>,
    writer: &mut Writer,
) -> Result<usize, RayError> {
    let python = std::env::var_os("BANTO_PYTHON").filter(|name| !name.is_empty());
    let cluster = Cluster {
        address: address.map(str::to_owned),
        python: python.map_or_else(|| PathBuf::from("python3"), PathBuf::from),
        workers: execution.at_a_time,
    };

    ray::execute(&cluster, execution, writer)
}

/// What a task of a cluster does.
pub(super) fn chunk() -> CommandResult {
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| Failure::io("standard input", &error))?;
    let program = std::env::current_exe().map_err(Failure::internal)?;
    let mut out = std::io::stdout().lock();
    let mut written = Ok(());
    let row = |row: &str| {
        if written.is_ok() {
            written = writeln!(out, "{row}").and_then(|()| out.flush());
        }
    };
    ray::chunk(&text, &program, row).map_err(Failure::bad_file)?;
    written.map_err(|error| Failure::output(&error))?;
    Ok(0)
}

/// Writes the script of an array of jobs, and submits it if that is asked for.
pub(super) fn slurm(
    folder: &Folder,
    plan: &Plan,
    how: &BenchHow,
    terminal: Terminal,
) -> CommandResult {
    let told = |error: std::io::Error| Failure::io(folder.path().display(), &error);
    let place = std::path::absolute(folder.path()).map_err(told)?;
    let program = std::env::current_exe().map_err(Failure::internal)?;
    let script = Script {
        program: &program,
        folder: &place,
        shards: (how.array as usize).min(plan.runs().max(1)),
        at_a_time: how.jobs.map_or(1, usize::from),
        memory: plan.header.limits.bytes,
        partition: how.partition.as_deref(),
    };
    let file = place.join("slurm.sh");
    write_whole(&file, script.text().as_bytes())?;
    terminal.note(format!("{} runs planned; the script is {}", plan.runs(), file.display()));
    if !how.submit {
        terminal.note(format!("submit it: sbatch {}", file.display()));
        return Ok(0);
    }
    let status = Command::new("sbatch").arg(&file).status().map_err(|error| Failure {
        code: 4,
        message: format!("sbatch: {error}; --submit needs Slurm on this machine"),
    })?;
    match status.success() {
        true => Ok(0),
        false => Err(Failure { code: 4, message: format!("sbatch: {status}") }),
    }
}
