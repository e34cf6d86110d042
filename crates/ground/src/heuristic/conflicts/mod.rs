//! Push distances plus the extra pushes that boxes cost each other: our strongest lower bound.
//!
//! The matching counts every box as if it were alone. This adds what it misses to a matching the
//! caller already knows:
//!
//! ```text
//! #########     Neither box can be pushed to the right while the other stands beside it: one has
//! #       #     to step aside and come back, which takes two pushes more than the matching says.
//! #@$$  ..#
//! #       #
//! #       #
//! #########
//! ```
//!
//! * On every board: for any two boxes, the pushes they take together beyond their lone distances,
//!   whatever two goals they go to ([`pairs`]).
//! * For a room that holds all goals ([`gate`]): for any few boxes outside, the pushes they take
//!   into the room together ([`maze`]), and for the boxes inside the exact number of pushes that the
//!   room still takes ([`room`]), if it is small enough.
//! * If asked for: for any few boxes, what they take together to goals that have prices ([`priced`]).
//!
//! Extras of groups without a common box are added ([`extras`]).
//!
//! Why it is admissible: a solution, seen from the boxes of one group alone, is a solution for that
//! group, with the player freer than before. Each push moves one box of one group, in the maze or
//! in the room. So the pushes of disjoint groups add up. A group that cannot be brought home alone
//! is lost. Not consistent: another choice of groups may be worth several pushes less.
//!
//! Source: linear conflicts of Junghanns and Schaeffer (1997); pattern databases of Culberson and
//! Schaeffer (1998); the room after Pereira, Ritt and Buriol (2015), of whose paper only the
//! abstract was read. Cost: from a tenth of a second to a few seconds for the tables, then a
//! microsecond or two per state.

mod door;
mod extras;
mod gate;
mod maze;
mod pairs;
mod priced;
mod room;
mod zones;

use std::sync::Arc;

use search::{Budget, Stop};
use sokoban::{Dir, Square};

pub use self::door::PairsDoor;
use self::extras::{Asked, Extras, Packing};
use self::gate::Gate;
use self::maze::Maze;
use self::priced::Priced;
use self::room::Room;
use crate::analysis::{Analysis, FAR};

/// The size of the largest groups before a room.
const LARGEST: usize = 4;

/// With one more ring of squares a room has about this many times as many positions.
const RING: usize = 8;

/// The tables of a board. Clones share them, each with space of its own for look-ups.
#[derive(Clone)]
pub struct Conflicts<'a> {
    analysis: &'a Analysis,
    pairs: Option<Arc<Extras>>,
    priced: Option<Arc<Priced>>,
    parts: Vec<Parts>,
    /// A room larger than those of the parts, whose table may fit and is not made yet.
    wider: Option<Gate>,
    wide: Option<Parts>,
    packing: Packing,
    numbers: Vec<u8>,
    slack: Vec<u8>,
}

/// The maze and the room of a gate.
#[derive(Clone)]
struct Parts {
    gate: Gate,
    maze: Arc<Maze>,
    room: Option<Room>,
    /// Pushes to each goal from the nearest way in.
    to_goals: Vec<u16>,
}

impl<'a> Conflicts<'a> {
    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(analysis: &'a Analysis, budget: &mut Budget) -> Result<Conflicts<'a>, Stop> {
        let mut parts = Vec::new();
        let mut room = None;
        if let Some(door) = Gate::door(analysis, budget)? {
            match Room::new(analysis, &door, budget)? {
                Some(table) => room = Some((door, table)),
                None => parts.extend(Parts::new(analysis, door, None, budget)?),
            }
        }
        if room.is_none() {
            let around = Gate::around_goals(analysis);
            room = Room::new(analysis, &around, budget)?.map(|table| (around, table));
        }
        let mut wider = None;
        if let Some((gate, room)) = room {
            wider = with_a_ring(analysis, &gate, &room);
            parts.extend(Parts::new(analysis, gate, Some(room), budget)?);
        }
        Ok(Conflicts {
            analysis,
            pairs: pairs::table(analysis, budget)?.map(Arc::new),
            priced: None,
            parts,
            wider,
            wide: None,
            packing: Packing::default(),
            numbers: Vec::new(),
            slack: Vec::new(),
        })
    }

    /// A lower bound on the pushes left, for boxes in ascending order and the player anywhere in
    /// his zone; `None` if the position is lost. `matching` is what the boxes cost one by one.
    pub fn raise(&mut self, boxes: &[Square], player: Square, matching: u32) -> Option<u32> {
        debug_assert!(boxes.is_sorted());
        let mut best = self.by_pairs(boxes, player, matching)?;
        best = best.max(self.by_prices(boxes, player, matching)?);
        for i in 0..self.parts.len() {
            best = best.max(self.by_parts(Some(i), boxes, player, matching)?);
        }
        Some(best)
    }

    /// Makes the tables of groups anywhere with prices of the goals.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn add_prices(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.priced = Priced::new(self.analysis, budget)?.map(Arc::new);
        Ok(())
    }

    /// Makes the tables of the room with as many rings of squares around it as a table has place for.
    /// The more belongs to the room, the more is exact once boxes are in it, and the less is known of
    /// those on their way: neither room is the better one everywhere.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn widen(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (mut wider, mut widest) = (self.wider.clone(), None);
        while let Some(gate) = wider {
            let Some(room) = Room::new(self.analysis, &gate, budget)? else { break };
            wider = with_a_ring(self.analysis, &gate, &room);
            widest = Some((gate, room));
        }
        if let Some((gate, room)) = widest {
            self.wide = Parts::new(self.analysis, gate, Some(room), budget)?;
        }
        self.wider = None;
        Ok(())
    }

    /// Whether there is a wider room to ask.
    pub fn is_wide(&self) -> bool {
        self.wide.is_some()
    }

    /// A bound like that of [`Conflicts::raise`], by the wider room alone.
    pub fn raise_wide(&mut self, boxes: &[Square], player: Square, matching: u32) -> Option<u32> {
        if self.wide.is_none() {
            Some(matching)
        } else {
            self.by_parts(None, boxes, player, matching)
        }
    }

    /// The matching plus the extras of pairs anywhere.
    fn by_pairs(&mut self, boxes: &[Square], player: Square, matching: u32) -> Option<u32> {
        let Some(extras) = &self.pairs else { return Some(matching) };
        self.numbers.clear();
        for &square in boxes {
            self.numbers.push(extras.number(square)?);
        }
        self.slack.clear();
        self.slack.resize(self.numbers.len(), 0);
        let asked = Asked { extras, boxes: &self.numbers, slack: &self.slack, player };
        Some(matching + self.packing.extra(asked)?)
    }

    /// The pushes of groups anywhere, with prices of the goals.
    fn by_prices(&mut self, boxes: &[Square], player: Square, matching: u32) -> Option<u32> {
        let Some(priced) = &self.priced else { return Some(matching) };
        self.numbers.clear();
        for &square in boxes {
            self.numbers.push(priced.extras.number(square)?);
        }
        let lone = priced.lone(self.analysis, &self.numbers, player)?;
        self.slack.clear();
        self.slack.resize(self.numbers.len(), 0);
        let extras = &priced.extras;
        let asked = Asked { extras, boxes: &self.numbers, slack: &self.slack, player };
        let extra = self.packing.extra(asked)?;
        Some((lone + extra as i32).max(0) as u32)
    }

    /// The pushes in the maze and those in the room, of some parts or of the wide ones.
    fn by_parts(
        &mut self,
        i: Option<usize>,
        boxes: &[Square],
        player: Square,
        matching: u32,
    ) -> Option<u32> {
        let parts = match i {
            Some(i) => self.parts.get_mut(i),
            None => self.wide.as_mut(),
        };
        let Parts { gate, maze, room, to_goals } = parts?;
        self.numbers.clear();
        self.slack.clear();
        let mut lone = 0;
        for &square in boxes.iter().filter(|&&square| !gate.room.contains(square)) {
            let number = maze.extras.number(square)?;
            let pushes = maze.lone(number, player);
            if pushes == FAR {
                return None;
            }
            lone += u32::from(pushes);
            self.numbers.push(number);
            self.slack.push(match room {
                Some(_) => 0,
                None => slack(self.analysis, square, player, pushes, to_goals),
            });
        }
        let extras = &maze.extras;
        let asked = Asked { extras, boxes: &self.numbers, slack: &self.slack, player };
        let extra = self.packing.extra(asked)?;
        match room {
            Some(room) => {
                let inside = room.pushes(&self.analysis.map, boxes, player)?;
                Some(lone + extra + inside)
            }
            None => Some(matching + extra),
        }
    }
}

impl Parts {
    fn new(
        analysis: &Analysis,
        gate: Gate,
        room: Option<Room>,
        budget: &mut Budget,
    ) -> Result<Option<Parts>, Stop> {
        let Some(maze) = Maze::new(analysis, &gate, LARGEST, budget)? else { return Ok(None) };
        let to_goals = (0..analysis.to_goals.n_columns()).map(|goal| {
            let from = |&(way, dir): &(Square, Dir)| analysis.to_goals.row(way, dir.index())[goal];
            gate.ways.iter().map(from).min().unwrap_or(FAR)
        });
        let (maze, to_goals) = (Arc::new(maze), to_goals.collect());
        Ok(Some(Parts { gate, maze, room, to_goals }))
    }
}

/// A room with one more ring of squares, if there are any and a table is likely to hold its positions.
fn with_a_ring(analysis: &Analysis, gate: &Gate, room: &Room) -> Option<Gate> {
    let fits = room.n_positions() * RING <= Room::MOST_POSITIONS;
    fits.then(|| gate.with_a_ring(&analysis.map)).filter(|wider| wider.room != gate.room)
}

/// By how much the path of a box to a goal may exceed its path through the gate; the matching
/// counts this already.
fn slack(
    analysis: &Analysis,
    square: Square,
    player: Square,
    to_gate: u16,
    from_gate: &[u16],
) -> u8 {
    let row = analysis.to_goals.row(square, analysis.side(square, player));
    let over = row.iter().zip(from_gate).filter(|(goal, _)| **goal != FAR);
    let over = over.map(|(&goal, &rest)| goal.saturating_sub(to_gate.saturating_add(rest)));
    over.max().unwrap_or(0).min(u16::from(u8::MAX)) as u8
}

#[cfg(test)]
mod tests {
    use sokoban::{Board, Level};

    use super::*;
    use crate::heuristic::Bound;
    use crate::kernel::{Position, Reach};
    use crate::technique::TechniqueSet;
    use oracle::Game;
    use oracle::board;

    /// A maze with boxes, a corridor, a room with goals.
    const DOOR: [&str; 7] = [
        "###########",
        "#     #   #",
        "#         #",
        "#     #   #",
        "#     #####",
        "#     #####",
        "###########",
    ];

    /// A room that is open to the maze.
    const OPEN: [&str; 7] = [
        "###########",
        "#     #####",
        "#        ##",
        "#        ##",
        "#        ##",
        "#     #####",
        "###########",
    ];

    /// Boards with walls and boxes placed at random on the left, and goals on the right.
    fn boards(plan: [&str; 7], seed: u64, count: usize) -> Vec<Board> {
        let mut random = search::Random::seeded(seed);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut rows = plan.map(|row| row.as_bytes().to_vec());
            let n_boxes = random.within(2..=3);
            let things = [(b'#', 3), (b'$', n_boxes), (b'@', 1), (b'.', n_boxes)];
            for (thing, number) in things {
                let mut left = number;
                while left > 0 {
                    let columns = if thing == b'.' { 7..=9 } else { 1..=5 };
                    let (row, column) = (random.within(1..=5), random.within(columns));
                    if rows[row][column] == b' ' {
                        rows[row][column] = thing;
                        left -= 1;
                    }
                }
            }
            let rows: Vec<String> =
                rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
            boards.extend(Board::new(&Level::from_rows(&rows).unwrap()));
        }
        boards
    }

    /// A position that can be solved.
    struct Won<'a> {
        boxes: &'a [Square],
        player: Square,
        matching: u32,
        exact: u32,
    }

    impl Won<'_> {
        /// The bound, which must not exceed the pushes needed.
        fn bound(&self, conflicts: &mut Conflicts<'_>) -> u32 {
            let Won { boxes, player, matching, exact } = *self;
            let bound = conflicts.raise(boxes, player, matching);
            let bound = bound.expect("a won position is not lost");
            assert!(bound <= exact, "{bound} of {exact}: {boxes:?}, player {player:?}");
            bound
        }
    }

    /// All positions of a board that can be solved; none if it has too many positions.
    fn each_won(board: &Board, analysis: &Analysis, mut look: impl FnMut(Won<'_>)) {
        let Some(game) = Game::play(board, 20_000) else { return };
        let mut bound = Bound::new(analysis, TechniqueSet::defaults());
        for (state, &exact) in game.states.iter().zip(&game.distance) {
            let Some(exact) = exact else { continue };
            let matching = bound.load(analysis, &Position::of(&analysis.map, state));
            let matching = matching.expect("a won position is not lost");
            look(Won { boxes: &state.boxes, player: state.player, matching, exact });
        }
    }

    #[test]
    fn never_says_too_much_before_or_behind_a_door() {
        let (mut won, mut more, mut by_room, mut by_maze) = (0, 0, 0, 0);
        for board in boards(DOOR, 5, 600) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            // As if the rooms were too large for a table.
            let mut without = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            without.parts.iter_mut().for_each(|parts| parts.room = None);
            let mut pairs = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            pairs.parts.clear();
            // The summed-up tables say what the full ones say.
            let mut full = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            full.pairs.iter_mut().for_each(|pairs| Arc::get_mut(pairs).unwrap().unseal());
            full.parts
                .iter_mut()
                .for_each(|parts| Arc::get_mut(&mut parts.maze).unwrap().extras.unseal());
            each_won(&board, &analysis, |at| {
                let bound = at.bound(&mut conflicts);
                assert_eq!(bound, at.bound(&mut full));
                let less = at.bound(&mut without);
                won += 1;
                by_room += usize::from(less < bound);
                by_maze += usize::from(at.bound(&mut pairs) < less);
                more += usize::from(at.matching < bound);
            });
        }
        assert!(won > 300 && more > 30, "{won} won positions, {more} with a better bound");
        assert!(by_room > 50 && by_maze > 50, "{by_room} by the room, {by_maze} by the maze");
    }

    /// The search that makes the tables guesses zones from the squares around a box where it can: the
    /// whole zone of the player must have the same extra.
    #[test]
    fn extras_are_the_same_in_the_whole_zone() {
        let mut zones = 0;
        for board in boards(DOOR, 9, 100) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            let (map, mut reach) = (&analysis.map, Reach::new(&analysis.map));
            for extras in conflicts.parts.iter().map(|parts| &parts.maze.extras) {
                for b in 0..extras.squares.len() as u8 {
                    for a in 0..b {
                        let boxes = [a, b].map(|number| extras.squares[number as usize]);
                        let occupied = map.occupied(boxes);
                        for player in map.squares().filter(|&at| !occupied.contains(at)) {
                            let zone = reach.flood(map, &occupied, player);
                            let (here, there) =
                                (extras.extra(&[a, b], player), extras.extra(&[a, b], zone));
                            assert_eq!(here, there, "{boxes:?}, {player:?} of {board:?}");
                            zones += usize::from(player == zone && zone.index() > 0);
                        }
                    }
                }
            }
        }
        assert!(zones > 1_000, "{zones} zones are too few for a test");
    }

    /// Rooms with several ways in, where the nearest way in may not be on the shortest path.
    #[test]
    fn never_says_too_much_about_rooms_without_a_table() {
        let (mut won, mut with_slack) = (0, 0);
        for board in boards(OPEN, 7, 200) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            let around = Gate::around_goals(&analysis);
            let around = Parts::new(&analysis, around, None, &mut Budget::unlimited());
            conflicts.parts = around.unwrap().into_iter().collect();
            each_won(&board, &analysis, |at| {
                at.bound(&mut conflicts);
                won += 1;
                with_slack += usize::from(conflicts.slack.iter().any(|&slack| slack > 0));
            });
        }
        assert!(won > 300 && with_slack > 300, "{won} won positions, {with_slack} with slack");
    }

    /// Rooms with a table and several ways in, as they are and with one ring of squares more.
    #[test]
    fn never_says_too_much_about_wider_rooms() {
        let (mut won, mut better, mut worse) = (0, 0, 0);
        for board in boards(OPEN, 11, 200) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            let wider = Gate::around_goals(&analysis).with_a_ring(&analysis.map);
            let room = Room::new(&analysis, &wider, &mut Budget::unlimited()).unwrap();
            let wide = Parts::new(&analysis, wider, room, &mut Budget::unlimited());
            conflicts.wide = wide.unwrap();
            assert!(conflicts.is_wide());
            each_won(&board, &analysis, |at| {
                let bound = at.bound(&mut conflicts);
                let wide = conflicts.raise_wide(at.boxes, at.player, at.matching);
                let wide = wide.expect("a won position is not lost");
                assert!(wide <= at.exact, "{wide} of {}: {:?}", at.exact, at.boxes);
                won += 1;
                better += usize::from(wide > bound);
                worse += usize::from(wide < bound);
            });
        }
        assert!(won > 300 && better > 0 && worse > 0, "{won} won, {better} better, {worse} worse");
    }

    /// The rooms grow as long as their tables are small, to the whole of a small board.
    #[test]
    fn the_widest_room_of_a_small_board_is_exact() {
        let mut won = 0;
        for board in boards(OPEN, 13, 20) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            conflicts.widen(&mut Budget::unlimited()).unwrap();
            each_won(&board, &analysis, |at| {
                let wide = conflicts.raise_wide(at.boxes, at.player, at.matching);
                assert_eq!(wide, Some(at.exact), "{:?}", at.boxes);
                won += 1;
            });
        }
        assert!(won > 300, "{won} won positions");
    }

    /// Prices of the start, and any others, with groups of two boxes; and of four, so that the group of all boxes
    /// is exact.
    #[test]
    fn never_says_too_much_whatever_the_prices() {
        let (mut won, mut more, mut unlike) = (0, 0, 0);
        let mut random = search::Random::seeded(15);
        let crowded = oracle::crowded_boards(83, 400);
        for board in boards(DOOR, 15, 100).into_iter().chain(boards(OPEN, 17, 100)).chain(crowded) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            let Some(suited) = priced::prices(&analysis) else { continue };
            let any: Vec<i32> = suited.iter().map(|_| random.below(9) as i32 - 4).collect();
            let [pairs, others, all] =
                [(&suited, 2), (&any, 2), (&any, 4)].map(|(prices, most)| {
                    let priced =
                        Priced::with_prices(&analysis, prices, most, &mut Budget::unlimited());
                    priced.unwrap().map(Arc::new)
                });
            let mut tables = [pairs, others, all];
            each_won(&board, &analysis, |at| {
                let [bound, other, exact] = [0, 1, 2].map(|i| {
                    std::mem::swap(&mut conflicts.priced, &mut tables[i]);
                    let bound = conflicts.by_prices(at.boxes, at.player, at.matching);
                    std::mem::swap(&mut conflicts.priced, &mut tables[i]);
                    bound.expect("a won position is not lost")
                });
                assert_eq!(exact, at.exact, "{:?} of {board:?}", at.boxes);
                assert!(bound.max(other) <= exact, "{bound}, {other}, {exact}: {:?}", at.boxes);
                let pairs = conflicts.by_pairs(at.boxes, at.player, at.matching).unwrap();
                won += 1;
                more += usize::from(bound > pairs);
                unlike += usize::from(bound != other);
            });
        }
        assert!(won > 3_000 && more > 50, "{won} won positions, {more} with a better bound");
        assert!(unlike > 50, "{unlike} positions for which prices matter");
    }

    #[test]
    fn boxes_in_each_others_way_cost_pushes() {
        let rows = ["#########", "#       #", "#@$$  ..#", "#       #", "#       #", "#########"];
        let board = board(&rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
        let matching = bound.load(&analysis, &analysis.start);
        assert_eq!(matching, Some(8));
        let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
        let start = analysis.start.state();
        assert_eq!(conflicts.raise(&start.boxes, start.player, 8), Some(10));
    }
}
