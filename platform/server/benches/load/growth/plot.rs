//! A curve as an SVG file.

use std::ops::Range;
use std::path::Path;

use plotters::coord::ranged1d::SegmentValue;
use plotters::prelude::*;

/// The size of a plot in pixels.
const SIZE: (u32, u32) = (720, 360);
const FONT: &str = "sans-serif";
/// How far the axis goes up beyond the highest figure.
const HEADROOM: f64 = 1.25;

/// A curve whose points stand beside each other at equal distances, as the points of an axis do
/// that goes up by a factor from one to the next.
pub(super) struct Plot {
    pub(super) title: &'static str,
    pub(super) across: &'static str,
    pub(super) up: &'static str,
    /// What each point is called, and how high it is.
    pub(super) points: Vec<(String, f64)>,
}

impl Plot {
    /// Writes the file anew. There are at least two points.
    pub(super) fn draw(&self, file: &Path) {
        let area = SVGBackend::new(file, SIZE).into_drawing_area();
        area.fill(&WHITE).unwrap();
        let highest = self.points.iter().map(|(_, figure)| *figure).fold(0.0, f64::max);
        let last = self.points.len() - 1;
        // An axis needs a length also where nothing was done in time.
        let up: Range<f64> = 0.0..(highest * HEADROOM).max(1.0);
        let mut chart = ChartBuilder::on(&area)
            .caption(self.title, (FONT, 18))
            .margin(12)
            .x_label_area_size(48)
            .y_label_area_size(80)
            .build_cartesian_2d((0..last).into_segmented(), up)
            .unwrap();
        let name = |at: &SegmentValue<usize>| match at {
            SegmentValue::CenterOf(point) => self.points[*point].0.clone(),
            SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(self.points.len())
            .x_label_formatter(&name)
            .y_label_formatter(&|figure| format!("{figure:.0}"))
            .x_desc(self.across)
            .y_desc(self.up)
            .label_style((FONT, 13))
            .draw()
            .unwrap();
        let at = |(point, (_, figure)): (usize, &(String, f64))| {
            (SegmentValue::CenterOf(point), *figure)
        };
        let line: Vec<_> = self.points.iter().enumerate().map(at).collect();
        chart.draw_series(LineSeries::new(line.clone(), BLUE.stroke_width(2))).unwrap();
        let mark = |(point, figure): &(SegmentValue<usize>, f64)| {
            let label = Text::new(format!("{figure:.0}"), (0, -22), (FONT, 13).into_font());
            EmptyElement::at((point.clone(), *figure))
                + Circle::new((0, 0), 4, BLUE.filled())
                + label
        };
        chart.draw_series(line.iter().map(mark)).unwrap();
        area.present().unwrap();
    }
}
