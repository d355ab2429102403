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
fn what_the_kernel_does_not_execute_is_not_started() {
    for sandbox in tiers() {
        let script = Script::new("");
        let cases: [(&[u8], &str); 3] = [
            (b"\x7fELF\x02\x01\x01\0 of no processor", "architecture"),
            (b"MZ\x90\0\x03", "Windows"),
            (b"\0\x01\x02", "not a program"),
        ];
        for (bytes, words) in cases {
            fs::write(script.path(), bytes).unwrap();
            let ran = run(sandbox, &program(&script.path()));
            let ExitReason::NotStarted(why) = &ran.0 else { panic!("{}: {ran:?}", sandbox.tier()) };
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
