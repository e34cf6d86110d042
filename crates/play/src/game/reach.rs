//! Where one box can be pushed, all others left alone, and how.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzzle::plain::{Dir, SokobanPush, SokobanState, Square, Walker};

use super::SokobanGame;

/// Work after which no further places are looked for, in squares walked over: a click must be
/// answered at once on the largest boards too.
const MOST_WORK: usize = 20_000_000;

/// The places a box can be pushed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The box.
    pub(crate) from: Square,
    /// The pushes that bring it to each place, fewest pushes.
    places: BTreeMap<Square, Vec<SokobanPush>>,
}

impl Reach {
    /// Everywhere the box on `from` can go.
    pub(crate) fn new(game: &SokobanGame, from: Square) -> Reach {
        let (board, state) = (game.board(), game.state());
        let mut search = Search {
            walker: Walker::new(board),
            met: BTreeSet::new(),
            waiting: VecDeque::new(),
            places: BTreeMap::new(),
        };
        search.meet(game, state.clone(), from, Vec::new());
        let mut work = 0;
        while let Some((state, at, pushes)) = search.waiting.pop_front() {
            work += board.n_squares();
            if work > MOST_WORK {
                break;
            }
            search.expand(game, &state, at, &pushes);
        }
        search.places.remove(&from);
        Reach { from, places: search.places }
    }

    /// The squares, in row order.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        self.places.keys().copied()
    }

    /// The steps of the player that bring the box to a place.
    pub(crate) fn steps(&self, game: &SokobanGame, to: Square) -> Option<Vec<Dir>> {
        let (board, pushes) = (game.board(), self.places.get(&to)?);
        let walked = Walker::new(board).walk_pushes(board, game.state(), pushes)?;
        Some(walked.moves.iter().map(|it| it.dir).collect())
    }
}

/// A breadth-first search over places of the box and zones of the player.
struct Search {
    walker: Walker,
    met: BTreeSet<(Square, Square)>,
    waiting: VecDeque<(SokobanState, Square, Vec<SokobanPush>)>,
    places: BTreeMap<Square, Vec<SokobanPush>>,
}

impl Search {
    fn meet(
        &mut self,
        game: &SokobanGame,
        state: SokobanState,
        at: Square,
        pushes: Vec<SokobanPush>,
    ) {
        let boxes = state.box_set(game.board());
        let zone = self.walker.flood(game.board(), &boxes, state.player);
        if self.met.insert((at, zone)) {
            self.places.entry(at).or_insert_with(|| pushes.clone());
            self.waiting.push_back((state, at, pushes));
        }
    }

    fn expand(
        &mut self,
        game: &SokobanGame,
        state: &SokobanState,
        at: Square,
        pushes: &[SokobanPush],
    ) {
        let board = game.board();
        let boxes = state.box_set(board);
        self.walker.flood(board, &boxes, state.player);
        let possible = |walker: &Walker, dir: Dir| {
            let behind = board.neighbor(at, dir.opposite())?;
            let to = board.neighbor(at, dir)?;
            (walker.reached(behind) && !boxes.contains(to)).then_some((dir, to))
        };
        let next: Vec<_> =
            Dir::ALL.into_iter().filter_map(|dir| possible(&self.walker, dir)).collect();
        for (dir, to) in next {
            let push = SokobanPush { from: at, dir };
            let mut state = state.clone();
            state.push(board, push);
            self.meet(game, state, to, [pushes, &[push]].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Moves;
    use crate::game::tests::game;

    #[test]
    fn a_box_goes_round_corners_and_not_into_others() {
        let text = "########\n#      #\n#  $@  #\n#     $#\n#  ..  #\n########\n";
        let mut game = game(text);
        let Moves::Sokoban(moves) = &mut game.moves else { panic!("the other game") };
        let at = |row, column| moves.board().square_at(row, column).unwrap();
        let reach = Reach::new(moves, at(2, 3));
        assert_eq!(reach.squares().count(), 4 * 6 - 1 - 1, "all but its own and the other box");
        let steps = reach.steps(moves, at(4, 4)).unwrap();
        let to = at(4, 4);
        for dir in steps {
            assert!(moves.step(dir));
        }
        assert!(moves.state().has_box(to));
        assert_eq!(moves.counts().pushes, Some(3));
        assert_eq!(reach.steps(moves, moves.numbered()[1]), None);
    }
}
