//! Reading request bodies: JSON only, bounded in size, in time and in how many at once.
//!
//! A small body is read and understood on the spot. A large one, a collection or an import, would hold
//! up the page and fill the memory when several come together, so there is room for a few of them
//! only ([`Bodies`]), and they are worked on beside the event loop, one after the other.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answer::Answers;
use crate::guard::single;
use crate::problem::{Answer, Problem};

/// Time for a whole body.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Largest body of most requests: a board of 200×200 with its titles fits.
pub(crate) const SMALL: usize = 64 << 10;
/// Largest body where the moves of a game are sent.
pub(crate) const GAME: usize = 1 << 20;
/// Largest body where whole collections or saved games are sent.
pub(crate) const LARGE: usize = 16 << 20;
/// KiB of large bodies in memory at one time: two of the largest, one of them being worked on.
const ROOM: usize = (2 * LARGE) >> 10;
/// Longest wait for room, and for one's turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads a JSON body of at most `limit` bytes.
pub(crate) async fn json<T>(request: Request<Body>, limit: usize) -> Answer<T>
where
    T: DeserializeOwned + Send + 'static,
{
    let bytes = read(request, limit).await?;
    if bytes.len() <= SMALL {
        return parse(&bytes);
    }
    tokio::task::spawn_blocking(move || parse(&bytes)).await.map_err(Problem::internal)?
}

/// Understands a body, or says what is wrong with it.
pub(crate) fn parse<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Answer<T> {
    serde_json::from_slice(bytes).map_err(|error| Problem::bad(format!("body: {error}")))
}

/// The room for large bodies.
pub(crate) struct Bodies {
    room: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    answers: Answers,
}

impl Bodies {
    pub(crate) fn new(answers: Answers) -> Bodies {
        let room = Arc::new(Semaphore::new(ROOM));
        Bodies { room, turn: Arc::new(Semaphore::new(1)), answers }
    }

    /// Reads a body of at most [`LARGE`] bytes and lets `work` make an answer of it, beside the event
    /// loop. Work on a body once begun goes on without the client, and keeps its place until its end.
    pub(crate) async fn work<T: Serialize>(
        &self,
        request: Request<Body>,
        work: impl FnOnce(&[u8]) -> Answer<T> + Send + 'static,
    ) -> Answer<Response> {
        let announced = announced(request.headers()).unwrap_or(LARGE as u64);
        // A request with one level does not queue behind imports of thousands.
        let room = match announced <= SMALL as u64 {
            true => None,
            false => Some(place(&self.room, announced.min(LARGE as u64).div_ceil(1024)).await?),
        };
        let bytes = read(request, LARGE).await?;
        let turn = match &room {
            None => None,
            Some(_) => Some(place(&self.turn, 1).await?),
        };
        let done = move || {
            let _places = (room, turn);
            let answer = work(&bytes)?;
            drop(bytes);
            serde_json::to_vec(&answer).map_err(Problem::internal)
        };
        let written = tokio::task::spawn_blocking(done).await.map_err(Problem::internal)??;
        self.answers.json(written)
    }
}

async fn place(of: &Arc<Semaphore>, count: u64) -> Answer<OwnedSemaphorePermit> {
    let busy = || {
        let detail = "the server is busy with other large requests";
        Problem::later(StatusCode::SERVICE_UNAVAILABLE, 5, detail)
    };
    let places = of.clone().acquire_many_owned(u32::try_from(count).unwrap_or(u32::MAX));
    let place = tokio::time::timeout(PATIENCE, places).await.map_err(|_| busy())?;
    place.map_err(Problem::internal)
}

/// The length a request announces.
fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The bytes of a body, which say that they are JSON.
async fn read(request: Request<Body>, limit: usize) -> Answer<Bytes> {
    let (parts, body) = request.into_parts();
    require_json(&parts.headers)?;
    let announced = announced(&parts.headers);
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(too_large(limit));
    }
    let expected = announced.unwrap_or(0) as usize;
    let late = || {
        let detail = "the body did not come within five seconds";
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
    };
    tokio::time::timeout(TIMEOUT, gather(body, limit, expected)).await.map_err(|_| late())?
}

/// Frame after frame into one buffer: what is read is in memory once.
async fn gather(mut body: Body, limit: usize, expected: usize) -> Answer<Bytes> {
    let mut bytes = Vec::with_capacity(expected);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Problem::bad("the body broke off"))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.into())
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("the body is larger than {} KiB", limit >> 10);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
}

/// Forms on other pages cannot send this type without asking first, and get no answer.
fn require_json(headers: &HeaderMap) -> Answer<()> {
    let kind = single(headers, &header::CONTENT_TYPE)?;
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if kind.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"))
    }
}
