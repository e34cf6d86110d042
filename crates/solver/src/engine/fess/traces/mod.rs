//! Comparison with reference traces of FESS, which are not part of the project.
//!
//! `cargo xtask traces FOLDER` runs the tests, with `BANTO_TRACES` naming a folder of trace files
//! and `BANTO_LEVELS` one of level collections; all other commands leave these tests out.

#![cfg(test)]
#![allow(clippy::print_stderr)]

mod backward;
mod forward;
mod plans;
mod tables;

use std::fmt::Write;
use std::path::PathBuf;

use ground::kernel::{Position, Regions};
use sokoban::{Board, Dir, Level, Square};

use super::moves::MacroMove;
use super::plan::{PackingPlan, Pull};
use super::reduced_board::ReducedBoard;
use super::reduced_board::tests::field_of;

/// One trace file: its level and its lines.
struct Trace {
    name: String,
    reduced: ReducedBoard,
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
    fn square(&self, text: &str) -> Square {
        let (row, column) = text.split_once(',').unwrap_or_else(|| panic!("square {text}"));
        let square = self.reduced.board().square_at(row.parse().unwrap(), column.parse().unwrap());
        square.unwrap_or_else(|| panic!("{text} is a wall"))
    }

    fn name_of(&self, square: Square) -> String {
        let (row, column) = self.reduced.board().place(square);
        format!("{row},{column}")
    }

    fn squares(&self, text: &str) -> Vec<Square> {
        text.split_whitespace().map(|word| self.square(word)).collect()
    }
}

fn traces() -> Vec<Trace> {
    let Ok(folder) = std::env::var("BANTO_TRACES") else {
        needs::skip("BANTO_TRACES does not name a folder of traces");
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
        let reduced = field_of(&board).unwrap();
        found.push(Trace { name, reduced, lines });
    }
    found
}

/// The short traces of all levels of the benchmark.
fn short_traces() -> Vec<Trace> {
    let (Ok(folder), Ok(levels)) = (std::env::var("BANTO_TRACES"), std::env::var("BANTO_LEVELS"))
    else {
        needs::skip("BANTO_TRACES or BANTO_LEVELS is not set");
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
            let reduced = field_of(&board).unwrap();
            let lines: Vec<String> = part.lines().map(str::to_owned).collect();
            Trace { name: lines[0].clone(), reduced, lines }
        })
        .collect()
}

/// A macro move as the traces write it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Macro {
    from: Square,
    to: Square,
    side: Dir,
    removed: bool,
}

impl Trace {
    fn parse_move(&self, text: &str) -> Macro {
        let removed = text.ends_with('!');
        let text = text.trim_end_matches('!');
        let (squares, side) = text.split_at(text.len() - 1);
        let (from, to) = squares.split_once('>').unwrap();
        let side = Dir::from_letter(side.chars().next().unwrap()).unwrap();
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

    fn plan(&self) -> PackingPlan {
        let mut boxes: Vec<Square> = self.reduced.map().goals().iter().collect();
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
        PackingPlan::new(&self.reduced, &boxes, &path)
    }
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

    /// Our searches sometimes refuse different positions from the traced one, so a few lines may
    /// differ.
    fn mostly(self, what: &str) {
        let Report { text, differences, compared } = self;
        eprintln!("{what}: {differences} of {compared} differ\n{text}");
        assert!(differences * 10 <= compared, "{what}: more than a tenth differ");
    }

    fn finish(self, what: &str) {
        eprintln!("{what}: {} of {} differ", self.differences, self.compared);
        assert_eq!(self.differences, 0, "\n{}", self.text);
    }
}

/// The value of `key=value` in a line.
fn value(line: &str, key: &str) -> i64 {
    let at = line.find(&format!("{key}=")).unwrap_or_else(|| panic!("{key} in {line}"));
    let rest = &line[at + key.len() + 1..];
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

/// A position with its zones; the player is on the lowest square of its own.
struct Scene {
    position: Position,
    regions: Regions,
}

impl Scene {
    fn new(
        reduced: &ReducedBoard,
        boxes: impl IntoIterator<Item = Square>,
        player: Square,
    ) -> Scene {
        let map = reduced.map();
        let mut scene =
            Scene { position: Position::new(map, boxes, player), regions: Regions::new(map) };
        scene.look(reduced);
        scene
    }

    fn look(&mut self, reduced: &ReducedBoard) {
        self.regions.find(reduced.map(), self.position.occupied());
        let zone = self.regions.of(self.position.player);
        self.position.player = self.regions.squares(zone)[0];
    }

    fn connectivity(&self) -> u16 {
        self.regions.count() as u16
    }

    /// Makes a traced move.
    fn play(&mut self, reduced: &ReducedBoard, m: Macro) {
        let zone = reduced.map().next(m.to, m.side);
        let boxes = self.position.state().boxes;
        let Macro { from, to, side, removed } = m;
        let m =
            MacroMove { from, to, side, removed, zone, opens: false, connectivity: 0, standing: 0 };
        m.play(reduced.map(), boxes.into_iter(), &mut self.position);
        self.look(reduced);
    }
}

impl Trace {
    fn start(&self) -> Scene {
        let start = &self.reduced.analysis().start;
        Scene::new(&self.reduced, start.boxes().iter().copied(), start.player)
    }

    fn write_move(&self, m: &MacroMove) -> String {
        let (from, to) = (self.name_of(m.from), self.name_of(m.to));
        let mark = if m.removed { "!" } else { "" };
        format!("{from}>{to}{}{mark}", m.side.letter().to_ascii_uppercase())
    }
}
