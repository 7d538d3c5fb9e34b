import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRemoteBranch, remoteAddress } from "#adapters/git/pages/remote-branch.ts";
import { openRepository } from "#adapters/git/repository.ts";
import { UserError } from "#util/errors.ts";
import { describeInBrowser, executablePath } from "../../helpers/browser.ts";
import { makePlace, type Place, reviewOf } from "./pages-place.ts";

const FIRST = "20261101-100000-pr-1";
const SECOND = "20261102-100000-pr-2";
const filesOf = (id: string): string[] => [`reviews/${id}.html`, `reviews/${id}.md`, `reviews/${id}/review.json`];
const SHARED = [".nojekyll", "index.html", "reviewers.html"];

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.close());

/** The error that publishing ends with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`no UserError but ${String(error)}`);
  return `${error.what}: ${error.why}`;
}

/** A commit of one file on a branch, without a checkout. */
function commitFile(repository: string, branch: string, path: string, text: string): string {
  const at = join(place.folder, "elsewhere");
  rmSync(at, { recursive: true, force: true });
  place.git(".", "clone", "-q", repository, at);
  try {
    place.git("elsewhere", "checkout", "-q", branch);
  } catch {
    place.git("elsewhere", "checkout", "-q", "--orphan", branch);
    place.git("elsewhere", "rm", "-rqf", ".");
  }
  place.write(`elsewhere/${path}`, text);
  place.git("elsewhere", "add", "-A");
  place.git("elsewhere", "commit", "-qm", `Add ${path}`);
  place.git("elsewhere", "push", "-q", "origin", branch);
  return place.git("elsewhere", "rev-parse", "HEAD");
}

describe("a branch of pages", () => {
  test("is begun without a parent and holds the record, the pages and nothing else", async () => {
    const { changes, commit, pushed } = await place.publish("relay");
    expect(place.paths("relay")).toEqual([...SHARED, ...filesOf(FIRST)]);
    expect(changes.map(({ change }) => change)).toEqual(Array(6).fill("added"));
    expect(pushed).toBe("no");
    const [head, author, subject, parents] = place
      .git("relay", "log", "--format=%H%n%an <%ae>%n%s%n%P", "reviews")
      .split("\n");
    expect([head, author, subject, parents]).toEqual([
      commit,
      "Tess <tess@example.invalid>",
      `Publish the review ${FIRST}`,
      undefined,
    ]);
    expect(JSON.parse(place.read("relay", `reviews:reviews/${FIRST}/review.json`))).toMatchObject({ id: FIRST });
    expect(place.read("relay", "reviews:index.html")).toContain(`reviews/${FIRST}.html`);
  });

  test("publishing again makes no commit; another review is added to what is there", async () => {
    const { commit } = await place.publish("relay");
    expect(await place.publish("relay")).toMatchObject({ changes: [], commit });
    const second = await place.publish("relay", { review: reviewOf(SECOND), message: "Zweiter\n\nBericht" });
    expect(second.changes).toEqual(
      expect.arrayContaining([
        { path: "index.html", change: "changed" },
        { path: `reviews/${SECOND}.html`, change: "added" },
      ]),
    );
    expect(place.paths("relay")).toEqual([...SHARED, ...filesOf(FIRST), ...filesOf(SECOND)]);
    expect(place.git("relay", "log", "--format=%s", "reviews").split("\n")).toEqual([
      "Zweiter",
      `Publish the review ${FIRST}`,
    ]);
    const index = place.read("relay", "reviews:index.html");
    for (const id of [FIRST, SECOND]) expect(index).toContain(`reviews/${id}.html`);
  });

  test("nothing else of the repository changes: staged and open work, stash, settings, HEAD; no hook is run", async () => {
    place.write("relay/open.txt", "stashed");
    place.git("relay", "stash", "-qu");
    place.write("relay/src/relay.ts", "export const retries = 4;\n");
    place.git("relay", "add", "-A");
    place.write("relay/src/relay.ts", "export const retries = 5;\n");
    const hook = `#!/bin/sh\ntouch ${join(place.folder, "ran")}\n`;
    for (const name of ["pre-commit", "commit-msg", "post-commit", "reference-transaction", "pre-push", "update"]) {
      writeFileSync(join(place.folder, "relay/.git/hooks", name), hook, { mode: 0o755 });
    }
    const own = /^\.git\/(?:logs\/)?refs\/heads\/reviews$/;
    const before = place.prints("relay", own);
    await place.publish("relay");
    await place.publish("relay", { review: reviewOf(SECOND), isPushed: true });
    expect(place.prints("relay", own)).toEqual(before);
    expect(() => readFileSync(join(place.folder, "ran"))).toThrow("ENOENT");
    expect(place.git("relay", "fsck", "--no-dangling")).toBe("");
  });

  test("files of others stay, and their reviews stay in the index", async () => {
    await place.publish("relay");
    place.git("relay", "push", "-q", "origin", "reviews");
    commitFile("server.git", "reviews", "CNAME", "reviews.example.invalid\n");
    place.git(".", "clone", "-q", "server.git", "other");
    await place.publish("other", { review: reviewOf(SECOND) });
    expect(place.paths("other")).toEqual([
      ".nojekyll",
      "CNAME",
      "index.html",
      "reviewers.html",
      ...filesOf(FIRST),
      ...filesOf(SECOND),
    ]);
    expect(place.read("other", "reviews:index.html")).toContain(`reviews/${FIRST}.html`);
    expect(place.git("other", "rev-parse", "reviews~1")).toBe(place.git("server.git", "rev-parse", "reviews"));
  });

  test("a record that cannot be read is told and left out of the index, and stays where it is", async () => {
    await place.publish("relay");
    place.git("relay", "push", "-q", "origin", "reviews");
    place.git("relay", "branch", "-qD", "reviews");
    commitFile("server.git", "reviews", "reviews/20261103-100000-pr-3/review.json", '{"broken": \u001b[31m');
    place.git("relay", "fetch", "-q");
    const { failed } = await place.publish("relay", { review: reviewOf(SECOND) });
    expect(failed.map(({ id }) => id)).toEqual(["20261103-100000-pr-3"]);
    expect(place.paths("relay")).toContain("reviews/20261103-100000-pr-3/review.json");
    expect(place.read("relay", "reviews:index.html")).not.toContain("pr-3");
  });

  test("a dry run says what would change and writes nothing", async () => {
    const before = place.prints("relay", /^$/);
    const objects = place.git("relay", "count-objects");
    const { changes, commit } = await place.publish("relay", { isDryRun: true });
    expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining([...SHARED, ...filesOf(FIRST)]));
    expect(commit).toBeUndefined();
    expect(place.prints("relay", /^$/)).toEqual(before);
    expect(place.git("relay", "count-objects")).toBe(objects);
  });
});

describe("where it is published from", () => {
  test("a bare repository, a linked worktree and a detached HEAD will do", async () => {
    place.git("relay", "worktree", "add", "-q", "--detach", "../linked");
    await place.publish("linked");
    await place.publish("server.git");
    for (const one of ["relay", "server.git"]) expect(place.paths(one)).toEqual([...SHARED, ...filesOf(FIRST)]);
  });

  test("a shallow clone publishes to the server; its own branch stays as it was", async () => {
    await place.publish("relay", { isPushed: true });
    commitFile("server.git", "reviews", "CNAME", "reviews.example.invalid\n");
    place.git(".", "clone", "-q", "--depth", "1", pathToFileURL(join(place.folder, "server.git")).href, "shallow");
    const before = place.prints("shallow", /^$/);
    const done = await place.publish("shallow", { review: reviewOf(SECOND), isPushed: true });
    expect(done).toMatchObject({ pushed: "pushed", isHere: false });
    expect(place.paths("server.git")).toEqual(expect.arrayContaining(["CNAME", ...filesOf(FIRST), ...filesOf(SECOND)]));
    expect(place.prints("shallow", /^$/)).toEqual(before);
    expect(place.git("server.git", "rev-list", "--count", "reviews")).toBe("3");
  });
});

describe("pushing", () => {
  test("brings exactly this branch to the server, once", async () => {
    place.git("relay", "branch", "side");
    const { commit, pushed, isHere } = await place.publish("relay", { isPushed: true });
    expect([pushed, isHere]).toEqual(["pushed", true]);
    expect(place.git("server.git", "for-each-ref", "--format=%(refname)").split("\n")).toEqual([
      "refs/heads/main",
      "refs/heads/reviews",
    ]);
    expect(place.git("server.git", "rev-parse", "reviews")).toBe(commit);
    expect(place.git("relay", "rev-parse", "reviews")).toBe(commit);
    expect(await place.publish("relay", { isPushed: true })).toMatchObject({
      pushed: "already there",
      changes: [],
      commit,
    });
  });

  test("begins with what the server has, and with what was published here and never pushed", async () => {
    place.git(".", "clone", "-q", "server.git", "other");
    await place.publish("other", { isPushed: true });
    await place.publish("relay", { review: reviewOf(SECOND) });
    const unpushed = place.git("relay", "rev-parse", "reviews");
    const done = await place.publish("relay", { review: reviewOf("20261104-100000-pr-4"), isPushed: true });
    expect(done.pushed).toBe("pushed");
    const all = [FIRST, SECOND, "20261104-100000-pr-4"];
    expect(place.paths("server.git")).toEqual([...SHARED, ...all.flatMap(filesOf)]);
    for (const id of all) expect(place.read("server.git", "reviews:index.html")).toContain(`reviews/${id}.html`);
    expect(place.git("relay", "merge-base", "--is-ancestor", unpushed, "reviews")).toBe("");
    expect(place.git("relay", "rev-parse", "reviews")).toBe(place.git("server.git", "rev-parse", "reviews"));
  });

  test("does not join histories in which somebody changed other files here", async () => {
    await place.publish("relay", { isPushed: true });
    place.git(".", "clone", "-q", "server.git", "other");
    await place.publish("other", { review: reviewOf(SECOND), isPushed: true });
    commitFile("relay", "reviews", "CNAME", "x\n");
    const tip = place.git("server.git", "rev-parse", "reviews");
    expect(await refusal(place.publish("relay", { review: reviewOf("20261104-100000-pr-4"), isPushed: true }))).toMatch(
      /CNAME/,
    );
    expect(place.git("server.git", "rev-parse", "reviews")).toBe(tip);
  });

  test("a server that was moved meanwhile is fetched again, and nothing is lost", async () => {
    await place.publish("relay", { isPushed: true });
    place.git(".", "clone", "-q", "server.git", "other");
    await place.publish("other", { review: reviewOf(SECOND) });
    // The first push finds that another one has just come before it.
    const hook = join(place.folder, "server.git/hooks/update");
    const flag = join(place.folder, "once");
    mkdirSync(flag);
    const move = `git update-ref refs/heads/reviews ${place.git("other", "rev-parse", "reviews")}`;
    place.git("server.git", "fetch", "-q", "../other", "reviews:refs/elsewhere");
    writeFileSync(hook, `#!/bin/sh\nunset GIT_QUARANTINE_PATH\nif rmdir ${flag} 2>/dev/null; then ${move}; fi\n`, {
      mode: 0o755,
    });
    const third = "20261104-100000-pr-4";
    expect(await place.publish("relay", { review: reviewOf(third), isPushed: true })).toMatchObject({
      pushed: "pushed",
    });
    expect(place.paths("server.git")).toEqual([...SHARED, ...[FIRST, SECOND, third].flatMap(filesOf)]);
    expect(place.git("server.git", "rev-list", "--count", "reviews")).toBe("3");
  });

  test("a push over what was not fetched is refused by git, and is to be tried anew", async () => {
    const { commit } = await place.publish("relay");
    const repository = await openRepository(join(place.folder, "relay"));
    const url = await remoteAddress(repository, "origin");
    const branch = await openRemoteBranch(repository, { url, ref: "refs/heads/reviews", env: {} });
    commitFile("server.git", "reviews", "CNAME", "x\n");
    expect([branch.tip, await branch.push(commit ?? "")]).toEqual([undefined, false]);
    await branch.close();
    await repository.close();
  });

  test("a server that takes nothing is told in its own words, and the branch here stays", async () => {
    writeFileSync(join(place.folder, "server.git/hooks/update"), "#!/bin/sh\necho reviews are closed >&2\nexit 1\n", {
      mode: 0o755,
    });
    expect(await refusal(place.publish("relay", { isPushed: true }))).toMatch(
      /^cannot push reviews to file:.*git said: /,
    );
    expect(() => place.git("relay", "rev-parse", "--verify", "-q", "reviews")).toThrow();
    expect(await refusal(place.publish("relay", { isPushed: true, remote: "upstream" }))).toMatch(
      'there is no remote "upstream"',
    );
  });
});

describe("what is refused", () => {
  test("what git takes for no name of a branch", async () => {
    for (const branch of ["", "-d", "a..b", "a b", "HEAD", "refs/", "x\ny", "x.lock", "@{-1}"]) {
      const said = await refusal(place.publish("relay", { branch, isNamed: true }));
      expect(said, branch).toMatch("cannot be the name of a branch");
    }
  });

  test("a branch that is checked out anywhere, also by its name", async () => {
    place.git("relay", "worktree", "add", "-q", "-b", "reviews", "../linked");
    expect(await refusal(place.publish("relay", { isNamed: true }))).toMatch(/checked out in .*linked/);
    expect(await refusal(place.publish("linked", { branch: "main", isNamed: true }))).toMatch(/checked out in .*relay/);
  });

  test("the default branch, unless it is named", async () => {
    place.git("server.git", "branch", "reviews", "main");
    place.git("server.git", "symbolic-ref", "HEAD", "refs/heads/reviews");
    expect(await refusal(place.publish("server.git"))).toMatch("default branch");
    place.git("relay", "fetch", "-q");
    place.git("relay", "remote", "set-head", "origin", "-a");
    expect(await refusal(place.publish("relay"))).toMatch("default branch");
    place.git("server.git", "symbolic-ref", "HEAD", "refs/heads/main");
    place.git("server.git", "branch", "-D", "reviews");
    commitFile("server.git", "reviews", "CNAME", "reviews.example.invalid\n");
    place.git("relay", "fetch", "-q");
    await place.publish("relay", { isNamed: true });
    expect(place.paths("relay")).toContain("CNAME");
  });

  test("a branch of source, also by its name and after pages were added to it by hand", async () => {
    place.git("relay", "branch", "release", "main");
    const before = place.git("relay", "rev-parse", "release");
    const release = { branch: "release", isNamed: true };
    expect(await refusal(place.publish("relay", release))).toMatch("no pages of ours, such as src/relay.ts");
    const review = reviewOf(FIRST, { head: before });
    expect(await refusal(place.publish("relay", { ...release, review }))).toMatch("the code that was reviewed");
    expect(await refusal(place.publish("relay", { ...release, isDryRun: true }))).toMatch("no pages of ours");
    expect(place.git("relay", "rev-parse", "release")).toBe(before);
    commitFile("relay", "release", `reviews/${SECOND}/review.json`, "{}");
    expect(await refusal(place.publish("relay", { ...release, review }))).toMatch("the code that was reviewed");
  });

  test("a branch with an index of its own, or with a link or a folder in the place of a page", async () => {
    commitFile("relay", "site", "index.html", "<h1>Ours</h1>");
    expect(await refusal(place.publish("relay", { branch: "site" }))).toMatch("index.html of its own");
    commitFile("relay", "odd", "reviewers.html/x", "x");
    expect(await refusal(place.publish("relay", { branch: "odd" }))).toMatch("something else at reviewers.html");
    commitFile("relay", "file", "reviews", "x");
    expect(await refusal(place.publish("relay", { branch: "file" }))).toMatch("something else at reviews");
  });

  test("another review by the same id", async () => {
    await place.publish("relay");
    const other = reviewOf(FIRST, { head: "f".repeat(40) });
    expect(await refusal(place.publish("relay", { review: other }))).toMatch("another review with the id");
  });

  test("a commit by nobody", async () => {
    rmSync(join(place.folder, "home/.gitconfig"));
    const nobody = { PATH: process.env["PATH"], HOME: join(place.folder, "home"), GIT_CONFIG_NOSYSTEM: "1" };
    expect(await refusal(place.publish("relay", { env: nobody }))).toMatch("git does not know who you are");
    const named = {
      ...nobody,
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "a@example.invalid",
      GIT_COMMITTER_NAME: "Bo",
      GIT_COMMITTER_EMAIL: "b@example.invalid",
    };
    await place.publish("relay", { env: named });
    expect(place.git("relay", "log", "--format=%an %cn", "reviews")).toBe("Ada Bo");
  });

  test("a name that another branch leaves no room for", async () => {
    place.git("relay", "branch", "reviews/2026");
    expect(await refusal(place.publish("relay"))).toMatch(/cannot write the branch reviews: git said: .*reviews\/2026/);
  });
});

describe("a repository that would run something", () => {
  test("its settings start no program, and a branch that points to another one does not move that", async () => {
    const ran = join(place.folder, "ran");
    const trap = `touch ${ran}; false`;
    commitFile("relay", "pages", "CNAME", "x\n");
    for (const [name, value] of [
      ["core.sshCommand", trap],
      ["credential.helper", `!${trap}`],
      ["remote.origin.receivepack", trap],
      ["remote.origin.uploadpack", trap],
      ["core.fsmonitor", trap],
      ["filter.x.clean", trap],
      ["gpg.program", ran],
      ["commit.gpgSign", "true"],
    ]) {
      place.git("relay", "config", name ?? "", value ?? "");
    }
    place.write("relay/.git/info/attributes", "* filter=x\n");
    place.git("relay", "symbolic-ref", "refs/heads/reviews", "refs/heads/pages");
    const pages = place.git("relay", "rev-parse", "pages");
    await place.publish("relay", { isPushed: true });
    expect(place.git("relay", "rev-parse", "pages", "reviews~1")).toBe(`${pages}\n${pages}`);
    place.git("relay", "config", "remote.origin.url", `ext::sh -c "${trap}"`);
    expect(await refusal(place.publish("relay", { isPushed: true }))).toMatch("transport 'ext' not allowed");
    expect(() => readFileSync(ran)).toThrow("ENOENT");
  });
});

describeInBrowser("the pages in a browser", () => {
  test("the index leads to each report and back, and asks nobody for anything", async () => {
    const hostile = reviewOf(SECOND, { title: "<img src=x onerror=alert(1)> @everyone" });
    await place.publish("relay");
    await place.publish("relay", { review: hostile });
    place.git("relay", "worktree", "add", "-q", "../shown", "reviews");
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const page = await browser.newPage();
      const misdeeds: string[] = [];
      page.on("dialog", (dialog) => misdeeds.push(dialog.message()));
      page.on("pageerror", (error) => misdeeds.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) misdeeds.push(request.url());
      });
      await page.goto(pathToFileURL(join(place.folder, "shown/index.html")).href);
      for (const id of [FIRST, SECOND]) {
        await page.locator(`a[href$="reviews/${id}.html"]`).first().click();
        expect(await page.title()).not.toBe("");
        expect(await page.locator("h1").count()).toBeGreaterThan(0);
        await page.locator('a[href="../index.html"]').first().click();
      }
      expect(misdeeds).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
