//! How a position is shown to the agent. Each form knows how to draw a whole board, and a step that changed the player's
//! old square, the new one and, after a push or a pull, the box's.

use crate::level::bits;

/// Colours of gym-sokoban's tiny worlds, by bits of a square.
const COLOURS: [[u8; 3]; 16] = {
    let mut colours = [[243, 248, 238]; 16];
    let mut cell = 0;
    while cell < 16 {
        let (goal, is_box) = (cell & 2 != 0, cell & 4 != 0);
        colours[cell] = if cell & 1 != 0 {
            [0, 0, 0]
        } else if cell & 8 != 0 {
            if goal { [219, 212, 56] } else { [160, 212, 56] }
        } else if is_box {
            if goal { [254, 95, 56] } else { [142, 121, 56] }
        } else if goal {
            [254, 126, 125]
        } else {
            [243, 248, 238]
        };
        cell += 1;
    }
    colours
};

/// The bits of a square that observations show.
const SHOWN: u8 = 15;

/// A form of observation.
pub(super) trait Form: Copy + Send + Sync {
    /// Bytes for each square.
    const BYTES: usize;

    /// Draws one square; `area` is the number of squares.
    fn square(self, observation: &mut [u8], area: usize, at: usize, cell: u8);

    /// Draws one square after a step: what never changes may be left as it is.
    #[inline(always)]
    fn changed(self, observation: &mut [u8], area: usize, at: usize, cell: u8) {
        self.square(observation, area, at, cell);
    }

    /// Draws a whole board.
    fn board(self, observation: &mut [u8], cells: &[u8]) {
        for (at, &cell) in cells.iter().enumerate() {
            self.square(observation, cells.len(), at, cell);
        }
    }
}

/// One byte a square: wall 1, goal 2, box 4, player 8.
#[derive(Clone, Copy)]
pub(super) struct Grid;

impl Form for Grid {
    const BYTES: usize = 1;

    #[inline(always)]
    fn square(self, observation: &mut [u8], _: usize, at: usize, cell: u8) {
        observation[at] = cell & SHOWN;
    }
}

/// Four planes of zeros and ones: walls, goals, boxes, player.
#[derive(Clone, Copy)]
pub(super) struct Planes;

impl Form for Planes {
    const BYTES: usize = 4;

    #[inline(always)]
    fn square(self, observation: &mut [u8], area: usize, at: usize, cell: u8) {
        for plane in 0..4 {
            observation[plane * area + at] = (cell >> plane) & 1;
        }
    }

    #[inline(always)]
    fn changed(self, observation: &mut [u8], area: usize, at: usize, cell: u8) {
        observation[2 * area + at] = (cell & bits::BOX) / bits::BOX;
        observation[3 * area + at] = (cell & bits::PLAYER) / bits::PLAYER;
    }
}

/// Three bytes a square: the colours of gym-sokoban's tiny worlds.
#[derive(Clone, Copy)]
pub(super) struct Rgb;

impl Form for Rgb {
    const BYTES: usize = 3;

    #[inline(always)]
    fn square(self, observation: &mut [u8], _: usize, at: usize, cell: u8) {
        observation[3 * at..3 * at + 3].copy_from_slice(&COLOURS[usize::from(cell & SHOWN)]);
    }
}

/// Two bytes a square as in Jumanji: what can move (3 player, 4 box) and what cannot (1 wall, 2 goal).
#[derive(Clone, Copy)]
pub(super) struct Jumanji;

impl Form for Jumanji {
    const BYTES: usize = 2;

    #[inline(always)]
    fn square(self, observation: &mut [u8], _: usize, at: usize, cell: u8) {
        observation[2 * at] = match cell & (bits::BOX | bits::PLAYER) {
            bits::PLAYER => 3,
            bits::BOX => 4,
            _ => 0,
        };
        observation[2 * at + 1] = match cell & (bits::WALL | bits::GOAL) {
            bits::WALL => 1,
            bits::GOAL => 2,
            _ => 0,
        };
    }
}

/// The squares of an Unblock board, which `unblock.rs` draws.
#[derive(Clone, Copy)]
pub(super) struct Pieces<const BYTES: usize>;

impl<const BYTES: usize> Form for Pieces<BYTES> {
    const BYTES: usize = BYTES;

    #[inline(always)]
    fn square(self, _: &mut [u8], _: usize, _: usize, _: u8) {}
}
