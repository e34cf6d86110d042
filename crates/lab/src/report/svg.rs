//! Plots drawn by hand: a logarithmic scale, lines or bars, a legend.

use super::html::escaped;
use crate::{Experiment, Layout, Plot, PlotKind, Table};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 80.0;
const BOTTOM: f64 = 50.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 20.0;

/// Okabe and Ito's colours, which colour-blind readers can tell apart.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// A line of points or a row of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The configuration.
    pub label: String,
    /// Level, or number of levels solved, and figure.
    pub points: Vec<(f64, f64)>,
}

/// Draws a plot of an experiment.
pub(super) fn plot(plot: &Plot, experiment: &Experiment, tables: &[Table]) -> String {
    let Some(series) = series(plot, experiment, tables) else {
        return "<p>No such column.</p>".to_owned();
    };
    if series.iter().all(|series| series.points.is_empty()) {
        return "<p>Nothing to draw yet.</p>".to_owned();
    }
    let scale = Scale::new(&series, plot.kind);
    let mut body = scale.axes(plot, &numbers(plot, experiment, tables));
    for (i, one) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        body += &match plot.kind {
            PlotKind::Bars => scale.bars(one, i, series.len(), colour),
            PlotKind::Lines | PlotKind::Solved => scale.line(one, colour),
        };
        let y = TOP + 16.0 * i as f64;
        body += &format!(
            "<rect x=\"{x}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            y - 9.0,
            LEFT + 26.0,
            y,
            escaped(&one.label),
            x = LEFT + 12.0,
        );
    }
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" font-family=\"sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"{}\">{body}</svg>",
        escaped(&plot.title)
    )
}

/// The points of each configuration; `None` when the plot names a column that is not there.
pub fn series(plot: &Plot, experiment: &Experiment, tables: &[Table]) -> Option<Vec<Series>> {
    let column = experiment.columns.iter().position(|column| column.name == plot.column)?;
    let labels = experiment.configurations.iter().map(|configuration| configuration.label.clone());
    let values = |label: usize| -> Vec<f64> {
        let cells = match experiment.layout {
            Layout::Levels => tables.get(column).map_or(Vec::new(), |table| {
                table.rows.iter().map(|(_, cells)| cells[label].value).collect()
            }),
            Layout::Indicators => {
                tables.iter().map(|table| table.rows[column].1[label].value).collect()
            }
            // Levels and levels solved come before the columns.
            Layout::Totals => {
                tables.iter().map(|table| table.rows[label].1[column + 2].value).collect()
            }
        };
        cells.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect()
    };
    let points = |label: usize| -> Vec<(f64, f64)> {
        let mut values = values(label);
        if plot.kind == PlotKind::Solved {
            values.retain(|value| !value.is_nan());
            values.sort_by(f64::total_cmp);
        }
        let numbered = values.into_iter().enumerate().map(|(i, value)| (i as f64 + 1.0, value));
        numbered.filter(|(_, value)| !value.is_nan()).collect()
    };
    Some(labels.enumerate().map(|(i, label)| Series { label, points: points(i) }).collect())
}

/// The numbers of the levels on the horizontal axis, as they are in their file; none where the axis
/// does not count levels.
pub fn numbers(plot: &Plot, experiment: &Experiment, tables: &[Table]) -> Vec<String> {
    if plot.kind == PlotKind::Solved || experiment.layout != Layout::Levels {
        return Vec::new();
    }
    let rows = tables.first().map_or(&[][..], |table| &table.rows);
    rows.iter().map(|(name, _)| name.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// From data to places on the page. The vertical axis is logarithmic.
struct Scale {
    last: f64,
    decades: f64,
    kind: PlotKind,
}

impl Scale {
    fn new(series: &[Series], kind: PlotKind) -> Scale {
        let points = || series.iter().flat_map(|series| &series.points);
        let last = points().map(|point| point.0).fold(1.0, f64::max);
        let most = points().map(|point| point.1).fold(10.0, f64::max);
        Scale { last, decades: most.log10().ceil(), kind }
    }

    fn x(&self, x: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (x - 0.5) / self.last
    }

    fn y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * y.max(1.0).log10() / self.decades
    }

    /// The axes, with the numbers of the levels where the horizontal one counts levels.
    fn axes(&self, plot: &Plot, numbers: &[String]) -> String {
        let mut text = String::new();
        for decade in 0..=self.decades as i32 {
            let y = self.y(10f64.powi(decade));
            text += &format!(
                "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-4\" \
                 font-size=\"9\">{decade}</tspan></text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0
            );
        }
        let step = (self.last / 20.0).ceil() as usize;
        for n in (1..=self.last as usize).step_by(step.max(1)) {
            let number = numbers.get(n - 1).map_or_else(|| n.to_string(), |number| escaped(number));
            text += &format!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                self.x(n as f64),
                HEIGHT - BOTTOM + 18.0
            );
        }
        let below = match self.kind {
            PlotKind::Solved => "levels solved",
            PlotKind::Lines | PlotKind::Bars => "level",
        };
        let (middle, half) = (WIDTH / 2.0, HEIGHT / 2.0);
        text + &format!(
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{below}</text>\
             <text x=\"16\" y=\"{half}\" transform=\"rotate(-90 16 {half})\" \
             text-anchor=\"middle\">{}</text>",
            HEIGHT - 10.0,
            escaped(&plot.column)
        )
    }

    fn line(&self, series: &Series, colour: &str) -> String {
        let places: Vec<_> = series.points.iter().map(|&(x, y)| (self.x(x), self.y(y))).collect();
        let path: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let mut text = format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        for (x, y) in places {
            text += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        text
    }

    fn bars(&self, series: &Series, at: usize, of: usize, colour: &str) -> String {
        let group = (WIDTH - LEFT - RIGHT) / self.last * 0.8;
        let width = group / of as f64;
        let bar = |&(x, y): &(f64, f64)| {
            let (left, top) = (self.x(x) - group / 2.0 + width * at as f64, self.y(y));
            format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" \
                 fill=\"{colour}\"/>",
                HEIGHT - BOTTOM - top
            )
        };
        series.points.iter().map(bar).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn every_kind_draws_every_point() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "x", "suites": [],
                "configurations": [{"label": "A", "line": "astar"}],
                "columns": [{"name": "n", "fields": []}]}"#,
        )
        .unwrap();
        let cell = |value| Cell { value, ..Cell::default() };
        let table = Table {
            title: "n".into(),
            rows_are: "level",
            headings: vec!["A".into()],
            rows: vec![
                ("1".into(), vec![cell(Some(1000.0))]),
                ("2".into(), vec![cell(None)]),
                ("38 the third".into(), vec![cell(Some(10.0))]),
            ],
            compared: false,
        };
        let draw = |kind| {
            let what = Plot { kind, column: "n".into(), title: "<n>".into() };
            plot(&what, &experiment, std::slice::from_ref(&table))
        };
        assert_eq!(draw(PlotKind::Lines).matches("<circle").count(), 2);
        assert_eq!(draw(PlotKind::Solved).matches("<circle").count(), 2);
        assert_eq!(draw(PlotKind::Bars).matches("<rect").count(), 2 + 1);
        assert!(draw(PlotKind::Bars).contains("&lt;n&gt;"));
        assert!(draw(PlotKind::Bars).contains(">38<"), "levels have their own numbers");
        assert!(!draw(PlotKind::Solved).contains(">38<"));
    }
}
