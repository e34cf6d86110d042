//! Sokoban: plays LURD letters on rows of XSB characters.

use crate::{BAD_LEVEL, Fault, NOT_SOLVED, UNKNOWN_MOVE};

/// What a solution costs, in the metrics of the Sokoban community (those JSoko and YASC show).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Steps of the player, including those that push.
    pub moves: usize,
    /// Steps that push a box.
    pub pushes: usize,
    /// Runs of pushes of one box in one direction. Walking in between does not end a run; another
    /// box or another direction does.
    pub box_lines: usize,
    /// Runs of pushes of one box in any directions: box A, then B, then A again makes three.
    pub box_changes: usize,
    /// Runs of pushes without a walk in between, whichever boxes they push.
    pub pushing_sessions: usize,
}

/// Plays `moves` on `level` and returns the counts, or the first thing that is wrong.
///
/// The level is rows of characters: `#` wall, space `-` `_` floor, `.` goal, `$` `b` box, `*` `B`
/// box on goal, `@` `p` player, `+` `P` player on goal. It has one player, and as many goals as
/// boxes. Everything beyond the end of a row counts as wall. The moves are the letters `l u r d`,
/// upper case exactly where a box is pushed, and nothing else, not even blanks.
///
/// # Errors
///
/// The first thing that is wrong with the level or the solution.
///
/// ```
/// let counts = banto_checker::sokoban::check("#####\n#@$.#\n#####", "R").unwrap();
/// assert_eq!((counts.moves, counts.pushes), (1, 1));
/// ```
pub fn check(level: &str, moves: &str) -> Result<Counts, Fault> {
    let mut rows: Vec<Vec<char>> = level.lines().map(|line| line.chars().collect()).collect();
    let (mut row, mut column) =
        judge(&mut rows).map_err(|why| Fault::new(0, BAD_LEVEL, format!("level: {why}")))?;
    let mut counts = Counts::default();
    let mut last_box = None;
    let mut last_letter = ' ';
    let mut last_pushed = false;
    for (index, letter) in moves.chars().enumerate() {
        let wrong = |code, why: &str| {
            Err(Fault::new(index, code, format!("move {}: {letter:?} {why}", index + 1)))
        };
        let ahead = |(r, c): (usize, usize)| match letter {
            'l' | 'L' => (r, c.wrapping_sub(1)),
            'u' | 'U' => (r.wrapping_sub(1), c),
            'r' | 'R' => (r, c + 1),
            _ => (r + 1, c),
        };
        if !"lurdLURD".contains(letter) {
            return wrong(UNKNOWN_MOVE, "is not a move");
        }
        let (r, c) = ahead((row, column));
        let pushed = match at(&rows, (r, c)) {
            '#' => return wrong("walk-into-wall", "walks into a wall"),
            tile => tile == '$' || tile == '*',
        };
        match (pushed, letter.is_ascii_uppercase()) {
            (true, false) => return wrong("push-in-lower-case", "is lower case but pushes a box"),
            (false, true) => {
                return wrong("no-box-to-push", "is upper case but there is no box to push");
            }
            _ => counts.moves += 1,
        }
        if pushed {
            let to = ahead((r, c));
            rows[to.0][to.1] = match at(&rows, to) {
                '#' => return wrong("box-into-wall", "pushes a box into a wall"),
                '$' | '*' => return wrong("box-into-box", "pushes a box into another box"),
                '.' => '*',
                _ => '$',
            };
            rows[r][c] = if rows[r][c] == '*' { '.' } else { ' ' };
            let same_box = last_box == Some((r, c));
            counts.pushes += 1;
            counts.box_changes += usize::from(!same_box);
            counts.box_lines += usize::from(!same_box || letter != last_letter);
            counts.pushing_sessions += usize::from(!last_pushed);
            (last_box, last_letter) = (Some(to), letter);
        }
        last_pushed = pushed;
        (row, column) = (r, c);
    }
    match rows.iter().flatten().filter(|&&tile| tile == '$').count() {
        0 => Ok(counts),
        n => Err(Fault::new(counts.moves, NOT_SOLVED, format!("end: boxes not on goals: {n}"))),
    }
}

/// What stands at a place; everything off the board is wall.
pub(crate) fn at(rows: &[Vec<char>], (row, column): (usize, usize)) -> char {
    rows.get(row).and_then(|tiles| tiles.get(column)).copied().unwrap_or('#')
}

/// Brings the rows to one alphabet, takes the player off the board and says where it stood.
pub(crate) fn judge(rows: &mut [Vec<char>]) -> Result<(usize, usize), String> {
    let mut players = Vec::new();
    let (mut boxes, mut goals) = (0, 0);
    for (r, row) in rows.iter_mut().enumerate() {
        for (c, tile) in row.iter_mut().enumerate() {
            if "@p+P".contains(*tile) {
                players.push((r, c));
            }
            *tile = match *tile {
                '#' => '#',
                ' ' | '-' | '_' | '@' | 'p' => ' ',
                '.' | '+' | 'P' => '.',
                '$' | 'b' => '$',
                '*' | 'B' => '*',
                _ => return Err(format!("line {}, column {}: not a tile: {tile:?}", r + 1, c + 1)),
            };
            boxes += usize::from(*tile == '$' || *tile == '*');
            goals += usize::from(*tile == '.' || *tile == '*');
        }
    }
    match players[..] {
        [player] if boxes > 0 && boxes == goals => Ok(player),
        [_] => Err(format!("boxes: {boxes}, goals: {goals}")),
        _ => Err(format!("players: {}", players.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_community() {
        let counts = |level, moves| {
            let c = check(level, moves).unwrap();
            (c.moves, c.pushes, c.box_lines, c.box_changes, c.pushing_sessions)
        };
        // A walk between two pushes ends the session, but neither the line nor the change.
        assert_eq!(counts("#######\n#@$  .#\n#######", "RlrRR"), (5, 3, 1, 1, 2));
        // Two boxes may be pushed in one session.
        assert_eq!(counts("#####\n#@$.#\n# $ #\n# . #\n#####", "RD"), (2, 2, 2, 2, 1));
        // Going back to the first box is a third change.
        let level = "#######\n#@$  .#\n# $   #\n# .   #\n#######";
        assert_eq!(counts(level, "RDlurRR"), (7, 4, 3, 3, 2));
        // One box in two directions is two lines but one change.
        let level = "#######\n#@ $. #\n# $   #\n#  .  #\n#######";
        assert_eq!(counts(level, "rRlDldR"), (7, 3, 3, 2, 3));
        // A level that starts solved needs no moves.
        assert_eq!(counts("####\n#@*#\n####", ""), (0, 0, 0, 0, 0));
    }

    #[test]
    fn every_alphabet_is_read() {
        assert_eq!(check("######\n#+ $ #\n#    #\n######", "drrruLL").unwrap().pushes, 2);
        assert_eq!(check("######\n#P-b_#\n#-__-#\n######", "drrruLL").unwrap().pushes, 2);
        assert_eq!(
            check("######\n#PbBB#\n######", "").unwrap_err().reason,
            "end: boxes not on goals: 1"
        );
        assert_eq!(check("#####\r\n#pb.#\r\n#####\r\n", "R").unwrap().pushes, 1);
        // Walls are not needed where nobody goes.
        assert_eq!(check("_----\n@$.-_", "R").unwrap().pushes, 1);
    }

    #[test]
    fn the_first_wrong_move_is_named() {
        let refused = |level, moves, index, reason: &str| {
            let code = match reason.rsplit_once("' ").map_or(reason, |(_, why)| why) {
                "is not a move" => "unknown-move",
                "walks into a wall" => "walk-into-wall",
                "is lower case but pushes a box" => "push-in-lower-case",
                "is upper case but there is no box to push" => "no-box-to-push",
                "pushes a box into a wall" => "box-into-wall",
                "pushes a box into another box" => "box-into-box",
                end if end.starts_with("end: ") => "not-solved",
                _ => "bad-level",
            };
            let fault = Fault { index, code, reason: reason.to_owned() };
            assert_eq!(check(level, moves), Err(fault), "{moves}");
        };
        let level = "#######\n#@ $. #\n# $   #\n#  .  #\n#######";
        refused(level, "rRx", 2, "move 3: 'x' is not a move");
        refused(level, "rR ", 2, "move 3: ' ' is not a move");
        refused(level, "rRé", 2, "move 3: 'é' is not a move");
        refused(level, "rRuuu", 2, "move 3: 'u' walks into a wall");
        refused(level, "rrR", 1, "move 2: 'r' is lower case but pushes a box");
        refused(level, "RR", 0, "move 1: 'R' is upper case but there is no box to push");
        refused(level, "rRRR", 3, "move 4: 'R' pushes a box into a wall");
        refused(level, "rDDD", 2, "move 3: 'D' pushes a box into a wall");
        refused(level, "", 0, "end: boxes not on goals: 2");
        refused(level, "rR", 2, "end: boxes not on goals: 1");
        refused("#######\n#@$$..#\n#######", "R", 0, "move 1: 'R' pushes a box into another box");
        refused("#######\n#@$*. #\n#######", "R", 0, "move 1: 'R' pushes a box into another box");
        // Everything off the board is wall, on all four sides.
        for (level, moves) in [("@$\n.", "R"), ("$@\n.", "L"), ("$.\n@", "U"), ("@.\n$", "D")] {
            let reason = format!("move 1: '{moves}' pushes a box into a wall");
            refused(level, moves, 0, &reason);
        }
        for moves in ["l", "u", "r", "d"] {
            refused("@\n\n$.", moves, 0, &format!("move 1: '{moves}' walks into a wall"));
        }
    }

    #[test]
    fn levels_that_are_none_are_refused() {
        let refused = |level, reason: &str| {
            assert_eq!(check(level, "R").unwrap_err().to_string(), reason);
        };
        refused("", "level: players: 0");
        refused("#####\n# $.#\n#####", "level: players: 0");
        refused("#####\n#@$+#\n#####", "level: players: 2");
        refused("#####\n#@ .#\n#####", "level: boxes: 0, goals: 1");
        refused("#####\n#@  #\n#####", "level: boxes: 0, goals: 0");
        refused("######\n#@$$.#\n######", "level: boxes: 2, goals: 1");
        refused("#####\n#@$ #\n#\u{ff03}###", "level: line 3, column 2: not a tile: '＃'");
    }
}
