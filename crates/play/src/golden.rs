//! Golden files: expected output that must not change by accident.

use std::path::Path;

/// Compares a text with the file that holds it; `BANTO_GOLDEN=write` writes the file.
pub(crate) fn compare(path: &Path, text: &str) {
    if std::env::var_os("BANTO_GOLDEN").is_some_and(|it| it == "write") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n");
    assert!(known == text, "{} differs; it is now:\n{text}", path.display());
}
