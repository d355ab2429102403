"""A player that computes the values of its turns with features of Python, named by its first argument."""

import concurrent.futures
import multiprocessing
import multiprocessing.shared_memory
import os
import sqlite3
import subprocess
import sys
import tempfile

NAME = "python"


def value(turn):
    """Returns the value of a turn, which is deterministic: the most fish, then the last tile."""
    fish, start, target = turn
    return fish, target


def by_pool(turns):
    with multiprocessing.Pool(4) as pool:
        return pool.map(value, turns)


def by_spawned_pool(turns):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return pool.map(value, turns)


def by_process_executor(turns):
    with concurrent.futures.ProcessPoolExecutor(4) as executor:
        return list(executor.map(value, turns))


def by_thread_executor(turns):
    with concurrent.futures.ThreadPoolExecutor(4) as executor:
        return list(executor.map(value, turns))


def by_processes(turns):
    queue = multiprocessing.Queue()

    def work():
        queue.put([value(turn) for turn in turns])

    worker = multiprocessing.Process(target=work)
    worker.start()
    values = queue.get()
    worker.join()
    return values


def by_manager(turns):
    with multiprocessing.Manager() as manager:
        values = manager.list()
        for turn in turns:
            values.append(value(turn))
        return list(values)


def by_shared_value(turns):
    count = multiprocessing.Value("i", 0)
    numbers = multiprocessing.Array("i", len(turns))

    def work():
        for index in range(len(turns)):
            with count.get_lock():
                count.value += 1
            numbers[index] = index

    workers = [multiprocessing.Process(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert count.value == 3 * len(turns) and list(numbers) == list(range(len(turns)))
    return [value(turn) for turn in turns]


def by_shared_memory(turns):
    block = multiprocessing.shared_memory.SharedMemory(create=True, size=4096)
    try:
        block.buf[:3] = b"abc"
        assert bytes(block.buf[:3]) == b"abc"
    finally:
        block.close()
        block.unlink()
    return [value(turn) for turn in turns]


def by_sqlite(turns):
    path = os.path.join(tempfile.gettempdir(), "turns.db")
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE IF NOT EXISTS turns (number INTEGER PRIMARY KEY, fish INTEGER, target TEXT)")
    with database:
        for number, (fish, start, target) in enumerate(turns):
            database.execute("INSERT OR REPLACE INTO turns VALUES (?, ?, ?)", (number, fish, str(target)))
    rows = database.execute("SELECT fish FROM turns ORDER BY number").fetchall()
    database.close()
    assert [fish for (fish,) in rows][: len(turns)] == [turn[0] for turn in turns]
    return [value(turn) for turn in turns]


def by_subprocess(turns):
    done = subprocess.run(["sort", "-n"], input="3\n1\n2\n", capture_output=True, text=True, check=True)
    assert done.stdout == "1\n2\n3\n"
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(b"x" * 100000)
    return [value(turn) for turn in turns]


def by_fork(turns):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"done")
        os._exit(0)
    os.close(writing)
    assert os.read(reading, 10) == b"done"
    os.waitpid(child, 0)
    return [value(turn) for turn in turns]


FEATURES = {
    "pool": by_pool,
    "spawned-pool": by_spawned_pool,
    "process-executor": by_process_executor,
    "thread-executor": by_thread_executor,
    "processes": by_processes,
    "manager": by_manager,
    "shared-value": by_shared_value,
    "shared-memory": by_shared_memory,
    "sqlite": by_sqlite,
    "subprocess": by_subprocess,
    "fork": by_fork,
}


def main():
    arguments = sys.argv[2:]
    if arguments in (["name"], ["id"]):
        print(NAME)
        return 0
    with open(arguments[-2]) as file:
        rows, cols, *words = file.read().split()
    rows, cols = int(rows), int(cols)
    board = [[int(word) for word in words[row * cols : (row + 1) * cols]] for row in range(rows)]
    rest = words[rows * cols :]
    players = [rest[index : index + 3] for index in range(0, len(rest), 3)]
    me = next((player for player in players if player[0] == NAME), None)
    if me is None:
        me = [NAME, str(max([int(player[1]) for player in players], default=0) + 1), "0"]
        players.append(me)
    number = int(me[1])
    tiles = [(row, col) for row in range(rows) for col in range(cols)]
    mine = [(row, col) for row, col in tiles if board[row][col] == number]
    if arguments[0] == "phase=placement":
        penguins = int(arguments[1].split("=")[1])
        turns = [(1, None, tile) for tile in tiles if board[tile[0]][tile[1]] == 10]
        if len(mine) >= penguins:
            turns = []
    else:
        turns = []
        for row, col in mine:
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                there = (row + down, col + right)
                if there in tiles and board[there[0]][there[1]] in (10, 20, 30):
                    turns.append((board[there[0]][there[1]] // 10, (row, col), there))
    if not turns:
        return 1
    for feature in sys.argv[1].split(","):
        values = FEATURES[feature](turns)
    fish, start, target = turns[values.index(max(values))]
    if start:
        board[start[0]][start[1]] = 0
    board[target[0]][target[1]] = number
    me[2] = str(int(me[2]) + fish)
    lines = [f"{rows} {cols}"] + [" ".join(f"{tile:02}" for tile in row) for row in board]
    lines += [" ".join(player) for player in players]
    with open(arguments[-1], "w") as file:
        file.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
