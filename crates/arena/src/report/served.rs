//! A report on a server: the page, and its parts when they are asked for.
//!
//! Nothing is written to a disk, and no record is read before somebody wants to see its game. A server keeps one
//! [`ServedReport`] for all visitors, and makes another one when results have changed.

use std::io;
use std::sync::OnceLock;

use super::page::{PageForm, html};
use super::parts::{file_content, part_of_file};
use super::{Records, Report, page_data};

/// A report as a server shows it.
#[derive(Debug)]
pub struct ServedReport {
    report: Report,
    version: u64,
    page: OnceLock<ServedPage>,
}

/// The page of a report on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedPage {
    /// The text of the page, which belongs at an address that ends with `/`.
    pub html: String,
    /// The value of the header `Content-Security-Policy`.
    pub policy: String,
}

impl ServedReport {
    /// Makes the report of a version of the results. The page compares it with the version that a server announces.
    pub fn new(mut report: Report, version: u64) -> ServedReport {
        // Parts are found by the numbers of games.
        report.games.sort_by_key(|game| game.number);
        ServedReport { report, version, page: OnceLock::new() }
    }

    /// Returns the report.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the version of the results.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the page. It is made once.
    pub fn page(&self) -> &ServedPage {
        self.page.get_or_init(|| {
            let (html, policy) = html(&self.report, PageForm::Served { version: self.version }, &[], "");
            // A page cannot say this about itself.
            ServedPage { html, policy: policy + "; frame-ancestors 'none'" }
        })
    }

    /// Returns a file that the page asks for, such as `report-data/games/0/7.js`, which is JavaScript; nothing if there is no
    /// such file. `records` reads the records of the games in it.
    pub fn file(&self, name: &str, records: &Records<'_>) -> io::Result<Option<String>> {
        let Some(part) = part_of_file(name) else {
            return Ok(None);
        };
        let packed = page_data::part(&self.report, records, &part)?;
        Ok(packed.map(|packed| file_content(&part, &packed)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::page::{MOST_EMBEDDED, write};
    use super::*;
    use crate::report::{fixture, in_memory};

    #[test]
    fn the_files_are_those_that_a_report_writes() {
        for report in [
            fixture::many_games(fixture::small(), MOST_EMBEDDED + 100),
            fixture::many_games(fixture::nasty(), MOST_EMBEDDED + 1),
            fixture::many_games(fixture::crowd(300), MOST_EMBEDDED + 1),
        ] {
            let mut files = BTreeMap::new();
            write(&report, &in_memory, &mut files).unwrap();
            let served = ServedReport::new(report, 7);
            for (name, written) in files.iter().filter(|(name, _)| name.ends_with(".js")) {
                let made = served.file(name, &in_memory).unwrap();
                assert!(made.is_some_and(|made| made.as_bytes() == written), "{name}");
            }
            for name in [
                "report.html",
                "report-data/parts.json",
                "report-data/games/10/1000.js",
                "report-data/lines/0/90.js",
                "report-data/program/0/0.js",
                "report-data/program/9/999.js",
                "report-data/records/0/0.js",
            ] {
                assert_eq!(served.file(name, &in_memory).unwrap(), None, "{name}");
            }
        }
        // Short tables are in the page.
        let served = ServedReport::new(fixture::small(), 1);
        assert_eq!(served.file("report-data/cross.js", &in_memory).unwrap(), None);
    }

    #[test]
    fn the_page_follows_the_server_and_nobody_else() {
        let nasty = ServedReport::new(fixture::nasty(), 41);
        assert_eq!(nasty.page().html.matches("<script").count(), 2);
        let served = ServedReport::new(fixture::small(), 41);
        let ServedPage { html, policy } = served.page();
        assert!(
            html.contains("\"version\":41")
                && html.contains("id=\"live\"")
                && html.contains("id=\"machines\"")
                && !html.contains("{{")
        );
        assert!(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(policy.contains("script-src 'sha256-") && policy.contains("style-src 'sha256-"));
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !html.contains(" style="));
        let mut files = BTreeMap::new();
        write(&fixture::small(), &in_memory, &mut files).unwrap();
        let file = String::from_utf8(files.remove("report.html").unwrap()).unwrap();
        for live in ["WebSocket", "id=\"live", "id=\"machines", "connect-src"] {
            assert!(!file.contains(live), "{live}");
        }
    }
}
