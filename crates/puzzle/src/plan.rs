//! What a request amounts to before anything is searched: for switches that show what is really on.

use search::Limits;
use solver::TechniqueSet;

use crate::request::{SokobanPlan, UnblockPlan};
use crate::{Game, Request, RequestError};

/// What would be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The configuration as one line; it reproduces the run.
    pub config: String,
    /// The techniques that are on, in the order of the table.
    pub techniques: Vec<&'static str>,
    /// The techniques that would make a difference, on or off.
    pub reads: Vec<&'static str>,
}

impl Request {
    /// What this request would run on a level of a game.
    ///
    /// # Errors
    ///
    /// When no engine of the game can serve it; the sentence says why.
    pub fn planned(&self, game: Game) -> Result<Planned, RequestError> {
        let names = |set: TechniqueSet| set.iter().map(|it| it.name()).collect();
        Ok(match game {
            Game::Sokoban => {
                let (config, on, reads) = match self.sokoban_plan()? {
                    SokobanPlan::Engine(it) => (it.to_string(), it.in_force(), it.reads()),
                    SokobanPlan::Lab(it) => (it.to_string(), it.techniques, it.reads()),
                };
                Planned { config, techniques: names(on), reads: names(reads) }
            }
            Game::Unblock => Planned {
                config: match self.unblock_plan()? {
                    UnblockPlan::Engine(metric) => format!("unblock --goal {}", metric.name()),
                    UnblockPlan::Lab(config) => config.to_string(),
                },
                techniques: Vec::new(),
                reads: Vec::new(),
            },
        })
    }

    /// What a search in this game may use. Presets bring the node limit of the published runs, unless
    /// the request has its own.
    pub fn limits_in(&self, game: Game) -> Limits {
        let own = match (game, self.limits.nodes) {
            (Game::Sokoban, None) => match self.sokoban_plan() {
                Ok(SokobanPlan::Lab(config)) => config.nodes(),
                _ => None,
            },
            _ => None,
        };
        Limits { nodes: self.limits.nodes.or(own), ..self.limits }
    }

    /// The whole configuration as options of `banto solve`, which repeat the run; the limits are not
    /// among them.
    ///
    /// # Errors
    ///
    /// When no engine of the game can serve the request.
    pub fn line(&self, game: Game) -> Result<String, RequestError> {
        let config = self.planned(game)?.config;
        let mut line = format!("--engine {config}");
        // Left out, it would mean all cores.
        if !config.contains(" --threads ") {
            line += &format!(" --threads {}", self.threads);
        }
        if let Some(time) = self.improve {
            line += &format!(" --improve {}ms", time.as_millis());
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use search::Metric;

    use super::*;

    fn planned(engine: &str, change: impl FnOnce(&mut Request)) -> Result<Planned, RequestError> {
        let mut request = Request { engine: engine.to_owned(), ..Request::default() };
        change(&mut request);
        request.planned(Game::Sokoban)
    }

    #[test]
    fn a_gap_is_a_percentage_for_the_engine_that_proves_one() {
        use crate::gap;
        assert_eq!(["2%", "0.25 %", "100%", "0%"].map(gap), [200, 25, 10_000, 0].map(Some));
        assert_eq!(["2", "-1%", "101%", "nan%", "%"].map(gap), [None; 5]);
        let near = |engine: &str, goal| {
            let it = planned(engine, |it| (it.goal, it.gap) = (goal, 250));
            it.map(|it| it.config).map_err(|error| error.0)
        };
        assert_eq!(near("auto", Some(Metric::Pushes)).unwrap(), "auto --goal pushes --gap 2.5%");
        assert!(near("auto", None).unwrap_err().contains("a gap is for engine auto"));
        assert!(near("optimal", Some(Metric::Moves)).is_err());
        assert!(near("astar", None).unwrap_err().contains("not a gap"));
        let unblock = Request { gap: 100, ..Request::default() };
        assert!(unblock.planned(Game::Unblock).is_err());
    }

    #[test]
    fn the_textbook_searches_have_a_set_of_their_own() {
        let usual = planned("astar", |_| {}).unwrap();
        assert!(usual.techniques.contains(&"player-zone"));
        assert_ne!(usual.techniques, planned("auto", |_| {}).unwrap().techniques);
        let moves = planned("astar", |it| it.lab.space = Some("moves".to_owned())).unwrap();
        assert!(!moves.techniques.contains(&"player-zone"));
        let more = planned("astar", |it| it.techniques = vec!["+recursive".to_owned()]).unwrap();
        assert_eq!(more.techniques.len(), usual.techniques.len() + 1);
        assert!(more.config.contains("+recursive"));
    }

    #[test]
    fn a_switch_that_does_nothing_is_refused_by_name() {
        let refused = |engine: &str, switch: &str| {
            planned(engine, |it| it.techniques = vec![switch.to_owned()]).unwrap_err().0
        };
        let pull = refused("pull", "-freeze");
        assert!(pull.starts_with("technique freeze does nothing in pull: it is read by auto, "));
        assert!(pull.ends_with(" and the textbook searches"), "{pull}");
        assert!(refused("auto", "-dead-squares").contains("in auto: it is read by the textbook"));
        assert!(refused("astar", "+conflicts").ends_with("it is read by optimal"));
        assert_eq!(
            refused("astar", "+retrograde"),
            "technique retrograde needs fixed, which is off"
        );
        let unblock = |engine: &str| {
            let techniques = vec!["-hash-table".to_owned()];
            let request = Request { engine: engine.to_owned(), techniques, ..Request::default() };
            request.planned(Game::Unblock)
        };
        assert!(unblock("unblock").is_err() && unblock("bfs").is_err() && unblock("dfs").is_ok());
    }

    #[test]
    fn a_shortest_solution_leaves_out_what_would_break_the_promise() {
        let moves = planned("auto", |it| it.goal = Some(Metric::Moves)).unwrap();
        let rows = solver::technique::TABLE.iter();
        for row in rows.filter(|row| !row.keeps.move_optimality) {
            assert!(!moves.techniques.contains(&row.name), "{}", row.name);
        }
    }
}
