//! The plug-in for YASC and Sokoban++: built for both widths, its exports compared with the interface, and driven by
//! a small host in C under Wine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::{self, WINDOWS, WINDOWS_32};
use crate::setup;
use crate::tally::Tally;
use crate::wine::Wine;
use crate::{Done, dist, finish, root, say};

/// What hosts look up, by exactly these names.
const EXPORTS: [&str; 8] = [
    "Configure",
    "GetConstraints",
    "GetPluginName",
    "IsSupportedOptimization",
    "Optimize",
    "ShowAbout",
    "SolveEx",
    "Terminate",
];

/// The systems with the prefix of their tools, and the name of the DLL in the archives.
pub(crate) const WIDTHS: [(&str, &str, &str); 2] = [
    (WINDOWS_32, "i686-w64-mingw32", "Banto-32-bit.dll"),
    (WINDOWS, "x86_64-w64-mingw32", "Banto-64-bit.dll"),
];

/// Builds both, looks at them and tries them.
pub(crate) fn alone() -> Done {
    let mut tally = Tally::new()?;
    exports(&mut tally)?;
    setup::install_missing(&[("wine", "wine")]);
    tried(&mut tally)?;
    tally.close()
}

/// Builds both widths and compares what they export.
pub(crate) fn exports(tally: &mut Tally) -> Done {
    if let Err(why) = cross::need(&WIDTHS.map(|it| it.0)) {
        // A download can fail through no fault of the change under test.
        tally.leave("plug-in", &why);
        return Ok(());
    }
    for (target, tools, _) in WIDTHS {
        tally.run(&format!("plug-in for {target}"), || {
            let dll = build(target)?;
            let output = Command::new(format!("{tools}-objdump")).arg("-p").arg(&dll).output();
            let output = output.map_err(|error| format!("{tools}-objdump: {error}"))?;
            let found = exported(&String::from_utf8_lossy(&output.stdout));
            let missing: Vec<_> =
                EXPORTS.iter().filter(|it| !found.iter().any(|f| f == *it)).collect();
            match missing.is_empty() {
                true => Ok(()),
                false => {
                    Err(format!("{} does not export {missing:?}, only {found:?}", dll.display()))
                }
            }
        })?;
    }
    Ok(())
}

/// Builds the DLL of a width.
fn build(target: &str) -> Result<PathBuf, String> {
    build_in(&root(), target)
}

/// The same from the sources in a folder.
pub(crate) fn build_in(folder: &Path, target: &str) -> Result<PathBuf, String> {
    compile(folder, target, &["--package", "banto-plugin", "--lib"])?;
    let built = folder.join("target").join(target).join("plugin/plugin.dll");
    if built.is_file() { Ok(built) } else { Err(format!("{} is missing", built.display())) }
}

/// Builds for Windows from the sources in a folder; the bytes do not say where that is.
fn compile(folder: &Path, target: &str, what: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "--locked", "--profile", "plugin", "--target", target]);
    command.args(what).current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    command.env("CARGO_ENCODED_RUSTFLAGS", dist::remapped(folder));
    finish(command, &format!("the build of {} for {target}", what[1]))
}

/// The names in the table of exports that `objdump -p` prints: lines of `[ordinal]` and a name at the end.
fn exported(text: &str) -> Vec<String> {
    let table = text.split("[Ordinal/Name Pointer] Table").nth(1).unwrap_or_default();
    let lines = table.lines().skip(1).map(str::trim).take_while(|line| !line.is_empty());
    let name = |line: &str| line.split_whitespace().next_back().map(str::to_owned);
    lines.filter(|line| line.starts_with('[')).filter_map(name).collect()
}

/// Drives the DLLs from a host in C under Wine, beside the program. A width that Wine cannot run is said to be left.
fn tried(tally: &mut Tally) -> Done {
    let wine = match Wine::ready() {
        Ok(wine) => wine,
        Err(why) => {
            tally.skip("plug-in under Wine", &why);
            return Ok(());
        }
    };
    // The same profile and flags as the DLL, so that the libraries are compiled once.
    let program = ["--package", "banto"];
    tally.run("the program for the plug-in", || compile(&root(), WINDOWS, &program))?;
    for (target, tools, _) in WIDTHS {
        if target == WINDOWS_32 && !wine.runs_32_bits() {
            tally.leave("32-bit plug-in under Wine", "there is no 32-bit Wine (Debian: wine32)");
            continue;
        }
        tally.run(&format!("plug-in for {target} under Wine"), || drive(&wine, target, tools))?;
    }
    Ok(())
}

/// Puts host, DLL and program into a folder and runs the host there.
fn drive(wine: &Wine, target: &str, tools: &str) -> Done {
    let folder = root().join("target/plugin-tried").join(target);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let copy = |from: &Path, name: &str| {
        let done = std::fs::copy(from, folder.join(name));
        done.map(drop).map_err(|error| format!("{}: {error}", from.display()))
    };
    copy(&build(target)?, "banto_plugin.dll")?;
    copy(&root().join("target").join(WINDOWS).join("plugin/banto.exe"), "banto.exe")?;
    let mut host = Command::new(format!("{tools}-gcc"));
    host.args(["-O1", "-Wall", "-o", "host.exe"]);
    host.arg(root().join("crates/plugin/tests/host.c")).current_dir(&folder);
    finish(host, "the host in C")?;
    let mut run = wine.command(["host.exe"]);
    run.current_dir(&folder);
    finish(run, "the host with the plug-in")?;
    say(&format!("{target}: the host solved, shortened and stopped through the plug-in"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_the_table_and_decorated_ones_are_others() {
        let text = "Export Address Table\n\t[   0] +base[   1] 1000 Export RVA\n\n\
                    [Ordinal/Name Pointer] Table\n\t[   0] +base[   1]  0000 SolveEx\n\t[   1] _Optimize@28\n\nx\n";
        assert_eq!(exported(text), ["SolveEx", "_Optimize@28"]);
        assert!(exported("nothing").is_empty());
    }
}
