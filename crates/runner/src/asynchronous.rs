//! The parent of a server: one worker process for each search, followed without blocking a thread.
//!
//! It speaks to the same command as [`Workers`](crate::Workers) and decides as that does
//! (`exchange.rs`). A server's searches differ in their limits, and a process can lower its limit of
//! memory but never raise it, so no worker is used twice. They run at low priority: the server and the
//! browser on the same machine come first.

use std::time::Instant;

use puzzle::{Puzzle, Report, Resolved};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use crate::command::WorkerCommand;
use crate::exchange::{End, Exchange, Talk, death};
use crate::limits::MOST_STDERR;
use crate::task::{Order, Task};

/// Solves one puzzle in a worker process of its own, within the limits of the request; progress goes to
/// the request's observer. When `stop` is ready, the worker is asked to stop and killed if it does not;
/// the request's `cancel` is not looked at. Dropping the future kills the worker at once.
///
/// # Errors
/// When no process can be started.
pub async fn run_in_worker(
    command: &WorkerCommand,
    puzzle: &Puzzle,
    resolved: &Resolved,
    stop: impl Future<Output = ()>,
) -> std::io::Result<Report> {
    let request = resolved.request();
    let order = Order::Solve(Box::new(Task::new(puzzle, request).at_low_priority()));
    let mut worker = Running::start(command, request.threads).await?;
    // The end of a worker that does not even read its task says more than this error.
    let _ = worker.write(&order).await;
    let mut exchange = Exchange::new(puzzle, resolved);
    let end = worker.follow(&mut exchange, stop).await;
    worker.end().await;
    Ok(exchange.report(end))
}

/// A process, and what it says. Dropping it kills the process.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    /// Collects what it writes to standard error.
    stderr: JoinHandle<Vec<u8>>,
}

impl Running {
    async fn start(command: &WorkerCommand, threads: usize) -> std::io::Result<Running> {
        let mut command = Command::from(command.prepared(threads));
        command.kill_on_drop(true);
        // The calling thread sleeps until the new process has begun its program; on a busy machine
        // that takes long enough for the event loop to miss it.
        let spawned = tokio::task::spawn_blocking(move || command.spawn()).await;
        let mut child = spawned.map_err(std::io::Error::other)??;
        let input = child.stdin.take().expect("piped");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let errors = child.stderr.take().expect("piped");
        let stderr = tokio::spawn(async move {
            let mut text = Vec::new();
            let _ = errors.take(MOST_STDERR).read_to_end(&mut text).await;
            text
        });
        Ok(Running { child, input, lines, stderr })
    }

    async fn write(&mut self, order: &Order) -> std::io::Result<()> {
        self.input.write_all(order.line().as_bytes()).await?;
        self.input.flush().await
    }

    /// Listens until the report.
    async fn follow(&mut self, exchange: &mut Exchange<'_>, stop: impl Future<Output = ()>) -> End {
        let mut stop = std::pin::pin!(stop);
        let mut stopped = false;
        loop {
            let kill = exchange.patience().kill_at();
            tokio::select! {
                line = self.lines.next_line() => match line {
                    Ok(Some(line)) => if let Some(end) = exchange.hear(&line) {
                        return end;
                    },
                    _ => return self.death().await,
                },
                () = &mut stop, if !stopped => {
                    stopped = exchange.patience().stop();
                    let _ = self.write(&Order::Stop).await;
                }
                () = until(kill.map(|it| it.0)) => {
                    return End::Killed(kill.expect("it is time").1);
                }
            }
        }
    }

    async fn death(&mut self) -> End {
        let exit = self.child.wait().await;
        death(exit, &(&mut self.stderr).await.unwrap_or_default())
    }

    /// Ends the process and waits until it is gone, so that the next search has its memory.
    async fn end(mut self) {
        let _ = self.child.start_kill();
        let _ = self.child.wait().await;
    }
}

/// Waits until an instant; for ever when there is none.
async fn until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}
