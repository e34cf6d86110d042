//! The Python package: builds the wheel, and tests it as a user would have it.
//!
//! Everything lies below `target/python-package`: a virtual environment with the tools, the wheel, and the folder in
//! which the tests run, far from the sources, so that what is imported is what was built.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::{self, find};
use crate::tally::Tally;
use crate::{Done, dist, finish, notices, root};

/// The largest wheel.
const MOST_BYTES: u64 = 3 << 20;

/// The C library that the wheel may need at most, so that it runs on old systems.
const TAG: &str = "manylinux_2_28";

/// What a Python must have: version and the module that makes environments.
const SUITABLE: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// Builds and tests the package, alone.
pub(crate) fn alone() -> Done {
    let mut tally = Tally::new()?;
    check(&mut tally)?;
    tally.close()
}

/// Builds and tests the package as parts of a longer run.
pub(crate) fn check(tally: &mut Tally) -> Done {
    if !suitable() {
        setup::install(&["python3", "python3-venv"]);
    }
    if !suitable() {
        let why = "there is no Python 3.10 or later with venv (Debian: python3-venv)";
        tally.skip("Python package", why);
        return Ok(());
    }
    let package = Package::new();
    if let Err(why) = package.environment() {
        tally.skip("Python package", &format!("its tools cannot be installed: {why}"));
        return Ok(());
    }
    tally.run("Python wheel", || package.build())?;
    tally.run("Python abi3audit", || package.audit())?;
    tally.run("Python types", || package.types())?;
    let list = tally.list().to_owned();
    tally.run("Python tests", || package.tests(&list))
}

fn suitable() -> bool {
    find("python3").is_some()
        && Command::new("python3")
            .args(["-c", SUITABLE])
            .output()
            .is_ok_and(|it| it.status.success())
}

/// Where the parts of the package lie.
struct Package {
    /// The sources.
    source: PathBuf,
    /// What is made from them.
    folder: PathBuf,
}

impl Package {
    fn new() -> Package {
        let source = root().join("crates/python");
        Package { source, folder: crate::target().join("python-package") }
    }

    /// A program of the virtual environment, with its folder first on the path.
    fn command(&self, program: &str) -> Command {
        let environment = self.folder.join("venv");
        let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
        let mut command = Command::new(programs.join(program));
        command.env("VIRTUAL_ENV", environment);
        command.env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        // What is tested is what was installed.
        command.env_remove("PYTHONPATH");
        if let Ok(path) = std::env::join_paths(paths) {
            command.env("PATH", path);
        }
        command
    }

    /// Makes the virtual environment, when it is missing or another one is wanted.
    fn environment(&self) -> Done {
        let wanted = std::fs::read_to_string(self.source.join("tests/requirements.txt"))
            .map_err(|error| error.to_string())?;
        let note = self.folder.join("installed.txt");
        if std::fs::read_to_string(&note).is_ok_and(|it| it == wanted) {
            return Ok(());
        }
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(self.folder.join("venv"));
        finish(make, "python3 -m venv")?;
        let mut install = self.command("python");
        install.args(["-m", "pip", "install", "--quiet", "--requirement"]);
        install.arg(self.source.join("tests/requirements.txt"));
        finish(install, "pip install")?;
        std::fs::write(&note, wanted).map_err(|error| error.to_string())
    }

    fn wheels(&self) -> PathBuf {
        self.folder.join("wheels")
    }

    /// The wheel that was built.
    fn wheel(&self) -> Result<PathBuf, String> {
        let files = std::fs::read_dir(self.wheels()).map_err(|error| error.to_string())?;
        let mut files = files.filter_map(|file| Some(file.ok()?.path()));
        let is_wheel = |path: &PathBuf| path.extension().is_some_and(|it| it == "whl");
        files.find(is_wheel).ok_or_else(|| "maturin has not made a wheel".to_owned())
    }

    /// Builds the wheel, looks at its size and its tag, and installs it.
    fn build(&self) -> Done {
        let _ = std::fs::remove_dir_all(self.wheels());
        let notices = notices::text("banto-python", "x86_64-unknown-linux-gnu")?;
        std::fs::write(self.source.join("python/banto_puzzle/LICENSES-OF-OTHERS.txt"), notices)
            .map_err(|error| format!("LICENSES-OF-OTHERS.txt: {error}"))?;
        let mut maturin = self.command("maturin");
        maturin.args(["build", "--quiet", "--locked", "--profile", "dist", "--out"]);
        maturin.arg(self.wheels()).arg("--manifest-path").arg(self.source.join("Cargo.toml"));
        if cfg!(target_os = "linux") {
            // Zig links against the symbols of an older C library than that of this machine.
            maturin.args(["--zig", "--compatibility", TAG]);
        }
        maturin.env("CARGO_ENCODED_RUSTFLAGS", dist::remapped(&root()));
        finish(maturin, "maturin build")?;
        let wheel = self.wheel()?;
        suits(&wheel)?;
        let mut install = self.command("python");
        install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]);
        finish_with(install, &wheel, "pip install")
    }

    /// The wheel uses only what every later Python has, too.
    fn audit(&self) -> Done {
        let mut audit = self.command("abi3audit");
        audit.arg("--strict");
        finish_with(audit, &self.wheel()?, "abi3audit")
    }

    /// The stubs say what the module has, and the sources keep to them.
    fn types(&self) -> Done {
        let cache = self.folder.join("mypy");
        let mut stubs = self.command("python");
        stubs.args(["-m", "mypy.stubtest", "banto_puzzle", "--mypy-config-file"]);
        stubs.arg(self.source.join("pyproject.toml"));
        stubs.current_dir(&self.folder).env("MYPY_CACHE_DIR", &cache);
        finish(stubs, "stubtest")?;
        let mut sources = self.command("python");
        sources.args(["-m", "mypy", "--package", "banto_puzzle", "--config-file"]);
        sources.arg(self.source.join("pyproject.toml"));
        sources.current_dir(&self.folder).env("MYPY_CACHE_DIR", &cache);
        finish(sources, "mypy")
    }

    /// The tests, beside the program of the command line.
    fn tests(&self, list: &Path) -> Done {
        crate::cargo(&["build", "--quiet", "--locked", "--package", "banto"])?;
        let program = format!("debug/banto{}", std::env::consts::EXE_SUFFIX);
        let mut tests = self.command("python");
        tests.args(["-m", "pytest", "-p", "no:cacheprovider", "--config-file"]);
        tests.arg(self.source.join("pyproject.toml")).arg(self.source.join("tests"));
        tests.current_dir(&self.folder).env("PYTHONDONTWRITEBYTECODE", "1");
        tests.env("BANTO_PROGRAM", crate::target().join(program)).env("BANTO_SKIPPED", list);
        finish(tests, "pytest")
    }
}

fn finish_with(mut command: Command, file: &Path, what: &str) -> Done {
    command.arg(file);
    finish(command, what)
}

/// Whether a wheel is small enough and says that it runs on old systems.
fn suits(wheel: &Path) -> Done {
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = wheel.metadata().map_err(|error| format!("{name}: {error}"))?.len();
    if bytes > MOST_BYTES {
        return Err(format!("{name} has {bytes} bytes, more than {MOST_BYTES}"));
    }
    if !name.contains("-cp310-abi3-") || (cfg!(target_os = "linux") && !name.contains(TAG)) {
        return Err(format!("{name} is not tagged cp310-abi3 and {TAG}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_for_one_python_alone_is_refused() {
        let folder = std::env::temp_dir();
        let file = |tags: &str| folder.join(format!("banto_{}-{tags}.whl", std::process::id()));
        for (tags, good) in
            [(format!("cp310-abi3-{TAG}_x86_64"), true), ("cp311-cp311-linux_x86_64".into(), false)]
        {
            std::fs::write(file(&tags), "").unwrap();
            assert_eq!(suits(&file(&tags)).is_ok(), good, "{tags}");
            std::fs::remove_file(file(&tags)).unwrap();
        }
    }
}
