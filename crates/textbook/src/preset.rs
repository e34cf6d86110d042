//! The configurations of the five documents (`docs/sources.md`) by name. A preset is a short list
//! of choices, nothing more.

use ground::technique::Technique::{self, *};
use search::Algorithm;

use super::{HeuristicName, Method, SpaceName};

/// A named configuration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What `--engine` takes.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub description: &'static str,
    /// A rebuilt program that is run instead of a textbook search; it takes the order of its list
    /// from the plan and reads few techniques or none.
    pub program: Option<Program>,
    /// What is run.
    pub plan: Method,
    /// What is run instead on boards whose width × height × goals is below this number.
    pub small: Option<(u32, Method)>,
    /// The techniques that are on; all others are off.
    pub techniques: &'static [Technique],
    /// The node limit of the published runs.
    pub nodes: Option<u64>,
    /// Whether a search that gave up is repeated without the techniques that may lose solutions.
    pub retry: bool,
}

/// A faithful rebuild of a program from one of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// The Aveiro agent.
    Aveiro,
    /// SokoKids; it reads the two techniques that its report switches off.
    Sokokids,
}

impl Program {
    /// The techniques that can be switched.
    pub(super) const fn reads(self) -> &'static [Technique] {
        match self {
            Program::Aveiro => &[],
            Program::Sokokids => &[WallSquares, HashTable],
        }
    }
}

const fn plan(algorithm: Algorithm, space: SpaceName, heuristic: HeuristicName) -> Method {
    Method { algorithm, space, heuristic }
}

/// What most presets have in common.
const BASE: Preset = Preset {
    name: "",
    description: "",
    program: None,
    plan: plan(Algorithm::Astar, SpaceName::Pushes, HeuristicName::Matching),
    small: None,
    techniques: &[],
    nodes: None,
    retry: false,
};

/// Boards whose width × height × goals is below this number are small to the Aveiro agent.
const AVEIRO_SMALL: u32 = 600;

/// The two searches of the Aveiro agent.
const AVEIRO_GREEDY: Method =
    plan(Algorithm::Greedy, SpaceName::Pushes, HeuristicName::NearestFree);
const AVEIRO_UCS: Method = plan(Algorithm::Ucs, SpaceName::Score, HeuristicName::None);

/// The Aveiro agent with one and the same order of its list on all boards.
const fn aveiro(name: &'static str, description: &'static str, plan: Method) -> Preset {
    let (program, small) = (Some(Program::Aveiro), Some((AVEIRO_SMALL, plan)));
    Preset { name, description, program, plan, small, ..BASE }
}

/// What the poster leaves open: its bound.
const CONFLICTS: Method = plan(Algorithm::Astar, SpaceName::Pushes, HeuristicName::Conflicts);

/// What the textbook searches use unless told otherwise: the techniques every report takes for
/// granted. The rest is there to be switched on and compared.
pub(super) const TEXTBOOK: &[Technique] =
    &[DeadSquares, Freeze, PlayerZone, HashTable, Hn2Walls, Hn2Side, Hn2Obstacle, Hn2Approach];

/// What the searches of Gargioni's program have in common.
const GARGIONI: &[Technique] = &[CornerMarks, Clockwise, FirstIn, ClosedForGood, HashTable];

/// What SokoKids does as its text reads.
const SOKOKIDS: &[Technique] = &[WallSquares, Recursive, PlayerZone, HashTable];

/// All presets of Sokoban.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "gargioni-astar-hn1",
        description: "Gargioni: A* in moves with hn1",
        plan: plan(Algorithm::Astar, SpaceName::Moves, HeuristicName::Hn1),
        techniques: GARGIONI,
        ..BASE
    },
    Preset {
        name: "gargioni-greedy-hn1",
        description: "Gargioni: greedy search in moves with hn1",
        plan: plan(Algorithm::Greedy, SpaceName::Moves, HeuristicName::Hn1),
        techniques: GARGIONI,
        ..BASE
    },
    Preset {
        name: "gargioni-greedy-hn2",
        description: "Gargioni: greedy search in moves with hn2",
        plan: plan(Algorithm::Greedy, SpaceName::Moves, HeuristicName::Hn2),
        techniques: GARGIONI,
        ..BASE
    },
    Preset {
        name: "sokokids",
        description: "SokoKids: its search as the printed lists and counts determine it",
        program: Some(Program::Sokokids),
        plan: plan(Algorithm::Greedy, SpaceName::Pushes, HeuristicName::OffGoal),
        techniques: &[WallSquares, HashTable],
        ..BASE
    },
    Preset {
        name: "sokokids-astar",
        description: "SokoKids as its text reads: A* with a matching, offline and online deadlocks",
        // The text says IDA*, but its pseudo-code (algorithm 4) takes the best state from a sorted
        // list and checks a hash table of all states before it adds one: A* in the order of f.
        plan: plan(Algorithm::Astar, SpaceName::Pushes, HeuristicName::MatchingCount),
        techniques: SOKOKIDS,
        ..BASE
    },
    Preset {
        name: "sokokids-idastar",
        description: "SokoKids as its text reads: the same with IDA*, as it calls its search",
        plan: plan(Algorithm::Idastar, SpaceName::Pushes, HeuristicName::MatchingCount),
        techniques: SOKOKIDS,
        ..BASE
    },
    Preset {
        name: "pi-corral",
        description: "UFRGS: push-optimal A* with PI-corral pruning, 1,000,000 nodes",
        plan: CONFLICTS,
        techniques: &[DeadSquares, Freeze, PlayerZone, NearFirst, Rounds, HashTable, PosterCorral],
        nodes: Some(1_000_000),
        ..BASE
    },
    Preset {
        name: "no-pi-corral",
        description: "UFRGS: the same without PI-corral pruning",
        plan: CONFLICTS,
        techniques: &[DeadSquares, Freeze, PlayerZone, NearFirst, Rounds, HashTable],
        nodes: Some(1_000_000),
        ..BASE
    },
    Preset {
        name: "best-pi-corral",
        description: "UFRGS: the same with our best techniques that keep the fewest pushes",
        plan: CONFLICTS,
        techniques: &[
            DeadSquares,
            Freeze,
            Pairs,
            Fixed,
            Retrograde,
            FixedMatching,
            CorralSearch,
            PiCorral,
            NearFirst,
            Rounds,
            PlayerZone,
            HashTable,
        ],
        nodes: Some(1_000_000),
        ..BASE
    },
    Preset {
        name: "aveiro",
        description: "Aveiro: the agent itself, node for node: by cost on small boards, else greedy",
        program: Some(Program::Aveiro),
        plan: AVEIRO_GREEDY,
        small: Some((AVEIRO_SMALL, AVEIRO_UCS)),
        ..BASE
    },
    aveiro(
        "aveiro-bfs",
        "Aveiro: the agent with breadth-first search on all boards",
        plan(Algorithm::Bfs, SpaceName::Pushes, HeuristicName::None),
    ),
    aveiro("aveiro-ucs", "Aveiro: the agent with uniform cost on all boards", AVEIRO_UCS),
    aveiro(
        "aveiro-astar",
        "Aveiro: the agent with A* on all boards",
        plan(Algorithm::Astar, SpaceName::Score, HeuristicName::NearestFree),
    ),
    aveiro("aveiro-greedy", "Aveiro: the agent with greedy search on all boards", AVEIRO_GREEDY),
    Preset {
        name: "aveiro-plus",
        description: "Aveiro's parts in our frame, stronger: true walks, zones, a second try",
        plan: AVEIRO_GREEDY,
        small: Some((AVEIRO_SMALL, AVEIRO_UCS)),
        techniques: &[
            WallSquares,
            Block,
            Recursive,
            Tunnel,
            WallTunnel,
            Passage,
            Opening,
            FirstIn,
            PlayerZone,
            HashTable,
        ],
        retry: true,
        ..BASE
    },
];

impl Preset {
    /// The preset with this name.
    pub fn from_name(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }
}
