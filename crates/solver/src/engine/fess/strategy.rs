//! The ways in which FESS is run: how the board is turned, what makes a cell, how much each feature
//! counts, and which prunings are in force.

use ground::technique::{Technique, TechniqueSet};
use sokoban::Symmetry;

use super::feature::{CellShape, Order};

/// A way to search: how the board is seen, and how the forward search is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strategy {
    /// How the board is turned. Ties are broken by row order everywhere, so a turned or mirrored
    /// board is searched differently: the cheapest kind of diversity.
    pub view: Symmetry,
    /// How the forward search is run.
    pub variant: Variant,
    /// The random seed, if chance is to decide anything.
    pub seed: Option<u64>,
}

impl Strategy {
    /// The strategy of a view and a variant, by number. Views 0 to 7 undo the symmetries of
    /// [`Symmetry::ALL`]; 0 is the board unchanged.
    pub(crate) fn new(view: u8, variant: usize) -> Strategy {
        let view = Symmetry::ALL[usize::from(view) % Symmetry::ALL.len()].inverse();
        Strategy { view, variant: VARIANTS[variant % VARIANTS.len()], seed: None }
    }

    /// The strategy of an attempt, one of many that all differ: in the view, in the variant, and in
    /// what chance decides.
    pub(crate) fn of_attempt(attempt: u64, seed: u64) -> Strategy {
        let variant = ATTEMPT_VARIANTS[attempt as usize % ATTEMPT_VARIANTS.len()];
        Strategy::new((attempt % 8) as u8, variant).seeded(seed)
    }

    /// The same strategy with some chance in it.
    pub(crate) fn seeded(self, seed: u64) -> Strategy {
        Strategy { seed: Some(seed), ..self }
    }
}

/// How a forward search is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    /// What makes a cell.
    pub cell: CellShape,
    /// In which order features decide.
    pub order: Order,
    /// Whether moves that no advisor named cost something.
    pub weighted: bool,
    /// The prunings of the generator.
    pub rules: PushRules,
}

/// The ways in which the forward search is run; the first is the published one.
pub(super) const VARIANTS: [Variant; 10] = [
    variant(CellShape::Connectivity, Order::Listed, true, PushRules::ALL),
    variant(CellShape::Connectivity, Order::Near, true, PushRules::ALL),
    variant(CellShape::Hotspots, Order::PlanFirst, true, PushRules::ALL),
    variant(CellShape::Packed, Order::Careless, true, PushRules::ALL),
    variant(CellShape::Rooms, Order::Listed, true, PushRules::ALL),
    variant(CellShape::Connectivity, Order::Listed, false, PushRules::ALL),
    variant(CellShape::Connectivity, Order::Near, false, PushRules::ALL),
    variant(CellShape::Hotspots, Order::Careless, false, PushRules::ALL),
    variant(CellShape::Connectivity, Order::Listed, true, PushRules::SOUND),
    variant(CellShape::Packed, Order::Near, true, PushRules::SOUND),
];

/// The variants of attempts, used in turn.
const ATTEMPT_VARIANTS: [usize; 3] = [0, 5, 1];

const fn variant(cell: CellShape, order: Order, weighted: bool, rules: PushRules) -> Variant {
    Variant { cell, order, weighted, rules }
}

/// Which prunings the generators may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PushRules {
    /// Boxes fixed for good count as walls. Sound.
    pub fixed: bool,
    /// Boxes do not close a diagonal of gaps for good. Sound.
    pub diagonal: bool,
    /// Boxes do not freeze off goal. Sound.
    pub freeze: bool,
    /// Only the boxes of a PI-corral move when there is one. Sound for solvability.
    pub pi_corral: bool,
    /// Boxes do not stop in straight tunnels, except on the first square. Unsound.
    pub tunnel_stops: bool,
    /// Boxes do not stop in the mouths of niches nor, backwards, in pockets of one square. Unsound.
    pub niche_stops: bool,
}

impl PushRules {
    /// All of them.
    pub(crate) const ALL: PushRules = PushRules {
        fixed: true,
        diagonal: true,
        freeze: true,
        pi_corral: true,
        tunnel_stops: true,
        niche_stops: true,
    };
    /// The rules that keep a solution.
    pub(crate) const SOUND: PushRules =
        PushRules { tunnel_stops: false, niche_stops: false, ..PushRules::ALL };

    /// Those of these rules whose techniques are on. FESS reads these six and what the deadlock
    /// pipeline asks when a position is expanded; it never asks the tables of pairs and triples.
    pub(crate) fn among(self, techniques: TechniqueSet) -> PushRules {
        let on = |rule: bool, technique| rule && techniques.has(technique);
        PushRules {
            fixed: on(self.fixed, Technique::Fixed),
            diagonal: on(self.diagonal, Technique::Diagonal),
            freeze: on(self.freeze, Technique::Freeze),
            pi_corral: on(self.pi_corral, Technique::PiCorral),
            tunnel_stops: on(self.tunnel_stops, Technique::TunnelStops),
            niche_stops: on(self.niche_stops, Technique::NicheStops),
        }
    }
}
