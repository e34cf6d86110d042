//! The rules against recordings, our server from a client's side, the agent against good and bad servers.

mod agent;
mod common;
mod recorded;
mod server;
