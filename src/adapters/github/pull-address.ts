import type { PullAddress } from "#model/pull/pull-request.ts";

export type RepositoryAddress = Pick<PullAddress, "host" | "owner" | "repository">;

/**
 * Parses a pull request: its web address, with anything after the number, or `OWNER/REPOSITORY#355` on the given host.
 * Undefined for anything else.
 */
export function parsePullAddress(text: string, host = "github.com"): PullAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const short = /^([^/#\s]{1,100})\/([^/#\s]{1,100})#(\d{1,9})$/.exec(text.trim());
  if (short !== null) return pullOf({ host, owner: short[1], repository: short[2], number: short[3] });
  const url = webAddress(text.trim());
  if (url === undefined) return undefined;
  const [owner, repository, kind, number] = url.parts;
  return kind === "pull" ? pullOf({ host: url.host, owner, repository, number }) : undefined;
}

/** Parses the address of a remote: https, ssh, or `git@HOST:OWNER/REPOSITORY.git`. Undefined for anything else. */
export function parseRemoteUrl(text: string): RepositoryAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const address = webAddress(text.trim()) ?? sshAddress(text.trim());
  if (address?.parts.length !== 2) return undefined;
  const [owner, name = ""] = address.parts;
  return repositoryOf({ host: address.host, owner, repository: name.replace(/\.git$/i, "") });
}

/** Whether a host is this machine, the only one for which http is allowed. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/.test(host);
}

const MAX_LENGTH = 2000;

interface Address {
  readonly host: string;
  /** The parts of the path. */
  readonly parts: readonly string[];
}

function webAddress(text: string): Address | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const host = plainHost(url.host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(host))) return undefined;
  return { host, parts: partsOf(url.pathname) };
}

/** Drops the port, which is that of ssh and not of the web address. */
function sshAddress(text: string): Address | undefined {
  const url = parseUrl(text);
  if (url?.protocol === "ssh:" || url?.protocol === "git+ssh:") {
    return { host: plainHost(url.hostname), parts: partsOf(url.pathname) };
  }
  const scp = /^(?:[A-Za-z0-9._-]{1,100}@)?([A-Za-z0-9.-]{1,253}):([^:]{1,300})$/.exec(text);
  if (scp === null || text.includes("://")) return undefined;
  return { host: plainHost(scp[1] ?? ""), parts: partsOf(scp[2] ?? "") };
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function partsOf(path: string): readonly string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

/** Maps other names of github.com to one. */
function plainHost(host: string): string {
  const lower = host.toLowerCase();
  return lower === "www.github.com" || lower === "ssh.github.com" ? "github.com" : lower;
}

interface Parts {
  readonly host: string;
  readonly owner: string | undefined;
  readonly repository: string | undefined;
}

function pullOf({ number = "", ...parts }: Parts & { readonly number: string | undefined }): PullAddress | undefined {
  const repository = repositoryOf(parts);
  const isNumber = /^[1-9]\d{0,8}$/.test(number);
  return repository === undefined || !isNumber ? undefined : { ...repository, number: Number(number) };
}

/** Owner and name become part of request addresses, so anything that could change those is refused. */
function repositoryOf({ host, owner = "", repository = "" }: Parts): RepositoryAddress | undefined {
  const isHost = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/.test(host) && !host.includes("..");
  const areNames = [owner, repository].every((name) => /^[A-Za-z0-9._-]{1,100}$/.test(name) && !/^\.{1,2}$/.test(name));
  return isHost && areNames ? { host, owner, repository } : undefined;
}
