//! One page that needs nothing else: plots, tables, and every solution.

use crate::PlotKind;
use crate::report::{Axes, COLOURS, Series, draw, escaped, html_table};

use super::{
    ABOUT_MEMBERS, MANY, by_boxes, by_floor, commands, member_tables, seconds, summary_table,
};
use crate::runs::results::{Cell, Results};
use crate::runs::summary::{Group, summaries};

const STYLE: &str = include_str!("page.css");

/// Points that a curve is drawn with at most.
const POINTS: usize = 1_500;

/// Below this time all is noise.
const LEAST: f64 = 0.001;

/// Bytes of solutions that a page holds at most.
const SOLUTIONS: usize = 8 << 20;

/// The report as one page.
pub fn html(results: &Results, title: &str) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for remark in &results.remarks {
        text += &format!("<p>{}</p>\n", escaped(remark));
    }
    text += &html_table(&summary_table(results));
    text += "<p class=\"note\">Times under \"there\", nodes, moves and pushes are sums over the levels that all have solved.</p>\n<ul>";
    for (label, command) in commands(results) {
        text += &format!("<li>{}: <code>{}</code></li>\n", escaped(&label), escaped(&command));
    }
    text += "</ul>\n";
    let members = member_tables(results);
    text.extend(members.iter().map(html_table));
    if !members.is_empty() {
        text += &format!("<p class=\"note\">{ABOUT_MEMBERS}</p>\n");
    }
    text += &cactus(results);
    text += &scatters(results);
    text += &ablation(results);
    text += &shares(results, "Solved by boxes", "boxes", &by_boxes(results));
    text += &shares(results, "Solved by size", "squares", &by_floor(results));
    text += &levels(results);
    text + "</body></html>\n"
}

/// The figure that curves show: CPU time, or nodes where times may not be compared.
fn cost(results: &Results, cell: &Cell) -> f64 {
    if results.has_times { cell.cpu.max(LEAST) } else { cell.expanded.max(1) as f64 }
}

fn cost_name(results: &Results) -> &'static str {
    if results.has_times { "CPU seconds" } else { "nodes" }
}

/// How many levels are solved within each cost.
fn cactus(results: &Results) -> String {
    let curve = |setup: usize| {
        let cells = results.of_setup(setup).map(|it| it.1).filter(|cell| cell.is_solved());
        let mut costs: Vec<f64> = cells.map(|cell| cost(results, cell)).collect();
        costs.sort_by(f64::total_cmp);
        let points: Vec<_> =
            costs.into_iter().enumerate().map(|(i, y)| (i as f64 + 1.0, y)).collect();
        Series {
            label: results.setups[setup].label.clone(),
            points: thinned(points),
            published: Vec::new(),
        }
    };
    let series: Vec<Series> = (0..results.setups.len()).map(curve).collect();
    if series.iter().all(|one| one.points.is_empty()) {
        return String::new();
    }
    let title = format!("Levels solved against {}", cost_name(results));
    let axes = Axes { below: "levels solved", beside: cost_name(results) };
    let drawn = draw(PlotKind::Solved, &title, &series, axes, &[]);
    format!("<h2>{title}</h2>\n{}\n", drawn.picture)
}

/// Every n-th point and the last one, so that a curve has few points.
fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let (step, last) = (points.len().div_ceil(POINTS).max(1), points.len().saturating_sub(1));
    let kept = points.into_iter().enumerate().filter(|(i, _)| i % step == 0 || *i == last);
    kept.map(|(_, point)| point).collect()
}

/// The first setup against each of the others; what is not solved stands at the limit.
fn scatters(results: &Results) -> String {
    let others = 1..results.setups.len().min(5);
    others.map(|other| scatter(results, 0, other)).collect()
}

fn scatter(results: &Results, across: usize, up: usize) -> String {
    let all = [across, up].into_iter().flat_map(|setup| results.of_setup(setup));
    let solved = all.filter(|it| it.1.is_solved()).map(|it| cost(results, it.1));
    let most = solved.fold(LEAST, f64::max);
    let limits = [across, up].map(|setup| results.limits[setup]);
    let limit = limits.iter().filter_map(|it| it.cpu_seconds.or(it.seconds)).fold(0.0, f64::max);
    let edge = if results.has_times && limit > 0.0 { limit.max(most) } else { most * 2.0 };
    let place = |cell: &Cell| if cell.is_solved() { cost(results, cell) } else { edge };
    let pairs = (0..results.levels.len()).filter_map(|level| {
        let (a, b) = (results.cell(level, across)?, results.cell(level, up)?);
        (a.is_solved() || b.is_solved()).then(|| (place(a), place(b)))
    });
    let points = thinned(pairs.collect());
    if points.is_empty() {
        return String::new();
    }
    let (a, b) = (&results.setups[across].label, &results.setups[up].label);
    let series = [Series { label: "a level".to_owned(), points, published: Vec::new() }];
    let title = format!("{b} against {a}");
    let name = |label: &str| format!("{}, {label}", cost_name(results));
    let axes = Axes { below: &name(a), beside: &name(b) };
    let drawn = draw(PlotKind::Scatter, &title, &series, axes, &[]);
    let said = "Below the dashed line the second is cheaper; what one of them has not solved stands at its edge.";
    let title = escaped(&title);
    format!("<h2>{title}</h2>\n{}\n<p class=\"note\">{said}</p>\n", drawn.picture)
}

/// What each setup solves more or less than the first, for tables of techniques that are switched off.
fn ablation(results: &Results) -> String {
    let rows = summaries(results);
    let Some(first) = rows.first().filter(|_| rows.len() > 2) else { return String::new() };
    let base = first.solved() as i64;
    let largest = rows.iter().map(|it| (it.solved() as i64 - base).abs()).max().unwrap_or(0).max(1);
    let mut text = format!(
        "<h2>Compared with {}</h2>\n<table class=\"bars\"><tr><th>configuration</th><th>solved</th>\
         <th>fewer</th><th>more</th></tr>\n",
        escaped(&first.label)
    );
    for row in &rows {
        let change = row.solved() as i64 - base;
        let width = change.abs() * 100 / largest;
        let bar = |side: &str| format!("<div class=\"bar {side}\" style=\"width:{width}%\"></div>");
        let fewer = if change < 0 { format!("{change}{}", bar("fewer")) } else { String::new() };
        let more = if change > 0 { format!("+{change}{}", bar("more")) } else { String::new() };
        let (label, solved) = (escaped(&row.label), row.solved());
        text += &format!(
            "<tr><td>{label}</td><td>{solved}</td><td class=\"left\">{fewer}</td>\
             <td class=\"right\">{more}</td></tr>\n"
        );
    }
    text + "</table>\n"
}

/// Shares of groups of levels, as bars.
fn shares(results: &Results, title: &str, what: &str, groups: &[Group]) -> String {
    if groups.len() < 2 {
        return String::new();
    }
    let heads = results.setups.iter().map(|it| format!("<th>{}</th>", escaped(&it.label)));
    let heads: String = heads.collect();
    let mut text = format!(
        "<h2>{title}</h2>\n<div class=\"wide\"><table class=\"bars\"><tr><th>{what}</th><th>levels</th>{heads}</tr>\n"
    );
    for group in groups {
        let all = group.levels.len();
        text += &format!("<tr><td>{}</td><td>{all}</td>", escaped(&group.name));
        for (setup, solved) in group.solved.iter().enumerate() {
            let (percent, colour) = (solved * 100 / all.max(1), COLOURS[setup % COLOURS.len()]);
            text += &format!(
                "<td class=\"right\">{solved}<div class=\"bar\" style=\"width:{percent}%;background:{colour}\">\
                 </div></td>"
            );
        }
        text += "</tr>\n";
    }
    text + "</table></div>\n"
}

/// A row for each level; a figure leads to the solution behind it.
fn levels(results: &Results) -> String {
    let heads = results.setups.iter().map(|it| format!("<th>{}</th>", escaped(&it.label)));
    let heads: String = heads.collect();
    let mut text = format!(
        "<h2 id=\"levels\">Level by level</h2>\n<p class=\"note\">{}, or how the run ended. A figure leads to \
         its solution.</p>\n<div class=\"wide\"><table><tr><th>level</th><th>boxes</th><th>squares</th>{heads}\
         </tr>\n",
        cost_name(results)
    );
    let mut solutions = String::new();
    for (number, level) in results.levels.iter().enumerate().take(MANY) {
        let name = escaped(&level.name());
        text += &format!("<tr><td>{name}</td><td>{}</td><td>{}</td>", level.boxes, level.floor);
        for setup in 0..results.setups.len() {
            let cell = results.cell(number, setup);
            let room = solutions.len() < SOLUTIONS;
            let shown =
                cell.filter(|_| room).and_then(|cell| solution(results, (number, setup), cell));
            text += &entry(results, cell, shown.as_ref().map(|_| (number, setup)));
            solutions += &shown.unwrap_or_default();
        }
        text += "</tr>\n";
    }
    text += "</table></div>\n";
    if results.levels.len() > MANY {
        text +=
            &format!("<p>{} further levels are in the rows.</p>\n", results.levels.len() - MANY);
    }
    text + &solutions
}

/// One figure.
fn entry(results: &Results, cell: Option<&Cell>, link: Option<(usize, usize)>) -> String {
    let Some(cell) = cell else { return "<td></td>".to_owned() };
    if !cell.is_solved() {
        let why = cell.error.as_deref().map(escaped).unwrap_or_default();
        return format!("<td class=\"end\" title=\"{why}\">{}</td>", escaped(&cell.status));
    }
    let figure = match results.has_times {
        true => seconds(cell.cpu).ours.unwrap_or_default(),
        false => cell.expanded.to_string(),
    };
    match link {
        Some((level, setup)) => format!("<td><a href=\"#s{level}-{setup}\">{figure}</a></td>"),
        None => format!("<td>{figure}</td>"),
    }
}

/// A solution, which is seen when a link leads to it.
fn solution(results: &Results, (level, setup): (usize, usize), cell: &Cell) -> Option<String> {
    let moves = cell.solution.as_ref()?;
    let count = |n: Option<u64>, what: &str| n.map(|n| format!(", {n} {what}")).unwrap_or_default();
    let (name, label) = (results.levels[level].name(), &results.setups[setup].label);
    let counts =
        count(cell.pushes, "pushes") + &count(cell.moves, "moves") + &count(cell.steps, "steps");
    Some(format!(
        "<div class=\"solution\" id=\"s{level}-{setup}\"><a class=\"close\" href=\"#levels\">close</a>\
         <b>{}</b>: {}{counts}<br><code>{}</code></div>\n",
        escaped(&name),
        escaped(label),
        escaped(moves)
    ))
}
