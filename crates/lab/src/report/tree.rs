//! Trees of searches drawn side by side: what a technique spares a search, for the eye.
//!
//! The root is at the top, a level of the drawing is a step of the search. Filled points were
//! expanded, hollow ones only generated; the way to the solution is drawn in another colour.

use puzzle::tree::TreeNode;

use super::html::escaped;

/// Distance between two neighbours at the bottom of a tree, and between two levels.
const ACROSS: f64 = 9.0;
const DOWN: f64 = 22.0;
/// Space around a tree; above it stands its heading, two lines.
const MARGIN: f64 = 24.0;
const HEADING: f64 = 58.0;
/// What the points mean stands in one line below all trees.
const LEGEND: f64 = 24.0;
const FONT: f64 = 13.0;
/// Width of a letter, for the room a heading needs: a little more than the average of common fonts.
const LETTER: f64 = 7.6;

const PLAIN: &str = "#0072b2";
const SOLUTION: &str = "#d55e00";

/// One picture of several trees, each under its heading.
pub fn trees(drawn: &[(String, Vec<TreeNode>)]) -> String {
    let placed: Vec<Placed> = drawn.iter().map(|(_, nodes)| Placed::new(nodes)).collect();
    let width = |(label, nodes): &(String, Vec<TreeNode>), tree: &Placed| {
        let lines = [label.clone(), counts(nodes)];
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        tree.width.max(longest as f64 * LETTER) + 2.0 * MARGIN
    };
    let widths: Vec<f64> = drawn.iter().zip(&placed).map(|(one, tree)| width(one, tree)).collect();
    let legend = legend();
    let total = widths.iter().sum::<f64>().max(legend.1);
    let bottom = placed.iter().map(|it| it.height).fold(0.0, f64::max) + HEADING;
    let height = bottom + MARGIN + LEGEND;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {total:.0} {height:.0}\" font-family=\"system-ui,sans-serif\" \
         font-size=\"{FONT}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let mut left = 0.0;
    for (((label, nodes), places), width) in drawn.iter().zip(&placed).zip(widths) {
        text += &format!(
            "<g transform=\"translate({left:.1} 0)\"><text x=\"{MARGIN}\" y=\"20\" \
             font-weight=\"600\">{}</text><text x=\"{MARGIN}\" y=\"38\">{}</text>{}</g>\n",
            escaped(label),
            counts(nodes),
            places.draw(nodes)
        );
        left += width;
    }
    text += &format!("<g transform=\"translate(0 {:.1})\">{}</g>\n", bottom + MARGIN, legend.0);
    text + "</svg>\n"
}

fn counts(nodes: &[TreeNode]) -> String {
    let expanded = nodes.iter().filter(|node| node.expanded).count();
    format!("{expanded} nodes explored, {} generated", nodes.len())
}

/// What the points mean, and how wide it is.
fn legend() -> (String, f64) {
    let rows = [
        (PLAIN, PLAIN, "explored"),
        (PLAIN, "#fff", "generated, not explored"),
        (SOLUTION, SOLUTION, "on the way to the solution"),
    ];
    let (mut text, mut left) = (String::new(), MARGIN);
    for (colour, fill, words) in rows {
        text += &point(left + 3.0, FONT / 2.0, colour, fill);
        text += &format!("<text x=\"{:.1}\" y=\"{:.1}\">{words}</text>", left + 12.0, FONT - 2.0);
        left += words.chars().count() as f64 * LETTER + MARGIN;
    }
    (text, left)
}

fn point(x: f64, y: f64, colour: &str, fill: &str) -> String {
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"{colour}\"/>")
}

/// Where the nodes of a tree are.
struct Placed {
    places: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

impl Placed {
    /// Leaves side by side in the order of a walk through the tree, parents above the middle of their
    /// children.
    fn new(nodes: &[TreeNode]) -> Placed {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut depth = vec![0usize; nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(i);
                depth[i] = depth[parent] + 1;
            }
        }
        let mut x = vec![0.0; nodes.len()];
        let mut leaves = 0.0;
        // Depth first without recursion: a search may be a long way deep.
        let mut stack: Vec<usize> = (!nodes.is_empty()).then_some(0).into_iter().collect();
        while let Some(i) = stack.pop() {
            if children[i].is_empty() {
                x[i] = leaves;
                leaves += ACROSS;
            }
            stack.extend(children[i].iter().rev());
        }
        // Children come after their parents, so this meets them first.
        for i in (0..nodes.len()).rev().filter(|&i| !children[i].is_empty()) {
            x[i] =
                children[i].iter().map(|&child| x[child]).sum::<f64>() / children[i].len() as f64;
        }
        let deepest = depth.iter().max().copied().unwrap_or(0);
        let places = x.iter().zip(&depth).map(|(&x, &depth)| (x, depth as f64 * DOWN)).collect();
        Placed { places, width: leaves, height: deepest as f64 * DOWN }
    }

    fn draw(&self, nodes: &[TreeNode]) -> String {
        let place = |i: usize| (self.places[i].0 + MARGIN, self.places[i].1 + HEADING);
        let colour = |on_solution| if on_solution { SOLUTION } else { PLAIN };
        let mut text = String::new();
        for (i, node) in nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let ((x1, y1), (x2, y2)) = (place(parent), place(i));
            let on_solution = node.on_solution && nodes[parent].on_solution;
            text += &format!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\" \
                 stroke-width=\"{}\"/>",
                colour(on_solution),
                if on_solution { 2.0 } else { 0.7 }
            );
        }
        for (i, node) in nodes.iter().enumerate() {
            let (x, y) = place(i);
            let colour = colour(node.on_solution);
            text += &point(x, y, colour, if node.expanded { colour } else { "#fff" });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_drawn_and_parents_stand_above_their_children() {
        let node = |parent, expanded, on_solution| TreeNode { parent, expanded, on_solution };
        let nodes = vec![
            node(None, true, true),
            node(Some(0), true, true),
            node(Some(0), false, false),
            node(Some(1), false, true),
            node(Some(1), false, false),
        ];
        let placed = Placed::new(&nodes);
        assert_eq!(placed.places[1], (ACROSS / 2.0, DOWN));
        assert_eq!(placed.places[2], (2.0 * ACROSS, DOWN));
        assert_eq!(placed.places[0].0, 1.25 * ACROSS);
        let drawn = trees(&[("<with>".to_owned(), nodes.clone())]);
        // Five nodes, and the three points that the legend explains.
        assert_eq!((drawn.matches("<circle").count(), drawn.matches("<line").count()), (5 + 3, 4));
        assert_eq!(drawn.matches("stroke-width=\"2\"").count(), 2);
        assert!(drawn.contains(">&lt;with&gt;</text>"));
        assert!(drawn.contains(">2 nodes explored, 5 generated</text>"));
    }

    #[test]
    fn a_heading_has_room_beside_the_next() {
        let root = || vec![TreeNode { parent: None, expanded: true, on_solution: true }];
        let long = "a configuration with a long name -and +several -switches".to_owned();
        let drawn = trees(&[(long.clone(), root()), ("short".to_owned(), root())]);
        let second = drawn.split("translate(").nth(2).unwrap();
        let left: f64 = second.split(' ').next().unwrap().parse().unwrap();
        assert!(left > long.len() as f64 * FONT / 2.0, "{left}");
    }
}
