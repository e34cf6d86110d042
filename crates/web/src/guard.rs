//! Who may ask, and the headers every answer carries.
//!
//! The server holds no cookies and sends no CORS headers. A page of another site could still send
//! requests here (or reach us under a name of its own, by DNS rebinding), so `Host` must be a name
//! we know, and what the browser says about the sender must be our own page. Beyond loopback a
//! token is needed, and then the name does not matter: the other page does not know the token.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::{Answer, Problem};

/// What the page may load and do; nothing from anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
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

    fn admit(&self, request: &Request) -> Answer<()> {
        self.check_host(request)?;
        self.check_sender(request)?;
        let path = request.uri().path();
        if path == "/api" || path.starts_with("/api/") {
            self.check_token(request.headers())
        } else {
            Ok(())
        }
    }

    /// Exactly one `Host`: a name of this machine's loopback with our port.
    fn check_host(&self, request: &Request) -> Answer<()> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().map_err(|_| misdirected())?,
            _ => return Err(Problem::bad("exactly one Host header is needed")),
        };
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

    /// What the browser says about who sent the request.
    fn check_sender(&self, request: &Request) -> Answer<()> {
        let headers = request.headers();
        let word = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let foreign =
            || Err(Problem::new(StatusCode::FORBIDDEN, "requests from other sites are refused"));
        if let Some(site) = word("sec-fetch-site")
            && !matches!(site, "same-origin" | "none")
        {
            // Following a link to the page is fine; anything else from elsewhere is not.
            let link = word("sec-fetch-mode") == Some("navigate")
                && request.method() == Method::GET
                && request.uri().path() == "/";
            if !link {
                return foreign();
            }
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let host = headers.get(header::HOST).map(HeaderValue::as_bytes).unwrap_or_default();
        let origin = origin.as_bytes();
        let same = [&b"http://"[..], b"https://"]
            .iter()
            .any(|scheme| origin.strip_prefix(*scheme) == Some(host));
        if same { Ok(()) } else { foreign() }
    }

    fn check_token(&self, headers: &HeaderMap) -> Answer<()> {
        let Some(token) = &self.token else { return Ok(()) };
        let given = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))
            .unwrap_or_default();
        if equal(given, token.as_bytes()) {
            Ok(())
        } else {
            Err(Problem::new(StatusCode::UNAUTHORIZED, "the token printed at the start is needed"))
        }
    }
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
    request: Request,
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
