'use strict';

// The page of one program: its results, and every fault that it made.

async function showProgram(report, place, entrant) {
  const standing = report.data.standings.find((line) => line.entrant === entrant);
  const at = report.data.standings.indexOf(standing);
  const details = el('div', {}, el('p', { class: 'quiet' }, 'Loading…'));
  place.replaceChildren(
    el('p', { class: 'back' }, el('a', { href: '#standings' }, '← All programs')),
    el('h2', { tabindex: '-1' }, el('bdi', {}, report.name(entrant))),
    el('p', { class: 'hint' }, el('bdi', {}, report.data.entrants[entrant].what)),
    standing ? facts(standing, at) : '',
    versions(report.data.entrants[entrant]),
    el(
      'p',
      {},
      el('a', { href: `#list&player=${entrant + 1}` }, 'Its games'),
      ' · ',
      el('a', { href: `#list&player=${entrant + 1}&faults=some` }, 'its games with faults'),
    ),
    details,
  );
  try {
    const { faults, met } = await report.parts.read(`program-${entrant + 1}`);
    details.replaceChildren(opponents(report, met), ...faultGroups(faults));
  } catch (error) {
    details.replaceChildren(el('p', { class: 'note bad' }, error.message));
  }
}

/** The versions of a program that was replaced, and whether it was withdrawn. */
function versions({ versions: all, withdrawn }) {
  const parts = [];
  if (withdrawn) parts.push(el('p', {}, el('span', { class: 'tag bad' }, 'withdrawn')));
  if (all.length > 1) {
    const item = ([since, digest, changes], at) =>
      el('li', {}, `version ${at + 1}, from game ${since} on, digest `, el('code', {}, digest), changes ? el('bdi', {}, `: ${changes}`) : null);
    parts.push(el('ul', { class: 'versions' }, all.map(item)));
  }
  return el('div', {}, parts);
}

function facts(standing, at) {
  const fact = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
  const { rating } = standing;
  return el(
    'dl',
    { class: 'terms' },
    fact('place', `${at + 1}`),
    fact('points', `${Number((standing.points ?? 0).toFixed(2))} of ${standing.games}`),
    rating && rating.value !== null ? fact('rating', `${rating.value.toFixed(0)} ±${rating.error?.toFixed(0) ?? '∞'}`) : '',
    fact('won, shared, lost', `${standing.wins}, ${standing.shared}, ${standing.losses}`),
    fact('fish', `${standing.fish}`),
    fact('faults', `${standing.faults}`),
    fact('forfeits', `${standing.forfeits}`),
  );
}

function opponents(report, met) {
  if (met.length === 0) return '';
  return el(
    'details',
    { class: 'fold' },
    el('summary', {}, `Points against ${counted(met.length, 'opponent', 'opponents')}`),
    el(
      'div',
      { class: 'frame' },
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Opponent'), el('th', { scope: 'col', class: 'n' }, 'Points'), el('th', { scope: 'col', class: 'n' }, 'Games'))),
        el(
          'tbody',
          {},
          met.map(([other, games, points]) =>
            el(
              'tr',
              {},
              el('th', { scope: 'row' }, programLink(report, other)),
              el('td', { class: 'n' }, Number((points ?? 0).toFixed(2))),
              el('td', { class: 'n' }, games),
            ),
          ),
        ),
      ),
    ),
  );
}

function programLink(report, entrant) {
  return el('a', { class: 'name', href: `#program=${entrant + 1}` }, el('bdi', {}, report.name(entrant)));
}

/** The faults by name, the most frequent first; each list is filled when it is opened. */
function faultGroups(kinds) {
  if (kinds.length === 0) return [el('h3', {}, 'Faults'), el('p', { class: 'quiet' }, 'It made no faults.')];
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  return [
    el('h3', {}, counted(all, 'fault', 'faults')),
    ...kinds.map(({ name, count, first }, at) => {
      const group = el('details', { class: 'fold', open: at === 0 }, el('summary', {}, el('bdi', {}, name), ' ', el('span', { class: 'count' }, `×${thousands(count)}`)));
      const open = () => {
        if (group.open && group.childElementCount === 1) {
          group.append(...growing(el('ol', { class: 'faults' }), first.length, (index) => faultItem(first[index])));
          if (count > first.length) group.append(el('p', { class: 'rest quiet' }, `faults.csv lists all ${thousands(count)}.`));
        }
      };
      group.addEventListener('toggle', open);
      open();
      return group;
    }),
  ];
}

function faultItem([number, fault, turns, explanation]) {
  return el(
    'li',
    {},
    el('a', { href: `#game=${number}&fault=${fault + 1}` }, `game ${number}, after turn ${turns}`),
    el('bdi', { class: 'why' }, explanation),
  );
}
