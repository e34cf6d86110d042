//! Plots drawn by hand: a logarithmic scale; lines, bars or a cloud of points; published points hollow.

use super::html::escaped;
use crate::table::{Cell, values};
use crate::{Configuration, Experiment, Findings, Layout, Plot, PlotKind, Table};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 80.0;
const BOTTOM: f64 = 50.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 20.0;

/// Okabe and Ito's colours, which colour-blind readers can tell apart.
pub const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// A line of points, a row of bars or a cloud.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The configuration, or two of them in a scatter plot.
    pub label: String,
    /// Level, or number of levels solved, and figure; in a scatter plot two figures.
    pub points: Vec<(f64, f64)>,
    /// The same for what was published.
    pub published: Vec<(f64, f64)>,
}

/// All plots of an experiment as one picture, one below the other; `None` when it has none.
pub fn svg(experiment: &Experiment, findings: &Findings) -> Option<String> {
    let drawn =
        experiment.plots.iter().filter_map(|it| Some((it, plot(it, experiment, findings).ok()?)));
    let (mut body, mut height) = (String::new(), 0.0);
    for (plot, Drawn { picture, height: own }) in drawn {
        body += &format!(
            "<text x=\"{LEFT}\" y=\"{}\" font-size=\"15\">{}</text>\
             <g transform=\"translate(0 {})\">{picture}</g>",
            height + CAPTION - 10.0,
            escaped(&plot.title),
            height + CAPTION
        );
        height += CAPTION + own;
    }
    (!body.is_empty()).then(|| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\">\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>\n"
        )
    })
}

/// Room for the title of a plot where several are drawn.
const CAPTION: f64 = 36.0;

/// A plot, and how high it is with its legend.
pub struct Drawn {
    /// The picture as SVG.
    pub picture: String,
    height: f64,
}

/// Draws a plot of an experiment, or says in a sentence why it cannot.
pub(super) fn plot(
    plot: &Plot,
    experiment: &Experiment,
    findings: &Findings,
) -> Result<Drawn, &'static str> {
    let series = series(plot, experiment, findings).ok_or("No such column.")?;
    if series.iter().all(|series| series.points.is_empty() && series.published.is_empty()) {
        return Err("Nothing to draw yet.");
    }
    let (below, beside) = match (plot.kind, places(plot, experiment)) {
        (PlotKind::Scatter, Some((across, up))) => {
            let name =
                |at: usize| format!("{}, {}", plot.column, experiment.configurations[at].label);
            (name(across), name(up))
        }
        (PlotKind::Solved, _) => ("levels solved".to_owned(), plot.column.clone()),
        _ => ("level".to_owned(), plot.column.clone()),
    };
    let numbers = numbers(plot, experiment, &findings.tables);
    Ok(draw(plot.kind, &plot.title, &series, Axes { below: &below, beside: &beside }, &numbers))
}

/// What the axes of a plot are called.
#[derive(Clone, Copy)]
pub struct Axes<'a> {
    /// The horizontal one.
    pub below: &'a str,
    /// The vertical one.
    pub beside: &'a str,
}

/// Draws series as a plot of a kind and with a title; `numbers` stand along the horizontal axis where it
/// counts levels.
pub fn draw(
    kind: PlotKind,
    title: &str,
    series: &[Series],
    axes: Axes,
    numbers: &[String],
) -> Drawn {
    let scale = Scale::new(series, kind);
    let mut body = scale.axes(axes, numbers);
    for (i, one) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        body += &match kind {
            PlotKind::Bars => scale.bars(one, i, series.len(), colour),
            PlotKind::Lines | PlotKind::Solved => scale.line(one, colour),
            PlotKind::Scatter => scale.cloud(one, colour),
        };
    }
    let (legend, height) = legend(series);
    body += &legend;
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{}\">{body}</svg>",
        escaped(title)
    );
    Drawn { picture, height }
}

/// What the colours mean, and that hollow points were published: lines below the plot, and where they end.
fn legend(series: &[Series]) -> (String, f64) {
    // A little more than the width of a letter in common fonts.
    const LETTER: f64 = 6.8;
    const LINE: f64 = 18.0;
    let square = |i: usize, x: f64, y: f64| {
        let colour = COLOURS[i % COLOURS.len()];
        let y = y - 9.0;
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>")
    };
    let labels = series.iter().map(|one| one.label.as_str());
    let published = series.iter().any(|one| !one.published.is_empty()).then_some("published");
    let (mut text, mut x, mut y) = (String::new(), LEFT, HEIGHT + 10.0);
    for (i, label) in labels.chain(published).enumerate() {
        let width = 16.0 + label.chars().count() as f64 * LETTER + 20.0;
        if x > LEFT && x + width > WIDTH - RIGHT {
            (x, y) = (LEFT, y + LINE);
        }
        text += &match i == series.len() {
            true => hollow(x + 5.0, y - 4.0, "#333"),
            false => square(i, x, y),
        };
        text += &format!("<text x=\"{}\" y=\"{y}\">{}</text>", x + 16.0, escaped(label));
        x += width;
    }
    (text, y + LINE - 6.0)
}

/// A published point.
fn hollow(x: f64, y: f64, colour: &str) -> String {
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"#fff\" fill-opacity=\".6\" \
         stroke=\"{colour}\" stroke-width=\"1.5\" class=\"published\"/>"
    )
}

/// The points of each configuration; `None` when the plot names a column or configuration that is not
/// there.
pub fn series(plot: &Plot, experiment: &Experiment, findings: &Findings) -> Option<Vec<Series>> {
    let column = experiment.columns.iter().position(|column| column.name == plot.column)?;
    let figures = |label, figure| figures(experiment, findings, column, label, figure);
    if plot.kind == PlotKind::Scatter {
        let (across, up) = places(plot, experiment)?;
        let pairs = |figure: Figure| -> Vec<(f64, f64)> {
            let pairs = figures(across, figure).into_iter().zip(figures(up, figure));
            pairs.filter(|(x, y)| !x.is_nan() && !y.is_nan()).collect()
        };
        let label = |at: usize| &experiment.configurations[at].label;
        return Some(vec![Series {
            label: format!("{} against {}", label(up), label(across)),
            points: pairs(|cell| cell.value),
            published: pairs(|cell| cell.figure),
        }]);
    }
    let points = |label: usize, figure: Figure| -> Vec<(f64, f64)> {
        let mut values = figures(label, figure);
        if plot.kind == PlotKind::Solved {
            values.retain(|value| !value.is_nan());
            values.sort_by(f64::total_cmp);
        }
        let numbered = values.into_iter().enumerate().map(|(i, value)| (i as f64 + 1.0, value));
        numbered.filter(|(_, value)| !value.is_nan()).collect()
    };
    let one = |(i, it): (usize, &Configuration)| Series {
        label: it.label.clone(),
        points: points(i, |cell| cell.value),
        published: points(i, |cell| cell.figure),
    };
    Some(experiment.configurations.iter().enumerate().map(one).collect())
}

/// Which of the figures of a cell: ours or the published one.
type Figure = fn(&Cell) -> Option<f64>;

/// The figures of a column under one configuration, level by level; NaN for missing ones.
fn figures(
    experiment: &Experiment,
    findings: &Findings,
    column: usize,
    label: usize,
    figure: Figure,
) -> Vec<f64> {
    let tables = &findings.tables;
    let cells: Vec<Option<f64>> = match experiment.layout {
        Layout::Levels => tables.get(column).map_or(Vec::new(), |table| {
            table.rows.iter().map(|(_, cells)| figure(&cells[label])).collect()
        }),
        Layout::Indicators => {
            // The summaries come after all others.
            let others = tables.len() - usize::from(!experiment.summaries.is_empty());
            tables[..others].iter().map(|table| figure(&table.rows[column].1[label])).collect()
        }
        // The table has sums alone, and nothing is published of single levels.
        Layout::Totals => {
            let label = &experiment.configurations[label].label;
            let cells = values(&experiment.columns[column], &findings.entries, label);
            cells.map(|value| figure(&Cell { value, ..Cell::default() })).collect()
        }
    };
    cells.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

/// The two configurations of a scatter plot, across and up, by their labels.
pub fn between(plot: &Plot, experiment: &Experiment) -> Option<[String; 2]> {
    let (across, up) = places(plot, experiment)?;
    let label = |at: usize| experiment.configurations[at].label.clone();
    (plot.kind == PlotKind::Scatter).then(|| [label(across), label(up)])
}

/// The two configurations of a scatter plot.
fn places(plot: &Plot, experiment: &Experiment) -> Option<(usize, usize)> {
    let place = |label: &String| experiment.configurations.iter().position(|it| it.label == *label);
    match &plot.between {
        Some((across, up)) => Some((place(across)?, place(up)?)),
        None => (experiment.configurations.len() > 1).then_some((0, 1)),
    }
}

/// The numbers of the levels on the horizontal axis, as they are in their file; none where the axis
/// does not count levels.
pub fn numbers(plot: &Plot, experiment: &Experiment, tables: &[Table]) -> Vec<String> {
    if matches!(plot.kind, PlotKind::Solved | PlotKind::Scatter)
        || experiment.layout != Layout::Levels
    {
        return Vec::new();
    }
    let rows = tables.first().map_or(&[][..], |table| &table.rows);
    rows.iter().map(|(name, _)| name.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// From data to places on the page. The vertical axis is logarithmic, and so is the horizontal one of
/// a scatter plot.
struct Scale {
    last: f64,
    /// Powers of ten at the bottom and at the top.
    low: f64,
    high: f64,
    kind: PlotKind,
}

impl Scale {
    fn new(series: &[Series], kind: PlotKind) -> Scale {
        let points = || series.iter().flat_map(|one| one.points.iter().chain(&one.published));
        let is_scatter = kind == PlotKind::Scatter;
        let values = || points().flat_map(|&(x, y)| [y, if is_scatter { x } else { y }]);
        let last = if is_scatter { 1.0 } else { points().map(|point| point.0).fold(1.0, f64::max) };
        let positive = values().filter(|&value| value > 0.0);
        let least = positive.min_by(f64::total_cmp).unwrap_or(1.0);
        // The smallest bar must be seen, too.
        let low = (if kind == PlotKind::Bars { 0.8 * least } else { least }).log10().floor();
        let high = values().fold(0.0, f64::max).max(least).log10().ceil().max(low + 1.0);
        Scale { last, low, high, kind }
    }

    /// How far a value is up its axis, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let least = 10f64.powf(self.low);
        (value.max(least).log10() - self.low) / (self.high - self.low)
    }

    fn x(&self, x: f64) -> f64 {
        let share = match self.kind {
            PlotKind::Scatter => self.share(x),
            PlotKind::Lines | PlotKind::Bars | PlotKind::Solved => (x - 0.5) / self.last,
        };
        LEFT + (WIDTH - LEFT - RIGHT) * share
    }

    fn y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * self.share(y)
    }

    /// The axes, with the numbers of the levels where the horizontal one counts levels.
    fn axes(&self, Axes { below, beside }: Axes, numbers: &[String]) -> String {
        let mut text = self.decades();
        if self.kind != PlotKind::Scatter {
            text += &self.counts(numbers);
        }
        let (middle, half) = (WIDTH / 2.0, HEIGHT / 2.0);
        text + &format!(
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
             <text x=\"16\" y=\"{half}\" transform=\"rotate(-90 16 {half})\" \
             text-anchor=\"middle\">{}</text>",
            HEIGHT - 10.0,
            escaped(below),
            escaped(beside)
        )
    }

    /// A line at each power of ten; in a scatter plot also across, and the line of equals.
    fn decades(&self) -> String {
        let mut text = String::new();
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let power =
            |decade: i32| format!("10<tspan dy=\"-4\" font-size=\"9\">{decade}</tspan></text>");
        for decade in self.low as i32..=self.high as i32 {
            let (x, y) = (self.x(10f64.powi(decade)), self.y(10f64.powi(decade)));
            text += &format!(
                "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}",
                LEFT - 8.0,
                y + 4.0,
                power(decade)
            );
            if self.kind == PlotKind::Scatter {
                text += &format!(
                    "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
                     <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}",
                    bottom + 18.0,
                    power(decade)
                );
            }
        }
        if self.kind == PlotKind::Scatter {
            text += &format!(
                "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{TOP}\" \
                 stroke=\"#999\" stroke-dasharray=\"4 4\"/>"
            );
        }
        text
    }

    /// Numbers along the horizontal axis.
    fn counts(&self, numbers: &[String]) -> String {
        let step = (self.last / 20.0).ceil() as usize;
        let number = |n: usize| {
            let number = numbers.get(n - 1).map_or_else(|| n.to_string(), |number| escaped(number));
            format!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                self.x(n as f64),
                HEIGHT - BOTTOM + 18.0
            )
        };
        (1..=self.last as usize).step_by(step.max(1)).map(number).collect()
    }

    fn line(&self, series: &Series, colour: &str) -> String {
        let path = |points: &[(f64, f64)]| -> String {
            let places = points.iter().map(|&(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y)));
            places.collect::<Vec<_>>().join(" ")
        };
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-dasharray=\"3 4\"/>{}",
            path(&series.points),
            path(&series.published),
            self.cloud(series, colour)
        )
    }

    /// The points alone.
    fn cloud(&self, series: &Series, colour: &str) -> String {
        let full = series.points.iter().map(|&(x, y)| {
            let (x, y) = (self.x(x), self.y(y));
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>")
        });
        let published = series.published.iter();
        let empty = published.map(|&(x, y)| hollow(self.x(x), self.y(y), colour));
        full.chain(empty).collect()
    }

    fn bars(&self, series: &Series, at: usize, of: usize, colour: &str) -> String {
        let group = (WIDTH - LEFT - RIGHT) / self.last * 0.8;
        let width = group / of as f64;
        let left = |x: f64| self.x(x) - group / 2.0 + width * at as f64;
        let bar = |&(x, y): &(f64, f64)| {
            let (left, top) = (left(x), self.y(y));
            format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" \
                 fill=\"{colour}\"/>",
                HEIGHT - BOTTOM - top
            )
        };
        let published = series.published.iter();
        let marks = published.map(|&(x, y)| hollow(left(x) + width / 2.0, self.y(y), colour));
        series.points.iter().map(bar).chain(marks).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;

    #[test]
    fn every_kind_draws_every_point() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "x", "suites": [],
                "configurations": [{"label": "A", "line": "astar"}, {"label": "B", "line": "bfs"}],
                "columns": [{"name": "n", "fields": []}]}"#,
        )
        .unwrap();
        let cell = |value, figure| Cell { value, figure, ..Cell::default() };
        let table = Table {
            title: "n".into(),
            rows_are: "level",
            headings: vec!["A".into(), "B".into()],
            rows: vec![
                ("1".into(), vec![cell(Some(1000.0), Some(900.0)), cell(Some(10.0), None)]),
                ("2".into(), vec![cell(None, Some(50.0)), cell(Some(0.5), None)]),
                ("38 the third".into(), vec![cell(Some(10.0), None), cell(Some(7.0), None)]),
            ],
            compared: false,
        };
        let findings = Findings { entries: Vec::new(), tables: vec![table], remarks: Vec::new() };
        let draw = |kind| {
            let what = Plot { kind, column: "n".into(), title: "<n>".into(), between: None };
            plot(&what, &experiment, &findings).map(|drawn| drawn.picture).unwrap()
        };
        // Two published points and the one of the legend; five points of ours.
        let points =
            |text: &str| (text.matches("published\"").count(), text.matches("<circle").count());
        assert_eq!(points(&draw(PlotKind::Lines)), (3, 3 + 5));
        assert_eq!(points(&draw(PlotKind::Solved)), (3, 3 + 5));
        assert_eq!(points(&draw(PlotKind::Bars)), (3, 3));
        // Two levels have a figure under both; nothing is published for the second configuration.
        assert_eq!(points(&draw(PlotKind::Scatter)), (0, 2));
        assert_eq!(draw(PlotKind::Bars).matches("<rect").count(), 5 + 2);
        assert!(draw(PlotKind::Bars).contains("&lt;n&gt;"));
        assert!(draw(PlotKind::Bars).contains(">38<"), "levels have their own numbers");
        assert!(!draw(PlotKind::Solved).contains(">38<"));
        assert!(draw(PlotKind::Scatter).contains(">n, A<"));
    }

    #[test]
    fn a_plot_beside_totals_counts_levels() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "x", "suites": [], "layout": "totals",
                "configurations": [{"label": "A", "line": "astar"}, {"label": "B", "line": "bfs"}],
                "columns": [{"name": "n", "fields": ["expanded"]}]}"#,
        )
        .unwrap();
        let entry = |label: &str, index: u64, status: &str| {
            let record =
                serde_json::json!({ "index": index, "status": status, "expanded": 7 * index });
            Entry { suite: "a".into(), label: label.into(), record }
        };
        let entries = vec![
            entry("A", 1, "solved"),
            entry("A", 2, "nodes"),
            entry("A", 3, "solved"),
            entry("B", 1, "solved"),
        ];
        let findings = Findings { entries, tables: Vec::new(), remarks: Vec::new() };
        let (kind, column) = (PlotKind::Solved, "n".to_owned());
        let plot = Plot { kind, column, title: "n".into(), between: None };
        let series = series(&plot, &experiment, &findings).unwrap();
        assert_eq!(series[0].points, [(1.0, 7.0), (2.0, 21.0)]);
        assert_eq!(series[1].points, [(1.0, 7.0)]);
    }
}
