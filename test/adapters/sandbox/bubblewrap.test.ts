import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDesk, type Desk } from "#adapters/desk/open-desk.ts";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import { runProcess, type Launch } from "#adapters/process/run-process.ts";
import type { SandboxPolicy } from "#adapters/sandbox/sandbox.ts";
import { makeRepository, type TemporaryRepository } from "../git/temporary-repository.ts";
import { called } from "../process/survivors.ts";
import { makeVisibleFolder, requireSandbox } from "./require-sandbox.ts";

const sandbox = process.platform === "linux" ? await requireSandbox() : undefined;

describe.skipIf(sandbox === undefined)("inside bubblewrap", () => {
  let folder = "";
  let home = "";
  let repository: TemporaryRepository;
  let change: OpenedChange;
  let desk: Desk;

  beforeEach(async () => {
    folder = makeVisibleFolder();
    home = join(folder, "user");
    mkdirSync(join(home, ".ssh"), { recursive: true });
    writeFileSync(join(home, ".ssh/id_rsa"), "PRIVATE\n");
    vi.stubEnv("HOME", home);
    repository = makeRepository({ at: join(folder, "queue") });
    repository.git("init", "-q", "-b", "main");
    repository.git("config", "user.name", "Tess");
    repository.git("config", "user.email", "tess@example.invalid");
    repository.commit("Begin", { "queue.ts": "1\n" });
    repository.commit("Grow", { "queue.ts": "2\n" });
    writeFileSync(join(repository.folder, ".env"), "TOKEN=hidden\n");
    change = await openChange({ folder: repository.folder, target: "HEAD" });
    const { base = "", head = "" } = change.change.scope;
    const bundle = [{ path: "INSTRUCTIONS.md", text: "Read.\n" }];
    desk = await openDesk({ owner: "r", reviewer: "tess", store: change.store, base, head, bundle });
  });
  afterEach(async () => {
    await desk.close();
    await change.close();
    vi.unstubAllEnvs();
    repository.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = (): Record<string, string> => ({
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: desk.home,
    TMPDIR: desk.tmp,
  });

  /** Runs a command at the desk as an agent would be run; its exit code and all that it printed. */
  async function run(command: string, args: readonly string[], more: Partial<SandboxPolicy> = {}) {
    const launch: Launch = { command, args, cwd: desk.folder, env: env() };
    const policy = {
      readable: [desk.folder, ...desk.objectFolders],
      writable: [desk.home, desk.tmp],
      hidden: [repository.folder],
      temp: desk.tmp,
    };
    let said = "";
    const onStdout = (chunk: Buffer): void => void (said += chunk.toString("utf8"));
    const wrapped = await sandbox?.wrap(launch, { ...policy, ...more });
    const result = await runProcess(wrapped ?? launch, { onStdout, onStderr: onStdout, deadline: 20_000 });
    return { said: said.trim(), code: result.exit?.code, result };
  }
  const sh = (script: string, more: Partial<SandboxPolicy> = {}) => run("sh", ["-c", script], more);

  test("the desk lies in the hidden home and can be read all the same, with its history", async () => {
    expect(desk.folder.startsWith(home)).toBe(true);
    expect((await sh("pwd; cat code/queue.ts review/INSTRUCTIONS.md")).said).toBe(
      `${realpathSync(desk.folder)}\n2\nRead.`,
    );
    expect(
      (await sh("cd code && git log --format=%s && git diff --stat base..head && git blame queue.ts")).said,
    ).toMatch(/^Grow\nBegin\n queue\.ts/);
  });

  test("the user's home, other homes, the checkout and the temporary folder are empty", async () => {
    expect((await sh(`cat ${home}/.ssh/id_rsa`)).said).toContain("No such file");
    expect((await sh(`ls -A ${home}`)).said).toBe(".cache");
    expect((await sh(`cat ${repository.folder}/.env ${repository.folder}/queue.ts`)).said).not.toMatch(/TOKEN=|^2$/m);
    expect((await sh(`ls -A ${repository.folder}`)).said).toBe("");
    writeFileSync("/tmp/deep-review-planted", "planted");
    expect((await sh("ls -A /root /home /run /var/tmp; cat /tmp/deep-review-planted /etc/shadow")).said).not.toMatch(
      /planted$|^root:/m,
    );
    rmSync("/tmp/deep-review-planted");
  });

  test("nothing outside the scratch folders can be written", async () => {
    const places = [
      desk.code,
      desk.review,
      desk.folder,
      home,
      join(home, ".ssh"),
      repository.folder,
      folder,
      "/etc",
      "/usr",
      "/var/tmp",
      "/run",
      "/",
    ];
    // Below /tmp stands a folder of the sandbox's own: there a touch may succeed, and reaches nothing.
    for (const place of places) {
      const { code } = await sh(`touch ${place}/pwned`);
      if (!place.startsWith("/tmp/")) expect(code, place).not.toBe(0);
    }
    expect((await sh(`echo x > ${desk.code}/queue.ts`)).code).not.toBe(0);
    expect((await sh(`chmod u+w ${desk.code} && touch ${desk.code}/pwned`)).code).not.toBe(0);
    expect(places.filter((place) => existsSync(join(place, "pwned")))).toEqual([]);
  });

  test("the private home and scratch folder can be written and are kept", async () => {
    expect((await sh('echo kept > "$HOME/a" && echo kept > "$TMPDIR/b" && echo kept > /tmp/c')).code).toBe(0);
    expect(
      [join(desk.home, "a"), join(desk.tmp, "b"), join(desk.tmp, "c")].map((path) => readFileSync(path, "utf8")),
    ).toEqual(["kept\n", "kept\n", "kept\n"]);
  });

  test("other processes can neither be seen nor signalled", async () => {
    const { said } = await sh(
      "ls -d /proc/[0-9]* | wc -l; kill -0 $1 2>/dev/null && echo reached".replace("$1", String(process.pid)),
    );
    const [count = "", reached] = said.split("\n");
    expect(Number(count)).toBeLessThan(8);
    expect(reached).toBeUndefined();
    expect((await sh("cat /proc/*/environ | tr '\\0' '\\n' | grep -c '^VITEST' || true")).said).toBe("0");
  });

  test("no privilege is left or can be gained", async () => {
    expect((await sh("grep -E 'CapEff|CapBnd|NoNewPrivs' /proc/self/status")).said.replace(/\s+/g, " ")).toMatch(
      /CapEff: 0+ .*NoNewPrivs: 1/,
    );
    expect((await sh("mount -o remount,rw / || mount -t tmpfs none /etc")).code).not.toBe(0);
    expect((await sh("unshare -Ur mount -o remount,rw,bind / && touch /etc/pwned")).code).not.toBe(0);
  });

  test("a sandbox can be started inside, and it cannot do more", async () => {
    const inner = "bwrap --ro-bind / / --dev /dev --unshare-pid";
    expect((await sh(`${inner} sh -c 'echo deep; cat code/queue.ts'`)).said).toBe("deep\n2");
    expect((await sh(`bwrap --bind / / --dev /dev touch /etc/pwned`)).code).not.toBe(0);
    expect((await sh(`bwrap --bind / / --dev /dev cat ${home}/.ssh/id_rsa`)).said).not.toContain("PRIVATE");
  });

  // Numbers of the calls on this kind of machine; perl is there wherever git is.
  test.skipIf(process.arch !== "x64")("keys that the session holds cannot be read", async () => {
    const names = '($type, $name, $data) = ("user", "planted", "KEY");';
    const outer = `${names} syscall(250, 1, 0, 0, 0, 0); syscall(248, $type, $name, $data, 3, -3); exec @ARGV`;
    const find = '$id = syscall(250, 10, -3, $type, $name, 0); $key = " " x 9; syscall(250, 11, $id, $key, 9);';
    const inner = `${names} ${find} print "$id $key"`;
    const plain: Launch = { command: "perl", args: ["-e", inner], cwd: desk.folder, env: env() };
    const wrapped = await sandbox!.wrap(plain, { readable: [desk.folder], writable: [desk.home], hidden: [] });
    const said: string[] = [];
    for (const launch of [plain, wrapped]) {
      const args = ["-e", outer, launch.command, ...launch.args];
      const onStdout = (chunk: Buffer): void => void said.push(chunk.toString("utf8").trim());
      await runProcess({ ...launch, command: "perl", args }, { onStdout });
    }
    expect(said[0]).toMatch(/^\d+ KEY/);
    expect(said[1]).toBe("-1");
  });

  test("no terminal of the user can be reached", async () => {
    expect((await sh("exec 2>&1; : < /dev/tty")).said).toMatch(/cannot open|No such device/i);
  });

  test("no socket of a daemon and nobody's agent can be found", async () => {
    const server = createServer();
    const socket = join(home, "agent.sock");
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const looks = `ls ${socket} /run/docker.sock /var/run/docker.sock /run/user /run/dbus /tmp/ssh-* 2>/dev/null; env`;
    const { said } = await sh(looks);
    await new Promise((resolve) => server.close(resolve));
    expect(said).not.toMatch(/\.sock|SSH_AUTH|DBUS|\/run\/|ssh-/);
  });

  describe("the network", () => {
    let server: Server;
    beforeEach(async () => {
      server = createServer((_, response) => response.end("model here"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    });
    afterEach(() => new Promise((resolve) => server.close(resolve)));
    const ask = (more: Partial<SandboxPolicy>) => {
      const { port } = server.address() as AddressInfo;
      return run(
        process.execPath,
        ["-e", `fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log)`],
        more,
      );
    };

    test("can be reached, for the agent's model", async () => expect((await ask({})).said).toBe("model here"));
    test("is gone when the policy says so", async () => expect((await ask({ network: false })).code).not.toBe(0));

    test("of its own has a loopback, and no socket of the machine that has no file", async () => {
      const name = `deep-review-${process.pid}`;
      const abstract = createNetServer((peer) => peer.end("machine here"));
      await new Promise<void>((resolve) => abstract.listen(`\0${name}`, resolve));
      const own =
        'const net = require("node:net"); const s = net.createServer((c) => c.end("own")).listen(0, "127.0.0.1", () => net.connect(s.address().port, "127.0.0.1").on("data", (d) => { console.log(String(d)); s.close(); }));';
      const reach = `require("node:net").connect("\\0${name}").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`;
      const without = { network: false };
      expect((await run(process.execPath, ["-e", own], without)).said).toBe("own");
      expect((await run(process.execPath, ["-e", reach], without)).said).toBe("ECONNREFUSED");
      await new Promise((resolve) => abstract.close(resolve));
    });
  });

  test("a program installed below the home starts, with its neighbours and its interpreter", async () => {
    const bin = join(home, ".local/bin");
    const pack = join(home, ".local/lib/node_modules/@acme/agent");
    const manager = join(home, ".manager/versions/1.0/bin");
    for (const one of [bin, join(pack, "bin"), join(home, ".local/lib/node_modules/neighbour"), manager])
      mkdirSync(one, { recursive: true });
    copyFileSync("/bin/sh", join(manager, "ownshell"));
    writeFileSync(join(pack, "bin/agent"), '#!/usr/bin/env ownshell\ncat "$(dirname "$0")/../../../neighbour/data"\n', {
      mode: 0o755,
    });
    writeFileSync(join(home, ".local/lib/node_modules/neighbour/data"), "neighbour\n");
    writeFileSync(join(home, ".local/secret"), "SECRET\n");
    symlinkSync("../lib/node_modules/@acme/agent/bin/agent", join(bin, "agent"));
    const launch: Launch = {
      command: "agent",
      args: [],
      cwd: desk.folder,
      env: { ...env(), PATH: `${bin}:${manager}:/usr/bin:/bin` },
    };
    const policy = { readable: [desk.folder], writable: [desk.home], hidden: [] };
    let said = "";
    const wrapped = await sandbox?.wrap(launch, policy);
    await runProcess(wrapped ?? launch, { onStdout: (chunk) => void (said += chunk.toString("utf8")) });
    expect(said).toBe("neighbour\n");
    const look = await sandbox?.wrap({ ...launch, command: "cat", args: [join(home, ".local/secret")] }, policy);
    expect((await runProcess(look ?? launch)).exit?.code).toBe(1);
  });

  test("a name that is in no folder fails as it would outside", async () => {
    expect((await run("no-such-agent", [])).result.ending).toEqual({ kind: "exited", code: 1 });
  });

  test("ends with all that runs in it", async () => {
    const launch: Launch = {
      command: "sh",
      args: ["-c", "trap '' TERM; setsid sleep 7654 & sleep 7654; true"],
      cwd: desk.folder,
      env: env(),
    };
    const wrapped = await sandbox?.wrap(launch, { readable: [desk.folder], writable: [desk.home], hidden: [] });
    const result = await runProcess(wrapped ?? launch, { deadline: 500, grace: 300 });
    expect(result).toMatchObject({ ending: { kind: "deadline" }, left: 0 });
    expect(called("7654")).toEqual([]);
  });
});
