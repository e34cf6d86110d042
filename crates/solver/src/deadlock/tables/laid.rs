//! The tables laid over one board: which square of it is asked for.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::tree::{Builder, MOST_BYTES, Next, Tree};
use super::{KEEPER, LARGE, LARGE_TREE, SMALL, SMALL_TREE};
use crate::kernel::{Bits, Map};
use crate::technique::{Technique, TechniqueSet};

/// The tables as they are laid over one board.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    /// The board with walls around it, row by row.
    grid: Vec<Square>,
    /// Where each square is in it.
    places: Vec<u32>,
    small: Laid,
    large: Option<Laid>,
    /// The large table while it is built.
    builder: Option<Box<Builder>>,
    /// Whether it is wanted and not there yet.
    due: bool,
}

/// A window in all directions.
#[derive(Clone, Debug)]
struct Laid {
    tree: &'static Tree,
    /// By direction and square of the window: how far it is from the box, in the grid.
    offsets: [Vec<isize>; 4],
    /// Squares of a row of the grid.
    stride: usize,
}

impl Windows {
    /// The tables of a set of techniques, if there are any.
    pub(crate) fn new(map: &Map, techniques: TechniqueSet) -> Option<Windows> {
        if !techniques.has(Technique::DeadlockTables) {
            return None;
        }
        let small = SMALL_TREE.get_or_init(|| {
            let built = Builder::new(SMALL).finish(&mut Budget::unlimited());
            built.expect("there is no limit")
        });
        // No square of a window is further from its box than this.
        let margin = LARGE.width.max(LARGE.height);
        let (rows, columns) = map
            .squares()
            .map(|square| map.place(square))
            .fold((0, 0), |(rows, columns), (row, column)| {
                (rows.max(row + 1), columns.max(column + 1))
            });
        let stride = columns + 2 * margin;
        let mut grid = vec![map.wall(); stride * (rows + 2 * margin)];
        let mut places = Vec::with_capacity(map.n_squares());
        for square in map.squares() {
            let (row, column) = map.place(square);
            let at = (row + margin) * stride + column + margin;
            grid[at] = square;
            places.push(at as u32);
        }
        let due = techniques.has(Technique::LargeTables);
        let small = Laid::new(small, stride);
        let mut windows = Windows { grid, places, small, large: None, builder: None, due };
        if let Some(tree) = LARGE_TREE.get().filter(|_| due) {
            windows.lay_large(tree);
        }
        Some(windows)
    }

    /// Gets the large table if it is wanted: from whoever keeps it, else by building it.
    pub(crate) fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.due {
            let tree = self.large_tree(budget)?;
            self.lay_large(tree);
        }
        Ok(())
    }

    #[cold]
    fn large_tree(&mut self, budget: &mut Budget) -> Result<&'static Tree, Stop> {
        if let Some(tree) = LARGE_TREE.get() {
            return Ok(tree);
        }
        if self.builder.is_none()
            && let Some(bytes) = KEEPER.get().and_then(|keeper| (keeper.load)())
            && let Ok(tree) = Tree::from_bytes(&bytes, LARGE)
        {
            return Ok(LARGE_TREE.get_or_init(|| tree));
        }
        let builder = self.builder.get_or_insert_with(|| Box::new(Builder::new(LARGE)));
        let tree = builder.finish(budget)?;
        if let Some(keeper) = KEEPER.get() {
            (keeper.save)(&tree.to_bytes());
        }
        Ok(LARGE_TREE.get_or_init(|| tree))
    }

    fn lay_large(&mut self, tree: &'static Tree) {
        let stride = self.small.stride;
        self.large = Some(Laid::new(tree, stride));
        (self.builder, self.due) = (None, false);
    }

    /// Bytes that the tables take at most.
    pub(crate) fn most_bytes(&self) -> u64 {
        let grid = (2 * self.grid.len() + 4 * self.places.len()) as u64;
        if self.due || self.large.is_some() { grid + MOST_BYTES } else { grid }
    }

    /// Which table says that a position is lost because of the box on `square`, with the player on
    /// `side` of it.
    #[inline]
    pub(crate) fn find(
        &self,
        map: &Map,
        occupied: &Bits,
        square: Square,
        side: Dir,
    ) -> Option<Technique> {
        let at = self.places[square.index()] as usize;
        let is_lost = |laid: &Laid| {
            let offsets = &laid.offsets[side.opposite().index()];
            let square = |cell: usize| self.grid[at.wrapping_add_signed(offsets[cell])];
            laid.tree.is_lost(map, occupied, square)
        };
        if is_lost(&self.small) {
            return Some(Technique::DeadlockTables);
        }
        self.large.as_ref().filter(|it| is_lost(it)).map(|_| Technique::LargeTables)
    }
}

impl Laid {
    fn new(tree: &'static Tree, stride: usize) -> Laid {
        let shape = tree.shape;
        let distance = |dir: Dir| {
            let (row, column) = dir.delta();
            row * stride as isize + column
        };
        let offsets = Dir::ALL.map(|ahead| {
            let right = Dir::CLOCKWISE[(ahead.clockwise() + 1) % 4];
            let offset = |cell| {
                let (across, along) = shape.offset(cell);
                across * distance(right) + along * distance(ahead)
            };
            (0..shape.n_cells()).map(offset).collect()
        });
        Laid { tree, offsets, stride }
    }
}

impl Tree {
    /// Whether the answers for the squares of a window lead to a pattern that is lost.
    #[inline]
    fn is_lost(&self, map: &Map, occupied: &Bits, square: impl Fn(usize) -> Square) -> bool {
        let mut link = self.root;
        loop {
            match link.next() {
                Next::Nothing => return false,
                Next::Lost(mask) => {
                    let mut cells =
                        (0..self.shape.n_cells()).filter(|&cell| self.masks[mask] >> cell & 1 != 0);
                    return !cells.any(|cell| map.is_goal(square(cell)));
                }
                Next::Ask(node) => {
                    let node = &self.nodes[node];
                    let at = square(usize::from(node.cell));
                    let answer = match map.is_wall(at) {
                        true => 1,
                        false => 2 * usize::from(occupied.contains(at)),
                    };
                    link = node.links[answer];
                }
            }
        }
    }
}
