'use strict';

// The list of all games, with filters.

const GAMES_AT_ONCE = 50;

class GameList {
  constructor(report, place) {
    this.report = report;
    this.search = el('input', { type: 'search', id: 'filter-q', placeholder: 'Program, board or number', autocomplete: 'off' });
    this.player = el(
      'select',
      { id: 'filter-player' },
      el('option', { value: '' }, 'any program'),
      report.entrantOptions(),
    );
    this.result = el('select', { id: 'filter-result' });
    this.faults = el(
      'select',
      { id: 'filter-faults' },
      [['', 'with or without faults'], ['some', 'with faults'], ['none', 'without faults'], ['out', 'with a forfeit']].map(
        ([value, words]) => el('option', { value }, words),
      ),
    );
    this.count = el('p', { class: 'hint', role: 'status' });
    this.items = el('div');
    this.draws = 0;
    const field = (label, control) => el('div', { class: 'field' }, el('label', { for: control.id }, label), control);
    const form = el(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Games' },
      field('Search', this.search),
      field('Program', this.player),
      field('Result', this.result),
      field('Faults', this.faults),
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.changed());
    this.updateResultChoices();
    place.replaceChildren(form, this.count, this.items);
  }

  /** Which results can be chosen depends on whether a program is chosen. */
  updateResultChoices() {
    const chosen = this.result.value;
    const some = this.player.value !== '';
    const choices = some
      ? [['', 'any result'], ['won', 'won'], ['shared', 'shared'], ['lost', 'lost']]
      : [['', 'any result'], ['won', 'one winner'], ['shared', 'shared win']];
    this.result.replaceChildren(...choices.map(([value, words]) => el('option', { value }, words)));
    this.result.value = choices.some(([value]) => value === chosen) ? chosen : '';
  }

  changed() {
    this.updateResultChoices();
    const asked = new URLSearchParams();
    for (const [key, control] of this.controls()) if (control.value) asked.set(key, control.value);
    const hash = asked.size ? `list&${asked}` : 'games';
    this.report.listLink = `#${hash}`;
    replaceHash(hash);
    this.draw();
  }

  controls() {
    return [['q', this.search], ['player', this.player], ['result', this.result], ['faults', this.faults]];
  }

  /** Sets the filters that a link names. */
  setFilters(asked) {
    this.player.value = asked.get('player') ?? '';
    this.updateResultChoices();
    for (const [key, control] of this.controls()) control.value = asked.get(key) ?? '';
    for (const [, control] of this.controls()) if (control.value === undefined || control.selectedIndex === -1) control.value = '';
    return this.draw();
  }

  fits(line, words) {
    const { report } = this;
    const player = this.player.value === '' ? -1 : Number(this.player.value) - 1;
    const seats = line.seats.flatMap((entrant, seat) => (entrant === player ? [seat] : []));
    if (player >= 0 && seats.length === 0) return false;
    const best = line.places.filter((place) => place === 1).length;
    const wins = player < 0 || seats.some((seat) => line.places[seat] === 1);
    if (this.result.value === 'won' && !(wins && best === 1)) return false;
    if (this.result.value === 'shared' && !(wins && best > 1)) return false;
    if (this.result.value === 'lost' && wins) return false;
    const faults = player < 0 ? line.faults : seats.reduce((sum, seat) => sum + (line.faultsBySeat[seat] ?? 0), 0);
    if (this.faults.value === 'some' && faults === 0) return false;
    if (this.faults.value === 'none' && faults > 0) return false;
    if (this.faults.value === 'out' && !line.out.some((why, seat) => why && (player < 0 || line.seats[seat] === player))) return false;
    return words.every((word) => report.searchable(line).includes(word));
  }

  /** Shows the games that fit, from one of them on. Without filters, only the games of the page that is shown are loaded. */
  async draw(from = 0) {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const drawing = (this.draws += 1);
    const total = this.report.data.games;
    const list = el('ol', { class: 'games' });
    const items = (lines) => lines.map((line) => gameItem(this.report, line));
    let pager;
    if (this.controls().every(([, control]) => !control.value)) {
      const make = async (from, to) => items(await this.report.linesAt(from, to));
      pager = new Pager({ list, count: total, size: GAMES_AT_ONCE, make, label: 'games' });
      this.count.textContent = counted(total, 'game', 'games');
    } else {
      this.count.textContent = 'Searching…';
      let found;
      try {
        found = (await this.report.allLines()).filter((line) => this.fits(line, words));
      } catch (error) {
        this.count.textContent = error.message;
        return;
      }
      // The filters may have changed while the games were loaded.
      if (drawing !== this.draws) return;
      const make = async (from, to) => items(found.slice(from, to));
      pager = new Pager({ list, count: found.length, size: GAMES_AT_ONCE, make, label: 'games' });
      this.count.textContent = found.length === total ? counted(total, 'game', 'games') : `${thousands(found.length)} of ${counted(total, 'game', 'games')}`;
    }
    await pager.show(from);
    if (drawing !== this.draws) return;
    this.pager = pager;
    this.items.replaceChildren(list, pager.bar);
  }
}

/** A game in the list: a link with its players. */
function gameItem(report, line) {
  const { faults } = line;
  const out = line.out.filter((why) => why).length;
  const seats = line.seats.map((entrant, seat) => {
    const won = line.places[seat] === 1;
    return el(
      'span',
      { class: `seat${won ? ' won' : ''}` },
      badge(seat + 1),
      el('bdi', { class: 'name' }, report.name(entrant)),
      el('span', { class: 'fish' }, line.scores[seat] ?? '?'),
      won ? el('span', { class: 'star', title: 'won' }, '★') : null,
    );
  });
  return el(
    'li',
    {},
    el(
      'a',
      { href: `#game=${line.number}` },
      el('span', { class: 'number' }, `${line.number}`),
      el('span', { class: 'where' }, el('bdi', {}, report.board(line)), line.round ? el('span', { class: 'round' }, `round ${line.round}`) : null),
      el('span', { class: 'seats' }, seats),
      el(
        'span',
        { class: 'marks' },
        faults ? el('span', { class: 'tag warn' }, counted(faults, 'fault', 'faults')) : null,
        out ? el('span', { class: 'tag bad' }, out === 1 ? 'forfeit' : `${out} forfeits`) : null,
      ),
    ),
  );
}
