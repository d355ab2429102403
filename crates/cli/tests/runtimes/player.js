// A player that computes the values of its turns in worker threads.
const fs = require("fs");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

const NAME = "node";

if (!isMainThread) {
  parentPort.postMessage(workerData.map(([fish, , [row, col]]) => fish * 1000000 + row * 1000 + col));
  return;
}

async function main(args) {
  if (args[0] === "name" || args[0] === "id") {
    console.log(NAME);
    return 0;
  }
  const words = fs.readFileSync(args[args.length - 2], "utf8").split(/\s+/).filter((word) => word);
  const [rows, cols] = words.slice(0, 2).map(Number);
  const board = [...Array(rows).keys()].map((row) => words.slice(2 + row * cols, 2 + (row + 1) * cols).map(Number));
  const players = [];
  for (let at = 2 + rows * cols; at < words.length; at += 3) players.push(words.slice(at, at + 3));
  let me = players.find((player) => player[0] === NAME);
  if (!me) {
    me = [NAME, String(Math.max(0, ...players.map((player) => Number(player[1]))) + 1), "0"];
    players.push(me);
  }
  const number = Number(me[1]);
  const placing = args[0] === "phase=placement";
  const turns = [];
  let placed = 0;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (placing && board[row][col] === 10) turns.push([1, null, [row, col]]);
      if (board[row][col] !== number) continue;
      placed++;
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const tile = (board[row + down] || [])[col + right];
        if (!placing && tile >= 10 && tile % 10 === 0) turns.push([tile / 10, [row, col], [row + down, col + right]]);
      }
    }
  }
  if (turns.length === 0 || (placing && placed >= Number(args[1].split("=")[1]))) return 1;
  const half = Math.ceil(turns.length / 2);
  const parts = [turns.slice(0, half), turns.slice(half)].map(
    (part) => new Promise((done, fail) => new Worker(__filename, { workerData: part }).on("message", done).on("error", fail))
  );
  const values = (await Promise.all(parts)).flat();
  const [fish, start, target] = turns[values.indexOf(Math.max(...values))];
  if (start) board[start[0]][start[1]] = 0;
  board[target[0]][target[1]] = number;
  me[2] = String(Number(me[2]) + fish);
  const lines = [`${rows} ${cols}`, ...board.map((row) => row.map((tile) => String(tile).padStart(2, "0")).join(" "))];
  lines.push(...players.map((player) => player.join(" ")));
  await fs.promises.writeFile(args[args.length - 1], lines.join("\n") + "\n");
  return 0;
}

main(process.argv.slice(2)).then((code) => (process.exitCode = code));
