//! A position and its mirror images, which count as one.
//!
//! What: on a board that falls on itself when it is turned or mirrored, a position and its images are solvable alike,
//! so a search keeps the first of them that it meets.
//!
//! ```text
//!   #######   #######     One is the other mirrored: what is known of the left one holds for the right one.
//!   #$ .  #   #  . $#     The hash is a sum over all images, so both have the same.
//!   #  .$ #   # $.  #
//!   #######   #######
//! ```
//!
//! Soundness: an image of a way to the end is a way from the image to an image of the end. Forwards the end is every
//! board with the boxes on goals, its own image. Backwards it is the start: only symmetries are taken that leave its
//! boxes where they are, and an image of its player's zone ends the search, too ([`Twins::back_to`]).
//!
//! Cost: the boxes' key of every image is kept up to date by two words a move. Only when a hash is met again the images
//! are packed, and the player's zone is compared by a walk.

use sokoban::{Dir, Push, Square};

use super::{Map, Packer, Position, Reach, Symmetries};

/// The images of the position at hand.
#[derive(Clone, Debug)]
pub struct Twins {
    /// The image of every square, a list for each symmetry but the one that changes nothing, and the way back.
    images: Vec<(Vec<Square>, Vec<Square>)>,
    /// Keys of the boxes of the images of a parent.
    keys: Vec<u64>,
    /// The boxes of an image, as squares and packed.
    boxes: Vec<Square>,
    packed: Vec<u64>,
    reach: Reach,
}

impl Twins {
    /// The symmetries of a board that leave some boxes in place, all of them without boxes; `None` where there is no
    /// symmetry.
    pub fn new(map: &Map, packer: &Packer, boxes: &[Square]) -> Option<Twins> {
        let symmetries = Symmetries::of(map).keeping(boxes);
        let both = |image: &Vec<Square>| (image.clone(), inverse(image));
        let images: Vec<_> = symmetries.images().iter().map(both).collect();
        (!images.is_empty()).then(|| Twins {
            keys: vec![0; images.len()],
            images,
            boxes: Vec::new(),
            packed: vec![0; packer.words()],
            reach: Reach::new(map),
        })
    }

    /// Takes a position whose children are looked up next.
    pub fn load(&mut self, map: &Map, position: &Position) {
        for (key, (image, _)) in self.keys.iter_mut().zip(&self.images) {
            let turned = position.boxes().iter().map(|square| image[square.index()]);
            *key = turned.fold(0, |key, square| key ^ map.box_key(square));
        }
    }

    /// A hash that a child shares with its images: of the position after a box has gone from one square to another, whose
    /// own boxes have this key.
    #[inline]
    pub fn hash(&self, map: &Map, child: u64, moved: (Square, Square)) -> u64 {
        let (from, to) = moved;
        let keys = self.keys.iter().zip(&self.images).map(|(key, (image, _))| {
            key ^ map.box_key(image[from.index()]) ^ map.box_key(image[to.index()])
        });
        // A sum, because the least of several hashes would crowd one end of the table.
        keys.fold(child, u64::wrapping_add)
    }

    /// Whether a packed position, with the name of its zone, is an image of one whose player is at `player`.
    pub fn is(
        &mut self,
        map: &Map,
        packer: &Packer,
        position: &Position,
        player: Square,
        other: (&[u64], Square),
    ) -> bool {
        let Twins { images, boxes, packed, reach, .. } = self;
        let mut flooded = false;
        images.iter().any(|(image, back)| {
            boxes.clear();
            boxes.extend(position.boxes().iter().map(|square| image[square.index()]));
            packer.pack(boxes, packed);
            if packed[..] != *other.0 {
                return false;
            }
            if !flooded {
                reach.flood(map, position.occupied(), player);
                flooded = true;
            }
            reach.reached(back[other.1.index()])
        })
    }

    /// The symmetry, by number, that turns one zone into another when the boxes stand where all symmetries leave them.
    pub fn back_to(&mut self, map: &Map, position: &Position, wanted: Square) -> Option<usize> {
        self.reach.flood(map, position.occupied(), position.player);
        self.images.iter().position(|(_, back)| self.reach.reached(back[wanted.index()]))
    }

    /// A push turned by a symmetry.
    pub fn turned(&self, map: &Map, symmetry: usize, push: Push) -> Push {
        let image = &self.images[symmetry].0;
        let (from, to) = (push.from, map.next(push.from, push.dir));
        let (from, to) = (image[from.index()], image[to.index()]);
        let dir = Dir::ALL.into_iter().find(|&dir| map.next(from, dir) == to);
        Push { from, dir: dir.expect("neighbours fall on neighbours") }
    }
}

fn inverse(image: &[Square]) -> Vec<Square> {
    let mut back = image.to_vec();
    for (square, turned) in image.iter().enumerate() {
        back[turned.index()] = Square(square as u16);
    }
    back
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use oracle::symmetric_boards;
    use search::Random;

    use super::*;

    /// The boxes of a position and all squares its player reaches, turned.
    fn turned(map: &Map, position: &Position, image: &[Square]) -> [BTreeSet<Square>; 2] {
        let mut reach = Reach::new(map);
        reach.flood(map, position.occupied(), position.player);
        let turn = |squares: &[Square]| squares.iter().map(|it| image[it.index()]).collect();
        [turn(position.boxes()), turn(reach.squares())]
    }

    fn random_position(map: &Map, n_boxes: usize, random: &mut Random) -> Position {
        loop {
            let mut square = || Square(random.below(map.n_squares()) as u16);
            let boxes: BTreeSet<Square> = (0..n_boxes).map(|_| square()).collect();
            let player = square();
            if !boxes.contains(&player) {
                return Position::new(map, boxes, player);
            }
        }
    }

    #[test]
    fn two_positions_are_twins_if_one_is_the_other_turned() {
        let mut random = Random::seeded(5);
        let (mut same, mut other) = (0, 0);
        for board in symmetric_boards(3, 60) {
            let map = Map::new(&board);
            let packer = Packer::new(&map, map.squares());
            let Some(mut twins) = Twins::new(&map, &packer, &[]) else { continue };
            let itself: Vec<Square> = map.squares().collect();
            for _ in 0..200 {
                let here = random_position(&map, 2, &mut random);
                let there = random_position(&map, 2, &mut random);
                let mut packed = vec![0; packer.words()];
                packer.pack(there.boxes(), &mut packed);
                let zone = Reach::new(&map).flood(&map, there.occupied(), there.player);
                let found = twins.is(&map, &packer, &here, here.player, (&packed, zone));
                let wanted = turned(&map, &there, &itself);
                let all: Vec<_> = twins.images.iter().map(|it| it.0.clone()).collect();
                let exact = all.iter().any(|image| turned(&map, &here, image) == wanted);
                assert_eq!(found, exact, "{board:?}");
                let nothing = (here.player, here.player);
                let mut hash = |position: &Position| {
                    twins.load(&map, position);
                    twins.hash(&map, position.key(), nothing)
                };
                assert!(!exact || hash(&here) == hash(&there));
                (same, other) = (same + u32::from(exact), other + u32::from(!exact));
            }
        }
        assert!(same > 50 && other > 50, "{same} twins, {other} others");
    }

    #[test]
    fn a_hash_is_kept_up_to_date_by_a_move() {
        for board in symmetric_boards(7, 40) {
            let map = Map::new(&board);
            let packer = Packer::new(&map, map.squares());
            let Some(mut twins) = Twins::new(&map, &packer, &[]) else { continue };
            let mut position = Position::start(&map, &board);
            let from = position.boxes()[0];
            let Some(to) = map.squares().find(|&to| !position.is_occupied(to)) else { continue };
            twins.load(&map, &position);
            position.move_box(&map, from, to);
            let moved = twins.hash(&map, position.key(), (from, to));
            twins.load(&map, &position);
            assert_eq!(moved, twins.hash(&map, position.key(), (to, to)));
        }
    }
}
