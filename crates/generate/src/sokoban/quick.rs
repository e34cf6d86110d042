//! Boards made quickly, for programs that need thousands of them: one room, goals, and a short reverse play from which
//! one state is drawn, an easy one as likely as the farthest. Nothing is judged, tidied or walled up.
//!
//! ```text
//! draft of a room -> 400 states of reverse play -> a state of a length drawn at random
//! ```
//!
//! Cost: some tenths of a millisecond for 10 by 10 cells and four boxes.

use search::{Budget, Random, Stop};
use sokoban::{Board, Level};

use super::Wanted;
use super::attempt::{draft, place, start};
use super::pull::{self, Reach};

/// How far reverse play goes.
const REACH: Reach = Reach { states: 400, beam: 40 };

/// The board of one attempt; the seed, its number and the wishes alone decide which. Size, boxes and style are the
/// wishes that count. `None` when no box can be pulled.
///
/// # Errors
/// The limit that came first.
pub fn quick(
    seed: u64,
    attempt: u64,
    wanted: &Wanted,
    budget: &mut Budget,
) -> Result<Option<(Level, Board)>, Stop> {
    let mut random = Random::new(seed, attempt);
    let (solved, board) = draft(wanted, &mut random);
    let reverse = pull::search(&board, REACH, &mut random, budget)?;
    let depth = |at: usize| usize::from(reverse.state(at).depth);
    let longest = (0..reverse.len()).map(depth).max().unwrap_or(0);
    if longest == 0 {
        return Ok(None);
    }
    let aim = 1 + random.below(longest);
    let rank =
        |at: &usize| (std::cmp::Reverse(reverse.state(*at).n_moved()), depth(*at).abs_diff(aim));
    let chosen = (0..reverse.len()).filter(|&at| depth(at) > 0).min_by_key(rank);
    let Some(chosen) = chosen else { return Ok(None) };
    let state = start(&reverse, chosen, &board, &mut random);
    let level = Level::from_grid(place(&solved.grid, &board, &state));
    let board = Board::new(&level).expect("pulling keeps boxes and player on the board");
    Ok((!board.is_solved(&board.start())).then_some((level, board)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_boards_repeat_differ_and_can_be_solved() {
        let wanted = Wanted { width: 7, height: 7, boxes: 2, ..Wanted::default() };
        let make = |attempt| quick(3, attempt, &wanted, &mut Budget::unlimited()).unwrap();
        let (mut made, mut hashes) = (0, std::collections::BTreeSet::new());
        for attempt in 0..40 {
            let Some((level, board)) = make(attempt) else { continue };
            assert_eq!(level.grid, make(attempt).unwrap().0.grid);
            assert_eq!(board.n_boxes(), 2);
            let solved = super::super::judge::solve(&board, &mut Budget::unlimited()).unwrap();
            assert!(solved.is_some(), "{}", level.grid);
            hashes.insert(sokoban::canonical_hash(&board));
            made += 1;
        }
        assert!(made > 30 && hashes.len() > made / 2, "{made} made, {} different", hashes.len());
    }
}
