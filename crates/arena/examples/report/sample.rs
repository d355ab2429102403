//! A report of random games that are played by the real rules.

use std::time::Duration;

use floe_arena::event::Entrant;
use floe_arena::fault::{Fault, MissedTurn};
use floe_arena::rating::elo::ConfidenceInterval;
use floe_arena::rating::field::Rating;
use floe_arena::report::Report;
use floe_arena::result::{FaultNote, GameResult, SeatResult};
use floe_arena::schedule::standings::{HeadToHead, PairResult, ResultModel, Standing};
use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::grid::{Coord, Layout};
use floe_rules::penguins::{Phase, Position, RuleSet, Seat, Setup, Stage};
use floe_rules::random::Random;
use floe_rules::record::{PlayerInfo, PlayerKind};

/// The entrants: name, command, and the percentage of faulty turns.
const ENTRANTS: [(&str, &str, u64); 10] = [
    ("Floe", "engine level 10", 0),
    ("Pingu", "./pingu --fast", 0),
    ("Łoś", "./los.py", 1),
    ("企鵝ペンギン", "python3 bot.py", 2),
    ("</script><script>document.body.dataset.owned=1</script>", "./evil \"$(rm -rf ~)\"", 5),
    ("<img src=x onerror=document.body.dataset.owned=2>", "./img' onfocus='document.body.dataset.owned=3", 8),
    ("=HYPERLINK(\"http://example.invalid\",\"click\")", "./sheet", 1),
    ("\u{202e}gnp.exe\u{1b}[31m", "./turned\u{0}round", 3),
    ("a_program_whose_name_is_so_long_that_no_table_has_room_for_it_at_all", "./long", 1),
    ("sleeper", "sleep 1000", 60),
];

/// The rules, size, shape, players and penguins of a game.
fn game_settings(number: usize) -> (RuleSet, u32, u32, Shape, usize, u32) {
    let hex = |layout| RuleSet::HEX.with_layout(layout).expect("hexagons take any layout");
    match number % 9 {
        0 => (RuleSet::SQUARE, 8, 8, Shape::Full, 2, 2),
        1 => (hex(Layout::OddQ), 9, 9, Shape::Island, 2, 4),
        2 => (hex(Layout::EvenQ), 8, 10, Shape::Full, 2, 3),
        3 => (hex(Layout::OddR), 7, 9, Shape::Mirrored, 2, 3),
        4 => (hex(Layout::EvenR), 9, 8, Shape::Island, 2, 2),
        5 => (RuleSet::CLASSIC, 8, 8, Shape::Classic, 2, 4),
        6 => (RuleSet::CLASSIC, 8, 8, Shape::Classic, 4, 2),
        7 => (RuleSet::SQUARE, 12, 14, Shape::Island, 5, 2),
        _ => (RuleSet::SQUARE, 5, 7, Shape::Mirrored, 2, 1),
    }
}

/// Plays random games and reports them.
pub(super) fn report(games: usize, seed: u64) -> Report {
    let mut random = Random::new(seed);
    let (mut results, mut boards) = (Vec::new(), Vec::new());
    for index in 0..games {
        let (rules, rows, cols, shape, players, penguins) = game_settings(index);
        let mut seats: Vec<usize> = (0..ENTRANTS.len()).collect();
        random.shuffle(&mut seats);
        seats.truncate(players);
        let board_seed = random.below(1000);
        let mut recipe = Recipe::plain(rules, rows, cols);
        recipe.shape = shape;
        recipe.holes = if shape == Shape::Island { 25 } else { 8 };
        recipe.players = u8::try_from(players).expect("at most nine play");
        recipe.penguins = penguins;
        recipe.seed = board_seed;
        let setup = generate(&recipe).expect("these boards can be made");
        let mut game = RandomGame::new(setup, rules, penguins, seats);
        game.play(&mut random);
        boards.push(game.board_name(index + 1, board_seed));
        results.push(game.result(index + 1));
    }
    summarized(results, boards)
}

/// A report of random games in which many programs have all met.
pub(super) fn crowd(games: usize, count: usize) -> Report {
    let mut report = report(games, 5);
    report.entrants = (1..=count)
        .map(|number| Entrant::new(format!("Program {number}"), "", PlayerKind::Program))
        .collect();
    report.standings = (0..count).map(blank).collect();
    let meeting = |row: usize, col: usize| (row != col).then_some(HeadToHead { games: 4, points: 2.0 });
    report.cross = (0..count).map(|row| (0..count).map(|col| meeting(row, col)).collect()).collect();
    let pair = PairResult { elo: None, sprt: None, ..report.pairs[0].clone() };
    report.pairs = (0..count)
        .flat_map(|second| (0..second).map(move |first| [first, second]))
        .map(|entrants| PairResult { entrants, ..pair.clone() })
        .collect();
    report
}

/// A game in progress.
struct RandomGame {
    setup: Setup,
    rules: RuleSet,
    penguins: u32,
    seats: Vec<usize>,
    position: Position,
    /// The lines of the record, lost turns included.
    turns: Vec<String>,
    in_a_row: Vec<u32>,
    out: Vec<Option<String>>,
    faults: Vec<FaultNote>,
}

impl RandomGame {
    fn new(setup: Setup, rules: RuleSet, penguins: u32, seats: Vec<usize>) -> RandomGame {
        let count = seats.len();
        let all = Seat::all().take(count).collect();
        let position = Position::new(&setup, &rules, &Stage::Placement { penguins, seats: all });
        RandomGame {
            position: position.expect("a generated board is good"),
            setup,
            rules,
            penguins,
            seats,
            turns: Vec::new(),
            in_a_row: vec![0; count],
            out: vec![None; count],
            faults: Vec::new(),
        }
    }

    fn play(&mut self, random: &mut Random) {
        let mut acting = self.position.to_move();
        while let Some(seat) = acting {
            let at = index(seat);
            if random.below(100) < ENTRANTS[self.seats[at]].2 {
                self.lose(at, random);
                acting = self.next_after(at);
                continue;
            }
            self.in_a_row[at] = 0;
            let turns = self.position.turns();
            let turn = turns[random.index(turns.len())];
            self.turns.push(format!("{} {}", seat.number(), turn.notation(&self.position.grid())));
            let _ = self.position.play_unchecked(turn);
            acting = match self.position.to_move().map(index) {
                Some(next) if self.out[next].is_some() => self.next_after(next),
                _ => self.position.to_move(),
            };
        }
    }

    /// Makes a program lose its turn, and takes it out after three lost turns in a row.
    fn lose(&mut self, at: usize, random: &mut Random) {
        let fault = some_fault(random);
        self.faults.push(FaultNote {
            seat: at,
            after: self.turns.len(),
            name: fault.name().to_owned(),
            explanation: fault.to_string(),
        });
        self.turns.push(format!("{} lost", at + 1));
        self.in_a_row[at] += 1;
        if self.in_a_row[at] == 3 {
            self.turns.push(format!("{} out", at + 1));
            self.out[at] = Some("forfeit after 3 faults in a row".to_owned());
        }
    }

    /// Gives the turn to the next player who can act and is not out; nobody if the game is over.
    fn next_after(&mut self, at: usize) -> Option<Seat> {
        let count = self.seats.len();
        let mut first = at + 1;
        loop {
            for next in (first..first + count).map(|next| next % count) {
                let seat = Seat::all().nth(next)?;
                self.position.set_turn(seat);
                if self.out[next].is_none() && self.position.to_move() == Some(seat) {
                    return Some(seat);
                }
            }
            if self.position.phase() != Phase::Placement {
                return None;
            }
            // The movement phase begins with the lowest number (rule P8).
            self.position.end_placement();
            first = 0;
        }
    }

    fn board_name(&self, number: usize, board_seed: u64) -> String {
        match number % 7 {
            0 => "</script><b onclick='document.body.dataset.owned=4'>boards/nasty.txt".to_owned(),
            _ => format!("{} {}x{} seed {board_seed}", self.rules.name, self.setup.rows(), self.setup.cols()),
        }
    }

    /// Returns the result of the game, on the board with its own index.
    fn result(&self, number: usize) -> GameResult {
        let all = || Seat::all().take(self.seats.len());
        let scores: Vec<u64> = all().map(|seat| self.position.score(seat).unwrap_or(0)).collect();
        // Players who are out rank last.
        let rank = |at: usize| (self.out[at].is_none(), scores[at]);
        let better = |at: usize| (0..scores.len()).filter(|&other| rank(other) > rank(at)).count();
        let result = |at: usize| SeatResult {
            fish: scores[at],
            place: better(at) as u32 + 1,
            out: self.out[at].clone(),
            calls: 0,
            thought: Duration::from_millis(scores[at] * 137 + number as u64),
            slowest: Duration::ZERO,
            stdout: Vec::new(),
            cpu: None,
            stderr: Vec::new(),
        };
        GameResult {
            number,
            round: (number - 1) / 45 + 1,
            board: number - 1,
            seats: self.seats.clone(),
            results: (0..scores.len()).map(result).collect(),
            faults: self.faults.clone(),
            replays: Vec::new(),
            record: self.record(&scores),
        }
    }

    fn record(&self, scores: &[u64]) -> String {
        let lost = self.turns.iter().any(|turn| turn.ends_with("lost") || turn.ends_with("out"));
        let mut text = format!("floe record {}\ngame: {}\n", if lost { 2 } else { 1 }, self.rules.name);
        if let Some(layout) = self.rules.chosen_layout() {
            text += &format!("layout: {}\n", layout.name());
        }
        text += &format!("penguins: {}\n", self.penguins);
        for (number, &entrant) in (1..).zip(&self.seats) {
            let number: usize = number;
            let player_info = PlayerInfo::new(ENTRANTS[entrant].0, PlayerKind::Program)
                .or_else(|_| PlayerInfo::new(&format!("program {number}"), PlayerKind::Program))
                .expect("this is a name");
            text += &format!("player {number}: {player_info}\n");
        }
        text += "event: </script><!-- <script>document.body.dataset.owned=5</script>\n\n[start]\n";
        text += &String::from_utf8_lossy(&board_file::write(&self.setup));
        text += &format!("\n[turns]\n{}\n\n[result]\n", self.turns.join("\n"));
        // Players who are out do not count, unless all are.
        let counts = |at: usize| self.out[at].is_none() || self.out.iter().all(Option::is_some);
        let most = (0..scores.len()).filter(|&at| counts(at)).map(|at| scores[at]).max();
        let mut best = Vec::new();
        for (at, &score) in scores.iter().enumerate() {
            text += &format!("{}: {score}\n", at + 1);
            if counts(at) && Some(score) == most {
                best.push((at + 1).to_string());
            }
        }
        let key = if best.len() == 1 { "winner" } else { "shared" };
        text + &format!("{key}: {}\n", best.join(" "))
    }
}

fn index(seat: Seat) -> usize {
    usize::from(seat.number()) - 1
}

fn some_fault(random: &mut Random) -> Fault {
    let at = |row, col| Coord { row, col };
    match random.below(8) {
        0..3 => Fault::TimeOut(Duration::from_millis(550)),
        3 => Fault::Crash(11),
        4 => Fault::GaveUp(MissedTurn::Slide { from: at(3, 6), to: at(3, 8) }),
        5 => Fault::NotStarted(
            "</script><svg onload=document.body.dataset.owned=6> \u{1b}[31mTraceback\u{2028}".to_owned(),
        ),
        6 => Fault::UnknownExitCode { code: 139, expected: None },
        _ => Fault::WrongScore { wanted: 12, found: 4_294_967_295 },
    }
}

/// Sums up the games, with crude ratings that only serve as a sample.
fn summarized(games: Vec<GameResult>, boards: Vec<String>) -> Report {
    let count = ENTRANTS.len();
    let mut cross: Vec<Vec<Option<HeadToHead>>> = vec![vec![None; count]; count];
    let mut pairs: Vec<PairResult> = Vec::new();
    let mut standings: Vec<Standing> = (0..count).map(blank).collect();
    for game in &games {
        for (at, &entrant) in game.seats.iter().enumerate() {
            let line = &mut standings[entrant];
            let best = game.results.iter().filter(|result| result.place == 1).count();
            line.games += 1;
            match (game.results[at].place, best) {
                (1, 1) => line.wins += 1,
                (1, _) => line.shared += 1,
                _ => line.losses += 1,
            }
            line.fish += game.results[at].fish;
            line.forfeits += u32::from(game.results[at].out.is_some());
            for (other, &opponent) in game.seats.iter().enumerate().filter(|&(other, _)| other != at) {
                let points = against(game.results[at].place, game.results[other].place);
                standings[entrant].points += points / (game.seats.len() - 1) as f64;
                let meeting = cross[entrant][opponent].get_or_insert(HeadToHead { games: 0, points: 0.0 });
                meeting.games += 1;
                meeting.points += points;
            }
        }
        if let [first, second] = game.seats[..] {
            let entrants = [first.min(second), first.max(second)];
            let at = pairs.iter().position(|pair| pair.entrants == entrants).unwrap_or_else(|| {
                pairs.push(PairResult {
                    entrants,
                    wins: 0,
                    shared: 0,
                    losses: 0,
                    model: ResultModel::Trinomial,
                    pentanomial: None,
                    elo: None,
                    nelo: None,
                    likelihood: None,
                    sprt: None,
                });
                pairs.len() - 1
            });
            let (mine, other) = if first < second { (0, 1) } else { (1, 0) };
            match game.results[mine].place.cmp(&game.results[other].place) {
                std::cmp::Ordering::Less => pairs[at].wins += 1,
                std::cmp::Ordering::Equal => pairs[at].shared += 1,
                std::cmp::Ordering::Greater => pairs[at].losses += 1,
            }
        }
    }
    for game in &games {
        for fault in &game.faults {
            standings[game.seats[fault.seat]].faults += 1;
        }
    }
    for line in &mut standings {
        let share = (line.points + 1.0) / (f64::from(line.games) + 2.0);
        let error = 700.0 / f64::from(line.games.max(1)).sqrt();
        line.rating = (line.games > 0).then(|| Rating { value: 1500.0 + elo(share), error });
    }
    for (at, pair) in pairs.iter_mut().enumerate() {
        let all = f64::from(pair.wins + pair.shared + pair.losses);
        let share = (f64::from(pair.wins) + 0.5 * f64::from(pair.shared)) / all;
        let width = 1.0 / all.sqrt();
        let end = |share: f64| (share > 0.0 && share < 1.0).then(|| elo(share));
        pair.elo =
            Some(ConfidenceInterval { value: end(share), low: end(share - width), high: end(share + width) });
        pair.likelihood = Some(1.0 / (1.0 + (-(share - 0.5) * 4.0 * all.sqrt()).exp()));
        pair.sprt = (at % 4 == 0).then(|| "LLR 0.42 (-2.94, 2.94), undecided".to_owned());
    }
    standings.sort_by(|first, second| {
        let share = |line: &Standing| line.points / f64::from(line.games.max(1));
        share(second).total_cmp(&share(first))
    });
    let term = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    Report {
        title: "Spring cup <b>2</b> & friends".to_owned(),
        format: "round robin".to_owned(),
        terms: vec![
            term("rules", "square, hex and classic in turn"),
            term("time", "500 ms a turn, 50 ms grace"),
            term("isolation", "strict (bubblewrap): no network, one writable folder"),
            term("memory", "256 MiB"),
            term("on a fault", "the turn is lost; three in a row forfeit"),
            term("seed", "7"),
            term("<b>key</b>", "<script>document.body.dataset.owned=7</script>"),
        ],
        entrants: ENTRANTS.map(|(name, what, _)| Entrant::new(name, what, PlayerKind::Program)).to_vec(),
        standings,
        cross,
        pairs,
        boards,
        games,
        games_left: 12,
    }
}

fn blank(entrant: usize) -> Standing {
    Standing {
        entrant,
        games: 0,
        wins: 0,
        shared: 0,
        losses: 0,
        points: 0.0,
        fish: 0,
        faults: 0,
        forfeits: 0,
        rating: None,
    }
}

fn against(place: u32, other: u32) -> f64 {
    match place.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}
