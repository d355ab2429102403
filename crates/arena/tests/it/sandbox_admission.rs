//! Which programs are admitted, and which of their own files they can read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use floe_arena::sandbox::{ExitReason, Program, Sandbox, SandboxError};

use crate::sandboxes::{Script, generous, program, tiers, walled, words};

fn run(sandbox: &Sandbox, program: &Program) -> (ExitReason, String) {
    let admitted = sandbox.admit(program).unwrap();
    let ran = sandbox.run(&admitted, &["last".into()], &sandbox.folder().unwrap(), &generous()).unwrap();
    let words = words(&ran);
    (ran.ended, words)
}

#[test]
fn what_cannot_be_started_is_refused_with_a_hint() {
    for sandbox in tiers() {
        let script = Script::new("exit 0");
        let refused = |path: &Path| sandbox.admit(&program(path)).map(drop).unwrap_err().to_string();
        assert!(matches!(sandbox.admit(&program(Path::new("/no/such"))), Err(SandboxError::NotFound(_))));
        assert!(matches!(
            sandbox.admit(&program(Path::new("no-such-program"))),
            Err(SandboxError::NotFound(_))
        ));
        assert!(refused(script.home.path()).contains("folder"));
        fs::set_permissions(script.path(), fs::Permissions::from_mode(0o644)).unwrap();
        assert!(refused(&script.path()).contains("chmod +x"));
        fs::set_permissions(script.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(script.path(), "print('hello')\n").unwrap();
        assert!(refused(&script.path()).contains("#!"));
    }
}

#[test]
fn what_cannot_be_executed_here_is_refused_like_a_missing_program() {
    for sandbox in tiers() {
        let script = Script::new("");
        let cases: [(&[u8], &str); 4] = [
            (b"\x7fELF\x02\x01\x01\0 of no processor", "architecture"),
            (b"MZ\x90\0\x03", "Windows"),
            (b"PK\x03\x04", "java -jar"),
            (b"\0\x01\x02", "not a program"),
        ];
        for (bytes, words) in cases {
            fs::write(script.path(), bytes).unwrap();
            let why = sandbox.admit(&program(&script.path())).map(drop).unwrap_err().to_string();
            assert!(why.contains(words), "{}: {why}", sandbox.tier());
        }
    }
}

#[test]
fn a_program_reads_its_own_folder() {
    for sandbox in tiers() {
        let script = Script::new("cat \"$(dirname \"$0\")/data/weights\"");
        fs::create_dir(script.home.path().join("data")).unwrap();
        fs::write(script.home.path().join("data/weights"), "heavy").unwrap();
        assert_eq!(
            run(sandbox, &program(&script.path())),
            (ExitReason::Exit(0), "heavy|".to_owned()),
            "{}",
            sandbox.tier()
        );
        // A link to it works too.
        let other = tempfile::tempdir().unwrap();
        let link = other.path().join("link");
        std::os::unix::fs::symlink(script.path(), &link).unwrap();
        fs::write(script.path(), "#!/bin/sh\ncat \"$(dirname \"$(readlink -f \"$0\")\")/data/weights\"")
            .unwrap();
        assert_eq!(
            run(sandbox, &program(&link)),
            (ExitReason::Exit(0), "heavy|".to_owned()),
            "{}",
            sandbox.tier()
        );
    }
}

#[test]
fn a_program_in_a_shared_folder_reads_its_own_file_only() {
    let all_users = fs::Permissions::from_mode(0o755);
    for sandbox in walled() {
        let other = tempfile::NamedTempFile::new().unwrap();
        fs::write(other.path(), "theirs").unwrap();
        fs::set_permissions(other.path(), all_users.clone()).unwrap();
        let bot = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        fs::write(&bot, format!("#!/bin/sh\ncat {}; echo ours", other.path().display())).unwrap();
        fs::set_permissions(&bot, all_users.clone()).unwrap();
        let (ended, words) = run(sandbox, &program(&bot));
        assert_eq!(ended, ExitReason::Exit(0), "{}: {words}", sandbox.tier());
        assert!(words.starts_with("ours\n|"), "{}: {words}", sandbox.tier());
    }
}

#[test]
fn a_script_as_an_argument_counts_as_the_program() {
    for sandbox in tiers() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("bot.sh"), ". \"$(dirname \"$0\")/part.sh\"; echo \"$2\"").unwrap();
        fs::write(home.path().join("part.sh"), "echo part").unwrap();
        let arguments = vec![home.path().join("bot.sh").into(), "-x".into()];
        let program = Program { path: "sh".into(), folder: PathBuf::new(), arguments, readable: Vec::new() };
        assert_eq!(
            run(sandbox, &program),
            (ExitReason::Exit(0), "part\nlast\n|".to_owned()),
            "{}",
            sandbox.tier()
        );
    }
}

#[test]
fn more_may_be_made_readable() {
    for sandbox in tiers() {
        let shared = tempfile::tempdir().unwrap();
        fs::set_permissions(shared.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let book = shared.path().join("book");
        fs::write(&book, "opening").unwrap();
        let script = Script::new(&format!("cat {}; echo x >> {}", book.display(), book.display()));
        let mut program = program(&script.path());
        program.readable.push(shared.path().to_owned());
        let (_, words) = run(sandbox, &program);
        assert!(words.starts_with("opening"), "{}: {words}", sandbox.tier());
        if sandbox.tier() != floe_arena::sandbox::Tier::None {
            assert_eq!(fs::read_to_string(&book).unwrap(), "opening", "{}", sandbox.tier());
        }
        program.readable.push("/no/such/folder".into());
        assert!(sandbox.admit(&program).is_err());
    }
}

#[test]
fn common_interpreters_run() {
    let hello = [
        (
            "/usr/bin/python3",
            "-c",
            "import threading; t = threading.Thread(target=print, args=('hello',)); t.start()",
        ),
        ("/usr/bin/perl", "-e", "print \"hello\\n\""),
        (
            "/usr/bin/node",
            "-e",
            "require('fs').promises.writeFile('x', 'hello').then(() => console.log('hello'))",
        ),
        ("/usr/bin/java", "-version", ""),
    ];
    for (path, flag, code) in hello {
        if !fs::exists(path).unwrap() {
            eprintln!("SKIPPED: whether {path} runs, since it is not installed");
            continue;
        }
        for sandbox in tiers() {
            let program = Program {
                folder: PathBuf::new(),
                path: path.into(),
                arguments: vec![flag.into(), code.into()],
                readable: Vec::new(),
            };
            let (ended, words) = run(sandbox, &program);
            assert_eq!(ended, ExitReason::Exit(0), "{}: {path}: {words}", sandbox.tier());
            assert!(words.starts_with("hello") || flag == "-version", "{}: {path}: {words}", sandbox.tier());
        }
    }
}

/// Writes a script that can be executed.
fn put_script(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_program_runs_from_a_copy_that_holds_nothing_of_others() {
    for sandbox in walled() {
        let cup = tempfile::tempdir().unwrap();
        let bot = cup.path().join("ann");
        put_script(
            &bot,
            "#!/bin/sh\ncd \"$(dirname \"$0\")\" && ls -a && cat data && echo x >> data; echo y > new",
        );
        put_script(&cup.path().join("ben"), "#!/bin/sh\n");
        fs::write(cup.path().join("data"), "own\n").unwrap();
        fs::write(cup.path().join("cup.toml"), "[[program]]\ncommand = './ann'\n").unwrap();
        fs::write(cup.path().join("game-0001.player-1.stderr"), "memory").unwrap();
        fs::create_dir(cup.path().join("cup-reports")).unwrap();
        let private = ["ben", "cup.toml", "cup.db", "cup-reports"].map(|name| cup.path().join(name));
        let admitted = sandbox.admit_beside(&program(&bot), &private).unwrap();
        let ran = sandbox.run(&admitted, &[], &sandbox.folder().unwrap(), &generous()).unwrap();
        let seen = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(seen, ".\n..\nann\ndata\nown\n", "{}", sandbox.tier());
        let warning = admitted.warnings().join("\n");
        for name in ["ben", "cup.toml", "cup-reports", "game-0001.player-1.stderr"] {
            assert!(warning.contains(name), "{}: {warning}", sandbox.tier());
        }
        assert_eq!(fs::read_to_string(cup.path().join("data")).unwrap(), "own\n");

        // The originals are out of reach, and changing them changes nothing.
        put_script(&bot, &format!("#!/bin/sh\ncat {0}/data; ls {0}", cup.path().display()));
        let ran = sandbox.run(&admitted, &[], &sandbox.folder().unwrap(), &generous()).unwrap();
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), seen, "{}", sandbox.tier());
        let changed = sandbox.admit_beside(&program(&bot), &private).unwrap();
        let ran = sandbox.run(&changed, &[], &sandbox.folder().unwrap(), &generous()).unwrap();
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), "", "{}", sandbox.tier());
        let told = admitted.identity().changes(changed.identity());
        assert_eq!(told.unwrap(), "changed: ann", "{}", sandbox.tier());
    }
}

#[test]
fn a_program_that_was_sent_runs_as_at_home() {
    for sandbox in walled() {
        let home = tempfile::tempdir().unwrap();
        put_script(
            &home.path().join("ann/bot"),
            "#!/bin/sh\n. \"$(dirname \"$0\")/part\"; cat \"$2\"; echo \"$3\"",
        );
        fs::write(home.path().join("ann/part"), "echo part\n").unwrap();
        fs::write(home.path().join("ann/book"), "opening\n").unwrap();
        std::os::unix::fs::symlink("book", home.path().join("ann/link")).unwrap();
        let program = Program {
            path: home.path().join("ann/bot"),
            folder: home.path().to_owned(),
            arguments: vec!["-x".into(), "ann/link".into()],
            readable: Vec::new(),
        };
        let admitted = sandbox.admit(&program).unwrap();
        let sent = admitted.bundle().unwrap();
        let (stub, tier) =
            (crate::sandboxes::stub(), floe_arena::sandbox::TierChoice::Exactly(sandbox.tier()));
        std::thread::sleep(std::time::Duration::from_millis(1100));
        let later = Sandbox::new(tier, stub).unwrap();
        let again = later.admit(&program).unwrap().bundle().unwrap();
        assert_eq!(sent.archive, again.archive, "the same files make the same archive");
        drop(home);
        let archive = sent.archive.unwrap();
        let unpacked = sandbox.unpack(&archive).unwrap();
        let arrived = sandbox.admit_bundle(&sent.manifest, Some(&unpacked), false).unwrap();
        assert_eq!(arrived.identity(), admitted.identity());
        let ran = sandbox.run(&arrived, &["last".into()], &sandbox.folder().unwrap(), &generous()).unwrap();
        assert_eq!(words(&ran), "part\nopening\nlast\n|", "{}", sandbox.tier());

        // What was damaged or exchanged on the way is refused.
        assert!(sandbox.unpack(&archive[..archive.len() / 2]).is_err());
        assert!(sandbox.unpack(b"no archive").is_err());
        let other = Script::new("echo other");
        let other = sandbox.unpack(&other.admit(sandbox).bundle().unwrap().archive.unwrap()).unwrap();
        for archive in [Some(&other), None] {
            let why = sandbox.admit_bundle(&sent.manifest, archive, true).map(drop).unwrap_err().to_string();
            assert!(why.starts_with("it is not the same on this machine: "), "{why}");
        }

        // A program of the system needs no archive.
        let shell = Program {
            path: "sh".into(),
            folder: PathBuf::new(),
            arguments: vec!["-c".into(), "echo shell".into()],
            readable: Vec::new(),
        };
        let sent = sandbox.admit(&shell).unwrap().bundle().unwrap();
        assert!(sent.archive.is_none());
        let arrived = sandbox.admit_bundle(&sent.manifest, None, false).unwrap();
        let ran = sandbox.run(&arrived, &[], &sandbox.folder().unwrap(), &generous()).unwrap();
        assert_eq!(words(&ran), "shell\n|", "{}", sandbox.tier());
    }
}

#[test]
fn the_identity_of_a_program_is_the_same_in_every_tier_and_place() {
    let identities = tiers().iter().map(|sandbox| {
        let home = tempfile::tempdir().unwrap();
        put_script(&home.path().join("bot"), "#!/bin/sh\n");
        fs::write(home.path().join("data"), "own\n").unwrap();
        sandbox.admit(&program(&home.path().join("bot"))).unwrap().identity().clone()
    });
    let identities: Vec<_> = identities.collect();
    assert!(identities[0].parts.contains_key("data"));
    assert!(identities[0].parts.keys().any(|name| name.starts_with('/')), "the shell is a part");
    for other in &identities {
        assert_eq!(other, &identities[0]);
    }
}

#[test]
fn an_interpreter_in_the_programs_own_folder_is_staged_with_it() {
    for sandbox in walled() {
        let home = tempfile::tempdir().unwrap();
        let sh = home.path().join("env/bin/sh");
        fs::create_dir_all(sh.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink("/bin/sh", &sh).unwrap();
        let bot = home.path().join("bot");
        put_script(&bot, &format!("#!{} -u\necho \"$0 $1\"", sh.display()));
        let (ended, words) = run(sandbox, &program(&bot));
        assert_eq!(ended, ExitReason::Exit(0), "{}: {words}", sandbox.tier());
        assert!(words.contains("/bot last\n"), "{}: {words}", sandbox.tier());

        let other = tempfile::tempdir().unwrap();
        let lonely = other.path().join("bot");
        fs::copy(&bot, &lonely).unwrap();
        fs::remove_file(&sh).unwrap();
        fs::copy("/bin/sh", &sh).unwrap();
        let why = sandbox.admit(&program(&lonely)).map(drop).unwrap_err().to_string();
        assert!(why.contains("'read'") && why.contains("env/bin/sh"), "{}: {why}", sandbox.tier());
        // With its folder readable, it is used where it is.
        for folder in [home.path(), &home.path().join("env"), &home.path().join("env/bin")] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut program = program(&lonely);
        program.readable.push(home.path().join("env"));
        let (ended, words) = run(sandbox, &program);
        assert_eq!(ended, ExitReason::Exit(0), "{}: {words}", sandbox.tier());
    }
}

#[test]
fn a_program_in_a_readable_folder_runs_where_it_is() {
    for sandbox in walled() {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let bot = home.path().join("bot");
        put_script(&bot, "#!/bin/sh\necho \"$0\"");
        let mut program = program(&bot);
        program.readable.push(home.path().to_owned());
        let (ended, words) = run(sandbox, &program);
        assert_eq!(ended, ExitReason::Exit(0), "{}: {words}", sandbox.tier());
        assert!(words.starts_with(&bot.display().to_string()), "{}: {words}", sandbox.tier());
        let identity = sandbox.admit(&program).unwrap().identity().clone();
        fs::write(home.path().join("book"), "new").unwrap();
        let changed = sandbox.admit(&program).unwrap().identity().clone();
        let told = identity.changes(&changed).unwrap();
        assert!(told.starts_with("added: ") && told.ends_with("/book"), "{told}");
    }
}
