//! Refusals that are ordinary use. A browser prints every answer of 400 and more in red, also where the page asked
//! whether something can be read at all; the page asks to have such a status in a header instead.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

/// Sent by the page.
const ASKED: HeaderName = HeaderName::from_static("banto-quiet");
/// Has the status then.
const STATUS: HeaderName = HeaderName::from_static("banto-status");

/// What the page asks about and may well be refused.
const ORDINARY: [StatusCode; 3] =
    [StatusCode::BAD_REQUEST, StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY];

/// Sends an ordinary refusal with status 200 and its own status in a header, to those who ask for it.
pub(crate) async fn quiet(request: Request, next: Next) -> Response {
    let asked = request.headers().contains_key(&ASKED);
    let mut response = next.run(request).await;
    if asked && ORDINARY.contains(&response.status()) {
        let status = HeaderValue::from(response.status().as_u16());
        response.headers_mut().insert(STATUS, status);
        *response.status_mut() = StatusCode::OK;
    }
    response
}
