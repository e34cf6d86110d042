//! What small groups of boxes cost beyond the sum of their lone distances, and which of these
//! extras can be added up.
//!
//! Each entry belongs to a set of squares and the player's square, with no other box on the board.
//! Extras of groups that share no box add up: every push moves one box, so it counts for one group
//! only. The search for the best choice of disjoint groups is limited to a small number of steps;
//! any choice is a lower bound.

use search::{Budget, Stop};
use sokoban::Square;

/// Entry of a group that can never be brought home.
pub(super) const LOST: u8 = u8::MAX;

/// The size of the largest groups.
pub(super) const MOST_MEMBERS: usize = 4;

/// Groups of a size are looked at if there are no more than this: of the larger ones there may be too
/// many. Few of them have an extra, and only those cost time. With 8,000 instead of 1,000, triples
/// count up to 36 boxes and fours up to 22, and XSokoban 27 takes 3,729 nodes instead of 13,024.
const MOST_GROUPS: u32 = 8_000;

/// The most steps of the search for the best disjoint groups.
const STEPS: u32 = 400;

/// In the table of plain extras: it depends on where the player is.
const MIXED: u8 = LOST - 1;

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

    /// The first group of this many, in the order of ranks.
    fn first(len: usize) -> Members {
        (0..len as u8).fold(Members::EMPTY, Members::with)
    }

    /// Becomes the next group in the order of ranks.
    fn advance(&mut self) {
        let len = self.len as usize;
        let i = (0..len).find(|&i| i + 1 == len || self.at[i] + 1 < self.at[i + 1]);
        let i = i.expect("a group has a last member");
        self.at[i] += 1;
        (0..i).for_each(|lower| self.at[lower] = lower as u8);
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
    /// For each group the extra it has wherever the player is, or [`MIXED`]; 0 also for a group that
    /// never has more than a part of it. A byte a group: this is what nearly all questions need.
    plain: Vec<Vec<u8>>,
    /// For each group without its last member, the set of last members with which its plain extra
    /// is not 0, in `words` words: all others need not be looked at.
    last: Vec<Vec<u64>>,
    words: usize,
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
        let words = squares.len().div_ceil(64).max(1);
        let (tables, plain, last) = (Vec::new(), Vec::new(), Vec::new());
        Some(Extras { places, number_of, squares, choose, tables, plain, last, words })
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

    /// Sums up the tables, which must not change any more.
    pub(super) fn seal(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let mut parts = vec![0; self.places];
        for size in 2..=self.largest() {
            let groups = self.choose[size][self.squares.len()];
            let mut plain = Vec::with_capacity(groups as usize);
            let beginnings = self.choose[size - 1][self.squares.len()] as usize;
            let mut last = vec![0; beginnings * self.words];
            let mut group = Members::first(size);
            for rank in 0..groups {
                budget.poll()?;
                debug_assert_eq!(self.rank(group.as_slice()), rank);
                let extra = self.sum_up(group, &mut parts);
                plain.push(extra);
                if let Some((&number, beginning)) = group.as_slice().split_last()
                    && extra != 0
                {
                    let words = self.rank(beginning) as usize * self.words;
                    last[words + number as usize / 64] |= 1 << (number % 64);
                }
                group.advance();
            }
            self.plain.push(plain);
            self.last.push(last);
        }
        Ok(())
    }

    /// What the row of a group comes to. `parts` is room for the most that parts of it have.
    fn sum_up(&mut self, group: Members, parts: &mut [u8]) -> u8 {
        let members = group.as_slice();
        parts.fill(0);
        if members.len() > 2 {
            for i in 0..members.len() {
                let part = self.row(group.without(i).as_slice());
                parts.iter_mut().zip(part).for_each(|(most, &part)| *most = part.max(*most));
            }
        }
        // The player never stands on a box.
        for &number in members {
            *self.extra_mut(members, self.squares[number as usize]) = 0;
        }
        let row = self.row(members);
        let most = row.iter().copied().max().unwrap_or(0);
        let within_parts = row.iter().zip(&*parts).all(|(extra, part)| extra <= part);
        let everywhere = row.iter().filter(|&&extra| extra == most).count();
        match (within_parts, everywhere + members.len() == row.len()) {
            (true, _) => 0,
            (false, true) => most,
            (false, false) => MIXED,
        }
    }

    /// The extras of a group by the square of the player, those with a box included.
    pub(super) fn row_mut(&mut self, group: &[u8]) -> &mut [u8] {
        let from = self.rank(group) as usize * self.places;
        &mut self.tables[group.len() - 2][from..from + self.places]
    }

    /// Makes every query use the tables that distinguish the player's square.
    #[cfg(test)]
    pub(super) fn unseal(&mut self) {
        self.plain.iter_mut().for_each(|plain| plain.fill(MIXED));
        for (i, last) in self.last.iter_mut().enumerate() {
            let mut beginning = Members::first(i + 1);
            for set in last.chunks_mut(self.words) {
                let from = 1 + beginning.as_slice().last().expect("a group has a last member");
                (from..self.squares.len() as u8)
                    .for_each(|at| set[at as usize / 64] |= 1 << (at % 64));
                beginning.advance();
            }
        }
    }

    fn row(&self, group: &[u8]) -> &[u8] {
        let from = self.rank(group) as usize * self.places;
        &self.tables[group.len() - 2][from..from + self.places]
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
    /// The squares of the boxes asked about, as bits of their numbers.
    taken: Vec<u64>,
    /// Which box is on the square with a number; stale for squares without a box.
    box_on: Vec<u8>,
    /// Groups with an extra: the extra, and the boxes as bits.
    found: Vec<(u8, u64)>,
    /// For each box, the most any group gives it if its extra is shared out among its boxes.
    shares: Vec<u32>,
    steps: u32,
}

/// Extras are shared out in parts of this, which groups of all sizes divide.
const SHARES: u32 = 12;

impl Packing {
    /// The extra of the boxes, at most of the first 64; `None` if some group is lost.
    pub(super) fn extra(&mut self, mut asked: Asked<'_>) -> Option<u32> {
        self.found.clear();
        let n = asked.boxes.len().min(64);
        asked.boxes = &asked.boxes[..n];
        self.place(&asked);
        for size in 2..=asked.extras.largest().min(n) {
            if asked.extras.choose[size][n] > MOST_GROUPS {
                break;
            }
            self.collect(&asked, size, Part::default(), 0)?;
        }
        if self.found.len() < 2 {
            return Some(self.found.first().map_or(0, |&(extra, _)| u32::from(extra)));
        }
        // Small groups with large extras first.
        self.found.sort_by_key(|&(extra, bits)| (std::cmp::Reverse(share(extra, bits)), bits));
        self.shares.clear();
        self.shares.resize(n, 0);
        for &(extra, bits) in &self.found {
            for i in ones(bits) {
                self.shares[i] = self.shares[i].max(share(extra, bits));
            }
        }
        self.steps = 0;
        let most = self.shares.iter().sum();
        Some(self.pack(0, 0, 0, most, 0))
    }

    /// Notes where the boxes are.
    fn place(&mut self, asked: &Asked<'_>) {
        self.taken.clear();
        self.taken.resize(asked.extras.words, 0);
        self.box_on.resize(usize::from(NONE), 0);
        for (i, &number) in asked.boxes.iter().enumerate() {
            self.taken[number as usize / 64] |= 1 << (number % 64);
            self.box_on[number as usize] = i as u8;
        }
    }

    /// Looks at all groups of a size that begin with `part` and take the others from box `from` on.
    fn collect(&mut self, asked: &Asked<'_>, size: usize, part: Part, from: usize) -> Option<()> {
        if part.len + 1 == size {
            return self.complete(asked, part);
        }
        let ranks = &asked.extras.choose[part.len + 1];
        for i in from..asked.boxes.len() + part.len + 1 - size {
            let more = Part {
                len: part.len + 1,
                bits: part.bits | 1 << i,
                rank: part.rank + ranks[asked.boxes[i] as usize],
            };
            self.collect(asked, size, more, i + 1)?;
        }
        Some(())
    }

    /// Looks at all groups with one box after `part` that may have an extra.
    #[inline]
    fn complete(&mut self, asked: &Asked<'_>, part: Part) -> Option<()> {
        let Extras { choose, last, words, .. } = asked.extras;
        let sets = &last[part.len - 1][part.rank as usize * words..][..*words];
        for (word, &set) in sets.iter().enumerate() {
            for bit in ones(set & self.taken[word]) {
                let number = word * 64 + bit;
                let group = Part {
                    len: part.len + 1,
                    bits: part.bits | 1 << self.box_on[number],
                    rank: part.rank + choose[part.len + 1][number],
                };
                self.weigh(asked, group)?;
            }
        }
        Some(())
    }

    /// Keeps a group unless a part of it has the same extra or more; `None` if the group is lost.
    #[inline]
    fn weigh(&mut self, asked: &Asked<'_>, group: Part) -> Option<()> {
        let Part { len, bits, rank } = group;
        let extra = match asked.extras.plain[len - 2][rank as usize] {
            MIXED => asked.extras.of_rank(len, rank, asked.player),
            plain => plain,
        };
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

    /// The best sum of disjoint groups from `at` on, with the boxes in `used` taken. `left` is the
    /// most that the other boxes can give, in shares.
    fn pack(&mut self, at: usize, used: u64, sum: u32, left: u32, mut best: u32) -> u32 {
        best = best.max(sum);
        if sum + left / SHARES <= best || self.steps > STEPS {
            return best;
        }
        self.steps += 1;
        for i in at..self.found.len() {
            let (extra, bits) = self.found[i];
            // No group from here on gives a box more than this one does.
            let free = self.shares.len() as u32 - used.count_ones();
            if sum + left.min(free * share(extra, bits)) / SHARES <= best {
                break;
            }
            if bits & used == 0 {
                let taken: u32 = ones(bits).map(|i| self.shares[i]).sum();
                let sum = sum + u32::from(extra);
                best = best.max(self.pack(i + 1, used | bits, sum, left - taken, best));
            }
        }
        best
    }
}

/// What each box of a group gets if the extra is shared out.
#[inline]
fn share(extra: u8, bits: u64) -> u32 {
    u32::from(extra) * SHARES / bits.count_ones()
}

/// The numbers of the bits that are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let i = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            i
        })
    })
}
