'use strict';

// Reading records (docs/record.md, versions 1 and 2) and making their turns again.

const LAYOUTS = ['odd-q', 'even-q', 'odd-r', 'even-r'];
const MOST_FIELDS = 4000000;

/** Reads a record of Penguins, or throws an error that says what is wrong with it. */
function readRecord(text) {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const version = /^[ \t]*floe[ \t]+record[ \t]+([12])[ \t]*$/.exec(lines[0]);
  if (!version) throw new Error('this is no record of version 1 or 2');
  const parts = { headers: [], start: [], turns: [], result: [] };
  let part = 'headers';
  for (const raw of lines.slice(1)) {
    const line = raw.replace(/^[ \t]+|[ \t]+$/g, '');
    const heading = /^\[(start|turns|result)\]$/.exec(line);
    if (heading) part = heading[1];
    else if (line !== '' && (part === 'start' || !line.startsWith('#'))) parts[part].push(line);
  }
  const game = { version: Number(version[1]), players: new Map(), more: [] };
  readHeaders(game, parts.headers);
  readStart(game, parts.start);
  game.numbers = [...game.players.keys()].sort((a, b) => a - b);
  game.result = readResult(parts.result);
  playTurns(game, parts.turns);
  return game;
}

function readHeaders(game, lines) {
  const headers = new Map();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) throw new Error('a header has no colon');
    const key = line.slice(0, colon).replace(/[ \t]+/g, ' ').trim();
    const value = line.slice(colon + 1).trim();
    const player = /^player (\d+)$/.exec(key);
    if (player) {
      const named = /^(.*)\(([^()]*)\)$/.exec(value);
      game.players.set(Number(player[1]), {
        name: named ? named[1].trim() : value,
        kind: named ? named[2].trim() : '',
      });
    } else if (['game', 'layout', 'penguins', 'phase', 'turn'].includes(key)) {
      headers.set(key, value);
    } else {
      game.more.push([key, value]);
    }
  }
  game.rules = headers.get('game') ?? '';
  if (!['square', 'hex', 'classic'].includes(game.rules)) throw new Error('only games of Penguins can be replayed here');
  game.layout = game.rules === 'hex' ? headers.get('layout') ?? 'odd-q' : game.rules === 'classic' ? 'odd-r' : 'square';
  if (game.layout !== 'square' && !LAYOUTS.includes(game.layout)) throw new Error('the layout is unknown');
  // Rules P1 to P3: only under `hex` are fish scored when a tile is left.
  game.onArrival = game.rules !== 'hex';
  game.penguinsEach = Number(headers.get('penguins') ?? 0);
}

function readStart(game, lines) {
  const [rows, cols] = words(lines[0] ?? '').map(Number);
  const fields = rows * cols;
  if (!(Number.isInteger(rows) && Number.isInteger(cols) && fields >= 1 && fields <= MOST_FIELDS)) {
    throw new Error('the size of the board makes no sense');
  }
  Object.assign(game, { rows, cols, fish: new Uint8Array(fields), owner: new Uint8Array(fields) });
  for (let row = 0; row < rows; row += 1) {
    const line = words(lines[1 + row] ?? '');
    if (line.length !== cols) throw new Error(`row ${row + 1} of the board has ${line.length} fields`);
    for (let col = 0; col < cols; col += 1) {
      if (!/^[0-3][0-9]$/.test(line[col])) throw new Error(`a field of row ${row + 1} is not two digits`);
      game.fish[row * cols + col] = Number(line[col][0]);
      game.owner[row * cols + col] = Number(line[col][1]);
    }
  }
  game.startScores = new Map();
  for (const line of lines.slice(1 + rows)) {
    const [id, number, score] = words(line);
    if (!/^[1-9]$/.test(number) || !/^\d+$/.test(score)) throw new Error('a player row makes no sense');
    game.startScores.set(Number(number), Number(score));
    if (!game.players.has(Number(number))) game.players.set(Number(number), { name: id, kind: '' });
  }
}

function words(line) {
  return line.split(/[ \t]+/).filter((word) => word !== '');
}

function readResult(lines) {
  const result = { ending: 'over', scores: new Map(), leaders: [] };
  for (const line of lines) {
    const score = /^(\d+)[ \t]*:[ \t]*(\d+)$/.exec(line);
    const leaders = /^(?:winner|shared)[ \t]*:[ \t]*([\d \t]+)$/.exec(line);
    if (score) result.scores.set(Number(score[1]), Number(score[2]));
    else if (leaders) result.leaders = words(leaders[1]).map(Number);
    else if (line === 'unfinished' || line === 'stopped') result.ending = line;
  }
  return result;
}

/**
 * Makes all turns, as far as they are legal. Each becomes a step with its kind, its player, the penguin and
 * the fields that it concerns, the fish it brought and everyone's score after it.
 */
function playTurns(game, lines) {
  const state = firstState(game);
  const scores = game.numbers.map((number) => game.startScores.get(number) ?? 0);
  game.firstScores = scores.slice();
  game.steps = [];
  game.trouble = null;
  for (const line of lines) {
    const step = readTurn(game, line);
    const trouble = step ? whyIllegal(game, state, step) : 'cannot be read';
    if (trouble) {
      game.trouble = `Turn ${game.steps.length + 1} (${line}) ${trouble}.`;
      break;
    }
    step.gain = gainOf(game, state, step);
    step.penguin = step.kind === 'slide' ? state.standing[step.from] : step.kind === 'place' ? state.penguins.length : -1;
    scores[game.numbers.indexOf(step.number)] += step.gain;
    step.scores = scores.slice();
    apply(game, state, step);
    game.steps.push(step);
  }
}

function readTurn(game, line) {
  const parts = /^(\d+)[ \t]+(?:(lost|out)|(?:r(\d+)c(\d+)-)?r(\d+)c(\d+))$/.exec(line);
  if (!parts) return null;
  const number = Number(parts[1]);
  const cell = (row, col) =>
    row >= 1 && row <= game.rows && col >= 1 && col <= game.cols ? (row - 1) * game.cols + col - 1 : -1;
  if (parts[2]) return { kind: parts[2], number };
  const to = cell(Number(parts[5]), Number(parts[6]));
  if (!parts[3]) return { kind: 'place', number, to };
  return { kind: 'slide', number, from: cell(Number(parts[3]), Number(parts[4])), to };
}

function whyIllegal(game, state, step) {
  if (!game.numbers.includes(step.number)) return 'is of a player who does not take part';
  if (state.out.has(step.number)) return 'is of a player who is out of the game';
  if (step.kind === 'lost' || step.kind === 'out') return null;
  if (step.to < 0 || step.from < 0) return 'leads off the board';
  if (step.kind === 'place') {
    return isFree(state, step.to) && state.fish[step.to] === 1 ? null : 'needs a free floe with one fish';
  }
  if (state.owner[step.from] !== step.number) return 'moves a penguin that is not there';
  const path = straightLine(game, step.from, step.to);
  if (!path) return 'is not a straight line';
  return path.every((cell) => isFree(state, cell)) ? null : 'crosses water or a penguin';
}

function isFree(state, cell) {
  return state.fish[cell] > 0 && state.owner[cell] === 0;
}

function gainOf(game, state, step) {
  if (step.kind === 'place') return game.onArrival ? state.fish[step.to] : 0;
  if (step.kind === 'slide') return state.fish[game.onArrival ? step.to : step.from];
  return 0;
}

/** The fields of a straight line without its first, or nothing when there is no such line. */
function straightLine(game, from, to) {
  const [q, r] = axial(game, from);
  const [toQ, toR] = axial(game, to);
  const [right, down] = [toQ - q, toR - r];
  const hexagons = game.layout !== 'square';
  const straight = right === 0 || down === 0 || (hexagons && right + down === 0);
  const count = Math.max(Math.abs(right), Math.abs(down));
  if (!straight || count === 0) return null;
  const path = [];
  for (let at = 1; at <= count; at += 1) {
    path.push(fieldAt(game, q + Math.sign(right) * at, r + Math.sign(down) * at));
  }
  return path;
}

/** How far a row or column of hexagons has been pushed back in axial coordinates, where lines are straight. */
function pushed(layout, index) {
  const odd = index & 1;
  return (index + (layout.startsWith('even') ? odd : -odd)) / 2;
}

function axial(game, cell) {
  const [row, col] = [Math.floor(cell / game.cols), cell % game.cols];
  if (game.layout === 'square') return [col, row];
  return game.layout.endsWith('r') ? [col - pushed(game.layout, row), row] : [col, row - pushed(game.layout, col)];
}

function fieldAt(game, q, r) {
  if (game.layout === 'square') return r * game.cols + q;
  return game.layout.endsWith('r')
    ? r * game.cols + q + pushed(game.layout, r)
    : (r + pushed(game.layout, q)) * game.cols + q;
}

/** The board at the start: fish and owner of each field, and the penguins in the order of their numbers. */
function firstState(game) {
  const state = {
    fish: game.fish.slice(),
    owner: game.owner.slice(),
    standing: new Int32Array(game.fish.length).fill(-1),
    penguins: [],
    out: new Set(),
  };
  state.owner.forEach((number, cell) => {
    if (number > 0) stand(state, number, cell, state.penguins.length);
  });
  return state;
}

function stand(state, number, cell, penguin) {
  state.owner[cell] = number;
  state.standing[cell] = penguin;
  state.penguins[penguin] = { number, cell };
}

function apply(game, state, step) {
  if (step.kind === 'out') state.out.add(step.number);
  if (step.kind === 'slide') {
    state.fish[step.from] = 0;
    state.owner[step.from] = 0;
    state.standing[step.from] = -1;
  }
  if (step.kind === 'slide' || step.kind === 'place') {
    if (game.onArrival) state.fish[step.to] = 0;
    stand(state, step.number, step.to, step.penguin);
  }
}

/** The board after so many turns. */
function stateAfter(game, turn) {
  const state = firstState(game);
  for (const step of game.steps.slice(0, turn)) apply(game, state, step);
  return state;
}

/** What does not fit together: the turns, the result of the record, and the scores of the report. */
function disagreements(game, scores) {
  const found = game.trouble ? [game.trouble] : [];
  const last = game.steps.length ? game.steps[game.steps.length - 1].scores : game.firstScores;
  game.numbers.forEach((number, at) => {
    const told = game.result.scores.get(number);
    if (game.result.ending !== 'unfinished' && told !== last[at]) {
      found.push(`The turns give ${letter(number)} ${last[at]} fish, but the record’s result says ${told ?? 'nothing'}.`);
    }
    const listed = scores[number - 1];
    if (listed !== undefined && listed !== last[at]) {
      found.push(`The turns give ${letter(number)} ${last[at]} fish, but the report’s table says ${listed}.`);
    }
  });
  const leaders = leadersOf(game, last);
  if (game.result.ending !== 'unfinished' && leaders.join() !== game.result.leaders.slice().sort((a, b) => a - b).join()) {
    found.push(`The turns make ${leaders.map(letter).join(', ')} the best, but the record’s result does not.`);
  }
  return found;
}

/** Who has the most fish; players who are out do not count, unless all are. */
function leadersOf(game, scores) {
  const out = game.steps.filter((step) => step.kind === 'out').map((step) => step.number);
  const all = game.numbers.every((number) => out.includes(number));
  const counting = game.numbers.filter((number) => all || !out.includes(number));
  const scoreOf = (number) => scores[game.numbers.indexOf(number)];
  const most = Math.max(...counting.map(scoreOf));
  return counting.filter((number) => scoreOf(number) === most);
}
