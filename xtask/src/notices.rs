//! The licences of the libraries inside the program, which must travel with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::root;

/// A text that names every library in one of our packages for a system, with its licence in full.
pub(crate) fn text(package: &str, target: &str) -> Result<String, String> {
    let told = metadata(target)?;
    let packages: BTreeMap<&str, &Value> = rows(&told["packages"])
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let mut text = String::from("Libraries inside banto, and their licences.\n");
    for id in inside(&told, package) {
        let Some(package) = packages.get(id.as_str()).filter(|it| !it["source"].is_null()) else {
            continue;
        };
        let word = |name: &str| package[name].as_str().unwrap_or("?").to_owned();
        let line = "=".repeat(80);
        text += &format!("\n{line}\n{} {}: {}\n", word("name"), word("version"), word("license"));
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or("")).parent();
        folder.map(licences).unwrap_or_default().iter().for_each(|it| text += &format!("\n{it}\n"));
    }
    Ok(text)
}

/// What cargo knows about the packages for a system.
fn metadata(target: &str) -> Result<Value, String> {
    let args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output();
    let output = output.map_err(|error| format!("cargo metadata: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The packages that one of ours is linked from: those for building or testing are not part of it.
fn inside(told: &Value, package: &str) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = rows(&told["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let own = rows(&told["packages"]).find(|it| it["name"] == package);
    let mut open: Vec<&str> = own.and_then(|it| it["id"].as_str()).into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id.to_owned()) {
            continue;
        }
        let linked = |it: &&Value| rows(&it["dep_kinds"]).any(|kind| kind["kind"].is_null());
        let needs = nodes.get(id).into_iter().flat_map(|node| rows(&node["deps"]));
        open.extend(needs.filter(linked).filter_map(|it| it["pkg"].as_str()));
    }
    seen
}

/// The licence files of a package.
fn licences(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
    let named = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
    };
    let mut files: Vec<_> = files.filter(|path| path.is_file() && named(path)).collect();
    files.sort();
    files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
