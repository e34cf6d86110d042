//! The agent against our own server and against servers that misbehave: it wins, or it ends with a clear
//! message, and never hangs.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Mischief, agent, fake, level, levels, serve, serve_levels, unused_port};
use game::agent::{Options, Strategy, Told, Trouble, play};

/// Plays and keeps what was told.
fn played(options: &Options) -> (Result<game::agent::Ending, Trouble>, Vec<Told>) {
    let mut told = Vec::new();
    let ending = play(options, &mut |it| told.push(it));
    (ending, told)
}

fn troubles(told: &[Told]) -> Vec<&str> {
    told.iter()
        .filter_map(|it| match it {
            Told::Trouble(sentence) => Some(sentence.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn all_levels_are_played_with_the_fewest_pushes_and_one_key_a_frame() {
    let server = serve(0, 3000, 0);
    let (ending, told) = played(&agent(server.port));
    let ending = ending.unwrap();
    assert!(ending.won && !ending.interrupted, "{told:?}");
    let rows: Vec<_> = ending.rows.iter().map(|row| (row.level, row.pushes)).collect();
    assert_eq!(rows, [(1, 2), (2, 5), (3, 4)]);
    let moves: u64 = ending.rows.iter().map(|row| row.moves).sum();
    // Every key makes a frame and every frame a move, so nothing was sent twice or lost.
    assert_eq!(
        (ending.keys, ending.score.1, ending.score.3, ending.late),
        (moves, moves, moves, 0)
    );
    let points: i64 = ending.rows.iter().map(|row| row.points()).sum();
    assert_eq!(ending.score.points(), points + 50_000 + 2 * 5_000);
}

#[test]
fn a_hundred_frames_a_second_are_kept_up_with() {
    let server = serve(100, 3000, 0);
    let (ending, told) = played(&agent(server.port));
    let ending = ending.unwrap();
    assert!(ending.won, "{told:?}");
    assert_eq!(ending.score.2, 11, "pushes");
    assert!(ending.score.3 >= ending.score.1);
}

#[test]
fn the_document_s_method_wins_too() {
    let server = serve(0, 3000, 0);
    let options = Options { strategy: Strategy::Aveiro, ..agent(server.port) };
    let ending = played(&options).0.unwrap();
    assert!(ending.won);
    assert!(ending.rows.iter().all(|row| row.engine == "aveiro"), "{:?}", ending.rows);
}

#[test]
fn a_level_that_takes_too_long_ends_the_game() {
    let server = serve(0, 4, 0);
    let ending = played(&agent(server.port)).0.unwrap();
    assert!(!ending.won);
    assert_eq!((ending.rows.len(), ending.score.0), (1, 2));
}

#[test]
fn keys_that_get_lost_are_sent_again() {
    let port = fake(Mischief { lose_every: 3, ..Mischief::default() });
    let ending = played(&agent(port)).0.unwrap();
    assert!(ending.won && ending.late > 3, "{ending:?}");
    assert_eq!(ending.score.2, 11, "pushes");
}

#[test]
fn a_position_off_the_plan_is_solved_from_there() {
    // On the second level the server makes a step of its own, away from the plan.
    let port = fake(Mischief { stray_at: Some(5), ..Mischief::default() });
    let (ending, told) = played(&agent(port));
    let ending = ending.unwrap();
    assert!(ending.won, "{ending:?} {told:?}");
    assert!(ending.score.1 > ending.keys, "one move was not the agent's");
}

#[test]
fn frames_that_make_no_sense_are_told_and_passed_over() {
    let port = fake(Mischief { garbage: true, ..Mischief::default() });
    let (ending, told) = played(&agent(port));
    assert!(ending.unwrap().won);
    let troubles = troubles(&told);
    assert!(troubles.iter().any(|it| it.contains("invalid frame")), "{troubles:?}");
}

#[test]
fn a_server_of_another_kind_is_given_up() {
    let port = fake(Mischief { only_garbage: true, ..Mischief::default() });
    let (ending, told) = played(&agent(port));
    let Err(Trouble::Server(reason)) = ending else { panic!("{ending:?}") };
    assert!(reason.contains("invalid frames in a row"), "{reason} {told:?}");
}

#[test]
fn a_connection_cut_in_the_middle_of_a_level_is_made_again() {
    let port = fake(Mischief { cut_at: Some(9), ..Mischief::default() });
    let (ending, told) = played(&agent(port));
    assert!(ending.unwrap().won, "{told:?}");
    let begun = told.iter().filter(|it| **it == Told::Begun).count();
    assert_eq!(begun, 2, "{told:?}");
    assert!(troubles(&told)[0].contains("joining again"), "{told:?}");
}

#[test]
fn a_server_that_is_killed_and_started_again_is_joined_again() {
    let mut first = Some(serve(100, 3000, 0));
    let port = first.as_ref().unwrap().port;
    let mut second = None;
    let mut told = Vec::new();
    let ending = play(&agent(port), &mut |it| {
        if matches!(it, Told::Level(_))
            && let Some(first) = first.take()
        {
            // The first goes, and the second takes its port; in a thread of their own, because servers
            // bring a runtime.
            let replace = move || {
                drop(first);
                serve(100, 3000, port)
            };
            second = Some(std::thread::spawn(replace).join().unwrap());
        }
        told.push(it);
    });
    assert!(second.is_some());
    assert!(ending.unwrap().won, "{told:?}");
    assert!(!troubles(&told).is_empty(), "{told:?}");
}

#[test]
fn a_server_that_is_not_there_is_given_up_after_a_while() {
    let options = Options { patience: Duration::from_millis(300), ..agent(unused_port()) };
    let Err(Trouble::Server(reason)) = played(&options).0 else { panic!("nobody is there") };
    assert!(reason.starts_with("ws://127.0.0.1:"), "{reason}");
}

#[test]
fn a_level_that_is_missing_is_named() {
    let server = serve(100, 3000, 0);
    let known = levels();
    let only_first = move |map: &str| {
        let found = known.iter().find(|it| it.map() == map && it.number == 1)?;
        Some(Ok(found.puzzle.clone()))
    };
    let options = Options { levels: Arc::new(only_first), ..agent(server.port) };
    let Err(Trouble::Level(reason)) = played(&options).0 else { panic!("level 2 is missing") };
    assert!(reason.contains("levels/2.xsb"), "{reason}");
}

/// After the last level the server names one that nobody has; that is the end, also of a game of one level,
/// and also when the agent has a level with that number.
#[test]
fn a_game_of_one_level_is_won() {
    for more in [false, true] {
        let server = serve_levels(0, 3000, 0, levels().split_off(2));
        let known = levels();
        let fourth = level("#####\n#@$.#\n#####\n");
        let with_more = move |map: &str| match map {
            "levels/4.xsb" if more => Some(Ok(fourth.clone())),
            _ => known.iter().find(|it| it.map() == map).map(|it| Ok(it.puzzle.clone())),
        };
        let options = Options { levels: Arc::new(with_more), ..agent(server.port) };
        let (ending, told) = played(&options);
        assert!(ending.as_ref().is_ok_and(|it| it.won), "{ending:?} {told:?}");
    }
}

/// Levels of the agent that are not the server's: told with the first frame, whatever the difference.
#[test]
fn a_level_that_is_another_one_is_named_at_once() {
    let other = |rows: &[&str], fps: u32| {
        let server = serve(fps, 3000, 0);
        let puzzle = level(&rows.join("\n"));
        let levels = move |_: &str| Some(Ok(puzzle.clone()));
        let options = Options { levels: Arc::new(levels), ..agent(server.port) };
        match played(&options) {
            (Err(Trouble::Level(reason)), told) => {
                assert_eq!(told.iter().filter(|it| matches!(it, Told::Level(_))).count(), 0);
                reason
            }
            ended => panic!("{ended:?}"),
        }
    };
    for fps in [0, 100] {
        let boxes = other(&["#######", "#@ $ .#", "# $  .#", "#######"], fps);
        assert!(boxes.contains("levels/1.xsb") && boxes.contains("boxes, ours 2"), "{boxes}");
        let place = other(&["#########", "#  @ $ .#", "#########"], fps);
        assert!(place.contains("levels/1.xsb") && place.contains("stand elsewhere"), "{place}");
    }
}

/// Player and boxes stand where ours do, but there are other walls: keys without effect tell.
#[test]
fn walls_that_are_elsewhere_are_noticed() {
    let server = serve(0, 3000, 0);
    // Ours has a second row, and the way to the far side of the box leads through it.
    let puzzle = level("#######\n#@.$  #\n#     #\n#######\n");
    let options =
        Options { levels: Arc::new(move |_: &str| Some(Ok(puzzle.clone()))), ..agent(server.port) };
    let Err(Trouble::Level(reason)) = played(&options).0 else { panic!("other walls") };
    assert!(reason.contains("levels/1.xsb") && reason.contains("no effect"), "{reason}");
}

/// Without any level file nothing is waited for, also where no frame comes without a key.
#[test]
fn a_missing_first_level_ends_the_game_before_it_begins() {
    let server = serve(0, 3000, 0);
    let options = Options { levels: Arc::new(|_| None), ..agent(server.port) };
    let (ending, told) = played(&options);
    let Err(Trouble::Level(reason)) = ending else { panic!("{ending:?}") };
    assert!(reason.contains("levels/1.xsb"), "{reason}");
    assert!(told.contains(&Told::Begun), "{told:?}");
}

/// A server that takes connections and never answers: a signal is obeyed meanwhile.
#[test]
fn it_can_be_stopped_while_it_connects() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let options =
        Options { patience: Duration::ZERO, ..agent(silent.local_addr().unwrap().port()) };
    let cancel = options.cancel.clone();
    let stop = std::thread::spawn(move || {
        let held = silent.accept();
        cancel.cancel();
        held
    });
    let ending = played(&options).0;
    assert!(ending.as_ref().is_ok_and(|it| it.interrupted), "{ending:?}");
    drop(stop.join());
}

/// A flood of frames from a server that reads nothing: the agent still stops when it is told to, and does
/// not try to get rid of its keys first.
#[test]
fn a_flood_of_frames_does_not_keep_it() {
    let port = fake(Mischief { flood: true, ..Mischief::default() });
    let options = agent(port);
    let cancel = options.cancel.clone();
    let (ending, told) = {
        let mut told = Vec::new();
        let ending = play(&options, &mut |it| {
            if it == Told::Begun {
                let cancel = cancel.clone();
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(500));
                    cancel.cancel();
                });
            }
            told.push(it);
        });
        (ending, told)
    };
    assert!(ending.unwrap().interrupted);
    assert_eq!(troubles(&told), [""; 0], "nothing was given up on the way");
}

#[test]
fn somebody_can_stop_it() {
    let server = serve(1, 3000, 0);
    let options = agent(server.port);
    let cancel = options.cancel.clone();
    let ending = play(&options, &mut |it| {
        if it == Told::Begun {
            cancel.cancel();
        }
    });
    assert!(ending.unwrap().interrupted);
}
