//! Honest turns in unusual spellings of the board file, which must be accepted, and in files that are too large.

use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::scene::Scene;

/// More blanks than any sensible board needs, but within the limit of the folder.
const PADDING: usize = 8 << 20;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("reorders-rows", "Writes the player rows in another order.", reorders_rows),
    Animal::new("writes-crlf", "Ends its lines with CR LF.", writes_crlf),
    Animal::new("writes-a-bom", "Writes a byte-order mark first.", writes_a_bom),
    Animal::new("writes-no-last-newline", "Omits the last newline.", writes_no_last_newline),
    Animal::new(
        "writes-blanks",
        "Puts tabs and spaces around fields, and blank lines after the board.",
        writes_blanks,
    ),
    Animal::new("writes-zeros-before-its-score", "Writes its score as 0007.", writes_zeros),
    Animal::new("joins-at-the-top", "Puts its new row before the others.", reorders_rows)
        .scene(Scene::Joining),
    Animal::new(
        "pads-with-blanks",
        "Makes a legal turn in a file with megabytes of spaces.",
        pads_with_blanks,
    )
    .expect_fault("output-too-large"),
    Animal::new(
        "pads-with-newlines",
        "Makes a legal turn, and adds megabytes of blank lines.",
        pads_with_newlines,
    )
    .expect_fault("output-too-large"),
];

fn rewrite(call: &Call, change: impl FnOnce(String) -> String) -> Result<i32, ZooError> {
    // The ids of the zoo and of its rivals are ASCII. Files with other ids are left unchanged.
    match String::from_utf8(call.honest_text()?) {
        Ok(text) => call.write_text(change(text).as_bytes())?,
        Err(other) => call.write_text(other.as_bytes())?,
    }
    Ok(0)
}

fn reorders_rows(call: &Call) -> Result<i32, ZooError> {
    let view = call.view()?;
    let mut setup = view.after(view.sensible());
    setup.players.reverse();
    call.write(&setup)?;
    Ok(0)
}

fn writes_crlf(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| text.replace('\n', "\r\n"))
}

fn writes_a_bom(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| format!("\u{feff}{text}"))
}

fn writes_no_last_newline(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| text.trim_end().to_owned())
}

fn writes_blanks(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| text.replace(' ', " \t ").replace('\n', "  \n") + "\n \n\n")
}

fn writes_zeros(call: &Call) -> Result<i32, ZooError> {
    let view = call.view()?;
    let mut setup = view.after(view.sensible());
    for row in &mut setup.players {
        if row.seat == view.seat {
            row.score_zeros = 3;
        }
    }
    call.write(&setup)?;
    Ok(0)
}

fn pads_with_blanks(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| text.replacen(' ', &" ".repeat(PADDING), 1))
}

fn pads_with_newlines(call: &Call) -> Result<i32, ZooError> {
    rewrite(call, |text| text + &"\n".repeat(PADDING))
}
