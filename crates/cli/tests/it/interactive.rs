//! The interactive build of `penguins`: a person's turn over a board file, and a game at one keyboard.
//!
//! It is another build of the same program, so these tests run only with the feature `interactive`, and the others
//! only without it.

use crate::plain_board::{At, Phase, PlainBoard, Rules, SQUARE, Scored, Tiling};
use crate::sandbox::{Run, Sandbox, check_each, feed};
#[cfg(unix)]
use crate::terminal::Session;

const BOARD: &str = "4 4\n10 20 10 30\n10 10 00 20\n20 10 10 10\n30 10 20 10\n";
const HEX: Rules = Rules { tiling: Tiling::OddQ, scored: Scored::OnLeaving };

/// Returns the board file as it is now.
fn board(sandbox: &Sandbox) -> PlainBoard {
    PlainBoard::parse(&sandbox.read("b.txt")).unwrap()
}

/// A call of the program in a game of two.
struct Call<'a> {
    sandbox: &'a Sandbox,
    phase: Phase,
    rules: &'a str,
    id: &'a str,
}

impl Call<'_> {
    fn line(&self) -> String {
        let phase = match self.phase {
            Phase::Placement { penguins } => format!("phase=placement penguins={penguins}"),
            Phase::Movement => "phase=movement".to_owned(),
        };
        let Call { rules, id, .. } = self;
        format!("{phase} {rules} players=2 name={id} guard=strict journal={id}.journal b.txt b.txt")
    }

    /// Answers by a pipe, all at once.
    fn by_pipe(&self, answer: &str) -> Run {
        feed(
            &mut self.sandbox.penguins(self.line().split(' ').filter(|word| !word.is_empty())),
            answer.as_bytes(),
        )
    }

    /// Answers at a terminal, as soon as something is asked.
    #[cfg(unix)]
    fn by_terminal(&self, question: &str, answer: &str) {
        let mut session = Session::start(self.sandbox.penguins(self.line().split_whitespace()), (80, 40));
        session.wait_for(" Turn of ");
        session.wait_for(question);
        // Lines are edited by the terminal, as a person expects where nothing is drawn over.
        assert!(session.has_first_modes());
        session.press(answer);
        session.end().expect_code(0);
    }
}

/// Returns a turn of a player, the same every time: where a penguin goes, and where it comes from.
fn choice(board: &PlainBoard, rules: Rules, phase: Phase, id: &str) -> Option<(Option<At>, At)> {
    let number = board.row_of(id.as_bytes()).map(|row| row.number);
    match phase {
        Phase::Placement { penguins } => {
            let placed = number.map_or(0, |number| board.penguins_of(number).len());
            let free = board.find(|field| field == (1, 0));
            (placed < penguins).then(|| free.get(free.len() / 2).map(|&at| (None, at))).flatten()
        }
        Phase::Movement => {
            let slides = board.slides(rules, number?);
            slides.get(slides.len() / 2).map(|&(from, to)| (Some(from), to))
        }
    }
}

/// Plays a game of Ann and Bea on squares; returns how many turns were made by each.
fn play(sandbox: &Sandbox, turn: impl Fn(&Call<'_>, &str)) -> usize {
    let mut made = 0;
    for phase in [Phase::Placement { penguins: 2 }, Phase::Movement] {
        let mut stuck = 0;
        while stuck < 2 {
            for id in ["Ann", "Bea"] {
                let before = board(sandbox);
                let call = Call { sandbox, phase, rules: "", id };
                let Some((from, (row, col))) = choice(&before, SQUARE, phase, id) else {
                    // The program does not ask when there is no turn.
                    call.by_pipe("").expect(id, 1).expect_silence(id);
                    assert_eq!(board(sandbox), before);
                    stuck += 1;
                    continue;
                };
                stuck = 0;
                made += 1;
                let from = from.map(|(row, col)| format!("{col} {row} ")).unwrap_or_default();
                turn(&call, &format!("{from}{col} {row}\n"));
                let after = sandbox.read("b.txt");
                before.judge(SQUARE, phase, id.as_bytes(), &after).unwrap();
                let number = board(sandbox).row_of(id.as_bytes()).unwrap().number;
                assert_eq!(board(sandbox).field((row, col)), (0, number), "the turn that was asked for");
            }
        }
    }
    made
}

#[test]
fn game_through_files_and_pipes() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let made = play(&sandbox, |call, answer| {
        // Wrong answers first: they are explained and asked again.
        let run = call.by_pipe(&format!("nonsense\n99 99\n\n{answer}")).expect(answer, 0);
        assert_eq!(run.stdout.matches("Provide the x and y coordinates").count(), 4, "{}", run.told());
        assert!(run.stdout.contains("99 y 99 is not on the board"), "{}", run.told());
        assert!(run.stderr.is_empty(), "{}", run.told());
    });
    assert!(made > 8, "{made} turns");
    assert_eq!(sandbox.names(), ["Ann.journal", "Bea.journal", "b.txt"]);
}

#[cfg(unix)]
#[test]
fn game_through_files_and_a_terminal() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let made = play(&sandbox, |call, answer| call.by_terminal("Provide the x and y coordinates", answer));
    assert!(made > 8, "{made} turns");
}

#[test]
fn hexagons_are_asked_for_penguin_direction_and_distance() {
    let sandbox = Sandbox::with("b.txt", "3 3\n10 21 10\n20 10 10\n10 30 12\nAnn 1 0\nBea 2 0\n");
    let before = board(&sandbox);
    let call = Call { sandbox: &sandbox, phase: Phase::Movement, rules: "rules=hex", id: "Ann" };
    let run = call.by_pipe("1\ns\n2\n").expect("hex", 0);
    assert!(
        run.stdout.contains("Which direction?") && run.stdout.contains("How many tiles?"),
        "{}",
        run.told()
    );
    before.judge(HEX, Phase::Movement, b"Ann", &sandbox.read("b.txt")).unwrap();
    assert_eq!(board(&sandbox).field((2, 1)), (3, 1));
}

#[test]
fn questions_without_an_answer_leave_the_files_alone() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    sandbox.write("out.txt", "something else");
    let before = (sandbox.snapshot("b.txt"), sandbox.snapshot("out.txt"));
    check_each(["", "9 9\n", "quit\n", "1", "0\nback\n"], |answers| {
        for output in ["b.txt", "out.txt", "new.txt"] {
            let run = feed(
                &mut sandbox.penguins(["phase=placement", "penguins=1", "b.txt", output]),
                answers.as_bytes(),
            );
            let run = run.expect(answers, 3).expect_message(answers, "nothing was written");
            assert!(run.stdout.contains("Provide the x and y coordinates"), "{}", run.told());
            assert_eq!((sandbox.snapshot("b.txt"), sandbox.snapshot("out.txt")), before);
        }
    });
    assert_eq!(sandbox.names(), ["b.txt", "out.txt"]);
    // The end of the input ends a line, too.
    let mut command = sandbox.penguins(["phase=placement", "penguins=1", "b.txt", "out.txt"]);
    feed(&mut command, b"0 0").expect("no newline", 0);
}

#[cfg(unix)]
#[test]
fn ctrl_d_and_ctrl_c_at_a_terminal_write_nothing() {
    use nix::sys::signal::Signal;
    let sandbox = Sandbox::with("b.txt", BOARD);
    let before = sandbox.snapshot("b.txt");
    for key in ["\x04", "\x03"] {
        let command = sandbox.penguins(["phase=placement", "penguins=1", "b.txt", "b.txt"]);
        let mut session = Session::start(command, (80, 40));
        session.wait_for("Provide the x and y coordinates");
        session.press(key);
        let ended = session.end();
        match key {
            "\x04" => ended.expect_code(3),
            _ => ended.expect_signal(Signal::SIGINT),
        }
        assert_eq!(sandbox.snapshot("b.txt"), before);
    }
}

#[test]
fn wrong_files_and_arguments_are_reported_without_a_question() {
    let sandbox = Sandbox::with("b.txt", BOARD.replace("10 20 10 30", "10 2x 10 30"));
    let cases = [
        ("phase=movement b.txt out.txt", 2, "b.txt:2:4: error: "),
        ("phase=placement penguins=1 b.txt out.txt", 2, "b.txt:2:4: error: "),
        ("phase=movement none.txt out.txt", 3, "none.txt"),
        ("phase=nonsense b.txt out.txt", 3, "phase"),
        ("phase=movement b.txt", 3, "two files"),
    ];
    check_each(cases, |(line, code, message)| {
        let run = feed(&mut sandbox.penguins(line.split(' ')), b"0 0\n0 0\n");
        let run = run.expect(line, code).expect_message(line, message);
        assert!(run.stdout.is_empty(), "{}", run.told());
    });
    assert_eq!(sandbox.names(), ["b.txt"]);
    for word in ["id", "name"] {
        let run = sandbox.run([word]).expect(word, 0);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("Floe\n", ""));
    }
    assert!(sandbox.run_line("--help").expect("help", 0).stdout.contains("asks a person for the turn"));
}

#[test]
fn game_without_files_through_a_pipe() {
    // The board is random. The answers contain all possible turns: illegal ones are asked again.
    let places = || (0..4).flat_map(|y| (0..4).map(move |x| format!("{x} {y}")));
    let mut script = "1\n1\n4 4\n".to_owned();
    script.extend(places().map(|at| format!("back\n{at}\n")));
    for _ in 0..14 {
        for from in places() {
            script.extend(places().map(|to| format!("back\n{from} {to}\n")));
        }
    }
    script += "n\n";
    let sandbox = Sandbox::new();
    let nothing: [&str; 0] = [];
    let run = feed(&mut sandbox.penguins(nothing), script.as_bytes()).expect("hot seat", 0);
    assert!(
        run.stdout.contains("\n\nSelect game mode:\n1 - interactive\n2 - autonomous\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("--Placement Phase--") && run.stdout.contains("--Movement Phase--"));
    let won = |text: &str| text.contains(" wins with ") || text.contains(" share the win with ");
    assert!(run.stdout.contains("The game is over") && won(&run.stdout), "{}", run.stdout);
    assert!(run.stderr.is_empty() && sandbox.names().is_empty());
    let run = feed(&mut sandbox.penguins(nothing), b"").expect("no answers", 0);
    assert!(run.stdout.contains("The input has ended"), "{}", run.told());
}

#[test]
fn the_language_is_that_of_the_option_or_the_locale() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let turn = "phase=placement penguins=1 b.txt out.txt";
    let cases = [
        (
            format!("{turn} --lang fr"),
            "",
            "Donnez les coordonnées x et y :\n",
            "Floe (A) pose un pingouin en x 0 y 0",
        ),
        (
            format!("--lang=pl {turn}"),
            "",
            "Podaj współrzędne x i y:\n",
            "Floe (A) stawia pingwina na x 0 y 0",
        ),
        (turn.to_owned(), "pl_PL.UTF-8", "Podaj współrzędne x i y:\n", "Floe (A) stawia pingwina na x 0 y 0"),
        (
            turn.to_owned(),
            "C.UTF-8",
            "Provide the x and y coordinates:\n",
            "Floe (A) places a penguin at x 0 y 0",
        ),
    ];
    check_each(cases, |(line, locale, question, news)| {
        let mut command = sandbox.penguins(line.split(' '));
        command.env("LC_ALL", locale);
        let run = feed(&mut command, b"0 0\n").expect(&line, 0);
        assert!(run.stdout.contains(question) && run.stdout.contains(news), "{}", run.told());
        assert!(run.stderr.is_empty(), "{}", run.told());
    });
    let run = feed(&mut sandbox.penguins(["--lang", "fr"]), b"").expect("hot seat", 0);
    assert!(run.stdout.contains("Choisissez le mode de jeu"), "{}", run.told());
    // Errors stay English, for the programs that call this one.
    for line in ["--lang", "--lang de", &format!("{turn} --lang=de")] {
        let run = feed(&mut sandbox.penguins(line.split(' ')), b"").expect(line, 3);
        run.expect_message(line, "use en, fr or pl");
    }
    let mut command = sandbox.penguins(["phase=nonsense", "b.txt", "out.txt", "--lang", "fr"]);
    feed(&mut command, b"").expect("phase", 3).expect_message("phase", "'nonsense' is not valid for phase=");
    let run = sandbox.run(["id", "--lang", "de"]).expect("id", 0);
    assert_eq!(run.stdout, "Floe\n");
}

#[cfg(unix)]
#[test]
fn game_without_files_at_a_terminal_is_between_people() {
    let sandbox = Sandbox::new();
    let nothing: [&str; 0] = [];
    let mut command = sandbox.penguins(nothing);
    command.env("TERM", "xterm-256color");
    let mut session = Session::start(command, (80, 24));
    session.wait_for("START THE GAME");
    session.press("\r");
    session.wait_for("Player A: place a penguin on a floe with one fish.");
    session.wait_for("[B] Player B");
    session.press("q");
    session.end().expect_code(0);
}

#[cfg(unix)]
#[test]
fn game_without_files_is_kept_with_the_settings_of_floe() {
    use nix::sys::signal::Signal;
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(sandbox.settings().parent().unwrap()).unwrap();
    std::fs::write(sandbox.settings(), "names = [\"Ann\"]\n").unwrap();
    let nothing: [&str; 0] = [];
    let mut command = sandbox.penguins(nothing);
    command.env("TERM", "xterm-256color");
    let mut session = Session::start(command, (80, 24));
    session.wait_for("START THE GAME");
    session.press("\r");
    session.wait_for("[A] Ann");
    session.wait_for("[B] Player B");
    // The hint is a legal turn, whatever the board is.
    session.press("i");
    session.wait_for("Hint: ");
    session.press("\r");
    session.wait_for("Turn 2");
    session.signal(Signal::SIGKILL);
    session.end().expect_ended_by(Signal::SIGKILL);
    assert_eq!(sandbox.autosave().len(), 1);
    let session = Session::floe(&sandbox, "", (80, 24));
    session.wait_for("Resume: ");
}
