//! The table checked against what the engines do: an engine that is said to read a technique gets
//! other counts when it is switched, and no other engine does.

use std::collections::BTreeSet;

use ground::config::{Config, Engine};
use ground::technique::{Row, Switch, TABLE, Technique, TechniqueSet};
use oracle::{board, crowded_boards};
use search::{Algorithm, Budget, Cancel, Goal, Limits, Outcome, Stats};
use sokoban::{Board, Push};
use textbook::{HeuristicName, Method, Settings, SpaceName};

/// How a run ended and what it counted.
type Counted = (Outcome<Vec<Push>>, Stats);

/// What a technique needs, without and with the technique itself.
fn alone(row: &Row) -> [TechniqueSet; 2] {
    among(row.alone(), row)
}

/// A set without and with a technique.
fn among(set: TechniqueSet, row: &Row) -> [TechniqueSet; 2] {
    [set.without(row.technique), set.with(row.technique)]
}

/// A closed diagonal of gaps, beside a box that is free.
fn diagonal() -> Board {
    board(&[
        "##########",
        "#        #",
        "#    $#  #",
        "#   $ $  #",
        "#  $ $   #",
        "#  #$    #",
        "#     $  #",
        "#@  .... #",
        "#   ...  #",
        "##########",
    ])
}

/// Levels on which every technique of every engine has an effect: some of the starter collection,
/// lost ones that take a while, and a closed diagonal.
fn boards() -> Vec<Board> {
    let starter = include_bytes!("../../../levels/starter-sokoban.sok");
    let starter = sokoban::format::read(starter).unwrap();
    let chosen = [5, 26, 39, 38, 40, 34, 16];
    let chosen = chosen.map(|number| starter.levels().find(|(i, _)| *i == number).unwrap().1);
    let mut boards: Vec<Board> = chosen.iter().map(|level| Board::new(level).unwrap()).collect();
    boards.push(diagonal());
    let crowded = crowded_boards(41, 113);
    boards.extend([4, 11, 53, 85, 101, 112].map(|number| crowded[number].clone()));
    boards
}

fn run(board: &Board, engine: Engine, techniques: TechniqueSet, limits: Limits) -> Counted {
    let mut stats = Stats::default();
    let config = Config { engine, techniques, ..Config::default() };
    let mut budget = Budget::new(limits, Cancel::default());
    let answer = solver::solve(board, &config, &mut budget, &mut stats);
    (answer.outcome, stats)
}

/// Enough for most techniques to have an effect.
const SHORT: Limits = Limits { nodes: Some(2_000), memory: Some(64 << 20), time: None };

/// The bound of conflicts is made once an optimal search has expanded 3,000 nodes, and takes more
/// memory than the others are given; the first restart comes after 3,000 nodes; everything else has
/// an effect long before.
fn limits(row: &Row) -> Limits {
    match row.technique {
        Technique::Conflicts => Limits { nodes: Some(12_000), ..Limits::default() },
        Technique::RandomRestarts => Limits { nodes: Some(10_000), ..SHORT },
        _ => SHORT,
    }
}

#[test]
fn an_engine_counts_otherwise_when_what_it_reads_is_switched_and_only_then() {
    let boards = boards();
    let engines = Engine::ALL.iter().copied().filter(|engine| *engine != Engine::Auto);
    let mut silent = Vec::new();
    for engine in engines {
        let few = &boards[1..3];
        let usual = few.iter().map(|it| run(it, engine, TechniqueSet::defaults(), SHORT));
        let usual: Vec<Counted> = usual.collect();
        for row in TABLE {
            if !row.is_read_by(engine, None) {
                let on = Switch { technique: row.technique, on: !row.default };
                let switched = TechniqueSet::defaults().after(on);
                let counted = few.iter().map(|it| run(it, engine, switched, SHORT));
                assert!(counted.eq(usual.iter().cloned()), "{} reads {}", engine.name(), row.name);
                continue;
            }
            let differs = |board: &Board, sets: [TechniqueSet; 2]| {
                let [without, with] = sets.map(|set| run(board, engine, set, limits(row)));
                without != with
            };
            let usual = among(TechniqueSet::defaults(), row);
            if !boards.iter().any(|it| differs(it, alone(row)) || differs(it, usual)) {
                silent.push((engine.name(), row.name));
            }
        }
    }
    assert!(silent.is_empty(), "said to be read, but nothing changes: {silent:?}");
}

/// A technique that is read only when counting moves changes the counts then; that it changes
/// nothing otherwise is checked by the test above.
#[test]
fn a_search_for_the_fewest_moves_counts_otherwise_when_what_only_it_reads_is_switched() {
    let moves = |row: &&Row| {
        row.is_read_by(Engine::Optimal, Some(Goal::Moves)) && !row.is_read_by(Engine::Optimal, None)
    };
    let rows: Vec<&Row> = TABLE.iter().filter(moves).collect();
    assert_eq!(rows.len(), 2, "heights and dominance");
    for row in rows {
        assert_eq!(row.readers(), "optimal");
        let counted = |board: &Board, techniques| {
            let mut stats = Stats::default();
            let (engine, goal) = (Engine::Optimal, Some(Goal::Moves));
            let config = Config { engine, goal, techniques, ..Config::default() };
            // Heights leave small memory to the nodes.
            let limits = Limits { memory: Some(1 << 30), ..SHORT };
            let mut budget = Budget::new(limits, Cancel::default());
            solver::solve(board, &config, &mut budget, &mut stats);
            stats
        };
        let differs = |board: &Board| {
            let [without, with] = among(TechniqueSet::defaults(), row).map(|it| counted(board, it));
            without != with
        };
        assert!(boards().iter().any(differs), "{} changes nothing", row.name);
    }
}

/// All textbook searches: every algorithm in every space, the informed ones with a bound and
/// with hn2-matching.
fn searches() -> Vec<(textbook::Config, Method)> {
    let mut searches = Vec::new();
    for algorithm in Algorithm::ALL {
        for space in SpaceName::ALL {
            let heuristics = match algorithm.is_informed() {
                true => &[HeuristicName::Matching, HeuristicName::Hn2Matching][..],
                false => &[HeuristicName::None],
            };
            for &heuristic in heuristics {
                let settings = Settings {
                    space: Some(space.name().to_owned()),
                    heuristic: Some(heuristic.name().to_owned()),
                    ..Settings::default()
                };
                let config = textbook::Config::read(algorithm.name(), &settings, &[]);
                let method = Method { algorithm, space, heuristic };
                searches.push((config.unwrap().unwrap(), method));
            }
        }
    }
    searches
}

/// What a search counts. How it ends does not matter: a technique that may lose solutions takes
/// away the claim that there are none, whether it is read or not.
fn search(board: &Board, config: &textbook::Config, techniques: TechniqueSet) -> Stats {
    let limits = Limits { nodes: Some(300), memory: Some(16 << 20), ..Limits::default() };
    let mut stats = Stats::default();
    let mut budget = Budget::new(limits, Cancel::default());
    let config = config.clone().using(techniques);
    textbook::solve(board, &config, &mut budget, &mut stats);
    stats
}

#[test]
fn a_textbook_search_counts_otherwise_when_what_it_reads_is_switched_and_only_then() {
    let boards = [&crowded_boards(43, 24)[..], &boards()[..2], &[diagonal()]].concat();
    let mut acts = BTreeSet::new();
    for (config, method) in searches() {
        for row in TABLE {
            let usual = among(config.techniques, row);
            let differs = |board: &Board| {
                [alone(row), usual].into_iter().any(|sets| {
                    let [without, with] = sets.map(|set| search(board, &config, set));
                    without != with
                })
            };
            if !method.is_among(row.searches) {
                let differs = boards[..4].iter().any(differs);
                assert!(!differs, "{method:?} reads {}", row.name);
            } else if !acts.contains(&(row.name, method.space.name())) && boards.iter().any(differs)
            {
                acts.insert((row.name, method.space.name()));
            }
        }
    }
    // In every space, some search shows the effect of each technique that one of them reads.
    let said = |(_, method): &(_, Method)| {
        let space = method.space.name();
        let rows = TABLE.iter().filter(|row| method.is_among(row.searches));
        rows.map(|row| (row.name, space)).collect::<Vec<_>>()
    };
    let said: BTreeSet<_> = searches().iter().flat_map(said).collect();
    let silent: Vec<_> = said.difference(&acts).collect();
    assert!(silent.is_empty(), "said to be read, but nothing changes: {silent:?}");
}
