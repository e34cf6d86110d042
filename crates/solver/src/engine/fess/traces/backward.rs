//! The backward search: pulls, sinks, advice.

#![cfg(test)]

use super::{Report, regions, traces, value};
use crate::engine::fess::advisor::{PULL_ADVISORS, PullContext, advise_pulls};
use crate::engine::fess::feature::{BackwardMeasure, Score};
use crate::engine::fess::pulls::PullGenerator;
use crate::engine::fess::pushes::Stops;

#[test]
fn backward_moves_sinks_and_advices_agree() {
    let (mut sinks, mut moves_report, mut advices) =
        (Report::default(), Report::default(), Report::default());
    for trace in &traces() {
        let field = &trace.field;
        let mut boxes: Vec<u16> = field.goals().numbers().collect();
        let mut bases = field.starts().clone();
        let root = trace.one("BROOT");
        let start = root.split("player=").nth(1).unwrap().split_whitespace().next().unwrap();
        let (mut player, _) = regions(field, &boxes, trace.square(start));
        let mut generator = PullGenerator::new(field);
        let mut measure = BackwardMeasure::new(field);
        let path = trace.backward_path();
        let sets = trace.all("BPS");
        for (depth, advice) in trace.all("BPA").iter().enumerate() {
            let (_, connectivity) = regions(field, &boxes, player);
            let here = measure.position(field, &boxes, connectivity);
            let mut moves = Vec::new();
            let removals =
                generator.generate(field, &boxes, &bases, player, Stops::ALL, &mut moves);
            let sink: Vec<String> =
                generator.sink.squares.iter().map(|&square| trace.name_of(square)).collect();
            let theirs = sets[depth].split_once(':').unwrap().1.trim();
            sinks.compare(trace, "BPS", &sink.join(" "), theirs);
            let ours = format!("moves={}", moves.len());
            let theirs = format!("moves={}", value(advice, "moves"));
            moves_report.compare(trace, &format!("BPA {depth}"), &ours, &theirs);
            let scores: Vec<Score> = moves
                .iter()
                .map(|m| measure.child(field, m.from, m.to, m.removed, m.connectivity).score())
                .collect();
            if depth == 0 {
                let ours: Vec<String> = moves
                    .iter()
                    .zip(&scores)
                    .enumerate()
                    .map(|(i, (m, score))| {
                        let f = score.backward();
                        let mark = if m.removed { "!" } else { "" };
                        format!(
                            "{i} {}{mark} {} {} {} {} {}",
                            trace.write_move(m),
                            f.left,
                            f.on_goals,
                            f.connectivity,
                            f.rooms,
                            f.distance
                        )
                    })
                    .collect();
                let theirs: Vec<String> = trace
                    .all("BC")
                    .iter()
                    .map(|line| line.split_whitespace().take(7).collect::<Vec<_>>().join(" "))
                    .collect();
                moves_report.compare(trace, "BC", &ours.join("\n"), &theirs.join("\n"));
            }
            let context = PullContext {
                field,
                moves: &moves,
                scores: &scores,
                here,
                bases: &bases,
                removals,
                parking: generator.sink.parking,
            };
            let ours: Vec<String> = advise_pulls(&context)
                .iter()
                .zip(PULL_ADVISORS)
                .filter_map(|(named, name)| {
                    let m = &moves[(*named)?];
                    let mark = if m.removed { "!" } else { "" };
                    Some(format!("{name}:{}{mark}", trace.write_move(m)))
                })
                .collect();
            let theirs: Vec<&str> =
                advice.split_whitespace().filter(|word| word.contains(':')).collect();
            advices.compare(trace, &format!("BPA {depth}"), &ours.join(" "), &theirs.join(" "));
            if let Some(&m) = path.get(depth) {
                if m.removed {
                    bases.remove(m.to);
                    player = field.next()[m.to as usize][m.side];
                    boxes.retain(|&square| square != m.from);
                    player = regions(field, &boxes, player).0;
                } else {
                    player = trace.play(&mut boxes, m);
                }
            }
        }
    }
    moves_report.mostly("pulls");
    sinks.finish("sinks");
    advices.finish("pull advices");
}
