//! The backward search: pulls, sinks, advice.

#![cfg(test)]

use ground::kernel::Bits;

use super::{Report, Scene, Trace, traces, value};
use crate::engine::fess::advisor::{PULL_ADVISORS, PullContext, advise_pulls};
use crate::engine::fess::feature::{Backward, BackwardMeasure, Score};
use crate::engine::fess::moves::MacroMove;
use crate::engine::fess::pulls::PullGenerator;
use crate::engine::fess::strategy::PushRules;

#[derive(Default)]
struct Reports {
    sinks: Report,
    moves: Report,
    advices: Report,
}

/// The position on the traced path, with its moves.
struct Walk {
    scene: Scene,
    bases: Bits,
    generator: PullGenerator,
    measure: BackwardMeasure,
    moves: Vec<MacroMove>,
    scores: Vec<Score>,
}

#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn backward_moves_sinks_and_advices_agree() {
    let mut reports = Reports::default();
    for trace in &traces() {
        let mut walk = Walk::new(trace);
        let path = trace.backward_path();
        for (depth, advice) in trace.all("BPA").into_iter().enumerate() {
            walk.compare(&mut reports, trace, depth, advice);
            if let Some(&m) = path.get(depth) {
                if m.removed {
                    walk.bases.remove(m.to);
                }
                walk.scene.play(&trace.reduced, m);
            }
        }
    }
    reports.moves.mostly("pulls");
    reports.sinks.finish("sinks");
    reports.advices.finish("pull advice");
}

impl Walk {
    fn new(trace: &Trace) -> Walk {
        let reduced = &trace.reduced;
        let root = trace.one("BROOT");
        let start = root.split("player=").nth(1).unwrap().split_whitespace().next().unwrap();
        Walk {
            scene: Scene::new(reduced, reduced.map().goals().iter(), trace.square(start)),
            bases: reduced.starts().clone(),
            generator: PullGenerator::new(reduced, PushRules::ALL),
            measure: BackwardMeasure::new(reduced),
            moves: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Compares one position.
    fn compare(&mut self, reports: &mut Reports, trace: &Trace, depth: usize, advice: &str) {
        let reduced = &trace.reduced;
        let connectivity = self.scene.connectivity();
        let here = self.measure.position(reduced, &self.scene.position, connectivity);
        self.moves.clear();
        let Scene { position, regions } = &mut self.scene;
        let removals =
            self.generator.generate(reduced, position, regions, &self.bases, &mut self.moves);
        let score = |m: &MacroMove| self.measure.child(reduced, position, m).score();
        self.scores = self.moves.iter().map(score).collect();
        let squares = self.generator.sink.squares.iter();
        let sink: Vec<String> = squares.map(|&square| trace.name_of(square)).collect();
        let theirs = trace.all("BPS")[depth].split_once(':').unwrap().1.trim();
        reports.sinks.compare(trace, "BPS", &sink.join(" "), theirs);
        let what = format!("BPA {depth}");
        let ours = format!("moves={}", self.moves.len());
        let theirs = format!("moves={}", value(advice, "moves"));
        reports.moves.compare(trace, &what, &ours, &theirs);
        if depth == 0 {
            self.compare_children(&mut reports.moves, trace);
        }
        let ours = self.advice(trace, here, removals);
        let theirs: Vec<&str> =
            advice.split_whitespace().filter(|word| word.contains(':')).collect();
        reports.advices.compare(trace, &what, &ours, &theirs.join(" "));
    }

    fn compare_children(&self, report: &mut Report, trace: &Trace) {
        let line = |(i, (m, score)): (usize, (&MacroMove, &Score))| {
            let f = score.backward();
            let features = [f.left, f.on_goals, f.connectivity, f.rooms].map(|n| n.to_string());
            format!("{i} {} {} {}", trace.write_move(m), features.join(" "), f.distance)
        };
        let ours: Vec<String> = self.moves.iter().zip(&self.scores).enumerate().map(line).collect();
        let words = |line: &&str| line.split_whitespace().take(7).collect::<Vec<_>>().join(" ");
        let theirs: Vec<String> = trace.all("BC").iter().map(words).collect();
        report.compare(trace, "BC", &ours.join("\n"), &theirs.join("\n"));
    }

    fn advice(&self, trace: &Trace, here: Backward, removals: bool) -> String {
        let named = advise_pulls(&PullContext {
            reduced: &trace.reduced,
            moves: &self.moves,
            scores: &self.scores,
            here,
            bases: &self.bases,
            removals,
            parking: self.generator.sink.parking,
        });
        let word = |(named, name): (&Option<usize>, &str)| {
            Some(format!("{name}:{}", trace.write_move(&self.moves[(*named)?])))
        };
        named.iter().zip(PULL_ADVISORS).filter_map(word).collect::<Vec<_>>().join(" ")
    }
}
