'use strict';

// The list of all games, with filters.

const GAMES_AT_ONCE = 40;

class GameList {
  constructor(report, place) {
    this.report = report;
    this.search = el('input', { type: 'search', id: 'filter-q', placeholder: 'Program, board or number', autocomplete: 'off' });
    this.player = el(
      'select',
      { id: 'filter-player' },
      el('option', { value: '' }, 'any program'),
      report.byName.map((entrant) => el('option', { value: entrant + 1 }, report.name(entrant))),
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
    this.items = el('div', { class: 'grown' });
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
    this.draw();
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
    const faults = report.faultsOf(line).filter((fault) => player < 0 || fault.entrant === player);
    if (this.faults.value === 'some' && faults.length === 0) return false;
    if (this.faults.value === 'none' && faults.length > 0) return false;
    if (this.faults.value === 'out' && !line.out.some((why, seat) => why && (player < 0 || line.seats[seat] === player))) return false;
    return words.every((word) => report.searchable(line).includes(word));
  }

  draw() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const { games } = this.report;
    this.found = games.filter((line) => this.fits(line, words));
    this.count.textContent =
      this.found.length === games.length ? counted(games.length, 'game', 'games') : `${this.found.length} of ${counted(games.length, 'game', 'games')}`;
    this.items.replaceChildren(
      ...growing(el('ol', { class: 'games' }), this.found.length, (at) => gameItem(this.report, this.found[at]), GAMES_AT_ONCE),
    );
  }
}

/** A game in the list: a link with its players. */
function gameItem(report, line) {
  const faults = report.faultsOf(line).length;
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
      el('span', { class: 'where' }, el('bdi', {}, line.board), line.round ? el('span', { class: 'round' }, `round ${line.round}`) : null),
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
