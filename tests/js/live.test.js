// live.js: the client of every page comes back by itself and asks only for what it has missed.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, test } from "node:test";
import { WebSocketServer } from "ws";
import { setUpPage, until } from "./page.js";

const http = createServer();
const sockets = new WebSocketServer({ server: http });
await new Promise((listening) => http.listen(0, "127.0.0.1", listening));
after(() => {
  for (const socket of sockets.clients) socket.terminate();
  http.close();
});
setUpPage({ origin: `http://127.0.0.1:${http.address().port}` });
const { follow } = await import("../../displays/web/static/js/live.js");

// The connections of one test, as the server sees them: where they asked, and what they said.
let calls = [];
sockets.on("connection", (socket, request) => {
  const { pathname, searchParams } = new URL(request.url, "http://hall");
  const call = { socket, pathname, asked: Object.fromEntries(searchParams), said: [] };
  socket.on("message", (data) => call.said.push(JSON.parse(String(data))));
  calls.push(call);
});
const tell = (call, message) => call.socket.send(JSON.stringify(message));
const beat = () => ({ beat: new Date().toISOString() });

let line = null;
afterEach(() => {
  line.stop();
  calls = [];
});

function begin(topics, options = {}) {
  const heard = [];
  const states = [];
  line = follow("open 1", topics, (frame) => void heard.push(frame), {
    onState: (...state) => states.push(state),
    ...options,
  });
  return { heard, states };
}

test("it asks for its topics with the versions that the page brought along", async () => {
  begin(["boards", "clock"], { since: { boards: 41 } });
  await until(() => calls.length === 1);
  assert.equal(calls[0].pathname, "/live/open%201");
  assert.deepEqual(calls[0].asked, { topics: "boards,clock", since: "41,0", log: "", "at-least": "41" });
});

test("frames of its topics are handed on, others are not", async () => {
  const { heard } = begin(["boards"]);
  await until(() => calls.length === 1);
  tell(calls[0], { topic: "ranks", version: 2, state: {} });
  tell(calls[0], { topic: "boards", version: 3, state: { round: 1 } });
  await until(() => heard.length > 0);
  assert.deepEqual(heard, [{ topic: "boards", version: 3, state: { round: 1 } }]);
});

test("it is connected when the server has said so, not when the line is open", async () => {
  const { states } = begin(["boards"]);
  await until(() => calls.length === 1 && line.isConnected);
  tell(calls[0], { topic: "boards", version: 3, state: {} });
  await until(() => line.known.get("boards") === 3);
  assert.deepEqual(states, []);
  assert.equal(line.asOf, null);
  tell(calls[0], beat());
  await until(() => states.length === 1);
  assert.equal(states[0][0], true);
  assert.ok(Math.abs(states[0][1] - Date.now()) < 5000);
});

test("the clock is the server's", async () => {
  begin(["boards"]);
  await until(() => calls.length === 1);
  tell(calls[0], { beat: new Date(Date.now() + 3_600_000).toISOString() });
  await until(() => line.ahead !== 0);
  assert.ok(Math.abs(line.now() - Date.now() - 3_600_000) < 5000);
});

test("a line that broke is opened again, from the last version that was heard", async () => {
  const { states } = begin(["boards", "clock"]);
  await until(() => calls.length === 1);
  tell(calls[0], { topic: "boards", version: 7, state: {} });
  await until(() => line.known.get("boards") === 7);
  calls[0].socket.terminate();
  await until(() => calls.length === 2);
  assert.equal(calls[1].asked.since, "7,0");
  assert.deepEqual(
    states.map(([isConnected, , refusal]) => [isConnected, refusal]),
    [[false, null]],
  );
});

test("who is refused is told why, and does not ask again at once", async () => {
  const { states } = begin(["boards"]);
  await until(() => calls.length === 1);
  calls[0].socket.close(4404, "no-such-tournament");
  await until(() => states.length === 1);
  assert.deepEqual(states[0][2], { code: 4404, reason: "no-such-tournament" });
  await new Promise((wake) => setTimeout(wake, 600)); // the first wait after any other end is 375 ms at most
  assert.equal(calls.length, 1);
});

test("topics are changed over the same line, and what is not asked for is forgotten", async () => {
  begin(["boards", "clock"]);
  await until(() => calls.length === 1 && line.isConnected);
  tell(calls[0], { topic: "boards", version: 7, state: {} });
  tell(calls[0], { topic: "clock", version: 8, state: {} });
  await until(() => line.known.size === 2);
  line.change(["clock", "ranks"]);
  await until(() => calls[0].said.length === 1);
  assert.deepEqual(calls[0].said, [{ topics: ["clock", "ranks"], known: { clock: 8 } }]);
  assert.deepEqual([...line.frames.keys()], ["clock"]);
  assert.equal(calls.length, 1);
});

test("a screen names its device, always the same, and acknowledges what is on the glass", async () => {
  begin(["screen:left", "boards"]);
  await until(() => calls.length === 1);
  const { device } = calls[0].asked;
  assert.match(device, /^[0-9a-f]{32}$/);
  tell(calls[0], { topic: "boards", version: 9, state: {} });
  await until(() => calls[0].said.length === 1);
  assert.deepEqual(calls[0].said, [{ ack: 9 }]);
  line.stop();
  begin(["screen:left"]);
  await until(() => calls.length === 2);
  assert.equal(calls[1].asked.device, device);
});

test("what a screen reports is said again on every new line, and of other pages nothing", async () => {
  begin(["screen:left"]);
  line.report({ unmet: [] });
  await until(() => calls.length === 1 && calls[0].said.length === 1);
  calls[0].socket.close(1012);
  await until(() => calls.length === 2 && calls[1].said.length === 1);
  assert.deepEqual([...calls[0].said, ...calls[1].said], [{ unmet: [] }, { unmet: [] }]);
  line.stop();
  begin(["boards"]);
  line.report({ unmet: [] });
  await until(() => calls.length === 3 && line.isConnected);
  assert.deepEqual(calls[2].said, []);
});

test("once stopped it stays away", async () => {
  begin(["boards"]);
  await until(() => calls.length === 1 && line.isConnected);
  line.stop();
  dispatchEvent(new Event("online"));
  await new Promise((wake) => setTimeout(wake, 500));
  assert.equal(calls.length, 1);
});

test("back on the network a line that is down is opened at once", async () => {
  const { states } = begin(["boards"]);
  await until(() => calls.length === 1 && line.isConnected);
  calls[0].socket.close(4404, "no-such-tournament");
  await until(() => states.length === 1);
  dispatchEvent(new Event("online"));
  await until(() => calls.length === 2);
});
