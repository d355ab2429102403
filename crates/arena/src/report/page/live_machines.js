'use strict';

// The machines that play the games, where there are several. They are listed again every few seconds, so only rows that have
// changed are replaced: a link in another row can be clicked meanwhile.

/** A machine with many cores plays many games. */
const MOST_GAMES_LISTED = 16;

class LiveMachines {
  /** `boards` shows the games in progress. */
  constructor(section, link, boards) {
    Object.assign(this, { section, link, boards, rows: new Map() });
    this.body = section.querySelector('tbody');
    this.sums = section.querySelector('.hint');
  }

  take(machines) {
    this.section.hidden = this.link.hidden = machines.length === 0;
    const cores = machines.reduce((sum, machine) => sum + machine.cores, 0);
    const games = machines.reduce((sum, machine) => sum + machine.games.length, 0);
    const sums = [counted(machines.length, 'machine', 'machines'), counted(cores, 'core', 'cores'), `${counted(games, 'game', 'games')} in progress`];
    this.sums.textContent = sums.join(' · ');
    keepingPlace(this.body, () => this.draw(machines));
  }

  draw(machines) {
    const before = this.rows;
    this.rows = new Map(machines.map((machine) => [machine.name, this.row(machine, before.get(machine.name))]));
    for (const [name, row] of before) if (this.rows.get(name) !== row) row.element.remove();
    [...this.rows.values()].forEach(({ element }, at) => {
      const now = this.body.children[at] ?? null;
      if (now !== element) this.body.insertBefore(element, now);
    });
  }

  /** Returns the row of a machine: the one before, if nothing in it has changed. */
  row({ name, cores, speed, tier, games, played, games_per_minute: rate, idle }, before) {
    const figures = [thousands(cores), thousands(Math.round(speed)), thousands(played), Number(rate).toFixed(1)];
    const listed = games.slice(0, MOST_GAMES_LISTED).map((number) => [number, this.boards.has(number)]);
    const shown = JSON.stringify([figures, tier, listed, games.length, idle]);
    if (before?.shown === shown) return before;
    const clipped = (words) => el('bdi', { class: 'name', title: words }, words);
    const cells = figures.map((figure) => el('td', { class: 'n' }, figure));
    const element = el(
      'tr',
      {},
      el('th', { scope: 'row' }, clipped(name)),
      el('td', { class: 'words' }, this.gamesNow(listed, games.length, idle)),
      cells.slice(0, 2),
      el('td', {}, clipped(tier)),
      cells.slice(2),
    );
    return { shown, element };
  }

  /** The games of a machine, with links to the boards of those that are known here, and why it gets none. */
  gamesNow(listed, count, idle) {
    const reason = idle ? el('p', { class: 'warn' }, count > 0 ? 'Gets no more games: ' : 'Gets no games: ', el('bdi', {}, idle)) : null;
    if (count === 0) return [reason ?? el('span', { class: 'quiet' }, 'none')];
    const link = (number) => {
      const made = el('a', { href: `#${liveBoardId(number)}`, 'aria-label': `Game ${number}` }, number);
      // Before the address changes, to which the page then scrolls.
      made.addEventListener('click', () => this.boards.open(number));
      return made;
    };
    const items = listed.map(([number, isKnown]) => el('li', {}, isKnown ? link(number) : number));
    const rest = count - listed.length;
    return [el('ul', { class: 'kinds' }, items, rest > 0 ? el('li', {}, `and ${counted(rest, 'other', 'others')}`) : null), reason];
  }
}
