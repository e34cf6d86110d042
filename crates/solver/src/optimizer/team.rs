//! Jobs that are done side by side, a thread for each.

use ground::kernel::Memory;
use search::Budget;

/// Does one job for each slice of the budget, all at once, and charges the budget for them. The answers come in the
/// order of the slices, so they do not depend on who was faster. Several jobs share the memory of the budget.
pub(super) fn side_by_side<T: Send>(
    mut slices: Vec<Budget>,
    budget: &mut Budget,
    job: impl Fn(usize, &mut Budget) -> T + Sync,
) -> Vec<T> {
    if slices.len() > 1 {
        let share = Memory::of(budget).left() / slices.len() as u64;
        slices.iter_mut().for_each(|slice| slice.set_memory(share));
    }
    let (job, jobs) = (&job, slices.iter_mut().enumerate());
    // A browser's module has one thread.
    let answers = if cfg!(target_family = "wasm") || jobs.len() == 1 {
        jobs.map(|(i, slice)| job(i, slice)).collect()
    } else {
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                jobs.map(|(i, slice)| scope.spawn(move || job(i, slice))).collect();
            let ends = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            ends.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        })
    };
    slices.iter().for_each(|slice| budget.charge(slice));
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_and_all_jobs_are_charged() {
        for n in [1, 5] {
            let mut budget = Budget::unlimited();
            let slices = vec![budget.slice(Some(10), None); n];
            let answers = side_by_side(slices, &mut budget, |i, slice: &mut Budget| {
                (0..=i).for_each(|_| slice.tick().unwrap());
                i * i
            });
            assert_eq!(answers, (0..n).map(|i| i * i).collect::<Vec<_>>());
            assert_eq!(budget.nodes(), (1..=n as u64).sum::<u64>());
        }
    }
}
