//! Cross-compilation checks for other systems, and the tests under Wine.

use std::process::Command;

use crate::setup::{self, find};
use crate::tally::Tally;
use crate::wine::Wine;
use crate::{Done, cargo, finish, plugin, root};

/// Linux without a C library of its own: linked statically.
pub(crate) const LINUX: &str = "x86_64-unknown-linux-musl";
/// The same on ARM; linked by Zig on other machines.
pub(crate) const LINUX_ARM: &str = "aarch64-unknown-linux-musl";
/// macOS; its archive is made on such a machine.
pub(crate) const MACOS: &str = "aarch64-apple-darwin";
/// Windows, linked with Debian's MinGW.
pub(crate) const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// Windows on 32 bits, for hosts of the plug-in.
pub(crate) const WINDOWS_32: &str = "i686-pc-windows-gnu";
/// Systems for which only the crates without C code are checked, because that needs no compiler for C.
const CHECKED: [&str; 2] = [MACOS, "aarch64-unknown-linux-gnu"];
/// The crates without C code: all but the server with its SQLite and the program that holds it.
const PLAIN: [&str; 14] = [
    "api", "search", "text", "sokoban", "checker", "unblock", "ground", "solver", "textbook",
    "generate", "puzzle", "runner", "lab", "needs",
];

/// The browser. The module of the engines must compile for it; that also shows that nothing below starts a process.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

/// Checks that the engines compile for the browser, everything for Windows, and what has no C code for the others.
pub(crate) fn check(tally: &mut Tally) -> Done {
    if let Err(why) = need(&[WINDOWS, BROWSER]).and_then(|()| need(&CHECKED)) {
        // A download can fail through no fault of the change under test.
        tally.leave("other systems", &why);
        return Ok(());
    }
    tally.run("WebAssembly compiles", || {
        let args = ["check", "--quiet", "--locked", "--target", BROWSER];
        cargo(&[&args[..], &["--package", "banto-wasm", "--examples"]].concat())
    })?;
    tally.run("Windows compiles", || {
        let args = ["check", "--quiet", "--locked", "--target", WINDOWS, "--package", "banto"];
        cargo(&[&args[..], &["--bins", "--tests"]].concat())
    })?;
    for target in CHECKED {
        tally.run(&format!("{target} compiles"), || {
            let packages = PLAIN.map(|name| match name {
                "needs" => "needs".to_owned(),
                name => format!("banto-{name}"),
            });
            let named = packages.iter().flat_map(|name| ["--package", name]);
            let args = ["check", "--quiet", "--locked", "--target", target];
            cargo(&args.into_iter().chain(named).collect::<Vec<_>>())
        })?;
    }
    plugin::exports(tally)
}

/// The tests of the command line under Wine.
pub(crate) fn wine(tally: &mut Tally) -> Done {
    if let Err(why) = need(&[WINDOWS]) {
        tally.skip("Windows, under Wine", &why);
        return Ok(());
    }
    let wine = match Wine::ready() {
        Ok(wine) => wine,
        Err(why) => {
            tally.skip("Windows, under Wine", &why);
            return Ok(());
        }
    };
    let mut command = Command::new(env!("CARGO"));
    // The same build as that of the archives.
    command.args(["test", "--release", "--locked", "--target", WINDOWS, "--package", "banto"]);
    command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine.program());
    wine.lend(&mut command).current_dir(root());
    tally.run("Windows, under Wine", || finish(command, "cargo test under Wine"))
}

/// What runs the program for Linux on ARM on other machines.
pub(crate) const QEMU: &str = "qemu-aarch64-static";

/// Whether a program for Linux is for another machine than this one.
pub(crate) fn foreign(target: &str) -> bool {
    target == LINUX_ARM && std::env::consts::ARCH != "aarch64"
}

/// `cargo build` for a system; by way of cargo-zigbuild where the machine is another one, because SQLite is written in
/// C and Zig has a C compiler and a C library for every machine.
pub(crate) fn builder(target: &str) -> Result<Command, String> {
    if !foreign(target) {
        let mut command = Command::new(env!("CARGO"));
        command.arg("build");
        return Ok(command);
    }
    let programs = setup::zig()?;
    let mut command = Command::new(programs.join("cargo-zigbuild"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&path)));
    command.arg("zigbuild").env("PATH", path.map_err(|error| error.to_string())?);
    Ok(command)
}

/// Installs what is needed to build for these systems, or says what is missing.
pub(crate) fn need(targets: &[&str]) -> Done {
    for target in targets {
        if foreign(target) {
            setup::install_missing(&[("qemu-user-static", QEMU)]);
            setup::zig()?;
            library(target)?;
            continue;
        }
        let (package, program) = match *target {
            WINDOWS => ("gcc-mingw-w64-x86-64", "x86_64-w64-mingw32-gcc"),
            WINDOWS_32 => ("gcc-mingw-w64-i686", "i686-w64-mingw32-gcc"),
            LINUX | LINUX_ARM => ("musl-tools", "musl-gcc"),
            _ => ("", ""),
        };
        if !program.is_empty() {
            setup::install_missing(&[(package, program)]);
            if find(program).is_none() {
                return Err(format!("{program} is missing (Debian: {package})"));
            }
        }
        library(target)?;
    }
    Ok(())
}

/// Installs the standard library for a system with rustup if it is missing.
fn library(target: &str) -> Done {
    let there = || {
        let mut told = Command::new("rustc");
        let told = told
            .args(["--print", "target-libdir", "--target", target])
            .current_dir(root())
            .output()
            .ok()?;
        let folder = String::from_utf8(told.stdout).ok()?;
        std::fs::read_dir(folder.trim()).ok()?.next()
    };
    if there().is_none() {
        let mut command = Command::new("rustup");
        command.args(["target", "add", target]).current_dir(root());
        finish(command, &format!("rustup target add {target}"))?;
    }
    Ok(())
}
