'use strict';

// Tables that are too long to be in the page: the cross table and the pairs of large events.

const CROSS_AT_ONCE = 25;
const PAIRS_AT_ONCE = 50;

/** Calls `fill` when a place comes near the screen, and says there if that fails. */
function whenNear(place, fill) {
  const watch = new IntersectionObserver(
    async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      try {
        await fill();
      } catch (error) {
        place.replaceChildren(el('p', { class: 'note bad' }, error.message));
      }
    },
    { rootMargin: '300px' },
  );
  watch.observe(place);
}

/** A choice of rows or columns, some at a time. */
function rangeChoice(id, words, count, size, changed) {
  const ranges = Array.from({ length: Math.ceil(count / size) }, (_, at) => at * size);
  const select = el(
    'select',
    { id },
    ranges.map((from) => el('option', { value: from }, `${from + 1}–${Math.min(count, from + size)}`)),
  );
  select.addEventListener('input', changed);
  return [select, el('div', { class: 'field' }, el('label', { for: id }, words), select)];
}

/** The cross table of a large event: a window of some rows and columns, in the order of the standings. */
async function fillCrossTable(report, place) {
  const rows = await report.parts.read('cross');
  const order = report.data.standings.map(({ entrant }) => entrant);
  const table = el('table', { class: 'cross' });
  const draw = () => {
    const [top, left] = [Number(down.value), Number(across.value)];
    const columns = order.slice(left, left + CROSS_AT_ONCE).map((entrant, at) => ({ entrant, at: left + at }));
    const head = columns.map(({ entrant, at }) =>
      el('th', { scope: 'col', class: 'n', title: report.name(entrant) }, el('a', { href: `#program=${entrant + 1}` }, at + 1)),
    );
    const body = order.slice(top, top + CROSS_AT_ONCE).map((entrant, index) =>
      el(
        'tr',
        {},
        el('td', { class: 'n place' }, top + index + 1),
        el('th', { scope: 'row' }, programLink(report, entrant)),
        columns.map((column) => crossCell(report, entrant, column.entrant, rows[top + index][column.at])),
      ),
    );
    table.replaceChildren(
      el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'n' }, '#'), el('th', { scope: 'col' }, 'Program'), head)),
      el('tbody', {}, body),
    );
  };
  const [down, downField] = rangeChoice('cross-rows', 'Rows', order.length, CROSS_AT_ONCE, draw);
  const [across, acrossField] = rangeChoice('cross-columns', 'Columns', order.length, CROSS_AT_ONCE, draw);
  place.replaceChildren(
    el('div', { class: 'choices' }, downField, acrossField),
    el('div', { class: 'frame', role: 'region', 'aria-label': 'Cross table', tabindex: '0' }, table),
  );
  draw();
}

function crossCell(report, row, column, [games, points]) {
  if (row === column) return el('td', { class: 'self', 'aria-label': 'same program' });
  if (games === 0) return el('td', { class: 'quiet', 'aria-label': 'never met' }, '·');
  const heat = Math.round(Math.min(1, Math.max(0, points / games)) * 10);
  const words = Number(points.toFixed(2));
  return el(
    'td',
    { class: `h${heat}`, title: `${report.name(row)} against ${report.name(column)}: ${words} points from ${counted(games, 'game', 'games')}` },
    words,
    el('span', { class: 'of' }, `/${games}`),
  );
}

/** The pairs of a large event, with a filter by program. */
async function fillPairs(report, place) {
  const pairs = await report.parts.read('pairs');
  const tested = pairs.some(([, , , sprt]) => sprt !== null);
  const player = el('select', { id: 'pairs-player' }, el('option', { value: '' }, 'any program'), report.entrantOptions());
  const heads = [
    ['First', '', ''],
    ['Second', '', ''],
    ['Won', 'n', ''],
    ['Shared', 'n', ''],
    ['Lost', 'n', ''],
    ['Elo', 'n', ''],
    ['95% interval', 'n', ''],
    ['nElo', 'n', 'Normalised Elo: the difference in units of the deviation of a single game'],
    ['LOS', 'n', 'Likelihood of superiority: how likely it is that the first program is stronger'],
    ['Pairs of games', 'n', 'Pairs of games with swapped seats in which the first program made 0, ½, 1, 1½ and 2 points'],
    ...(tested ? [['SPRT', '', 'Sequential probability ratio test']] : []),
  ];
  const list = el('tbody');
  const table = el('table', {}, el('thead', {}, el('tr', {}, heads.map(([words, kind, title]) => el('th', { scope: 'col', class: kind, title }, words)))), list);
  const frame = el('div', { class: 'frame', role: 'region', 'aria-label': 'Pairs', tabindex: '0' }, table);
  const around = el('div');
  const row = ([entrants, results, figures, sprt]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, programLink(report, entrants[0])),
      el('td', {}, programLink(report, entrants[1])),
      results.map((count) => el('td', { class: 'n' }, count)),
      figures.map((words, at) => el('td', { class: at === 0 ? 'n strong' : 'n' }, words.replace(/inf/g, '∞'))),
      tested ? el('td', { class: 'words' }, el('bdi', {}, sprt ?? '')) : null,
    );
  const draw = () => {
    const chosen = player.value === '' ? -1 : Number(player.value) - 1;
    const found = chosen < 0 ? pairs : pairs.filter(([entrants]) => entrants.includes(chosen));
    const make = async (from, to) => found.slice(from, to).map(row);
    const pager = new Pager({ list, count: found.length, size: PAIRS_AT_ONCE, make, label: 'pairs' });
    around.replaceChildren(frame, pager.bar);
    return pager.show(0);
  };
  player.addEventListener('input', draw);
  place.replaceChildren(
    el('div', { class: 'choices' }, el('div', { class: 'field' }, el('label', { for: 'pairs-player' }, 'Program'), player)),
    around,
  );
  await draw();
}
