//! Who may ask, and the headers every answer carries.
//!
//! The server holds no cookies and sends no CORS headers. A page of another site could still send
//! requests here (or reach us under a name of its own, by DNS rebinding), so `Host` must be a name
//! we know, and what the browser says about the sender must be our own page. Beyond loopback a
//! token is needed, and then the name does not matter: the other page does not know the token.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::{Answer, Problem};
use crate::query::word;

/// What the page may load and do; nothing from anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The rules of one server.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    token: Option<String>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard { port: address.port(), token }
    }

    fn admit<B>(&self, request: &Request<B>) -> Answer<()> {
        self.check_host(request)?;
        self.check_sender(request)?;
        let path = request.uri().path();
        if path == "/api" || path.starts_with("/api/") {
            self.check_token(bearer(request.headers())?)
        } else {
            Ok(())
        }
    }

    /// The same for a WebSocket of the game. Agents that cannot send a header give the token in the
    /// address: `/player?token=…`.
    pub(crate) fn admit_socket<B>(&self, request: &Request<B>) -> Answer<()> {
        self.check_host(request)?;
        self.check_sender(request)?;
        let given = match bearer(request.headers())? {
            b"" => word(request.uri(), "token").unwrap_or_default().as_bytes(),
            given => given,
        };
        self.check_token(given)
    }

    /// Exactly one `Host`: a name of this machine's loopback with our port.
    fn check_host<B>(&self, request: &Request<B>) -> Answer<()> {
        let Some(host) = single(request.headers(), &header::HOST)? else {
            return Err(Problem::bad("exactly one Host header is needed"));
        };
        let host = host.to_str().map_err(|_| misdirected())?;
        if request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
            return Err(misdirected());
        }
        if self.token.is_some() || self.is_own_name(host) { Ok(()) } else { Err(misdirected()) }
    }

    fn is_own_name(&self, host: &str) -> bool {
        let name = match host.strip_suffix(&format!(":{}", self.port)) {
            Some(name) => name,
            None if self.port == 80 => host,
            None => return false,
        };
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// What the browser says about who sent the request. Programs say nothing.
    fn check_sender<B>(&self, request: &Request<B>) -> Answer<()> {
        let headers = request.headers();
        let [site, mode] = ["sec-fetch-site", "sec-fetch-mode"].map(HeaderName::from_static);
        let (site, mode) = (single(headers, &site)?, single(headers, &mode)?);
        let foreign =
            || Err(Problem::new(StatusCode::FORBIDDEN, "requests from other sites are refused"));
        if let Some(site) = site
            && site != "same-origin"
            && site != "none"
        {
            // Following a link to the page is fine; anything else from elsewhere is not.
            let link = mode.is_some_and(|mode| mode == "navigate")
                && request.method() == Method::GET
                && request.uri().path() == "/";
            if !link {
                return foreign();
            }
        }
        let Some(origin) = single(headers, &header::ORIGIN)? else { return Ok(()) };
        let host = headers.get(header::HOST).map(HeaderValue::as_bytes).unwrap_or_default();
        let origin = origin.as_bytes();
        let same = [&b"http://"[..], b"https://"]
            .iter()
            .any(|scheme| origin.strip_prefix(*scheme) == Some(host));
        if same { Ok(()) } else { foreign() }
    }

    fn check_token(&self, given: &[u8]) -> Answer<()> {
        match &self.token {
            Some(token) if !equal(given, token.as_bytes()) => {
                let detail = "the token printed at the start is needed";
                Err(Problem::new(StatusCode::UNAUTHORIZED, detail))
            }
            _ => Ok(()),
        }
    }
}

/// The value of a header that decides something. Two of it are refused: a proxy or a browser might
/// go by the other one.
pub(crate) fn single<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Answer<Option<&'a HeaderValue>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (value, None) => Ok(value),
        _ => Err(Problem::bad(format!("the header {name} is there more than once"))),
    }
}

/// The token in the headers; empty if there is none.
fn bearer(headers: &HeaderMap) -> Answer<&[u8]> {
    let given = single(headers, &header::AUTHORIZATION)?;
    Ok(given.and_then(|value| value.as_bytes().strip_prefix(b"Bearer ")).unwrap_or_default())
}

fn misdirected() -> Problem {
    Problem::new(StatusCode::MISDIRECTED_REQUEST, "this server does not go by that name")
}

/// Equality whose time depends on the lengths only.
fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}

/// The middleware around everything.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mut response = match guard.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
