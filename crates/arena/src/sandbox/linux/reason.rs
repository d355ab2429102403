//! Helpful reasons why a file cannot be started as a program.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use nix::errno::Errno;
use nix::unistd::{AccessFlags, access};

use super::admit::Place;
use crate::sandbox::SEARCH_PATH;

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
    // Only the kernel can judge a file that is executable but not readable.
    let head = head(path);
    if let Some(why) = head.as_ref().and_then(|head| foreign(path, head)) {
        return Some(why);
    }
    if access(path, AccessFlags::X_OK).is_err() {
        let run_by = by_interpreter(path).map(|command| format!(", or start it with: {command}"));
        return Some(format!(
            "it is not executable; try: chmod +x '{}'{}",
            path.display(),
            run_by.unwrap_or_default()
        ));
    }
    let head = head?;
    match head.strip_prefix(b"#!") {
        Some(line) => unfit_interpreter(line),
        None if is_text(&head) => Some(format!(
            "it is a text file whose first line does not name an interpreter, such as '#!/usr/bin/env python3'{}",
            by_interpreter(path).map(|command| format!("; or start it with: {command}")).unwrap_or_default()
        )),
        None => unfit_binary(path, &head),
    }
}

/// Returns the command that starts a file in a language with an interpreter, by the ending of its name.
fn by_interpreter(path: &Path) -> Option<String> {
    let command = match path.extension()?.to_str()? {
        "py" => "python3",
        "js" | "mjs" | "cjs" => "node",
        "rb" => "ruby",
        "pl" => "perl",
        "lua" => "lua",
        "php" => "php",
        "sh" => "sh",
        "jar" => "java -jar",
        _ => return None,
    };
    Some(format!("{command} {}", path.file_name()?.display()))
}

/// Returns the interpreter that the first line of a script names, and its one option. With `env`, the interpreter is
/// the program that `env` finds.
pub(super) fn interpreter(path: &Path) -> Option<(Place, Option<String>)> {
    let head = head(path)?;
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    let (interpreter, option) = match line.split_once([' ', '\t']) {
        Some((interpreter, option)) => (interpreter, Some(option.trim().to_owned())),
        None => (line, None),
    };
    if interpreter.ends_with("/env")
        && let Some(name) = option.as_ref().and_then(|words| {
            words.split_ascii_whitespace().find(|word| !word.starts_with('-') && !word.contains('='))
        })
        && let Some(found) =
            SEARCH_PATH.split(':').map(|folder| Path::new(folder).join(name)).find(|path| path.is_file())
    {
        return Some((Place::new(&found).ok()?, None));
    }
    Some((Place::new(Path::new(interpreter)).ok()?, option))
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
    let found = || SEARCH_PATH.split(':').any(|folder| Path::new(folder).join(name).is_file());
    (plain && !found()).then(|| {
        format!(
            "the interpreter '{name}' that its first line names is not in {SEARCH_PATH}; name it by its full path"
        )
    })
}

/// Returns why a file could not be executed.
pub(super) fn not_executed(path: &Path, fault: Errno) -> String {
    let known = match fault {
        Errno::ENOEXEC => Some(
            head(path)
                .and_then(|head| foreign(path, &head).or_else(|| unfit_binary(path, &head)))
                .unwrap_or_else(|| "it is not a program for this system".to_owned()),
        ),
        Errno::ENOENT if path.exists() => {
            Some("the interpreter or the loader that it asks for does not exist".to_owned())
        }
        Errno::EACCES => unfit(path),
        _ => None,
    };
    known.unwrap_or_else(|| fault.desc().to_lowercase())
}

/// Returns why a file of another system cannot be executed, by its first bytes.
fn foreign(path: &Path, head: &[u8]) -> Option<String> {
    let name = || path.file_name().unwrap_or_default().display().to_string();
    match head {
        [b'M', b'Z', ..] if !has_other_formats() => {
            Some("it was built for Windows; build it for Linux".to_owned())
        }
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("it was built for macOS; build it for Linux".to_owned()),
        // Java and macOS share these bytes; Java has a version of at least 45 after them.
        [0xca, 0xfe, 0xba, 0xbe, _, _, _, 45..=u8::MAX, ..] if !has_other_formats() => {
            let class = path.file_stem().unwrap_or_default().display().to_string();
            Some(format!("it is a Java class; start it with: java -cp FOLDER {class}"))
        }
        [0xca, 0xfe, 0xba, 0xbe, ..] if !has_other_formats() => {
            Some("it was built for macOS; build it for Linux".to_owned())
        }
        [b'P', b'K', 3, 4, ..] if !has_other_formats() => {
            Some(format!("it is an archive; start a Java archive with: java -jar {}", name()))
        }
        _ => None,
    }
}

/// Returns whether the system was told how to execute further formats, which we cannot judge then.
fn has_other_formats() -> bool {
    let entries = fs::read_dir("/proc/sys/fs/binfmt_misc").into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name() != "register" && entry.file_name() != "status").count() > 0
}

/// Returns why a file with an ELF header, or without any that we know, cannot be executed.
fn unfit_binary(path: &Path, head: &[u8]) -> Option<String> {
    if !head.starts_with(b"\x7fELF") {
        return (!has_other_formats()).then(|| "it is not a program for this system".to_owned());
    }
    let machine = |head: &[u8]| Some([*head.get(4)?, *head.get(5)?, *head.get(18)?, *head.get(19)?]);
    // What floe itself was built for can be executed here.
    let ours = self::head(Path::new("/proc/self/exe"))?;
    if machine(head)? != machine(&ours)? {
        // A 64-bit Linux may execute 32-bit programs of its family too.
        let related = matches!((head.get(18), ours.get(18)), (Some(3), Some(62)) | (Some(40), Some(183)));
        if !related && !has_other_formats() {
            return Some(
                "it was built for another architecture; build it for the processor of this machine"
                    .to_owned(),
            );
        }
    }
    let loader = loader(path, head)?;
    (!Path::new(&loader).exists()).then(|| {
        format!(
            "it asks for the loader '{loader}', which does not exist here; build it for this system, or link it statically"
        )
    })
}

/// Returns the dynamic loader that a little-endian ELF file asks for.
fn loader(path: &Path, head: &[u8]) -> Option<String> {
    const PT_INTERP: u64 = 3;
    let wide = *head.get(4)? == 2;
    if *head.get(5)? != 1 {
        return None;
    }
    let number = |bytes: &[u8], at: usize, size: usize| {
        let bytes = bytes.get(at..at + size)?;
        Some(bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte)))
    };
    let (at, size, count) = if wide {
        (number(head, 32, 8)?, number(head, 54, 2)?, number(head, 56, 2)?)
    } else {
        (number(head, 28, 4)?, number(head, 42, 2)?, number(head, 44, 2)?)
    };
    let mut file = File::open(path).ok()?;
    let mut read = |at: u64, size: u64| {
        file.seek(SeekFrom::Start(at)).ok()?;
        let mut bytes = Vec::new();
        (&file).take(size.min(4096)).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    for index in 0..count.min(64) {
        let entry = read(at.checked_add(index * size)?, size)?;
        if number(&entry, 0, 4)? != PT_INTERP {
            continue;
        }
        let (from, length) = if wide {
            (number(&entry, 8, 8)?, number(&entry, 32, 8)?)
        } else {
            (number(&entry, 4, 4)?, number(&entry, 16, 4)?)
        };
        let bytes = read(from, length)?;
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        return Some(String::from_utf8_lossy(&bytes[..end]).into_owned());
    }
    None
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
        let cases: [(&[u8], u32, &str); 14] = [
            (b"#!/bin/sh\n", 0o644, "not executable"),
            (b"", 0o755, "empty"),
            (b"print('hello')\n", 0o755, "#!/usr/bin/env python3"),
            (b"#!/bin/sh\r\nexit 0\r\n", 0o755, "carriage return"),
            (b"#!/no/such/interpreter -x\n", 0o755, "'/no/such/interpreter'"),
            (b"#!/usr/bin/env no-such-interpreter\n", 0o755, "'no-such-interpreter'"),
            (b"#!\n", 0o755, "''"),
            (b"MZ\x90\0\x03", 0o644, "built for Windows"),
            (b"MZ\x90\0\x03", 0o755, "built for Windows"),
            (b"PK\x03\x04", 0o755, "java -jar bot"),
            (b"\xca\xfe\xba\xbe\0\0\0\x41", 0o644, "java -cp FOLDER bot"),
            (b"\xca\xfe\xba\xbe\0\0\0\x02", 0o755, "macOS"),
            (b"\x7fELF\x02\x01\x01\0........\x02\0\xff\xfe", 0o755, "another architecture"),
            (b"\0\x01\x02", 0o755, "not a program"),
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
        assert_eq!(unfit(&std::env::current_exe().unwrap()), None);
    }

    #[test]
    fn a_missing_loader_is_named() {
        let mut program = fs::read(std::env::current_exe().unwrap()).unwrap();
        program.truncate(1 << 16);
        let head = program[..HEAD].to_vec();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot");
        fs::write(&path, &program).unwrap();
        let Some(name) = loader(&path, &head) else {
            eprintln!("SKIPPED: a missing loader, since tests are linked statically");
            return;
        };
        assert!(Path::new(&name).exists(), "{name}");
        let at = program.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap();
        program[at + 1] = b'#';
        fs::write(&path, &program).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(unfit(&path).unwrap().contains("loader '/#"), "{:?}", unfit(&path));
    }

    #[test]
    fn a_script_in_a_language_gets_the_command_that_starts_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.py");
        fs::write(&path, "print('hello')\n").unwrap();
        for mode in [0o644, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert!(unfit(&path).unwrap().ends_with("python3 bot.py"), "{:?}", unfit(&path));
        }
    }
}
