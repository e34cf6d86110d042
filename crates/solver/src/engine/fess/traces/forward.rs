//! The forward search: features, moves, advice, and its decisions.

#![cfg(test)]

use ground::kernel::{Bits, Position};
use ground::technique::TechniqueSet;
use search::Budget;
use sokoban::Square;

use super::{Report, Scene, Trace, traces, value};
use crate::engine::fess::advisor::{PUSH_ADVISORS, PushContext, advise_pushes};
use crate::engine::fess::feature::{Forward, ForwardMeasure, Score};
use crate::engine::fess::forward::{ForwardSearch, ForwardStep};
use crate::engine::fess::moves::MacroMove;
use crate::engine::fess::perimeter::Perimeter;
use crate::engine::fess::pushes::PushGenerator;
use crate::engine::fess::strategy::{PushRules, Strategy};

/// Whether the perimeter had been met when this node was expanded: prunings are off then.
fn hit(trace: &Trace, line: &str) -> bool {
    let hit = trace.one("FPERIM");
    !hit.is_empty() && value(line, "e") >= value(hit, "e")
}

fn show(f: &Forward) -> String {
    format!(
        "packed={} conn={} rooms={} oop={} hot={} dist={}",
        f.packed, f.connectivity, f.rooms, f.out_of_plan, f.hotspots, f.distance
    )
}

#[derive(Default)]
struct Reports {
    features: Report,
    counts: Report,
    advices: Report,
    children: Report,
    surplus: i64,
    total: i64,
}

/// The position on the traced path, with its moves.
struct Walk {
    scene: Scene,
    squares: Bits,
    generator: PushGenerator,
    measure: ForwardMeasure,
    here: Forward,
    moves: Vec<MacroMove>,
    corral: bool,
}

#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn forward_features_and_moves_agree() {
    let mut reports = Reports::default();
    for trace in &traces() {
        let mut walk = Walk::new(trace);
        walk.compare_start(&mut reports.features, trace);
        for (line, advice) in trace.all("FP").iter().zip(trace.all("FPA").iter().skip(1)) {
            let m = trace.parse_move(line.split_whitespace().nth(2).unwrap());
            walk.scene.play(&trace.reduced, m);
            walk.look(trace);
            let theirs = &line[line.find("packed=").unwrap()..line.find(" cell=").unwrap()];
            reports.features.compare(trace, "FP", &show(&walk.here), theirs);
            let solved = walk.scene.position.is_solved(trace.reduced.map());
            if !solved && value(line, "acc") >= 0 && !hit(trace, line) {
                walk.compare(&mut reports, trace, line, advice);
            }
        }
    }
    let Reports { features, counts, advices, children, surplus, total } = reports;
    eprintln!("moves: {surplus} more than in the traces, of {total}");
    counts.mostly("positions with fewer moves");
    advices.mostly("advice");
    children.finish("features of children");
    features.finish("forward features");
}

impl Walk {
    fn new(trace: &Trace) -> Walk {
        let reduced = &trace.reduced;
        let plan = trace.plan();
        let mut walk = Walk {
            scene: trace.start(),
            squares: plan.squares().clone(),
            generator: PushGenerator::new(reduced, PushRules::ALL),
            measure: ForwardMeasure::new(reduced, plan),
            here: Forward::default(),
            moves: Vec::new(),
            corral: false,
        };
        walk.look(trace);
        walk
    }

    /// Measures the position at hand and makes its moves.
    fn look(&mut self, trace: &Trace) {
        let reduced = &trace.reduced;
        let connectivity = self.scene.connectivity();
        let Scene { position, regions } = &mut self.scene;
        self.here = self.measure.position(reduced, position, connectivity);
        self.moves.clear();
        let (squares, moves) = (&self.squares, &mut self.moves);
        self.corral = self.generator.generate(reduced, position, regions, None, squares, moves);
    }

    fn compare_start(&mut self, report: &mut Report, trace: &Trace) {
        report.compare(trace, "FSTART", &show(&self.here), trace.one("FSTART"));
        // The traces lack a few moves that the traced program's hand-made patterns refuse.
        let words =
            |line: &&str| line.split_whitespace().skip(1).take(7).collect::<Vec<_>>().join(" ");
        let theirs: Vec<String> = trace.all("FC").iter().map(words).collect();
        let line = |m: &MacroMove| {
            let f = self.measure.child(&trace.reduced, &mut self.scene.position, m);
            let features = [f.packed, f.connectivity, f.rooms, f.out_of_plan, f.hotspots];
            let features = features.map(|n| n.to_string()).join(" ");
            format!("{} {features} {}", trace.write_move(m), f.distance)
        };
        let ours = self.moves.iter().map(line).filter(|line| theirs.contains(line));
        let ours = ours.collect::<Vec<_>>().join("\n");
        report.compare(trace, "FC", &ours, &theirs.join("\n"));
        let told = trace.one("FCORRAL").contains("used=1");
        report.compare(trace, "FCORRAL", &self.corral.to_string(), &told.to_string());
    }

    fn compare(&mut self, reports: &mut Reports, trace: &Trace, line: &str, advice: &str) {
        let scores = self.compare_children(&mut reports.children, trace);
        let ours = self.advice(trace, &scores);
        let theirs: Vec<&str> = advice.split_whitespace().skip(3).collect();
        reports.advices.compare(trace, &line[..20], &ours, &theirs.join(" "));
        // The traced program's hand-made patterns and pair tables refuse a few more moves, never
        // fewer.
        let (n_moves, told) = (self.moves.len() as i64, value(advice, "moves"));
        let ours = format!("fewer={} corral={}", n_moves < told, u8::from(self.corral));
        let theirs = format!("fewer=false corral={}", value(advice, "corral"));
        let what = format!("FPA after {}", &line[..20]);
        reports.counts.compare(trace, &what, &ours, &theirs);
        reports.surplus += n_moves - told;
        reports.total += n_moves;
    }

    /// Compares children measured one move away with the same positions measured anew.
    fn compare_children(&mut self, report: &mut Report, trace: &Trace) -> Vec<Score> {
        let reduced = &trace.reduced;
        let position = &mut self.scene.position;
        let boxes: Vec<Square> = position.boxes().to_vec();
        let mut fresh = self.measure.clone();
        let mut after = Position::new(reduced.map(), [], position.player);
        let mut scores = Vec::new();
        for m in &self.moves {
            let child = self.measure.child(reduced, position, m);
            m.play(reduced.map(), boxes.iter().copied(), &mut after);
            let again = fresh.position(reduced, &after, m.connectivity);
            let ours = child.score().forward();
            report.compare(trace, "child", &format!("{ours:?}"), &format!("{again:?}"));
            scores.push(child.score());
        }
        scores
    }

    fn advice(&mut self, trace: &Trace, scores: &[Score]) -> String {
        let reduced = &trace.reduced;
        let next = self.measure.plan().progress(self.scene.position.occupied()).next;
        let named = advise_pushes(&PushContext {
            reduced,
            moves: &self.moves,
            scores,
            here: self.here,
            next,
            zone_distance: self.measure.zone_distance(reduced, self.here.packed),
        });
        let word = |(named, name): (&Option<usize>, &str)| {
            Some(format!("{name}:{}", trace.write_move(&self.moves[(*named)?])))
        };
        named.iter().zip(PUSH_ADVISORS).filter_map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Runs the forward search beside the traced one up to the first different decision.
#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn decisions_agree_for_a_while() {
    let mut all = 0;
    for trace in &traces() {
        let told = decisions(trace);
        let agreed = count_agreed(trace, &told);
        eprintln!("{}: {agreed} of {} decisions agree", trace.name, told.len());
        assert!(agreed > 0, "{}: the first decision differs", trace.name);
        all += agreed;
    }
    eprintln!("{all} decisions agree");
}

/// The traced decisions, each with its iteration.
fn decisions(trace: &Trace) -> Vec<(i64, String)> {
    let lines = trace.lines.iter();
    let lines = lines.filter(|line| line.starts_with("FX ") || line.starts_with("FDEAD "));
    let decision = |line: &String| {
        let dead = line.starts_with("FDEAD");
        let m = line.split_whitespace().nth(if dead { 3 } else { 4 }).unwrap();
        let by = line.split("by=").nth(1).unwrap_or("");
        let mark = if dead { " dead" } else { "" };
        (value(line, "it"), format!("f={} {m}{mark} {by}", value(line, "f")))
    };
    lines.map(decision).collect()
}

/// How many decisions our search takes as traced, until one differs.
fn count_agreed(trace: &Trace, told: &[(i64, String)]) -> usize {
    let (strategy, techniques) = (Strategy::new(0, 0), TechniqueSet::defaults());
    let mut budget = Budget::unlimited();
    let search =
        ForwardSearch::new(&trace.reduced, trace.plan(), strategy, techniques, &mut budget);
    let mut search = search.unwrap();
    for (agreed, (iteration, theirs)) in told.iter().enumerate() {
        let ours = decide(trace, &mut search, *iteration);
        let same = theirs.trim_end().starts_with(&ours)
            && theirs.contains("dead") == ours.contains("dead");
        if !same {
            eprintln!("{}: it {iteration}: ours {ours}, theirs {theirs}", trace.name);
            return agreed;
        }
    }
    told.len()
}

/// Goes on to an iteration; returns the last decision made by then.
fn decide(trace: &Trace, search: &mut ForwardSearch, iteration: i64) -> String {
    let perimeter = Perimeter::new(0);
    let mut ours = String::from("nothing");
    while (search.tree.iteration() as i64) < iteration {
        let before = search.tree.len();
        let step = search.step(&trace.reduced, &perimeter, &mut Budget::unlimited());
        let Some((father, edge)) = search.chosen else { continue };
        let m = trace.write_move(&search.tree.edge(edge).step);
        let dead = if search.tree.len() == before { " dead" } else { "" };
        ours = format!("f={father} {m}{dead}");
        if !matches!(step, Ok(ForwardStep::Expanded | ForwardStep::Nothing)) {
            break;
        }
    }
    ours
}
