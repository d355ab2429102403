//! What programs inherit: the same state, however floe was started.

use std::fs;
use std::process::{Command, Stdio};

use floe_arena::sandbox::Guard;

use crate::sandboxes::{generous, run, tiers, words};

/// Prints everything that a process inherits, one fact per line. Its cores are those of the game, among those of floe.
const STATE: &str = r#"
exec 2>&1
cat /proc/self/status | grep -E '^(Umask|SigQ|SigPnd|ShdPnd|SigBlk|SigIgn|SigCgt|CapInh|CapPrm|CapEff|CapAmb|NoNewPrivs|Groups|THP_enabled|Mems_allowed):' |
    sed -E 's/^(SigQ:).*\//\1 /'
# The limit on processes depends on how many the user of floe has.
sed '/^Max processes/d' /proc/self/limits
echo "scheduling $(cut -d' ' -f18,19,40,41 /proc/self/stat)"
echo "terminal $(cut -d' ' -f7 /proc/self/stat)"
[ "$(cut -d' ' -f6 /proc/$$/stat)" = $$ ] && echo "own session"
echo "personality $(cat /proc/self/personality 2>/dev/null)"
echo "timer slack $(cat /proc/self/timerslack_ns 2>/dev/null)"
echo "out of memory $(cat /proc/self/oom_score_adj)"
echo "core dump $(cat /proc/self/coredump_filter)"
echo "disk $(ionice 2>/dev/null)"
for fd in 0 1 2; do echo "open $fd $(readlink /proc/$$/fd/$fd | sed -E 's/[0-9]+/N/')"; done
echo "more open: $(ls /proc/self/fd | tail -n +5)"
echo "input $(cat | wc -c)"
[ "$PWD" = "$HOME" ] && [ "$TMPDIR" = "$HOME" ] && [ "$(pwd -P)" = "$HOME" ] && echo "own folder"
env | grep -vE '^(HOME|TMPDIR|PWD|OLDPWD|_)=' | sort
sh -c 'kill -INT $$; echo alive'
sh -c 'kill -HUP $$; echo alive'
yes | head -n 1
sleep 0 & wait $! && echo "waited"
exit 0
"#;

/// A main process that runs the program above in every tier; the test below starts it in odd ways.
#[test]
#[ignore = "it is a part of another test"]
fn a_main_process_in_an_odd_state() {
    if std::env::var_os("FLOE_TEST_ODD").is_none() {
        return;
    }
    for sandbox in tiers() {
        let ran = run(sandbox, STATE, &generous());
        println!("\n==={}\n{}\n{}", sandbox.tier(), ran.ended, words(&ran));
        for gap in sandbox.gaps().iter().filter(|gap| gap.what == Guard::Inherited) {
            println!("gap: {gap}");
        }
        println!("===");
    }
}

/// The numbers of the capabilities that it may take to undo a state.
const SYS_NICE: Option<u32> = Some(23);
const SYS_RESOURCE: Option<u32> = Some(24);

/// Ways to start floe: a shell command in which `"$@"` is floe, and the capability that it takes to undo it.
const ODD: &[(&str, Option<u32>)] = &[
    (r#"nohup "$@""#, None),
    (r#""$@" & wait $!"#, None),
    (r#"trap '' INT HUP QUIT TERM PIPE CHLD ALRM USR1 USR2 TSTP TTIN TTOU XCPU XFSZ; exec "$@""#, None),
    (r#"env --ignore-signal --block-signal "$@""#, None),
    (r#"umask 077; exec "$@""#, None),
    (r#"umask 000; exec "$@""#, None),
    (r#"exec nice -n 10 "$@""#, SYS_NICE),
    (r#"exec chrt --batch 0 "$@""#, None),
    (r#"exec chrt --idle 0 "$@""#, SYS_NICE),
    (r#"exec ionice -c 3 "$@""#, None),
    (r#"exec taskset 1 "$@""#, None),
    (r#"exec setarch -R "$@""#, None),
    (r#"exec choom -n 500 -- "$@""#, None),
    (r#"ulimit -S -n 64; ulimit -S -s unlimited; ulimit -S -c unlimited; exec "$@""#, None),
    (r#"ulimit -S -n 72; ulimit -S -s 512; ulimit -S -t 300; ulimit -S -f 20480; exec "$@""#, None),
    (r#"ulimit -n 64; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -s unlimited; exec "$@""#, None),
    (r#"ulimit -s 4096; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -v 4000000; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -d 2000000; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -f 20480; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -t 8; exec "$@""#, SYS_RESOURCE),
    (r#"ulimit -l 16; ulimit -i 100; exec "$@""#, SYS_RESOURCE),
    (r#"exec 3</etc/passwd 4>/dev/null 5<>/dev/zero 9</; exec "$@""#, None),
    (r#"exec 0<&-; exec "$@""#, None),
    (r#"exec 2>&-; exec "$@""#, None),
    (r#"exec setsid --wait "$@""#, None),
    (
        r#"LC_ALL=tr_TR.UTF-8 LD_PRELOAD= PYTHONPATH=/ BASH_ENV=/etc/passwd ENV=/etc/passwd ODD="a
b" IFS=x "$@""#,
        None,
    ),
    (r#"exec env -i FLOE_TEST_ODD=1 ${FLOE_TEST_STUB:+"FLOE_TEST_STUB=$FLOE_TEST_STUB"} "$@""#, None),
    (r#"cd /; exec "$@""#, None),
];

/// Closes what the test runner itself left open, since some of the states leave room for few files.
const CLOSE_INHERITED: &str = r#"for fd in /proc/$$/fd/*; do
    fd=${fd##*/}
    [ "$fd" -gt 2 ] && eval "exec $fd>&-"
done
"#;

/// Starts the main process above from a shell, and returns what it printed in each tier.
fn start(shell: &str) -> Vec<String> {
    let output = Command::new("bash")
        .args(["-c", &format!("{CLOSE_INHERITED}{shell}"), "odd"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "sandbox_inherited::a_main_process_in_an_odd_state", "--ignored", "--nocapture"])
        .env("FLOE_TEST_ODD", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts: Vec<String> =
        printed.split("\n===").skip(1).step_by(2).map(|part| part.trim().to_owned()).collect();
    assert_eq!(parts.len(), tiers().len(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
    parts
}

#[test]
fn programs_find_the_same_state_however_floe_was_started() {
    let usual = start(r#"exec "$@""#);
    for state in &usual {
        for wanted in [
            "ended with exit code 0",
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\nSigCgt:\t0000000000000000",
            "Umask:\t0022",
            "own session",
            "terminal 0",
            "own folder",
            "open 0 /dev/null",
            "open 1 pipe",
            "open 2 pipe",
            "more open: \n",
            "out of memory 1000",
            "input 0",
            "waited",
            "LANG=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin",
        ] {
            assert!(state.contains(wanted), "'{wanted}' is missing in:\n{state}");
        }
        for unwanted in ["alive", "gap:", "Permission denied"] {
            assert!(!state.contains(unwanted), "'{unwanted}' is in:\n{state}");
        }
    }
    let mut differ = Vec::new();
    for &(shell, capability) in ODD {
        if !is_available(shell) {
            eprintln!("SKIPPED: a floe started by {shell}: the command is not installed");
            continue;
        }
        for (usual, odd) in usual.iter().zip(start(shell)) {
            if !capability.is_none_or(has_capability) {
                // The state is as near as possible, and floe names the difference.
                if !odd.contains("ended with exit code 0")
                    || !odd.contains("gap: cannot fully restrict what it inherits")
                {
                    differ.push(format!("{shell}: no gap is named in:\n{odd}"));
                }
            } else if *usual != odd {
                let lines: Vec<&str> = usual.lines().collect();
                let new: Vec<&str> = odd.lines().filter(|line| !lines.contains(line)).collect();
                differ.push(format!(
                    "{shell}: {}\n{}",
                    usual.lines().next().unwrap_or_default(),
                    new.join("\n")
                ));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n\n"));
}

/// Returns whether the command that a shell line starts with is installed.
fn is_available(shell: &str) -> bool {
    let mut words = shell.split_ascii_whitespace().filter(|word| *word != "exec");
    let first = words.next().unwrap_or_default();
    let known = ["nohup", "env", "nice", "chrt", "ionice", "taskset", "setarch", "choom", "setsid"];
    !known.contains(&first)
        || Command::new("bash")
            .args(["-c", &format!("command -v {first}")])
            .stdout(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

/// Returns whether this process has a capability.
fn has_capability(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("CapEff:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> number & 1 == 1
}
