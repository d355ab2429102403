'use strict';

// Making elements. Text that programs chose enters the page only here: as text and as attribute values, never as
// markup.

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

// Characters that would control the screen, or be invisible, instead of appearing; `printable.rs` has the same list.
// Joiners and emoji styles are missing here, because it has removed those that only hide.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

function printable(text) {
  return String(text).replace(/\t/g, ' ').replace(UNPRINTABLE, '\ufffd');
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : printable(value));
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== '') {
      element.append(child instanceof Node ? child : printable(child));
    }
  }
  return element;
}

function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
}

function button(label, attributes, action, ...children) {
  const made = el('button', { type: 'button', 'aria-label': label, title: label, ...attributes }, ...children);
  made.addEventListener('click', action);
  return made;
}

function icon(path) {
  return svg('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

/** The letter on a player's penguins: A for number 1. */
function letter(number) {
  return String.fromCharCode(64 + number);
}

function badge(number) {
  return el('span', { class: `badge p${number}` }, letter(number));
}

/** A number with thin spaces between thousands from 10,000 on, as in `formatting.rs`. */
function thousands(count) {
  return count < 10000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** `1 game`, `2 games`. */
function counted(count, one, many) {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** A list with a button that shows more of it, so that a long list is quick to open. */
function growing(list, count, make, step = 50) {
  let made = 0;
  const more = el('button', { type: 'button', class: 'more' });
  const grow = () => {
    const end = Math.min(count, made + step);
    const part = document.createDocumentFragment();
    for (; made < end; made += 1) part.append(make(made));
    list.append(part);
    more.hidden = made >= count;
    more.textContent = `Show ${Math.min(step, count - made)} more of ${count}`;
  };
  more.addEventListener('click', grow);
  grow();
  return [list, more];
}
