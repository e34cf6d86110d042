//! Reading request bodies: JSON only, bounded in size and in time.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use serde::de::DeserializeOwned;

use crate::problem::{Answer, Problem};

/// Time for a whole body.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Largest body of most requests: a board of 200×200 with its titles fits.
pub(crate) const SMALL: usize = 64 << 10;
/// Largest body where the moves of a game are sent.
pub(crate) const GAME: usize = 1 << 20;
/// Largest body where whole collections or saved games are sent.
pub(crate) const LARGE: usize = 16 << 20;

/// Reads a JSON body of at most `limit` bytes.
pub(crate) async fn json<T: DeserializeOwned>(request: Request<Body>, limit: usize) -> Answer<T> {
    let (parts, body) = request.into_parts();
    require_json(&parts.headers)?;
    let announced = parts.headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|length| length.parse::<u64>().ok()).is_some_and(|n| n > limit as u64) {
        return Err(too_large(limit));
    }
    let read = tokio::time::timeout(TIMEOUT, Limited::new(body, limit).collect());
    let bytes = match read.await {
        Err(_) => {
            let detail = "the body did not come within five seconds";
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, detail));
        }
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            return Err(too_large(limit));
        }
        Ok(Err(_)) => return Err(Problem::bad("the body broke off")),
        Ok(Ok(body)) => body.to_bytes(),
    };
    serde_json::from_slice(&bytes).map_err(|error| Problem::bad(format!("body: {error}")))
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("the body is larger than {} KiB", limit >> 10);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
}

/// Forms on other pages cannot send this type without asking first, and get no answer.
fn require_json(headers: &HeaderMap) -> Answer<()> {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if kind.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"))
    }
}
