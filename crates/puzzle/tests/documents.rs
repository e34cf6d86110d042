//! What the documents print, read by us: the solutions of the SokoKids report in its own notation; and
//! what a move is, whichever search has made it.

use banto_puzzle::solutions::Claim;
use banto_puzzle::{Collection, Game, Puzzle, Request, Status};

const KIDS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../testdata/documents/sokokids-kids.tsv"
));
const XSOKOBAN: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../testdata/documents/sokokids-xsokoban.tsv"
));

fn levels(file: &str) -> Option<Collection> {
    let path = needs::levels()?.join("sokoban").join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Some(banto_puzzle::read(&bytes).unwrap())
}

fn claims(text: &str) -> Vec<Claim> {
    let claims = banto_puzzle::solutions::read_solutions(text.as_bytes(), Game::Sokoban).unwrap();
    claims.into_iter().map(|claim| claim.unwrap()).collect()
}

/// Plays a list; if it solves its level, our own way of writing it must give it back.
fn play(levels: &Collection, claim: &Claim) -> Result<u64, String> {
    let puzzle = levels.entries[claim.level - 1].puzzle.as_ref().unwrap();
    let Puzzle::Sokoban(sokoban) = puzzle else { panic!("level {} is no Sokoban", claim.level) };
    let banto_puzzle::solutions::Replayed { moves, counts } =
        banto_puzzle::solutions::replay(puzzle, &claim.moves).map_err(|error| error.to_string())?;
    let written = banto_puzzle::solutions::box_list(sokoban, &moves).unwrap();
    let (_, pushes) = written.split_once("movimentos: ").unwrap();
    assert_eq!(pushes.replace(" ,", ","), claim.moves, "level {}", claim.level);
    assert_eq!(banto_puzzle::check(puzzle, &written).map(|it| it.pushes).ok(), Some(counts.pushes));
    Ok(counts.pushes.unwrap())
}

#[test]
fn the_printed_solutions_of_sokokids_replay() {
    let Some(kids) = levels("kids61.xsb") else { return };
    let refused: Vec<(usize, String)> = claims(KIDS)
        .iter()
        .filter_map(|claim| Some((claim.level, play(&kids, claim).err()?)))
        .collect();
    let because = |level, reason: &str| (level, reason.to_owned());
    let expected = [
        because(10, "item 1: there is no such square beside the box"),
        because(23, "item 10: there is no such square beside the box"),
        because(25, "item 1: there is no such square beside the box"),
        because(28, "item 1: there is no such square beside the box"),
        because(56, "end: boxes not on goals: 1"),
        because(61, "item 67: the push is not possible"),
    ];
    assert_eq!(refused, expected);
    assert_eq!(claims(KIDS).len(), 61);
}

#[test]
fn the_printed_solution_of_xsokoban_1_replays() {
    let Some(levels) = levels("xsokoban90.xsb") else { return };
    assert_eq!(play(&levels, &claims(XSOKOBAN)[0]), Ok(97));
}

#[test]
fn a_slide_is_one_move_whichever_search_has_made_it() {
    let collection = banto_puzzle::read(b"..B\nAAB\n...\n...\n").unwrap();
    let puzzle = collection.entries[0].puzzle.as_ref().unwrap();
    for engine in ["feup-bfs", "bfs", "astar", "feup-iddfs", "auto"] {
        let request = Request { engine: engine.to_owned(), ..Request::default() };
        let report = puzzle.solve(&request).unwrap();
        assert_eq!(report.status, Status::Solved, "{engine}");
        assert_eq!((report.counts.moves, report.counts.steps), (Some(2), Some(3)), "{engine}");
        assert_eq!(report.solution.as_deref(), Some("B+2 A+1"), "{engine}");
    }
}
