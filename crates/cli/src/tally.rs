//! How the levels of a run ended, in one sentence.

use puzzle::{Report, Status};

/// How many levels ended in which way.
#[derive(Default)]
pub(crate) struct Tally {
    ends: Vec<(Status, usize)>,
    /// How many solutions are proved to be shortest.
    proved: usize,
    /// Whether anything was proved at all, a bound or a shortest solution.
    proves: bool,
}

impl Tally {
    /// Adds the report of a level.
    pub(crate) fn add(&mut self, report: &Report) {
        let proved = report.guarantee != puzzle::Guarantee::None;
        self.proved += usize::from(proved);
        self.proves |= proved || report.stats.bound.is_some();
        self.count(report.status);
    }

    /// Adds a level that ended in this way.
    pub(crate) fn count(&mut self, status: Status) {
        match self.ends.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((status, 1)),
        }
    }

    /// Whether some of so many levels were not searched to the end.
    pub(crate) fn is_cut_short(&self, total: usize) -> bool {
        let tried: usize = self.ends.iter().map(|(_, count)| count).sum();
        tried < total || self.ends.iter().any(|(status, _)| *status == Status::Interrupted)
    }

    /// `9 solved (4 proved shortest), 1 interrupted, 6 not tried`, the solved ones first.
    pub(crate) fn sentence(&self, total: usize) -> String {
        let tried: usize = self.ends.iter().map(|(_, count)| count).sum();
        let solved = self.ends.iter().find(|(status, _)| *status == Status::Solved);
        let solved = solved.map_or(0, |&(_, count)| count);
        let proved = match self.proves && self.proved < solved {
            true => format!(" ({} proved shortest)", self.proved),
            false => String::new(),
        };
        let mut words = vec![format!("{solved} solved{proved}")];
        let others = self.ends.iter().filter(|(status, _)| *status != Status::Solved);
        words.extend(others.map(|(status, count)| format!("{count} {}", status.name())));
        if tried < total {
            words.push(format!("{} not tried", total - tried));
        }
        let checked = match solved {
            0 => "",
            1 => "; the solution was replayed by the checker",
            _ => "; every solution was replayed by the checker",
        };
        words.join(", ") + checked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tally_names_every_end() {
        let mut tally = Tally::default();
        (0..9).for_each(|_| tally.count(Status::Solved));
        assert_eq!(tally.sentence(9), "9 solved; every solution was replayed by the checker");
        (tally.proved, tally.proves) = (4, true);
        assert!(tally.sentence(9).starts_with("9 solved (4 proved shortest); "));
        tally.proves = false;
        tally.count(Status::Interrupted);
        let text = tally.sentence(16);
        assert!(text.starts_with("9 solved, 1 interrupted, 6 not tried; "), "{text}");
        assert_eq!(Tally::default().sentence(2), "0 solved, 2 not tried");
    }
}
