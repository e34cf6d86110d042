//! The worker process alone, for the tests of the server. Its argument is a fault to make in every search.

fn main() -> std::io::Result<()> {
    let fault = std::env::args().nth(1);
    runner::serve(fault.and_then(|name| serde_json::from_value(name.into()).ok()))
}
