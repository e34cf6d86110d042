//! What small groups of boxes cost beyond the sum of their lone distances, and how many such extras
//! may be counted at once.
//!
//! Each entry belongs to a set of squares and the player's square, with no other box on the board.
//! Extras of groups that share no box add up: every push moves one box, so it counts for one group
//! only. The best choice of disjoint groups is looked for within a small number of steps; any
//! choice is a lower bound.

use sokoban::Square;

/// Entry of a group that can never be brought home.
pub(super) const LOST: u8 = u8::MAX;

/// The size of the largest groups.
pub(super) const MOST_MEMBERS: usize = 4;

/// The most groups of one size that are looked at; there may be too many of the larger ones.
const MOST_GROUPS: u32 = 1_000;

/// The most steps of the search for the best disjoint groups.
const STEPS: u32 = 400;

/// Instead of a number, for a square that boxes cannot stand on.
const NONE: u8 = u8::MAX;

/// The squares of a group by their numbers, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Members {
    pub(super) len: u8,
    pub(super) at: [u8; MOST_MEMBERS],
}

impl Members {
    pub(super) const EMPTY: Members = Members { len: 0, at: [0; MOST_MEMBERS] };

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.at[..self.len as usize]
    }

    #[inline]
    pub(super) fn with(mut self, number: u8) -> Members {
        let mut i = self.len as usize;
        while i > 0 && self.at[i - 1] > number {
            self.at[i] = self.at[i - 1];
            i -= 1;
        }
        self.at[i] = number;
        self.len += 1;
        self
    }

    pub(super) fn without(self, i: usize) -> Members {
        let mut rest = Members::EMPTY;
        for (j, &number) in self.as_slice().iter().enumerate() {
            if j != i {
                rest = rest.with(number);
            }
        }
        rest
    }
}

/// The squares boxes can stand on, and a table of extras for each size of group.
#[derive(Clone, Debug)]
pub(super) struct Extras {
    /// Number of squares the player can stand on.
    places: usize,
    number_of: Vec<u8>,
    pub(super) squares: Vec<Square>,
    /// `choose[k][n]`: how many ways there are to choose `k` of `n`.
    choose: [Vec<u32>; MOST_MEMBERS + 1],
    /// Extras of groups of two, of three and of four: for each group a row of player squares.
    tables: Vec<Vec<u8>>,
}

impl Extras {
    /// Extras of boxes on these squares of a board with this many squares for the player; no tables
    /// yet. `None` if there are too many squares.
    pub(super) fn new(places: usize, squares: Vec<Square>) -> Option<Extras> {
        if squares.len() >= NONE as usize {
            return None;
        }
        let mut number_of = vec![NONE; places + 1];
        for (number, square) in squares.iter().enumerate() {
            number_of[square.index()] = number as u8;
        }
        let mut choose = [const { Vec::new() }; MOST_MEMBERS + 1];
        choose[0] = vec![1; squares.len() + 1];
        for k in 1..=MOST_MEMBERS {
            let mut row = vec![0_u32];
            for n in 0..squares.len() {
                row.push(row[n].saturating_add(choose[k - 1][n]));
            }
            choose[k] = row;
        }
        Some(Extras { places, number_of, squares, choose, tables: Vec::new() })
    }

    /// Makes a table for the next larger groups, with everything lost; `false` if it would take
    /// more than this many bytes.
    pub(super) fn add_table(&mut self, most_bytes: usize) -> bool {
        let size = self.tables.len() + 2;
        let rows = match size <= MOST_MEMBERS {
            true => self.choose[size][self.squares.len()] as usize,
            false => return false,
        };
        let fits = rows.checked_mul(self.places).is_some_and(|bytes| bytes <= most_bytes);
        if fits {
            self.tables.push(vec![LOST; rows * self.places]);
        }
        fits
    }

    /// The size of the largest groups with a table.
    pub(super) fn largest(&self) -> usize {
        self.tables.len() + 1
    }

    pub(super) fn bytes(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    /// The number of a square, if boxes can stand on it.
    #[inline]
    pub(super) fn number(&self, square: Square) -> Option<u8> {
        let number = self.number_of[square.index()];
        (number != NONE).then_some(number)
    }

    #[inline]
    fn rank(&self, group: &[u8]) -> u32 {
        group.iter().enumerate().map(|(i, &at)| self.choose[i + 1][at as usize]).sum()
    }

    /// The extra of a group of two or more.
    #[inline]
    pub(super) fn extra(&self, group: &[u8], player: Square) -> u8 {
        self.of_rank(group.len(), self.rank(group), player)
    }

    /// The same for this many boxes whose rank is known.
    #[inline]
    fn of_rank(&self, len: usize, rank: u32, player: Square) -> u8 {
        self.tables[len - 2][rank as usize * self.places + player.index()]
    }

    pub(super) fn extra_mut(&mut self, group: &[u8], player: Square) -> &mut u8 {
        let place = self.rank(group) as usize * self.places + player.index();
        &mut self.tables[group.len() - 2][place]
    }
}

/// A question: boxes on the squares with these numbers, ascending.
pub(super) struct Asked<'a> {
    pub(super) extras: &'a Extras,
    pub(super) boxes: &'a [u8],
    /// For each box, what is taken off every extra it has a part in.
    pub(super) slack: &'a [u8],
    pub(super) player: Square,
}

/// A group, or the first boxes of one.
#[derive(Clone, Copy, Default)]
struct Part {
    len: usize,
    /// Which of the boxes asked about.
    bits: u64,
    /// The sum that becomes its index in the table.
    rank: u32,
}

/// Adds up extras of disjoint groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Packing {
    /// Groups with an extra: the extra, and the boxes as bits.
    found: Vec<(u8, u64)>,
    steps: u32,
}

impl Packing {
    /// The extra of the boxes, at most of the first 64; `None` if some group is lost.
    pub(super) fn extra(&mut self, mut asked: Asked<'_>) -> Option<u32> {
        self.found.clear();
        let n = asked.boxes.len().min(64);
        asked.boxes = &asked.boxes[..n];
        for size in 2..=asked.extras.largest().min(n) {
            if asked.extras.choose[size][n] > MOST_GROUPS {
                break;
            }
            self.collect(&asked, size, Part::default(), 0)?;
        }
        // Small groups with large extras first.
        self.found.sort_by_key(|&(extra, bits)| {
            (std::cmp::Reverse(u32::from(extra) * 12 / bits.count_ones()), bits)
        });
        self.steps = 0;
        Some(self.pack(0, 0, 0, 0))
    }

    /// Looks at all groups of a size that begin with `part` and take the others from box `from` on.
    fn collect(&mut self, asked: &Asked<'_>, size: usize, part: Part, from: usize) -> Option<()> {
        let ranks = &asked.extras.choose[part.len + 1];
        for i in from..asked.boxes.len() + part.len + 1 - size {
            let more = Part {
                len: part.len + 1,
                bits: part.bits | 1 << i,
                rank: part.rank + ranks[asked.boxes[i] as usize],
            };
            match more.len == size {
                true => self.weigh(asked, more)?,
                false => self.collect(asked, size, more, i + 1)?,
            }
        }
        Some(())
    }

    /// Keeps a group unless a part of it has the same extra or more; `None` if the group is lost.
    #[inline]
    fn weigh(&mut self, asked: &Asked<'_>, group: Part) -> Option<()> {
        let Part { len, bits, rank } = group;
        let extra = asked.extras.of_rank(len, rank, asked.player);
        if extra == LOST {
            return None;
        }
        if extra > 0 {
            let slack: u32 = ones(bits).map(|i| u32::from(asked.slack[i])).sum();
            let extra = u32::from(extra).saturating_sub(slack) as u8;
            let within = |&(other, part): &(u8, u64)| part & !bits == 0 && other >= extra;
            if extra > 0 && (len == 2 || !self.found.iter().any(within)) {
                self.found.push((extra, bits));
            }
        }
        Some(())
    }

    /// The best sum of disjoint groups from `at` on, with the boxes in `used` taken.
    fn pack(&mut self, at: usize, used: u64, sum: u32, mut best: u32) -> u32 {
        best = best.max(sum);
        let open = |&&(_, bits): &&(u8, u64)| bits & used == 0;
        let rest: u32 =
            self.found[at..].iter().filter(open).map(|&(extra, _)| u32::from(extra)).sum();
        if sum + rest <= best || self.steps > STEPS {
            return best;
        }
        self.steps += 1;
        for i in at..self.found.len() {
            let (extra, bits) = self.found[i];
            if bits & used == 0 {
                best = best.max(self.pack(i + 1, used | bits, sum + u32::from(extra), best));
            }
        }
        best
    }
}

fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let i = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            i
        })
    })
}
