//! What people download: for each system one archive with the program, its manual pages, completions,
//! licences and list of parts, on Linux a `.deb` beside it, and a file of checksums.
//!
//! The Linux program is linked statically against musl, so it runs on any distribution, and in an empty
//! folder: that is how it is tried here. The Windows program is linked by MinGW and tried under Wine; the plug-in of
//! both widths is in its archive. Archives for Linux on ARM and macOS are made on such machines; if it is asked for by
//! name, Zig links the one for ARM on other machines and QEMU tries it.
//!
//! Files are dated as the last commit and packed in order, so that the same sources give the same bytes.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::{self, LINUX, LINUX_ARM, MACOS, WINDOWS};
use crate::wine::Wine;
use crate::{Done, deb, finish, notices, plugin, revision, root, say, setup};

/// Shells whose completions are packed, with the names they look for.
const SHELLS: [(&str, &str); 4] = [
    ("bash", "banto.bash"),
    ("zsh", "_banto"),
    ("fish", "banto.fish"),
    ("powershell", "_banto.ps1"),
];

/// The systems that this machine makes archives for.
pub(crate) fn made_here() -> &'static [&'static str] {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "aarch64") => &[LINUX_ARM],
        ("linux", _) => &[LINUX, WINDOWS],
        ("macos", _) => &[MACOS],
        _ => &[],
    }
}

/// Builds and packs the program for the given systems, all when none is given, and tries what was packed.
pub(crate) fn make(targets: &[&str]) -> Done {
    let here = made_here();
    let targets = if targets.is_empty() { here } else { targets };
    // Made only if it is asked for, because releases have a machine for it.
    let asked = |target: &&str| *target == LINUX_ARM && here.contains(&LINUX);
    if let Some(other) = targets.iter().find(|it| !here.contains(*it) && !asked(it)) {
        return Err(format!("no archive for {other} is made here; there are {}", here.join(", ")));
    }
    cross::need(targets)?;
    // Asked before anything is built, which takes minutes.
    if targets.contains(&WINDOWS) {
        wine_ready()?;
    }
    let folder = root().join("target/archives");
    let _ = std::fs::remove_dir_all(&folder);
    let made = archives(&root(), targets, &folder)?;
    checksums(&folder, &made)?;
    let archives = made.iter().filter(|it| it.extension().is_none_or(|it| it != "deb"));
    archives.zip(targets).try_for_each(|(archive, target)| attempt(archive, target))?;
    made.iter().for_each(|file| say(&format!("packed {}", file.display())));
    Ok(())
}

/// Builds and packs the program from the sources in a folder: the archives of all systems, a `.deb` behind each of
/// those for Linux.
pub(crate) fn archives(
    sources: &Path,
    targets: &[&str],
    folder: &Path,
) -> Result<Vec<PathBuf>, String> {
    if targets.contains(&WINDOWS) {
        setup::install_missing(&[("zip", "zip"), ("unzip", "unzip")]);
    }
    // The texts come from a program that runs here.
    let here = made_here().first().ok_or("no archives are made on this system")?;
    let speaker = build_in(sources, here)?;
    let mut made = Vec::new();
    for target in targets {
        let inside = fill(sources, target, &speaker, folder)?;
        made.push(pack(&inside, target)?);
        if [LINUX, LINUX_ARM].contains(target) {
            made.push(deb::pack(&inside, folder)?);
        }
    }
    Ok(made)
}

/// Builds the program from the sources in a folder. The bytes do not say where that folder is, nor where the
/// sources of other people's crates are.
pub(crate) fn build_in(folder: &Path, target: &str) -> Result<PathBuf, String> {
    let mut command = cross::builder(target)?;
    command.args(["--profile", "dist", "--locked", "--package", "banto", "--target", target]);
    // The page has engines of its own for when its server is away.
    let [engines, _] = crate::site::modules_in(folder)?;
    command.env("BANTO_MODULE", engines);
    command.env("CARGO_ENCODED_RUSTFLAGS", remapped(folder));
    command.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    finish(command, &format!("the build for {target}"))?;
    let built = folder.join("target").join(target).join("dist").join(program(target));
    if built.is_file() { Ok(built) } else { Err(format!("{} is missing", built.display())) }
}

/// The flags that take the places of our sources and of other people's out of what is built.
pub(crate) fn remapped(folder: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")));
    let elsewhere = [(Some(folder.to_owned()), "/banto"), (home, "/cargo")];
    let flags = elsewhere.iter().filter_map(|(from, to)| {
        Some(format!("--remap-path-prefix={}={to}", from.as_ref()?.display()))
    });
    flags.collect::<Vec<_>>().join("\u{1f}")
}

fn program(target: &str) -> &'static str {
    if target == WINDOWS { "banto.exe" } else { "banto" }
}

/// Puts the folder of a system together from the sources in a folder, where the program was built.
fn fill(sources: &Path, target: &str, speaker: &Path, folder: &Path) -> Result<PathBuf, String> {
    let built = build_in(sources, target)?;
    let inside = folder.join(format!("banto-{}-{target}", env!("CARGO_PKG_VERSION")));
    copy(&built, &inside.join(program(target)))?;
    if [LINUX, LINUX_ARM].contains(&target) && !cross::foreign(target) {
        // The profile asks for it, but the linked program has a table of symbols all the same: 3.5 MB.
        let mut strip = Command::new("strip");
        strip.arg("--strip-all").arg(inside.join(program(target)));
        finish(strip, "strip")?;
    }
    if target == WINDOWS {
        cross::need(&plugin::WIDTHS.map(|it| it.0))?;
        for (width, _, name) in plugin::WIDTHS {
            copy(&plugin::build_in(sources, width)?, &inside.join(name))?;
        }
    }
    texts(sources, target, speaker, &inside)?;
    dated(&inside)?;
    Ok(inside)
}

/// What lies beside the program: papers, licences, parts, manual pages, completions.
pub(crate) fn texts(sources: &Path, target: &str, speaker: &Path, inside: &Path) -> Done {
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&sources.join(file), &inside.join(file))?;
    }
    write(&inside.join("LICENSES-OF-OTHERS.txt"), notices::text("banto", target)?.as_bytes())?;
    write(&inside.join("banto.cdx.json"), notices::parts("banto", target)?.as_bytes())?;
    manuals(speaker, &inside.join("man"))?;
    for (shell, file) in SHELLS {
        let script = spoken(speaker, &["completions", shell])?;
        write(&inside.join("completions").join(file), &script)?;
    }
    Ok(())
}

/// Gives everything below a folder the date of the last commit.
pub(crate) fn dated(folder: &Path) -> Done {
    let mut command = Command::new("find");
    command.arg(folder).args(["-exec", "touch", "-h", "-d"]);
    command.arg(format!("@{}", revision::seconds()?)).args(["{}", "+"]);
    finish(command, "touch")
}

/// Makes the archive of a folder, beside it.
fn pack(inside: &Path, target: &str) -> Result<PathBuf, String> {
    let name = inside.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = inside.parent().ok_or("the folder has no parent")?;
    let archive = folder.join(format!("{name}.{}", ending(target)));
    let _ = std::fs::remove_file(&archive);
    // In one order, dated in one time zone, without the names of users.
    let list = format!("find {name} -type f | LC_ALL=C sort");
    let packer = match target {
        WINDOWS => format!("{list} | zip -q -X -@ {name}.zip"),
        MACOS => format!("{list} | tar -cf - -T - | gzip -n -9 > {name}.tar.gz"),
        _ => format!(
            "{list} | tar --owner=0 --group=0 --numeric-owner --mode=go=u-w -cf - -T - | gzip -n -9 > {name}.tar.gz"
        ),
    };
    let mut command = Command::new("sh");
    command.args(["-ec", &packer]).current_dir(folder).env("TZ", "UTC");
    finish(command, "packing")?;
    Ok(archive)
}

fn ending(target: &str) -> &'static str {
    if target == WINDOWS { "zip" } else { "tar.gz" }
}

/// The manual pages, one file each.
fn manuals(speaker: &Path, folder: &Path) -> Done {
    let mut command = Command::new(speaker);
    command.args(["man", "--output"]).arg(folder);
    finish(command, "writing the manual pages")
}

/// What the program says on standard output.
fn spoken(speaker: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(speaker).args(args).output().map_err(|error| error.to_string())?;
    if output.status.success() && !output.stdout.is_empty() {
        return Ok(output.stdout);
    }
    Err(format!("banto {} failed: {}", args.join(" "), String::from_utf8_lossy(&output.stderr)))
}

/// Writes `SHA256SUMS`, which `sha256sum -c` reads.
pub(crate) fn checksums(folder: &Path, archives: &[PathBuf]) -> Done {
    let names = archives.iter().filter_map(|archive| archive.file_name());
    let output = Command::new("sha256sum").args(names).current_dir(folder).output();
    let output = output.map_err(|error| format!("sha256sum: {error}"))?;
    if !output.status.success() {
        return Err("sha256sum failed".to_owned());
    }
    write(&folder.join("SHA256SUMS"), &output.stdout)
}

/// Unpacks an archive where there is nothing else and lets the program solve its own levels.
fn attempt(archive: &Path, target: &str) -> Done {
    let place = root().join("target/archives/attempt");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let mut unpack = match target {
        WINDOWS => Command::new("unzip"),
        _ => Command::new("tar"),
    };
    match target {
        WINDOWS => unpack.arg("-q").arg(archive),
        _ => unpack.args(["--strip-components=1", "-xzf"]).arg(archive),
    };
    unpack.current_dir(&place);
    finish(unpack, "unpacking")?;
    let mut run = match target {
        WINDOWS => wine(&place)?,
        MACOS => Command::new(place.join("banto")),
        _ => alone(&place, target)?,
    };
    let output = run.args(["solve", "starter-sokoban", "--jsonl", "--quiet"]).output();
    let output = output.map_err(|error| format!("the packed program: {error}"))?;
    let _ = std::fs::remove_dir_all(&place);
    let text = String::from_utf8_lossy(&output.stdout);
    let solved = text.lines().filter(|line| line.contains("\"status\":\"solved\"")).count();
    say(&format!("{target}: the packed program solved {solved} of its own levels"));
    if output.status.success() && solved > 0 {
        return Ok(());
    }
    Err(format!("{target}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The unpacked program in a world that holds nothing but itself, and QEMU where it is for another machine.
fn alone(place: &Path, target: &str) -> Result<Command, String> {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "--root"]).arg(place);
    if cross::foreign(target) {
        let machine =
            setup::find(cross::QEMU).ok_or("QEMU is missing (Debian: qemu-user-static)")?;
        copy(&machine, &place.join(cross::QEMU))?;
        command.arg(Path::new("/").join(cross::QEMU));
    }
    command.arg("/banto").env_clear();
    Ok(command)
}

/// Wine, or that the Windows program cannot be tried.
fn wine_ready() -> Result<Wine, String> {
    Wine::ready().map_err(|why| format!("{why}: the Windows program cannot be tried"))
}

/// The unpacked program under Wine.
fn wine(place: &Path) -> Result<Command, String> {
    let wine = wine_ready()?;
    let inside = std::fs::read_dir(place).into_iter().flatten().flatten().next();
    let inside = inside.ok_or("the archive is empty")?.path();
    Ok(wine.command([inside.join("banto.exe")]))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Done {
    parent(to)?;
    std::fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

pub(crate) fn write(to: &Path, bytes: &[u8]) -> Done {
    parent(to)?;
    std::fs::write(to, bytes).map_err(|error| format!("{}: {error}", to.display()))
}

fn parent(of: &Path) -> Done {
    let folder = of.parent().unwrap_or(of);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
