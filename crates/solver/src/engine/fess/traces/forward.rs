//! The forward search: features, moves, advice, and its decisions.

#![cfg(test)]

use search::Budget;

use super::{Report, Trace, regions, traces, value};
use crate::engine::fess::Strategy;
use crate::engine::fess::advisor::{PUSH_ADVISORS, PushContext, advise_pushes};
use crate::engine::fess::feature::{Forward, ForwardMeasure, Score};
use crate::engine::fess::forward::{self, ForwardSearch};
use crate::engine::fess::perimeter::Perimeter;
use crate::engine::fess::pushes::{PushGenerator, PushRules, Stops};
use crate::engine::fess::zobrist::Zobrist;
use crate::technique::TechniqueSet;

/// Whether the perimeter had been met when this node was expanded: prunings are off then.
fn hit(trace: &Trace, line: &str) -> bool {
    let hit = trace.one("FPERIM");
    !hit.is_empty() && value(line, "e") >= value(hit, "e")
}

const RULES: PushRules = PushRules { pi_corral: true, stops: Stops::ALL };

#[test]
fn forward_features_and_moves_agree() {
    let mut report = Report::default();
    let mut counts = Report::default();
    let mut advices = Report::default();
    let mut children = Report::default();
    let (mut surplus, mut total) = (0, 0);
    for trace in &traces() {
        let field = &trace.field;
        let plan = trace.plan();
        let squares = plan.squares().clone();
        let mut measure = ForwardMeasure::new(field, plan);
        let (mut boxes, mut player) = trace.start();
        let show = |f: &Forward| {
            format!(
                "packed={} conn={} rooms={} oop={} hot={} dist={}",
                f.packed, f.connectivity, f.rooms, f.out_of_plan, f.hotspots, f.distance
            )
        };
        let (_, connectivity) = regions(field, &boxes, player);
        let features = measure.position(field, &boxes, connectivity);
        report.compare(trace, "FSTART", &show(&features), trace.one("FSTART"));
        let mut generator = PushGenerator::new(field);
        let mut moves = Vec::new();
        let corral = generator.generate(field, &boxes, player, RULES, &squares, &mut moves);
        // The traces lack a few moves that hand-made patterns refuse there.
        let theirs: Vec<String> = trace
            .all("FC")
            .iter()
            .map(|line| line.split_whitespace().skip(1).take(7).collect::<Vec<_>>().join(" "))
            .collect();
        let ours: Vec<String> = moves
            .iter()
            .map(|m| {
                let f = measure.child(field, m.from, m.to, m.connectivity);
                format!(
                    "{} {} {} {} {} {} {}",
                    trace.write_move(m),
                    f.packed,
                    f.connectivity,
                    f.rooms,
                    f.out_of_plan,
                    f.hotspots,
                    f.distance
                )
            })
            .filter(|line| theirs.contains(line))
            .collect();
        report.compare(trace, "FC", &ours.join("\n"), &theirs.join("\n"));
        let told = trace.one("FCORRAL").contains("used=1");
        report.compare(trace, "FCORRAL", &corral.to_string(), &told.to_string());
        for (line, advice) in trace.all("FP").iter().zip(trace.all("FPA").iter().skip(1)) {
            let m = trace.parse_move(line.split_whitespace().nth(2).unwrap());
            player = trace.play(&mut boxes, m);
            let (_, connectivity) = regions(field, &boxes, player);
            let features = measure.position(field, &boxes, connectivity);
            let theirs = &line[line.find("packed=").unwrap()..line.find(" cell=").unwrap()];
            report.compare(trace, "FP", &show(&features), theirs);
            moves.clear();
            let corral = generator.generate(field, &boxes, player, RULES, &squares, &mut moves);
            let solved = boxes.iter().all(|&square| field.goals().contains(square));
            if !solved && value(line, "acc") >= 0 && !hit(trace, line) {
                let scores: Vec<Score> = moves
                    .iter()
                    .map(|m| measure.child(field, m.from, m.to, m.connectivity).score())
                    .collect();
                let mut fresh = measure.clone();
                for (m, score) in moves.iter().zip(&scores) {
                    let mut after: Vec<u16> = boxes.clone();
                    after.iter_mut().filter(|b| **b == m.from).for_each(|b| *b = m.to);
                    after.sort_unstable();
                    let again = fresh.position(field, &after, m.connectivity);
                    let (ours, theirs) = (format!("{:?}", score.forward()), format!("{again:?}"));
                    children.compare(trace, "child", &ours, &theirs);
                }
                let next = measure.next_square();
                let context = PushContext {
                    field,
                    moves: &moves,
                    scores: &scores,
                    here: features,
                    next,
                    zone_distance: measure.zone_distance(field, features.packed),
                };
                let ours: Vec<String> = advise_pushes(&context)
                    .iter()
                    .zip(PUSH_ADVISORS)
                    .filter_map(|(named, name)| {
                        Some(format!("{name}:{}", trace.write_move(&moves[(*named)?])))
                    })
                    .collect();
                let theirs: Vec<&str> = advice.split_whitespace().skip(3).collect();
                advices.compare(trace, &line[..20], &ours.join(" "), &theirs.join(" "));
                // Hand-made patterns and pair tables refuse a few moves more there, never fewer.
                let fewer = (moves.len() as i64) < value(advice, "moves");
                let ours = format!("fewer={fewer} corral={}", u8::from(corral));
                let theirs = format!("fewer=false corral={}", value(advice, "corral"));
                counts.compare(trace, &format!("FPA after {}", &line[..20]), &ours, &theirs);
                surplus += moves.len() as i64 - value(advice, "moves");
                total += moves.len() as i64;
            }
        }
    }
    eprintln!("moves: {surplus} more than in the traces, of {total}");
    counts.mostly("positions with fewer moves");
    advices.mostly("advices");
    children.finish("features of children");
    report.finish("forward features");
}

/// Runs the forward search beside the traced one up to the first different decision.
#[test]
fn decisions_agree_for_a_while() {
    let mut all = 0;
    for trace in &traces() {
        let field = &trace.field;
        let zobrist = Zobrist::new(field.n_squares());
        let perimeter = Perimeter::new(0);
        let mut search = ForwardSearch::new(
            field,
            &zobrist,
            trace.plan(),
            Strategy::new(0, 0),
            TechniqueSet::defaults(),
        );
        let theirs: Vec<(i64, String)> = trace
            .lines
            .iter()
            .filter(|line| line.starts_with("FX ") || line.starts_with("FDEAD "))
            .map(|line| {
                let dead = line.starts_with("FDEAD");
                let m = line.split_whitespace().nth(if dead { 3 } else { 4 }).unwrap();
                let by = line.split("by=").nth(1).unwrap_or("");
                let mark = if dead { " dead" } else { "" };
                (value(line, "it"), format!("f={} {m}{mark} {by}", value(line, "f")))
            })
            .collect();
        let mut agreed = 0;
        for (iteration, line) in &theirs {
            let mut ours = String::from("nothing");
            while (search.tree.iteration() as i64) < *iteration {
                let before = search.tree.len();
                let step = search.step(field, &zobrist, &perimeter, &mut Budget::unlimited());
                let Some((father, edge)) = search.chosen else { continue };
                let m = trace.write_move(&search.tree.edge(edge).step);
                let dead = if search.tree.len() == before { " dead" } else { "" };
                ours = format!("f={father} {m}{dead}");
                if !matches!(step, Ok(forward::Step::Expanded | forward::Step::Nothing)) {
                    break;
                }
            }
            let same = line.trim_end().starts_with(&ours)
                && line.contains("dead") == ours.contains("dead");
            if !same {
                eprintln!("{}: it {iteration}: ours {ours}, theirs {line}", trace.name);
                break;
            }
            agreed += 1;
        }
        eprintln!("{}: {agreed} of {} decisions agree", trace.name, theirs.len());
        assert!(agreed > 0, "{}: the first decision differs", trace.name);
        all += agreed;
    }
    eprintln!("{all} decisions agree");
}
