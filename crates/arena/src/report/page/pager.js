'use strict';

// Long lists, a page at a time.

/**
 * A list of `count` items in pages of `size`. `make(from, to)` returns a promise of the elements of some items; `list`
 * takes them. `bar` has the buttons.
 */
class Pager {
  constructor({ list, count, size, make, label }) {
    Object.assign(this, { list, count, size, make, from: 0, drawn: 0 });
    const turn = (words, to) => button(`${words} of ${label}`, {}, () => this.show(to(), true), words);
    this.first = turn('First', () => 0);
    this.back = turn('Previous', () => this.from - this.size);
    this.next = turn('Next', () => this.from + this.size);
    this.last = turn('Last', () => this.lastPage());
    this.where = el('span', { class: 'where', role: 'status' });
    this.bar = el('div', { class: 'pager', role: 'group', 'aria-label': `Pages of ${label}` }, this.first, this.back, this.where, this.next, this.last);
  }

  lastPage() {
    return Math.max(0, Math.floor((this.count - 1) / this.size) * this.size);
  }

  /** Shows the page that begins with an item. */
  async show(from, turned = false) {
    this.from = Math.min(Math.max(0, from), this.lastPage());
    const to = Math.min(this.count, this.from + this.size);
    this.bar.hidden = this.count <= this.size;
    this.where.textContent = `${this.from + 1}–${to} of ${thousands(this.count)}`;
    this.first.disabled = this.back.disabled = this.from === 0;
    this.last.disabled = this.next.disabled = to >= this.count;
    const drawing = (this.drawn += 1);
    let items;
    try {
      items = await this.make(this.from, to);
    } catch (error) {
      items = [el(this.list.tagName === 'TBODY' ? 'tr' : 'li', {}, el(this.list.tagName === 'TBODY' ? 'td' : 'span', { class: 'warn' }, error.message))];
    }
    // Another page may have been asked for in the meantime.
    if (drawing !== this.drawn) return;
    this.list.replaceChildren(...items);
    if (turned) this.list.closest('section')?.scrollIntoView();
  }
}
