//! The worker process alone, for the tests of the server.

fn main() -> std::io::Result<()> {
    runner::serve(None)
}
