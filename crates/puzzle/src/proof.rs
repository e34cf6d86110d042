//! Proofs that a level has no solution, or none with fewer pushes, written and checked.

use search::{Budget, Goal, Guarantee, Metric, Stop};
use solver::Uncertified;

use crate::{Game, Puzzle, Report, SokobanPuzzle, Status};

pub use checker::proof::{Claim, Proved};

/// A proof as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// What it shows.
    pub claim: Claim,
    /// The positions it lists.
    pub positions: u64,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoProof {
    /// Proofs are about levels of Sokoban.
    Game(Game),
    /// A limit came before the end.
    Stopped(Stop),
    /// There is a solution with fewer pushes.
    Solved(u32),
}

impl std::fmt::Display for NoProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoProof::Game(game) => write!(f, "there are no proofs about {}", game.name()),
            NoProof::Stopped(stop) => {
                write!(f, "the limit of {} came before the end", Status::from(*stop).name())
            }
            NoProof::Solved(pushes) => write!(f, "there is a solution of {pushes} pushes"),
        }
    }
}

impl std::error::Error for NoProof {}

/// What a report claims that a proof can show: that there is no solution, or none with fewer pushes
/// than the search has proved.
pub fn claim(report: &Report, goal: Option<Goal>) -> Option<Claim> {
    let pushes = match report.guarantee {
        _ if report.game != Game::Sokoban => return None,
        _ if report.status == Status::Unsolvable => return Some(Claim::Unsolvable),
        Guarantee::Optimal(Metric::Pushes) | Guarantee::Pair(Metric::Pushes) => {
            report.counts.pushes
        }
        _ if goal.map(Goal::first) == Some(Metric::Pushes) => report.stats.bound,
        _ => None,
    };
    pushes.and_then(|pushes| u32::try_from(pushes).ok()).map(Claim::AtLeast)
}

/// Writes a proof of a claim.
///
/// # Errors
///
/// When the claim is wrong or a limit is reached first.
pub fn prove(puzzle: &Puzzle, claim: Claim, budget: &mut Budget) -> Result<Proof, NoProof> {
    let Puzzle::Sokoban(level) = puzzle else { return Err(NoProof::Game(Game::Unblock)) };
    let under = match claim {
        Claim::Unsolvable => None,
        Claim::AtLeast(pushes) => Some(pushes),
    };
    let body = solver::certify(level.board(), under, budget).map_err(|error| match error {
        Uncertified::Stopped(stop) => NoProof::Stopped(stop),
        Uncertified::Solved(pushes) => NoProof::Solved(pushes),
    })?;
    let bytes = file(level, claim, body.positions, &body.codes);
    Ok(Proof { claim, positions: body.positions, bytes })
}

/// Checks a proof about a level, from the rules alone.
///
/// # Errors
///
/// What is wrong with it.
pub fn check_proof(puzzle: &Puzzle, proof: &[u8]) -> Result<Proved, String> {
    let Puzzle::Sokoban(level) = puzzle else {
        return Err(NoProof::Game(Game::Unblock).to_string());
    };
    checker::proof::check(&rows(level), proof).map_err(|refused| refused.0)
}

/// Whether a file says that it is a proof; [`check_proof`] judges it.
pub fn is_proof(bytes: &[u8]) -> bool {
    bytes.starts_with(b"banto proof ")
}

/// Whether a proof says that it is about this level.
pub fn is_about(puzzle: &Puzzle, proof: &[u8]) -> bool {
    let Puzzle::Sokoban(level) = puzzle else { return false };
    let head = proof.windows(2).position(|pair| pair == b"\n\n").map(|end| &proof[..end]);
    let Some(Ok(head)) = head.map(std::str::from_utf8) else { return false };
    head.split_once("\nlevel\n").is_some_and(|(_, drawn)| drawn == rows(level))
}

/// The rows of a level, none of them empty.
fn rows(level: &SokobanPuzzle) -> String {
    let text = level.level().grid.to_string();
    let row = |row: &str| if row.is_empty() { " ".to_owned() } else { row.to_owned() };
    text.lines().map(row).collect::<Vec<_>>().join("\n")
}

fn file(level: &SokobanPuzzle, claim: Claim, positions: u64, codes: &[u8]) -> Vec<u8> {
    let claim = match claim {
        Claim::Unsolvable => "unsolvable".to_owned(),
        Claim::AtLeast(pushes) => format!("at-least {pushes}"),
    };
    // The sum tells a damaged file.
    let (n, sum, rows) = (codes.len(), text::fnv1a(codes), rows(level));
    let head = format!(
        "banto proof 1\nclaim {claim}\npositions {positions}\ncodes {n}\nsum {sum:016x}\nlevel\n{rows}\n\n"
    );
    [head.as_bytes(), codes].concat()
}

#[cfg(test)]
mod tests {
    use needs::Rng;

    use super::*;
    use crate::Request;

    /// Small boards with walls, boxes and goals placed at random.
    fn boards(random: &mut Rng, count: usize) -> Vec<Puzzle> {
        let mut boards = Vec::new();
        while boards.len() < count {
            let (width, height) = (6 + random.below(3), 6 + random.below(3));
            let mut rows = vec![vec!['#'; width]; height];
            let mut things = vec!['@'];
            let n_boxes = 2 + random.below(3);
            things.extend(['$', '.'].iter().flat_map(|&it| std::iter::repeat_n(it, n_boxes)));
            for row in &mut rows[1..height - 1] {
                let tile = |_| if random.below(100) < 8 { '#' } else { ' ' };
                (1..width - 1).map(tile).zip(&mut row[1..]).for_each(|(tile, cell)| *cell = tile);
            }
            for thing in things {
                let row = 1 + random.below(height - 2);
                let cell = &mut rows[row][1 + random.below(width - 2)];
                *cell = if *cell == '$' && thing == '.' { '*' } else { thing };
            }
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            let level = sokoban::Level::from_rows(&rows).unwrap();
            boards.extend(Puzzle::sokoban(level));
        }
        boards
    }

    /// What is true of a level: the pushes of a shortest solution, or that there is none.
    fn truth(puzzle: &Puzzle) -> Claim {
        let request = Request { engine: "optimal".to_owned(), ..Request::default() };
        let report = puzzle.solve(&request).unwrap();
        claim(&report, Some(Goal::Pushes)).expect("a small board is solved or refuted")
    }

    #[test]
    fn what_is_true_is_proved_and_what_is_not_is_refused() {
        let mut random = Rng::new(18);
        let (mut solvable, mut lost, mut listed) = (0, 0, 0);
        for puzzle in boards(&mut random, 800) {
            let claim = truth(&puzzle);
            let proof = prove(&puzzle, claim, &mut Budget::unlimited()).unwrap();
            let proved = check_proof(&puzzle, &proof.bytes);
            let positions = proof.positions as usize;
            assert_eq!(proved, Ok(Proved { claim, positions }), "{puzzle:?}");
            assert!(is_proof(&proof.bytes) && is_about(&puzzle, &proof.bytes));
            listed += proof.positions;
            let Claim::AtLeast(pushes) = claim else {
                lost += 1;
                continue;
            };
            solvable += 1;
            let more = prove(&puzzle, Claim::AtLeast(pushes + 1), &mut Budget::unlimited());
            assert_eq!(more, Err(NoProof::Solved(pushes)));
            let none = prove(&puzzle, Claim::Unsolvable, &mut Budget::unlimited());
            assert!(matches!(none, Err(NoProof::Solved(_))));
        }
        let seen = format!("{solvable} solvable, {lost} lost, {listed} positions");
        assert!(solvable > 20 && lost > 50 && listed > 100, "{seen}");
    }

    /// A proof that is changed somewhere: a code, a code left out, one more.
    fn spoil(random: &mut Rng, codes: &mut Vec<u8>) {
        let place = random.below(codes.len());
        match random.below(4) {
            0 => _ = codes.remove(place),
            1 => codes.insert(place, random.below(6) as u8),
            2 => codes[place] = (codes[place] % 6 + 1 + random.below(5) as u8) % 6,
            _ => codes[place] ^= 1 << random.below(8),
        }
    }

    #[test]
    fn a_thousand_spoiled_proofs_are_refused() {
        let mut random = Rng::new(81);
        let (mut spoiled, mut right) = (0, 0);
        while spoiled < 1_000 {
            for puzzle in boards(&mut random, 50) {
                let claim = truth(&puzzle);
                let Puzzle::Sokoban(level) = &puzzle else { unreachable!("boards of Sokoban") };
                let proof = prove(&puzzle, claim, &mut Budget::unlimited()).unwrap();
                let head = proof.bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
                let mut codes = proof.bytes[head..].to_vec();
                if codes.len() < 4 {
                    continue;
                }
                spoil(&mut random, &mut codes);
                let damaged = [&proof.bytes[..head], codes.as_slice()].concat();
                assert!(check_proof(&puzzle, &damaged).is_err(), "the sum tells");
                // With the sum made right, only another true proof can pass: prices may change as
                // long as they are enough, and a position may be listed that need not be.
                let forged = file(level, claim, proof.positions, &codes);
                right += u32::from(check_proof(&puzzle, &forged).is_ok());
                if let Claim::AtLeast(pushes) = claim {
                    let more = file(level, Claim::AtLeast(pushes + 2), proof.positions, &codes);
                    assert!(check_proof(&puzzle, &more).is_err(), "a false claim: {puzzle:?}");
                }
                spoiled += 1;
            }
        }
        assert!(right < 300, "{right} of {spoiled} pass with another sum");
    }
}
