//! The files of a report: the page with its parts, JSON and CSV.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Records, Report, csv, json, page};

/// Takes what is written into a file.
pub type FileContent<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Where the files of a report go. Names are relative, with `/` between folders.
pub trait ReportFiles {
    /// Creates or replaces a file with what `content` writes; the folders above it are created.
    fn write(&mut self, name: &str, content: FileContent<'_>) -> io::Result<()>;

    /// Returns a file that an earlier report wrote; `None` if there is none.
    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Returns the size of a file that an earlier report wrote; `None` if there is none.
    fn size(&mut self, name: &str) -> io::Result<Option<u64>>;
}

/// Files in memory.
impl ReportFiles for BTreeMap<String, Vec<u8>> {
    fn write(&mut self, name: &str, content: FileContent<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        content(&mut bytes)?;
        self.insert(name.to_owned(), bytes);
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.get(name).cloned())
    }

    fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
        Ok(self.get(name).map(|bytes| bytes.len() as u64))
    }
}

/// Writes all files of a report.
///
/// Files of games that an earlier report of the same games wrote are kept. The records are read one after another and
/// not kept.
pub fn write_files(report: &Report, records: &Records<'_>, files: &mut dyn ReportFiles) -> io::Result<()> {
    page::write(report, records, files)?;
    files.write("report.json", &mut |out| json(report, records, out))?;
    for (name, table) in csv::TABLES {
        files.write(name, &mut |out| table(report, out))?;
    }
    Ok(())
}
