// What the client's modules have of a browser here: a clock, a network, storage and other tabs that
// are in the hands of the tests. Each test file runs in a process of its own.

import { pathToFileURL } from "node:url";

/** A module of the client. */
export const load = (name) => import(pathToFileURL(`${process.env.CLIENT_MODULES}/${name}.js`));

/** Let everything run that waits for no time and no answer. */
export async function settle() {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The time, which stands still until it is told to pass. */
export const clock = {
  now: 0,
  timers: new Map(),
  count: 0,

  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      await settle();
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].act();
    }
    this.now = end;
    await settle();
  },
};

/** The network: what was asked and not answered yet is taken by `next`. */
export const network = {
  waiting: [],

  /** The one request that waits for its answer. */
  async next() {
    await settle();
    if (this.waiting.length !== 1) throw new Error(`${this.waiting.length} requests wait`);
    return this.waiting.shift();
  },

  /** How many requests wait for their answer. */
  async count() {
    await settle();
    return this.waiting.length;
  },
};

function fetch(url, { method, headers, body, ...options }) {
  return new Promise((resolve, reject) => {
    const answer = (status, content, more = {}) => {
      const text = content === undefined || typeof content === "string" ? content : JSON.stringify(content);
      resolve(new Response(text ?? null, { status, headers: more }));
      return settle();
    };
    const fail = () => {
      reject(new TypeError("network"));
      return settle();
    };
    network.waiting.push({ url, method, headers, options, body: body && JSON.parse(body), answer, fail });
  });
}

/** Channels of this page and of other tabs, which hear each other's messages at once. */
export class Channel {
  static open = new Set();
  onmessage = () => {};

  constructor(name) {
    this.name = name;
    Channel.open.add(this);
  }

  postMessage(data) {
    if (!Channel.open.has(this)) throw new Error("closed");
    for (const other of Channel.open) if (other !== this && other.name === this.name) other.onmessage({ data });
  }

  close() {
    Channel.open.delete(this);
  }
}

class Element {
  dataset = {};
  children = [];
  textContent = "";

  setAttribute(name, value) {
    this[name] = value;
  }

  append(...children) {
    this.children.push(...children);
  }
}

/** What is kept on this device; `isBroken` keeps nothing. */
export const storage = {
  isBroken: false,
  kept: new Map(),

  getItem(name) {
    return this.kept.get(name) ?? null;
  },

  setItem(name, value) {
    if (this.isBroken) throw new Error("full");
    this.kept.set(name, value);
  },
};

/** What the player's device prefers: names of media features. */
export const preferred = new Set();

const boot = Object.assign(new Element(), { textContent: JSON.stringify({ signed_in: false }) });
const elements = { boot, table: new Element(), live: new Element(), alarm: new Element(), toasts: new Element() };
const page = {
  cookie: "",
  documentElement: Object.assign(new Element(), { lang: "en" }),
  body: new Element(),
  createElement: () => new Element(),
  getElementById: (id) => elements[id] ?? null,
};
const events = new EventTarget();
const globals = {
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  setTimeout(act, milliseconds) {
    clock.timers.set((clock.count += 1), { at: clock.now + milliseconds, act });
    return clock.count;
  },
  clearTimeout: (id) => clock.timers.delete(id),
  performance: { now: () => clock.now },
  navigator: { onLine: true },
  document: page,
  localStorage: storage,
  matchMedia: (query) => ({
    get matches() {
      return preferred.has(query);
    },
    addEventListener() {},
  }),
  BroadcastChannel: Channel,
  fetch,
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
