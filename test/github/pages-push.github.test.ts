import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place } from "../pipeline/publish/pages-place.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.close());

test("pages are pushed to a private repository with the token that reads it, and without one credentials are asked for", async () => {
  const repository = await hub().repository("ada/kettle", { "README.md": "# Kettle\n" }, { isPrivate: true });
  place.git("relay", "remote", "set-url", "origin", repository.gitUrl);
  const plain = { PATH: process.env["PATH"], HOME: `${place.folder}/home`, GIT_CONFIG_NOSYSTEM: "1" };
  const env = { ...plain, GITHUB_SERVER_URL: hub().url, GITHUB_TOKEN: hub().tokenFor("ada") };
  await expect(place.publish("relay", { isPushed: true, env: plain })).rejects.toMatchObject({
    fix: expect.stringContaining("credentials"),
  });
  const { pushed, commit } = await place.publish("relay", { isPushed: true, env });
  expect(pushed).toBe("pushed");
  expect(commit).toBe(place.git("relay", "ls-remote", repository.folder, "refs/heads/reviews").split("\t")[0]);
});
