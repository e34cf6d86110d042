//! HeapSort as textbooks print it, ascending, with a heap that has the greatest on top.
//!
//! It is written out because its instability is part of the search: which of two equal states comes
//! first is decided here and nowhere else. Of two equal children the left one is taken, and a
//! child rises only if it is greater than its parent.
//!
//! Source: SokoKids, section 6.1 ("implementado especialmente"). Cost: n log n for a list of n states,
//! after every expansion.

use search::{Budget, Stop};

/// How many elements are put in place between two looks at the budget.
const BETWEEN_LOOKS: usize = 1 << 12;

/// Sorts by the first value of the pairs.
pub(super) fn heap_sort(list: &mut [(u64, u32)], budget: &mut Budget) -> Result<(), Stop> {
    for top in (0..list.len() / 2).rev() {
        sift_down(list, top);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift_down(&mut list[..end], 0);
        if end % BETWEEN_LOOKS == 0 {
            budget.poll()?;
        }
    }
    Ok(())
}

fn sift_down(list: &mut [(u64, u32)], mut at: usize) {
    loop {
        let mut child = 2 * at + 1;
        if child >= list.len() {
            return;
        }
        if child + 1 < list.len() && list[child + 1].0 > list[child].0 {
            child += 1;
        }
        if list[child].0 <= list[at].0 {
            return;
        }
        list.swap(at, child);
        at = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[u64]) -> Vec<(u64, u32)> {
        let mut list: Vec<_> = keys.iter().copied().zip(0..).collect();
        heap_sort(&mut list, &mut Budget::unlimited()).unwrap();
        list
    }

    #[test]
    fn ascending_with_the_equals_in_an_order_of_its_own() {
        let keys = |list: &[(u64, u32)]| list.iter().map(|&(key, _)| key).collect::<Vec<_>>();
        assert_eq!(keys(&sorted(&[3, 1, 2, 5, 4])), [1, 2, 3, 4, 5]);
        // By hand: 0 goes to the end, the last one takes its place on top, and so on.
        assert_eq!(sorted(&[7, 7]), [(7, 1), (7, 0)]);
        assert_eq!(sorted(&[7, 7, 7]), [(7, 1), (7, 2), (7, 0)]);
        assert_eq!(sorted(&[7, 7, 7, 7]), [(7, 1), (7, 2), (7, 3), (7, 0)]);
    }
}
