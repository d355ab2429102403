//! How a program is called: arguments in every order, arguments that make no sense, and files that cannot be used.

use crate::check::Group;
use crate::check::case::{Answer, Case, Cases, INPUT, OUTPUT, Output, Scene};
use crate::check::runner::Item;

/// A state in which the program can move in one way only.
const MOVING: &str = "2 3\n01 20 00\n00 30 02\n{me} 1 4\nBea 2 5\n";
/// A state in which the program can place, as a newcomer.
const PLACING: &str = "2 3\n01 20 10\n00 30 10\nBea 1 1\n";

pub(super) fn arguments(me: &[u8]) -> Vec<Case> {
    let mut cases = Cases::new(Group::Arguments, me);
    let (moving, placing) = (cases.fill(MOVING), cases.fill(PLACING));
    let board = || vec![Item::file(INPUT, moving.clone())];
    let scene = || Scene::moving(moving.clone(), Answer::Turn);
    let place = || Scene::placing(2, placing.clone(), Answer::Turn);

    cases.must("Go through all arguments and look at what each of them is; do not count on their places.");
    cases.scene("phase, input, output", scene());
    cases.scene("input, output, phase", scene().with(&["IN", "OUT", "phase=movement"]));
    cases.scene("input, phase, output", scene().with(&["IN", "phase=movement", "OUT"]));
    cases.scene("phase, penguins, input, output", place());
    cases.scene(
        "penguins, input, phase, output",
        place().with(&["penguins=2", "IN", "phase=placement", "OUT"]),
    );
    cases.scene(
        "input, output, penguins, phase",
        place().with(&["IN", "OUT", "penguins=2", "phase=placement"]),
    );
    cases.must("In the movement phase penguins= is accepted and ignored.");
    cases.scene(
        "penguins=3 in the movement phase",
        scene().with(&["phase=movement", "penguins=3", "IN", "OUT"]),
    );
    cases.should("In the movement phase penguins= is ignored, whatever its value.");
    cases.scene(
        "penguins=0 in the movement phase",
        scene().with(&["phase=movement", "penguins=0", "IN", "OUT"]),
    );

    cases.must("When the arguments make no sense, say so on standard error and end with 3.");
    cases.error("no arguments at all: 3", "", board());
    cases.error("no phase: 3", "board.txt board.txt", board());
    cases.error("an unknown phase: 3", "phase=moving board.txt board.txt", board());
    cases.error("no penguins= in the placement phase: 3", "phase=placement board.txt board.txt", board());
    cases.error("penguins=0: 3", "phase=placement penguins=0 board.txt board.txt", board());
    cases.error("penguins=-1: 3", "phase=placement penguins=-1 board.txt board.txt", board());
    cases.error("penguins=two: 3", "phase=placement penguins=two board.txt board.txt", board());
    cases.error("one file instead of two: 3", "phase=movement board.txt", board());
    cases.error("no file: 3", "phase=movement", board());
    cases.should("An argument that you do not know may be a slip of the pen: better end with 3 than play another game.");
    cases.error("penguins=2x: 3", "phase=placement penguins=2x board.txt board.txt", board());
    cases.error("an unknown key: 3", "phase=movement pengiuns=2 board.txt board.txt", board());
    cases.error("a third file: 3", "phase=movement board.txt board.txt more.txt", board());
    cases.finish()
}

pub(super) fn files(me: &[u8]) -> Vec<Case> {
    let mut cases = Cases::new(Group::Files, me);
    let moving = cases.fill(MOVING);
    let blocked = cases.fill("1 2\n01 00\n{me} 1 4\n");
    let wrong = cases.fill("1 2\n01 2x\n{me} 1 4\n");
    let board = || Item::file(INPUT, moving.clone());
    let turn = |output| Scene::moving(moving.clone(), Answer::Turn).into(output);

    cases.must("Read all of the input before you open the output: they may be the same file.");
    cases.scene("the same file for input and output", turn(Output::Same));
    cases.must("Write the new state to the output, all of it and nothing more, and leave the input alone.");
    cases.scene("an output that is not there yet", turn(Output::New));
    cases.scene("an output that holds something longer", turn(Output::Old));
    cases.must("Open the output only when you have a turn to write: with 1, 2 and 3 it must stay as it was.");
    for (output, words) in [(Output::New, "no output is made"), (Output::Old, "another output is untouched")]
    {
        cases.scene(format!("no turn: {words}"), Scene::moving(blocked.clone(), Answer::NoTurn).into(output));
        cases
            .scene(format!("wrong file: {words}"), Scene::moving(wrong.clone(), Answer::Refuse).into(output));
    }
    cases.must("When a file cannot be opened, read or written, say so on standard error and end with 3.");
    cases.error("an input that is missing: 3", "phase=movement missing.txt board.txt", vec![board()]);
    let folder = || Item::Folder { name: "folder" };
    cases.error("an input that is a folder: 3", "phase=movement folder board.txt", vec![board(), folder()]);
    cases.error("an output that is a folder: 3", "phase=movement board.txt folder", vec![board(), folder()]);
    cases.error(
        "an output in a missing folder: 3",
        "phase=movement board.txt missing/out.txt",
        vec![board()],
    );
    cases.should(
        "Whoever takes away the right to write to a file means it, although a rename would get around that.",
    );
    let closed = Item::File { name: OUTPUT, bytes: b"keep this\n".to_vec(), writable: false };
    cases.error(
        "an output without write permission: 3",
        "phase=movement board.txt out.txt",
        vec![board(), closed],
    );
    cases.finish()
}
