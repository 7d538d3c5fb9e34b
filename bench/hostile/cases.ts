import type { HostilePlace } from "./place.ts";

/** A command that a change could put into a test suite. */
export interface HostileCase {
  readonly name: string;
  readonly command: (place: HostilePlace) => string;
  readonly seconds: number;
  /** How we say that it ended. */
  readonly ended: RegExp;
  /** What it printed must match, and must not. */
  readonly printed?: RegExp;
  readonly not?: RegExp;
  /** How many times it runs, each on a new copy: all must end the same. */
  readonly times?: number;
}

const EVERYWHERE = "/ /etc /usr /usr/local/bin /var /var/tmp /root /home /opt /srv /run /boot";

export const HOSTILE_CASES: readonly HostileCase[] = [
  {
    name: "300 children",
    command: () => "for at in $(seq 300); do sleep 71234 & done; wait",
    seconds: 30,
    ended: /^stopped: it started more than 64 processes$/,
  },
  {
    name: "endless output",
    command: () => "yes nothing to see here",
    seconds: 60,
    ended: /^stopped: it printed more than 8 MB$/,
  },
  {
    name: "one endless line",
    command: () => "tr '\\0' x < /dev/zero",
    seconds: 60,
    ended: /^stopped: it printed more than 8 MB$/,
  },
  {
    name: "all memory",
    command: () => `node -e "const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5)"`,
    seconds: 60,
    ended: /^stopped: it used more than 600 MB of memory$/,
  },
  {
    name: "fills the disk",
    command: () => "head -c 900000000 /dev/zero > big; sleep 20",
    seconds: 60,
    ended: /^stopped: the disk is nearly full$/,
  },
  {
    name: "writes everywhere",
    command: ({ home, repository, elsewhere }) =>
      `for at in ${EVERYWHERE} ${home} ${home}/.ssh ${repository} ${repository}/.git ${elsewhere}; do touch "$at/pwned" 2>/dev/null; echo x >> "$at/limit.txt" 2>/dev/null; done; touch here && echo wrote`,
    seconds: 20,
    ended: /^exit code 0$/,
    printed: /wrote/,
  },
  {
    name: "reads the user's keys",
    command: ({ home, repository }) =>
      `cat ~/.ssh/* ${home}/.ssh/id_rsa /root/.ssh/* /home/*/.ssh/* /etc/shadow ${repository}/.git/config; find / -name id_rsa 2>/dev/null; env`,
    seconds: 60,
    ended: /^exit code 0$/,
    not: /PLANTED|root:|\[core\]|SSH_|TOKEN/,
  },
  {
    name: "kills its parents",
    command: () => "kill -9 $PPID; kill -9 -1; kill -9 1; sleep 1; echo alive",
    seconds: 20,
    ended: /^(?:exit code \d+|ended by SIGKILL)$/,
  },
  {
    name: "sleeps for ever",
    command: () => "trap '' TERM INT HUP; sleep 71235",
    seconds: 2,
    ended: /^stopped after 2 s$/,
  },
  {
    name: "leaves a daemon in a session of its own",
    command: () =>
      `setsid sh -c 'trap "" TERM HUP; (env -i setsid sleep 71236 &) ; sleep 71236' >/dev/null 2>&1 & sleep 0.3; echo started`,
    seconds: 20,
    ended: /^exit code 0$/,
    printed: /started/,
  },
  {
    name: "another result the second time",
    command: () =>
      'for at in ../again "$HOME/again" "$TMPDIR/again" /tmp/again /var/tmp/again /dev/shm/again; do test -e "$at" && exit 9; done; for at in ../again "$HOME/again" /tmp/again /var/tmp/again /dev/shm/again; do touch "$at" 2>/dev/null; done; echo first',
    seconds: 20,
    ended: /^exit code 0$/,
    printed: /first/,
    times: 2,
  },
  {
    name: "a postinstall script",
    command: ({ elsewhere }) =>
      `npm install --offline --no-audit --no-fund >/dev/null 2>&1; sh postinstall.sh ${elsewhere}; test -e ran && echo ran`,
    seconds: 60,
    ended: /^exit code 0$/,
    printed: /ran/,
  },
  {
    name: "links out of the copy",
    command: ({ repository, elsewhere }) =>
      `ln -s ${elsewhere} out; ln -s ${repository}/.git git; ln -s / root; echo x > out/notes.txt; rm -rf out/ git/ root/tmp 2>/dev/null; ln -sfn ${elsewhere} ../tmp; echo linked`,
    seconds: 20,
    ended: /^exit code 0$/,
    printed: /linked/,
  },
  {
    name: "writes to the objects that it borrows",
    command: () =>
      `store=$(cat .git/objects/info/alternates); chmod -R u+w "$store" 2>/dev/null; rm -rf "$store"/* 2>/dev/null; echo x > "$store/pack/x" || echo refused; git -c user.name=x -c user.email=x@example.invalid commit -q --allow-empty -m x && git gc -q --prune=now && git fsck && git log --oneline | wc -l`,
    seconds: 60,
    ended: /^exit code 0$/,
    printed: /refused[\s\S]*3/,
  },
  {
    name: "a server of its own on loopback",
    command: () =>
      `node -e "const h = require('http'); const s = h.createServer((q, r) => r.end('own server')).listen(0, '127.0.0.1', () => h.get({ port: s.address().port }, (a) => a.on('data', (d) => { console.log(String(d)); process.exit(); })));"`,
    seconds: 30,
    ended: /^exit code 0$/,
    printed: /own server/,
  },
  {
    name: "other addresses",
    command: ({ port }) =>
      `for at in http://127.0.0.1:${port}/ http://192.0.2.1/ http://example.invalid/; do node -e "fetch('$at', { signal: AbortSignal.timeout(3000) }).then(() => console.log('REACHED'), () => console.log('no'))"; done`,
    seconds: 40,
    ended: /^exit code 0$/,
    printed: /no\s+no\s+no/,
    not: /REACHED/,
  },
  {
    name: "modes that hinder removal",
    command: () =>
      "mkdir -p a/b/c; touch a/b/c/d; chmod 000 a/b/c/d a/b/c a/b a; chmod 500 .; chmod 000 ../home; echo closed",
    seconds: 20,
    ended: /^exit code 0$/,
    printed: /closed/,
  },
  {
    name: "odd names and deep folders",
    command: () =>
      `touch "$(printf 'a\\nb\\033[31m')" "$(printf '\\377\\376')" -- '-rf' '*' ' '; node -e "const fs = require('fs'); for (let at = 0; at < 400; at += 1) { fs.mkdirSync('d'.repeat(200)); process.chdir('d'.repeat(200)); }"; echo named`,
    seconds: 60,
    ended: /^exit code 0$/,
    printed: /named/,
  },
];
