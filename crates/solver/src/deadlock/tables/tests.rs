//! Known patterns, all small windows against plain play, and bytes that must not be believed.

use search::{Budget, Cancel, Limits};
use sokoban::Dir;

use super::tree::Builder;
use super::window::{Game, Known, Shape, Verdict};
use super::*;
use crate::kernel::testing::board;
use crate::kernel::{Map, Position};
use crate::technique::{Technique, TechniqueSet};

const TINY: Shape = Shape { width: 3, height: 3, most_boxes: 8 };

fn tree(shape: Shape) -> Tree {
    Builder::new(shape).finish(&mut Budget::unlimited()).expect("there is no limit")
}

/// What the tables say of the box in front of the player, who has just pushed it in a direction.
fn found(rows: &[&str], dir: Dir) -> Option<Technique> {
    found_by([Technique::DeadlockTables].into_iter().collect(), rows, dir)
}

/// The same with some of the tables.
fn found_by(tables: TechniqueSet, rows: &[&str], dir: Dir) -> Option<Technique> {
    let board = board(rows);
    let map = Map::new(&board);
    let position = Position::start(&map, &board);
    let mut windows = Windows::new(&map, tables).expect("they are on");
    windows.prepare(&mut Budget::unlimited()).expect("there is no limit");
    let square = map.next(position.player, dir);
    assert!(position.is_occupied(square) && !map.is_wall(square));
    windows.find(&map, position.occupied(), square, dir.opposite())
}

#[test]
fn known_patterns_are_found_in_all_directions() {
    // A corner, two boxes at a wall, a block, and two boxes that hold each other.
    let corner = ["######", "#$   #", "#@   #", "#   .#", "######"];
    assert_eq!(found(&corner, Dir::Up), Some(Technique::DeadlockTables));
    let wall = ["#######", "# $$  #", "# @   #", "#   ..#", "#######"];
    assert_eq!(found(&wall, Dir::Up), Some(Technique::DeadlockTables));
    let block =
        ["########", "#      #", "#  $$  #", "# @$$  #", "#      #", "#  ....#", "########"];
    assert_eq!(found(&block, Dir::Right), Some(Technique::DeadlockTables));
    let knot = ["########", "#      #", "#  #$@ #", "#  $#  #", "#   .. #", "########"];
    assert_eq!(found(&knot, Dir::Left), Some(Technique::DeadlockTables));
    let knot = ["########", "#   @  #", "#  #$  #", "#  $#  #", "#   .. #", "########"];
    assert_eq!(found(&knot, Dir::Down), Some(Technique::DeadlockTables));
}

#[test]
fn what_can_be_undone_or_may_stay_is_not_found() {
    let free = ["######", "#    #", "# $  #", "# @  #", "#   .#", "######"];
    assert_eq!(found(&free, Dir::Up), None);
    // In the corner is a goal; along the wall is one that a box may come to.
    let goal = ["######", "#*   #", "#@ $.#", "#    #", "######"];
    assert_eq!(found(&goal, Dir::Up), None);
    let wall = ["#######", "# $ . #", "# @   #", "#     #", "#######"];
    assert_eq!(found(&wall, Dir::Up), None);
}

#[test]
fn the_larger_window_finds_what_needs_a_row_more() {
    // The box goes one square on and no further, and nobody gets behind it.
    let niche =
        ["#######", "#######", "### ###", "###$###", "#  @  #", "#  $. #", "#   . #", "#######"];
    let both = [Technique::DeadlockTables, Technique::LargeTables].into_iter().collect();
    assert_eq!(found(&niche, Dir::Up), None);
    assert_eq!(found_by(both, &niche, Dir::Up), Some(Technique::LargeTables));
}

/// Whether all boxes get out of the window, played without any short cut: every box moves one
/// square at a time, and what is outside is free.
fn gets_out(shape: Shape, walls: u64, boxes: u64, player: u64) -> bool {
    let stride = shape.width + 2;
    let inside = (0..shape.n_cells()).fold(0, |mask, cell| mask | shape.bit(cell));
    let all: u64 = (1 << (stride * (shape.height + 2))) - 1;
    let step = |at: u64, way: usize| match way {
        0 => at << 1,
        1 => at >> 1,
        2 => (at << stride) & all,
        _ => at >> stride,
    };
    // A ring of squares is enough for the player, since he walks anywhere outside.
    let mut met = vec![(boxes, player)];
    let mut next = 0;
    while next < met.len() {
        let (boxes, player) = met[next];
        next += 1;
        if boxes == 0 {
            return true;
        }
        for way in 0..4 {
            let to = step(player, way);
            // Rows are joined at their ends, which are both outside.
            if to == 0 || to & all & !walls == 0 {
                continue;
            }
            let mut after = boxes;
            if boxes & to != 0 {
                let beyond = step(to, way);
                if beyond & (walls | boxes) != 0 {
                    continue;
                }
                after = boxes ^ to | beyond & inside;
            }
            if !met.contains(&(after, to)) {
                met.push((after, to));
            }
        }
    }
    false
}

/// What a tree says of a window; a goal is nowhere.
fn is_lost(tree: &Tree, walls: u64, boxes: u64) -> bool {
    let mut link = tree.root;
    loop {
        match link.next() {
            tree::Next::Nothing => return false,
            tree::Next::Lost(_) => return true,
            tree::Next::Ask(node) => {
                let bit = tree.shape.bit(usize::from(tree.nodes[node].cell));
                let answer = usize::from(walls & bit != 0) + 2 * usize::from(boxes & bit != 0);
                link = tree.nodes[node].links[answer];
            }
        }
    }
}

#[test]
fn all_windows_of_3x3_agree_with_plain_play() {
    let tree = tree(TINY);
    let asked: Vec<u64> = (0..TINY.n_cells()).map(|cell| TINY.bit(cell)).collect();
    let asked: Vec<u64> =
        asked.into_iter().filter(|bit| bit & (TINY.player() | TINY.pushed()) == 0).collect();
    let (mut lost, mut missed) = (0, 0);
    for number in 0..3_usize.pow(asked.len() as u32) {
        let (mut walls, mut boxes, mut rest) = (0, TINY.pushed(), number);
        for bit in &asked {
            match rest % 3 {
                1 => walls |= bit,
                2 => boxes |= bit,
                _ => {}
            }
            rest /= 3;
        }
        let out = gets_out(TINY, walls, boxes, TINY.player());
        let said = is_lost(&tree, walls, boxes);
        assert!(!(said && out), "{walls:b} {boxes:b}");
        lost += u32::from(said);
        missed += u32::from(!said && !out);
    }
    // What is missed is lost without the box pushed last.
    assert!(lost > 1_000 && missed * 2 < lost, "{lost} lost, {missed} missed");
}

#[test]
fn random_windows_of_the_large_table_agree_with_plain_play() {
    let tree = tree(Shape { most_boxes: 4, ..LARGE });
    let mut drawn = 1_u64;
    let mut lost = 0;
    for _ in 0..2_000 {
        let (mut walls, mut boxes) = (0, LARGE.pushed());
        for bit in (0..LARGE.n_cells()).map(|cell| LARGE.bit(cell)) {
            drawn = crate::kernel::mix(drawn.wrapping_add(0x9e37_79b9_7f4a_7c15));
            if bit & (LARGE.player() | LARGE.pushed()) == 0 {
                match drawn % 8 {
                    0..=2 => walls |= bit,
                    3 if boxes.count_ones() < 4 => boxes |= bit,
                    _ => {}
                }
            }
        }
        if is_lost(&tree, walls, boxes) {
            assert!(!gets_out(LARGE, walls, boxes, LARGE.player()), "{walls:b} {boxes:b}");
            lost += 1;
        }
    }
    assert!(lost > 400, "{lost}");
}

#[test]
fn squares_that_boxes_come_to_are_all_named() {
    // A box in a dead end of two squares.
    let (shape, bit) = (TINY, |cell| TINY.bit(cell));
    let walls = [3, 5, 6, 8].into_iter().fold(0, |walls, cell| walls | bit(cell));
    let known = Known { free: bit(1), walls, boxes: bit(4) };
    assert_eq!(Game::new(shape).judge(known, shape.player()), Verdict::Ask(bit(7)));
    let known = Known { walls: walls | bit(7), ..known };
    assert_eq!(Game::new(shape).judge(known, shape.player()), Verdict::Stuck(bit(4)));
}

#[test]
fn a_tree_is_the_same_after_a_stop_and_after_bytes() {
    let whole = tree(TINY);
    let mut builder = Builder::new(TINY);
    let cancel = Cancel::default();
    cancel.cancel();
    let mut stopped = Budget::new(Limits::default(), cancel);
    assert!(builder.finish(&mut stopped).is_err());
    assert_eq!(builder.finish(&mut Budget::unlimited()).as_ref(), Ok(&whole));
    assert_eq!(Tree::from_bytes(&whole.to_bytes(), TINY), Ok(whole));
}

#[test]
fn bytes_that_are_damaged_or_of_another_version_are_refused() {
    let bytes = tree(TINY).to_bytes();
    for at in 0..bytes.len() {
        for flipped in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flipped;
            assert!(Tree::from_bytes(&damaged, TINY).is_err(), "byte {at}");
        }
        assert!(Tree::from_bytes(&bytes[..at], TINY).is_err(), "cut off at {at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Tree::from_bytes(&longer, TINY), Err(Unusable::Damaged));
    let mut old = bytes.clone();
    old[8] = old[8].wrapping_sub(1);
    assert_eq!(Tree::from_bytes(&old, TINY), Err(Unusable::Other));
    assert_eq!(Tree::from_bytes(&bytes, SMALL), Err(Unusable::Other));
}

#[test]
fn links_that_lead_nowhere_are_refused_though_the_sum_is_right() {
    let mut tree = tree(TINY);
    let last = tree.nodes.len() - 1;
    // A node that leads to itself would never end.
    tree.nodes[last].links[0] = tree.root;
    assert_eq!(Tree::from_bytes(&tree.to_bytes(), TINY), Err(Unusable::Damaged));
    let mut tree = self::tree(TINY);
    tree.masks.clear();
    assert_eq!(Tree::from_bytes(&tree.to_bytes(), TINY), Err(Unusable::Damaged));
}

#[test]
fn only_the_tables_asked_for_are_made() {
    let board = board(&["#####", "#@$.#", "#####"]);
    let map = Map::new(&board);
    assert!(Windows::new(&map, TechniqueSet::NONE).is_none());
    let small = TechniqueSet::NONE.with(Technique::DeadlockTables);
    let small = Windows::new(&map, small).map_or(0, |windows| windows.most_bytes());
    let large = [Technique::DeadlockTables, Technique::LargeTables].into_iter().collect();
    let large = Windows::new(&map, large).map_or(0, |windows| windows.most_bytes());
    assert!(0 < small && small < large);
}
