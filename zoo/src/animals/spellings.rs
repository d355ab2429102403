//! Honest turns in spellings of the board file that a reader has to accept, and in one that is too much.

use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::scene::Scene;

/// Blanks that no board of a sensible size can excuse, and that still fit into a folder's limit.
const PADDING: usize = 8 << 20;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("reorders-rows", "Writes the player rows in another order.", reorders_rows),
    Animal::new("writes-crlf", "Ends its lines like Windows does.", writes_crlf),
    Animal::new("writes-a-bom", "Writes a byte-order mark first.", writes_a_bom),
    Animal::new("writes-no-last-newline", "Leaves the last newline out.", writes_no_last_newline),
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
        "Makes a right turn in a file with megabytes of blanks.",
        pads_with_blanks,
    )
    .gets("output-too-large"),
    Animal::new(
        "pads-with-newlines",
        "Makes a right turn and adds megabytes of blank lines.",
        pads_with_newlines,
    )
    .gets("output-too-large"),
];

fn rewrite(call: &Call, change: impl FnOnce(String) -> String) -> Result<i32, Woe> {
    // The ids of the zoo and of its rivals are plain; those of others may not be, and are then left alone.
    match String::from_utf8(call.honest_text()?) {
        Ok(text) => call.write_text(change(text).as_bytes())?,
        Err(other) => call.write_text(other.as_bytes())?,
    }
    Ok(0)
}

fn reorders_rows(call: &Call) -> Result<i32, Woe> {
    let table = call.sit()?;
    let mut setup = table.after(table.sensible());
    setup.players.reverse();
    call.write(&setup)?;
    Ok(0)
}

fn writes_crlf(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| text.replace('\n', "\r\n"))
}

fn writes_a_bom(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| format!("\u{feff}{text}"))
}

fn writes_no_last_newline(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| text.trim_end().to_owned())
}

fn writes_blanks(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| text.replace(' ', " \t ").replace('\n', "  \n") + "\n \n\n")
}

fn writes_zeros(call: &Call) -> Result<i32, Woe> {
    let table = call.sit()?;
    let mut setup = table.after(table.sensible());
    for row in &mut setup.players {
        if row.seat == table.seat {
            row.score_zeros = 3;
        }
    }
    call.write(&setup)?;
    Ok(0)
}

fn pads_with_blanks(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| text.replacen(' ', &" ".repeat(PADDING), 1))
}

fn pads_with_newlines(call: &Call) -> Result<i32, Woe> {
    rewrite(call, |text| text + &"\n".repeat(PADDING))
}
