//! Runs the real binary, away from the user's own library.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary under test, with an empty home.
pub(crate) fn command(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banto"));
    command
        .env_remove("BANTO_LEVELS")
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", home)
        .env("HOME", home)
        .env("APPDATA", home)
        .env("LOCALAPPDATA", home)
        .env("USERPROFILE", home)
        .env("NO_COLOR", "1");
    command
}

/// Runs `banto` with a text on standard input.
#[allow(dead_code, reason = "not every test program has something to feed it")]
pub(crate) fn banto(args: &[&str], input: &str) -> Output {
    let home = scratch("home");
    let mut child = command(&home)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // The program may refuse its arguments and leave before it reads.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Exit code of a run.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by itself")
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of this test run alone.
pub(crate) fn scratch(name: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}
