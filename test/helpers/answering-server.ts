import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that reached the server. */
export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the server says to it; `"cut"` ends the connection without an answer, `"half"` within one. */
export type Said =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly json?: unknown;
      readonly text?: string;
    }
  | "cut"
  | "half"
  | "silence";

/** A server on loopback that answers as a test tells it. */
export interface AnsweringServer extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  readonly heard: readonly HeardRequest[];
  close(): Promise<void>;
}

/** Starts a server; `answer` is asked for each request, in the order in which they come. */
export async function startAnswering(
  answer: (request: HeardRequest, index: number) => Said | Promise<Said>,
): Promise<AnsweringServer> {
  const heard: HeardRequest[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body: Buffer.concat(pieces).toString("utf8") };
      heard.push(one);
      void Promise.resolve(answer(one, heard.length - 1)).then((said) => say(response, said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, heard, close, [Symbol.asyncDispose]: close };
}

function say(response: ServerResponse, said: Said): void {
  if (said === "silence") return;
  if (said === "cut") return void response.destroy();
  if (said === "half") {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": "1000" });
    response.write('{"number": 3', () => response.destroy());
    return;
  }
  const { status = 200, headers = {}, json, text } = said;
  const type = json === undefined ? "text/html" : "application/json; charset=utf-8";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(json === undefined ? text : JSON.stringify(json));
}
