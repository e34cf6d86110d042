//! The agent's end of the connection.

use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{Response, Uri};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::protocol::{FromClient, FromServer};

/// Time for connecting, and for sending.
const SHORT: Duration = Duration::from_secs(5);
/// Time for the closing handshake, and for saying goodbye when somebody stops the agent.
const FAREWELL: Duration = Duration::from_secs(1);
const HURRIED: Duration = Duration::from_millis(50);
/// Silence after which the server is pinged.
const ASK: Duration = Duration::from_secs(5);
/// Silence after which it counts as gone.
const GONE: Duration = Duration::from_secs(15);
/// Frames handed over at a time, so that a flood of them does not keep the agent from anything else.
const MOST_AT_ONCE: usize = 64;
/// Bytes of a frame.
const MAX_FRAME: usize = 1 << 20;
/// Invalid frames in a row after which this is not considered a game server.
const MOST_BAD: u32 = 50;

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    host: String,
    port: u16,
    uri: Uri,
}

impl Address {
    /// Parses an address; the path defaults to `/player`.
    pub(super) fn read(text: &str) -> Result<Address, String> {
        let full = if text.contains("://") { text.to_owned() } else { format!("ws://{text}") };
        let wrong = || format!("{text:?} is not an address; expected one like ws://127.0.0.1:8000");
        let uri: Uri = full.parse().map_err(|_| wrong())?;
        match uri.scheme_str() {
            Some("ws") => {}
            Some("wss") => return Err("wss:// is not supported, only ws://".to_owned()),
            _ => return Err(wrong()),
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(wrong)?;
        let host = host.trim_matches(['[', ']']).to_owned();
        let authority = uri.authority().ok_or_else(wrong)?;
        // Only digits after the last colon are a port; an address in brackets contains colons
        // itself.
        let behind = authority.as_str().rsplit(']').next().unwrap_or_default();
        let port = match behind.rsplit_once(':') {
            Some((_, port)) => port.parse().map_err(|_| wrong())?,
            None => 80,
        };
        let path = if uri.path() == "/" { "/player" } else { uri.path() };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let uri = format!("ws://{authority}{path}{query}").parse().map_err(|_| wrong())?;
        Ok(Address { host, port, uri })
    }
}

/// Why there is no connection.
#[derive(Debug)]
pub(super) enum NotConnected {
    /// Nobody answers; that may change.
    Yet(String),
    /// The server has said no.
    Refused(String),
}

/// What came.
#[derive(Debug)]
pub(super) enum Heard {
    /// Frames, all that were there, oldest first.
    Frames(Vec<FromServer>),
    /// An invalid frame.
    Trouble(String),
    /// The end of the connection.
    Lost(String),
}

/// A connection.
pub(super) struct Wire {
    socket: WebSocketStream<TcpStream>,
    /// When a frame came last, and when anything did.
    frame: Instant,
    anything: Instant,
    /// When the server was last pinged.
    asked: Instant,
    /// Whether frames come by the clock.
    busy: bool,
    bad: u32,
}

impl Wire {
    pub(super) async fn connect(address: &Address) -> Result<Wire, NotConnected> {
        let connected = TcpStream::connect((address.host.as_str(), address.port));
        let stream = match timeout(SHORT, connected).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(NotConnected::Yet(error.to_string())),
            Err(_) => return Err(NotConnected::Yet("no answer".to_owned())),
        };
        // Keys are small and must not wait for one another.
        let _ = stream.set_nodelay(true);
        let request = address.uri.clone().into_client_request();
        let request = request.map_err(|error| NotConnected::Refused(error.to_string()))?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_FRAME))
            .max_frame_size(Some(MAX_FRAME));
        let shaken = timeout(SHORT, client_async_with_config(request, stream, Some(config))).await;
        let now = Instant::now();
        match shaken {
            Ok(Ok((socket, _))) => {
                Ok(Wire { socket, frame: now, anything: now, asked: now, busy: false, bad: 0 })
            }
            Ok(Err(Error::Http(answer))) => Err(refused(&answer)),
            Ok(Err(error)) => Err(NotConnected::Yet(error.to_string())),
            Err(_) => {
                Err(NotConnected::Yet("connected, but it does not speak WebSocket".to_owned()))
            }
        }
    }

    /// Whether frames come by the clock, so that silence means trouble.
    pub(super) fn set_busy(&mut self, busy: bool) {
        self.busy = busy;
    }

    pub(super) async fn send(&mut self, frame: &FromClient) -> Result<(), String> {
        match timeout(SHORT, self.socket.send(Message::text(frame.text()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(lost(&error)),
            Err(_) => Err("the server does not read".to_owned()),
        }
    }

    /// Closes the connection and waits briefly for the server to close its side.
    pub(super) async fn close(&mut self) {
        let leave = async {
            let _ = self.socket.close(None).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = timeout(FAREWELL, leave).await;
    }

    /// Closes the connection without waiting for the server.
    pub(super) async fn leave(&mut self) {
        let _ = timeout(HURRIED, self.socket.close(None)).await;
    }

    /// Waits for the next frames, some of them if there are many. Cancel-safe: the future may be dropped at any time.
    pub(super) async fn hear(&mut self) -> Heard {
        let since = if self.busy { self.frame } else { self.anything };
        if since.elapsed() > GONE {
            return Heard::Lost(format!("no data for {} seconds", GONE.as_secs()));
        }
        if self.anything.elapsed() > ASK && self.asked.elapsed() > ASK {
            self.asked = Instant::now();
            let _ = timeout(SHORT, self.socket.send(Message::Ping(Vec::new().into()))).await;
        }
        let first = self.socket.next().await;
        let mut frames = Vec::new();
        let mut next = Some(first);
        while let Some(message) = next {
            match self.take(message, &mut frames) {
                // Return the frames read so far first; the end of the connection will be seen
                // again.
                Some(_) if !frames.is_empty() => break,
                Some(other) => return other,
                None if frames.len() >= MOST_AT_ONCE => break,
                None => next = self.socket.next().now_or_never(),
            }
        }
        Heard::Frames(frames)
    }

    /// Handles one message; returns an event if it is not a frame.
    fn take(
        &mut self,
        message: Option<Result<Message, Error>>,
        frames: &mut Vec<FromServer>,
    ) -> Option<Heard> {
        self.anything = Instant::now();
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => return Some(self.refuse("it is not text")),
            Some(Ok(Message::Close(reason))) => {
                let why = reason.map(|it| it.reason.to_string()).filter(|why| !why.is_empty());
                return Some(Heard::Lost(match why {
                    Some(why) => format!("the server has closed the connection: {why}"),
                    None => "the server has closed the connection".to_owned(),
                }));
            }
            Some(Ok(_)) => return None,
            Some(Err(error)) => return Some(Heard::Lost(lost(&error))),
            None => return Some(Heard::Lost("the connection has ended".to_owned())),
        };
        match FromServer::read(&text) {
            Ok(frame) => {
                self.frame = self.anything;
                self.bad = 0;
                frames.push(frame);
                None
            }
            Err(reason) => Some(self.refuse(&reason)),
        }
    }

    fn refuse(&mut self, reason: &str) -> Heard {
        self.bad += 1;
        match self.bad {
            MOST_BAD => Heard::Lost(format!("{MOST_BAD} invalid frames in a row: {reason}")),
            _ => Heard::Trouble(format!("invalid frame: {reason}")),
        }
    }
}

/// What an HTTP answer means that is no handshake. A server that is being started may answer 5xx.
fn refused(answer: &Response<Option<Vec<u8>>>) -> NotConnected {
    let text = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let text = text.lines().next().unwrap_or_default().trim();
    let reason = match text {
        "" => format!("the server answers {}", answer.status()),
        text => format!("the server answers {}: {text}", answer.status()),
    };
    match answer.status().is_client_error() {
        true => NotConnected::Refused(reason),
        false => NotConnected::Yet(reason),
    }
}

fn lost(error: &Error) -> String {
    format!("the connection is lost: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_completed() {
        let uri = |text: &str| Address::read(text).map(|it| it.uri.to_string());
        assert_eq!(uri("ws://127.0.0.1:8000").unwrap(), "ws://127.0.0.1:8000/player");
        assert_eq!(uri("localhost:9").unwrap(), "ws://localhost:9/player");
        assert_eq!(uri("ws://[::1]:8000/viewer").unwrap(), "ws://[::1]:8000/viewer");
        assert_eq!(Address::read("ws://[::1]:8000").unwrap().host, "::1");
        for bad in ["", "http://x", "wss://x", "ws://", "ws://:80", "ws://x:70000"] {
            assert!(uri(bad).is_err(), "{bad}");
        }
    }
}
