//! What the manifests promise: the oldest Rust, the oldest libraries, every feature alone.

use std::process::Command;

use crate::setup::find;
use crate::{Done, features, finish, revision, root, say};

/// Compiles everything with the oldest Rust named in `Cargo.toml`, the program with the oldest versions of its direct
/// dependencies, and each library with each of its features alone.
pub(crate) fn check() -> Result<String, String> {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    if find("rustup").is_none() {
        return Err("rustup is missing, which brings other versions of Rust".to_owned());
    }
    say(&format!("Rust {oldest}"));
    toolchain(oldest)?;
    let check = ["check", "--quiet", "--workspace", "--all-targets", "--locked"];
    rust(oldest, &check, "target/oldest-rust")?;
    say("oldest libraries");
    toolchain("nightly")?;
    minimal()?;
    say("features");
    features::check()?;
    Ok(format!("Rust {oldest}, oldest direct dependencies, each feature alone"))
}

fn toolchain(name: &str) -> Done {
    let mut command = Command::new("rustup");
    command.args(["toolchain", "install", name, "--profile", "minimal", "--no-self-update"]);
    finish(command, "rustup toolchain install")
}

fn rust(version: &str, args: &[&str], target: &str) -> Done {
    let mut command = Command::new("cargo");
    command.arg(format!("+{version}")).args(args).current_dir(root());
    // Our own cargo's choice of toolchain must not decide for the other.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    command.env("CARGO_TARGET_DIR", root().join(target));
    finish(command, &format!("cargo +{version} {}", args.join(" ")))
}

/// In a copy of the last commit, whose lock file may change.
fn minimal() -> Done {
    let folder = root().join("target/oldest-libraries");
    let copy = folder.join("sources");
    let _ = std::fs::remove_dir_all(&copy);
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--local"]).arg(root()).arg(&copy);
    finish(clone, "git clone")?;
    say(&format!("of {}", revision::revision()?));
    for (version, args) in [
        ("nightly", &["update", "--quiet", "-Z", "direct-minimal-versions"][..]),
        ("stable", &["check", "--quiet", "--package", "banto"]),
    ] {
        let mut command = Command::new("cargo");
        command.arg(format!("+{version}")).args(args).current_dir(&copy);
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        command.env("CARGO_TARGET_DIR", folder.join("target"));
        finish(command, &format!("cargo {}", args.join(" ")))?;
    }
    Ok(())
}
