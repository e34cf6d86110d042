//! A brute-force assignment of boxes to goals, the reference for tests of the fast ones.

/// The cost of the cheapest assignment of rows to distinct columns, found by trying all; `None` if
/// no assignment exists. A cell that holds `far` cannot be used.
pub fn cheapest_assignment(rows: &[&[u16]], far: u16) -> Option<u32> {
    try_all(rows, far, &mut Vec::new())
}

fn try_all(rows: &[&[u16]], far: u16, used: &mut Vec<usize>) -> Option<u32> {
    let Some(row) = rows.get(used.len()) else { return Some(0) };
    let mut best: Option<u32> = None;
    for (column, &cost) in row.iter().enumerate() {
        if cost == far || used.contains(&column) {
            continue;
        }
        used.push(column);
        let rest = try_all(rows, far, used);
        used.pop();
        let total = rest.map(|rest| rest + u32::from(cost));
        best = [best, total].into_iter().flatten().min();
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearer_cell_is_taken_where_the_sum_is_less() {
        assert_eq!(cheapest_assignment(&[&[1, 2], &[1, 9]], u16::MAX), Some(3));
        assert_eq!(cheapest_assignment(&[&[1, 9], &[2, 9]], 9), None);
    }
}
