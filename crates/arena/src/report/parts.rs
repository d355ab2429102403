//! The parts of the page: pieces of data that its script unpacks when they are needed.
//!
//! A part is JSON, compressed and encoded in base64, so that text from programs cannot act as markup or script. In a small
//! event all parts are in the page itself. In a large one each is a file in a folder beside the page, which the page loads
//! by a script element, since browsers refuse to read files for pages that were opened from a disk. Such a file calls one
//! function with two strings, the name of the part and its content.
//!
//! Parts that hold games never change once their games have ended. A list of them, with a fingerprint of what they were
//! made from, lies beside them, so that a later report does not write them again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::files::ReportFiles;

/// The folder beside the page.
pub(super) const FOLDER: &str = "report-data";

/// The list of parts that an earlier report wrote.
const LIST: &str = "report-data/parts.json";

/// The format of the parts and of their list. Parts of another format are written anew.
const FORMAT: &str = "floe report parts 2";

/// The most parts in a folder.
const FOLDER_SIZE: usize = 100;

/// A part that holds games and was written by this or an earlier report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GamePart {
    /// A hash of what it was made from.
    fingerprint: String,
    /// The size of the file.
    size: u64,
    /// The numbers of games whose records do not lead to their results.
    pub(super) wrong: Vec<usize>,
}

#[derive(Serialize, Deserialize)]
struct PartList {
    format: String,
    parts: BTreeMap<String, GamePart>,
}

/// Where parts go: into the page, or beside it.
pub(super) struct PartWriter<'a> {
    files: &'a mut dyn ReportFiles,
    /// The elements of the parts in the page; `None` if they are files.
    embedded: Option<String>,
    earlier: BTreeMap<String, GamePart>,
    written: BTreeMap<String, GamePart>,
}

/// Returns the file of a part: `games-123` is `report-data/games/1/123.js`. The page's script has the same rule.
pub(super) fn file_name(part: &str) -> String {
    match part.split_once('-').and_then(|(kind, number)| Some((kind, number.parse::<usize>().ok()?))) {
        Some((kind, number)) => format!("{FOLDER}/{kind}/{}/{number}.js", number / FOLDER_SIZE),
        None => format!("{FOLDER}/{part}.js"),
    }
}

/// Returns the part of a file, as [`file_name`] names it; nothing for any other name.
pub(super) fn part_of_file(name: &str) -> Option<String> {
    let inside = name.strip_prefix(FOLDER)?.strip_prefix('/')?.strip_suffix(".js")?;
    let part = match inside.split('/').collect::<Vec<_>>()[..] {
        [part] => part.to_owned(),
        [kind, _, number] => format!("{kind}-{number}"),
        _ => return None,
    };
    // There is one name for each part.
    (file_name(&part) == name).then_some(part)
}

/// Returns the content of the file of a part.
pub(super) fn file_content(part: &str, packed: &str) -> String {
    format!("floeReportPart(\"{part}\",\"{packed}\");\n")
}

/// Compresses JSON and encodes it in base64.
pub(super) fn packed(content: &impl Serialize) -> io::Result<String> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    // In one piece: each of many small writes would clear a large buffer.
    packer.write_all(&serde_json::to_vec(content)?)?;
    Ok(STANDARD.encode(packer.finish()?))
}

/// Returns a hash of what a part is made from.
pub(super) fn fingerprint(content: &impl Serialize) -> io::Result<String> {
    Ok(STANDARD.encode(&Sha256::digest(serde_json::to_vec(content)?)[..18]))
}

impl<'a> PartWriter<'a> {
    pub(super) fn new(files: &'a mut dyn ReportFiles, is_beside: bool) -> io::Result<PartWriter<'a>> {
        let list = if is_beside { files.read(LIST)? } else { None };
        // A list that cannot be read only means that everything is written.
        let earlier = list
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .filter(|list: &PartList| list.format == FORMAT)
            .map(|list| list.parts)
            .unwrap_or_default();
        let embedded = (!is_beside).then(String::new);
        Ok(PartWriter { files, embedded, earlier, written: BTreeMap::new() })
    }

    /// Returns a part that holds games as an earlier report wrote it, if it was made from the same.
    pub(super) fn keep(&mut self, name: &str, fingerprint: &str) -> io::Result<Option<GamePart>> {
        let Some(part) = self.earlier.get(name).filter(|part| part.fingerprint == fingerprint).cloned()
        else {
            return Ok(None);
        };
        if self.files.size(&file_name(name))? != Some(part.size) {
            return Ok(None);
        }
        self.written.insert(name.to_owned(), part.clone());
        Ok(Some(part))
    }

    /// Adds a part that holds games.
    pub(super) fn add_games(
        &mut self,
        name: &str,
        packed: &str,
        fingerprint: String,
        wrong: Vec<usize>,
    ) -> io::Result<()> {
        let size = self.add(name, packed)?;
        self.written.insert(name.to_owned(), GamePart { fingerprint, size, wrong });
        Ok(())
    }

    /// Adds a part, and returns the size of its file.
    pub(super) fn add(&mut self, name: &str, packed: &str) -> io::Result<u64> {
        if let Some(elements) = &mut self.embedded {
            let _ =
                writeln!(elements, "<script type=\"application/gzip\" id=\"part-{name}\">{packed}</script>");
            return Ok(0);
        }
        let text = file_content(name, packed);
        self.files.write(&file_name(name), &mut |out: &mut dyn Write| out.write_all(text.as_bytes()))?;
        Ok(text.len() as u64)
    }

    /// Writes the list of parts, and returns the elements of those that go into the page.
    pub(super) fn finish(self) -> io::Result<String> {
        if let Some(elements) = self.embedded {
            return Ok(elements);
        }
        let list = PartList { format: FORMAT.to_owned(), parts: self.written };
        self.files.write(LIST, &mut |out: &mut dyn Write| Ok(serde_json::to_writer(out, &list)?))?;
        Ok(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_folder_gets_many_files() {
        assert_eq!(file_name("games-7"), "report-data/games/0/7.js");
        assert_eq!(file_name("games-12345"), "report-data/games/123/12345.js");
        assert_eq!(file_name("cross"), "report-data/cross.js");
    }

    #[test]
    fn a_file_name_is_read_back_and_no_other_is() {
        for part in ["games-7", "games-12345", "program-1", "cross"] {
            assert_eq!(part_of_file(&file_name(part)).as_deref(), Some(part));
        }
        for name in [
            "",
            "cross",
            "report.html",
            "report-data/parts.json",
            "report-data/../cross.js",
            "report-data/games/1/7.js",
            "report-data/games/0/07.js",
            "report-data/games/0/+7.js",
            "report-data/games/0/7.js/",
            "/report-data/cross.js",
            "report-data/games/0/99999999999999999999.js",
        ] {
            assert_eq!(part_of_file(name), None, "{name}");
        }
    }

    #[test]
    fn a_part_is_kept_while_it_is_made_from_the_same() {
        let mut files = BTreeMap::new();
        let mut parts = PartWriter::new(&mut files, true).unwrap();
        assert_eq!(parts.keep("games-0", "a").unwrap(), None);
        parts.add_games("games-0", "x", "a".to_owned(), vec![3]).unwrap();
        parts.finish().unwrap();
        let file = file_name("games-0");
        for (fingerprint, cut, kept) in [("a", false, true), ("b", false, false), ("a", true, false)] {
            let mut files = files.clone();
            if cut {
                files.get_mut(&file).unwrap().pop();
            }
            let mut parts = PartWriter::new(&mut files, true).unwrap();
            let wrong = parts.keep("games-0", fingerprint).unwrap().map(|part| part.wrong);
            assert_eq!(wrong, kept.then(|| vec![3]), "{fingerprint} {cut}");
        }
    }
}
