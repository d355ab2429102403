//! A report for programs: everything in it, as JSON.

use serde::Serialize;

use super::Report;
use super::escape::{printable_json, script_json};

/// What the first field of the JSON says. The number grows when old readers would get something wrong.
pub const FORMAT: &str = "floe report 1";

#[derive(Serialize)]
struct Versioned<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

/// Returns the report as one line of JSON, as `docs/reports.md` describes it.
///
/// Numbers that are not finite are `null`; what would steer a terminal is written as `\u…`.
pub fn json(report: &Report) -> String {
    let mut text = printable_json(&plain(report));
    text.push('\n');
    text
}

/// Returns the same for a `<script>` element.
pub(super) fn embedded(report: &Report) -> String {
    script_json(&plain(report))
}

fn plain(report: &Report) -> String {
    serde_json::to_string(&Versioned { format: FORMAT, report })
        .expect("a report is strings, numbers and lists, which all have a JSON form")
}
