import type { ServerResponse } from "node:http";
import type { RequestRecord } from "./request-record.ts";

/**
 * Answers what clients ask besides the model: whether somebody is there (Claude Code: `HEAD /`, `/api/hello`), the list
 * of models, the number of tokens. Codex's built-in provider first tries a WebSocket by `GET /responses`: 426 sends it
 * to plain HTTP at once, any other status costs it seconds.
 */
export function answerProbe({ method, path }: RequestRecord, response: ServerResponse): void {
  const [bare = ""] = path.split("?");
  if (method === "HEAD" || bare === "/" || bare === "/api/hello") send(response, 200, {});
  else if (method === "GET" && bare.endsWith("/responses")) send(response, 426, NO_WEBSOCKET);
  else if (bare.endsWith("/models")) send(response, 200, { object: "list", data: [], models: [], has_more: false });
  else if (bare.endsWith("/count_tokens")) send(response, 200, { input_tokens: 1000 });
  else if (bare.endsWith(":countTokens")) send(response, 200, { totalTokens: 1000 });
  else send(response, 404, { error: { message: `There is nothing at ${bare}.`, type: "not_found_error" } });
}

const NO_WEBSOCKET = { error: { message: "There is no WebSocket here.", type: "invalid_request_error" } };

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
