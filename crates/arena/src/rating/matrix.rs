//! The linear algebra of the rating fit: a symmetric matrix and its Cholesky factorisation.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// Makes a diagonal matrix.
    pub(super) fn diagonal(size: usize, value: f64) -> Matrix {
        let mut matrix = Matrix { size, cells: vec![0.0; size * size] };
        for i in 0..size {
            matrix.cells[i * size + i] = value;
        }
        matrix
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Factors a symmetric, positive definite matrix into `L Lᵀ` (Cholesky).
    pub(super) fn factor(mut self) -> Factor {
        let size = self.size;
        for i in 0..size {
            for j in 0..=i {
                let dot: f64 = (0..j).map(|k| self.cells[i * size + k] * self.cells[j * size + k]).sum();
                let rest = self.cells[i * size + j] - dot;
                self.cells[i * size + j] = if i == j { rest.sqrt() } else { rest / self.cells[j * size + j] };
            }
        }
        Factor(self)
    }
}

/// The Cholesky factor of a matrix.
pub(super) struct Factor(Matrix);

impl Factor {
    /// Solves the equation `matrix * x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Matrix { size, cells } = &self.0;
        let mut x = right.to_vec();
        for i in 0..*size {
            let dot: f64 = (0..i).map(|k| cells[i * size + k] * x[k]).sum();
            x[i] = (x[i] - dot) / cells[i * size + i];
        }
        for i in (0..*size).rev() {
            let dot: f64 = (i + 1..*size).map(|k| cells[k * size + i] * x[k]).sum();
            x[i] = (x[i] - dot) / cells[i * size + i];
        }
        x
    }
}

/// Returns the dot product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_what_it_multiplied() {
        let mut matrix = Matrix::diagonal(4, 5.0);
        for (i, j, value) in [(0, 1, -1.0), (0, 3, 0.5), (1, 2, -2.0), (2, 3, 1.25)] {
            matrix.add(i, j, value);
            matrix.add(j, i, value);
        }
        let wanted = [1.0, -2.0, 3.5, 0.25];
        let right: Vec<f64> = (0..4).map(|i| dot(matrix.row(i), &wanted)).collect();
        let got = matrix.factor().solve(&right);
        for (got, wanted) in got.iter().zip(wanted) {
            assert!((got - wanted).abs() < 1e-12);
        }
    }
}
