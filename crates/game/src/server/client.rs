//! One client connection, and the listener that accepts it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::held;
use crate::protocol::{FromClient, Info};

/// Frames that may wait for a client that reads slowly.
const MOST_UNREAD: usize = 256;
/// Time for the opening and closing handshakes.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of a message from a client.
const MAX_MESSAGE: usize = 16 << 10;
/// Letters of a name.
const MAX_NAME: usize = 64;

/// What the other tasks hold of a connection.
#[derive(Debug)]
struct Line {
    out: mpsc::Sender<Message>,
    /// The last key since the last frame.
    key: Mutex<Option<String>>,
    pressed: Notify,
    /// Raised when the connection is to end.
    ended: Notify,
}

/// Somebody who plays or waits for a turn.
#[derive(Clone, Debug)]
pub(super) struct Player {
    name: String,
    line: Arc<Line>,
}

impl Player {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_gone(&self) -> bool {
        self.line.out.is_closed()
    }

    /// Sends a frame. A player who does not read is disconnected.
    pub(super) fn tell(&self, frame: &impl Serialize) {
        if self.line.out.try_send(text(frame)).is_err() {
            self.line.ended.notify_one();
        }
    }

    /// The game is over.
    pub(super) fn dismiss(&self) {
        let _ = self.line.out.try_send(Message::Close(Some(reason(CloseCode::Normal, ""))));
    }

    /// Keys pressed before the game began do not count.
    pub(super) fn forget_keys(&self) {
        held(&self.line.key).take();
    }

    pub(super) fn take_key(&self) -> Option<String> {
        held(&self.line.key).take()
    }

    /// Until a key is there, or the player is gone.
    pub(super) async fn any_key(&self) {
        while held(&self.line.key).is_none() && !self.is_gone() {
            tokio::select! {
                () = self.line.pressed.notified() => {}
                () = self.line.out.closed() => {}
            }
        }
    }
}

/// Everybody who watches.
#[derive(Clone, Debug)]
pub(super) struct Viewers(Arc<Mutex<Watching>>);

#[derive(Debug)]
struct Watching {
    lines: Vec<Arc<Line>>,
    /// The first frames for a client that joins now.
    info: Info,
}

impl Viewers {
    pub(super) fn new(info: Info) -> Viewers {
        Viewers(Arc::new(Mutex::new(Watching { lines: Vec::new(), info })))
    }

    fn add(&self, line: &Arc<Line>) {
        let mut watching = held(&self.0);
        let _ = line.out.try_send(text(&watching.info));
        watching.lines.push(line.clone());
    }

    pub(super) fn tell(&self, frame: &impl Serialize) {
        let message = text(frame);
        held(&self.0).lines.retain(|line| {
            let taken = line.out.try_send(message.clone()).is_ok();
            if !taken {
                line.ended.notify_one();
            }
            taken
        });
    }

    pub(super) fn tell_info(&self, info: Info) {
        self.tell(&info);
        held(&self.0).info = Info { score: None, highscores: None, player: None, ..info };
    }
}

/// The request that opens a WebSocket.
pub type Opening = Request;

/// Why a client is refused: the status of the answer, and a sentence.
pub type Refusal = (StatusCode, String);

/// Decides whether a client may connect.
pub type Guard = Arc<dyn Fn(&Opening) -> Result<(), Refusal> + Send + Sync>;

/// Where connections come in.
#[derive(Clone)]
pub(super) struct Door {
    queue: mpsc::Sender<Player>,
    viewers: Viewers,
    places: Arc<Semaphore>,
    guard: Option<Guard>,
}

impl Door {
    pub(super) fn new(queue: mpsc::Sender<Player>, viewers: Viewers, most: usize) -> Door {
        Door { queue, viewers, places: Arc::new(Semaphore::new(most)), guard: None }
    }

    pub(super) fn set_guard(&mut self, guard: Guard) {
        self.guard = Some(guard);
    }

    /// Admits connections until the task is dropped. When all places are taken, new ones are closed.
    pub(super) async fn admit_all(self, listener: TcpListener) {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Out of file descriptors, or the client is gone already.
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            };
            let Ok(place) = self.places.clone().try_acquire_owned() else { continue };
            let door = self.clone();
            tokio::spawn(async move {
                door.welcome(stream).await;
                drop(place);
            });
        }
    }

    #[expect(clippy::result_large_err, reason = "the handshake wants it so")]
    async fn welcome(&self, stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let mut path = String::new();
        let look = |request: &Request, response: Response| {
            path = request.uri().path().to_owned();
            match self.admit(request) {
                Ok(()) => Ok(response),
                Err((status, reason)) => Err(refusal(status, &reason)),
            }
        };
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let handshake = accept_hdr_async_with_config(stream, look, Some(config));
        let Ok(Ok(socket)) = tokio::time::timeout(PATIENCE, handshake).await else { return };
        self.follow(socket, path == "/player").await;
    }

    /// Whether a client may connect, and to what.
    fn admit(&self, request: &Opening) -> Result<(), Refusal> {
        if let Some(guard) = &self.guard {
            guard(request)?;
        }
        match request.uri().path() {
            "/player" | "/viewer" => Ok(()),
            _ => Err((StatusCode::NOT_FOUND, "join at /player or /viewer".to_owned())),
        }
    }

    /// Reads and writes until either side closes.
    async fn follow(&self, socket: WebSocketStream<TcpStream>, plays: bool) {
        let (mut sink, mut stream) = socket.split();
        let (out, mut unsent) = mpsc::channel(MOST_UNREAD);
        let line = Arc::new(Line {
            out,
            key: Mutex::default(),
            pressed: Notify::new(),
            ended: Notify::new(),
        });
        let mut joined = false;
        let farewell = loop {
            tokio::select! {
                message = unsent.recv() => match message {
                    Some(Message::Close(reason)) => break reason,
                    Some(message) => {
                        let sent = tokio::time::timeout(PATIENCE, sink.send(message)).await;
                        if !matches!(sent, Ok(Ok(()))) { break None }
                    }
                    None => break None,
                },
                message = stream.next() => match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(wrong) = self.hear(&text, &line, plays, &mut joined) {
                            break Some(reason(CloseCode::Error, &wrong));
                        }
                    }
                    Some(Ok(Message::Binary(_))) => {
                        break Some(reason(CloseCode::Unsupported, "frames are text"));
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                    Some(Ok(_)) => {}
                },
                () = line.ended.notified() => {
                    break Some(reason(CloseCode::Policy, "frames are not read"));
                }
            }
        };
        // From here on the other tasks see that the client is gone.
        drop(unsent);
        let bye = async {
            let _ = sink.send(Message::Close(farewell)).await;
            while let Some(Ok(_)) = stream.next().await {}
        };
        let _ = tokio::time::timeout(PATIENCE, bye).await;
    }

    /// Handles a client's message; the error says why it is disconnected.
    fn hear(
        &self,
        text: &str,
        line: &Arc<Line>,
        plays: bool,
        joined: &mut bool,
    ) -> Result<(), String> {
        match serde_json::from_str(text).map_err(|error| error.to_string())? {
            FromClient::Join { .. } if *joined => {}
            FromClient::Join { name } => {
                *joined = true;
                if !plays {
                    self.viewers.add(line);
                    return Ok(());
                }
                let name = name.chars().take(MAX_NAME).collect();
                let player = Player { name, line: line.clone() };
                self.queue.try_send(player).map_err(|_| "too many players wait".to_owned())?;
            }
            FromClient::Key { key } => {
                *held(&line.key) = Some(key);
                line.pressed.notify_one();
            }
            FromClient::Other => {}
        }
        Ok(())
    }
}

fn refusal(status: StatusCode, reason: &str) -> ErrorResponse {
    let mut refusal = ErrorResponse::new(Some(format!("{reason}\n")));
    *refusal.status_mut() = status;
    refusal
}

fn text(frame: &impl Serialize) -> Message {
    Message::text(serde_json::to_string(frame).unwrap_or_default())
}

/// Why a connection is closed. A reason has at most 123 bytes.
fn reason(code: CloseCode, why: &str) -> CloseFrame {
    let mut end = why.len().min(120);
    while !why.is_char_boundary(end) {
        end -= 1;
    }
    CloseFrame { code, reason: Utf8Bytes::from(why[..end].to_owned()) }
}
