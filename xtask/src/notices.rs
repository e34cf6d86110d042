//! The licences of the libraries inside the program, which must travel with it, and the list of parts (SBOM).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

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

/// The list of the parts of one of our packages for a system, as CycloneDX 1.5: every library with version, licence,
/// and the hash that the lock file names. It holds no date, so that the same sources give the same bytes.
pub(crate) fn parts(package: &str, target: &str) -> Result<String, String> {
    let told = metadata(target)?;
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|it| it.to_string())?;
    let inside = inside(&told, package);
    let mut parts: Vec<&Value> = rows(&told["packages"])
        .filter(|it| it["id"].as_str().is_some_and(|id| inside.contains(id)))
        .collect();
    parts.sort_by_key(|it| (it["name"].to_string(), it["version"].to_string()));
    let part = |it: &&Value| {
        let (name, version) = (it["name"].as_str()?, it["version"].as_str()?);
        let mut part = json!({
            "type": if name == package { "application" } else { "library" },
            "name": name, "version": version, "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": it["license"] }],
        });
        if let Some(hash) = locked(&lock, name, version) {
            part["hashes"] = json!([{ "alg": "SHA-256", "content": hash }]);
        }
        Some(part)
    };
    let (own, others): (Vec<Value>, Vec<Value>) =
        parts.iter().filter_map(part).partition(|it| it["type"] == "application");
    let list = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": own.first(), "properties": [{ "name": "target", "value": target }] },
        "components": others,
    });
    serde_json::to_string_pretty(&list).map(|it| it + "\n").map_err(|error| error.to_string())
}

/// The hash of a package in the lock file; ours have none.
fn locked<'a>(lock: &'a str, name: &str, version: &str) -> Option<&'a str> {
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let entry = lock.split("[[package]]\n").find(|it| it.starts_with(&head))?;
    entry.split("checksum = \"").nth(1)?.split('"').next()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_parts_has_licences_and_hashes_of_what_is_linked() {
        let list = parts("xtask", "x86_64-unknown-linux-gnu").unwrap();
        let list: Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list["metadata"]["component"]["name"], "xtask");
        let json = rows(&list["components"]).find(|it| it["name"] == "serde_json").unwrap();
        assert_eq!(json["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(json["hashes"][0]["content"].as_str().unwrap().len(), 64);
        // What only builds or tests need is no part.
        assert!(rows(&list["components"]).all(|it| it["name"] != "proptest"));
    }
}
