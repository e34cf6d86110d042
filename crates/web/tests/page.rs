//! The page in real browsers, against a server of this test and as files: Playwright drives Chromium and a stock
//! Firefox, which it speaks to by WebDriver BiDi. The same scenarios run in both.
//!
//! Needs `node`, Chromium, Firefox and the npm packages of `tests/ui` (`npm ci` in that folder); nothing is
//! installed here. A test that lacks something says what and is skipped. `BANTO_SCREENS=FOLDER` writes
//! the screenshots of the documentation.

// What was measured is for whoever reads the test's output.
#![allow(clippy::print_stdout)]

#[allow(dead_code)]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::Running;
use web::{Modules, Options, Shelf, Shelved};

#[test]
fn the_rules_of_the_page() {
    let node = match program(&["node"]) {
        Ok(node) => node,
        Err(reason) => return needs::skip(&reason),
    };
    let mut command = Command::new(node);
    command.arg("--test");
    command.args(
        ["rules.test.mjs", "players.test.mjs", "token.test.mjs"].map(|name| folder().join(name)),
    );
    passes(command);
}

#[test]
fn the_page_in_chromium() {
    page(&CHROMIUM, "");
}

/// What depends most on the browser: keys, pointer, focus, storage, layout.
#[test]
fn the_page_in_firefox() {
    page(&FIREFOX, IN_BOTH);
}

/// All scenarios with a server in Firefox too.
#[test]
#[ignore = "eight minutes; part of cargo xtask nightly"]
fn all_of_the_page_in_firefox() {
    page(&FIREFOX, "");
}

/// The scenarios of every run of the tests in Firefox, by their names.
const IN_BOTH: &str = "guided start can|link holds|by keyboard, undo|by clicks|by drag|three hint steps|unblock by keys|\
    Caps Lock|page left while|two tabs on one level|zip and gz|drawing outlives|board does not jump on a (phone|desktop),|\
    frame after a click|solve, watch, scrub|watched side by side|the right button|portuguese|keyboard alone|\
    nothing is wider";

/// Plays the scenarios whose names match, unless the variable `ONLY` asks for others.
fn chosen(mut command: Command, only: &str) -> Command {
    if std::env::var_os("ONLY").is_none() {
        command.env("ONLY", only);
    }
    command
}

/// The page of a server.
fn page(names: &[&str], only: &str) {
    let (node, browser) = match needs(names) {
        Ok(found) => found,
        Err(reason) => return needs::skip(&reason),
    };
    let server = Running::start(None);
    let mut command = Command::new(node);
    command.arg(folder().join("page.mjs"));
    command.arg(format!("http://{}", server.address)).arg(browser);
    if names == CHROMIUM {
        command.args(std::env::var_os("BANTO_SCREENS"));
    } else {
        // The many random scripts of the night are played in Chromium.
        command.env("BANTO_SCRIPTS", "2").env("BANTO_KILLS", "1");
    }
    passes(chosen(command, only));
}

/// The page as files, with the engines as a module, served by a plain server.
#[test]
fn the_static_page_in_chromium() {
    static_page("chromium", &CHROMIUM, "");
}

#[test]
fn the_static_page_in_firefox() {
    static_page("firefox", &FIREFOX, "new version|played, won|count the nodes|offline|phone");
}

/// All of it in Firefox too.
#[test]
#[ignore = "two minutes; part of cargo xtask nightly"]
fn all_of_the_static_page_in_firefox() {
    static_page("firefox-all", &FIREFOX, "");
}

fn static_page(name: &str, browser: &[&str], only: &str) {
    let found = || -> Result<_, String> {
        let (node, browser) = needs(browser)?;
        Ok((node, browser, Site::new(name, Arc::new(Embedded))?))
    };
    let (node, browser, site) = match found() {
        Ok(found) => found,
        Err(reason) => return needs::skip(&reason),
    };
    let mut command = Command::new(node);
    command.arg(folder().join("site.mjs")).arg(&site.0).arg(browser);
    passes(chosen(command, only));
}

/// The scenarios of the page, but for those about a server, on the page as files.
#[test]
#[ignore = "four minutes; part of cargo xtask nightly"]
fn the_scenarios_without_a_server() {
    without_a_server("scenarios", &CHROMIUM);
}

/// The same in Firefox.
#[test]
#[ignore = "seven minutes; part of cargo xtask nightly"]
fn the_scenarios_without_a_server_in_firefox() {
    without_a_server("scenarios-firefox", &FIREFOX);
}

fn without_a_server(name: &str, browser: &[&str]) {
    let found = || -> Result<_, String> {
        let (node, browser) = needs(browser)?;
        Ok((node, browser, Site::new(name, common::shelf(true))?))
    };
    let (node, browser, site) = match found() {
        Ok(found) => found,
        Err(reason) => return needs::skip(&reason),
    };
    let mut command = Command::new(node);
    command.arg(folder().join("page-site.mjs")).arg(&site.0).arg(browser);
    passes(command);
}

/// The files of a static page in a folder of their own.
struct Site(PathBuf);

impl Site {
    fn new(name: &str, shelf: Arc<dyn Shelf>) -> Result<Site, String> {
        let built = |name: &str| {
            let place = "../../target/wasm32-unknown-unknown/module/examples";
            let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(place).join(name);
            let bytes = std::fs::read(place).map(|it| &*Vec::leak(it));
            bytes.map_err(|_| "the modules are not built: run cargo xtask site".to_owned())
        };
        let modules = Modules { engines: built("banto.wasm")?, grade: built("banto_grade.wasm")? };
        let folder = std::env::temp_dir().join(format!("banto-site-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        write_site(modules, shelf, &folder);
        Ok(Site(folder))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes the page with the levels of a shelf as files.
fn write_site(modules: Modules, shelf: Arc<dyn Shelf>, folder: &Path) {
    let options = Options {
        listen: "127.0.0.1:0".parse().unwrap(),
        token: None,
        worker: common::worker_command(),
        workers: 1,
        store: None,
        shelf,
        tell: Arc::new(|_| {}),
        game: None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(web::write_site(options, modules, folder)).unwrap();
}

/// Our own levels.
struct Embedded;

impl Shelf for Embedded {
    fn list(&self) -> Vec<Shelved> {
        let row = |it: &api::embedded::Embedded| Shelved {
            name: it.name.to_owned(),
            description: it.about.to_owned(),
            embedded: true,
            own: false,
        };
        api::embedded::COLLECTIONS.iter().map(row).collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        api::embedded::named(name).map(|it| it.text().into_owned())
    }

    fn add(&self, _: &str, _: &[u8]) -> Result<String, String> {
        Err("nothing is added here".to_owned())
    }

    fn remove(&self, _: &str) -> Result<String, String> {
        Err("nothing is removed here".to_owned())
    }

    fn restore(&self, _: &str) -> Result<String, String> {
        Err("nothing is removed here".to_owned())
    }
}

/// The names of the browsers' programs.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];

/// What the test in a browser runs: Node, and the browser.
fn needs(browser: &[&str]) -> Result<(PathBuf, PathBuf), String> {
    let node = program(&["node"])?;
    package("playwright-core/package.json")?;
    package("axe-core/package.json")?;
    Ok((node, program(browser)?))
}

/// Runs a program to its end and shows what it said.
fn passes(mut command: Command) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{told}");
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
}

/// The scripts of these tests.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")
}

/// The first of these programs that is on the path.
fn program(names: &[&str]) -> Result<PathBuf, String> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |it| it.join(name)));
    places.find(|place| place.is_file()).ok_or_else(|| format!("{} is not installed", names[0]))
}

/// A file of an npm package.
fn package(file: &str) -> Result<PathBuf, String> {
    let path = folder().join("node_modules").join(file);
    let missing = || format!("{file} is missing: run npm ci in {}", folder().display());
    if path.is_file() { Ok(path) } else { Err(missing()) }
}
