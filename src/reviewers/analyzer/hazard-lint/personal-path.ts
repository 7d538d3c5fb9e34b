import type { CheckPlace } from "#model/change/analyzer.ts";
import { type AddedFile, addedPlace, writtenFiles } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Paths into one person's home folder, which exist only on their machine. */
export const personalPath: CheckRunner = {
  check: {
    id: "hazard-lint/personal-path",
    title: "Path of one person's machine",
    about:
      "Looks for paths below somebody's home folder in added code and configuration: they exist on one machine only. Documents, values in tests, and placeholder names (`/home/user`, `/Users/runner`), are left out.",
    severity: "important",
    catches: 'const cache = "/Users/mhuber/projects/shop/cache";',
    ignores: 'const cache = "/home/user/projects/shop/cache";',
  },
  async find(index, signal) {
    const byHome = new Map<string, CheckPlace[]>();
    for (const file of await writtenFiles(index, signal)) {
      if (file.facts.role === "doc" || isSampleData(file)) continue;
      for (const line of file.added) {
        for (const home of homesIn(line.text)) {
          if (isKept(file, home)) continue;
          const places = byHome.get(home) ?? [];
          byHome.set(home, places);
          places.push(addedPlace(file, line, line.text.indexOf(home)));
        }
      }
    }
    return [...byHome].flatMap(([home, places]) =>
      hitAt(personalPath.check, {
        title: `\`${home}\` exists on one machine only`,
        explanation: `${places.length === 1 ? "An added line names" : `${places.length} added lines name`} a path below \`${home}\`, the home folder of one person. On any other machine and in CI it does not exist.`,
        fix: "Derive the path from the repository, the home folder or a setting.",
        places,
        weight: 0.85,
      }),
    );
  },
};

/** The home folders of real people in the line. */
export function homesIn(line: string): ReadonlySet<string> {
  const homes = new Set<string>();
  for (const match of line.matchAll(HOME)) {
    const { unix, name = "", windows, owner = "", rest = "" } = match.groups ?? {};
    const person = unix === undefined ? owner : name;
    if (ANYONE.has(person.toLowerCase()) || !NAME.test(person)) continue;
    if (unix === "/home/" && !FOLDER.test(rest)) continue;
    homes.add((unix ?? windows ?? "") + person);
  }
  return homes;
}

/** Not after a host, a variable or another folder: `example.org/home/…` and `$root/home/…` are other places. */
const HOME =
  /(?:(?<=file:\/\/)|(?<![\w.$}~/\\-]))(?:(?<unix>\/Users\/|\/home\/)(?<name>[\w.-]{2,32})|(?<windows>[A-Za-z]:\\{1,2}Users\\{1,2})(?<owner>[\w.-]{2,32}))(?<rest>[/\\][\w./\\-]{1,200})/g;

/** A login name, not the id of a record: `/Users/2819c223` is a route. */
const NAME = /^[A-Za-z][A-Za-z._-]*[A-Za-z0-9]{0,4}$/;

/** `/home/…` is also a common route. What follows shows that it is a file system. */
const FOLDER =
  /^\/(?:\.|Desktop|Documents|Downloads|Projects?\/|projects?\/|src\/|work\/|workspaces?\/|code\/|dev\/|git\/|github\/|repos?\/|go\/|bin\/|local\/|tmp\/|anaconda|miniconda|venv)|\.\w{1,5}$/;

const ANYONE = new Set(
  (
    "user users username user_name user-name yourname your-name your_name you me name myname myuser someone somebody someuser anyone " +
    "runner runneradmin ubuntu debian vagrant node app apps git circleci jenkins travis buildkite builder build vscode codespace gitpod linuxbrew coder " +
    "pi ec2-user admin administrator root deploy deployer dev developer developers test tester tests testuser demo example foo bar baz foobar alice bob carol charlie " +
    "eve mallory john jane joe jdoe johndoe john.doe janedoe jane.doe public default shared all guest nobody web www www-data site docker container jovyan " +
    "project projects local lib bin share data config postgres mysql nginx steam opam rust golang python gradle maven sandbox webuser service agent ci worker nonroot rootless student nixbld homebrew"
  ).split(" "),
);

/** Whether paths are invented values, as in tests other than shell scripts. */
function isSampleData({ facts }: AddedFile): boolean {
  return facts.role === "test" && facts.language !== "bash";
}

/** Whether the change only moved the line. */
function isKept({ removed }: AddedFile, home: string): boolean {
  return removed.some((text) => text.includes(home));
}
