#!/usr/bin/env python3
"""A complete program for the Penguins contest, as a starting point for your own.

    penguins.py phase=placement penguins=N INPUT OUTPUT     put one penguin on the ice
    penguins.py phase=movement INPUT OUTPUT                 move one penguin
    penguins.py name                                        print the id (also: id)

It reads the game from INPUT, makes one turn and writes the game to OUTPUT, which may be the same file.
The exit code is the result:

    0  a turn was made
    1  no turn is possible
    2  the file INPUT is invalid (the message names the line and the column)
    3  anything else: bad arguments, a file that cannot be read or written

To make it yours: change MY_ID, then choose_turn(), both just below. The rest follows the contract of
docs/protocol.md and rarely needs a change. It plays on squares only, not on hexagons.

It needs Python 3.8 or newer, and nothing else.
"""

import os
import re
import stat
import sys

# Your id, without blanks and quotation marks. Choose one that no other program has.
MY_ID = b"PythonStarter"

# The four directions, as steps of row and column: up, down, left, right.
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Game:
    """The whole game, as in the file. Rows and columns are counted from 1."""

    def __init__(self):
        self.rows = 0
        self.cols = 0
        # board[row][col] is a field as a number of two digits: the fish (0 to 3) and the player whose
        # penguin is there (1 to 9, or 0 for none). 0 is water. There is water all around the board,
        # in the rows 0 and rows + 1 and the columns 0 and cols + 1: every field has four neighbours.
        self.board = []
        self.players = []  # every player row, in the order of the file
        self.me = None  # our own player row, one of those
        self.placing = False  # True in the placement phase, False in the movement phase
        self.penguins = 0  # how many penguins each player places; 0 in the movement phase


class Player:
    """One player row of the file."""

    def __init__(self, id, number, score):
        self.id = id  # bytes, since an id may hold any of them
        self.number = number  # 1 to 9
        self.score = score  # the digits as they stand in the file


def fish(field):
    """Returns how many fish are on a field."""
    return field // 10


def penguin(field):
    """Returns the player whose penguin is on a field: 1 to 9, or 0 for none."""
    return field % 10


def is_free(field):
    """Returns whether a field is a free floe: it has fish and no penguin."""
    return field in (10, 20, 30)


# ===========================================================================================
# ==  YOUR STRATEGY GOES HERE                                                              ==
# ==                                                                                       ==
# ==  `turns` has all legal turns, at least one. Return the one that you choose.           ==
# ==  game.placing is true in the placement phase.                                         ==
# ==                                                                                       ==
# ==  A turn is a pair (start, target), and both are pairs (row, col). A placement has no   ==
# ==  start: it is None.                                                                   ==
# ===========================================================================================
def choose_turn(game, turns):
    board = game.board

    # Most fish first, then most free neighbours, then most fish on those.
    def value(turn):
        start, (row, col) = turn
        neighbours = [board[row - 1][col], board[row + 1][col], board[row][col - 1], board[row][col + 1]]
        free = [field for field in neighbours if is_free(field)]
        return fish(board[row][col]), len(free), sum(free)

    return max(turns, key=value)


# ===========================================================================================
# ==  You need not change anything below this line.                                        ==
# ===========================================================================================

# ---- Errors -------------------------------------------------------------------------------


class BadFile(Exception):
    """The input file is invalid: exit code 2. The line counts from 1, `at` from 0."""

    def __init__(self, line, at, cause):
        super().__init__(f"{line}:{at + 1}: error: {cause}")


class Failure(Exception):
    """Anything else went wrong: exit code 3."""


# ---- Reading the file ---------------------------------------------------------------------

# No number in a file may be larger than this.
MOST = 4294967295

# The number of each field that is right: b"21" is 21.
FIELDS = {b"%d%d" % (fish, player): 10 * fish + player for fish in range(4) for player in range(10)}

CONTROL_BYTE = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")


def read_lines(data):
    """Splits a file into lines, which end with LF, CR LF or the end of the file."""
    # Some editors write a byte-order mark, these three bytes, at the start.
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for index, line in enumerate(lines):
        if line.endswith(b"\r"):
            lines[index] = line = line[:-1]
        found = CONTROL_BYTE.search(line)
        if found:
            raise BadFile(index + 1, found.start(), f"control byte 0x{found.group()[0]:02x}")
    return lines


def places(line):
    """Returns where the words of a line start, and then where the last one ends."""
    return [found.start() for found in re.finditer(rb"[^ \t]+", line)] + [len(line.rstrip())]


def read_number(digits):
    """Returns a whole number from digits only, without a sign; None if it is not a number."""
    if not digits.isdigit():
        return None
    digits = digits.lstrip(b"0")
    # Numbers with millions of digits would take long to convert: this is large enough.
    return int(digits[:20] or b"0")


def read_header(game, lines):
    """Reads the first line: rows and columns."""
    if not lines:
        raise BadFile(1, 0, "the file is empty")
    words, at = lines[0].split(), places(lines[0])
    if len(words) != 2:
        raise BadFile(1, at[min(len(words), 2)], "the first line must give the rows and the columns")
    sizes = [read_number(word) for word in words]
    for index, size in enumerate(sizes):
        if size is None:
            raise BadFile(1, at[index], "the first line must hold two numbers")
        if size == 0:
            raise BadFile(1, at[index], "a board needs at least one row and one column")
    game.rows, game.cols = sizes
    # Two digits and a blank for each field. When only a few are missing, a message about
    # the row is better, so up to twice as many are read row by row.
    room = sum(len(line) + 1 for line in lines[1:]) // 3
    if game.rows * game.cols > 2 * room:
        raise BadFile(1, at[0], "the board is larger than the rest of the file")


def read_row(game, line, line_number):
    """Reads one row of fields."""
    words = line.split()
    try:
        row = [FIELDS[word] for word in words]
    except KeyError:
        row = []
    if len(row) == game.cols:
        game.board.append([0] + row + [0])
        return
    # Something is wrong: find out what, and where.
    at = places(line)
    for index, word in enumerate(words):
        if word not in FIELDS:
            many_fish = len(word) == 2 and word.isdigit()
            cause = "a field has at most 3 fish" if many_fish else "a field has two digits, fish and player"
            raise BadFile(line_number, at[index], cause)
    cause = f"row {line_number - 1} has {len(words)} of {game.cols} fields"
    raise BadFile(line_number, at[min(len(words), game.cols)], cause)


def read_player(game, line, line_number):
    """Reads a player row: id, number, score. A blank line is ignored."""
    words, at = line.split(), places(line)
    if not words:
        return
    if len(words) != 3:
        cause = "a player row has three fields: id, number and score"
        raise BadFile(line_number, at[min(len(words), 3)], cause)
    id, number, score = words
    if b'"' in id:
        raise BadFile(line_number, line.index(b'"'), "quotation mark in an id")
    if number not in (b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9"):
        raise BadFile(line_number, at[1], "a player number is 1 to 9")
    points = read_number(score)
    if points is None:
        raise BadFile(line_number, at[2], "a score is a number of at least 0")
    fish_left = sum(sum(map(fish, row)) for row in game.board) if points > MOST // 2 else 0
    if points + fish_left > MOST:
        raise BadFile(line_number, at[2], "the score is too large")
    for player in game.players:
        if player.id == id:
            raise BadFile(line_number, at[0], "this id occurs twice")
        if player.number == int(number):
            raise BadFile(line_number, at[1], "this player number occurs twice")
    game.players.append(Player(id, int(number), score))


def read_game(game, data):
    """Reads the whole file."""
    lines = read_lines(data)
    read_header(game, lines)
    game.board.append([0] * (game.cols + 2))
    for index in range(1, game.rows + 1):
        if index == len(lines):
            raise BadFile(index, len(lines[-1].rstrip()), f"row {index} is missing: the file ends here")
        read_row(game, lines[index], index + 1)
    game.board.append([0] * (game.cols + 2))
    for index in range(game.rows + 1, len(lines)):
        read_player(game, lines[index], index + 1)

    # Now all players are known.
    known = {0} | {player.number for player in game.players}
    for row, fields in enumerate(game.board):
        unknown = set(map(penguin, set(fields))) - known
        if unknown:
            col = next(col for col, field in enumerate(fields) if penguin(field) in unknown)
            at = places(lines[row])[col - 1]
            raise BadFile(row + 1, at, f"a penguin of player {penguin(fields[col])}, who has no row")


# ---- Our seat, and our turns ----------------------------------------------------------------


def find_seat(game):
    """Finds our row. In the placement phase, a player without one joins the game."""
    for player in game.players:
        if player.id == MY_ID:
            game.me = player
    if game.me or not game.placing:
        return
    if len(game.players) == 9:
        raise BadFile(1, 0, "the game has nine players already: there is no free seat")
    # The next number; if 9 is taken, the lowest free one.
    taken = [player.number for player in game.players]
    number = max(taken, default=0) + 1
    if number > 9:
        number = min(set(range(1, 10)) - set(taken))
    game.me = Player(MY_ID, number, b"0")
    game.players.append(game.me)


def list_turns(game):
    """Lists all our legal turns."""
    if game.me is None:
        return []
    mine = []
    starts = []
    for row, fields in enumerate(game.board):
        for col, field in enumerate(fields):
            if field == 10:
                starts.append((row, col))
            elif field % 10 == game.me.number:
                mine.append((row, col))
    if game.placing:
        return [(None, target) for target in starts] if len(mine) < game.penguins else []
    turns = []
    for start in mine:
        for down, right in DIRECTIONS:
            row, col = start[0] + down, start[1] + right
            while is_free(game.board[row][col]):
                turns.append((start, (row, col)))
                row, col = row + down, col + right
    return turns


def make_turn(game, turn):
    """Changes the board and our score."""
    start, (row, col) = turn
    game.me.score = b"%d" % (read_number(game.me.score) + fish(game.board[row][col]))
    game.board[row][col] = game.me.number
    if start is not None:
        game.board[start[0]][start[1]] = 0


# ---- Writing the file -----------------------------------------------------------------------


def write_game(game):
    """Returns the new file: single blanks, and none at the ends of lines."""
    digits = [b"%02d" % field for field in range(40)]
    lines = [b"%d %d" % (game.rows, game.cols)]
    lines += [b" ".join([digits[field] for field in row[1:-1]]) for row in game.board[1:-1]]
    lines += [b"%s %d %s" % (player.id, player.number, player.score) for player in game.players]
    return b"\n".join(lines) + b"\n"


def save(name, data):
    """Replaces a file atomically, so that no reader sees half of it.

    It writes a new file beside the old one and renames it.
    """
    target = os.path.realpath(name)  # follows links
    mode = os.stat(target).st_mode if os.path.exists(target) else None
    if mode is not None and not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        # A terminal or a pipe cannot be replaced.
        with open(target, "wb") as file:
            file.write(data)
        return
    if mode is not None and (stat.S_ISDIR(mode) or not mode & 0o222 or not os.access(target, os.W_OK)):
        raise Failure(f"cannot write {name}")
    beside = os.path.join(os.path.dirname(target), f".penguins-{os.getpid()}.tmp")
    with open(beside, "xb") as file:
        try:
            file.write(data)
            file.close()
            if mode is not None:
                os.chmod(beside, stat.S_IMODE(mode))
            os.replace(beside, target)
        except OSError:
            os.remove(beside)
            raise


# ---- The arguments --------------------------------------------------------------------------


def read_arguments(arguments):
    """Returns the values of the keys, and the files."""
    values = {}
    files = []
    for argument in arguments:
        pair = re.match(r"([A-Za-z0-9_-]+)=(.*)\Z", argument, re.DOTALL)
        if pair and pair[1] in ("phase", "penguins"):
            if pair[1] in values:
                raise Failure(f"{pair[1]}= is given twice")
            values[pair[1]] = pair[2]
        elif pair or (argument.startswith("-") and argument != "-"):
            raise Failure(f"unknown argument {argument}")
        else:
            files.append(argument)
    if values.get("phase") not in ("placement", "movement"):
        raise Failure("phase=placement or phase=movement is needed")
    if len(files) != 2:
        raise Failure("two files are needed: input and output")
    return values, files


def play(arguments):
    """Makes one turn, and returns the exit code."""
    values, (input_name, output_name) = read_arguments(arguments)
    game = Game()
    game.placing = values["phase"] == "placement"
    if game.placing:
        game.penguins = read_number(os.fsencode(values.get("penguins", "")))
        if not game.penguins:
            raise Failure("penguins=N is needed, with N of at least 1")
    with open(input_name, "rb") as file:
        data = file.read()
    try:
        read_game(game, data)
        find_seat(game)
    except BadFile as error:
        print(f"{input_name}:{error}", file=sys.stderr)
        return 2
    turns = list_turns(game)
    if not turns:
        return 1
    make_turn(game, choose_turn(game, turns))
    save(output_name, write_game(game))
    return 0


def main():
    arguments = sys.argv[1:]
    # When asked for the id, we ignore everything else.
    if "name" in arguments or "id" in arguments:
        sys.stdout.buffer.write(MY_ID + b"\n")
        sys.stdout.buffer.flush()
        return 0
    return play(arguments)


if __name__ == "__main__":
    # Python itself exits with 1 after an error, and 1 would mean that no turn is possible.
    try:
        code = main()
    except Exception as error:
        print(f"penguins: {type(error).__name__}: {error}", file=sys.stderr)
        code = 3
    sys.exit(code)
