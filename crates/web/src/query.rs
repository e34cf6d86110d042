//! What stands behind the question mark of an address.

use axum::http::Uri;

use crate::problem::{Answer, Problem};

/// A word in the query of an address, such as `?metric=pushes`.
pub(crate) fn word<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let mut pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|it| it.0 == name).map(|it| it.1)
}

/// A number in the query of an address, such as `?from=3`.
pub(crate) fn number(uri: &Uri, name: &str) -> Answer<Option<u64>> {
    let Some(text) = word(uri, name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| Problem::bad(format!("{name} is not a number: {text:?}")))
}
