//! How far a part that was counted may be from what it is in the long run.

/// Standard deviations within which 95 % of a normal distribution lie.
const NINETY_FIVE: f64 = 1.96;

/// The 95 % confidence interval of a part, after Wilson: it holds for few games and near 0 and 1,
/// too. It takes games as independent, which those of one deal are not quite.
#[must_use]
pub fn interval(part: f64, of: f64) -> (f64, f64) {
    let square = NINETY_FIVE * NINETY_FIVE;
    let middle = part + square / (2.0 * of);
    let spread = NINETY_FIVE * (part * (1.0 - part) / of + square / (4.0 * of * of)).sqrt();
    let part = |bound: f64| (bound / (1.0 + square / of)).clamp(0.0, 1.0);
    (part(middle - spread), part(middle + spread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        // As R's prop.test gives them without its correction.
        let (low, high) = interval(0.5, 20.0);
        assert!((low - 0.299).abs() < 0.001 && (high - 0.701).abs() < 0.001, "{low} {high}");
        let (low, high) = interval(0.0, 10.0);
        assert!(low.abs() < 1e-9 && (high - 0.278).abs() < 0.001, "{low} {high}");
    }
}
