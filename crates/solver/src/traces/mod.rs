//! Comparison with reference traces of FESS, which are not part of the project.
//!
//! The tests run when `BANTO_TRACES` names a folder of trace files and `BANTO_LEVELS` the level
//! collections; otherwise they say on standard error that they are skipped.

#![cfg(test)]
#![allow(clippy::print_stderr)]

use search::Budget;
use sokoban::{Board, Level};
use std::fmt::Write;
use std::path::PathBuf;

use crate::advisor::{
    PULL_ADVISORS, PUSH_ADVISORS, PullContext, PushContext, advise_pulls, advise_pushes,
};
use crate::engine::fess::Strategy;
use crate::engine::fess::backward::{BackwardSearch, Step};
use crate::engine::fess::forward::{self, ForwardSearch};
use crate::engine::fess::moves::Move;
use crate::engine::fess::perimeter::Perimeter;
use crate::engine::fess::pulls::PullGenerator;
use crate::engine::fess::pushes::{PushGenerator, PushRules, Stops};
use crate::engine::fess::zobrist::Zobrist;
use crate::feature::{BackwardMeasure, Forward, ForwardMeasure, Score};
use crate::field::{Field, Hotspots, NO_ROOM};
use crate::kernel::Bits;
use crate::plan::{Origin, Plan, Pull, Zones};
use crate::technique::TechniqueSet;

/// One trace file: its level and its lines.
struct Trace {
    name: String,
    field: Field,
    lines: Vec<String>,
}

impl Trace {
    /// The rest of all lines that start with `tag` and a blank (or nothing more).
    fn all(&self, tag: &str) -> Vec<&str> {
        let rest = |line: &'_ String| line.strip_prefix(tag).map(str::len);
        self.lines
            .iter()
            .filter_map(|line| {
                let length = rest(line)?;
                let rest = &line[line.len() - length..];
                if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
            })
            .collect()
    }

    fn one(&self, tag: &str) -> &str {
        self.all(tag).first().copied().unwrap_or("")
    }

    /// `row,column` as a square.
    fn square(&self, text: &str) -> u16 {
        let (row, column) = text.split_once(',').unwrap_or_else(|| panic!("square {text}"));
        self.field.square_at(row.parse().unwrap(), column.parse().unwrap())
    }

    fn name_of(&self, square: u16) -> String {
        let (row, column) = self.field.place(square);
        format!("{row},{column}")
    }

    fn squares(&self, text: &str) -> Vec<u16> {
        text.split_whitespace().map(|word| self.square(word)).collect()
    }
}

fn traces() -> Vec<Trace> {
    let Ok(folder) = std::env::var("BANTO_TRACES") else {
        eprintln!("skipped: BANTO_TRACES is not set");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("xsokoban-") && !name.starts_with("microban-") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let rows: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("L ")).collect();
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let field = Field::new(&board, &mut Budget::unlimited()).unwrap();
        found.push(Trace { name, field, lines });
    }
    found
}

/// The short traces of all levels of the benchmark.
fn short_traces() -> Vec<Trace> {
    let (Ok(folder), Ok(levels)) = (std::env::var("BANTO_TRACES"), std::env::var("BANTO_LEVELS"))
    else {
        eprintln!("skipped: BANTO_TRACES or BANTO_LEVELS is not set");
        return Vec::new();
    };
    let boards = std::fs::read_to_string(format!("{levels}/sokoban/xsokoban90.xsb")).unwrap();
    let mut grids: Vec<Vec<&str>> = vec![Vec::new()];
    for line in boards.lines().filter(|line| !line.starts_with(';')) {
        if line.trim().is_empty() {
            grids.push(Vec::new());
        } else {
            grids.last_mut().unwrap().push(line);
        }
    }
    grids.retain(|rows| !rows.is_empty());
    let text = std::fs::read_to_string(format!("{folder}/plans-all90.txt")).unwrap();
    let parts = text.split("LEVEL ").skip(1);
    parts
        .zip(grids)
        .map(|(part, rows)| {
            let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
            let field = Field::new(&board, &mut Budget::unlimited()).unwrap();
            let lines: Vec<String> = part.lines().map(str::to_owned).collect();
            Trace { name: lines[0].clone(), field, lines }
        })
        .collect()
}

/// A macro move as the traces write it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Macro {
    from: u16,
    to: u16,
    side: usize,
    removed: bool,
}

impl Trace {
    fn parse_move(&self, text: &str) -> Macro {
        let removed = text.ends_with('!');
        let text = text.trim_end_matches('!');
        let (squares, side) = text.split_at(text.len() - 1);
        let (from, to) = squares.split_once('>').unwrap();
        let side = "URDL".find(side).unwrap();
        Macro { from: self.square(from), to: self.square(to), side, removed }
    }

    /// The backward path, from either form of trace.
    fn backward_path(&self) -> Vec<Macro> {
        let short = self.one("BPATH");
        if !short.is_empty() {
            return short.split_whitespace().map(|word| self.parse_move(word)).collect();
        }
        let third = |line: &&str| line.split_whitespace().nth(2).unwrap().to_owned();
        self.all("BP").iter().map(third).map(|word| self.parse_move(&word)).collect()
    }

    fn plan(&self) -> Plan {
        let mut boxes: Vec<u16> = self.field.goals().numbers().collect();
        let path: Vec<Pull> = self
            .backward_path()
            .iter()
            .map(|m| {
                let slot = boxes.iter().position(|&square| square == m.from).unwrap();
                if m.removed {
                    boxes.remove(slot);
                } else {
                    boxes[slot] = m.to;
                }
                Pull { from: m.from, to: m.to, removed: m.removed }
            })
            .collect();
        boxes.sort_unstable();
        Plan::new(&self.field, &boxes, &path)
    }
}

#[test]
fn plans_follow_from_paths() {
    let mut report = Report::default();
    for trace in short_traces().iter().chain(&traces()) {
        let plan = trace.plan();
        let lines: Vec<String> = plan
            .steps()
            .iter()
            .enumerate()
            .map(|(i, step)| {
                let from = match step.from {
                    Origin::Init => "INIT".to_owned(),
                    Origin::Sink => "SINK".to_owned(),
                    Origin::Square(square) => trace.name_of(square),
                };
                let until = step.until.map_or("-".to_owned(), |until| until.to_string());
                format!("{i} {from} > {} until={until}", trace.name_of(step.to))
            })
            .collect();
        let theirs: Vec<String> =
            trace.all("P").iter().map(|line| line.replace(" MANDATORY", "")).collect();
        report.compare(trace, "P", &lines.join("\n"), &theirs.join("\n"));
        let zones = Zones::new(&trace.field, &plan);
        for line in trace.all("OOP") {
            let (steps, squares) = line.split_once(" :").unwrap();
            let (a, b) = steps.strip_prefix("steps=").unwrap().split_once("..").unwrap();
            let theirs = Bits::from_squares(trace.field.n_squares(), trace.squares(squares));
            for packed in a.parse::<u16>().unwrap()..=b.parse().unwrap() {
                let ours = zones.zone(packed).cloned().unwrap_or_default();
                report.compare(trace, "OOP", &format!("{ours:?}"), &format!("{theirs:?}"));
            }
        }
    }
    report.finish("plans");
}

/// Collects differences, so that one run shows them all.
#[derive(Default)]
struct Report {
    text: String,
    differences: usize,
    compared: usize,
}

impl Report {
    fn compare(&mut self, trace: &Trace, what: &str, ours: &str, theirs: &str) {
        self.compared += 1;
        if ours.trim_end() != theirs.trim_end() {
            self.differences += 1;
            if self.differences <= 60 {
                writeln!(self.text, "{} {what}:\n  ours   {ours}\n  theirs {theirs}", trace.name)
                    .unwrap();
            }
        }
    }

    fn finish(self, what: &str) {
        eprintln!("{what}: {} of {} differ", self.differences, self.compared);
        assert_eq!(self.differences, 0, "\n{}", self.text);
    }
}

fn grid(field: &Field, mut letter: impl FnMut(u16) -> String) -> Vec<String> {
    (0..field.height())
        .map(|row| (0..field.width()).map(|column| letter(field.square_at(row, column))).collect())
        .collect()
}

#[test]
fn preprocessing_agrees() {
    let mut report = Report::default();
    for trace in traces() {
        let field = &trace.field;
        let n = field.wall();
        let list = |bits: &crate::kernel::Bits| {
            bits.numbers().map(|square| trace.name_of(square)).collect::<Vec<_>>().join(" ")
        };
        report.compare(
            &trace,
            "TUNNELPUSH",
            &list(field.no_stop_pushed()),
            trace.one("TUNNELPUSH"),
        );
        report.compare(
            &trace,
            "TUNNELPULL",
            &list(field.no_stop_pulled()),
            trace.one("TUNNELPULL"),
        );
        report.compare(&trace, "HOLES", &list(field.holes()), trace.one("HOLES"));
        let floor = |text: &str| text.replace(['#', ' '], " ");
        let dead = grid(field, |square| match square {
            s if s == n => " ".into(),
            s if field.is_dead(s) => "x".into(),
            _ => ".".into(),
        });
        for (ours, theirs) in dead.iter().zip(trace.all("D")) {
            report.compare(&trace, "D", ours, &floor(theirs));
        }
        let rooms = grid(field, |square| match square {
            s if s == n => " ".into(),
            s => match field.rooms().of[s as usize] {
                NO_ROOM => ".".into(),
                room => char::from(
                    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        [room as usize],
                )
                .to_string(),
            },
        });
        for (ours, theirs) in rooms.iter().zip(trace.all("R")) {
            report.compare(&trace, "R", ours, &floor(theirs));
        }
        let edges: Vec<String> =
            field.rooms().edges().iter().map(|(i, j)| format!("{i}-{j}")).collect();
        report.compare(&trace, "ROOMEDGES", &edges.join(" "), trace.one("ROOMEDGES"));
        let forward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s if field.from_goals(s) == u16::MAX => "* ".into(),
            s => format!("{} ", field.from_goals(s)),
        });
        for (ours, theirs) in forward.iter().zip(trace.all("FD")).filter(|pair| !pair.1.is_empty())
        {
            report.compare(&trace, "FD", ours, theirs);
        }
        let backward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s => format!("{} ", field.to_goals(s)),
        });
        for (ours, theirs) in backward.iter().zip(trace.all("BD")).filter(|pair| !pair.1.is_empty())
        {
            report.compare(&trace, "BD", ours, theirs);
        }
        let mut hotspots = Hotspots::new(field);
        let by: Vec<String> = (0..n)
            .map(|q| (q, hotspots.row(field, q).len()))
            .filter(|&(_, count)| count > 0)
            .map(|(q, count)| format!("{}:{count}", trace.name_of(q)))
            .collect();
        report.compare(&trace, "HOTBY", &by.join(" "), trace.one("HOTBY"));
        let _ = trace.squares("");
    }
    report.finish("preprocessing");
}

/// The value of `key=value` in a line.
fn value(line: &str, key: &str) -> i64 {
    let at = line.find(&format!("{key}=")).unwrap_or_else(|| panic!("{key} in {line}"));
    let rest = &line[at + key.len() + 1..];
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

/// Lowest square of the region of `from`, and the number of regions.
fn regions(field: &Field, boxes: &[u16], from: u16) -> (u16, u16) {
    let mut occupied = field.no_boxes();
    boxes.iter().for_each(|&square| occupied[square as usize] = 1);
    let mut zones = crate::kernel::Zones::new(field.map());
    zones.find_where(field.map(), |square| occupied[square.index()] == 0);
    (zones.zone(from).0, zones.count() as u16)
}

impl Trace {
    fn start(&self) -> (Vec<u16>, u16) {
        let boxes = self.field.start_boxes().to_vec();
        let (player, _) = regions(&self.field, &boxes, self.field.player());
        (boxes, player)
    }

    fn write_move(&self, m: &Move) -> String {
        let (from, to) = (self.name_of(m.from), self.name_of(m.to));
        format!("{from}>{to}{}", ["U", "R", "D", "L"][m.side as usize])
    }

    fn play(&self, boxes: &mut [u16], m: Macro) -> u16 {
        let slot = boxes.iter().position(|&square| square == m.from).unwrap();
        boxes[slot] = m.to;
        boxes.sort_unstable();
        regions(&self.field, boxes, self.field.next()[m.to as usize][m.side]).0
    }
}

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
    eprintln!("moves: {} of {} positions have fewer", counts.differences, counts.compared);
    eprintln!("advices: {} of {} differ\n{}", advices.differences, advices.compared, advices.text);
    children.finish("features of children");
    report.finish("forward features");
}

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
    for (report, what) in [(sinks, "sinks"), (moves_report, "pulls"), (advices, "pull advices")] {
        eprintln!("{what}: {} of {} differ\n{}", report.differences, report.compared, report.text);
    }
}

#[test]
fn plans_are_found() {
    let mut report = Report::default();
    for trace in &short_traces() {
        let field = &trace.field;
        let zobrist = Zobrist::new(field.n_squares());
        let mut perimeter = Perimeter::new(1 << 20);
        let mut search = BackwardSearch::new(field, &zobrist, &mut perimeter, Stops::ALL, None);
        let mut budget = Budget::unlimited();
        while search.tree.len() < 2000 {
            if search.step(field, &zobrist, &mut perimeter, &mut budget).unwrap() == Step::Over {
                break;
            }
        }
        let line = |edge: &u32| {
            let m = search.tree.edge(*edge).step;
            format!("{}{}", trace.write_move(&m), if m.removed { "!" } else { "" })
        };
        let ours: Vec<String> = search.tree.path(search.tree.best()).iter().map(line).collect();
        report.compare(trace, "BPATH", &ours.join(" "), trace.one("BPATH"));
        let theirs = format!("expansions={}", value(trace.one("BDONE"), "expansions"));
        report.compare(trace, "BDONE", &format!("expansions={}", search.tree.len()), &theirs);
    }
    eprintln!("paths: {} of {} differ\n{}", report.differences, report.compared, report.text);
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
        all += agreed;
    }
    eprintln!("{all} decisions agree");
}
