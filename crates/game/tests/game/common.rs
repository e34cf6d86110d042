//! Servers for tests: our own, and one that misbehaves as configured.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use game::agent::{Options as Agent, Strategy};
use game::{FromClient, Level, Options, Rules, Server};
use puzzle::{Cancel, Puzzle, SokobanPuzzle};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// The levels of the recorded conversations.
pub(crate) fn levels() -> Vec<Level> {
    let texts = [
        include_str!("recorded/levels/1.xsb"),
        include_str!("recorded/levels/2.xsb"),
        include_str!("recorded/levels/3.xsb"),
    ];
    let numbered = |(text, number): (&str, u32)| Level { number, puzzle: level(text) };
    texts.into_iter().zip(1..).map(numbered).collect()
}

/// A level from its text.
pub(crate) fn level(text: &str) -> Arc<SokobanPuzzle> {
    let entry = puzzle::read(text.as_bytes()).unwrap().entries.remove(0);
    let Ok(Puzzle::Sokoban(puzzle)) = entry.puzzle else { panic!("a level of Sokoban") };
    Arc::from(puzzle)
}

/// An agent for a server on loopback that has the levels.
pub(crate) fn agent(port: u16) -> Agent {
    let known = levels();
    Agent {
        url: format!("ws://127.0.0.1:{port}"),
        name: "banto".to_owned(),
        strategy: Strategy::Score,
        levels: Arc::new(move |map| {
            known.iter().find(|it| it.map() == map).map(|it| Ok(it.puzzle.clone()))
        }),
        // No such program: searches run in the process.
        worker: runner::WorkerCommand::of("no such program".into()),
        think: Duration::from_secs(20),
        patience: Duration::from_secs(20),
        cancel: Cancel::default(),
    }
}

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) port: u16,
    _runtime: tokio::runtime::Runtime,
}

/// Our own server.
pub(crate) fn serve(fps: u32, timeout: u64, port: u16) -> Running {
    serve_levels(fps, timeout, port, levels())
}

/// Our own server with some levels.
pub(crate) fn serve_levels(fps: u32, timeout: u64, port: u16, levels: Vec<Level>) -> Running {
    let runtime = runtime();
    let listen = SocketAddr::from(([127, 0, 0, 1], port));
    let options = Options { listen, levels, first: None, fps, timeout };
    let server = runtime.block_on(Server::bind(options)).unwrap();
    let port = server.address().unwrap().port();
    runtime.spawn(server.run());
    Running { port, _runtime: runtime }
}

/// A port that nobody listens on.
pub(crate) fn unused_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// What a server does that it should not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mischief {
    /// Loses every n-th key; 0 loses none.
    pub(crate) lose_every: u64,
    /// Makes an unasked step after this many keys.
    pub(crate) stray_at: Option<u64>,
    /// Cuts the first connection after this many keys.
    pub(crate) cut_at: Option<u64>,
    /// Sends nonsense between frames.
    pub(crate) garbage: bool,
    /// Sends nothing else.
    pub(crate) only_garbage: bool,
    /// Sends frames as fast as it can, and reads nothing.
    pub(crate) flood: bool,
}

/// Starts a server that makes a frame for every key and misbehaves as configured; returns its port.
/// It ends with the process.
pub(crate) fn fake(mischief: Mischief) -> u16 {
    let runtime = runtime();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        runtime.block_on(async {
            let mut mischief = mischief;
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(socket) = tokio_tungstenite::accept_async(stream).await else { continue };
                game(socket, mischief).await;
                mischief.cut_at = None;
            }
        });
    });
    port
}

const NONSENSE: [&str; 5] = ["", "{", "[1,2]", r#"{"map":7}"#, r#"{"player":"x","level":"y"}"#];

type Socket = WebSocketStream<TcpStream>;

async fn game(mut socket: Socket, mischief: Mischief) -> Option<()> {
    socket.next().await?.ok()?;
    if mischief.only_garbage {
        for text in NONSENSE.into_iter().cycle() {
            socket.send(Message::text(text)).await.ok()?;
        }
    }
    // Frames follow keys, so the frame rate is given as 0.
    let mut rules = Rules::new(levels().into(), 1, 0, 3000, "banto")?;
    if mischief.flood {
        send(&mut socket, &game::Info { fps: 1000, ..rules.info() }).await?;
        loop {
            send(&mut socket, &rules.state()).await?;
        }
    }
    send(&mut socket, &rules.info()).await?;
    let mut keys = 0;
    while rules.is_running() {
        let text = socket.next().await?.ok()?.into_text().ok()?;
        let Ok(FromClient::Key { key }) = serde_json::from_str(&text) else { continue };
        keys += 1;
        if mischief.cut_at == Some(keys) {
            return None;
        }
        let lost = mischief.lose_every > 0 && keys % mischief.lose_every == 0;
        let key = if mischief.stray_at == Some(keys) { astray(&rules) } else { key };
        rules.press(if lost { "" } else { &key });
        let mut begins = rules.frame();
        if mischief.stray_at == Some(keys) {
            rules.press(&astray(&rules));
            begins |= rules.frame();
        }
        if mischief.garbage {
            socket.send(Message::text(NONSENSE[keys as usize % NONSENSE.len()])).await.ok()?;
            socket.send(Message::binary(vec![0, 159])).await.ok()?;
        }
        if begins {
            send(&mut socket, &rules.info()).await?;
        }
        send(&mut socket, &rules.state()).await?;
    }
    let end = game::Info { score: Some(rules.score()), ..rules.info() };
    send(&mut socket, &end).await?;
    socket.close(None).await.ok()
}

/// A key that walks somewhere without pushing, if there is one.
fn astray(rules: &Rules) -> String {
    let walks = |key: &&str| {
        let mut after = rules.clone();
        after.press(key);
        after.frame();
        after.score().1 > rules.score().1 && after.score().2 == rules.score().2
    };
    ["a", "w", "s", "d"].into_iter().find(walks).unwrap_or_default().to_owned()
}

async fn send(socket: &mut Socket, frame: &impl serde::Serialize) -> Option<()> {
    socket.send(Message::text(serde_json::to_string(frame).ok()?)).await.ok()
}
