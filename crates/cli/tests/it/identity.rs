//! Programs that are missing, broken, replaced, late or withdrawn.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

fn floe(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(FLOE).args(arguments).current_dir(folder).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Plays a tournament to its end, and returns its report.
fn tournament(folder: &Path, more: &[&str]) -> Value {
    let arguments = [&["tournament", "cup.toml", "--json"], more].concat();
    let output = floe(folder, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Writes a script that plays as the contest program does, with options.
fn script(folder: &Path, name: &str, options: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("#!/bin/sh\nexec {PENGUINS} nodes=20 {options} \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Writes a configuration with entries such as `ann/bot`, `engine:…` or a line to add.
fn configure(folder: &Path, head: &str, entries: &[&str]) {
    let mut text = format!(
        "{head}\nseed = 3\n[game]\npenguins = 1\ntime = 20000\nread = ['{PENGUINS}']\n\
         [boards]\ncount = 1\nmake = {{ rows = 4, cols = 4 }}\n"
    );
    for entry in entries {
        let (command, more) = entry.split_once(' ').unwrap_or((entry, ""));
        text +=
            &format!("[[program]]\nname = '{}'\ncommand = '{command}'\n{more}\n", command.replace(':', " "));
    }
    fs::write(folder.join("cup.toml"), text).unwrap();
}

/// Returns everything in a report that does not depend on times.
fn lasting(mut report: Value) -> Value {
    for game in report["games"].as_array_mut().unwrap() {
        let game = game.as_object_mut().unwrap();
        game.retain(|key, _| {
            ["number", "round", "board", "seats", "scores", "places", "out"].contains(&&key[..])
        });
    }
    let keys = ["entrants", "standings", "cross", "faults", "games", "games_left"];
    report.as_object_mut().unwrap().retain(|key, _| keys.contains(&&key[..]));
    report
}

#[test]
fn all_programs_that_cannot_play_are_reported_at_once_or_forfeit() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    script(here, "ann/bot", "");
    fs::create_dir(here.join("bin")).unwrap();
    fs::write(here.join("bin/windows.exe"), b"MZ\x90\0\x03\0\0\0").unwrap();
    fs::write(here.join("bin/crash"), "#!/bin/sh\nkill -SEGV $$\n").unwrap();
    fs::write(here.join("bin/bot.py"), "print('hello')\n").unwrap();
    for name in ["windows.exe", "crash", "bot.py"] {
        fs::set_permissions(here.join("bin").join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    configure(
        here,
        "",
        &["ann/bot", "bin/none", "bin/windows.exe", "bin/crash", "bin/bot.py", "engine:nodes=9"],
    );
    let output = floe(here, &["tournament", "cup.toml"]);
    assert_eq!(output.status.code(), Some(3));
    let told = stderr(&output);
    for words in [
        "4 programs of 6 cannot play:",
        "bin/none: there is no program 'bin/none'",
        "windows.exe' cannot be started: it was built for Windows",
        "bin/crash: it neither reports its id nor joins a game: the program was terminated by signal 11",
        "start it with: python3 bot.py",
        "--forfeit-broken",
    ] {
        assert!(told.contains(words), "no \"{words}\" in\n{told}");
    }
    assert!(!here.join("cup.db").exists(), "nothing was played");

    let report = tournament(here, &["--forfeit-broken"]);
    assert_eq!(report["games_left"], 0);
    assert_eq!(report["games"].as_array().unwrap().len(), 30);
    for game in report["games"].as_array().unwrap() {
        for (seat, entrant) in game["seats"].as_array().unwrap().iter().enumerate() {
            let out = game["out"][seat].as_str();
            let broken = (1..=4).contains(&entrant.as_u64().unwrap());
            assert_eq!(out, broken.then_some("forfeit: it could not be started"));
        }
        assert!(game["record"].as_str().unwrap().starts_with("floe record"));
    }
    let faults = report["faults"].as_array().unwrap();
    assert!(faults.iter().all(|fault| fault["name"] == "not-started"));
    assert!(faults.iter().any(|fault| fault["explanation"].as_str().unwrap().contains("built for Windows")));
    // A match takes the same option.
    let arguments = ["match", "ann/bot", "bin/none", "--read", PENGUINS, "--boards", "1", "--json"];
    assert!(stderr(&floe(here, &arguments)).contains("1 program of 2 cannot play"));
    let output = floe(here, &[&arguments[..], &["--forfeit-broken"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_replaced_program_is_refused_or_becomes_a_new_version() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    script(here, "ann/bot", "");
    script(here, "ben/bot", "");
    fs::write(here.join("ben/book"), "1").unwrap();
    configure(here, "", &["ann/bot", "ben/bot"]);
    let first = tournament(here, &[]);
    let digest = first["entrants"][1]["versions"][0]["digest"].as_str().unwrap().to_owned();
    assert_eq!(digest.len(), 64);
    let record = first["games"][0]["record"].as_str().unwrap();
    assert!(record.contains(&format!("version 1, sha256 {digest}")), "{record}");

    fs::write(here.join("ben/book"), "2").unwrap();
    fs::write(here.join("ben/more"), "2").unwrap();
    let output = floe(here, &["tournament", "cup.toml"]);
    assert_eq!(output.status.code(), Some(3));
    let told = stderr(&output);
    assert!(told.contains("'ben/bot: ben/bot' is not what it was: changed: book; added: more"), "{told}");
    assert!(told.contains("--accept-changes"), "{told}");
    // A report needs no program at all.
    fs::rename(here.join("ann"), here.join("away")).unwrap();
    assert_eq!(lasting(tournament(here, &["--report-only"])), lasting(first));
    fs::rename(here.join("away"), here.join("ann")).unwrap();

    let second = tournament(here, &["--accept-changes"]);
    let versions = second["entrants"][1]["versions"].as_array().unwrap();
    assert_eq!((versions.len(), &versions[1]["since"]), (2, &Value::from(3)));
    assert_eq!(versions[1]["changes"], "changed: book; added: more");
    let text = floe(here, &["tournament", "cup.toml", "--report-only"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("ben/bot: version 2 from game 3 on (changed: book; added: more)"), "{text}");
    tournament(here, &[]);
}

#[test]
fn late_entrants_and_withdrawals_survive_kills() {
    let engines = ["engine:nodes=5", "engine:nodes=9", "engine:nodes=20", "engine:nodes=40"];
    let later = [
        "engine:nodes=5",
        "engine:nodes=9 withdrawn=true",
        "engine:nodes=20",
        "engine:nodes=40",
        "engine:nodes=60",
        "engine:nodes=70",
    ];
    for head in
        ["repeats = 4", "repeats = 8\nformat = 'swiss'\nrounds = 6", "repeats = 12\nformat = 'gauntlet'"]
    {
        let [one, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
        let (one, other) = (one.path(), other.path());
        configure(one, head, &engines);
        let before = killed(one, &[], 3);
        configure(one, head, &later);
        let refused = stderr(&floe(one, &["tournament", "cup.toml"]));
        assert!(refused.contains("is withdrawn\n") && refused.contains("is new\n"), "{refused}");
        for name in ["cup.db", "cup.toml"] {
            fs::copy(one.join(name), other.join(name)).unwrap();
        }
        let undisturbed = lasting(tournament(one, &["--accept-changes"]));
        let mut stops = Vec::new();
        for more in 1..4 {
            // Once accepted, changes need not be accepted again.
            let accept: &[&str] = if more == 1 { &["--accept-changes"] } else { &[] };
            stops.push(killed(other, accept, before + more));
        }
        eprintln!("killed after {before}, then after {stops:?} games");
        assert_eq!(lasting(tournament(other, &[])), undisturbed, "{head}");

        assert_eq!(undisturbed["games_left"], 0);
        assert_eq!(undisturbed["entrants"].as_array().unwrap().len(), 6);
        assert_eq!(undisturbed["entrants"][1]["withdrawn"], true);
        for late in [4, 5] {
            let games = undisturbed["games"].as_array().unwrap();
            let own = games.iter().filter(|game| game["seats"].as_array().unwrap().contains(&late.into()));
            assert!(own.count() > 0, "{head}");
        }
    }
    // A knock-out takes nobody, and says so.
    let folder = tempfile::tempdir().unwrap();
    configure(folder.path(), "format = 'knock-out'", &engines);
    tournament(folder.path(), &[]);
    configure(folder.path(), "format = 'knock-out'", &later);
    let refused = stderr(&floe(folder.path(), &["tournament", "cup.toml", "--accept-changes"]));
    assert!(refused.contains("nobody can join a knock-out"), "{refused}");
}

/// Counts the records of a tournament, which are written after its games are stored.
pub(crate) fn records(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder.join("cup-reports")) else { return 0 };
    entries.flatten().filter(|entry| entry.path().extension().is_some_and(|ending| ending == "floe")).count()
}

/// Starts a tournament and kills it, again and again until some games are stored, and returns how many.
fn killed(folder: &Path, more: &[&str], fewest: usize) -> usize {
    for pause in (1..).map(|count| Duration::from_millis(40 * count)) {
        let mut floe = Command::new(FLOE)
            .args(["tournament", "cup.toml", "--quiet"])
            .args(more)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Not much later than it has to be: on a fast machine, it would soon be over.
        let begin = Instant::now();
        while begin.elapsed() < pause && records(folder) < fewest {
            thread::sleep(Duration::from_millis(1));
        }
        let _ = floe.kill();
        floe.wait().unwrap();
        if !folder.join("cup.db").exists() {
            continue;
        }
        let report = floe_report(folder);
        let games = report["games"].as_array().map_or(0, Vec::len);
        if games >= fewest {
            return games;
        }
    }
    unreachable!("a tournament that is resumed plays some games")
}

/// Returns the report of what was played; nothing if the database was not complete when floe was killed.
fn floe_report(folder: &Path) -> Value {
    let output = floe(folder, &["tournament", "cup.toml", "--json", "--report-only"]);
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

#[test]
fn a_program_is_listed_by_the_row_that_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot");
    fs::write(
        &path,
        format!(
            "#!/bin/sh\n[ \"$1\" = name ] && echo Told && exit\nexec {PENGUINS} nodes=20 name=Alpha \"$@\"\n"
        ),
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let arguments = [
        "match",
        "./bot",
        "engine:nodes=9",
        "--read",
        PENGUINS,
        "--boards",
        "1",
        "--penguins",
        "1",
        "--json",
    ];
    let output = floe(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("bot tells the id 'Told', but plays as 'Alpha'"), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["entrants"][0]["name"], "Alpha");
}
