//! Notes which revision of the sources is compiled, for the records: figures of one revision are not
//! those of another.

use std::path::Path;
use std::process::Command;

/// The crates whose sources decide what a search does, and how it is run and measured.
const CRATES: [&str; 12] = [
    "checker", "generate", "ground", "puzzle", "rate", "runner", "search", "sokoban", "solver",
    "text", "textbook", "unblock",
];

fn main() {
    println!("cargo::rerun-if-env-changed=BANTO_REVISION");
    println!("cargo::rerun-if-changed=build.rs");
    let sources: Vec<String> = CRATES.iter().map(|krate| format!("../{krate}/src")).collect();
    for folder in sources.iter().filter(|folder| Path::new(folder).exists()) {
        println!("cargo::rerun-if-changed={folder}");
    }
    // A build for release is named after the commit even when only the commit is new. Others are
    // not compiled anew for that: the name they have stands for the same sources.
    let head = git(&["rev-parse", "--git-path", "logs/HEAD"]).map(text);
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(head) = head.filter(|path| Path::new(path).exists())
    {
        println!("cargo::rerun-if-changed={head}");
    }
    let told = std::env::var("BANTO_REVISION").ok().filter(|told| !told.is_empty());
    let found = told.or_else(|| revision(&sources));
    let revision = found.unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
    println!("cargo::rustc-env=BANTO_REVISION={revision}");
}

/// The last commit that touched the sources, and a hash of what has been changed since; `None` outside
/// of a checkout.
fn revision(sources: &[String]) -> Option<String> {
    if !sources.iter().all(|folder| Path::new(folder).exists()) {
        return None;
    }
    let about = |args: &[&str]| {
        let paths = sources.iter().map(String::as_str);
        git(&args.iter().copied().chain(["--"]).chain(paths).collect::<Vec<_>>())
    };
    let commit = text(about(&["log", "-1", "--format=%H"])?).get(..12)?.to_owned();
    let mut changes = about(&["diff", "--no-ext-diff", "HEAD"])?;
    let new = text(about(&["ls-files", "--others", "--exclude-standard"])?);
    for file in new.lines() {
        changes.extend(std::fs::read(file).ok()?);
    }
    if changes.is_empty() {
        return Some(commit);
    }
    // FNV-1a (Fowler, Noll, Vo): enough to tell states of the sources apart.
    let hash = changes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(format!("{commit}+{:08x}", hash as u32))
}

/// What git prints; `None` when there is no git, or no repository.
fn git(args: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").args(args).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
