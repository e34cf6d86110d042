//! Saved games and best solutions, from the store shared with the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use puzzle::{Counts, Metric, Puzzle};
use serde_json::value::RawValue;
use store::{Solution, Solved, Store};

use crate::game::Game;

/// The store, and what is known from it.
pub(crate) struct Progress {
    store: Store,
    best: BTreeMap<String, Best>,
    begun: BTreeSet<String>,
    /// Unique names for the versions made here.
    here: String,
    made: u32,
}

/// The best solutions of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Best {
    /// The player's own, and the hints used for it.
    pub(crate) own: Counts,
    pub(crate) hints: u32,
    /// Those of engines.
    pub(crate) solver: Counts,
}

/// The result of saving a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    Kept,
    /// The level has been played on elsewhere since.
    Elsewhere,
    /// The store cannot be used.
    Failed,
}

impl Progress {
    /// What is kept in a file, or nothing.
    pub(crate) fn open(state: Option<&Path>) -> Progress {
        Progress::new(match state {
            // The player sees failures on the screen; lines on standard error would spoil the
            // drawing.
            Some(path) => Store::open(path, Arc::new(|_| {})),
            None => Store::none("no folder for saved games is known"),
        })
    }

    pub(crate) fn new(store: Store) -> Progress {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_nanos() as u64);
        let here = format!("t{:x}{now:x}", std::process::id());
        let mut all =
            Progress { store, best: BTreeMap::new(), begun: BTreeSet::new(), here, made: 0 };
        all.refresh();
        all
    }

    /// Why nothing is saved, if so.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.store.trouble()
    }

    /// Looks at the store again.
    pub(crate) fn refresh(&mut self) {
        let mut best: BTreeMap<String, Best> = BTreeMap::new();
        for solution in self.store.solutions().unwrap_or_default() {
            best.entry(solution.level.clone()).or_default().note(&solution);
        }
        self.best = best;
        self.begun = self.store.begun().unwrap_or_default().into_iter().collect();
    }

    /// The best solutions of a level.
    pub(crate) fn best(&self, key: &str) -> Option<&Best> {
        self.best.get(key)
    }

    /// Whether the player has solved a level.
    pub(crate) fn is_solved(&self, key: &str) -> bool {
        self.best(key).is_some_and(|best| best.own.moves.is_some())
    }

    /// Whether a level has a game.
    pub(crate) fn is_begun(&self, key: &str) -> bool {
        self.begun.contains(key)
    }

    /// The game of a level: as it was left, or a new one.
    pub(crate) fn game(&self, puzzle: &Puzzle) -> Game {
        let mut game = Game::new(puzzle.clone());
        if let Ok(Some(state)) = self.store.game(&store::key(puzzle)) {
            game.restore(state.get());
        }
        game
    }

    /// Keeps a game.
    pub(crate) fn keep(&mut self, game: &mut Game) -> Keeping {
        self.made += 1;
        let state = game.kept(&format!("{}-{}", self.here, self.made));
        let level = store::key(&game.puzzle);
        let text = serde_json::to_string(&state).ok().and_then(|it| RawValue::from_string(it).ok());
        let Some(text) = text else { return Keeping::Failed };
        match self.store.keep_version(&store::Game { level: level.clone(), state: text }) {
            Ok(true) => {
                game.was_kept(state);
                self.begun.insert(level);
                Keeping::Kept
            }
            Ok(false) => Keeping::Elsewhere,
            Err(_) => Keeping::Failed,
        }
    }

    /// Makes a game the successor of the one in the store, without its moves.
    pub(crate) fn follow(&self, game: &mut Game) {
        let theirs = self.game(&game.puzzle);
        game.follow(&theirs);
    }

    /// Keeps the solution that a game has come to.
    pub(crate) fn solved(&mut self, game: &Game) {
        let solved = Solved::new(&game.puzzle, &game.played(), game.hints, game.watched);
        if let Ok(solved) = solved {
            // Failures are reported when games are saved.
            let _ = solved.keep(&self.store);
            let best = self.best.entry(store::key(&game.puzzle)).or_default();
            best.take(&solved.counts, game.hints, game.watched);
        }
    }
}

impl Best {
    fn note(&mut self, solution: &Solution) {
        let value = Some(u64::from(solution.value));
        let counts = match solution.metric {
            Metric::Moves => Counts { moves: value, ..Counts::default() },
            Metric::Pushes => Counts { pushes: value, ..Counts::default() },
            Metric::Steps => Counts { steps: value, ..Counts::default() },
            Metric::BoxLines => Counts { box_lines: value, ..Counts::default() },
            Metric::BoxChanges => Counts { box_changes: value, ..Counts::default() },
        };
        self.take(&counts, solution.hints, solution.solver);
    }

    fn take(&mut self, counts: &Counts, hints: u32, solver: bool) {
        match solver {
            true => self.solver = least(&self.solver, counts),
            false => {
                self.hints = if self.own.moves.is_some() { self.hints.min(hints) } else { hints };
                self.own = least(&self.own, counts);
            }
        }
    }

    /// The best of all.
    pub(crate) fn any(&self) -> Counts {
        least(&self.own, &self.solver)
    }
}

/// The least of both, metric by metric.
pub(crate) fn least(a: &Counts, b: &Counts) -> Counts {
    let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
    Counts {
        moves: least(a.moves, b.moves),
        pushes: least(a.pushes, b.pushes),
        steps: least(a.steps, b.steps),
        ..Counts::default()
    }
}

/// Within this part of the best known there are two stars.
const NEAR: f64 = 1.25;

/// Stars, as the page gives them: three for the best known in moves or in the other metric, two for a
/// quarter more; a hint costs one, hints for half of the game leave one, and a solution that was shown
/// has none.
pub(crate) fn stars(counts: &Counts, best: &Counts, hints: u32, watched: bool) -> usize {
    if watched {
        return 0;
    }
    let pairs =
        [(counts.moves, best.moves), (counts.pushes, best.pushes), (counts.steps, best.steps)];
    let ratios = pairs.into_iter().filter_map(|(own, least)| {
        let least = least.filter(|&least| least > 0)?;
        Some(own? as f64 / least as f64)
    });
    let ratio = ratios.fold(f64::INFINITY, f64::min);
    let n = match ratio {
        _ if ratio <= 1.0 || ratio.is_infinite() => 3,
        _ if ratio <= NEAR => 2,
        _ => 1,
    };
    let work = counts.pushes.or(counts.moves).unwrap_or(0);
    match hints {
        0 => n,
        _ if u64::from(hints) * 2 >= work => 1,
        _ => n.min(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_as_in_the_page() {
        let counts = |moves, pushes| Counts {
            moves: Some(moves),
            pushes: Some(pushes),
            ..Counts::default()
        };
        let best = counts(20, 8);
        for (own, hints, watched, n) in [
            (counts(20, 9), 0, false, 3),
            (counts(30, 10), 0, false, 2),
            (counts(30, 11), 0, false, 1),
            (counts(20, 8), 1, false, 2),
            (counts(20, 8), 4, false, 1),
            (counts(20, 8), 0, true, 0),
        ] {
            assert_eq!(stars(&own, &best, hints, watched), n, "{own:?} {hints}");
        }
        assert_eq!(stars(&counts(3, 2), &Counts::default(), 0, false), 3);
    }
}
