//! Attempts: how many nodes each of many tries at one problem may take.
//!
//! A search that depends on luck had better be restarted now and then, but the best time for that is
//! unknown. [`Attempts`] counts the tries and says when each is over; the search decides what to
//! change from one to the next.
//!
//! Source of the sequence 1, 1, 2, 1, 1, 2, 4, …, which wastes little whatever the right limit is:
//! M. Luby, A. Sinclair, D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993.

/// How the limit grows from one attempt to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The shortest limit times 1, 1, 2, 1, 1, 2, 4, …
    Luby,
    /// A quarter more each time.
    Quarter,
}

/// The attempts of one search, numbered from 1, and where the one under way ends.
///
/// Nodes are those of all attempts together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    growth: Growth,
    shortest: u64,
    begun: u64,
    length: u64,
    end: u64,
}

impl Attempts {
    /// None begun yet; the shortest will have this many nodes.
    pub fn new(growth: Growth, shortest: u64) -> Attempts {
        Attempts { growth, shortest, begun: 0, length: 0, end: 0 }
    }

    /// How many have begun.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// What the attempt under way may still use after this many nodes; 0 when it is over or when
    /// none has begun.
    pub fn left(&self, nodes: u64) -> u64 {
        self.end.saturating_sub(nodes)
    }

    /// The same with the next attempt begun after this many nodes.
    #[must_use]
    pub fn next(&self, nodes: u64) -> Attempts {
        let begun = self.begun + 1;
        let length = match self.growth {
            Growth::Luby => self.shortest * luby(begun),
            Growth::Quarter if begun == 1 => self.shortest,
            Growth::Quarter => self.length + self.length / 4,
        };
        Attempts { begun, length, ..self.clone() }.renewed(nodes)
    }

    /// The same with all nodes of the attempt under way given to it again: it has got somewhere.
    #[must_use]
    pub fn renewed(&self, nodes: u64) -> Attempts {
        Attempts { end: nodes + self.length, ..self.clone() }
    }

    /// Ends the attempt under way before its time.
    pub fn end(&mut self) {
        self.end = 0;
    }
}

/// The sequence of Luby, Sinclair and Zuckerman, from 1.
fn luby(i: u64) -> u64 {
    let k = u64::BITS - i.leading_zeros();
    if i == (1 << k) - 1 { 1 << (k - 1) } else { luby(i - (1 << (k - 1)) + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the first attempts, each used up.
    fn lengths(growth: Growth, shortest: u64, n: usize) -> Vec<u64> {
        let (mut attempts, mut nodes) = (Attempts::new(growth, shortest), 0);
        let mut length = || {
            assert_eq!(attempts.left(nodes), 0);
            attempts = attempts.next(nodes);
            let left = attempts.left(nodes);
            nodes += left;
            left
        };
        (0..n).map(|_| length()).collect()
    }

    #[test]
    fn lengths_follow_the_two_sequences() {
        let luby = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8];
        assert_eq!(lengths(Growth::Luby, 3, 15), luby.map(|it| 3 * it));
        assert_eq!(lengths(Growth::Quarter, 16, 4), [16, 20, 25, 31]);
    }

    #[test]
    fn an_attempt_can_be_renewed_and_ended() {
        let mut attempts = Attempts::new(Growth::Quarter, 10).next(100);
        assert_eq!((attempts.left(109), attempts.left(110), attempts.left(200)), (1, 0, 0));
        attempts = attempts.renewed(105);
        assert_eq!((attempts.begun(), attempts.left(109)), (1, 6));
        attempts.end();
        assert_eq!(attempts.left(109), 0);
        assert_eq!(attempts.next(109).left(109), 12);
    }
}
