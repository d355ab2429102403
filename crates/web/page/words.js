'use strict';

// Sentences about a game.

const SHORT_WORDS = { square: key('game-square'), hex: key('game-hex'), classic: key('game-classic'), gamma: key('game-gamma') };
const GAME_WORDS = { square: key('menu-square'), hex: key('menu-hex'), classic: key('menu-classic'), gamma: key('menu-gamma') };
const GAME_ABOUT = { square: key('menu-square-about'), hex: key('menu-hex-about'), classic: key('menu-classic-about'), gamma: key('menu-gamma-about') };
const LAYOUT_WORDS = { 'odd-q': key('layout-odd-q'), 'even-q': key('layout-even-q'), 'odd-r': key('layout-odd-r'), 'even-r': key('layout-even-r') };
const LEVEL_WORDS = [
  key('level-1'), key('level-2'), key('level-3'), key('level-4'), key('level-5'),
  key('level-6'), key('level-7'), key('level-8'), key('level-9'), key('level-10'),
];
const TURN_WORDS = {
  place: key('turn-place'), 'place-gain': key('turn-place-gain'), slide: key('turn-slide'), 'slide-gain': key('turn-slide-gain'),
  take: key('turn-take'), golden: key('turn-golden'), pass: key('turn-pass'), lost: key('turn-lost'), out: key('turn-eliminated'),
};
const HINT_WORDS = {
  place: key('hint-place'), slide: key('hint-slide'), take: key('hint-take'), golden: key('hint-golden'), pass: key('hint-pass'),
};
const MOVE_WORDS = { pass: key('moves-pass'), lost: key('moves-lost-turn'), out: key('moves-eliminated') };

function gameName(kind) {
  return tr(GAME_WORDS[kind] ?? GAME_WORDS.square);
}

/** The game and the size of its board. */
function gameTitle({ kind, rows, cols }) {
  return `${tr(SHORT_WORDS[kind] ?? SHORT_WORDS.square)} ${kind === 'gamma' ? `${cols} × ${rows}` : `${rows} × ${cols}`}`;
}

function levelName(level) {
  return Number.isInteger(level) && LEVEL_WORDS[level - 1] ? tr(LEVEL_WORDS[level - 1]) : String(level ?? '');
}

/** The name of a player; the default one, which records keep in English, in the language of the page. */
function playerName({ name, mark }) {
  return name && name !== `Player ${mark}` ? name : tr('default-player', { mark });
}

/** A cell as turns name it. */
function cellText({ kind, rows, cols }, cell) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  return kind === 'gamma' ? `x${col}y${rows - 1 - row}` : `r${row + 1}c${col + 1}`;
}

function sentenceOf(model, { kind, player, path, gain }) {
  const who = model.player(player);
  const places = path.map((cell) => cellText(model.state, cell));
  const words = TURN_WORDS[gain && !model.isGamma ? `${kind}-gain` : kind] ?? TURN_WORDS[kind] ?? TURN_WORDS.pass;
  return tr(words, { player: who ? playerName(who) : String(player), from: places[0], to: places[places.length - 1], fish: gain });
}

/** Who was skipped after a turn. */
function skippedText(model, { skipped = [] }) {
  if (skipped.length === 0) return '';
  const names = skipped.map((number) => playerName(model.player(number)));
  return tr('skipped-move', { players: joined(names), count: names.length });
}

function resultText(model) {
  const { winners, ending } = model.state;
  const winning = winners.map((number) => model.player(number)).filter(Boolean);
  if (winning.length === 0) return ending === 'unfinished' ? '' : tr('illegal-game-over');
  const values = { players: joined(winning.map(playerName)), score: winning[0].score };
  const words = winning.length > 1
    ? (model.isGamma ? tr('shared-win-cells', values) : tr('shared-win-fish', values))
    : (model.isGamma ? tr('win-cells', values) : tr('win-fish', values));
  return ending === 'stopped' ? tr('record-stopped', { winner: words }) : words;
}

function hintText(model, { text, path }) {
  const places = path.map((cell) => cellText(model.state, cell));
  const kind = text === 'pass' ? 'pass' : text.endsWith('!') ? 'golden' : model.isGamma ? 'take' : path.length > 1 ? 'slide' : 'place';
  return tr(HINT_WORDS[kind], { from: places[0], to: places[places.length - 1] });
}

/** A turn in the move list. */
function moveText({ kind, text }) {
  if (Object.hasOwn(MOVE_WORDS, kind)) return tr(MOVE_WORDS[kind]);
  return text.replace('-', '–');
}

/** A lead in hundredths, with its sign. */
function leadText(value) {
  const lead = (Math.abs(value) / 100).toFixed(1);
  const sign = Number(lead) === 0 ? '' : value > 0 ? '+' : '−';
  return sign + (language === 'en' ? lead : lead.replace('.', ','));
}

/** What a screen reader says about a tile. */
function tileLabel(model, view, cell) {
  const { state } = model;
  const { rows, cols } = state;
  const { fish, player } = view.tiles[cell];
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const owner = player > 0 ? model.player(player) : null;
  const who = owner ? tr('player-with-mark', { name: playerName(owner), mark: owner.mark ?? player }) : '';
  const place = model.isGamma ? tr('web-cell', { x: col, y: rows - 1 - row }) : tr('web-tile', { row: row + 1, col: col + 1 });
  // What is written on a cell comes first in its name, and not in parentheses, for those who speak to the page.
  if (model.isGamma) return `${place}, ${owner ? `${owner.mark ?? player}: ${playerName(owner)}` : tr('web-tile-empty')}`;
  if (player > 0) return `${place}, ${tr('web-tile-penguin', { player: who })}${fish > 0 ? `, ${tr('amount-fish', { count: fish })}` : ''}`;
  return `${place}, ${fish > 0 ? tr('amount-fish', { count: fish }) : tr('web-tile-water')}`;
}

/** A time on a clock. */
function clockText(millis) {
  const seconds = Math.ceil(millis / 1000);
  if (millis < 10000) return (Math.floor(millis / 100) / 10).toFixed(1);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long ago something was. */
function agoText(time) {
  const minutes = Math.floor((Date.now() - time) / 60000);
  if (minutes < 1) return tr('files-now');
  if (minutes < 60) return tr('files-minutes-ago', { count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? tr('files-hours-ago', { count: hours }) : tr('files-days-ago', { count: Math.floor(hours / 24) });
}
