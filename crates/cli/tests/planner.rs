//! A planner of the competition reads what `convert --to pddl` writes, and needs as many pushes, or
//! moves, as our own exact search.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{banto, code, command, scratch, stderr, stdout};
use needs::Rng;

/// Fast Downward as it comes with the Python package `up-fast-downward`.
struct Planner {
    python: PathBuf,
    driver: PathBuf,
}

impl Planner {
    fn find() -> Option<Planner> {
        let python = needs::python("fast_downward")?;
        let place = "import importlib.util as u; \
                     print(u.find_spec('up_fast_downward').submodule_search_locations[0])";
        let found = Command::new(&python).args(["-c", place]).output().unwrap();
        let driver = Path::new(stdout(&found).trim()).join("downward/fast-downward.py");
        if !driver.is_file() {
            needs::skip("there is no Fast Downward (pip install up-fast-downward)");
            return None;
        }
        Some(Planner { python, driver })
    }

    /// The cost of a cheapest plan; `None` when there is no plan.
    fn cost(&self, folder: &Path, domain: &str, problem: &str) -> Option<u64> {
        let output = Command::new(&self.python)
            .arg(&self.driver)
            .args([domain, problem, "--search", "astar(lmcut())"])
            .current_dir(folder)
            .output()
            .unwrap();
        let text = stdout(&output);
        let cost = text.lines().find_map(|line| line.split("Plan cost: ").nth(1));
        // 11 and 12: proved that there is no plan.
        assert!(cost.is_some() || matches!(code(&output), 10..=12), "{text}{}", stderr(&output));
        cost.map(|cost| cost.trim().parse().unwrap())
    }
}

/// Rooms of 5 by 5 squares with two boxes, solvable or not.
fn rooms(count: usize) -> String {
    let mut rng = Rng::new(41);
    let mut room = || {
        let mut rows = vec![vec!['#'; 7]; 7];
        rows[1..6].iter_mut().for_each(|row| row[1..6].fill(' '));
        for (thing, count) in [('#', 4), ('$', 2), ('.', 2), ('@', 1)] {
            for _ in 0..count {
                let (row, column) = loop {
                    let (row, column) = (1 + rng.below(5), 1 + rng.below(5));
                    let inner = (2..5).contains(&row) && (2..5).contains(&column);
                    if rows[row][column] == ' ' && (inner || thing != '$') {
                        break (row, column);
                    }
                };
                rows[row][column] = thing;
            }
        }
        rows.into_iter().map(|row| String::from_iter(row) + "\n").collect::<String>() + "\n"
    };
    (0..count).map(|_| room()).collect()
}

#[test]
#[ignore = "needs a planner; part of the nightly run"]
fn a_planner_needs_as_many_pushes_and_moves() {
    let Some(planner) = Planner::find() else { return };
    let home = scratch("planner");
    let file = home.join("rooms.xsb");
    std::fs::write(&file, rows_that_can_be_solved(10)).unwrap();
    let folder = home.join("pddl");
    let mut convert = command(&home);
    convert.arg("convert").arg(&file).args(["--to", "pddl", "-o"]).arg(&folder);
    let output = convert.output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let labels = command(&home).arg("label").arg(&file).output().unwrap();
    let labels = stdout(&labels);
    assert_eq!(labels.lines().count(), 10);
    for (line, number) in labels.lines().zip(1..) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let problem = format!("problem-{number:02}.pddl");
        for (domain, figure) in [("domain.pddl", "pushes"), ("domain-moves.pddl", "moves")] {
            let cost = planner.cost(&folder, domain, &problem);
            assert_eq!(cost, row[figure].as_u64(), "{figure} of {number}");
        }
    }
}

/// As many of the rooms as are wanted that have a solution.
fn rows_that_can_be_solved(count: usize) -> String {
    let all = rooms(20 * count);
    let output = banto(&["label", "-", "--goal", "pushes"], &all);
    let rows = stdout(&output);
    let solved = rows.lines().map(|line| line.contains("\"pushes\":"));
    let kept = all.split("\n\n").zip(solved).filter(|(_, solved)| *solved);
    let kept: Vec<&str> = kept.map(|(room, _)| room).take(count).collect();
    assert_eq!(kept.len(), count, "{}", stderr(&output));
    kept.join("\n\n") + "\n"
}
