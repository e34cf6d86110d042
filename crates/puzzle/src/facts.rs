//! What can be said about a level without solving it.

use search::{Budget, Stop};

use crate::{Fault, Puzzle};

/// Facts about a level, in the order they are shown: name and value.
pub type Facts = Vec<(&'static str, FactValue)>;

/// A fact's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// A count.
    Number(u64),
    /// Anything else.
    Text(String),
}

/// Why a level has no facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFacts {
    /// It is not a puzzle.
    Faults(Vec<Fault>),
    /// A limit came first.
    Stopped(Stop),
}

/// The facts about a level.
pub fn facts(puzzle: &Puzzle, budget: &mut Budget) -> Result<Facts, NoFacts> {
    match puzzle {
        Puzzle::Sokoban(level) => sokoban_facts(level, budget),
        Puzzle::Unblock(level) => unblock_facts(level, budget),
    }
}

/// A picture of a level for a terminal.
pub fn draw(puzzle: &Puzzle) -> String {
    match puzzle {
        Puzzle::Sokoban(level) => sokoban::draw::text_grid(&level.grid),
        Puzzle::Unblock(level) => unblock::format::draw(&level.board),
    }
}

impl Puzzle {
    /// Equal for equal puzzles, whatever their symmetry, scenery and titles; `None` for a level
    /// that is no puzzle.
    pub fn canonical_hash(&self) -> Option<u64> {
        match self {
            Puzzle::Sokoban(level) => {
                sokoban::Board::new(level).ok().map(|board| sokoban::canonical_hash(&board))
            }
            Puzzle::Unblock(level) => Some(level.board.canonical_hash()),
        }
    }
}

fn sokoban_facts(level: &sokoban::Level, budget: &mut Budget) -> Result<Facts, NoFacts> {
    let board = sokoban::Board::new(level).map_err(|error| {
        NoFacts::Faults(error.faults.iter().map(crate::run::level_fault).collect())
    })?;
    let number = |n: usize| FactValue::Number(n as u64);
    let text = |text: &str| FactValue::Text(text.to_owned());
    let mut facts = vec![
        ("width", number(board.width())),
        ("height", number(board.height())),
        ("squares", number(board.n_squares())),
        ("boxes", number(board.n_boxes())),
    ];
    let analysis = solver::analysis::Analysis::new(&board, budget).map_err(NoFacts::Stopped)?;
    facts.push(("dead_squares", number(board.n_squares() - analysis.live.len())));
    let techniques = solver::TechniqueSet::defaults();
    let bound =
        solver::heuristic::Bound::new(&analysis, techniques).load(&analysis, &analysis.start);
    facts.push(match (board.impossible(), bound) {
        (None, Some(bound)) => ("lower_bound_pushes", FactValue::Number(u64::from(bound))),
        _ => ("lower_bound_pushes", text("unsolvable")),
    });
    if let Ok(field) = solver::field::Field::new(&board, budget) {
        facts.push(("tunnel_squares", number(field.no_stop_pushed().len())));
        facts.push(("rooms", number(field.rooms().count)));
    }
    if board.is_solved(&board.start()) {
        facts.push(("start", text("solved")));
    }
    let own = sokoban::Symmetry::ALL.iter().filter(|view| view.grid(&level.grid) == level.grid);
    facts.push(("symmetries", number(own.count())));
    let hash = sokoban::canonical_hash(&board);
    facts.push(("hash", FactValue::Text(format!("{hash:016x}"))));
    Ok(facts)
}

fn unblock_facts(level: &unblock::Level, _budget: &mut Budget) -> Result<Facts, NoFacts> {
    let board = &level.board;
    let number = |n: usize| FactValue::Number(n as u64);
    Ok(vec![
        ("width", number(board.width())),
        ("height", number(board.height())),
        ("pieces", number(board.pieces().len())),
        ("walls", number(board.walls().len())),
        ("exit", FactValue::Text(board.exit().name().to_owned())),
        ("hash", FactValue::Text(format!("{:016x}", board.canonical_hash()))),
    ])
}
