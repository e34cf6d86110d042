//! Squares where stopping a box is pointless or late: straight tunnels and holes.
//!
//! A tunnel is a straight run of at least two squares with walls on both sides. No box may stop in
//! it, except on its first (left or top) square when the run holds no goal (pushes) or no start
//! square (pulls). The rule is unsound: it serves the inefficient-stop filter only, which can be
//! switched off and supports no claim.
//!
//! A hole is a goal with exactly three walls, where earlier holes count as walls.

use crate::kernel::Bits;

/// Squares a pushed and a pulled box may not stop on.
pub(crate) fn tunnels(next: &[[u16; 4]], goals: &Bits, starts: &Bits) -> (Bits, Bits) {
    let n = next.len() - 1;
    let wall = n as u16;
    let (mut push, mut pull) = (Bits::new(n), Bits::new(n));
    // A run along `ahead` has walls on the two sides across it.
    for (ahead, side) in [(1, 0), (2, 1)] {
        let narrow = |square: u16| {
            square != wall
                && next[square as usize][side] == wall
                && next[square as usize][side ^ 2] == wall
        };
        for first in 0..wall {
            if !narrow(first) || narrow(next[first as usize][ahead ^ 2]) {
                continue;
            }
            let run: Vec<u16> = std::iter::successors(Some(first), |&square| {
                let to = next[square as usize][ahead];
                narrow(to).then_some(to)
            })
            .collect();
            if run.len() < 2 {
                continue;
            }
            for (map, spoiler) in [(&mut push, goals), (&mut pull, starts)] {
                let exempt = usize::from(!run.iter().any(|&square| spoiler.contains(square)));
                for &square in &run[exempt..] {
                    map.insert(square);
                }
            }
        }
    }
    (push, pull)
}

/// Goals that are dead ends, found from the innermost on.
pub(crate) fn holes(next: &[[u16; 4]], goals: &Bits) -> Bits {
    let n = next.len() - 1;
    let mut holes = Bits::new(n);
    let mut changed = true;
    while changed {
        changed = false;
        for goal in goals.numbers() {
            let walls = next[goal as usize]
                .iter()
                .filter(|&&near| near as usize == n || holes.contains(near))
                .count();
            if walls == 3 && !holes.contains(goal) {
                holes.insert(goal);
                changed = true;
            }
        }
    }
    holes
}

#[cfg(test)]
mod tests {
    use crate::engine::fess::field::tests::field;

    #[test]
    fn only_the_first_square_of_a_goal_free_tunnel_is_exempt() {
        let field = field(&["#########", "#   ### #", "# $     #", "#@  ###.#", "#########"]);
        let at = |column| field.square_at(2, column);
        let stops = (1..8).map(|column| field.no_stop_pushed().contains(at(column)));
        assert_eq!(stops.collect::<Vec<_>>(), [false, false, false, false, true, true, false]);
    }

    #[test]
    fn holes_are_found_from_the_inside() {
        let field = field(&["#########", "#   #####", "# $$  ..#", "#@  #####", "#########"]);
        assert_eq!(field.holes().len(), 2);
        let field = super::super::tests::field(&["#######", "#     #", "#@$ . #", "#######"]);
        assert!(field.holes().is_empty());
    }
}
