import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { carefulFetch } from "#reviewers/model/sdk/careful-fetch.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let server: Server;
let answer: (response: ServerResponse) => void;
/** Settles when the connection of the last request is closed. */
let closed: Promise<unknown>;

beforeEach(async () => {
  server = createServer((_request, response) => {
    closed = once(response, "close");
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** What fetch itself knows of a signal does not always outlive a collection. */
async function forget(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
}

test("an abort is heard in the middle of an answer that has fallen silent, and the connection is closed", async () => {
  answer = (response) => void response.writeHead(200).write("half");
  const stop = new AbortController();
  const { body } = await carefulFetch(address(), { signal: stop.signal });
  const reader = body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("half");
  await forget();
  const waiting = reader.read();
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await closed;
});

test("an abort is heard before an answer has begun", async () => {
  const asked = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  const stop = new AbortController();
  const waiting = carefulFetch(address(), { signal: stop.signal });
  await asked;
  await forget();
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await closed;
});

test("whoever stops reading closes the connection", async () => {
  answer = (response) => void response.writeHead(200).write("half");
  const { body } = await carefulFetch(address(), { signal: new AbortController().signal });
  const reader = body!.getReader();
  await reader.read();
  await reader.cancel();
  await closed;
});

test("an answer comes whole, with status and headers", async () => {
  answer = (response) => {
    response.writeHead(429, { "retry-after": "7" });
    response.end("ö".repeat(300_000));
  };
  const response = await carefulFetch(address(), { signal: new AbortController().signal });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(await response.text()).toBe("ö".repeat(300_000));
});

test("a server that breaks off is an error, not an end", async () => {
  let breakOff = (): void => undefined;
  answer = (response) => {
    response.writeHead(200, { "content-length": "10" }).write("half");
    breakOff = () => void response.destroy();
  };
  const response = await carefulFetch(address(), { signal: new AbortController().signal });
  breakOff();
  await expect(response.text()).rejects.toThrow();
});

test("a server that sends us elsewhere is not followed", async () => {
  answer = (response) => response.writeHead(302, { location: address() }).end();
  await expect(carefulFetch(address())).rejects.toThrow();
});
