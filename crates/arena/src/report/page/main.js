'use strict';

// Shows what the address names: the overview, a program, or a game at a turn.
//
//   #standings          a section of the overview
//   #list&player=3      the games of program 3; also q, result and faults
//   #program=3          the page of program 3
//   #game=17&turn=23    game 17 after 23 turns

class ReportData {
  constructor(data) {
    this.data = data;
    this.games = data.games;
    this.byNumber = new Map(this.games.map((line) => [line.number, line]).reverse());
    this.byName = data.entrants.map((_, at) => at).sort((a, b) => this.name(a).localeCompare(this.name(b)));
    this.listLink = '#games';
    this.faultsByGame = new Map();
    for (const fault of data.faults) {
      const line = this.games[fault.game];
      if (!this.faultsByGame.has(line)) this.faultsByGame.set(line, []);
      this.faultsByGame.get(line).push(fault);
    }
    this.words = new Map();
  }

  name(entrant) {
    const name = this.data.entrants[entrant]?.name ?? '';
    return name.trim() === '' ? '(no name)' : printable(name);
  }

  faultsOf(line) {
    return this.faultsByGame.get(line) ?? [];
  }

  searchable(line) {
    if (!this.words.has(line)) {
      const names = line.seats.map((entrant) => this.name(entrant));
      this.words.set(line, [line.number, line.board, ...names].join('\n').toLowerCase());
    }
    return this.words.get(line);
  }

  /** The record and the replay of a game. All games are unpacked when the first one is opened. */
  async load(line) {
    this.packed ??= readGames(document.getElementById('packed-games').textContent);
    try {
      return JSON.parse((await this.packed)[this.games.indexOf(line)]);
    } catch (error) {
      return { record: '', replay: null, problems: [`this browser cannot unpack it: ${error.message}`] };
    }
  }
}

let pending = 0;

/**
 * Changes the address without a new entry in the history. Browsers limit how often a page may do that, and dragging a
 * slider does it often, so only the last of several changes counts.
 */
function replaceHash(hash) {
  clearTimeout(pending);
  pending = setTimeout(() => {
    try {
      history.replaceState(null, '', `#${hash}`);
    } catch {
      // The page works without it.
    }
  }, 100);
}

const report = new ReportData(JSON.parse(document.getElementById('data').textContent));
const places = Object.fromEntries(['overview', 'program', 'game'].map((id) => [id, document.getElementById(id)]));
const list = new GameList(report, document.getElementById('games-list'));
const title = document.title;
let page = null;
let scrolled = 0;
let visits = 0;

function open(view, words) {
  if (!places.overview.hidden && view !== 'overview') scrolled = window.scrollY;
  for (const [id, place] of Object.entries(places)) place.hidden = id !== view;
  document.body.classList.toggle('sub', view !== 'overview');
  document.title = words ? `${printable(words)} · ${title}` : title;
  if (view === 'overview') return;
  places[view].querySelector('h2')?.focus({ preventScroll: true });
  window.scrollTo(0, Math.min(window.scrollY, document.querySelector('nav.parts').offsetTop));
}

async function route() {
  const hash = location.hash.slice(1);
  const asked = new URLSearchParams(hash);
  const visit = (visits += 1);
  page?.pause();
  clearTimeout(pending);
  const line = report.byNumber.get(Number(asked.get('game')));
  const entrant = Number(asked.get('program')) - 1;
  if (line) {
    const turn = Number(asked.get('turn') ?? 0);
    if (page?.line === line && page.replay && !places.game.hidden) {
      page.go(turn, { still: true });
      return;
    }
    const data = await report.load(line);
    // The address may have changed while the games were unpacked.
    if (visit !== visits) return;
    open('game', `Game ${line.number}`);
    page = new GamePage(report, places.game, line, data, turn);
    page.heading.focus({ preventScroll: true });
    return;
  }
  page = null;
  if (Number.isInteger(entrant) && report.data.entrants[entrant]) {
    showProgram(report, places.program, entrant);
    open('program', report.name(entrant));
    return;
  }
  const wasHidden = places.overview.hidden;
  open('overview');
  if (asked.has('list')) {
    list.setFilters(asked);
    report.listLink = `#${hash}`;
  }
  const part = asked.has('list') ? document.getElementById('games') : document.getElementById(hash);
  if (part && !places.game.contains(part) && !places.program.contains(part)) part.scrollIntoView();
  else if (wasHidden) window.scrollTo(0, scrolled);
}

document.addEventListener('keydown', (event) => {
  if (page?.key(event)) event.preventDefault();
});
window.addEventListener('hashchange', route);

// Everything is unfolded on paper.
let unfolded = [];
window.addEventListener('beforeprint', () => {
  unfolded = [...document.querySelectorAll('#overview details:not([open])')];
  for (const fold of unfolded) fold.open = true;
});
window.addEventListener('afterprint', () => {
  for (const fold of unfolded) fold.open = false;
});

list.draw();
route().then(() => document.documentElement.classList.add('ready'));
