// Plays all games with a WebAssembly module, and prints the result of each on a line.
// Arguments: the path of the module, nodes per turn, milliseconds per turn (used if the nodes are 0).

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const [path, nodes, millis] = process.argv.slice(2);
let readings = 0;
const host = {
  now_millis() {
    readings += 1;
    return performance.now();
  },
};
const { instance } = await WebAssembly.instantiate(await readFile(path), { host });
const { memory, play } = instance.exports;

for (let kind = 0; kind < 4; kind += 1) {
  const answer = BigInt.asUintN(64, play(kind, Number(nodes), Number(millis)));
  const address = Number(answer >> 32n);
  const length = Number(answer & 0xffffffffn);
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, address, length));
  assert.match(text, /^\w+: winners \[.+\], scores \[.+\], turns \S/, "the game was played to its end");
  console.log(text);
}
assert.ok(readings > 0, "the engine read the clock of its host");
