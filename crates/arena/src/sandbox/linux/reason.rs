//! Helpful reasons why a file cannot be started as a program.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use nix::errno::Errno;
use nix::unistd::{AccessFlags, access};

use super::launch::PATHS;

/// How many bytes of a file are examined.
const HEAD: usize = 512;

/// Returns why a file is certainly not a program, if so.
pub(super) fn unfit(path: &Path) -> Option<String> {
    let Ok(meta) = fs::metadata(path) else { return Some("it cannot be accessed".to_owned()) };
    if meta.is_dir() {
        return Some("it is a folder".to_owned());
    }
    if !meta.is_file() {
        return Some("it is not a regular file".to_owned());
    }
    if meta.len() == 0 {
        return Some("it is empty".to_owned());
    }
    if access(path, AccessFlags::X_OK).is_err() {
        return Some(format!("it is not executable; try: chmod +x '{}'", path.display()));
    }
    // Only the kernel can judge a file that is executable but not readable.
    let head = head(path)?;
    match head.strip_prefix(b"#!") {
        Some(line) => unfit_interpreter(line),
        None if is_text(&head) => Some(
            "it is a text file whose first line does not name an interpreter, such as '#!/usr/bin/env python3'"
                .to_owned(),
        ),
        None => None,
    }
}

/// Returns the problem with the interpreter that the first line names, if any.
fn unfit_interpreter(line: &[u8]) -> Option<String> {
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Some("its first line ends with a carriage return; save it with Unix line ends".to_owned());
    }
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_ascii_whitespace();
    let interpreter = words.next().unwrap_or_default();
    if !Path::new(interpreter).is_file() {
        return Some(format!("the interpreter '{interpreter}' of its first line does not exist"));
    }
    // With `env`, the name of the interpreter follows, and is looked up on the search path of programs, not on ours.
    let name = words.next().filter(|_| interpreter.ends_with("/env"))?;
    let plain = !name.starts_with('-') && !name.contains(['=', '/']);
    let found = || PATHS.split(':').any(|folder| Path::new(folder).join(name).is_file());
    (plain && !found()).then(|| {
        format!(
            "the interpreter '{name}' that its first line names is not in {PATHS}; name it by its full path"
        )
    })
}

/// Returns why a file could not be executed.
pub(super) fn not_executed(path: &Path, fault: Errno) -> String {
    let known = match fault {
        Errno::ENOEXEC => Some(foreign(&head(path).unwrap_or_default()).to_owned()),
        Errno::ENOENT if path.exists() => {
            Some("the interpreter or the loader that it asks for does not exist".to_owned())
        }
        Errno::EACCES => unfit(path),
        _ => None,
    };
    known.unwrap_or_else(|| fault.desc().to_lowercase())
}

/// Describes a file that this system cannot execute.
fn foreign(head: &[u8]) -> &'static str {
    match head {
        [0x7f, b'E', b'L', b'F', ..] => "it was built for another architecture",
        [b'M', b'Z', ..] => "it was built for Windows",
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..] => {
            "it was built for macOS or Java; Java needs: java -cp FOLDER CLASS"
        }
        [b'P', b'K', ..] => "it is an archive; a Java archive needs: java -jar FILE",
        _ => "it is not a program for this system",
    }
}

/// Returns the beginning of a file.
fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(HEAD as u64).read_to_end(&mut head).ok()?;
    Some(head)
}

fn is_text(head: &[u8]) -> bool {
    head.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn reason_for(bytes: &[u8], mode: u32) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot");
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        unfit(&path)
    }

    #[test]
    fn a_file_that_is_not_a_program_gets_a_reason() {
        let cases: [(&[u8], u32, &str); 7] = [
            (b"#!/bin/sh\n", 0o644, "not executable"),
            (b"", 0o755, "empty"),
            (b"print('hello')\n", 0o755, "#!/usr/bin/env python3"),
            (b"#!/bin/sh\r\nexit 0\r\n", 0o755, "carriage return"),
            (b"#!/no/such/interpreter -x\n", 0o755, "'/no/such/interpreter'"),
            (b"#!/usr/bin/env no-such-interpreter\n", 0o755, "'no-such-interpreter'"),
            (b"#!\n", 0o755, "''"),
        ];
        for (bytes, mode, words) in cases {
            let why = reason_for(bytes, mode).unwrap_or_default();
            assert!(why.contains(words), "{bytes:?} gives '{why}'");
        }
        assert!(unfit(Path::new("/")).unwrap().contains("folder"));
        assert!(unfit(Path::new("/dev/null")).unwrap().contains("not a regular file"));
    }

    #[test]
    fn a_possible_program_is_left_to_the_kernel() {
        assert_eq!(reason_for(b"#!/bin/sh\nexit 0\n", 0o755), None);
        assert_eq!(reason_for(b"#!/usr/bin/env sh\nexit 0\n", 0o755), None);
        assert_eq!(reason_for(b"#! /bin/sh -e", 0o755), None);
        assert_eq!(reason_for(b"\x7fELF\x02\x01\x01\x00", 0o755), None);
    }
}
