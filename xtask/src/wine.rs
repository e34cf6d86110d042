//! A Wine prefix for the tests.
//!
//! It is in `target/wine`. Rust programs ask `bcryptprimitives.dll` for random numbers; every
//! supported Windows has that library, but Wine 8 does not, so a stub with that one function is
//! compiled and added.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::setup::{self, find};
use crate::{Done, finish};

/// The missing function, written with Wine's own equivalent.
const RANDOM: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *to, SIZE_T bytes)
{
    return RtlGenRandom(to, (ULONG)bytes);
}
";

/// Where programs of 64 and of 32 bits look for it, and what compiles it; a Wine without the latter has no second folder.
const RANDOM_FOR: [(&str, &str); 2] =
    [("system32", "x86_64-w64-mingw32-gcc"), ("syswow64", "i686-w64-mingw32-gcc")];

/// Wine, ready to run programs.
pub(crate) struct Wine {
    program: PathBuf,
    prefix: PathBuf,
}

impl Wine {
    /// Installs it where that is possible and sets it up, or says what is missing.
    pub(crate) fn ready() -> Result<Wine, String> {
        setup::install_missing(&[("wine", "wine")]);
        let program = find("wine").ok_or("wine is missing (Debian: wine)")?;
        let wine = Wine { program, prefix: crate::target().join("wine") };
        let libraries = wine.prefix.join("drive_c/windows/system32");
        if !libraries.is_dir() {
            finish(wine.command(["wineboot", "--init"]), "setting up Wine")?;
        }
        for (folder, compiler) in RANDOM_FOR {
            let libraries = wine.prefix.join("drive_c/windows").join(folder);
            let random = libraries.join("bcryptprimitives.dll");
            if libraries.is_dir() && !random.exists() && find(compiler).is_some() {
                compile(compiler, RANDOM, &random)?;
            }
        }
        Ok(wine)
    }

    /// A Windows program and its arguments.
    pub(crate) fn command<A: AsRef<std::ffi::OsStr>>(
        &self,
        words: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words);
        self.lend(&mut command);
        command
    }

    /// Points a command that calls Wine to this prefix.
    pub(crate) fn lend<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all")
    }

    /// Whether it runs programs of 32 bits too: then it has a second set of libraries.
    pub(crate) fn runs_32_bits(&self) -> bool {
        self.prefix.join("drive_c/windows/syswow64/kernel32.dll").is_file()
    }

    /// Where the program is.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }
}

/// A library of Windows from C.
fn compile(compiler: &str, text: &str, to: &Path) -> Done {
    let failed = |error: std::io::Error| format!("{compiler}: {error}");
    let mut command = Command::new(compiler);
    // On 32 bits the name of the export would be decorated.
    command.args(["-shared", "-O1", "-Wl,--kill-at", "-x", "c", "-", "-o"]).arg(to);
    command.arg("-ladvapi32");
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(failed)?;
    let mut input = child.stdin.take().ok_or("the compiler has no input")?;
    input.write_all(text.as_bytes()).map_err(failed)?;
    drop(input);
    match child.wait().map_err(failed)?.success() {
        true => Ok(()),
        false => Err("the library that Wine lacks could not be compiled".to_owned()),
    }
}
