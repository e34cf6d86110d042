//! What one more box would cut off, for every square at once.
//!
//! One depth-first search over the free squares gives, for every free square `q` and every other
//! square `x`, the region `x` belongs to when a box stands on `q`, in constant time: the low-link
//! numbers of Hopcroft and Tarjan (1973) tell which subtrees of `q` hang on `q` alone. Lifting one
//! box and searching once replaces a flood per (box, destination, side) in the generation of macro
//! moves, and the number of regions after each move falls out for free.
//!
//! A region is named by its lowest square. The search is rooted at the lowest square of each region
//! of the board without `q`, so whatever still hangs on the root keeps the root's name.
//! Cost: linear in the squares.

const NONE: u16 = u16::MAX;

/// The depth-first numbers of one occupancy.
#[derive(Clone, Debug)]
pub struct Cuts {
    /// Number in order of discovery; `NONE` for occupied squares.
    order: Vec<u16>,
    /// Lowest number reachable from the subtree by one edge back.
    low: Vec<u16>,
    /// Largest number in the subtree.
    last: Vec<u16>,
    /// Lowest square of the subtree.
    least: Vec<u16>,
    parent: Vec<u16>,
    root: Vec<u16>,
    /// Children whose subtree hangs on this square alone.
    hanging: Vec<u8>,
    /// The next direction to look in, while the search is under way.
    turn: Vec<u8>,
    regions: u16,
}

impl Cuts {
    /// Scratch space for a field of `n` squares.
    pub fn new(n: usize) -> Cuts {
        Cuts {
            order: vec![NONE; n + 1],
            low: vec![0; n + 1],
            last: vec![0; n + 1],
            least: vec![0; n + 1],
            parent: vec![NONE; n + 1],
            root: vec![NONE; n + 1],
            hanging: vec![0; n + 1],
            turn: vec![0; n + 1],
            regions: 0,
        }
    }

    /// Searches the squares whose entry in `occupied` is zero. The last entry is the wall and must
    /// not be zero.
    pub fn search(&mut self, next: &[[u16; 4]], occupied: &[u8]) {
        let n = occupied.len() - 1;
        self.order[..n].fill(NONE);
        self.regions = 0;
        let mut count = 0;
        for root in 0..n as u16 {
            if occupied[root as usize] != 0 || self.order[root as usize] != NONE {
                continue;
            }
            self.regions += 1;
            self.enter(root, NONE, root, &mut count);
            let mut square = root;
            loop {
                let s = square as usize;
                let dir = self.turn[s] as usize;
                if dir < 4 {
                    self.turn[s] += 1;
                    let to = next[s][dir];
                    let t = to as usize;
                    if occupied[t] != 0 {
                        continue;
                    }
                    if self.order[t] == NONE {
                        self.enter(to, square, root, &mut count);
                        square = to;
                    } else if to != self.parent[s] {
                        self.low[s] = self.low[s].min(self.order[t]);
                    }
                    continue;
                }
                self.last[s] = count - 1;
                let parent = self.parent[s];
                if parent == NONE {
                    break;
                }
                let p = parent as usize;
                self.least[p] = self.least[p].min(self.least[s]);
                self.low[p] = self.low[p].min(self.low[s]);
                self.hanging[p] += u8::from(self.low[s] >= self.order[p]);
                square = parent;
            }
        }
    }

    #[inline]
    fn enter(&mut self, square: u16, parent: u16, root: u16, count: &mut u16) {
        let s = square as usize;
        self.order[s] = *count;
        self.low[s] = *count;
        self.least[s] = square;
        self.parent[s] = parent;
        self.root[s] = root;
        self.hanging[s] = 0;
        self.turn[s] = 0;
        *count += 1;
    }

    /// Number of regions without any further box.
    #[inline]
    pub fn regions(&self) -> u16 {
        self.regions
    }

    /// Number of regions when a box stands on the free square `q`.
    #[inline]
    pub fn regions_with(&self, q: u16) -> u16 {
        let q = q as usize;
        let rest = u16::from(self.parent[q] != NONE);
        self.regions - 1 + rest + u16::from(self.hanging[q])
    }

    /// The region of the free square `x` when nothing is added.
    #[inline]
    pub fn region(&self, x: u16) -> u16 {
        self.root[x as usize]
    }

    /// The region of the free square `x` when a box stands on the free square `q` (`x != q`).
    #[inline]
    pub fn region_with(&self, next: &[[u16; 4]], q: u16, x: u16) -> u16 {
        let (root, order) = (self.root[x as usize], self.order[x as usize]);
        let own = self.order[q as usize];
        if root != self.root[q as usize] || order < own || order > self.last[q as usize] {
            return root;
        }
        for &child in &next[q as usize] {
            let c = child as usize;
            if self.parent[c] == q
                && self.order[c] != NONE
                && self.order[c] <= order
                && order <= self.last[c]
            {
                return if self.low[c] >= own { self.least[c] } else { root };
            }
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::tests::field;

    /// Floods by hand: the lowest square of the region of `x`.
    fn region(next: &[[u16; 4]], occupied: &[u8], x: u16) -> u16 {
        let mut seen = vec![x];
        let mut head = 0;
        while head < seen.len() {
            for &to in &next[seen[head] as usize] {
                if occupied[to as usize] == 0 && !seen.contains(&to) {
                    seen.push(to);
                }
            }
            head += 1;
        }
        seen.into_iter().min().unwrap()
    }

    #[test]
    fn agrees_with_floods_on_every_square() {
        let field = field(&[
            "##########",
            "#   #    #",
            "# # # $# #",
            "# #$    .#",
            "#   ### ##",
            "## ## . @#",
            "#  $  .###",
            "##########",
        ]);
        let n = field.n_squares();
        let mut occupied = vec![0; n + 1];
        occupied[n] = 1;
        for &square in field.start_boxes() {
            occupied[square as usize] = 1;
        }
        let mut cuts = Cuts::new(n);
        cuts.search(field.next(), &occupied);
        for q in (0..n as u16).filter(|&q| occupied[q as usize] == 0).collect::<Vec<_>>() {
            occupied[q as usize] = 1;
            let mut names = Vec::new();
            for x in (0..n as u16).filter(|&x| occupied[x as usize] == 0) {
                let name = region(field.next(), &occupied, x);
                assert_eq!(cuts.region_with(field.next(), q, x), name, "box {q}, square {x}");
                names.push(name);
            }
            names.sort_unstable();
            names.dedup();
            assert_eq!(cuts.regions_with(q) as usize, names.len(), "box {q}");
            occupied[q as usize] = 0;
        }
    }
}
