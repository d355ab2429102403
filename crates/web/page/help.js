'use strict';

// The help dialog: the keys, and the rules in short.

function openHelp() {
  const keys = [
    ['↑ ↓ ← →', tr('web-key-arrows')],
    [`${tr('key-enter')}, ${tr('key-space')}`, tr('help-act')],
    [tr('key-escape'), tr('web-key-escape')],
    ['N', tr('help-next-penguin')],
    ['0–9, R, X, :', tr('web-key-type')],
    [', .', tr('web-key-steps')],
    ['Z, Y', tr('help-undo')],
    ['H', tr('help-hint')],
    ['P, M', tr('web-key-pause')],
    ['G, C', tr('web-key-gamma')],
    ['A', tr('web-key-analysis')],
    ['?', tr('web-help')],
  ];
  openDialog(
    tr('web-help'),
    [
      el('h3', {}, tr('web-help-rules')),
      el('p', {}, tr('help-rules-penguins')),
      el('p', {}, tr('help-rules-scoring')),
      el('p', {}, tr('help-rules-gamma')),
      el('h3', {}, tr('web-help-keys')),
      el('p', {}, tr('web-help-mouse')),
      el('table', { class: 'keys-table' }, el('tbody', {}, keys.map(([name, what]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, name)), el('td', {}, what))))),
      el('h3', {}, tr('web-help-marks')),
      el('p', {}, tr('web-help-marks-about')),
    ],
    { wide: true },
  );
}
