'use strict';

// The parts of the report: data that is unpacked when it is needed, from the page itself or from files beside it.

const PART_FOLDER = 'report-data';
const PART_NAME = /^(?:cross|pairs|(?:lines|games|program)-[0-9]{1,7})$/;

/** The file of a part; `parts.rs` has the same rule. */
function partFile(name) {
  const [kind, number] = name.split('-');
  return number === undefined ? `${PART_FOLDER}/${name}.js` : `${PART_FOLDER}/${kind}/${Math.floor(number / 100)}/${number}.js`;
}

/** Unpacks JSON that is compressed with gzip, in base64. */
async function unpack(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

class Parts {
  /** `beside` says whether the parts are files beside the page. */
  constructor(beside) {
    this.beside = beside;
    this.known = new Map();
    this.arrivals = new Map();
    this.suffix = '';
    if (!beside) return;
    // Scripts may only be added by this policy, which accepts nothing but names of parts.
    const rules = {
      createScriptURL: (name) => {
        if (!PART_NAME.test(name)) throw new TypeError('not a part of this report');
        return partFile(name) + this.suffix;
      },
    };
    this.urls = window.trustedTypes ? window.trustedTypes.createPolicy('floe-report', rules) : rules;
    Object.defineProperty(window, 'floeReportPart', {
      value: (name, text) => {
        this.arrivals.get(name)?.(text);
        this.arrivals.delete(name);
      },
    });
  }

  /** Forgets everything that was read; the parts of a version of the results, which is a number, are read from now on. */
  forget(version) {
    this.known.clear();
    this.suffix = Number.isInteger(version) ? `?v=${version}` : '';
  }

  /** The content of a part. Each is read once. */
  read(name) {
    if (!this.known.has(name)) {
      const content = (this.beside ? this.fetch(name) : this.embedded(name)).then(unpack);
      // A part that could not be read is tried again next time.
      content.catch(() => this.known.delete(name));
      this.known.set(name, content);
    }
    return this.known.get(name);
  }

  async embedded(name) {
    return document.getElementById(`part-${name}`).textContent;
  }

  fetch(name) {
    return new Promise((resolve, reject) => {
      this.arrivals.set(name, resolve);
      const script = document.createElement('script');
      script.src = this.urls.createScriptURL(name);
      script.addEventListener('load', () => {
        script.remove();
        if (this.arrivals.delete(name)) reject(new Error(`${partFile(name)} is not a part of this report`));
      });
      script.addEventListener('error', () => {
        script.remove();
        this.arrivals.delete(name);
        const why = this.suffix ? 'the server did not send it' : `the folder ${PART_FOLDER} belongs beside this page`;
        reject(new Error(`${partFile(name)} is missing: ${why}`));
      });
      document.head.append(script);
    });
  }
}
