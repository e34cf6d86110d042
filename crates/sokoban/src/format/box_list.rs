//! Solutions as lists of boxes, the notation of the SokoKids report: `Caixa 2: De` is the push that
//! brings box 2 to column D of row e.
//!
//! ```text
//!   ABCDEFG
//! a #######   The boxes are numbered from 0 in reading order: 0 on Dc, 1 on Ec, 2 on Cd, 3 on Ed.
//! b #     #   A list may first say where they stand and then, after the word "movimentos:", name
//! c #  $$ #   the pushes: "Caixa 2: Ce , Caixa 3: Dd , …".
//! d # $ $@#
//! ```
//!
//! Blanks and line breaks mean nothing, not even inside a word: the report breaks words at the end
//! of a line. Columns and rows have one letter each, so a board of more than 26 of either cannot be
//! written.
//!
//! Source: Rodrigues, *Técnicas de Inteligência Artificial para resolução do Sokoban*, appendix A.

use std::fmt;

use crate::{Board, Dir, Push, Solution, Square, Walker};

/// The word that names a box.
const WORD: &str = "Caixa";

/// The word between the start and the pushes.
const MOVES: &str = "movimentos:";

/// Why a list of boxes is refused, and at which of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxListError {
    /// The number of the item among all of the list, from 1.
    pub item: usize,
    /// What is wrong with it.
    pub reason: BoxListReason,
}

/// What can be wrong with an item of a list of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxListReason {
    /// It is not written like `Caixa 2: De`.
    Unreadable(String),
    /// No box has this number.
    NoBox(usize),
    /// The box does not start there.
    Elsewhere,
    /// There is no such square beside the box.
    NotBeside,
    /// A wall or a box is in the way, or the player cannot get behind the box.
    Blocked,
}

impl fmt::Display for BoxListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}: ", self.item)?;
        match &self.reason {
            BoxListReason::Unreadable(text) => {
                write!(f, "{text:?} is not written like \"Caixa 2: De\"")
            }
            BoxListReason::NoBox(number) => write!(f, "there is no box {number}"),
            BoxListReason::Elsewhere => write!(f, "the box does not start there"),
            BoxListReason::NotBeside => write!(f, "there is no such square beside the box"),
            BoxListReason::Blocked => write!(f, "the push is not possible"),
        }
    }
}

impl std::error::Error for BoxListError {}

/// Whether a text is a list of boxes rather than moves.
pub fn is_box_list(text: &str) -> bool {
    text.trim_start().starts_with(WORD)
}

/// Reads a list of boxes and adds the walking.
///
/// # Errors
///
/// The first item that cannot be read or played.
pub fn read_box_list(board: &Board, text: &str) -> Result<Solution, BoxListError> {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (start, moves) = text.split_once(MOVES).unwrap_or(("", &text));
    let (start, moves) = (items(start), items(moves));
    let mut boxes = board.start().boxes;
    let at_fault = |index, reason| BoxListError { item: index + 1, reason };
    for (index, item) in start.iter().enumerate() {
        let (number, place) = read_item(item).map_err(|reason| at_fault(index, reason))?;
        let known = boxes.get(number).ok_or(at_fault(index, BoxListReason::NoBox(number)))?;
        if board.place(*known) != place {
            return Err(at_fault(index, BoxListReason::Elsewhere));
        }
    }
    let mut pushes = Vec::new();
    for (index, item) in moves.iter().enumerate() {
        let fault = |reason| at_fault(start.len() + index, reason);
        let (number, place) = read_item(item).map_err(fault)?;
        let from = *boxes.get(number).ok_or(fault(BoxListReason::NoBox(number)))?;
        let (to, dir) = beside(board, from, place).ok_or(fault(BoxListReason::NotBeside))?;
        boxes[number] = to;
        pushes.push(Push { from, dir });
    }
    walked(board, &pushes).map_err(|index| at_fault(start.len() + index, BoxListReason::Blocked))
}

/// Writes pushes as a list of boxes with their start; `None` if the board has more rows or columns
/// than letters, or a push moves no box.
pub fn write_box_list(board: &Board, pushes: &[Push]) -> Option<String> {
    let mut boxes = board.start().boxes;
    let item = |number: usize, square: Square| {
        let (row, column) = board.place(square);
        let letter = |first: u8, n: usize| (n < 26).then(|| char::from(first + n as u8));
        Some(format!("{WORD} {number}: {}{}", letter(b'A', column)?, letter(b'a', row)?))
    };
    let start = boxes.iter().enumerate().map(|(number, &square)| item(number, square));
    let start = start.collect::<Option<Vec<_>>>()?.join(" ");
    let mut list = Vec::new();
    for Push { from, dir } in pushes {
        let number = boxes.iter().position(|square| square == from)?;
        boxes[number] = board.neighbor(*from, *dir)?;
        list.push(item(number, boxes[number])?);
    }
    Some(format!("{start} {MOVES} {}", list.join(" , ")))
}

/// The items of a text without blanks. The report puts commas between pushes only.
fn items(text: &str) -> Vec<&str> {
    let trimmed = |item: &'_ str| -> usize { item.trim_end_matches([',', '.']).len() };
    let mut items: Vec<&str> = text.split(WORD).map(|item| &item[..trimmed(item)]).collect();
    items.retain(|item| !item.is_empty());
    items
}

/// The number of a box, and row and column of a square.
fn read_item(item: &str) -> Result<(usize, (usize, usize)), BoxListReason> {
    let read = || {
        let (number, square) = item.split_once(':')?;
        let [column @ b'A'..=b'Z', row @ b'a'..=b'z'] = square.as_bytes() else { return None };
        Some((number.parse().ok()?, ((row - b'a').into(), (column - b'A').into())))
    };
    read().ok_or_else(|| BoxListReason::Unreadable(item.chars().take(20).collect()))
}

/// The square at a place if it is beside another, and the direction to it.
fn beside(board: &Board, from: Square, place: (usize, usize)) -> Option<(Square, Dir)> {
    let near = Dir::ALL.into_iter().filter_map(|dir| Some((board.neighbor(from, dir)?, dir)));
    near.into_iter().find(|(square, _)| board.place(*square) == place)
}

/// The pushes with the walking added, or the index of the first that is not possible.
fn walked(board: &Board, pushes: &[Push]) -> Result<Solution, usize> {
    let mut walker = Walker::new(board);
    let start = board.start();
    let mut walk = |n: usize| walker.walk_pushes(board, &start, &pushes[..n]);
    if let Some(solution) = walk(pushes.len()) {
        return Ok(solution);
    }
    // Every shorter list than the first impossible one can be walked.
    let (mut good, mut bad) = (0, pushes.len());
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        match walk(middle) {
            Some(_) => good = middle,
            None => bad = middle,
        }
    }
    Err(good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn board() -> Board {
        let rows = ["#######", "#     #", "#  $$ #", "# $ $@#", "#..####", "#..#   ", "####   "];
        Board::new(&Level::from_rows(&rows).unwrap()).unwrap()
    }

    /// What appendix A prints for the board of figure 4, with a word broken as some of its are.
    const KID_1: &str = "Caixa 0: Dc Caixa 1: Ec Caixa 2: Cd Caixa 3: Ed movimentos: Caixa 2: Ce , \
        Caixa 3: Dd , Caixa 3: Cd , Caixa 3: Bd , Caixa 3: Be , Caixa 2: Cf , Caixa 0: Dd , \
        Caixa 0: Cd , Caixa 0: Ce , Caixa 1: D\nc , Caixa 3: Bf , Ca\nixa 1: Cc , Caixa 1: Bc , \
        Caixa 1: Bd , Caixa 1: Be";

    #[test]
    fn the_printed_list_of_kid_1_solves_it_and_is_written_as_printed() {
        let board = board();
        assert!(is_box_list(KID_1) && !is_box_list("rrD"));
        let solution = read_box_list(&board, KID_1).unwrap();
        assert_eq!(solution.pushes(), 15);
        let mut state = board.start();
        state.play(&board, &solution.to_string()).unwrap();
        assert!(board.is_solved(&state));
        let mut state = board.start();
        let pushes: Vec<Push> = solution
            .moves
            .iter()
            .filter_map(|step| {
                state.step(&board, step.dir).unwrap();
                step.push.then_some(Push { from: state.player, dir: step.dir })
            })
            .collect();
        let printed = KID_1.replace("Ca\nixa", "Caixa").replace("D\nc", "Dc");
        assert_eq!(write_box_list(&board, &pushes), Some(printed));
    }

    #[test]
    fn the_first_wrong_item_is_named() {
        let refused = |text: &str| read_box_list(&board(), text).unwrap_err();
        let fault = |item, reason| BoxListError { item, reason };
        assert_eq!(refused("Caixa 4: Ce"), fault(1, BoxListReason::NoBox(4)));
        assert_eq!(refused("Caixa 2: Ce, Caixa 2: Cg"), fault(2, BoxListReason::NotBeside));
        // The player would have to stand inside the wall, and behind a box that is in the way.
        assert_eq!(refused("Caixa 3: Ec"), fault(1, BoxListReason::Blocked));
        assert_eq!(refused("Caixa 2: Ce, Caixa 1: Dc"), fault(2, BoxListReason::Blocked));
        let start = "Caixa 0: Dd movimentos: Caixa 2: Ce";
        assert_eq!(refused(start), fault(1, BoxListReason::Elsewhere));
        let unreadable = BoxListReason::Unreadable("2:ce".to_owned());
        assert_eq!(refused("Caixa 2: ce"), fault(1, unreadable));
        assert_eq!(refused("Caixa 9: Aa").to_string(), "item 1: there is no box 9");
    }
}
