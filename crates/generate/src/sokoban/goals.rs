//! Goals: where the boxes belong.
//!
//! People see structure in goals: a packed room, a row along a wall, single niches. Each attempt
//! draws one of three styles; a style that does not find enough squares is completed by the next
//! simpler one, so the wanted number is always placed when the floor has that many squares.

use search::Random;

use super::room::FloorPlan;

/// `n` goals on the floor of a plan, as cells in ascending order.
pub(super) fn place(random: &mut Random, plan: &FloorPlan, n: usize) -> Vec<usize> {
    let mut goals = match random.below(5) {
        0 | 1 => cluster(random, plan, n),
        2 | 3 => rows(random, plan, n),
        _ => scattered(random, plan, n),
    };
    // A box on any other square could never have got there.
    goals.retain(|&goal| is_pullable(plan, goal));
    fill_up(random, plan, n, &mut goals);
    goals.sort_unstable();
    goals
}

/// Whether a box could be pulled from a cell if it were alone: two floor cells in a line beside it.
fn is_pullable(plan: &FloorPlan, cell: usize) -> bool {
    let next = plan.around(cell);
    let beyond = |i: usize| next[i] + next[i] - cell;
    (0..4).any(|i| plan.is_floor(next[i]) && plan.is_floor(beyond(i)))
}

/// Grows a patch from one square, keeping close to walls: a square with few exits is taken first.
fn cluster(random: &mut Random, plan: &FloorPlan, n: usize) -> Vec<usize> {
    let cells: Vec<usize> = plan.cells().collect();
    let mut goals: Vec<usize> = random.pick(&cells).into_iter().copied().collect();
    while goals.len() < n {
        let beside = goals.iter().flat_map(|&goal| plan.around(goal));
        let mut next: Vec<usize> =
            beside.filter(|&cell| plan.is_floor(cell) && !goals.contains(&cell)).collect();
        random.shuffle(&mut next);
        match next.iter().min_by_key(|&&cell| plan.n_exits(cell)) {
            Some(&cell) => goals.push(cell),
            None => break,
        }
    }
    goals
}

/// Straight rows, the longest that is still needed first.
fn rows(random: &mut Random, plan: &FloorPlan, n: usize) -> Vec<usize> {
    let mut goals: Vec<usize> = Vec::new();
    let mut length = n.min(5);
    while goals.len() < n && length > 1 {
        let missing = length.min(n - goals.len());
        let free = |cell: usize| plan.is_floor(cell) && !goals.contains(&cell);
        let mut starts = Vec::new();
        for cell in plan.cells() {
            for step in [1, plan.width()] {
                // A row of floor cells ends at the border wall at the latest.
                if (0..missing).all(|i| free(cell + i * step)) {
                    starts.push((cell, step));
                }
            }
        }
        match random.pick(&starts) {
            Some(&(cell, step)) => goals.extend((0..missing).map(|i| cell + i * step)),
            None => length -= 1,
        }
    }
    goals
}

/// Single squares that do not touch.
fn scattered(random: &mut Random, plan: &FloorPlan, n: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = plan.cells().collect();
    random.shuffle(&mut cells);
    let mut goals: Vec<usize> = Vec::new();
    for cell in cells {
        if goals.len() < n && !plan.around(cell).iter().any(|next| goals.contains(next)) {
            goals.push(cell);
        }
    }
    goals
}

/// Completes the goals with any free squares, taking first those that a box can leave.
fn fill_up(random: &mut Random, plan: &FloorPlan, n: usize, goals: &mut Vec<usize>) {
    let mut free: Vec<usize> = plan.cells().filter(|cell| !goals.contains(cell)).collect();
    random.shuffle(&mut free);
    free.sort_by_key(|&cell| !is_pullable(plan, cell));
    goals.extend(free.into_iter().take(n.saturating_sub(goals.len())));
}

#[cfg(test)]
mod tests {
    use super::super::room;
    use super::*;

    #[test]
    fn every_style_places_the_wanted_number_on_distinct_floor() {
        for attempt in 0..200 {
            let mut random = Random::new(11, attempt);
            let plan = room::room(&mut random, 8, 7, 12);
            let floor = plan.cells().count();
            let n = 1 + random.below(floor);
            for style in [cluster, rows, scattered] {
                let mut goals = style(&mut random, &plan, n);
                assert!(goals.len() <= n);
                fill_up(&mut random, &plan, n, &mut goals);
                goals.sort_unstable();
                goals.dedup();
                assert_eq!(goals.len(), n);
                assert!(goals.iter().all(|&cell| plan.is_floor(cell)));
            }
        }
    }

    #[test]
    fn rows_are_straight() {
        let plan = FloorPlan::open(7, 6);
        for attempt in 0..20 {
            let goals = rows(&mut Random::new(5, attempt), &plan, 3);
            let step = goals[1] - goals[0];
            assert!(step == 1 || step == 7);
            assert_eq!(goals[2] - goals[1], step);
        }
    }
}
