//! Errors as exceptions of `banto_puzzle.errors`, each with what a program needs to tell them apart.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use puzzle::proof::NoProof;
use puzzle::{Fault, NoAnswer, RequestError, Status, WrongMoves};

/// An exception class of the package, called with these arguments.
fn raise<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = py
        .import("banto_puzzle.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A level or a file with faults.
pub(crate) fn faulty(py: Python<'_>, faults: &[Fault]) -> PyErr {
    match fault_tuple(py, faults) {
        Ok(faults) => raise(py, "LevelError", (faults,)),
        Err(error) => error,
    }
}

/// Faults as tuples of code, line, column and text.
pub(crate) fn fault_tuple<'py>(py: Python<'py>, faults: &[Fault]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, faults.iter().map(|it| (it.code, it.line, it.column, it.text.as_str())))
}

/// Moves that cannot be read or made, or do not solve the level.
pub(crate) fn wrong(py: Python<'_>, wrong: &WrongMoves) -> PyErr {
    wrong_text(py, &wrong.to_string())
}

/// The same from a sentence.
pub(crate) fn wrong_text(py: Python<'_>, sentence: &str) -> PyErr {
    raise(py, "MovesError", (sentence,))
}

/// A request that the game or the engine cannot serve.
pub(crate) fn refused(py: Python<'_>, error: &RequestError) -> PyErr {
    usage(py, &error.to_string())
}

/// Any other argument that makes no sense.
pub(crate) fn usage(py: Python<'_>, sentence: &str) -> PyErr {
    raise(py, "RequestError", (sentence,))
}

/// A question that was not answered.
pub(crate) fn unanswered(py: Python<'_>, reason: &NoAnswer) -> PyErr {
    let sentence = reason.to_string();
    match reason {
        NoAnswer::Stopped(stop) => raise(py, "NoAnswer", (sentence, Status::from(*stop).name())),
        NoAnswer::Game(_) => raise(py, "RequestError", (sentence,)),
        NoAnswer::Nothing(_) => raise(py, "NoAnswer", (sentence, Status::GaveUp.name())),
        NoAnswer::Refused(_) => raise(py, "InternalError", (sentence,)),
    }
}

/// A proof that was not made.
pub(crate) fn unproved(py: Python<'_>, reason: NoProof) -> PyErr {
    match reason {
        NoProof::Stopped(stop) => unanswered(py, &NoAnswer::Stopped(stop)),
        NoProof::Game(game) => unanswered(py, &NoAnswer::Game(game)),
        other => raise(py, "ProofError", (other.to_string(),)),
    }
}

/// A proof that the checker refuses.
pub(crate) fn bad_proof(py: Python<'_>, reason: &str) -> PyErr {
    raise(py, "ProofError", (reason,))
}
