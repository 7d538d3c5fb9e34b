import { lookUp } from "#util/look-up.ts";
import type { SimpleCommand } from "./simple-commands.ts";

/** Programs that are there to talk to other machines. */
const ALWAYS = new Set(
  "curl wget aria2c nc ncat netcat socat telnet ssh scp sftp ftp ping dig nslookup traceroute gh glab npx pnpx bunx uvx rustup".split(
    " ",
  ),
);

/** Programs that do so with some of their subcommands. */
const SOMETIMES: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|fetch|pull|push|ls-remote|submodule (?:update|add)|remote update)\b/,
  npm: /^(?:i|install|ci|add|update|exec|x|create|view|info|audit|publish)\b/,
  pnpm: /^(?:i|install|add|update|dlx|create|view|audit|publish)\b/,
  yarn: /^$|^(?:install|add|up|upgrade|dlx|create|info|npm)\b/,
  bun: /^(?:i|install|add|update|x|create)\b/,
  pip: /^(?:install|download)\b/,
  pip3: /^(?:install|download)\b/,
  pipx: /^(?:install|run)\b/,
  uv: /^(?:pip install|add|sync|lock|tool)\b/,
  poetry: /^(?:install|add|update)\b/,
  go: /^(?:get|install|mod (?:download|tidy)|run \S+@)/,
  cargo: /^(?:install|fetch|add|update|search|publish)\b/,
  gem: /^(?:install|update)\b/,
  bundle: /^$|^(?:install|update)\b/,
  composer: /^(?:install|require|update)\b/,
  apt: /^(?:install|update|upgrade)\b/,
  "apt-get": /^(?:install|update|upgrade)\b/,
  apk: /^(?:add|update)\b/,
  dnf: /^(?:install|update)\b/,
  yum: /^(?:install|update)\b/,
  brew: /^(?:install|update|upgrade)\b/,
  docker: /^(?:pull|run|build|push|login|compose)\b/,
  podman: /^(?:pull|run|build|push|login)\b/,
  deno: /^(?:run|install|cache|add) \S*https?:/,
};

/** Programs that may do anything, and use the network if their words contain an address. */
const INTERPRETERS = /^(?:node|deno|bun|python[\d.]*|perl|ruby|php)$/;
const SHELL_SOCKET = /\/dev\/(?:tcp|udp)\//;
const ADDRESS = /\b(?:https?|ftp|ssh|git|wss?):\/\/(?:[^\s/@"']{1,100}@)?(\[[0-9a-f:]{2,40}\]|[^\s/:"'`)]{1,200})/gi;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i;

/** Whether a program of a command line is to reach another machine. An address of this machine does not count. */
export function usesNetwork({ program, args, written }: SimpleCommand): boolean {
  const words = args.join(" ");
  if ([...args, ...written].some((word) => SHELL_SOCKET.test(word))) return true;
  const hosts = [...words.matchAll(ADDRESS)].map(([, host = ""]) => host);
  const isOutside = hosts.some((host) => !LOOPBACK.test(host));
  if (INTERPRETERS.test(program)) return isOutside || /^-m pip3? (?:install|download)\b/.test(words);
  if (/^--?(?:version|help)$/.test(words)) return false;
  const isNetwork = ALWAYS.has(program) || isSometimes(program, skipOptions(args));
  if (!isNetwork) return false;
  if (hosts.length > 0) return isOutside;
  return !args.some((word) => LOOPBACK.test(word.replace(/[:/].*$/, "")));
}

function isSometimes(program: string, words: string): boolean {
  return lookUp(SOMETIMES, program)?.test(words) === true;
}

/** The subcommand and what follows: `git -C code fetch` begins with `fetch`. */
export function skipOptions(args: readonly string[]): string {
  let at = 0;
  while (args[at]?.startsWith("-") === true)
    at += /^-(?:C|c)$|^--(?:git-dir|work-tree|prefix)$/.test(args[at] ?? "") ? 2 : 1;
  return args.slice(at).join(" ");
}
