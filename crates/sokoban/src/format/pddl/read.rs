//! Problems back into levels.
//!
//! A problem names its places; only `move-dir` says where they lie, so the board is laid out step
//! by step from the player's square. A problem that does not fit on a grid is refused.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::parse::{Node, parse};
use crate::format::limits::{Allowance, MAX_LEVELS};
use crate::format::{Collection, FormatError, FormatErrorKind, Unreadable};
use ::text::Position;

use crate::{Dir, Grid, Level, Tile};

/// Reads all problems of a text; domains in it are passed over.
pub(in crate::format) fn read(text: &str) -> Result<Collection, FormatError> {
    let mut entries = Vec::new();
    let mut allowance = Allowance::new();
    for node in parse(text)? {
        let Some(parts) = node.after("define") else {
            return Err(bad(&node, "expected (define …)"));
        };
        let name = parts.first().and_then(|it| it.after("problem")).and_then(|it| it.first());
        let Some(name) = name else { continue };
        if entries.len() == MAX_LEVELS {
            return Err(FormatError {
                kind: FormatErrorKind::TooManyLevels,
                position: node.position(),
            });
        }
        let level = Problem::new(parts).and_then(|problem| problem.level(&node, &mut allowance));
        let title = name.word().map(str::to_owned);
        entries.push(match level {
            Ok(level) => Ok(Level { title, ..level }),
            Err(error) => Err(Unreadable { title, ..error.into() }),
        });
    }
    match entries.is_empty() {
        true => Err(FormatError::new(FormatErrorKind::NoLevel, 1, 1)),
        false => Ok(Collection { entries, ..Collection::default() }),
    }
}

/// What a problem says, by the names in it.
#[derive(Default)]
struct Problem<'a> {
    /// The neighbours of each place.
    ways: BTreeMap<&'a str, Vec<(Dir, &'a str)>>,
    goals: BTreeSet<&'a str>,
    /// Where each thing is, and where that is said.
    things: Vec<(&'a str, &'a str, Position)>,
    /// The players.
    players: BTreeSet<&'a str>,
    /// The stones that the goal names.
    wanted: BTreeSet<&'a str>,
}

impl<'a> Problem<'a> {
    fn new(parts: &'a [Node]) -> Result<Problem<'a>, FormatError> {
        let mut problem = Problem::default();
        for part in parts {
            if let Some(objects) = part.after(":objects") {
                problem.objects(objects);
            } else if let Some(facts) = part.after(":init") {
                facts.iter().try_for_each(|fact| problem.fact(fact))?;
            } else if let Some(goal) = part.after(":goal") {
                goal.iter().for_each(|goal| problem.goal(goal));
            }
        }
        Ok(problem)
    }

    /// `a b - stone c - player`: the players are needed, since anything may be called anything.
    fn objects(&mut self, objects: &'a [Node]) {
        let mut names = Vec::new();
        let mut words = objects.iter().filter_map(Node::word);
        while let Some(word) = words.next() {
            if word != "-" {
                names.push(word);
            } else if words.next() == Some("player") {
                self.players.extend(names.drain(..));
            } else {
                names.clear();
            }
        }
    }

    fn fact(&mut self, fact: &'a Node) -> Result<(), FormatError> {
        match fact.words().as_deref() {
            Some(["move-dir", from, to, dir]) => {
                let dirs = Dir::ALL.into_iter();
                let dir =
                    dirs.zip(["up", "down", "left", "right"]).find(|(_, it)| dir.ends_with(it));
                let (dir, _) = dir.ok_or_else(|| bad(fact, "the direction is unknown"))?;
                self.ways.entry(from).or_default().push((dir, to));
                self.ways.entry(to).or_default();
            }
            Some(["is-goal", place]) => _ = self.goals.insert(place),
            Some(["at", thing, place]) => self.things.push((thing, place, fact.position())),
            _ => {}
        }
        Ok(())
    }

    fn goal(&mut self, goal: &'a Node) {
        match goal.after("and") {
            Some(goals) => goals.iter().for_each(|goal| self.goal(goal)),
            None => {
                let stone = goal.after("at-goal").and_then(|it| it.first()).and_then(Node::word);
                self.wanted.extend(stone);
            }
        }
    }

    /// The level, laid out.
    fn level(&self, node: &Node, allowance: &mut Allowance) -> Result<Level, FormatError> {
        let player = self.things.iter().find(|(thing, ..)| self.players.contains(thing));
        let Some(&(_, start, _)) = player else { return Err(bad(node, "there is no player")) };
        let places = self.lay_out(node, start)?;
        let columns = places.values().map(|place| place.0);
        let rows = places.values().map(|place| place.1);
        let (left, top) = (columns.clone().min().unwrap_or(0), rows.clone().min().unwrap_or(0));
        let (right, bottom) = (columns.max().unwrap_or(0), rows.max().unwrap_or(0));
        // A wall all around.
        let (width, height) = ((right - left + 3) as usize, (bottom - top + 3) as usize);
        let error = |kind| FormatError { kind, position: node.position() };
        if !allowance.charge(width.saturating_mul(height)) {
            return Err(error(FormatErrorKind::TooMuch));
        }
        let mut grid =
            Grid::new(width, height).map_err(|_| error(FormatErrorKind::BoardTooLarge))?;
        for place in 0..width * height {
            grid.set(place / width, place % width, Tile::Wall);
        }
        let mut cells = BTreeMap::new();
        for (&name, &(column, row)) in &places {
            let (row, column) = ((row - top + 1) as usize, (column - left + 1) as usize);
            let goal = self.goals.contains(name);
            grid.set(row, column, if goal { Tile::Goal } else { Tile::Floor });
            cells.insert(name, (row, column));
        }
        self.things.iter().try_for_each(|thing| self.stand(thing, &cells, &mut grid))?;
        Ok(Level::from_grid(grid))
    }

    /// Puts the player or a stone on its square.
    fn stand(
        &self,
        &(thing, place, position): &(&str, &str, Position),
        cells: &BTreeMap<&str, (usize, usize)>,
        grid: &mut Grid,
    ) -> Result<(), FormatError> {
        let is_player = self.players.contains(thing);
        let Some(&(row, column)) = cells.get(place) else {
            return Err(at_place(position, "this place cannot be reached"));
        };
        if !is_player && !self.wanted.contains(thing) {
            return Err(at_place(position, "the goal does not name this stone"));
        }
        let tile = match (grid.get(row, column), is_player) {
            (Tile::Floor, true) => Tile::Player,
            (Tile::Goal, true) => Tile::PlayerOnGoal,
            (Tile::Floor, false) => Tile::Box,
            (Tile::Goal, false) => Tile::BoxOnGoal,
            _ => return Err(at_place(position, "something else is there already")),
        };
        grid.set(row, column, tile);
        Ok(())
    }

    /// Column and row of every place that can be walked to when there are no stones.
    fn lay_out(
        &self,
        node: &Node,
        start: &'a str,
    ) -> Result<BTreeMap<&'a str, (i32, i32)>, FormatError> {
        let mut places = BTreeMap::from([(start, (0, 0))]);
        let mut names = BTreeMap::from([((0, 0), start)]);
        let mut queue = VecDeque::from([start]);
        while let Some(from) = queue.pop_front() {
            let (column, row) = places[from];
            for &(dir, to) in self.ways.get(from).into_iter().flatten() {
                let (down, right) = dir.delta();
                let place = (column + right as i32, row + down as i32);
                let there = *names.entry(place).or_insert(to);
                let known = *places.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    place
                });
                if there != to || known != place {
                    return Err(bad(node, &format!("{from} and {to} fit into no board")));
                }
            }
        }
        for (name, &(column, row)) in &places {
            for dir in Dir::ALL {
                let (down, right) = dir.delta();
                let Some(next) = names.get(&(column + right as i32, row + down as i32)) else {
                    continue;
                };
                let way = self.ways.get(name).is_some_and(|ways| ways.contains(&(dir, *next)));
                if !way {
                    return Err(bad(node, &format!("there is no way from {name} to {next}")));
                }
            }
        }
        Ok(places)
    }
}

fn bad(node: &Node, why: &str) -> FormatError {
    at_place(node.position(), why)
}

fn at_place(position: Position, why: &str) -> FormatError {
    FormatError { kind: FormatErrorKind::Pddl(why.to_owned()), position }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::pddl::{Cost, domain, problem};
    use crate::{Board, format};

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).unwrap()).unwrap()
    }

    #[test]
    fn a_level_written_and_read_is_the_same_board() {
        let levels = [
            board(&["#####", "#@$.#", "#####"]),
            board(&["########", "#  *   #", "# $#$  #", "#.@ .###", "######  ", "        "]),
        ];
        let text = format!(
            "; a comment\n{}{}{}",
            domain(Cost::Pushes),
            problem(&levels[0], "One"),
            problem(&levels[1], "no. 2").to_ascii_uppercase()
        );
        let collection = format::read(text.as_bytes()).unwrap();
        assert_eq!(collection.entries.len(), 2);
        for ((level, board), title) in
            collection.levels().map(|it| it.1).zip(&levels).zip(["level-one", "level-no-2"])
        {
            let again = Board::new(level).unwrap();
            assert_eq!(level.title.as_deref(), Some(title));
            assert_eq!(again.start(), board.start());
            assert_eq!(again.goals(), board.goals());
            assert!(again.squares().all(|it| {
                Dir::ALL.iter().all(|&dir| again.neighbor(it, dir) == board.neighbor(it, dir))
            }));
        }
    }

    #[test]
    fn what_is_no_level_is_refused_with_its_place() {
        let whole = problem(&board(&["#####", "#@$.#", "#####"]), "x");
        let refused = |text: &str| match format::read(text.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(collection) => collection.entries[0].clone().unwrap_err().errors[0].to_string(),
        };
        let without = |part: &str| {
            assert!(whole.contains(part), "{part}");
            refused(&whole.replace(part, ""))
        };
        assert!(without("(at player-01 pos-2-2)").contains("there is no player"));
        assert!(without("(at-goal stone-01)").contains("does not name this stone"));
        assert!(without("(move-dir pos-3-2 pos-2-2 dir-left)").contains("no way from"));
        assert!(refused(&whole.replace("dir-right)", "dir-north)")).contains("direction"));
        assert!(
            refused(&whole.replace("(at stone-01 pos-3-2)", "(at stone-01 pos-2-2)"))
                .contains("already")
        );
        assert!(refused(&whole[..whole.len() - 3]).contains("parenthesis"));
        assert!(refused(&format!("{whole})")).contains("parenthesis"));
        assert!(refused(&domain(Cost::Moves)).contains("no level"));
        assert!(refused(&format!("(define {}", "(".repeat(1000))).contains("deeper"));
        assert!(refused("(define (problem x) (:init (at a b) (at a").contains("parenthesis"));
    }
}
