//! What is computed once a board: rooms, distances, hotspots.

#![cfg(test)]

use super::{Report, traces};
use crate::engine::fess::field::{Field, Hotspots, NO_ROOM};

#[test]
fn preprocessing_agrees() {
    let mut report = Report::default();
    for trace in traces() {
        let field = &trace.field;
        let n = field.wall();
        let list = |bits: &crate::kernel::Bits| {
            bits.numbers().map(|square| trace.name_of(square)).collect::<Vec<_>>().join(" ")
        };
        report.compare(
            &trace,
            "TUNNELPUSH",
            &list(field.no_stop_pushed()),
            trace.one("TUNNELPUSH"),
        );
        report.compare(
            &trace,
            "TUNNELPULL",
            &list(field.no_stop_pulled()),
            trace.one("TUNNELPULL"),
        );
        report.compare(&trace, "HOLES", &list(field.holes()), trace.one("HOLES"));
        let floor = |text: &str| text.replace(['#', ' '], " ");
        let dead = grid(field, |square| match square {
            s if s == n => " ".into(),
            s if field.is_dead(s) => "x".into(),
            _ => ".".into(),
        });
        for (ours, theirs) in dead.iter().zip(trace.all("D")) {
            report.compare(&trace, "D", ours, &floor(theirs));
        }
        let rooms = grid(field, |square| match square {
            s if s == n => " ".into(),
            s => match field.rooms().of[s as usize] {
                NO_ROOM => ".".into(),
                room => char::from(
                    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        [room as usize],
                )
                .to_string(),
            },
        });
        for (ours, theirs) in rooms.iter().zip(trace.all("R")) {
            report.compare(&trace, "R", ours, &floor(theirs));
        }
        let edges: Vec<String> =
            field.rooms().edges().iter().map(|(i, j)| format!("{i}-{j}")).collect();
        report.compare(&trace, "ROOMEDGES", &edges.join(" "), trace.one("ROOMEDGES"));
        let forward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s if field.from_goals(s) == u16::MAX => "* ".into(),
            s => format!("{} ", field.from_goals(s)),
        });
        for (ours, theirs) in forward.iter().zip(trace.all("FD")).filter(|pair| !pair.1.is_empty())
        {
            report.compare(&trace, "FD", ours, theirs);
        }
        let backward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s => format!("{} ", field.to_goals(s)),
        });
        for (ours, theirs) in backward.iter().zip(trace.all("BD")).filter(|pair| !pair.1.is_empty())
        {
            report.compare(&trace, "BD", ours, theirs);
        }
        let mut hotspots = Hotspots::new(field);
        let by: Vec<String> = (0..n)
            .map(|q| (q, hotspots.row(field, q).len()))
            .filter(|&(_, count)| count > 0)
            .map(|(q, count)| format!("{}:{count}", trace.name_of(q)))
            .collect();
        report.compare(&trace, "HOTBY", &by.join(" "), trace.one("HOTBY"));
        let _ = trace.squares("");
    }
    report.finish("preprocessing");
}

fn grid(field: &Field, mut letter: impl FnMut(u16) -> String) -> Vec<String> {
    (0..field.height())
        .map(|row| (0..field.width()).map(|column| letter(field.square_at(row, column))).collect())
        .collect()
}
