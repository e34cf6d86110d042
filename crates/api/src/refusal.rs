//! Why a question is refused. A server sends it as `application/problem+json`, the module of the browser as it is.

use puzzle::{Fault, NoAnswer};
use serde::Serialize;

/// Why a question was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What it would be in HTTP.
    pub status: u16,
    /// The reason, in the words the command line uses.
    pub detail: String,
    /// Faults of a level, each with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// What a question is answered with.
pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal with a status of HTTP.
    pub fn new(status: u16, detail: impl ToString) -> Refusal {
        Refusal { status, detail: detail.to_string(), faults: Vec::new() }
    }

    /// 400: the question is understood and wrong.
    pub fn bad(detail: impl ToString) -> Refusal {
        Refusal::new(400, detail)
    }

    /// 400: a level that cannot be read, with its places.
    pub fn bad_level(faults: &[Fault]) -> Refusal {
        Refusal { faults: faults.to_vec(), ..Refusal::bad(Fault::sentence(faults)) }
    }

    /// 404.
    pub fn not_found(detail: impl ToString) -> Refusal {
        Refusal::new(404, detail)
    }

    /// 500: our own fault.
    pub fn internal(detail: impl ToString) -> Refusal {
        Refusal::new(500, detail)
    }

    /// The faults of the level, or the whole refusal as one when it names no place.
    pub fn as_faults(&self) -> Vec<Fault> {
        if self.faults.is_empty() {
            let text = self.detail.clone();
            return vec![Fault { code: "malformed", line: 1, column: 1, text }];
        }
        self.faults.clone()
    }
}

impl From<NoAnswer> for Refusal {
    fn from(reason: NoAnswer) -> Refusal {
        let status = match reason {
            NoAnswer::Stopped(_) | NoAnswer::Nothing(_) => 422,
            NoAnswer::Game(_) => 400,
            NoAnswer::Refused(_) => 500,
        };
        Refusal::new(status, reason)
    }
}
