'use strict';

// What this browser remembers: settings, and the games whose secrets it holds. Everything works without storage, but
// for as long as the page is open only.

const memory = new Map();

function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function writeStored(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}

function readSetting(name) {
  return readStored(`floe-${name}`);
}

function writeSetting(name, value) {
  writeStored(`floe-${name}`, value);
}

const GAME_PREFIX = 'floe-game-';

/** What is known of a game: `secrets`, `host`, `links` by seat, and a few words for the list of games. */
function readGame(id) {
  const known = readStored(GAME_PREFIX + id);
  return { secrets: [], host: null, links: {}, ...(known && typeof known === 'object' ? known : {}) };
}

function noteGame(id, changes) {
  const game = { ...readGame(id), ...changes };
  writeStored(GAME_PREFIX + id, game);
  return game;
}

function forgetGame(id) {
  memory.delete(GAME_PREFIX + id);
  try {
    localStorage.removeItem(GAME_PREFIX + id);
  } catch {
    // It is forgotten with the page.
  }
}

/** The remembered games, the latest first. */
function listGames() {
  const names = new Set(memory.keys());
  try {
    for (let at = 0; at < localStorage.length; at += 1) names.add(localStorage.key(at));
  } catch {
    // Those of this visit are listed.
  }
  return [...names]
    .filter((name) => name.startsWith(GAME_PREFIX))
    .map((name) => ({ id: name.slice(GAME_PREFIX.length), ...readGame(name.slice(GAME_PREFIX.length)) }))
    .filter((game) => game.kind)
    .sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
}

/** Takes the secret of a seat from the address, so that it is neither shown nor copied by accident. */
function takeSecretFromAddress(id) {
  const secret = location.hash.slice(1);
  if (!secret) return;
  const { secrets } = readGame(id);
  if (!secrets.includes(secret)) noteGame(id, { secrets: [...secrets, secret].slice(-15) });
  history.replaceState(null, '', location.pathname + location.search);
}
