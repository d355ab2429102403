'use strict';

// The page of one program: its results, and every fault that it made.

function showProgram(report, place, entrant) {
  const standing = report.data.standings.find((line) => line.entrant === entrant);
  const at = report.data.standings.indexOf(standing);
  const faults = report.data.faults.filter((fault) => fault.entrant === entrant);
  place.replaceChildren(
    el('p', { class: 'back' }, el('a', { href: '#standings' }, '← All programs')),
    el('h2', { tabindex: '-1' }, el('bdi', {}, report.name(entrant))),
    el('p', { class: 'hint' }, el('bdi', {}, report.data.entrants[entrant].what)),
    standing ? facts(standing, at) : null,
    el(
      'p',
      {},
      el('a', { href: `#list&player=${entrant + 1}` }, 'Its games'),
      ' · ',
      el('a', { href: `#list&player=${entrant + 1}&faults=some` }, 'its games with faults'),
    ),
    opponents(report, entrant),
    ...faultGroups(report, faults),
  );
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

function opponents(report, entrant) {
  const met = report.data.standings.flatMap(({ entrant: other }) => {
    const meeting = report.data.cross[entrant]?.[other];
    return meeting && other !== entrant ? [{ other, meeting }] : [];
  });
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
          met.map(({ other, meeting }) =>
            el(
              'tr',
              {},
              el('th', { scope: 'row' }, programLink(report, other)),
              el('td', { class: 'n' }, Number((meeting.points ?? 0).toFixed(2))),
              el('td', { class: 'n' }, meeting.games),
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
function faultGroups(report, faults) {
  if (faults.length === 0) return [el('h3', {}, 'Faults'), el('p', { class: 'quiet' }, 'It made no faults.')];
  const groups = new Map();
  for (const fault of faults) {
    if (!groups.has(fault.name)) groups.set(fault.name, []);
    groups.get(fault.name).push(fault);
  }
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length);
  return [
    el('h3', {}, counted(faults.length, 'fault', 'faults')),
    ...sorted.map(([name, list], at) => {
      const group = el('details', { class: 'fold', open: at === 0 }, el('summary', {}, el('bdi', {}, name), ' ', el('span', { class: 'count' }, `×${list.length}`)));
      const open = () => {
        if (group.open && group.childElementCount === 1) {
          group.append(...growing(el('ol', { class: 'faults' }), list.length, (index) => faultItem(report, list[index])));
        }
      };
      group.addEventListener('toggle', open);
      open();
      return group;
    }),
  ];
}

function faultItem(report, fault) {
  const line = report.games[fault.game];
  if (!line) return el('li', {}, el('bdi', {}, fault.explanation));
  return el(
    'li',
    {},
    el('a', { href: `#game=${line.number}&turn=${fault.shown_at}` }, `game ${line.number}, turn ${fault.shown_at}`),
    el('bdi', { class: 'why' }, fault.explanation),
  );
}
