// Asks the JSON API. A write carries a key of its own, so that asking again after a lost answer writes once.

export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? String(status));
    this.status = status;
    this.code = document.code ?? "";
    this.facts = document.facts ?? {};
    this.problems = (document.problems ?? []).map(({ detail, code, facts }) => ({ message: detail, code, facts })); // all, this one first
  }
}

const RETRIES = 4;

// (crypto.randomUUID exists on https and localhost only; a hall has neither.)
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Sentences come in the language of the page.
const tongue = { "accept-language": document.documentElement.lang };

export async function read(address) {
  return answered(await fetch(address, { headers: { accept: "application/json", ...tongue } }));
}

// write("POST", "/api/t/open/rounds/1/boards/3/result", {result: "1-0"}, {expected: 17})
// ``key``: of a write that was asked for before; ``retries``: 0 for somebody who tries again by themselves.
export async function write(method, address, body, { expected = null, key = newKey(), retries = RETRIES } = {}) {
  const headers = { "content-type": "application/json", "idempotency-key": key, "x-roundlog": "console", ...tongue };
  if (expected !== null) headers["if-match"] = `"${expected}"`;
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await answered(await fetch(address, request));
    } catch (error) {
      if (error instanceof Problem && error.status < 502) throw error;
      if (attempt >= retries) throw error;
      await new Promise((wake) => setTimeout(wake, 300 * 2 ** attempt));
    }
  }
}

async function answered(response) {
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const document = isJson ? await response.json() : {};
  if (!response.ok) throw new Problem(response.status, document);
  return document;
}
