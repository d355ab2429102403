//! A slow and obvious reference implementation of Gamma: every query by exhaustive search.

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlowGamma {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) players: u32,
    pub(crate) most_areas: u32,
    /// Rows from the bottom; 0 is empty.
    pub(crate) cells: Vec<Vec<u32>>,
    golden_used: Vec<bool>,
}

impl SlowGamma {
    pub(crate) fn new(width: usize, height: usize, players: u32, most_areas: u32) -> SlowGamma {
        let cells = vec![vec![0; width]; height];
        SlowGamma {
            width,
            height,
            players,
            most_areas,
            cells,
            golden_used: vec![false; players as usize + 1],
        }
    }

    fn names(&self, player: u32, x: usize, y: usize) -> bool {
        player >= 1 && player <= self.players && x < self.width && y < self.height
    }

    fn beside(&self, x: usize, y: usize) -> Vec<(usize, usize)> {
        let mut beside = Vec::new();
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                && x < self.width
                && y < self.height
            {
                beside.push((x, y));
            }
        }
        beside
    }

    pub(crate) fn areas(&self, player: u32) -> u32 {
        let mut seen = vec![vec![false; self.width]; self.height];
        let mut areas = 0;
        for (x, y) in self.all() {
            if self.cells[y][x] != player || seen[y][x] {
                continue;
            }
            areas += 1;
            let mut todo = vec![(x, y)];
            while let Some((x, y)) = todo.pop() {
                if self.cells[y][x] == player && !std::mem::replace(&mut seen[y][x], true) {
                    todo.extend(self.beside(x, y));
                }
            }
        }
        areas
    }

    fn all(&self) -> Vec<(usize, usize)> {
        (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))).collect()
    }

    fn is_within_limits(&self, players: &[u32]) -> bool {
        players.iter().all(|&player| self.areas(player) <= self.most_areas)
    }

    pub(crate) fn take(&mut self, player: u32, x: usize, y: usize) -> bool {
        if !self.names(player, x, y) || self.cells[y][x] != 0 {
            return false;
        }
        self.cells[y][x] = player;
        let legal = self.is_within_limits(&[player]);
        if !legal {
            self.cells[y][x] = 0;
        }
        legal
    }

    pub(crate) fn take_golden(&mut self, player: u32, x: usize, y: usize) -> bool {
        if !self.names(player, x, y) || self.golden_used[player as usize] {
            return false;
        }
        let victim = self.cells[y][x];
        if victim == 0 || victim == player {
            return false;
        }
        self.cells[y][x] = player;
        let legal = self.is_within_limits(&[player, victim]);
        if legal {
            self.golden_used[player as usize] = true;
        } else {
            self.cells[y][x] = victim;
        }
        legal
    }

    pub(crate) fn busy(&self, player: u32) -> u64 {
        if player == 0 {
            return 0;
        }
        self.cells.iter().flatten().filter(|&&owner| owner == player).count() as u64
    }

    pub(crate) fn free(&self, player: u32) -> u64 {
        self.all().into_iter().filter(|&(x, y)| self.clone().take(player, x, y)).count() as u64
    }

    pub(crate) fn golden_possible(&self, player: u32) -> bool {
        self.all().into_iter().any(|(x, y)| self.clone().take_golden(player, x, y))
    }

    pub(crate) fn text(&self) -> String {
        let digits = self.players.to_string().len();
        let columns = if self.players > 9 { digits + 1 } else { 1 };
        let cell = |owner: &u32| {
            let text = if *owner == 0 { ".".to_owned() } else { owner.to_string() };
            format!("{text:>columns$}")
        };
        self.cells.iter().rev().map(|row| row.iter().map(cell).collect::<String>() + "\n").collect()
    }
}
