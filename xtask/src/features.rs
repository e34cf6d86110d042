//! Every library must compile without its default features, and with each feature alone.

use std::process::Command;

use serde_json::Value;

use crate::{Done, cargo, root};

/// Checks every library of the workspace that has features.
pub(crate) fn check() -> Done {
    for (package, features) in libraries()? {
        let args = ["check", "--quiet", "--locked", "--package", &package, "--no-default-features"];
        cargo(&args)?;
        for feature in &features {
            cargo(&[&args[..], &["--features", feature]].concat())?;
        }
    }
    Ok(())
}

/// The libraries with features, and those features.
fn libraries() -> Result<Vec<(String, Vec<String>)>, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let output = command.current_dir(root()).output().map_err(|error| error.to_string())?;
    let found: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(with_features(&found))
}

fn with_features(metadata: &Value) -> Vec<(String, Vec<String>)> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let is_library = |package: &&Value| {
        let mut targets = package["targets"].as_array().into_iter().flatten();
        targets.any(|target| target["kind"][0] == "lib")
    };
    let row = |package: &Value| {
        let features = package["features"].as_object().into_iter().flatten();
        let features = features.map(|(name, _)| name.clone()).filter(|name| name != "default");
        (package["name"].as_str().unwrap_or_default().to_owned(), features.collect::<Vec<_>>())
    };
    packages.filter(is_library).map(row).filter(|(_, features)| !features.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_libraries_without_features_are_left_out() {
        let package = |name: &str, kind: &str, features: Value| serde_json::json!({ "name": name, "targets": [{ "kind": [kind] }], "features": features });
        let both = serde_json::json!({ "default": ["a"], "a": [], "b": [] });
        let metadata = serde_json::json!({ "packages": [
            package("library", "lib", both.clone()),
            package("program", "bin", both),
            package("plain", "lib", serde_json::json!({})),
        ] });
        let expected = vec![("library".to_owned(), vec!["a".to_owned(), "b".to_owned()])];
        assert_eq!(with_features(&metadata), expected);
    }
}
