'use strict';

// What lies on a board: the shapes of tiles, fish, penguins and cells of Gamma. Each player has an accessory and an
// emblem of its own, so that players are told apart without colours.

const ROOT_3 = Math.sqrt(3);
const SQUARE = 56;
const HEXAGON = 33;

/** The centre of a cell, the corners of a tile around it, and how far a tile reaches from its centre. */
function shapeOf(layout) {
  if (layout === 'square' || layout === 'gamma') {
    const half = SQUARE / 2;
    return {
      centre: (row, col) => [col * SQUARE, row * SQUARE],
      corners: [[-half, -half], [half, -half], [half, half], [-half, half]],
      reach: [half, half],
    };
  }
  const flat = layout.endsWith('q');
  const lowered = (index) => ((index & 1) === (layout.startsWith('odd') ? 1 : 0) ? 0.5 : 0);
  const corners = [0, 1, 2, 3, 4, 5].map((at) => {
    const angle = (Math.PI / 180) * (60 * at + (flat ? 0 : 30));
    return [HEXAGON * Math.cos(angle), HEXAGON * Math.sin(angle)];
  });
  return flat
    ? {
        centre: (row, col) => [1.5 * HEXAGON * col, ROOT_3 * HEXAGON * (row + lowered(col))],
        corners,
        reach: [HEXAGON, (ROOT_3 / 2) * HEXAGON],
      }
    : {
        centre: (row, col) => [ROOT_3 * HEXAGON * (col + lowered(row)), 1.5 * HEXAGON * row],
        corners,
        reach: [(ROOT_3 / 2) * HEXAGON, HEXAGON],
      };
}

/** The path around scaled corners; `uneven` is a seed for edges like those of broken ice. */
function outline(corners, scale, uneven = null) {
  let random = uneven === null ? 0 : (uneven * 2654435761) >>> 0;
  const shift = () => {
    if (uneven === null) return 0;
    random = (Math.imul(random ^ (random >>> 15), 2246822519) + 374761393) >>> 0;
    return (random / 2 ** 32 - 0.5) * 3.2;
  };
  const points = corners.map(([x, y]) => `${(x * scale + shift()).toFixed(1)} ${(y * scale + shift()).toFixed(1)}`);
  return `M${points.join('L')}Z`;
}

const FISH = 'M-10 0C-6-6 3-6 7-1L12-5V5L7 1C3 6-6 6-10 0Z';
const SHOALS = {
  1: [[0, 0]],
  2: [[-3, -8], [3, 8]],
  3: [[0, -14], [-5, 0], [4, 14]],
};

function shoal(fish) {
  return (SHOALS[fish] ?? []).map(([x, y]) =>
    svg(
      'g',
      { class: 'fish', transform: `translate(${x} ${y})` },
      svg('path', { d: FISH }),
      svg('circle', { class: 'eye', cx: -5, cy: -1, r: 1.3 }),
    ),
  );
}

function numberOfFish(fish) {
  return svg('text', { class: 'number' }, fish);
}

/** Shows how many fish a penguin stands on, where any are left beneath it. */
function showFishBeneath(place, fish) {
  const text = fish > 0 ? String(fish) : '';
  if (place.textContent === text) return;
  place.replaceChildren(...(text ? [svg('circle', { r: 8.5 }), svg('text', {}, text)] : []));
}

/** What the penguins of each player wear: scarf, top hat, bobble hat, bow tie, crown, earmuffs, cap, bow, party hat. */
const ACCESSORIES = [
  ['M-12.5-10C-6-6 6-6 12.5-10L13.5-6C6-1.5-6-1.5-13.5-6Z', 'M9-6L16 4L11.5 6L6-4Z'],
  ['M-12-20H12V-17H-12Z', 'M-7-30H7V-19H-7Z'],
  ['M-10-17C-10-27 10-27 10-17Z', 'M-11-18H11V-14H-11Z', 'M-4-28A4 4 0 1 1 4-28A4 4 0 1 1-4-28Z'],
  ['M0-5L-9-9.5V-0.5ZM0-5L9-9.5V-0.5Z', 'M-2.2-7H2.2V-3H-2.2Z'],
  ['M-10-17V-30L-5-24L0-32L5-24L10-30V-17Z'],
  ['M-13-15C-13-29 13-29 13-15L10-15C10-25-10-25-10-15Z', 'M-16-18H-10V-9H-16Z', 'M10-18H16V-9H10Z'],
  ['M-10-17C-10-27 10-27 10-18L19-17C18-14 10-15-10-16Z'],
  ['M0-23L-12-30V-17ZM0-23L12-30V-17Z', 'M-3-26H3V-20H-3Z'],
  ['M-8-18L0-36L8-18Z', 'M-3-36A3 3 0 1 1 3-36A3 3 0 1 1-3-36Z'],
];

function drawPenguin(player) {
  return svg(
    'g',
    { class: `penguin p${player}`, 'data-player': player },
    svg(
      'g',
      { class: 'body' },
      svg('ellipse', { class: 'shade', cx: 0, cy: 20, rx: 16, ry: 4 }),
      svg('ellipse', { class: 'feet', cx: -6, cy: 19, rx: 5, ry: 2.6 }),
      svg('ellipse', { class: 'feet', cx: 6, cy: 19, rx: 5, ry: 2.6 }),
      svg('path', { class: 'coat', d: 'M0-22C9-22 12-15 13-8C18-2 19 6 16 10C13 18 8 20 0 20C-8 20-13 18-16 10C-19 6-18-2-13-8C-12-15-9-22 0-22Z' }),
      svg('path', { class: 'belly', d: 'M0-9C8-11 12-2 11 6C10 14 6 17 0 17C-6 17-10 14-11 6C-12-2-8-11 0-9Z' }),
      svg('circle', { class: 'eye', cx: -4.2, cy: -14.5, r: 1.9 }),
      svg('circle', { class: 'eye', cx: 4.2, cy: -14.5, r: 1.9 }),
      svg('path', { class: 'beak', d: 'M-3-12H3L0-7Z' }),
      (ACCESSORIES[player - 1] ?? []).map((d) => svg('path', { class: 'wears', d })),
      svg('text', { class: 'letter', y: 7 }, player > 0 ? letter(player) : ''),
    ),
    svg('g', { class: 'beneath', transform: 'translate(16 13)' }),
  );
}

/** The emblem of a player of Gamma, as corners around the centre: no two have the same. */
const EMBLEMS = [
  regular(20, 15),
  [[-13, -13], [13, -13], [13, 13], [-13, 13]],
  [[0, -18], [17, 12], [-17, 12]],
  [[0, -18], [18, 0], [0, 18], [-18, 0]],
  regular(5, 17),
  star(6, 18, 12),
  [[-6, -17], [6, -17], [6, -6], [17, -6], [17, 6], [6, 6], [6, 17], [-6, 17], [-6, 6], [-17, 6], [-17, -6], [-6, -6]],
  [[-17, -12], [17, -12], [0, 18]],
  star(4, 20, 10),
];

function regular(count, radius) {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function star(points, outer, inner) {
  return regular(2 * points, 1).map(([x, y], at) => [x, y].map((part) => part * (at % 2 ? inner : outer)));
}

function emblem(player) {
  return [
    svg('path', { class: 'emblem', d: outline(EMBLEMS[(player - 1) % EMBLEMS.length], 1) }),
    svg('text', { class: 'letter', y: player % 9 === 3 ? 3 : player % 9 === 8 ? -3 : 0 }, player),
  ];
}

/** A small picture of a player beside its name. */
function avatar(number, isGamma = false) {
  const picture = svg('svg', { class: `avatar p${number}`, viewBox: isGamma ? '-27 -27 54 54' : '-20 -32 40 54', 'aria-hidden': 'true' });
  if (isGamma) picture.append(svg('rect', { class: 'held', x: -27, y: -27, width: 54, height: 54, rx: 8 }), ...emblem(number));
  else picture.append(drawPenguin(number));
  return picture;
}
