//! The ways in which a board can be turned or mirrored onto itself.
//!
//! ```text
//! #######     Mirrored left to right, walls fall on walls and goals on goals. A position and its
//! #  .  #     mirror image are both solvable or both not, wherever the boxes were at the start, so
//! # # # #     a search that keeps each position once may treat the two as one.
//! #. . .#
//! #######
//! ```

use sokoban::{Dir, Square};

use super::Map;

/// The image of every square, the wall included, for each symmetry but the one that changes
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Symmetries {
    images: Vec<Vec<Square>>,
}

impl Symmetries {
    /// Finds them. A symmetry is determined by what it does to directions and to one square: the
    /// rest follows from neighbour to neighbour.
    pub fn of(map: &Map) -> Symmetries {
        let mut scratch = Scratch { images: vec![map.wall(); map.n_squares() + 1], seen: vec![] };
        let turns = turns().into_iter().skip(1);
        let found =
            |dirs: [Dir; 4]| map.squares().find_map(|first| scratch.image(map, dirs, first));
        Symmetries { images: turns.filter_map(found).collect() }
    }

    /// Those that leave some boxes where they are, whichever stands on which square; all of them without boxes.
    #[must_use]
    pub fn keeping(mut self, boxes: &[Square]) -> Symmetries {
        let stays = |image: &[Square], square: &Square| boxes.contains(&image[square.index()]);
        self.images.retain(|image| boxes.iter().all(|square| stays(image, square)));
        self
    }

    /// The images of all squares, one list for each symmetry.
    pub fn images(&self) -> &[Vec<Square>] {
        &self.images
    }
}

/// What the eight turns make of the four directions; the first changes nothing.
fn turns() -> [[Dir; 4]; 8] {
    let [up, down, left, right] = Dir::ALL;
    let frame = |u: Dir, l: Dir| [u, u.opposite(), l, l.opposite()];
    [
        frame(up, left),
        frame(up, right),
        frame(down, left),
        frame(down, right),
        frame(left, up),
        frame(left, down),
        frame(right, up),
        frame(right, down),
    ]
}

/// Space for trying out turns. Nearly all of them fail after a few squares, so a try costs no more
/// than the squares it has seen.
struct Scratch {
    /// The wall for every square that has not been seen.
    images: Vec<Square>,
    seen: Vec<Square>,
}

impl Scratch {
    /// The images of all squares if the board is turned so that square 0 falls on `first`; `None`
    /// if the board does not fall on itself. A finite board cannot be shifted onto itself, so for
    /// each turn at most one square will do.
    fn image(&mut self, map: &Map, dirs: [Dir; 4], first: Square) -> Option<Vec<Square>> {
        // Squares that cannot be walked to from the first one have no image: then it is not a
        // symmetry.
        let falls = self.falls(map, dirs, first) && self.seen.len() == map.n_squares();
        let images = falls.then(|| self.images.clone());
        for square in self.seen.drain(..) {
            self.images[square.index()] = map.wall();
        }
        images
    }

    /// Whether everything that can be walked to falls on itself.
    fn falls(&mut self, map: &Map, dirs: [Dir; 4], first: Square) -> bool {
        let wall = map.wall();
        let Scratch { images, seen } = self;
        images[0] = first;
        seen.push(Square(0));
        let mut head = 0;
        while let Some(&square) = seen.get(head) {
            head += 1;
            let turned = images[square.index()];
            if map.is_goal(square) != map.is_goal(turned) {
                return false;
            }
            for dir in Dir::ALL {
                let (next, image) = (map.next(square, dir), map.next(turned, dirs[dir.index()]));
                if (next == wall) != (image == wall) {
                    return false;
                }
                if next != wall && images[next.index()] == wall {
                    images[next.index()] = image;
                    seen.push(next);
                } else if images[next.index()] != image {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    fn count(rows: &[&str]) -> usize {
        let map = Map::new(&board(rows));
        let symmetries = Symmetries::of(&map);
        for image in symmetries.images() {
            let mut squares = image.clone();
            squares.sort_unstable();
            assert!(squares.into_iter().eq((0..=map.n_squares() as u16).map(Square)));
        }
        symmetries.images().len()
    }

    #[test]
    fn boards_have_the_symmetries_one_sees() {
        assert_eq!(count(&["#####", "#.$ #", "# @$#", "#. .#", "# $ #", "#####"]), 0);
        assert_eq!(count(&["#####", "#. .#", "# @$#", "# $ #", "#####"]), 1);
        assert_eq!(count(&["#####", "#.$.#", "# @$#", "#.$.#", "#$  #", "#####"]), 1);
        assert_eq!(count(&["#####", "#. ##", "#$@$#", "## .#", "#####"]), 3, "turned or mirrored");
        assert_eq!(count(&["#####", "#.$.#", "#$@$#", "#.$.#", "#####"]), 7);
    }

    #[test]
    fn goals_count() {
        assert_eq!(count(&["#####", "#.  #", "#$@ #", "#   #", "#####"]), 1);
        assert_eq!(count(&["#####", "# . #", "#$@ #", "#   #", "#####"]), 1);
        assert_eq!(count(&["######", "#.$  #", "#  @ #", "######"]), 0);
    }
}
