//! A cache of the results of small searches.
//!
//! The same verdict is needed again and again, and a hit costs only the look-up. An open verdict,
//! where the search gave up, is searched again with more nodes once it has been asked for often.
//!
//! Source: the cache and its second searches are Festival's (Shoham).

/// The most verdicts kept.
const MOST_VERDICTS: usize = 1 << 15;

/// Verdicts in a page.
const PAGE: usize = 64;

/// An open verdict that has been asked for this often is searched again, and then again each time
/// that number has doubled.
const OFTEN: u32 = 100;

/// Two independent hashes of the same thing: together, as good as a full comparison.
pub(super) type Key = (u64, u64);

#[derive(Clone, Copy, Debug, Default)]
struct Verdict {
    key: Key,
    dead: bool,
    /// Nodes of the last search; 0 in an empty slot.
    nodes: u32,
    asked: u32,
}

/// The answer to a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The verdict is known.
    Known(bool),
    /// A search with this many nodes is due.
    Search(usize),
}

/// The verdicts of one kind of search on one board.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    slots: usize,
    /// Verdicts in pages that are made when they are needed: a short search asks for only a few.
    pages: Vec<Vec<Verdict>>,
    pages_made: usize,
    /// Nodes of a first search, and the most any search may take.
    first_nodes: usize,
    most_nodes: usize,
}

impl Verdicts {
    /// No verdicts yet, and never more than this many bytes of them.
    pub(super) fn new(bytes: u64, first_nodes: usize, most_nodes: usize) -> Verdicts {
        let slots = (bytes as usize / size_of::<Verdict>()).clamp(64, MOST_VERDICTS);
        let pages = vec![Vec::new(); slots.div_ceil(PAGE)];
        Verdicts { slots, pages, pages_made: 0, first_nodes, most_nodes }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.pages_made * PAGE * size_of::<Verdict>()) as u64
    }

    /// Bytes when all slots are in use.
    pub(super) fn most_bytes(&self) -> u64 {
        (self.slots * size_of::<Verdict>()) as u64
    }

    /// Asks for a verdict.
    pub(super) fn ask(&mut self, key: Key) -> Answer {
        let (first_nodes, most_nodes) = (self.first_nodes, self.most_nodes);
        let known = self.slot(key);
        if known.nodes == 0 || known.key != key {
            *known = Verdict { key, dead: false, nodes: 0, asked: 0 };
            return Answer::Search(first_nodes);
        }
        known.asked += 1;
        let again = !known.dead && known.asked >= OFTEN && known.asked.is_power_of_two();
        let more = (known.asked as usize).min(most_nodes);
        if !again || more <= known.nodes as usize {
            return Answer::Known(known.dead);
        }
        Answer::Search(more)
    }

    /// The slot of a key.
    fn slot(&mut self, key: Key) -> &mut Verdict {
        let slot = key.0 as usize % self.slots;
        let page = &mut self.pages[slot / PAGE];
        if page.is_empty() {
            *page = vec![Verdict::default(); PAGE];
            self.pages_made += 1;
        }
        &mut page[slot % PAGE]
    }

    /// Keeps the verdict of a search that was allowed `nodes` nodes and used some of them.
    pub(super) fn tell(&mut self, key: Key, dead: bool, used: usize, nodes: usize) {
        let verdict = self.slot(key);
        verdict.dead = dead;
        // A search that ended before its limit need never be repeated.
        verdict.nodes = if dead || used < nodes { u32::MAX } else { nodes as u32 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_verdicts_are_searched_again_when_asked_for_often() {
        let mut verdicts = Verdicts::new(1 << 16, 60, 6_400);
        let key = (7, 7);
        assert_eq!(verdicts.ask(key), Answer::Search(60));
        verdicts.tell(key, false, 61, 60);
        let again: Vec<_> =
            (1..=300).filter(|_| verdicts.ask(key) != Answer::Known(false)).collect();
        assert_eq!(again, [128, 256]);
        verdicts.tell(key, false, 100, 256);
        assert!((0..2_000).all(|_| verdicts.ask(key) == Answer::Known(false)));
    }

    #[test]
    fn a_new_name_takes_the_slot_of_another() {
        let mut verdicts = Verdicts::new(0, 10, 10);
        assert_eq!(verdicts.ask((1, 1)), Answer::Search(10));
        verdicts.tell((1, 1), true, 5, 10);
        assert_eq!(verdicts.ask((1, 1)), Answer::Known(true));
        assert_eq!(verdicts.ask((1, 2)), Answer::Search(10));
    }
}
