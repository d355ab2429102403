//! Cases about calls: arguments in any order, arguments that make no sense, and files that cannot be used.

use crate::check::Group;
use crate::check::case::{CaseList, CheckCase, ExpectedAnswer, INPUT, OUTPUT, OutputFile, TurnCase};
use crate::check::frequency::Frequency;
use crate::check::runner::FolderItem;
use crate::check::scene::{MIDDLE, START, embedded, middle_with};

pub(super) fn arguments(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Arguments, own_id);
    let (moving, placing) = (cases.fill(MIDDLE), cases.fill(START));
    let board = || vec![FolderItem::file(INPUT, moving.clone())];
    let turn_case = || TurnCase::moving(moving.clone(), ExpectedAnswer::Turn);
    let place = || TurnCase::placing(2, placing.clone(), ExpectedAnswer::Turn);

    cases.must(
        Frequency::EVERY,
        "Read the arguments: phase=, penguins= in the placement phase, INPUT and OUTPUT.",
    );
    cases.turn("phase, input, output", turn_case());
    cases.turn("phase, penguins, input, output", place());
    cases.should("Go through all arguments and recognise each by its form; do not rely on their order.");
    cases.turn("input, output, phase", turn_case().with_order(&["IN", "OUT", "phase=movement"]));
    cases.turn("input, phase, output", turn_case().with_order(&["IN", "phase=movement", "OUT"]));
    cases.turn(
        "penguins, input, phase, output",
        place().with_order(&["penguins=2", "IN", "phase=placement", "OUT"]),
    );
    cases.turn(
        "input, output, penguins, phase",
        place().with_order(&["IN", "OUT", "penguins=2", "phase=placement"]),
    );
    cases.should("In the movement phase, penguins= is accepted and ignored, whatever its value.");
    cases.turn(
        "penguins=3 in the movement phase",
        turn_case().with_order(&["phase=movement", "penguins=3", "IN", "OUT"]),
    );
    cases.turn(
        "penguins=0 in the movement phase",
        turn_case().with_order(&["phase=movement", "penguins=0", "IN", "OUT"]),
    );

    cases.should("When the arguments make no sense, say so on standard error and exit with 3.");
    cases.bad_call("no arguments at all: 3", "", board());
    cases.bad_call("no phase: 3", "board.txt board.txt", board());
    cases.bad_call("an unknown phase: 3", "phase=moving board.txt board.txt", board());
    cases.bad_call("no penguins= in the placement phase: 3", "phase=placement board.txt board.txt", board());
    cases.bad_call("penguins=0: 3", "phase=placement penguins=0 board.txt board.txt", board());
    cases.bad_call("penguins=-1: 3", "phase=placement penguins=-1 board.txt board.txt", board());
    cases.bad_call("penguins=two: 3", "phase=placement penguins=two board.txt board.txt", board());
    cases.bad_call("one file instead of two: 3", "phase=movement board.txt", board());
    cases.bad_call("no file: 3", "phase=movement", board());
    cases.should(
        "An unknown argument may be a typo: it is better to exit with 3 than to play a different game.",
    );
    cases.bad_call("penguins=2x: 3", "phase=placement penguins=2x board.txt board.txt", board());
    cases.bad_call("an unknown key: 3", "phase=movement pengiuns=2 board.txt board.txt", board());
    cases.bad_call("a third file: 3", "phase=movement board.txt board.txt more.txt", board());
    cases.finish()
}

pub(super) fn files(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Files, own_id);
    let moving = cases.fill(MIDDLE);
    let blocked = cases.fill(embedded("1 2\n01 00\n{me} 1 4\n", true));
    let wrong = cases.fill(middle_with("30 10 00", "30 1x 00"));
    let board = || FolderItem::file(INPUT, moving.clone());
    let turn = |output| TurnCase::moving(moving.clone(), ExpectedAnswer::Turn).with_output(output);

    cases.must(
        Frequency::EVERY,
        "Read all of the input before you open the output: they may be the same file.",
    );
    cases.turn("the same file for input and output", turn(OutputFile::Same));
    cases.must(
        Frequency::NEVER,
        "Write the new state to the output, all of it and nothing more, and leave the input alone.",
    );
    cases.turn("an output that does not exist yet", turn(OutputFile::New));
    cases.turn("an output with longer old contents", turn(OutputFile::Old));
    cases.must(
        Frequency::NEVER,
        "Open the output only when you have a turn to write: with exit code 1 it must not change.",
    );
    let untouched =
        [(OutputFile::New, "no output is created"), (OutputFile::Old, "the old output is unchanged")];
    for (output, words) in untouched {
        cases.turn(
            format!("no turn: {words}"),
            TurnCase::moving(blocked.clone(), ExpectedAnswer::NoTurn).with_output(output),
        );
    }
    cases.should(
        "Open the output only when you have a turn to write: with exit codes 2 and 3 it should not change.",
    );
    for (output, words) in untouched {
        cases.turn(
            format!("invalid file: {words}"),
            TurnCase::moving(wrong.clone(), ExpectedAnswer::Refuse).with_output(output),
        );
    }
    cases.should("When a file cannot be opened, read or written, say so on standard error and exit with 3.");
    cases.bad_call("a missing input: 3", "phase=movement missing.txt board.txt", vec![board()]);
    let folder = || FolderItem::Folder { name: "folder" };
    cases.bad_call(
        "an input that is a folder: 3",
        "phase=movement folder board.txt",
        vec![board(), folder()],
    );
    cases.bad_call(
        "an output that is a folder: 3",
        "phase=movement board.txt folder",
        vec![board(), folder()],
    );
    cases.bad_call(
        "an output in a missing folder: 3",
        "phase=movement board.txt missing/out.txt",
        vec![board()],
    );
    cases.should("A read-only output must not be replaced, although a rename could do that.");
    let closed = FolderItem::File { name: OUTPUT, bytes: b"keep this\n".to_vec(), writable: false };
    cases.bad_call(
        "an output without write permission: 3",
        "phase=movement board.txt out.txt",
        vec![board(), closed],
    );
    cases.finish()
}
