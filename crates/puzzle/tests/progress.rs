//! What is shown of a search while it runs is what its record counts: the record is never below it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use banto_puzzle::engines::all;
use banto_puzzle::search::{Limits, Observer, Progress, goal};
use banto_puzzle::{Game, Puzzle, Request, Status, run};

/// Keeps the largest count, and how many reports there were.
#[derive(Default)]
struct Shown {
    most: AtomicU64,
    reports: AtomicU64,
    backwards: Mutex<Option<(u64, u64)>>,
}

impl Observer for Shown {
    fn progress(&self, progress: &Progress) {
        let before = self.most.fetch_max(progress.expanded, Ordering::Relaxed);
        self.reports.fetch_add(1, Ordering::Relaxed);
        if progress.expanded < before {
            *self.backwards.lock().unwrap() = Some((before, progress.expanded));
        }
    }

    fn interval(&self) -> Duration {
        Duration::ZERO
    }
}

const SOKOBAN: &str = "\
########
#@     #
# $ $  #
#  ##. #
# .$ . #
########

################
#     #        #
#  $  #  $     #
#   $         .#
##  ###  $    .#
#   # #       .#
# $   #       .#
#   $ #       .#
#     @       .#
################

####################
#    #    #    #   #
# $  # $    $  # ..#
#  $   $  # $    ..#
## ##### ##  ###. .#
#  $   # # $   # ..#
# $  $   #  $  #. .#
#  $   # # $     . #
#    # @ #     #. .#
####################
";

/// Boards of our own: of the usual size, and too large for the tables of the exact engine.
const UNBLOCK: [&str; 3] = [
    "ooBoCCooBooDooBAADEEEFoDoooFGGoHHooo",
    "oBCCDoEBFFDoEAAGDoooHGIIJoHKKLJMMMoL",
    "\
oBoCoDoEoFoo
oBoCoDoEoFoG
HHooooooIIoG
JoKKoLLoMooN
JoooooooMooN
AAoOOoPPMQQN
ooRooSoooToU
VoRooSoWWToU
VoooooooooXX
VoYYoZZoaaoo
bboccodoooeo
oooooodoooeo
",
];

fn puzzles() -> Vec<Puzzle> {
    let texts = UNBLOCK.into_iter().chain([SOKOBAN]);
    let read = |text: &str| banto_puzzle::read(text.as_bytes()).expect("a collection").entries;
    texts.flat_map(read).map(|entry| entry.puzzle.expect("a level")).collect()
}

/// Every engine and goal that a game has.
fn requests(game: Game) -> Vec<Request> {
    let goals = goal::ALL;
    let requests = all().into_iter().flat_map(|row| {
        goals.map(|goal| Request { engine: row.name.to_owned(), goal, ..Request::default() })
    });
    requests.filter(|request| request.resolve(game).is_ok()).collect()
}

#[test]
fn the_record_is_never_below_what_was_shown() {
    let (mut compared, mut reports, mut short) = (0, 0, Vec::new());
    for puzzle in puzzles() {
        for request in requests(puzzle.game()) {
            for (nodes, threads) in [(50, 1), (700, 1), (700, 2), (3_000, 1)] {
                let shown = Arc::new(Shown::default());
                let limits = Limits {
                    time: Some(Duration::from_secs(2)),
                    memory: Some(64 << 20),
                    nodes: Some(nodes),
                };
                let request =
                    Request { limits, threads, observer: Some(shown.clone()), ..request.clone() };
                let Ok(resolved) = request.resolve(puzzle.game()) else { continue };
                let report = run(&puzzle, &resolved);
                assert_ne!(report.status, Status::Crashed, "{}", report.config);
                let (most, recorded) = (shown.most.load(Ordering::Relaxed), report.stats.expanded);
                let how = format!("{} {:?} {nodes}", request.engine, request.goal);
                assert!(
                    most <= recorded,
                    "{how}: {most} nodes shown, {recorded} recorded ({:?})",
                    report.status
                );
                let backwards = *shown.backwards.lock().unwrap();
                assert!(threads > 1 || backwards.is_none(), "{how}: the count fell {backwards:?}");
                compared += u32::from(most > 0);
                reports += shown.reports.load(Ordering::Relaxed);
                // Nor far below it: the count is not merely silent.
                if recorded > 600 && most < recorded / 2 {
                    short.push(format!("{how}: {most} of {recorded}"));
                }
            }
        }
    }
    assert!(compared > 200 && reports > 10_000, "{compared} searches compared, {reports} reports");
    assert!(short.is_empty(), "{short:#?}");
}
