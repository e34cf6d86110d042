//! What a report says about who answered.

use banto_puzzle::{Game, Puzzle, Request, RequestError, Status, read, run};

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
        let report = level(text).solve(&request).unwrap();
        assert_eq!((report.status, report.engine.as_str()), (Status::Solved, named), "{text}");
    }
}

#[test]
fn what_cannot_be_served_is_refused_before_anything_is_searched() {
    let refused = |engine: &str, game| {
        let request = Request { engine: engine.to_owned(), ..Request::default() };
        request.resolve(game).map(|it| it.search()).unwrap_err()
    };
    assert!(matches!(refused("optimum", Game::Sokoban), RequestError::Unknown(_)));
    assert!(refused("optimum", Game::Sokoban).to_string().contains("optimal"));
    let RequestError::Game { engine, game } = refused("push", Game::Unblock) else {
        panic!("push plays Sokoban alone")
    };
    assert_eq!((engine.as_str(), game), ("push", Game::Unblock));
    // Resolved for the other game: no search, and no other engine instead.
    let sokoban = Request::default().resolve(Game::Sokoban).unwrap();
    let report = run(&level("..B\nAAB\n...\n...\n"), &sokoban);
    assert_eq!((report.status, report.stats.expanded), (Status::Invalid, 0));
}
