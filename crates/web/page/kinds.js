'use strict';

// Parts of forms for new games: levels, pictures of the kinds of games, files and what is wrong with them.

function levelOptions() {
  return LEVEL_WORDS.map((words, at) => [at + 1, `${at + 1} · ${tr(words)}`]);
}

function isRecord(text) {
  return /^\ufeff?\s*floe record/.test(text);
}

/** What was refused and why, with the faults of a file. */
function problemList(error) {
  const faults = (error.faults ?? []).map((fault) => (typeof fault === 'string' ? fault : [fault.line && `${fault.line}:${fault.column ?? 1}`, fault.message].filter(Boolean).join(': ')));
  const detail = error.message && faults.length === 0 && error instanceof ApiError ? el('p', { class: 'small', lang: 'en' }, error.message) : null;
  return el('div', { class: 'note bad' }, el('strong', {}, explain(error)), detail, faults.length ? el('ul', { lang: 'en' }, faults.slice(0, 20).map((fault) => el('li', {}, fault))) : null);
}

/** A button that reads a text file. */
function fileButton(label, read) {
  const input = el('input', { type: 'file', accept: '.txt,.floe,text/plain', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.value = '';
    if (file) read(await file.text());
  });
  return el('span', { class: 'file' }, button(label, {}, () => input.click(), label), input);
}

/** A small board as a picture of a kind of game. */
function kindPicture(kind) {
  const views = {
    square: { layout: 'square', rows: 2, cols: 3, tiles: '101001203010', penguins: true },
    hex: { layout: 'odd-q', rows: 2, cols: 3, tiles: '103010022010' },
    classic: { layout: 'odd-r', rows: 2, cols: 3, tiles: '201003301000' },
    gamma: { layout: 'gamma', rows: 2, cols: 3, tiles: '010100000202' },
  };
  const { tiles, ...shape } = views[kind];
  const read = readTiles(tiles);
  const board = new Board({ ...shape, tiles: read });
  const penguins = read.flatMap(({ player }, cell) => (player ? [{ player, cell }] : []));
  board.show({ tiles: read, penguins, out: new Set(), trail: null, moved: null, lost: null }, false);
  board.element.setAttribute('aria-hidden', 'true');
  board.element.removeAttribute('role');
  board.element.querySelector('.axes').remove();
  board.element.querySelector('.sea').remove();
  board.element.querySelectorAll('title').forEach((title) => title.remove());
  const [left, top, width, height] = board.box;
  board.element.setAttribute('viewBox', [left + 26, top + (kind === 'gamma' ? 6 : 26), width - 32, height - 34].join(' '));
  return board.element;
}
