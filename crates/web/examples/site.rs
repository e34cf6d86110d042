//! Writes the page with our own levels as files for a static web space: `site ENGINES GRADE FOLDER`. `cargo xtask site`
//! runs it.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use api::embedded::COLLECTIONS;
use runner::WorkerCommand;
use web::{Modules, Options, Shelf, Shelved};

struct Embedded;

impl Shelf for Embedded {
    fn list(&self) -> Vec<Shelved> {
        let row = |it: &api::embedded::Embedded| Shelved {
            name: it.name.to_owned(),
            description: it.about.to_owned(),
            embedded: true,
            own: false,
        };
        COLLECTIONS.iter().map(row).collect()
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

fn made() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, engines, grade, folder] = &args[..] else {
        return Err("usage: site ENGINES GRADE FOLDER".into());
    };
    let options = Options {
        listen: "127.0.0.1:0".parse()?,
        token: None,
        worker: WorkerCommand { program: "none".into(), args: Vec::new() },
        workers: 1,
        store: None,
        shelf: Arc::new(Embedded),
        tell: Arc::new(|_| {}),
        game: None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Both are used until the program ends.
    let bytes = |path: &String| std::fs::read(path).map(|it| &*Vec::leak(it));
    let modules = Modules { engines: bytes(engines)?, grade: bytes(grade)? };
    runtime.block_on(web::write_site(options, modules, Path::new(folder)))?;
    Ok(())
}

#[expect(clippy::print_stderr, reason = "a program for people")]
fn main() -> ExitCode {
    match made() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("site: {error}");
            ExitCode::FAILURE
        }
    }
}
