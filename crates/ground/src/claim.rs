//! What a search may claim. *Unsolvable* and *optimal* are declared here and nowhere else, based on
//! what the search and its techniques keep.

use search::{Guarantee, Metric, Outcome};

use crate::technique::Keeps;

/// What a solution is worth, given what the search minimised and what its techniques keep.
pub fn guarantee(minimised: Option<Metric>, keeps: Keeps) -> Guarantee {
    match minimised {
        Some(metric) if keeps.optimality(metric) => Guarantee::Optimal(metric),
        _ => Guarantee::None,
    }
}

/// What a solution is worth that is shortest in one count and, of those, was searched for the fewest of the
/// other: `first` is what the first search proved, `keeps` what the techniques of the second keep.
///
/// Techniques that keep the fewest moves keep the pair: either they lose no solution at all, or they
/// compare both counts (`dominance`).
pub fn pair(first: Guarantee, keeps: Keeps) -> Guarantee {
    match first {
        Guarantee::Optimal(metric @ (Metric::Pushes | Metric::Moves))
            if keeps.completeness && keeps.optimality(Metric::Moves) =>
        {
            Guarantee::Pair(metric)
        }
        other => other,
    }
}

/// The outcome of a search that has nothing left to try.
pub fn exhausted<S>(keeps: Keeps) -> Outcome<S> {
    if keeps.completeness { refuted() } else { Outcome::GaveUp }
}

/// The outcome when there is a proof that no solution exists.
pub fn refuted<S>() -> Outcome<S> {
    Outcome::Unsolvable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Engine;
    use crate::technique::{Technique, TechniqueSet};

    #[test]
    fn a_technique_that_may_lose_solutions_takes_every_claim_away() {
        let sound = TechniqueSet::read_by(Engine::Push, None);
        assert_eq!(exhausted::<()>(sound.keeps()), Outcome::Unsolvable);
        assert_eq!(
            guarantee(Some(Metric::Pushes), sound.keeps()),
            Guarantee::Optimal(Metric::Pushes)
        );
        let unsound = sound.with(Technique::Passage).keeps();
        assert_eq!(exhausted::<()>(unsound), Outcome::GaveUp);
        assert_eq!(guarantee(Some(Metric::Pushes), unsound), Guarantee::None);
        assert_eq!(guarantee(Some(Metric::Moves), unsound), Guarantee::None);
    }

    #[test]
    fn a_pair_needs_both_proofs() {
        let alone = Guarantee::Optimal(Metric::Pushes);
        let sound = TechniqueSet::defaults().that_keep_promise(Metric::Moves);
        assert_eq!(pair(alone, sound.keeps()), Guarantee::Pair(Metric::Pushes));
        assert_eq!(pair(Guarantee::None, sound.keeps()), Guarantee::None);
        let corral = sound.with(Technique::PiCorral).keeps();
        assert_eq!(pair(alone, corral), alone);
        assert_eq!(pair(alone, sound.with(Technique::Passage).keeps()), alone);
    }

    #[test]
    fn zones_of_the_player_cost_the_proof_about_moves_alone() {
        let zones = TechniqueSet::NONE.with(Technique::PlayerZone).keeps();
        assert_eq!(guarantee(Some(Metric::Moves), zones), Guarantee::None);
        assert_eq!(guarantee(Some(Metric::Pushes), zones), Guarantee::Optimal(Metric::Pushes));
        assert_eq!(guarantee(None, zones), Guarantee::None);
    }
}
