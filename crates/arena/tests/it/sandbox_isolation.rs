//! What a program cannot reach from within the sandbox.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use floe_arena::sandbox::{ExitReason, Guard};

use crate::sandboxes::{Script, generous, guarding, run, run_in, stdout_of, tiers, walled, words};

/// Returns a folder that all users may read and write, so that only the sandbox protects it.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(folder.path().join("secret"), "the secret").unwrap();
    fs::set_permissions(folder.path().join("secret"), fs::Permissions::from_mode(0o666)).unwrap();
    folder
}

#[test]
fn files_outside_are_not_read() {
    for sandbox in guarding(Guard::Reading) {
        let outside = open_folder();
        let other = sandbox.folder().unwrap();
        other.put("in", b"the secret").unwrap();
        for path in [outside.path().join("secret"), other.path().join("in")] {
            let path = path.display();
            for text in [
                format!("cat {path}"),
                format!("ln -s {path} link; cat link"),
                format!("cd / && cat {path}"),
                format!("cat /proc/self/root{path}"),
                format!("ln {path} hard && cat hard"),
            ] {
                let ran = run(sandbox, &text, &generous());
                assert!(
                    matches!(ran.ended, ExitReason::Exit(1..)),
                    "{}: {text}: {}",
                    sandbox.tier(),
                    words(&ran)
                );
                assert!(!words(&ran).contains("the secret"), "{}: {text}", sandbox.tier());
            }
        }
        let ran = run(sandbox, &format!("ls {}", outside.path().display()), &generous());
        assert!(!words(&ran).contains("secret\n"), "{}: {}", sandbox.tier(), words(&ran));
    }
}

#[test]
fn files_outside_are_not_touched() {
    for sandbox in guarding(Guard::Writing) {
        let outside = open_folder();
        let secret = outside.path().join("secret");
        let before = fs::metadata(&secret).unwrap();
        for text in [
            "echo x > $1/secret",
            "echo x >> $1/secret",
            "echo x > $1/new",
            "rm $1/secret",
            "mv $1/secret $1/moved",
            "mkdir $1/folder",
            "ln -s x $1/link",
            "mkfifo $1/fifo",
            "truncate -s 1 $1/secret",
            "ln -s $1/secret link; echo x > link",
            "echo x > /tmp/floe-test-file",
            "echo x > /var/tmp/floe-test-file",
            "echo x > /etc/floe-test-file",
            "mv in $1/out",
        ] {
            let folder = sandbox.folder().unwrap();
            folder.put("in", b"x").unwrap();
            let ran = run_in(sandbox, text, &[outside.path().to_str().unwrap()], &folder, &generous());
            assert!(
                matches!(ran.ended, ExitReason::Exit(1..)),
                "{}: {text}: {}",
                sandbox.tier(),
                words(&ran)
            );
            assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1, "{}: {text}", sandbox.tier());
        }
        // Programs have their own.
        let shared = Path::new("/dev/shm/floe-test-file");
        run(sandbox, &format!("echo x > {}", shared.display()), &generous());
        assert!(!shared.exists(), "{}", sandbox.tier());
        let after = fs::metadata(&secret).unwrap();
        assert_eq!(fs::read(&secret).unwrap(), b"the secret");
        assert_eq!((before.mtime_nsec(), before.ctime_nsec()), (after.mtime_nsec(), after.ctime_nsec()));
    }
}

#[test]
fn modes_and_time_stamps_outside_stay() {
    for sandbox in guarding(Guard::Attributes) {
        let outside = open_folder();
        let script = Script::new(
            "touch \"$1\"; chmod 600 \"$1\"; chmod 600 \"$0\"; touch -d 2001-01-01 \"$0\"; exit 0",
        );
        let files = [outside.path().join("secret"), script.path()];
        let look = || {
            files.each_ref().map(|path| fs::metadata(path).unwrap()).map(|meta| (meta.mode(), meta.mtime()))
        };
        let before = look();
        let folder = sandbox.folder().unwrap();
        let ran =
            sandbox.run(&script.admit(sandbox), &[files[0].clone().into()], &folder, &generous()).unwrap();
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
        assert_eq!(look(), before, "{}", sandbox.tier());
        // An honest program that sets modes in its own folder is not disturbed.
        assert_eq!(
            stdout_of(sandbox, "echo x > a && chmod 755 a && touch -d 2001-01-01 a && cp -p a b && cat b"),
            "x\n"
        );
    }
}

#[test]
fn sockets_cannot_be_opened() {
    let Some(python) = python() else { return };
    for sandbox in guarding(Guard::Network) {
        let home = open_folder();
        let _listener = UnixListener::bind(home.path().join("socket")).unwrap();
        for (family, kind) in [
            ("AF_INET", "SOCK_STREAM"),
            ("AF_INET", "SOCK_DGRAM"),
            ("AF_INET6", "SOCK_STREAM"),
            ("AF_UNIX", "SOCK_STREAM"),
            ("AF_NETLINK", "SOCK_RAW"),
        ] {
            let text = format!("{python} -c 'import socket; socket.socket(socket.{family}, socket.{kind})'");
            let ran = run(sandbox, &text, &generous());
            assert!(words(&ran).contains("PermissionError"), "{}: {family}: {}", sandbox.tier(), words(&ran));
        }
        // Socket pairs are harmless, and some run-time libraries need them.
        assert_eq!(
            stdout_of(sandbox, &format!("{python} -c 'import socket; socket.socketpair(); print(1)'")),
            "1\n"
        );
    }
}

#[test]
fn other_processes_are_not_signalled() {
    for sandbox in guarding(Guard::Signals) {
        let mut victim = Command::new("sleep").arg("1000").spawn().unwrap();
        let us = std::process::id();
        for text in [
            format!("kill -9 {}", victim.id()),
            format!("kill -9 {us}"),
            "kill -9 $PPID".to_owned(),
            "kill -9 -1".to_owned(),
            "kill -STOP $PPID".to_owned(),
        ] {
            let ran = run(sandbox, &format!("{text} && exit 7; exit 5"), &generous());
            // A signal to all processes may reach none, or the shell itself.
            let harmless = [ExitReason::Exit(5), ExitReason::Exit(7)];
            assert!(
                harmless.contains(&ran.ended),
                "{}: {text}: {:?} {}",
                sandbox.tier(),
                ran.ended,
                words(&ran)
            );
            assert!(victim.try_wait().unwrap().is_none(), "{}: {text}", sandbox.tier());
        }
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
}

#[test]
fn other_processes_are_not_tampered_with() {
    let Some(python) = python() else { return };
    for sandbox in guarding(Guard::Signals) {
        for code in [
            "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))",
            "import os; os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
            "import os; open(f\"/proc/{os.getppid()}/mem\", \"r+b\")",
            "import os; open(f\"/proc/{os.getppid()}/environ\")",
            "import os; os.listdir(f\"/proc/{os.getppid()}/cwd/\")",
            "import os; os.readlink(f\"/proc/{os.getppid()}/fd/0\")",
            "import os; os.unshare(os.CLONE_NEWUSER) if hasattr(os, \"unshare\") else open(\"/etc/shadow\")",
        ] {
            let ran = run(sandbox, &format!("exec {python} -c '{code}'"), &generous());
            assert_eq!(ran.ended, ExitReason::Exit(1), "{}: {code}: {}", sandbox.tier(), words(&ran));
            assert!(words(&ran).contains("PermissionError"), "{}: {code}: {}", sandbox.tier(), words(&ran));
        }
        // This seems to succeed.
        let code = "import os; own = os.sched_getaffinity(0); os.sched_setaffinity(0, list(own)[:1]); \
                    os.sched_setaffinity(os.getppid(), list(own)[:1]); \
                    exit(os.sched_getaffinity(0) != own or os.sched_getaffinity(os.getppid()) != own)";
        let ran = run(sandbox, &format!("{python} -c '{code}'; exit $?"), &generous());
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
        let ran = run(sandbox, "exec unshare -Ur true", &generous());
        assert!(matches!(ran.ended, ExitReason::Exit(1..)), "{}: {}", sandbox.tier(), words(&ran));
    }
}

#[test]
fn the_environment_is_small_and_fixed() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        let ran = run_in(sandbox, "exec env", &[], &folder, &generous());
        let text = words(&ran);
        let mut names: Vec<&str> =
            text.lines().filter_map(|line| line.split_once('=')).map(|(name, _)| name).collect();
        // The shell adds these itself.
        names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
        names.sort_unstable();
        assert_eq!(names, ["HOME", "LANG", "PATH", "TMPDIR"], "{}: {text}", sandbox.tier());
        assert!(text.contains(&format!("HOME={}\n", folder.path().display())), "{}: {text}", sandbox.tier());
    }
}

#[test]
fn only_the_three_standard_streams_are_open() {
    for sandbox in tiers() {
        // The listing itself has the next free descriptor, 3.
        assert_eq!(stdout_of(sandbox, "echo $(ls /proc/self/fd)"), "0 1 2 3\n", "{}", sandbox.tier());
        assert_eq!(stdout_of(sandbox, "cat; readlink /proc/self/fd/0"), "/dev/null\n", "{}", sandbox.tier());
    }
}

#[test]
fn a_program_starts_in_its_folder_and_may_write_there() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        folder.put("in", b"input").unwrap();
        let text = "test \"$(pwd)\" = \"$HOME\" || exit 1; mkdir -p a/b && cp in a/b/c && mv a/b/c d && ln -s d e && \
                    mkfifo f && ln d g && rm -r a g && printf more >> d && : > h && cat e";
        let ran = run_in(sandbox, text, &[], &folder, &generous());
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
        assert_eq!(ran.stdout, b"inputmore");
    }
}

#[test]
fn a_program_is_never_root() {
    for sandbox in walled() {
        assert_ne!(stdout_of(sandbox, "id -u").trim(), "0", "{}", sandbox.tier());
        assert_ne!(stdout_of(sandbox, "id -g").trim(), "0", "{}", sandbox.tier());
        let groups = stdout_of(sandbox, "grep -E '^(NoNewPrivs|CapEff|CapBnd|Seccomp):' /proc/self/status");
        assert!(groups.contains("NoNewPrivs:\t1"), "{}: {groups}", sandbox.tier());
        assert!(groups.contains("CapEff:\t0000000000000000"), "{}: {groups}", sandbox.tier());
        assert!(groups.contains("Seccomp:\t2"), "{}: {groups}", sandbox.tier());
    }
}

/// Returns the Python of the system, or prints that there is none.
pub(crate) fn python() -> Option<&'static str> {
    let found =
        ["/usr/bin/python3", "/usr/local/bin/python3"].into_iter().find(|path| fs::exists(path).unwrap());
    if found.is_none() {
        eprintln!("SKIPPED: a test that needs Python");
    }
    found
}
