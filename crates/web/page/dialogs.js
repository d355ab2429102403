'use strict';

// Dialogs, notices and small controls that all pages share.

const PATHS = {
  first: 'M4 4h2v12H4zM16 4v12L7 10z',
  back: 'M14 4v12L5 10z',
  forward: 'M6 4v12l9-6z',
  last: 'M4 4v12l9-6zM14 4h2v12h-2z',
  play: 'M5 3l12 7-12 7z',
  pause: 'M5 4h4v12H5zM11 4h4v12h-4z',
  undo: 'M8 3v4h4a5 5 0 0 1 0 10H6v-2h6a3 3 0 0 0 0-6H8v4L2 8z',
  redo: 'M12 3v4H8a5 5 0 0 0 0 10h6v-2H8a3 3 0 0 1 0-6h4v4l6-5z',
  hint: 'M10 2a6 6 0 0 0-3 11v2h6v-2a6 6 0 0 0-3-11zM7 16h6v2H7z',
  share: 'M15 2a3 3 0 1 1-2.8 4L8 8.3a3 3 0 0 1 0 3.4l4.2 2.3a3 3 0 1 1-.8 1.7l-4.6-2.5a3 3 0 1 1 0-6.4l4.6-2.5A3 3 0 0 1 15 2z',
  help: 'M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm1 14H9v-2h2zm0-3.5H9c0-3 2.5-3 2.5-4.8C11.5 5.8 10.8 5.3 10 5.3S8.5 6 8.5 7h-2C6.5 4.8 8 3.5 10 3.5s3.5 1.3 3.5 3.2c0 2.5-2.5 2.8-2.5 4.8z',
  download: 'M9 2h2v8h4l-5 5-5-5h4zM3 16h14v2H3z',
  search: 'M8 2a6 6 0 1 1-3.6 10.8A6 6 0 0 1 8 2zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm4.7 7.3l5.3 5.3-1.4 1.4-5.3-5.3z',
  stop: 'M4 2h2v16H4zM7 3h10l-3 4 3 4H7z',
  bolt: 'M11 1L4 11h5l-1 8 8-11h-5z',
  close: 'M4 5.4L5.4 4 10 8.6 14.6 4 16 5.4 11.4 10l4.6 4.6-1.4 1.4L10 11.4 5.4 16 4 14.6 8.6 10z',
  star: 'M10 1l2.7 6 6.3.6-4.8 4.3 1.4 6.3L10 15l-5.6 3.2 1.4-6.3L1 7.6 7.3 7z',
};

/** Replaces the content of a place; the keyboard stays at the control that it was at. */
function redraw(place, ...parts) {
  const controls = () => [...place.querySelectorAll('a, button, input, select')];
  const at = controls().indexOf(document.activeElement);
  place.replaceChildren(...parts);
  if (at >= 0) controls()[at]?.focus();
}

/** A button with a picture and, where there is room, its name. */
function tool(path, label, action, attributes = {}) {
  return button(label, { class: 'tool', ...attributes }, action, icon(path), el('span', { class: 'tool-name' }, label));
}

/** Opens a dialog with a title and content; it goes when it is closed. */
function openDialog(title, content, { wide = false } = {}) {
  const dialog = el('dialog', { class: wide ? 'wide' : null, 'aria-label': title });
  const close = button(tr('web-close'), { class: 'plain' }, () => dialog.close(), icon(PATHS.close));
  dialog.append(el('div', { class: 'dialog-head' }, el('h2', {}, title), close), ...[content].flat());
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop is on the dialog itself.
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks a question; the answer is true or false. */
function ask(question, yes) {
  return new Promise((answer) => {
    let accepted = false;
    const dialog = openDialog(question, el('div', { class: 'row end' }));
    const choose = (value) => () => {
      accepted = value;
      dialog.close();
    };
    dialog.lastElementChild.append(
      button(tr('web-cancel'), {}, choose(false), tr('web-cancel')),
      button(yes, { class: 'main' }, choose(true), yes),
    );
    dialog.addEventListener('close', () => answer(accepted));
  });
}

let noticeTimer = 0;

/** Says something for a few seconds, to screen readers as well. */
function notice(text, { bad = false, lasting = 4500 } = {}) {
  let place = document.getElementById('notice');
  if (!place) {
    place = el('div', { id: 'notice', role: 'status' });
    document.body.append(place);
  }
  clearTimeout(noticeTimer);
  place.replaceChildren(el('p', { class: bad ? 'bad' : null }, text));
  noticeTimer = setTimeout(() => place.replaceChildren(), lasting);
}

function failed(error) {
  notice(explain(error), { bad: true });
}

/** A text to copy, with a button. */
function copyField(label, text) {
  const field = el('input', { type: 'text', readonly: true, value: text, 'aria-label': label });
  field.addEventListener('focus', () => field.select());
  const copy = button(tr('web-copy'), { class: 'main' }, async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without the right to the clipboard, the old way still works.
      field.select();
      document.execCommand('copy');
    }
    copy.textContent = tr('web-copied');
    setTimeout(() => {
      copy.textContent = tr('web-copy');
    }, 2000);
  }, tr('web-copy'));
  return el('div', { class: 'copy' }, field, copy);
}

/** A labelled control. */
function field(label, control, { hint = null } = {}) {
  return el('label', { class: 'field' }, el('span', { class: 'field-name' }, label), control, hint ? el('span', { class: 'quiet small' }, hint) : null);
}

function choice(options, value, change) {
  const select = el('select', {}, options.map(([name, words]) => el('option', { value: name, selected: String(name) === String(value) }, words)));
  select.addEventListener('change', () => change(select.value));
  return select;
}

function numberInput(value, least, most, change) {
  const input = el('input', { type: 'number', value, min: least, max: most, inputmode: 'numeric' });
  input.addEventListener('change', () => change(input.value === '' ? null : Number(input.value)));
  return input;
}

/** Offers a text as a file. */
function saveText(name, text) {
  const link = el('a', { download: name, href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The head of every page. */
function pageHead(...middle) {
  return el(
    'header',
    { class: 'bar' },
    el('a', { class: 'home-link', href: '/', 'aria-label': 'floe' }, svg('svg', { class: 'logo', viewBox: '-24 -26 48 50', 'aria-hidden': 'true' }, drawPenguin(0)), el('span', {}, 'floe')),
    el('div', { class: 'bar-middle' }, middle),
    el(
      'nav',
      { class: 'bar-end', 'aria-label': tr('web-menu') },
      el('a', { href: '/analysis' }, tr('web-analysis')),
      button(tr('web-help'), { class: 'plain' }, () => openHelp(), icon(PATHS.help)),
      languageSelect(),
    ),
  );
}
