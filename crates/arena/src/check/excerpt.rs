//! Calls shortened for display.

use super::CallExcerpt;
use super::runner::{CallOutcome, FolderItem, TestCall};
use crate::sandbox::FoundFile;

/// The maximum number of bytes of a file or of printed text that are shown.
const MAX_SHOWN: usize = 600;

/// Shortens a call for display.
pub(super) fn call_excerpt(test_call: &TestCall, outcome: &CallOutcome) -> CallExcerpt {
    let files = test_call.items.iter().map(|item| match item {
        FolderItem::File { name, bytes, .. } => ((*name).to_owned(), excerpt(bytes)),
        FolderItem::Folder { name } => (format!("{name}/"), String::new()),
    });
    let changed = outcome.files.iter().find_map(|(name, taken)| {
        let was = test_call.items.iter().find_map(|item| match item {
            FolderItem::File { name: known, bytes, .. } if known == name => Some(bytes),
            _ => None,
        });
        match taken {
            FoundFile::Bytes(bytes) if Some(bytes) != was => Some(format!("{name}:\n{}", excerpt(bytes))),
            _ => None,
        }
    });
    CallExcerpt {
        arguments: test_call
            .arguments
            .iter()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
        files: files.collect(),
        ended: outcome.ended.to_string(),
        written: changed,
        stdout: excerpt(&outcome.stdout),
        stderr: excerpt(&outcome.stderr),
        millis: outcome.took.as_secs_f64() * 1000.0,
    }
}

/// Returns the beginning of a text, with unprintable characters escaped.
fn excerpt(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(MAX_SHOWN)];
    // The cut may fall inside a character.
    let short = match std::str::from_utf8(cut) {
        Err(error) if error.error_len().is_none() => &cut[..error.valid_up_to()],
        _ => cut,
    };
    let mut text = String::new();
    for letter in String::from_utf8_lossy(short).chars() {
        match letter {
            '\n' => text.push('\n'),
            _ if letter.is_control() || letter == '\u{feff}' => text.extend(letter.escape_default()),
            _ => text.push(letter),
        }
    }
    if short.len() < bytes.len() {
        text.push_str(&format!("… ({} bytes)", bytes.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_not_cut_inside_a_character() {
        let text = "ż".repeat(MAX_SHOWN);
        for start in [text.clone(), format!("x{text}")] {
            assert!(!excerpt(start.as_bytes()).contains(char::REPLACEMENT_CHARACTER));
        }
        assert_eq!(excerpt(b"\xff\x1b"), "\u{fffd}\\u{1b}");
    }
}
