//! The oracle's own figures, sound rules that must pass it and faulty ones it must catch.
//!
//! The figures for rooms, instances, states and depths were computed before by another program that
//! shares nothing with this one.

use oracle::{Census, Claim, Report, Room, examine, for_each_instance, rooms};
use sokoban::Dir;

/// For each square, the pushes needed to bring a box to some goal when it is alone on the board and
/// the player may be anywhere. Found by pulling.
fn pull_distances(room: &Room, goals: u32) -> Vec<Option<u32>> {
    let mut distances = vec![None; room.n_squares()];
    let mut queue: Vec<usize> = members(goals).collect();
    queue.iter().for_each(|&goal| distances[goal] = Some(0));
    let mut head = 0;
    while head < queue.len() {
        let square = queue[head];
        head += 1;
        for dir in Dir::ALL {
            if let Some(from) = room.neighbor(square, dir)
                && room.neighbor(from, dir).is_some()
                && distances[from].is_none()
            {
                distances[from] = distances[square].map(|distance| distance + 1);
                queue.push(from);
            }
        }
    }
    distances
}

fn dead_squares(room: &Room, goals: u32) -> u32 {
    let distances = pull_distances(room, goals);
    (0..distances.len()).filter(|&i| distances[i].is_none()).fold(0, |mask, i| mask | 1 << i)
}

fn members(mask: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |square| mask >> square & 1 != 0)
}

/// Finds boxes that can never move again.
struct Freeze<'a> {
    room: &'a Room,
    boxes: u32,
    dead: u32,
}

impl Freeze<'_> {
    /// Whether the box on a square is blocked on both axes. `walls` are the boxes already asked
    /// about, which count as walls; the boxes it leans on are added to `partners`.
    fn frozen(&self, square: usize, walls: u32, partners: &mut u32) -> bool {
        let walls = walls | 1 << square;
        [Dir::Left, Dir::Up].into_iter().all(|dir| self.blocked(square, dir, walls, partners))
    }

    fn blocked(&self, square: usize, dir: Dir, walls: u32, partners: &mut u32) -> bool {
        let sides = [dir, dir.opposite()].map(|dir| self.room.neighbor(square, dir));
        let [Some(one), Some(two)] = sides else { return true };
        let pair = 1 << one | 1 << two;
        if walls & pair != 0 || self.dead & pair == pair {
            return true;
        }
        [one, two].into_iter().filter(|&side| self.boxes >> side & 1 != 0).any(|side| {
            let mut more = *partners | 1 << side;
            let frozen = self.frozen(side, walls, &mut more);
            if frozen {
                *partners = more;
            }
            frozen
        })
    }
}

/// Whether a box that `counts` is part of a 2x2 block of walls and boxes.
fn in_block(room: &Room, boxes: u32, counts: u32) -> bool {
    let full = |square: Option<usize>| square.is_none_or(|square| boxes >> square & 1 != 0);
    members(boxes).any(|square| {
        let go = |dir| room.neighbor(square, dir);
        [Dir::Up, Dir::Down].into_iter().any(|v| {
            Dir::Up.sides().into_iter().any(|h| {
                let corner = go(v).and_then(|next| room.neighbor(next, h));
                let corner = corner.or_else(|| go(h).and_then(|next| room.neighbor(next, v)));
                let block = [Some(square), go(v), go(h), corner];
                block.iter().all(|&square| full(square))
                    && block.iter().flatten().any(|square| (counts & boxes) >> square & 1 != 0)
            })
        })
    })
}

fn sound_claims() -> Vec<Claim<'static>> {
    vec![
        Claim::dead("dead squares", |instance| {
            let dead = dead_squares(instance.room(), instance.goals());
            Box::new(move |position| position.boxes & dead != 0)
        }),
        Claim::dead("2x2 block", |instance| {
            let (room, goals) = (instance.room(), instance.goals());
            Box::new(move |position| in_block(room, position.boxes, !goals))
        }),
        Claim::dead("freeze", |instance| {
            let (room, goals) = (instance.room(), instance.goals());
            let dead = dead_squares(room, goals);
            Box::new(move |position| {
                let rule = Freeze { room, boxes: position.boxes, dead };
                members(position.boxes & !goals).any(|square| rule.frozen(square, 0, &mut 0))
            })
        }),
        Claim::bound("nearest goals", |instance| {
            let distances = pull_distances(instance.room(), instance.goals());
            Box::new(move |position| members(position.boxes).map(|square| distances[square]).sum())
        }),
    ]
}

/// Rules as they are often written down: without looking at the goals.
fn faulty_claims() -> Vec<Claim<'static>> {
    vec![
        Claim::dead("freeze that forgets the goals of partners", |instance| {
            let (room, goals) = (instance.room(), instance.goals());
            let dead = dead_squares(room, goals);
            Box::new(move |position| {
                let rule = Freeze { room, boxes: position.boxes, dead };
                members(position.boxes).any(|square| {
                    let mut partners = 0;
                    rule.frozen(square, 0, &mut partners)
                        && (goals >> square & 1 == 0 || partners != 0)
                })
            })
        }),
        Claim::dead("freeze without goals", |instance| {
            let room = instance.room();
            Box::new(move |position| {
                let rule = Freeze { room, boxes: position.boxes, dead: 0 };
                members(position.boxes).any(|square| rule.frozen(square, 0, &mut 0))
            })
        }),
        Claim::dead("2x2 block without goals", |instance| {
            let room = instance.room();
            Box::new(move |position| in_block(room, position.boxes, u32::MAX))
        }),
    ]
}

fn census(instances: u64, states: u64, deepest: u32, report: &Report) {
    let solvable = report.total().solvable;
    assert_eq!(report.total(), Census { instances, states, solvable, deepest });
}

fn assert_sound(report: &Report) {
    assert!(report.all_sound(), "{:#?}", report.verdicts);
    for verdict in &report.verdicts {
        assert!(verdict.found > 0, "{} never finds anything", verdict.name);
    }
}

#[test]
fn rooms_3x3_up_to_5_boxes() {
    let report = examine(rooms(3, 3), 1..=5, &sound_claims());
    census(2_482, 204_380, 3, &report);
    assert_eq!(report.by_boxes[2].solvable, 1_343); // 9.2 %
    assert_sound(&report);
}

#[test]
fn rooms_3x4_up_to_3_boxes() {
    let report = examine(rooms(3, 4), 1..=3, &sound_claims());
    census(18_815, 2_376_883, 7, &report);
    assert_sound(&report);
}

#[test]
#[ignore = "424 million states; run in release"]
fn rooms_4x4_up_to_4_boxes() {
    assert_eq!(rooms(4, 4).count(), 1_051);
    let report = examine(rooms(4, 4), 1..=4, &sound_claims()[..1]);
    census(546_646, 424_017_799, 14, &report);
    assert_sound(&report);
}

#[test]
#[ignore = "70 million states under slower rules; run in release"]
fn rooms_4x4_up_to_3_boxes_under_all_rules() {
    assert_sound(&examine(rooms(4, 4), 1..=3, &sound_claims()));
}

#[test]
fn faulty_rules_are_caught_at_once() {
    let report = examine(rooms(3, 3), 1..=2, &faulty_claims());
    let first = |i: usize| report.verdicts[i].first_false_alarm.as_deref();
    assert_eq!(first(0), Some("**@|-##|-##"));
    // Solved positions.
    assert_eq!(first(1), Some("*@-|-##|-##"));
    assert_eq!(first(2), Some("*@-|-##|-##"));
}

#[test]
#[ignore = "355 million states under slow rules; run in release"]
fn faulty_rules_4x4_with_4_boxes() {
    let report = examine(rooms(4, 4), 4..=4, &faulty_claims());
    let alarms: Vec<u64> = report.verdicts.iter().map(|verdict| verdict.false_alarms).collect();
    assert_eq!(alarms, [916_070, 2_852_822, 2_851_056]);
}

#[test]
fn a_bound_that_is_too_high_is_caught() {
    let claim = Claim::bound("one push too many", |instance| {
        let goals = instance.goals();
        Box::new(move |position| Some((position.boxes & !goals).count_ones() + 1))
    });
    let verdict = &examine(rooms(3, 3), 1..=2, &[claim]).verdicts[0];
    assert_eq!(verdict.first_too_high.as_deref(), Some("*@-|-##|-##"));
}

#[test]
fn prunings_are_judged_by_what_they_leave() {
    let (mut lost_by_greed, mut solvable) = (0, 0);
    for_each_instance(rooms(3, 3), 1..=3, |instance| {
        let exact: Vec<_> = (0..instance.positions().len()).map(|i| instance.exact(i)).collect();
        // Pushes onto dead squares can be left out without any loss.
        let dead = dead_squares(instance.room(), instance.goals());
        let alive =
            instance.exact_with(|_, edge| instance.positions()[edge.to as usize].boxes & dead == 0);
        assert_eq!(alive, exact);
        // Pushes off a goal cannot.
        let goals = instance.goals();
        let greedy = instance.exact_with(|_, edge| goals >> edge.push.from.index() & 1 == 0);
        for (greedy, exact) in greedy.iter().zip(&exact) {
            assert!(greedy.is_none() || greedy >= exact);
            lost_by_greed += u32::from(greedy.is_none() && exact.is_some());
            solvable += u32::from(exact.is_some());
        }
    });
    assert!(0 < lost_by_greed && lost_by_greed < solvable, "{lost_by_greed} of {solvable}");
}

#[test]
fn levels_and_boards_agree_with_positions() {
    for_each_instance(rooms(3, 3).step_by(5), 1..=3, |instance| {
        let board = instance.board();
        assert_eq!(board.n_squares(), instance.room().n_squares());
        let goals = board.goals().iter().fold(0, |mask, square| mask | 1 << square.index());
        assert_eq!(goals, instance.goals());
        for (index, position) in instance.positions().iter().enumerate() {
            let start = sokoban::Board::new(&instance.level(index)).unwrap().start();
            assert_eq!(start, position.state);
            let mut walker = sokoban::Walker::new(board);
            let pushes = position.state.pushes(board, &mut walker);
            let edges: Vec<_> = instance.edges(index).iter().map(|edge| edge.push).collect();
            assert_eq!(pushes, edges);
            assert_eq!(board.is_solved(&start), instance.exact(index) == Some(0));
        }
    });
}
