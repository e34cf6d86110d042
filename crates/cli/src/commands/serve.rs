//! `banto serve`: the web page and HTTP API.

use std::net::SocketAddr;
use std::sync::Arc;

use runner::WorkerCommand;
use web::{Options, Shelf, Shelved};

use crate::args::{GameServer, Serve};
use crate::embedded;
use crate::failure::{CommandResult, Failure};
use crate::library::{Added, Library};
use crate::numbered;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// Where the page is when no port is named.
const PORT: u16 = 7878;

/// Serves until interrupted.
pub(crate) fn run(args: &Serve, library: &Library, terminal: Terminal) -> CommandResult {
    with_one_heap();
    let (address, port) = (args.listen.ip, args.listen.port);
    if port.is_some() && args.port.is_some() {
        return Err(Failure::usage("the port is named twice, by --listen and by --port"));
    }
    let listen = SocketAddr::new(address, port.or(args.port).unwrap_or(PORT));
    if !address.is_loopback() && args.token.is_none() {
        return Err(Failure::usage(
            "--listen beyond loopback needs --token (`--token random` makes one)",
        ));
    }
    let program = std::env::current_exe().map_err(|error| Failure::io("this program", &error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options {
        listen,
        token: args.token.clone(),
        worker: WorkerCommand::of(program),
        workers: args.jobs.map_or(cores, usize::from),
        store: args.state.clone().or_else(|| library.state_file()),
        shelf: Arc::new(Shelves(library.clone())),
        tell: Arc::new(move |sentence: &str| terminal.say(sentence)),
        game: game(args, library, terminal)?,
    };
    let ready = |server: &web::Server| {
        let Ok(address) = server.address() else { return };
        let page = match &args.token {
            Some(token) => format!("http://{address}/#token={token}"),
            None => format!("http://{address}/"),
        };
        terminal.say(format!("banto serves {page}"));
        if let Some(game) = server.game_address() {
            let token = args.token.as_ref().map(|token| format!("?token={token}"));
            let token = token.unwrap_or_default();
            terminal.say(format!(
                "agents play at ws://{game}/player{token}; the page shows it at #/live"
            ));
        }
        if let Some(trouble) = &server.trouble {
            terminal.say(format!("games are not saved: {trouble}"));
        }
        if args.open {
            open_browser(&page, terminal);
        }
    };
    web::serve(options, ready).map_err(|error| Failure::io(listen, &error))?;
    Ok(0)
}

/// How many heaps the allocator may have.
const HEAPS: &str = "MALLOC_ARENA_MAX";

/// Begins the program again with one heap for all its threads, where that is something to ask for: glibc gives each
/// thread a heap of its own, and each keeps what was freed in it. After 5,000 rounds of mixed traffic a server of ten
/// threads had taken 8.3 MB and was still growing; with one heap 5.2 MB. It is the same process, which has done nothing
/// yet; if it cannot begin again, it goes on as it is.
fn with_one_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt;
        if std::env::var_os(HEAPS).is_some() {
            return;
        }
        let mut args = std::env::args_os();
        if let (Ok(program), Some(name)) = (std::env::current_exe(), args.next()) {
            let _ =
                std::process::Command::new(program).arg0(name).args(args).env(HEAPS, "1").exec();
        }
    }
}

/// The game server that is wanted beside the page.
fn game(
    args: &Serve,
    library: &Library,
    terminal: Terminal,
) -> Result<Option<game::Options>, Failure> {
    let wanted = &args.game;
    if !wanted.game_server {
        return Ok(None);
    }
    let GameServer { game_levels, game_port, fps, game_timeout, game_first, .. } = wanted;
    let sources = sources::find(std::slice::from_ref(game_levels), library)?;
    let levels = numbered::levels(sources, terminal)?;
    if let Some(folder) = &wanted.game_write {
        numbered::write(&levels, folder, wanted.force)?;
    }
    if let Some(first) = game_first
        && !levels.iter().any(|level| level.number == *first)
    {
        return Err(Failure::usage(format!("{game_levels} has no level {first}")));
    }
    Ok(Some(game::Options {
        listen: SocketAddr::new(args.listen.ip, *game_port),
        levels,
        first: *game_first,
        fps: *fps,
        timeout: *game_timeout,
    }))
}

/// Asks the desktop to show the page.
fn open_browser(page: &str, terminal: Terminal) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if std::process::Command::new(program).arg(page).env_remove(HEAPS).spawn().is_err() {
        terminal.say(format!("no browser could be opened: {program} is missing"));
    }
}

/// The embedded collections, then the library.
struct Shelves(Library);

impl Shelf for Shelves {
    fn list(&self) -> Vec<Shelved> {
        let embedded = embedded::list().map(|(name, description)| Shelved {
            name: name.to_owned(),
            description: description.to_owned(),
            embedded: true,
            own: false,
        });
        let own = self.0.collections().into_iter().map(|(name, path)| Shelved {
            name,
            description: String::new(),
            embedded: false,
            own: self.0.is_own(&path),
        });
        embedded.chain(own).collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        if let Some(source) = embedded::named(name) {
            return Some(source.bytes);
        }
        let path = self.0.file(name)?;
        sources::read_file(&path).ok().map(|source| source.bytes)
    }

    fn add(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let source = Source::new(format!("{name}.txt"), bytes.to_vec());
        match self.0.add(&source) {
            Ok(Added::Kept(name) | Added::AlreadyThere(name)) => Ok(name),
            Err(failure) => Err(failure.message),
        }
    }

    fn remove(&self, name: &str) -> Result<String, String> {
        self.0.remove(name).map_err(|failure| failure.message)
    }

    fn restore(&self, removed: &str) -> Result<String, String> {
        self.0.restore(removed).map_err(|failure| failure.message)
    }
}
