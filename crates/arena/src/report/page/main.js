'use strict';

// What the address asks for is shown: the overview, a program, or a game at a turn.
//
//   #standings          a part of the overview
//   #list&player=3      the games of program 3; also q, result and faults
//   #program=3          the page of program 3
//   #game=17&turn=23    game 17 after 23 turns
//   #check              the overview, with every game replayed and compared

class Book {
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
    return name.trim() === '' ? '(no name)' : shown(name);
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

  /** A game's record, read once for all that ask about the same game one after the other. */
  read(line) {
    if (this.last?.line !== line) this.last = { line, game: readRecord(line.record) };
    return this.last.game;
  }

  /** The turn that shows a fault: the one that it cost, or else the last one before it. */
  turnOf(line, fault) {
    let steps = [];
    try {
      steps = this.read(line).steps;
    } catch {
      return fault.turn;
    }
    const step = steps[fault.turn];
    const cost = step && (step.kind === 'lost' || step.kind === 'out') && line.seats[step.number - 1] === fault.entrant;
    return Math.min(steps.length, fault.turn + (cost ? 1 : 0));
  }
}

let pending = 0;

/**
 * Changes the address without a new entry in the history. A browser refuses that when it happens too often,
 * as it would while a slider is drawn, so only the last of several changes counts.
 */
function replaceHash(hash) {
  clearTimeout(pending);
  pending = setTimeout(() => {
    try {
      history.replaceState(null, '', `#${hash}`);
    } catch {
      // The address is a convenience.
    }
  }, 100);
}

const report = new Book(JSON.parse(document.getElementById('data').textContent));
const places = Object.fromEntries(['overview', 'program', 'game'].map((id) => [id, document.getElementById(id)]));
const list = new GameList(report, document.getElementById('games-list'));
const title = document.title;
let page = null;
let scrolled = 0;

function open(view, words) {
  if (!places.overview.hidden && view !== 'overview') scrolled = window.scrollY;
  for (const [id, place] of Object.entries(places)) place.hidden = id !== view;
  document.body.classList.toggle('sub', view !== 'overview');
  document.title = words ? `${shown(words)} · ${title}` : title;
  if (view === 'overview') return;
  places[view].querySelector('h2')?.focus({ preventScroll: true });
  window.scrollTo(0, Math.min(window.scrollY, document.querySelector('nav.parts').offsetTop));
}

function route() {
  const hash = location.hash.slice(1);
  const asked = new URLSearchParams(hash);
  page?.pause();
  clearTimeout(pending);
  const line = report.byNumber.get(Number(asked.get('game')));
  const entrant = Number(asked.get('program')) - 1;
  if (line) {
    // The same game at another turn is the same page.
    if (page?.line === line && page.game && !places.game.hidden) {
      page.go(Number(asked.get('turn') ?? 0), { still: true });
    } else {
      open('game', `Game ${line.number}`);
      page = new GamePage(report, places.game, line, Number(asked.get('turn') ?? 0));
      page.heading.focus({ preventScroll: true });
    }
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
    list.ask(asked);
    report.listLink = `#${hash}`;
  }
  if (hash === 'check') document.querySelector('#check button')?.click();
  const part = asked.has('list') ? document.getElementById('games') : document.getElementById(hash);
  if (part && places.overview.contains(part)) part.scrollIntoView();
  else if (wasHidden) window.scrollTo(0, scrolled);
}

/** Replays every game and compares it with its result, a few at a time. */
function checkAll(done) {
  const wrong = [];
  let at = 0;
  const some = () => {
    const end = Math.min(report.games.length, at + 50);
    for (; at < end; at += 1) {
      const line = report.games[at];
      try {
        if (disagreements(readRecord(line.record), line.scores).length) wrong.push(line.number);
      } catch {
        wrong.push(line.number);
      }
    }
    if (at < report.games.length) setTimeout(some);
    else done(wrong);
  };
  some();
}

function offerCheck() {
  const place = document.getElementById('check');
  const check = button('Replay every game and compare it with its result', { class: 'more' }, () => {
    check.disabled = true;
    checkAll((wrong) => {
      const right = `All ${counted(report.games.length, 'game', 'games')} replay to their results.`;
      const links = wrong.slice(0, 100).map((number) => [' ', el('a', { href: `#game=${number}` }, number)]);
      place.dataset.wrong = wrong.length;
      place.replaceChildren(...(wrong.length ? [`${wrong.length} of ${counted(report.games.length, 'game', 'games')} do not replay to their results:`, ...links.flat()] : [right]));
    });
  }, 'Replay every game');
  place.replaceChildren(check);
}

document.addEventListener('keydown', (event) => {
  if (page?.key(event)) event.preventDefault();
});
window.addEventListener('hashchange', route);

// Paper cannot be unfolded.
let unfolded = [];
window.addEventListener('beforeprint', () => {
  unfolded = [...document.querySelectorAll('#overview details:not([open])')];
  for (const fold of unfolded) fold.open = true;
});
window.addEventListener('afterprint', () => {
  for (const fold of unfolded) fold.open = false;
});

list.draw();
offerCheck();
route();
document.documentElement.classList.add('ready');
