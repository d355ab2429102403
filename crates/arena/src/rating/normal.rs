//! The cumulative distribution function (CDF) of the normal distribution.

/// 95% of a normal distribution lie within this many standard deviations of the mean.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Returns the standard normal distribution function at `z`.
pub(super) fn cdf(z: f64) -> f64 {
    let tail = upper_tail(z.abs());
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// Returns the probability above `z`, which is not negative.
///
/// Near the mean it sums a Taylor series with positive terms only, so nothing cancels; in the tail, where that needs
/// many terms, it evaluates a continued fraction backwards. Both are exact to about 15 digits where they are used.
fn upper_tail(z: f64) -> f64 {
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 3.0 {
        let mut term = z;
        let mut sum = z;
        let mut odd = 1.0;
        while term > sum * 1e-17 {
            odd += 2.0;
            term *= z * z / odd;
            sum += term;
        }
        0.5 - density * sum
    } else {
        let fraction = (1..=100).rev().fold(z, |below, step| z + f64::from(step) / below);
        density / fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_tables() {
        // From the standard normal table.
        for (z, share) in
            [(0.0, 0.5), (0.5, 0.69146), (1.0, 0.84134), (1.96, 0.97500), (2.58, 0.99506), (3.5, 0.99977)]
        {
            assert!((cdf(z) - share).abs() < 5e-6, "{z}");
            assert!((cdf(-z) - (1.0 - share)).abs() < 5e-6, "-{z}");
        }
        assert!((cdf(Z95) - 0.975).abs() < 1e-14);
    }

    #[test]
    fn both_formulas_agree_where_they_meet() {
        let step = cdf(3.0) - cdf(3.0 - 1e-9);
        assert!((0.0..1e-10).contains(&step), "{step}");
    }

    #[test]
    fn extreme_values_are_finite() {
        assert_eq!(cdf(f64::INFINITY), 1.0);
        assert_eq!(cdf(-1e9), 0.0);
        assert_eq!(cdf(40.0), 1.0);
    }
}
