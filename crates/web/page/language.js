'use strict';

// Messages in the language of the reader. The server makes them from Fluent files: a pattern is a text or a list of
// texts, variables, references to other messages, and selections by number or word.

const LANGUAGES = { en: 'English', fr: 'Français', pl: 'Polski' };
let language = 'en';
let messages = {};
let plurals = new Intl.PluralRules('en');

/** Names a message in a table, so that a test finds all names in use. */
function key(id) {
  return id;
}

/** A message in the language of the page. */
function tr(id, values = {}) {
  return Object.hasOwn(messages, id) ? formatPattern(messages[id], values) : id;
}

function formatPattern(pattern, values) {
  return typeof pattern === 'string' ? pattern : pattern.map((part) => formatElement(part, values)).join('');
}

function formatElement(part, values) {
  if (typeof part === 'string') return part;
  const [kind, name, variants, fallback] = part;
  if (kind === 'var') return String(values[name] ?? '');
  if (kind === 'ref') return formatPattern(messages[name] ?? '', values);
  const value = values[name];
  const choices = typeof value === 'number' ? [String(value), plurals.select(value)] : [String(value)];
  const choice = choices.find((candidate) => Object.hasOwn(variants, candidate)) ?? fallback;
  return formatPattern(variants[choice], values);
}

/** Names joined as in a sentence. */
function joined(names) {
  if (names.length < 2) return names.join('');
  return tr('list-and', { others: names.slice(0, -1).join(', '), last: names[names.length - 1] });
}

async function loadLanguage() {
  const root = document.documentElement;
  const addresses = JSON.parse(root.dataset.messages);
  const wanted = [readSetting('language'), ...navigator.languages.map((code) => code.split('-')[0]), root.lang];
  language = wanted.find((code) => code && Object.hasOwn(addresses, code)) ?? Object.keys(addresses)[0];
  const answer = await fetch(addresses[language]);
  if (!answer.ok) throw new Error(`messages: ${answer.status}`);
  messages = await answer.json();
  plurals = new Intl.PluralRules(language);
  root.lang = language;
}

function languageSelect() {
  const codes = Object.keys(JSON.parse(document.documentElement.dataset.messages));
  const select = el(
    'select',
    { class: 'language', 'aria-label': tr('settings-language') },
    codes.map((code) => el('option', { value: code, lang: code, selected: code === language }, LANGUAGES[code] ?? code)),
  );
  select.addEventListener('change', () => {
    writeSetting('language', select.value);
    location.reload();
  });
  return select;
}
