'use strict';

// Shows what the address names: the overview, a program, or a game at a turn.
//
//   #standings          a section of the overview
//   #list&player=3      the games of program 3; also q, result and faults
//   #program=3          the page of program 3
//   #game=17&turn=23    game 17 after 23 turns
//   #game=17&fault=2    game 17 at its second fault

class ReportData {
  constructor(data) {
    this.parts = new Parts(data.beside);
    this.listLink = '#games';
    this.update(data);
  }

  /** Takes the data of the page; parts that were read before may have changed since. */
  update(data) {
    this.data = data;
    this.byName = data.entrants.map((_, at) => at).sort((a, b) => this.name(a).localeCompare(this.name(b)));
    this.words = new Map();
    this.lines = new Map();
    this.parts.forget(data.version);
  }

  name(entrant) {
    return this.data.entrants[entrant]?.name ?? '(no name)';
  }

  board(line) {
    return this.data.boards[line.boardIndex] ?? '';
  }

  /** The options of a choice of a program. */
  entrantOptions() {
    return this.byName.map((entrant) => el('option', { value: entrant + 1 }, this.name(entrant)));
  }

  /** The lines of a part of the list of games. */
  linesOf(part) {
    if (!this.lines.has(part)) {
      const lines = this.parts.read(`lines-${part}`).then((rows) => rows.map(readLine));
      lines.catch(() => this.lines.delete(part));
      this.lines.set(part, lines);
    }
    return this.lines.get(part);
  }

  /** The lines from one place of the list to another. */
  async linesAt(from, to) {
    const found = [];
    let first = 0;
    for (const [part, count] of this.data.lines) {
      if (first < to && first + count > from) {
        const lines = await this.linesOf(part);
        found.push(...lines.slice(Math.max(0, from - first), to - first));
      }
      first += count;
    }
    return found;
  }

  async allLines() {
    const parts = await Promise.all(this.data.lines.map(([part]) => this.linesOf(part)));
    return parts.flat();
  }

  /** A game by its number, with the games before and after it; nothing if there is none. */
  async find(number) {
    const part = Math.floor((number - 1) / this.data.lines_each);
    const index = this.data.lines.findIndex(([known]) => known === part);
    if (index < 0) return null;
    const lines = await this.linesOf(part);
    const at = lines.findIndex((line) => line.number === number);
    if (at < 0) return null;
    const beside = async (step) => {
      const other = this.data.lines[index + step];
      return other ? (await this.linesOf(other[0])).at(step < 0 ? -1 : 0) : null;
    };
    return { line: lines[at], around: [lines[at - 1] ?? (await beside(-1)), lines[at + 1] ?? (await beside(1))] };
  }

  searchable(line) {
    if (!this.words.has(line)) {
      const names = line.seats.map((entrant) => this.name(entrant));
      this.words.set(line, [line.number, this.board(line), ...names].join('\n').toLowerCase());
    }
    return this.words.get(line);
  }

  /** The record, the replay and the faults of a game. */
  async load(line) {
    try {
      const games = await this.parts.read(`games-${Math.floor((line.number - 1) / this.data.games_each)}`);
      return games.find(({ number }) => number === line.number);
    } catch (error) {
      return { record: '', replay: null, problems: [error.message] };
    }
  }
}

/** A line of the list of games, as `page_data.rs` writes it. */
function readLine([number, round, boardIndex, seats, scores, places, millis, faultsBySeat, faults, out]) {
  return { number, round, boardIndex, seats, scores, places, millis, faultsBySeat, faults, out: out.length ? out : seats.map(() => null) };
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

/** Says above the overview why a part of the report could not be loaded. */
function problem(error) {
  places.overview.prepend(el('p', { class: 'note bad', role: 'alert' }, error.message));
  return null;
}

async function route() {
  const hash = location.hash.slice(1);
  const asked = new URLSearchParams(hash);
  const visit = (visits += 1);
  page?.pause();
  clearTimeout(pending);
  const entrant = Number(asked.get('program')) - 1;
  const found = asked.has('game') ? await report.find(Number(asked.get('game'))).catch(problem) : null;
  if (visit !== visits) return;
  if (found) {
    const { line, around } = found;
    const data = page?.line === line ? page.data : await report.load(line);
    // The address may have changed while the game was loaded.
    if (visit !== visits) return;
    const fault = data.faults?.[Number(asked.get('fault')) - 1];
    const turn = fault ? fault.shown_at : Number(asked.get('turn') ?? 0);
    if (page?.line === line && page.replay && !places.game.hidden) {
      page.go(turn, { still: true });
      return;
    }
    open('game', `Game ${line.number}`);
    page = new GamePage(report, places.game, line, data, around, turn);
    page.heading.focus({ preventScroll: true });
    return;
  }
  page = null;
  if (Number.isInteger(entrant) && report.data.entrants[entrant]) {
    const shown = showProgram(report, places.program, entrant);
    open('program', report.name(entrant));
    await shown;
    return;
  }
  const wasHidden = places.overview.hidden;
  open('overview');
  if (asked.has('list')) {
    report.listLink = `#${hash}`;
    await list.setFilters(asked);
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

const crossTable = document.getElementById('cross-table');
if (crossTable) whenNear(crossTable, () => fillCrossTable(report, crossTable));
const pairsTable = document.getElementById('pairs-table');
if (pairsTable) whenNear(pairsTable, () => fillPairs(report, pairsTable));

// The tables are on the screen before anything is loaded.
requestAnimationFrame(() =>
  setTimeout(async () => {
    performance.mark('floe-tables');
    const listed = location.hash.startsWith('#list') ? null : list.draw();
    await route();
    await listed;
    performance.mark('floe-ready');
    document.documentElement.classList.add('ready');
  }, 0),
);
