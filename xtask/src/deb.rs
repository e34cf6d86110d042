//! The package for Debian and its relatives: program, manual pages, completions, an entry for the menu.
//!
//! A `.deb` is three files in an `ar` archive: the version of the format, what the package is, and its files. The
//! program is static, so the package depends on nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::{self, copy, write};
use crate::{Done, finish, revision, root, say};

/// What the menu shows: the page, in the browser.
const DESKTOP: &str = "\
[Desktop Entry]
Type=Application
Name=Banto
GenericName=Sokoban and Unblock Me
Comment=Play, solve and design Sokoban and Unblock Me
Comment[pt]=Jogar, resolver e desenhar Sokoban e Unblock Me
Exec=banto serve --open
Icon=banto
Terminal=true
Categories=Game;LogicGame;
Keywords=sokoban;rush hour;puzzle;
";

/// A box on its goal, drawn by hand.
const ICON: &str = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">
<rect width=\"64\" height=\"64\" rx=\"12\" fill=\"#f4efe6\"/>
<circle cx=\"32\" cy=\"32\" r=\"27\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"4\"/>
<rect x=\"15\" y=\"15\" width=\"34\" height=\"34\" rx=\"4\" fill=\"#009e73\" stroke=\"#00402f\" stroke-width=\"3\"/>
<path d=\"M22 33l7 7 13-15\" fill=\"none\" stroke=\"#fff\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>
</svg>
";

/// There is no public address yet.
const MAINTAINER: &str = "Banto maintainers <banto@localhost>";

/// The rights in the program, before the text of the MIT license. Every Debian system has that of the Apache License.
const RIGHTS: &str = "\
Banto is licensed under either of MIT or Apache-2.0, at your option.
The rights in the parts that others have written are in LICENSES-OF-OTHERS.txt.gz in this folder.
On Debian systems the Apache License, Version 2.0 is in /usr/share/common-licenses/Apache-2.0.
The MIT license:

";

/// Makes the package of a folder that `dist` has filled.
pub(crate) fn pack(inside: &Path, folder: &Path) -> Result<PathBuf, String> {
    let work = folder.join("deb");
    let _ = std::fs::remove_dir_all(&work);
    let data = work.join("data");
    place(inside, &data)?;
    write(&work.join("debian-binary"), b"2.0\n")?;
    let arch = architecture(&inside.join("banto"))?;
    write(&work.join("control/control"), control(arch, size(&data)?).as_bytes())?;
    write(&work.join("control/md5sums"), &sums(&data)?)?;
    dist::dated(&work)?;
    let name = format!("banto_{}_{arch}.deb", env!("CARGO_PKG_VERSION"));
    let tar = "tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u-w --format=gnu";
    let script = format!(
        "for part in control data; do {tar} -C $part -cf - . | gzip -n -9 > $part.tar.gz; done; rm -f ../{name}; \
         ar -rcD ../{name} debian-binary control.tar.gz data.tar.gz"
    );
    let mut command = Command::new("sh");
    command.args(["-ec", &script]).current_dir(&work);
    finish(command, "packing the .deb")?;
    std::fs::remove_dir_all(&work).map_err(|error| error.to_string())?;
    Ok(folder.join(name))
}

/// A package from a program that is there, for trying.
pub(crate) fn of(program: &Path) -> Done {
    let folder = root().join("target/archives");
    let inside = folder.join("from-a-program");
    let _ = std::fs::remove_dir_all(&inside);
    let program =
        program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    copy(&program, &inside.join("banto"))?;
    dist::texts(&root(), crate::cross::LINUX, &program, &inside)?;
    let made = pack(&inside, &folder)?;
    std::fs::remove_dir_all(&inside).map_err(|error| error.to_string())?;
    say(&format!("packed {}", made.display()));
    Ok(())
}

/// Lays the files out as the system keeps them.
fn place(inside: &Path, data: &Path) -> Done {
    copy(&inside.join("banto"), &data.join("usr/bin/banto"))?;
    for (from, to) in [
        ("completions/banto.bash", "usr/share/bash-completion/completions/banto"),
        ("completions/_banto", "usr/share/zsh/vendor-completions/_banto"),
        ("completions/banto.fish", "usr/share/fish/vendor_completions.d/banto.fish"),
        ("CHANGELOG.md", "usr/share/doc/banto/NEWS.md"),
        ("README.md", "usr/share/doc/banto/README.md"),
        ("LICENSES-OF-OTHERS.txt", "usr/share/doc/banto/LICENSES-OF-OTHERS.txt"),
        ("banto.cdx.json", "usr/share/doc/banto/banto.cdx.json"),
    ] {
        copy(&inside.join(from), &data.join(to))?;
    }
    let mit = std::fs::read_to_string(inside.join("LICENSE-MIT")).map_err(|it| it.to_string())?;
    write(&data.join("usr/share/doc/banto/copyright"), format!("{RIGHTS}{mit}").as_bytes())?;
    let changes = changelog(&date()?);
    write(&data.join("usr/share/doc/banto/changelog"), changes.as_bytes())?;
    write(&data.join("usr/share/applications/banto.desktop"), DESKTOP.as_bytes())?;
    write(&data.join("usr/share/icons/hicolor/scalable/apps/banto.svg"), ICON.as_bytes())?;
    let pages = std::fs::read_dir(inside.join("man")).map_err(|error| format!("man: {error}"))?;
    for page in pages.flatten().map(|it| it.path()) {
        let name = page.file_name().unwrap_or_default();
        copy(&page, &data.join("usr/share/man/man1").join(name))?;
    }
    let mut squeeze = Command::new("sh");
    squeeze.args([
        "-ec",
        "gzip -n -9 usr/share/man/man1/*.1 usr/share/doc/banto/changelog usr/share/doc/banto/*.txt; \
         gzip -n -9 usr/share/doc/banto/NEWS.md; chmod 755 usr/bin/banto",
    ]);
    squeeze.current_dir(data);
    finish(squeeze, "gzip")
}

/// Debian's own list of changes, which has a form of its own; what is new is in `NEWS.md.gz`.
fn changelog(date: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "banto ({version}) unstable; urgency=medium\n\n  * Banto {version}; NEWS.md.gz says what is new.\n\n \
         -- {MAINTAINER}  {date}\n"
    )
}

/// The date of the last commit as mails have it.
fn date() -> Result<String, String> {
    let mut date = Command::new("date");
    date.args(["-u", "-R", "-d"]).arg(format!("@{}", revision::seconds()?)).env("LC_ALL", "C");
    let output = date.output().map_err(|error| format!("date: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err("date failed".to_owned()),
    }
}

/// What the package is.
fn control(arch: &str, kibibytes: u64) -> String {
    format!(
        "Package: banto\nVersion: {}\nArchitecture: {arch}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {kibibytes}\nSection: misc\nPriority: optional\nSuggests: xdg-utils\n\
         Description: solves, explains and plays Sokoban and Unblock Me\n \
         Banto solves Sokoban and Unblock Me / Rush Hour, says why a position is lost,\n \
         gives hints, grades and makes levels, and measures searches. It has a page for\n \
         the browser, a terminal player, and records for other programs. Every solution\n \
         is replayed by an independent checker.\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Debian's word for the machine that a program is for, from the header of the program.
fn architecture(program: &Path) -> Result<&'static str, String> {
    let bytes =
        std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    match (bytes.get(..4), bytes.get(18)) {
        (Some(b"\x7fELF"), Some(0x3e)) => Ok("amd64"),
        (Some(b"\x7fELF"), Some(0xb7)) => Ok("arm64"),
        _ => Err(format!("{} is no program for Linux on x86-64 or ARM64", program.display())),
    }
}

/// What the files take, in KiB.
fn size(data: &Path) -> Result<u64, String> {
    let files = crate::book::files(data)?;
    let bytes = files.iter().filter_map(|it| Some(it.metadata().ok()?.len()));
    Ok(bytes.map(|it| it.div_ceil(1024)).sum())
}

/// The checksums that `dpkg --verify` reads.
fn sums(data: &Path) -> Result<Vec<u8>, String> {
    let script = "find usr -type f | LC_ALL=C sort | xargs -d '\\n' md5sum";
    let output = Command::new("sh").args(["-ec", script]).current_dir(data).output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() { Ok(output.stdout) } else { Err("md5sum failed".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_another_system_is_refused() {
        let file = std::env::temp_dir().join(format!("banto-elf-{}", std::process::id()));
        for (machine, known) in [(0x3e, Some("amd64")), (0xb7, Some("arm64")), (3, None)] {
            let mut head = b"\x7fELF".to_vec();
            head.resize(18, 0);
            head.push(machine);
            std::fs::write(&file, head).unwrap();
            assert_eq!(architecture(&file).ok(), known);
        }
        std::fs::write(&file, "MZ").unwrap();
        assert!(architecture(&file).is_err());
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn the_list_of_changes_has_the_form_that_debian_reads() {
        let text = changelog("Thu, 19 Nov 2026 12:00:00 +0000");
        let lines: Vec<&str> = text.lines().collect();
        let [head, "", change, "", trailer] = lines[..] else { panic!("{text}") };
        assert!(head.starts_with("banto (") && head.ends_with(") unstable; urgency=medium"));
        assert!(change.starts_with("  * ") && text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(trailer.starts_with(" -- ") && trailer.contains(">  Thu, 19 Nov"), "{trailer}");
    }

    #[test]
    fn the_control_file_has_no_empty_line() {
        let text = control("amd64", 1);
        assert!(text.lines().all(|line| !line.trim().is_empty()), "{text}");
        let folded = text.lines().skip_while(|line| !line.starts_with("Description")).skip(1);
        assert!(folded.into_iter().all(|line| line.starts_with(' ')), "{text}");
    }
}
