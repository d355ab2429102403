'use strict';

// A game of the report: what each of its turns changed. Every board and score was computed when
// the page was written; this only applies the listed changes.

class Replay {
  constructor(data) {
    Object.assign(this, data);
    this.numbers = data.players.map(({ number }) => number);
    let { scores } = data;
    this.steps = data.steps.map((step) => {
      scores = scores.map((score, at) => (this.numbers[at] === step.player ? score + step.gain : score));
      return { ...step, scores };
    });
  }

  /** The board after so many turns, as a `Board` shows it. */
  viewAfter(turn) {
    const view = { tiles: readTiles(this.tiles), penguins: [], out: new Set(), trail: null, moved: null, lost: null };
    view.tiles.forEach(({ player }, cell) => {
      if (player > 0) view.penguins.push({ player, cell });
    });
    for (const step of this.steps.slice(0, turn)) applyStep(view, step);
    return view;
  }

  scoresAfter(turn) {
    return turn === 0 ? this.scores : this.steps[turn - 1].scores;
  }
}

/** Two digits for each cell: its fish, and the player whose penguin is there or 0. */
function readTiles(digits) {
  return Array.from({ length: digits.length / 2 }, (_, cell) => readTile(digits.slice(2 * cell, 2 * cell + 2)));
}

function readTile(digits) {
  return { fish: Number(digits[0]), player: Number(digits[1]) };
}

function applyStep(view, { kind, player, path, tiles }) {
  for (const [cell, digits] of tiles) view.tiles[cell] = readTile(digits);
  const to = path[path.length - 1];
  view.moved = null;
  if (kind === 'place') {
    view.moved = { player, cell: to };
    view.penguins.push(view.moved);
  } else if (kind === 'slide') {
    view.moved = view.penguins.find(({ cell }) => cell === path[0]) ?? null;
    if (view.moved) view.moved.cell = to;
  } else if (kind === 'out') {
    view.out.add(player);
  }
  view.trail = kind === 'slide' ? path : null;
  view.lost = kind === 'lost' ? player : null;
}
