import { createEmulator } from "emulate";
import { Client } from "./client.ts";

/** A repository with a pull request in the emulator of another project. */
export interface EmulatedPull {
  readonly url: string;
  readonly api: Client;
  /** `/repos/ada/kettle`. */
  readonly repository: string;
  readonly number: number;
  readonly head: string;
  readonly close: () => Promise<void>;
}

/** Starts `emulate` on a free port of this machine and opens a pull request there, by its API. */
export async function startEmulator(): Promise<EmulatedPull> {
  const token = "emulated";
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: { tokens: { [token]: { login: "ada", scopes: ["repo"] } }, github: { users: [{ login: "ada" }] } },
  });
  const url = emulator.url.replace("localhost", "127.0.0.1");
  const api = new Client(url, token);
  const repository = "/repos/ada/kettle";
  const text = (content: string): string => Buffer.from(content).toString("base64");
  await made(api.post("/user/repos", { name: "kettle", auto_init: true }));
  const main = await made(api.get(`${repository}/git/ref/heads/main`));
  await made(api.post(`${repository}/git/refs`, { ref: "refs/heads/fix", sha: main["object"]?.["sha"] }));
  const file = { message: "Boil", content: text("boil();\n"), branch: "fix" };
  await made(api.call("PUT", `${repository}/contents/src/boil.ts`, file));
  const pull = await made(api.post(`${repository}/pulls`, { title: "Boil", body: "", head: "fix", base: "main" }));
  return {
    url,
    api,
    repository,
    number: Number(pull["number"]),
    head: String(pull["head"]?.["sha"]),
    close: () => emulator.close(),
  };
}

async function made(answer: ReturnType<Client["get"]>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`The emulator answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
