import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { GIT_ENVIRONMENT } from "./run-git.ts";

/** One request of a git client. */
export interface GitRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The folder that the bare repository lies in, and its part of the address. */
  readonly root: string;
  readonly path: string;
  readonly query: string;
  readonly user: string | undefined;
}

/** Lets `git http-backend` answer. */
export function serveGit({ request, response, root, path, query, user }: GitRequest): Promise<number> {
  const child = spawn("git", ["http-backend"], {
    env: {
      ...GIT_ENVIRONMENT,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_ADDR: "127.0.0.1",
      REMOTE_USER: user,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let status = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      if (status > 0) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      status = begin(response, head.subarray(0, end).toString("latin1"));
      response.write(head.subarray(end + 4));
    });
    child.once("error", reject);
    child.once("close", () => {
      if (status === 0) response.writeHead(500);
      response.end();
      resolve(status === 0 ? 500 : status);
    });
  });
}

function begin(response: ServerResponse, head: string): number {
  let status = 200;
  for (const line of head.split("\r\n")) {
    const at = line.indexOf(":");
    const [name, value] = [line.slice(0, at), line.slice(at + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
  return status;
}
