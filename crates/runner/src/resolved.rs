//! A plan whose setups are resolved once for each game: what its runs ask, and their keys.

use puzzle::{Game, Request, Resolved};

use crate::job::Job;
use crate::key::{Asked, Key, Question};
use crate::plan::{Plan, Setup};

/// A plan, ready to be run and to be compared with records.
pub struct ResolvedPlan<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Each setup in each game.
    setups: Vec<[ResolvedSetup; 2]>,
}

/// A setup in a game.
struct ResolvedSetup {
    /// `None` for another program; else what is run, or why it cannot be.
    ours: Option<Result<Resolved, String>>,
    asked: Asked,
}

impl ResolvedSetup {
    fn new(setup: &Setup, request: &Request, game: Game) -> ResolvedSetup {
        if setup.external {
            let asked = Asked::elsewhere(setup.line.clone(), request);
            return ResolvedSetup { ours: None, asked };
        }
        let resolved = request.resolve(game).map_err(|error| error.to_string());
        let asked = match &resolved {
            Ok(resolved) => Asked::of(resolved),
            Err(_) => Asked::elsewhere(format!("--engine {}", request.engine), request),
        };
        ResolvedSetup { ours: Some(resolved), asked }
    }
}

impl<'a> ResolvedPlan<'a> {
    /// Resolves the setups of a plan.
    pub fn new(plan: &'a Plan) -> ResolvedPlan<'a> {
        let setups = plan.header.setups.iter().map(|setup| {
            let request = setup.request(&plan.header.limits, 0);
            [Game::Sokoban, Game::Unblock].map(|game| ResolvedSetup::new(setup, &request, game))
        });
        ResolvedPlan { plan, setups: setups.collect() }
    }

    fn setup(&self, job: Job) -> &ResolvedSetup {
        &self.setups[job.setup][usize::from(self.plan.levels[job.level].unblock)]
    }

    /// What a run is to search, or why it cannot; `None` for another program.
    pub(crate) fn resolved(&self, job: Job) -> Option<Result<&Resolved, &str>> {
        Some(self.setup(job).ours.as_ref()?.as_ref().map_err(String::as_str))
    }

    /// The configuration of a run as its record has it.
    pub(crate) fn config(&self, job: Job) -> &str {
        &self.setup(job).asked.config
    }

    /// What a run asks.
    pub fn question(&self, job: Job) -> Question {
        let level = &self.plan.levels[job.level];
        Question {
            collection: level.collection.clone(),
            index: level.index,
            level: level.hash.clone(),
            asked: self.setup(job).asked.clone(),
        }
    }

    /// The key of a run.
    pub fn key(&self, job: Job) -> Key {
        self.question(job).key()
    }
}
