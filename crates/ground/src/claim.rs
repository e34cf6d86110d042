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
    fn zones_of_the_player_cost_the_proof_about_moves_alone() {
        let zones = TechniqueSet::NONE.with(Technique::PlayerZone).keeps();
        assert_eq!(guarantee(Some(Metric::Moves), zones), Guarantee::None);
        assert_eq!(guarantee(Some(Metric::Pushes), zones), Guarantee::Optimal(Metric::Pushes));
        assert_eq!(guarantee(None, zones), Guarantee::None);
    }
}
