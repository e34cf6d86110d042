//! The web page and HTTP API of Banto.
//!
//! [`serve`] answers on loopback with a page that plays both games and a JSON API behind it; the
//! page is in `ui/`, compiled into the program, and needs nothing from anywhere else. Searches run in
//! worker processes ([`runner`]), never in the server. What the API offers is written down in
//! `openapi.json`, served at `/api/openapi.json`.

mod accept;
mod answer;
mod api;
mod assets;
mod body;
mod fuzz_entry;
mod guard;
mod import;
mod inline_work;
mod jobs;
mod known;
mod pace;
mod portuguese;
mod problem;
mod query;
mod quiet;
mod runs;
mod shelf;
mod site;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use runner::WorkerCommand;
use tokio::net::TcpListener;

pub use assets::Modules;
#[doc(hidden)]
pub use fuzz_entry::understand;
pub use shelf::{Shelf, Shelved};
pub use site::write_site;

/// How to serve.
#[derive(Clone)]
pub struct Options {
    /// Where to listen. Beyond loopback a token is needed.
    pub listen: SocketAddr,
    /// What clients must present; required beyond loopback.
    pub token: Option<String>,
    /// How workers are started.
    pub worker: WorkerCommand,
    /// Searches at one time.
    pub workers: usize,
    /// The file of saved games; nothing is saved without one.
    pub store: Option<PathBuf>,
    /// Where collections come from.
    pub shelf: Arc<dyn Shelf>,
    /// Called with one sentence when saving begins to fail and when it works again.
    pub tell: Arc<dyn Fn(&str) + Send + Sync>,
    /// A game server to run beside the page, which then shows it live.
    pub game: Option<game::Options>,
}

/// A server that has its port but does not answer yet.
pub struct Server {
    listener: TcpListener,
    router: axum::Router,
    game: Option<game::Server>,
    /// Why games are not saved, when they are not.
    pub trouble: Option<String>,
}

impl Server {
    /// Takes the port. Needs a Tokio runtime.
    pub async fn bind(options: Options) -> std::io::Result<Server> {
        if !options.listen.ip().is_loopback() && options.token.is_none() {
            return Err(std::io::Error::other("listening beyond loopback needs a token"));
        }
        if let Some(token) = &options.token {
            check_token(token).map_err(std::io::Error::other)?;
        }
        let listener = accept::listen(options.listen)?;
        let game = match options.game {
            Some(wanted) => Some(bind_game(wanted, options.token.clone()).await?),
            None => None,
        };
        let store = match &options.store {
            Some(path) => store::Store::open(path, options.tell),
            None => store::Store::none("no folder for saved games is known"),
        };
        let trouble = store.trouble();
        let guard = guard::Guard::new(listener.local_addr()?, options.token);
        let store = Arc::new(store);
        let witness = known::witness(store.clone());
        let jobs = Arc::new(jobs::Jobs::new(options.worker, options.workers, witness));
        let answers = answer::Answers::new();
        let state = api::App {
            runs: runs::Runs::new(jobs.clone()),
            jobs,
            at_once: inline_work::InlineWork::at_once(),
            making: inline_work::InlineWork::making(),
            library: shelf::Library::new(options.shelf),
            store,
            bodies: body::Bodies::new(answers.clone()),
            answers,
            followers: api::Followers::new(),
            days: Mutex::default(),
            game: game.as_ref().map(game::Server::live),
        };
        let router = api::router(Arc::new(state), Arc::new(guard));
        Ok(Server { listener, router, game, trouble })
    }

    /// The address, with the port the system gave when 0 was asked for.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where agents play, when there is a game server.
    pub fn game_address(&self) -> Option<SocketAddr> {
        self.game.as_ref()?.address().ok()
    }

    /// Answers until the task is dropped.
    pub async fn run(self) {
        let game = async {
            match self.game {
                Some(game) => game.run().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = accept::run(self.listener, self.router) => {}
            () = game => {}
        }
    }
}

/// Takes the port of the game, and says which one when it cannot be had. The rules of the page hold
/// there, too.
async fn bind_game(options: game::Options, token: Option<String>) -> std::io::Result<game::Server> {
    let place = options.listen;
    let named = |error: std::io::Error| {
        std::io::Error::new(error.kind(), format!("the game's port ({place}): {error}"))
    };
    let server = game::Server::bind(options).await.map_err(named)?;
    let rules = guard::Guard::new(server.address()?, token);
    let refused = |problem: problem::Problem| (problem.code, problem.detail);
    Ok(server.guarded(Arc::new(move |request| rules.admit_socket(request).map_err(refused))))
}

/// Serves until the process ends; calls `ready` once the port is open.
pub fn serve(options: Options, ready: impl FnOnce(&Server)) -> std::io::Result<()> {
    // Blocking work is short. A thread for each of a crowd would cost a stack and memory of its own.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let server = Server::bind(options).await?;
        ready(&server);
        server.run().await;
        Ok(())
    })
}

/// A token that cannot be guessed.
pub fn random_token() -> String {
    jobs::random_id()
}

/// Whether a token can do its work: the page takes it from its address and sends it in a header, so
/// it is made of what both carry unchanged.
///
/// # Errors
/// Why not.
pub fn check_token(token: &str) -> Result<(), &'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if token.len() >= 16 && token.bytes().all(plain) {
        Ok(())
    } else {
        Err("a token has at least 16 characters, each a letter, a digit or one of - . _ ~")
    }
}
