// As much of a page as the modules under test touch: its language, its blocks of JSON, its events, what it keeps. Sockets
// and requests are real: a test is the server of its page. Has to be called before a module of the product is imported.

import { createServer } from "node:http";
import { WebSocket } from "ws";

// What a browser keeps: names and texts, the names enumerable as those of localStorage are.
export class KeptTexts {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, text) {
    this[name] = String(text);
  }

  removeItem(name) {
    delete this[name];
  }
}

// A browser's socket that fails closes; one of node would end the process where nobody listens.
class PageSocket extends WebSocket {
  constructor(address) {
    super(address);
    this.on("error", () => {});
  }
}

// setUpPage({blocks: {desk: {…}}, origin: "http://127.0.0.1:1234"})
export function setUpPage({ blocks = {}, language = "en", origin = "http://127.0.0.1:9", stream = "open" } = {}) {
  const page = new EventTarget();
  const ask = globalThis.fetch;
  const root = { lang: language, dataset: { stream } };
  const getElementById = (id) => (id in blocks ? { textContent: JSON.stringify(blocks[id]) } : null);
  Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), { documentElement: root, getElementById, visibilityState: "visible" }),
    location: new URL("/console", origin),
    localStorage: new KeptTexts(),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    fetch: (address, request) => ask(new URL(address, origin), request),
    WebSocket: PageSocket,
  });
}

// A server that answers as `answer(request)` says: {status, body}, at once or later. Remembers what it was asked.
export async function serve(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const { method, url, headers } = request;
    const one = { method, url, headers, body: text === "" ? null : JSON.parse(text) };
    asked.push(one);
    const { status = 200, body = {} } = await answer(one);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { asked, stop, origin: `http://127.0.0.1:${server.address().port}` };
}

// Waits until `isTrue()`, but not for ever.
export async function until(isTrue, milliseconds = 5000) {
  const end = Date.now() + milliseconds;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${isTrue}`);
    await new Promise((wake) => setTimeout(wake, 5));
  }
}
