//! Claims about states, and how they fare when checked against the truth.

use std::ops::RangeInclusive;

use crate::{Instance, Position, Room, for_each_instance};

/// Says how many pushes a position takes at least, or `None` if it cannot be solved.
pub type Judge<'i> = Box<dyn FnMut(&Position) -> Option<u32> + 'i>;

/// A callback that takes a judge living only for the call and asks it about the positions.
pub type Hearing<'h> = dyn FnMut(&mut dyn FnMut(&Position) -> Option<u32>) + 'h;

type Testimony<'c> = dyn Fn(&Instance<'_>, &mut Hearing<'_>) + 'c;

/// Something that claims to know about positions: a deadlock test or a lower bound.
pub struct Claim<'c> {
    name: &'c str,
    testify: Box<Testimony<'c>>,
}

impl<'c> Claim<'c> {
    /// A lower bound. `prepare` is called once per room and goal set, to compute its tables.
    pub fn bound(
        name: &'c str,
        prepare: impl for<'i> Fn(&'i Instance<'_>) -> Judge<'i> + 'c,
    ) -> Self {
        Claim::testimony(name, move |instance, hearing| hearing(&mut prepare(instance)))
    }

    /// A lower bound that borrows its tables: `testify` is called once per room and goal set,
    /// computes the tables, and passes a judge that uses them to the callback.
    pub fn testimony(
        name: &'c str,
        testify: impl Fn(&Instance<'_>, &mut Hearing<'_>) + 'c,
    ) -> Self {
        Claim { name, testify: Box::new(testify) }
    }

    /// A deadlock test: says whether a position is lost.
    pub fn dead(
        name: &'c str,
        prepare: impl for<'i> Fn(&'i Instance<'_>) -> Box<dyn FnMut(&Position) -> bool + 'i> + 'c,
    ) -> Self {
        Claim::bound(name, move |instance| {
            let mut is_dead = prepare(instance);
            Box::new(move |position| if is_dead(position) { None } else { Some(0) })
        })
    }
}

/// What was looked at, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Rooms with goals.
    pub instances: u64,
    /// States, counted again for every goal set.
    pub states: u64,
    /// States that can be solved.
    pub solvable: u64,
    /// The largest distance.
    pub deepest: u32,
}

/// The result of checking a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The name of the claim.
    pub name: String,
    /// Lost states that were called lost.
    pub found: u64,
    /// Solvable states that were called lost.
    pub false_alarms: u64,
    /// The first of them, drawn.
    pub first_false_alarm: Option<String>,
    /// Solvable states whose bound was above the truth.
    pub too_high: u64,
    /// The first of them, drawn.
    pub first_too_high: Option<String>,
    /// Sum of the bounds over the solvable states that were not called lost.
    pub bounds: u64,
}

/// The results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was looked at, with `n` boxes at index `n`.
    pub by_boxes: Vec<Census>,
    /// Sum of the distances of all solvable states.
    pub pushes: u64,
    /// One verdict per claim.
    pub verdicts: Vec<Verdict>,
}

impl Report {
    /// What was looked at in total.
    pub fn total(&self) -> Census {
        self.by_boxes.iter().fold(Census::default(), |sum, row| Census {
            instances: sum.instances + row.instances,
            states: sum.states + row.states,
            solvable: sum.solvable + row.solvable,
            deepest: sum.deepest.max(row.deepest),
        })
    }

    /// Whether no claim was ever wrong.
    pub fn all_sound(&self) -> bool {
        self.verdicts.iter().all(|verdict| verdict.false_alarms + verdict.too_high == 0)
    }
}

/// Checks claims against every state of the given rooms.
pub fn examine(
    rooms: impl IntoIterator<Item = Room>,
    n_boxes: RangeInclusive<usize>,
    claims: &[Claim<'_>],
) -> Report {
    examine_thinly(rooms, n_boxes, 1, claims)
}

/// The same for claims that are slow: they are asked about every state that can be solved, since
/// only there can a false alarm or too high a bound be found, but only about one lost state in
/// `one_lost_in`. Those fill the caches of the claims as a search would, and show that something is
/// found at all.
pub fn examine_thinly(
    rooms: impl IntoIterator<Item = Room>,
    n_boxes: RangeInclusive<usize>,
    one_lost_in: usize,
    claims: &[Claim<'_>],
) -> Report {
    let verdict = |claim: &Claim<'_>| Verdict { name: claim.name.to_owned(), ..Verdict::default() };
    let mut report = Report {
        by_boxes: vec![Census::default(); n_boxes.end() + 1],
        pushes: 0,
        verdicts: claims.iter().map(verdict).collect(),
    };
    for_each_instance(rooms, n_boxes, |instance| {
        report.count(instance);
        for (claim, verdict) in claims.iter().zip(&mut report.verdicts) {
            (claim.testify)(instance, &mut |judge| verdict.hear(instance, one_lost_in, judge));
        }
    });
    report
}

impl Report {
    fn count(&mut self, instance: &Instance<'_>) {
        let census = &mut self.by_boxes[instance.goals().count_ones() as usize];
        census.instances += 1;
        census.states += instance.positions().len() as u64;
        for exact in (0..instance.positions().len()).filter_map(|index| instance.exact(index)) {
            census.solvable += 1;
            census.deepest = census.deepest.max(exact);
            self.pushes += u64::from(exact);
        }
    }
}

impl Verdict {
    fn hear(
        &mut self,
        instance: &Instance<'_>,
        one_lost_in: usize,
        judge: &mut dyn FnMut(&Position) -> Option<u32>,
    ) {
        for (index, position) in instance.positions().iter().enumerate() {
            let exact = instance.exact(index);
            if exact.is_none() && !index.is_multiple_of(one_lost_in) {
                continue;
            }
            match (judge(position), exact) {
                (None, None) => self.found += 1,
                (None, Some(_)) => {
                    self.false_alarms += 1;
                    self.first_false_alarm.get_or_insert_with(|| instance.draw(index));
                }
                (Some(bound), Some(exact)) => {
                    self.bounds += u64::from(bound);
                    if bound > exact {
                        self.too_high += 1;
                        self.first_too_high.get_or_insert_with(|| instance.draw(index));
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
}
