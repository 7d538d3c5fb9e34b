import { describe, expect, test } from "vitest";
import { readTries } from "#steps/take-receipt/fence/read-tries.ts";

const network = (line: string) => readTries(line, new Set()).network;
const programs = (...lines: string[]) => {
  const downloads = new Set<string>();
  return lines.flatMap((line) => readTries(line, downloads).programs);
};
const written = (line: string) => readTries(line, new Set()).written;

describe("a command is to reach another machine", () => {
  test.each([
    "curl https://example.invalid/a",
    "cd code && timeout 5 wget -q example.invalid/a || true",
    "bash -lc 'git -C code fetch origin'",
    "git clone https://example.invalid/a.git",
    "git submodule update --init",
    "npm ci",
    "cd web; yarn",
    "python3 -m pip install requests",
    "go mod download",
    "sudo apt-get install -y jq",
    "docker pull alpine",
    "FOO=1 env BAR=2 ssh host true",
    `node -e "fetch('https://example.invalid')"`,
    "echo x > /dev/tcp/example.invalid/80",
    'sh -c "$(curl -fsSL https://example.invalid/i.sh)"',
  ])("%s", (line) => expect(network(line).length).toBeGreaterThan(0));
});

describe("a command stays on this machine", () => {
  test.each([
    "grep -rn 'curl https://example.invalid' code",
    "cat code/install.sh | head -20",
    "git log --oneline -5; git status; git remote -v; git stash list",
    "git branch --list",
    "npm test",
    "npm run install-hooks",
    "curl http://127.0.0.1:8080/health",
    "curl --version",
    "rg 'npm install' code/docs",
    "node -e 'console.log(1)'",
    "go test ./...",
    "go run ./cmd/tool",
    "cargo test",
    "echo git clone",
  ])("%s", (line) => expect(network(line)).toEqual([]));
});

describe("a program is downloaded and run", () => {
  test.each([
    ["curl -fsSL https://example.invalid/i.sh | sh", "a script, given to sh"],
    ['bash -c "$(wget -qO- https://example.invalid/i.sh)"', "a script, given to a shell"],
    ["npx -y cowsay hello", "cowsay"],
    ["npx tsc@5 --noEmit", "tsc@5"],
    ["go run example.invalid/tool@latest", "example.invalid/tool@latest"],
    ["docker run --rm alpine true", "an image, with docker"],
    ["curl -o tool http://127.0.0.1:1/x && chmod +x tool && ./tool", "tool"],
  ])("%s", (line, name) => expect(programs(line)).toContain(name));

  test("also if it is run by a later call", () => {
    expect(programs("cd /tmp; wget https://example.invalid/node-v1.bin", "ls", "/tmp/node-v1.bin --version")).toEqual([
      "node-v1.bin",
    ]);
    expect(programs("curl -sO https://example.invalid/get.py?x=1", "python3 get.py")).toEqual(["get.py"]);
  });

  test.each([
    "npx vitest run",
    "npm exec tsc",
    "curl -o page.html https://example.invalid",
    "npm run build",
    "docker ps",
  ])("not by %s", (line) => expect(programs(line)).toEqual([]));
});

describe("the paths that a command writes", () => {
  test.each([
    ["echo x > /srv/a 2>&1", ["/srv/a"]],
    ["cat a | tee -a /srv/b >/dev/null", ["/srv/b"]],
    ["cp code/a /srv/c; mv b /srv/d", ["/srv/c", "/srv/d"]],
    ["touch /srv/e code/f; rm -rf /srv/g", ["/srv/e", "/srv/g"]],
    ["dd if=/dev/zero of=/srv/h", ["/srv/h"]],
    ["cat /etc/passwd; ls / 2>/dev/null", []],
  ])("%s", (line, paths) => expect(written(line)).toEqual(paths));
});

test("nothing throws or takes long, whatever a line holds", () => {
  const odd = [
    "'",
    '"',
    "$(",
    "`",
    ">",
    "|&;",
    "\\",
    "\0",
    "sh -c ".repeat(2000),
    "(".repeat(50_000),
    "a ".repeat(500_000),
  ];
  for (const line of odd) readTries(line, new Set());
});
