// live.js with several servers: a page moves to another one when its own is gone, and never goes back in time.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, test } from "node:test";
import { WebSocketServer } from "ws";
import { setUpPage, until } from "./page.js";

// A server that can be gone: what connects then is cut off. `calls` are its connections of one test, `answer` is what it
// says first.
class FakeServer {
  isUp = true;
  calls = [];

  async listen() {
    this.http = createServer();
    this.sockets = new WebSocketServer({ noServer: true });
    this.http.on("upgrade", (request, plug, head) => {
      if (!this.isUp) plug.destroy();
      else this.sockets.handleUpgrade(request, plug, head, (socket) => this.#take(socket, request));
    });
    await new Promise((listening) => this.http.listen(0, "127.0.0.1", listening));
    this.origin = `http://127.0.0.1:${this.http.address().port}`;
    return this;
  }

  #take(socket, request) {
    const { searchParams } = new URL(request.url, "http://hall");
    this.calls.push({ socket, asked: Object.fromEntries(searchParams) });
    this.answer?.(socket);
  }

  say(...messages) {
    for (const message of messages) this.calls.at(-1).socket.send(JSON.stringify(message));
  }

  go() {
    this.isUp = false;
    for (const socket of this.sockets.clients) socket.terminate();
  }

  close() {
    this.go();
    this.http.close();
  }
}

const [home, second, third] = await Promise.all([1, 2, 3].map(() => new FakeServer().listen()));
const all = [home, second, third];
setUpPage({ origin: home.origin });
Math.random = () => 0; // the shortest of the waits that live.js spreads: what is tested here is where it goes
const { follow } = await import("../../displays/web/static/js/live.js");
const { servers } = await import("../../displays/web/static/js/servers.js");

const beat = (...others) => ({
  beat: new Date().toISOString(),
  ...(others.length > 0 && { servers: others.map(({ origin }) => origin) }),
});
const boards = (version) => ({ topic: "boards", version, state: { version } });
const OUR_LOG = { log: "0a1b", is_same: true };
const OTHER_LOG = { log: "ffff", is_same: false };
const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

let line = null;
let shown = [];
let states = [];
after(() => all.forEach((server) => server.close()));
afterEach(() => {
  line.stop();
  for (const server of all) Object.assign(server, { isUp: true, calls: [], answer: undefined });
  Object.assign(servers, { at: servers.home, others: [], allowed: null });
});

// Connected to its own server, which has named these others and shown version 41.
async function begin({ others = [second], topics = ["boards"], ...options } = {}) {
  shown = [];
  states = [];
  line = follow("open", topics, ({ version }) => void shown.push(version), {
    onState: (isConnected) => void states.push(isConnected),
    ...options,
  });
  await until(() => home.calls.length === 1);
  home.say(OUR_LOG, boards(41), beat(...others));
  await until(() => shown.length === 1 && states.includes(true));
}

test("what is older than what is shown of the same topic is not shown", async () => {
  await begin();
  home.say(boards(40), boards(41), boards(39), boards(42));
  await until(() => shown.at(-1) === 42);
  assert.deepEqual(shown, [41, 41, 42]);
});

test("a server that is gone is left for the next, which is told what is known, within a second", async () => {
  await begin();
  const began = Date.now();
  home.go();
  await until(() => second.calls.length === 1);
  assert.ok(Date.now() - began < 1500, `${Date.now() - began} ms`);
  assert.deepEqual(second.calls[0].asked, { topics: "boards", since: "41", log: "0a1b", "at-least": "41" });
  second.say(OUR_LOG, boards(42), beat(home));
  await until(() => shown.at(-1) === 42);
  assert.equal(line.server, second.origin);
  assert.deepEqual([states.at(-1), states.includes(false)], [true, true]);
});

test("it does not go back by itself, but does when the other one is gone too", async () => {
  await begin();
  home.go();
  await until(() => second.calls.length === 1);
  second.say(OUR_LOG, boards(42), beat()); // which does not see the first any more
  await until(() => shown.at(-1) === 42);
  home.isUp = true;
  await pause(500);
  assert.equal(home.calls.length, 1);
  second.go();
  await until(() => home.calls.length === 2);
  assert.deepEqual([home.calls[1].asked.since, home.calls[1].asked.log], ["42", "0a1b"]);
});

test("a server that starts again is there for its own again", async () => {
  await begin();
  home.calls[0].socket.close(1012);
  await until(() => home.calls.length === 2);
  assert.equal(second.calls.length, 0);
});

test("a server that is behind is left at once for the next, and nothing older is shown meanwhile", async () => {
  second.answer = (socket) => socket.close(1013, "copy-behind");
  await begin({ others: [second, third] });
  home.go();
  await until(() => third.calls.length === 1);
  assert.equal(second.calls.length, 1);
  third.say(OUR_LOG, boards(41), beat(second));
  await until(() => states.at(-1) === true);
  assert.deepEqual(shown, [41, 41]);
});

test("when all others are behind it asks again and again, and goes on saying how old its picture is", async () => {
  second.answer = (socket) => socket.close(1013, "copy-behind");
  await begin();
  home.go();
  await until(() => second.calls.length === 2);
  assert.deepEqual([shown, states.at(-1)], [[41], false]);
  assert.ok(line.asOf instanceof Date);
  second.answer = undefined;
  await until(() => second.calls.length === 3);
  second.say(OUR_LOG, boards(42), beat());
  await until(() => shown.at(-1) === 42);
});

test("a server that hears nothing of the others says since when, and what it shows is marked", async () => {
  await begin();
  const asOf = new Date(Date.now() - 60_000).toISOString();
  home.say({ ...beat(second), as_of: asOf }, boards(42));
  await until(() => shown.at(-1) === 42);
  assert.deepEqual([states.at(-1), line.asOf?.toISOString()], [false, asOf]);
  home.say(beat(second));
  await until(() => states.at(-1) === true);
  assert.ok(Date.now() - Number(line.asOf) < 5000);
});

test("another server with another log is none of ours", async () => {
  const answer = (socket) => [OTHER_LOG, boards(7), beat()].forEach((one) => socket.send(JSON.stringify(one)));
  second.answer = answer;
  await begin();
  home.go();
  await until(() => second.calls.length === 2);
  assert.deepEqual([shown, states.at(-1)], [[41], false]);
  home.isUp = true;
  await until(() => home.calls.length === 2);
});

test("a server that took over without the newest of the first is ours, and what is lost is forgotten", async () => {
  second.answer = (socket) => {
    for (const one of [{ log: "0a1b.1", is_same: false }, boards(39), beat()]) socket.send(JSON.stringify(one));
  };
  await begin();
  home.go();
  await until(() => shown.at(-1) === 39);
  assert.deepEqual([line.server, line.log, line.newest], [second.origin, "0a1b.1", 39]);
});

test("its own server may come back with another log, and what that has is shown", async () => {
  await begin({ others: [] });
  home.calls[0].socket.close(1012);
  await until(() => home.calls.length === 2);
  home.say(OTHER_LOG, boards(7), beat());
  await until(() => shown.at(-1) === 7);
  assert.deepEqual([line.log, line.newest], ["ffff", 7]);
});

test("what is known of a topic that is followed no more still counts for how new a server must be", async () => {
  await begin();
  line.change(["clock"]);
  home.go();
  await until(() => second.calls.length === 1);
  assert.deepEqual(second.calls[0].asked, { topics: "clock", since: "0", log: "0a1b", "at-least": "41" });
});

test("who is refused elsewhere, or finds no room there, goes on to the next", async () => {
  second.answer = (socket) => socket.close(4404, "no-such-tournament");
  third.answer = (socket) => socket.close(4503, "too-many-connections");
  await begin({ others: [second, third] });
  home.go();
  await until(() => third.calls.length === 1);
  home.isUp = true;
  await until(() => home.calls.length === 2);
});

test("the others are kept in the browser, and a page may be too old for one that came later", async () => {
  await begin();
  assert.equal(localStorage.getItem("roundlog-servers"), JSON.stringify([second.origin]));
  assert.equal(servers.isOutgrown, false);
  home.say(beat(second, third));
  await until(() => servers.others.length === 2);
  assert.equal(servers.isOutgrown, true);
  home.say(beat());
  await until(() => servers.others.length === 0);
  assert.equal(localStorage.getItem("roundlog-servers"), "[]");
});

test("a page that needs a key stays with its own server", async () => {
  servers.others = [second.origin];
  await begin({ moves: false });
  home.go();
  await pause(1500);
  assert.equal(second.calls.length, 0);
  home.isUp = true;
  await until(() => home.calls.length === 2);
});

test("addresses are those of the server with which the page talks", async () => {
  await begin();
  assert.equal(servers.addressOf("/health"), "/health");
  home.go();
  await until(() => second.calls.length === 1);
  assert.equal(servers.addressOf("/health"), `${second.origin}/health`);
});
