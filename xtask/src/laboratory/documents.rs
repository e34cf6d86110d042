//! The tables of `docs/sources.md` that take longer than the short experiments: their figures stand in the records,
//! each in its cell, in both languages.

use super::*;

/// A document, its thousands as in English.
fn page(name: &str) -> String {
    let text = read(&root().join("docs").join(name)).unwrap();
    match name.contains(".pt.") {
        true => text.replace('.', ","),
        false => text,
    }
}

/// The rows of the table whose first heading is this, without the first cells.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    // An empty heading is one blank between two bars.
    let head = format!("| {heading} |").replace("|  |", "| |");
    let lines = page.lines().skip_while(|line| !line.starts_with(&head));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells = line.trim_matches('|').split('|').skip(1);
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

/// The nodes explored on the poster's levels, with and without corrals: published and ours.
fn explored(experiment: &str) -> Vec<[String; 4]> {
    let report = read(&root().join("records/lab").join(format!("{experiment}.md"))).unwrap();
    let report = report.split("## nodes explored").nth(1).expect("the table");
    let cell = |text: &String| match text.as_str() {
        "> 1M" | "nodes" => ">".to_owned(),
        figure => figure.to_owned(),
    };
    let rows = table(report, "level");
    rows.iter().map(|row| [0, 3, 1, 4].map(|at| cell(&row[at]))).collect()
}

#[test]
fn the_posters_forty_cells_stand_beside_ours() {
    let (strong, weak) = (explored("ufrgs-pi-corral"), explored("ufrgs-weak-bound"));
    assert_eq!(strong.len(), 20);
    for (name, heading) in [("sources.md", "level"), ("sources.pt.md", "nível")] {
        let rows = table(&page(name), heading);
        let (levels, solved) = rows.split_at(strong.len());
        for ((row, a), b) in levels.iter().zip(&strong).zip(&weak) {
            let expected: Vec<&String> = a.iter().chain(&b[2..]).collect();
            assert_eq!(row.iter().collect::<Vec<_>>(), expected, "{name}");
        }
        let count = |column: usize| {
            let found = levels.iter().filter(|row| !["", ">"].contains(&row[column].as_str()));
            found.count().to_string()
        };
        assert_eq!(solved, [(0..6).map(count).collect::<Vec<_>>()], "{name}");
    }
}

/// Levels solved, and of these within 100,000 nodes, stage by stage in the order of a table of runs.
fn solved(file: &str) -> Vec<(String, [usize; 2])> {
    let mut stages: Vec<(String, [usize; 2])> = Vec::new();
    for line in read(&root().join("records").join(file)).unwrap().lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if stages.last().is_none_or(|it| it.0 != cells[0]) {
            stages.push((cells[0].to_owned(), [0, 0]));
        }
        let counts = &mut stages.last_mut().expect("a stage").1;
        // A program that crashed says no number.
        let nodes: u64 = cells[3].parse().unwrap_or_default();
        let is_solved = cells[2] == "solved";
        counts[0] += usize::from(is_solved);
        counts[1] += usize::from(is_solved && nodes <= 100_000);
    }
    stages
}

#[test]
fn the_stages_of_rolling_stone_are_those_of_the_records() {
    let theirs = solved("peers/rolling-stone.tsv");
    let ours = solved("lab/rolling-stone-million.tsv");
    let records = read(&root().join("records/lab/rolling-stone-cumulative.jsonl")).unwrap();
    let mut fewer: Vec<(String, usize)> = Vec::new();
    for run in runs(&records) {
        let label = run["label"].as_str().unwrap_or_default();
        if fewer.last().is_none_or(|it| it.0 != label) {
            fewer.push((label.to_owned(), 0));
        }
        let is_solved = run["record"]["status"] == "solved";
        fewer.last_mut().expect("a stage").1 += usize::from(is_solved);
    }
    let stages: Vec<&String> = fewer.iter().map(|it| &it.0).collect();
    assert!(ours.iter().all(|(stage, _)| stages.contains(&stage)), "{stages:?}");
    for (name, heading) in [("sources.md", "stage"), ("sources.pt.md", "etapa")] {
        let rows = table(&page(name), heading);
        assert_eq!(rows.len(), fewer.len(), "{name}");
        for (at, row) in rows.iter().enumerate() {
            let of_theirs =
                |column: usize| theirs.get(at).map_or(String::new(), |it| it.1[column].to_string());
            // Stages that were not run at a million nodes have an empty cell.
            let of_ours = ours.iter().find(|it| it.0 == fewer[at].0);
            let of_ours = of_ours.map_or(String::new(), |it| it.1[0].to_string());
            let expected = [of_theirs(0), of_ours, of_theirs(1), fewer[at].1.to_string()];
            assert_eq!(row[1..5], expected, "{name}, {}", fewer[at].0);
        }
    }
}

#[test]
fn both_languages_have_the_same_figures() {
    let figures = |name: &str| -> Vec<Vec<String>> {
        // Names of files and commands are not figures.
        let text = read(&root().join("docs").join(name)).unwrap();
        let prose = |part: &str| part.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let of = |part: &str| {
            let digit = |it: char| it.is_ascii_digit();
            let words = prose(part);
            let words = words.split(|it: char| !digit(it) && it != ',' && it != '.');
            let words = words.map(|word| word.replace(['.', ','], ""));
            let mut found: Vec<String> = words.filter(|word| !word.is_empty()).collect();
            found.sort();
            found
        };
        text.split("\n\n").map(of).collect()
    };
    let (en, pt) = (figures("sources.md"), figures("sources.pt.md"));
    assert_eq!(en.len(), pt.len());
    for (at, (en, pt)) in en.iter().zip(&pt).enumerate() {
        assert_eq!(en, pt, "paragraph {}", at + 1);
    }
}

#[test]
fn the_counts_of_sokokids_that_come_out_are_those_of_the_records() {
    let records = read(&root().join("records/lab/sokokids.jsonl")).unwrap();
    let printed = read(&root().join("testdata/documents/sokokids-counts.csv")).unwrap();
    let printed: BTreeMap<u64, Vec<Option<u64>>> = printed
        .lines()
        .filter_map(|line| {
            let mut cells = line.split(',');
            let level = cells.next()?.parse().ok()?;
            Some((level, cells.map(|cell| cell.parse().ok()).collect()))
        })
        .collect();
    let labels = ["no hash table", "no offline deadlocks", "all techniques"];
    let (mut solved, mut short, mut all) = ([0; 3], [0; 3], 0);
    for run in runs(&records).filter(|run| run["suite"] == "kids61") {
        let Some(column) = labels.iter().position(|label| run["label"] == *label) else { continue };
        let record = &run["record"];
        let level = record["index"].as_u64().expect("a number");
        let found = record["generated"].as_u64().filter(|_| record["status"] == "solved");
        let is_equal = found == printed[&level][column];
        solved[column] += usize::from(found.is_some());
        short[column] += usize::from(is_equal && ![57, 58, 61].contains(&level));
        all += usize::from(is_equal);
    }
    for name in ["sources.md", "sources.pt.md"] {
        let rows = table(&page(name), "");
        let rows: Vec<&str> = rows.iter().map(|row| row[1].split(',').next().unwrap()).collect();
        let counts = |figures: [usize; 3]| figures.map(|count| count.to_string());
        assert_eq!(rows[1..4], counts(short), "{name}");
        assert_eq!(rows[4..7], counts(solved), "{name}");
        assert_eq!(rows[7], all.to_string(), "{name}");
    }
}
