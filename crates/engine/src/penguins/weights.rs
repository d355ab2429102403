//! The weights of the evaluation, as the tuner found them (`docs/engine.md` says how).

use super::evaluation::Weights;

/// Squares, where fish count on arrival.
pub const SQUARE: Weights = Weights {
    early: [60.0, 55.0, 45.0, 40.0, 12.0, 8.0, 5.0, 3.0, 3.0, -60.0, -15.0, 0.0, 20.0, 55.0, 0.0],
    late: [75.0, 70.0, 60.0, 55.0, 30.0, 15.0, 8.0, 5.0, 2.0, -30.0, -10.0, 0.0, 10.0, 70.0, 0.0],
};

/// Hexagons, where fish count on arrival.
pub const CLASSIC: Weights = Weights {
    early: [47.9, 67.6, 36.5, 18.7, -8.4, 13.7, 6.8, 5.2, 1.8, -65.8, -25.3, 19.2, -8.1, 45.8, -4.3],
    late: [57.6, 57.6, 61.2, 45.8, 8.6, 25.6, 9.3, 7.8, 6.3, -71.1, 4.7, -10.8, -7.8, 61.5, -3.5],
};

/// Where fish count on leaving, on hexagons.
pub const HEX: Weights = Weights {
    early: [60.0, 55.0, 45.0, 40.0, 12.0, 8.0, 5.0, 3.0, 3.0, -60.0, -15.0, 90.0, 20.0, 55.0, 0.0],
    late: [70.0, 65.0, 55.0, 50.0, 30.0, 15.0, 8.0, 5.0, 2.0, -30.0, -10.0, 90.0, 10.0, 70.0, 0.0],
};
