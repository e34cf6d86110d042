//! Errors as `application/problem+json` (RFC 9457).

use ::api::Refusal;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use puzzle::{Fault, NoAnswer};
use serde::Serialize;

/// Why a request was refused.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) code: StatusCode,
    /// The words of the status line.
    title: &'static str,
    /// The status code once more, for readers of the body alone.
    status: u16,
    /// The reason, in the words the command line uses.
    pub(crate) detail: String,
    /// Faults of a level, each with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Fault>,
    #[serde(skip)]
    retry_after: Option<u32>,
}

/// What a handler answers.
pub(crate) type Answer<T> = Result<T, Problem>;

impl Problem {
    pub(crate) fn new(code: StatusCode, detail: impl ToString) -> Problem {
        Problem {
            code,
            title: code.canonical_reason().unwrap_or("error"),
            status: code.as_u16(),
            detail: detail.to_string(),
            faults: Vec::new(),
            retry_after: None,
        }
    }

    /// 400: the request is understood and wrong.
    pub(crate) fn bad(detail: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    /// 400: a level that cannot be read, with its places.
    pub(crate) fn bad_level(faults: &[Fault]) -> Problem {
        Refusal::bad_level(faults).into()
    }

    /// 404.
    pub(crate) fn not_found(detail: impl ToString) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// 500: our own fault.
    pub(crate) fn internal(detail: impl ToString) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    }

    /// 429 or 503: come back later.
    pub(crate) fn later(code: StatusCode, seconds: u32, detail: impl ToString) -> Problem {
        Problem { retry_after: Some(seconds), ..Problem::new(code, detail) }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let Refusal { status, detail, faults } = refusal;
        let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Problem { faults, ..Problem::new(code, detail) }
    }
}

impl From<NoAnswer> for Problem {
    fn from(reason: NoAnswer) -> Problem {
        Refusal::from(reason).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.code, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.code == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
