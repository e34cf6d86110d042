//! The page as files for any static web space: no server behind it, the engines in the browser.
//!
//! What the page asks a server for and never changes is asked here and becomes a file: the embedded collections, the
//! experiments with their published figures, the documents. Everything else the page answers itself.

use std::io;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use crate::assets::{Modules, Place, assemble};
use crate::{Options, Server};

/// Levels in one answer of a server.
const PART: usize = 500;

/// The forms of a report that can be saved from the page.
const REPORTS: [&str; 6] = ["md", "csv", "tex", "html", "svg", "jsonl"];

/// Writes the page into a folder, with the collections of the shelf and the modules. Needs a Tokio runtime. Files that are there and not part of the page stay.
///
/// # Errors
/// What could not be made or written.
pub async fn write_site(options: Options, modules: Modules, folder: &Path) -> io::Result<()> {
    let server = Server::bind(options).await?;
    let host = server.address()?.to_string();
    let data = Crawl { router: server.router, host, files: Vec::new() }.run().await?;
    for asset in assemble(Place::Static, modules, data) {
        let path = folder.join(&asset.path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, &asset.bytes)?;
    }
    // GitHub Pages takes the files as they are.
    std::fs::write(folder.join(".nojekyll"), b"")
}

/// Answers of the server that become files.
struct Crawl {
    router: Router,
    host: String,
    files: Vec<(String, Vec<u8>)>,
}

impl Crawl {
    async fn run(mut self) -> io::Result<Vec<(String, Vec<u8>)>> {
        for path in ["categories", "formats", "sources"] {
            self.take(path, path).await?;
        }
        let list = self.take("collections", "collections").await?;
        for (name, count) in named(&list["collections"]) {
            let place = format!("collections/{name}");
            self.take(&place, &place).await?;
            for from in (PART + 1..=count).step_by(PART) {
                let file = format!("{place}/from-{from}");
                self.take(&format!("{place}?from={from}"), &file).await?;
            }
            self.take(&format!("{place}/text"), &format!("{place}/text")).await?;
        }
        let list = self.take("experiments", "experiments").await?;
        for (name, _) in named(&list["experiments"]) {
            let place = format!("experiments/{name}");
            self.take(&place, &place).await?;
            for report in REPORTS {
                // Not every experiment has a plot.
                let _ = self
                    .take(&format!("{place}/{report}"), &format!("reports/{name}/{report}"))
                    .await;
            }
        }
        Ok(self.files)
    }

    /// Asks for a path of the API and keeps the answer as a file.
    async fn take(&mut self, path: &str, file: &str) -> io::Result<Value> {
        let request = Request::builder()
            .uri(format!("/api/{path}"))
            .header(header::HOST, &self.host)
            .body(Body::empty())
            .map_err(io::Error::other)?;
        let answer = self.router.clone().oneshot(request).await.map_err(io::Error::other)?;
        let status = answer.status();
        let bytes = answer.into_body().collect().await.map_err(io::Error::other)?.to_bytes();
        if status != StatusCode::OK {
            return Err(io::Error::other(format!("{path}: {status}")));
        }
        let value = serde_json::from_slice(&bytes)?;
        self.files.push((format!("api/{file}.json"), bytes.to_vec()));
        Ok(value)
    }
}

/// The names in a list, and how many levels each has.
fn named(list: &Value) -> Vec<(String, usize)> {
    let row = |it: &Value| {
        let count = it["count"].as_u64().unwrap_or(0) as usize;
        Some((it["name"].as_str()?.to_owned(), count))
    };
    list.as_array().into_iter().flatten().filter_map(row).collect()
}
