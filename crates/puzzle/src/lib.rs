//! The door to both games: a request in, a verified report out.
