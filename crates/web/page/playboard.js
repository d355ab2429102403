'use strict';

// A board that is played on: it marks tiles, and reports what a person does by mouse, finger or keyboard. What that means
// is decided elsewhere.

/** A pointer that moves further than this drags. */
const DRAG_DISTANCE = 7;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class PlayBoard extends Board {
  /**
   * `hears` has `press(cell)`, `canDrag(cell)`, `lift(cell)`, `drop(from, to)` with `to` null outside of the board, and
   * `cancel()`.
   */
  constructor(shape, hears) {
    super({ ...shape, interactive: true });
    this.hears = hears;
    this.focused = 0;
    this.dragging = null;
    this.swallowUntil = 0;
    this.tiles[0].setAttribute('tabindex', '0');
    const { element } = this;
    element.addEventListener('pointerdown', (event) => this.pointerDown(event));
    element.addEventListener('pointermove', (event) => this.pointerMove(event));
    element.addEventListener('pointerup', (event) => this.pointerUp(event));
    element.addEventListener('pointercancel', () => {
      this.touched = null;
      this.endDrag();
    });
    // A finger that drags a penguin does not scroll the page.
    element.addEventListener('touchmove', (event) => {
      if (this.dragging && event.cancelable) event.preventDefault();
    }, { passive: false });
    element.addEventListener('click', (event) => {
      const cell = cellOf(event.target);
      // What a finger or a pen does was heard when it was lifted; not all browsers say that a click comes from one.
      const isHeard = ['touch', 'pen'].includes(event.pointerType) || performance.now() < this.swallowUntil;
      if (cell !== null && !isHeard) this.press(cell);
    });
    element.addEventListener('contextmenu', (event) => {
      // A finger that rests is not a right button.
      if (this.isTouch || hears.cancel()) event.preventDefault();
    });
    element.addEventListener('keydown', (event) => this.keyDown(event));
    element.addEventListener('focusin', (event) => {
      const cell = cellOf(event.target);
      if (cell !== null) this.rove(cell);
    });
  }

  /** Makes a cell the one that the Tab key reaches. */
  rove(cell) {
    this.tiles[this.focused].setAttribute('tabindex', '-1');
    this.focused = cell;
    this.tiles[cell].setAttribute('tabindex', '0');
  }

  focus(cell) {
    this.rove(cell);
    this.tiles[cell].focus({ preventScroll: !this.scrolls });
  }

  keyDown(event) {
    const cell = cellOf(event.target);
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { rows, cols } = this;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const within = (value, count) => Math.min(count - 1, Math.max(0, value));
    let to = null;
    if (Object.hasOwn(ARROWS, event.key)) {
      const [down, right] = ARROWS[event.key];
      to = within(row + down, rows) * cols + within(col + right, cols);
    } else if (event.key === 'Home') to = row * cols;
    else if (event.key === 'End') to = row * cols + cols - 1;
    else if (event.key === 'Enter' || event.key === ' ') this.hears.press(cell);
    else if (event.key !== 'Escape' || !this.hears.cancel()) return;
    if (to !== null) this.focus(to);
    event.preventDefault();
    event.stopPropagation();
  }

  press(cell) {
    this.focus(cell);
    this.hears.press(cell);
  }

  pointerDown(event) {
    const cell = cellOf(event.target);
    // A new press is not the click that belongs to the last drag or tap.
    this.swallowUntil = 0;
    this.isTouch = event.pointerType !== 'mouse';
    this.touched = this.isTouch && event.isPrimary ? cell : null;
    if (event.button !== 0 || !event.isPrimary || cell === null || !this.hears.canDrag(cell)) return;
    this.dragging = { cell, id: event.pointerId, x: event.clientX, y: event.clientY, penguin: null };
  }

  pointerMove(event) {
    const { dragging } = this;
    if (!dragging || event.pointerId !== dragging.id) return;
    if (!dragging.penguin) {
      if (Math.hypot(event.clientX - dragging.x, event.clientY - dragging.y) < DRAG_DISTANCE) return;
      dragging.penguin = this.penguinAt(dragging.cell);
      if (!dragging.penguin) {
        this.dragging = null;
        return;
      }
      this.element.setPointerCapture(event.pointerId);
      dragging.penguin.classList.add('dragged');
      this.birds.append(dragging.penguin);
      this.hears.lift(dragging.cell);
    }
    const [x, y] = this.pointIn(event);
    dragging.penguin.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    this.markOver(this.cellUnder(event));
  }

  pointerUp(event) {
    const { dragging, touched } = this;
    this.touched = null;
    if (!dragging?.penguin && touched !== null && touched !== undefined && event.isPrimary) {
      this.endDrag();
      // A finger may rest for longer than a click takes, so its press does not wait for one.
      this.swallowUntil = performance.now() + 1000;
      if (this.cellUnder(event) === touched) this.press(touched);
      return;
    }
    if (!dragging || event.pointerId !== dragging.id) return;
    const to = dragging.penguin ? this.cellUnder(event) : null;
    const { cell, penguin } = dragging;
    this.endDrag();
    if (!penguin) return;
    this.swallowUntil = performance.now() + 500;
    // The penguin stays where it was dropped until the server answers, or goes back.
    const accepted = to !== null && this.hears.drop(cell, to);
    this.element.classList.add('animated');
    this.put(penguin, accepted ? to : cell);
  }

  endDrag() {
    const penguin = this.dragging?.penguin;
    if (penguin) {
      penguin.classList.remove('dragged');
      this.put(penguin, this.dragging.cell);
    }
    this.markOver(null);
    this.dragging = null;
  }

  /** Shows a penguin on another cell until the next view. */
  movePenguin(from, to) {
    const penguin = this.penguinAt(from);
    if (!penguin) return;
    this.element.classList.add('animated');
    this.put(penguin, to);
  }

  pointIn(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  cellUnder(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under && this.element.contains(under) ? cellOf(under) : null;
  }

  markOver(cell) {
    if (this.overCell === cell) return;
    if (this.overCell !== null && this.overCell !== undefined) this.tiles[this.overCell].classList.remove('over');
    this.overCell = cell;
    if (cell !== null) this.tiles[cell].classList.add('over');
  }

  /** Labels all cells for screen readers; only those whose look has changed are touched. */
  label(words, look) {
    this.labels ??= [];
    this.tiles.forEach((tile, cell) => {
      const now = look(cell);
      if (this.labels[cell] === now) return;
      this.labels[cell] = now;
      tile.setAttribute('aria-label', words(cell));
    });
  }

  /**
   * Marks cells. `marks` has lists of cells: `can` (may be chosen), `targets`, `golden`, `last`; `chosen` is a cell or
   * null; `player` the number whose turn it is; `hint` the cells of a hint or null; `heat` has shares by cell.
   */
  mark({ can = [], targets = [], golden = [], last = [], chosen = null, player = 1, hint = null, heat = [] }) {
    const at = (cell, ...parts) => svg('g', { transform: `translate(${this.places[cell].map((part) => part.toFixed(1)).join(' ')})` }, parts);
    const under = [];
    const over = [];
    for (const cell of last) under.push(at(cell, svg('path', { class: 'last-mark', d: this.inner })));
    for (const [cell, share] of heat) {
      under.push(at(cell, svg('circle', { class: 'heat', r: (8 + 19 * Math.sqrt(share)).toFixed(1) })));
      over.push(at(cell, svg('text', { class: 'heat-share', y: -15 }, `${Math.round(share * 100)}%`)));
    }
    for (const cell of can) under.push(at(cell, svg('path', { class: 'can', d: this.inner })));
    for (const cell of targets) {
      under.push(at(cell, svg('path', { class: `target p${player}${chosen === null ? ' soft' : ''}`, d: this.inner }), svg('circle', { class: `target-dot p${player}`, cx: 15, cy: -15, r: 5 })));
    }
    for (const cell of golden) {
      over.push(at(cell, svg('path', { class: 'golden-mark', d: this.inner }), svg('path', { class: 'golden-star', transform: 'translate(16 -16) scale(0.5)', d: outline(star(5, 16, 7), 1) })));
    }
    if (chosen !== null) under.push(at(chosen, svg('path', { class: 'chosen', d: this.inner })));
    if (hint) {
      for (const cell of hint) under.push(at(cell, svg('path', { class: 'hint-mark', d: this.inner })));
      if (hint.length > 1) over.push(this.arrow(hint[0], hint[hint.length - 1]));
      const end = hint[hint.length - 1];
      if (end !== undefined) over.push(at(end, svg('g', { class: 'hint-flag', transform: 'translate(16 -18)' }, svg('circle', { r: 9 }), svg('text', {}, '?'))));
    }
    this.marks.replaceChildren(...under);
    this.over.replaceChildren(...over);
    if (this.selected !== undefined && this.selected !== null) this.tiles[this.selected].removeAttribute('aria-selected');
    if (chosen !== null) this.tiles[chosen].setAttribute('aria-selected', 'true');
    this.selected = chosen;
    for (const cell of this.active ?? []) this.tiles[cell].classList.remove('live', 'grab');
    this.active = [...can, ...targets, ...golden];
    for (const cell of this.active) this.tiles[cell].classList.add('live');
    for (const cell of can) this.tiles[cell].classList.add('grab');
  }

  arrow(from, to) {
    const [[x1, y1], [x2, y2]] = [this.places[from], this.places[to]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - ux * 14, y2 - uy * 14];
    const point = (along, across) => `${(hx + ux * along - uy * across).toFixed(1)} ${(hy + uy * along + ux * across).toFixed(1)}`;
    return svg(
      'g',
      { class: 'arrow' },
      svg('line', { x1: (x1 + ux * 22).toFixed(1), y1: (y1 + uy * 22).toFixed(1), x2: hx.toFixed(1), y2: hy.toFixed(1) }),
      svg('path', { d: `M${point(10, 0)}L${point(-4, 9)}L${point(-4, -9)}Z` }),
    );
  }
}

function cellOf(element) {
  const cell = element.closest?.('[data-cell]')?.dataset.cell;
  return cell === undefined ? null : Number(cell);
}
