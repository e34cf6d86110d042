//! What a report says about who answered.

use puzzle::{Puzzle, Request, Status, read, run};

/// The first level of a text.
fn level(text: &str) -> Puzzle {
    read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap()
}

#[test]
fn the_engine_that_answered_is_named() {
    let wide = "..B.......\nAAB.......\n..........\n..........\n";
    for (text, engine, named) in [
        ("..B\nAAB\n...\n...\n", "auto", "unblock"),
        (wide, "auto", "wide"),
        (wide, "unblock", "wide"),
        ("..B\nAAB\n...\n...\n", "bfs", "bfs"),
        ("#####\n#@$.#\n#####\n", "push", "push"),
    ] {
        let request = Request { engine: engine.to_owned(), ..Request::default() };
        let report = run(&level(text), &request);
        assert_eq!((report.status, report.engine.as_str()), (Status::Solved, named), "{text}");
    }
}
