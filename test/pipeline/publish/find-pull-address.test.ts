import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { findPullAddress } from "#pipeline/publish/find-pull-address.ts";
import { aReview, aScope } from "../../helpers/builders.ts";

const KETTLE = { host: "github.com", owner: "ada", repository: "kettle" };

const ofPull = (url: string | undefined): Review =>
  aReview({ scope: aScope({ pullRequest: { number: 7, url }, repository: { name: "kettle" } }) } as never);
const ofBranch = (url?: string): Review =>
  aReview({ scope: aScope({ pullRequest: undefined, repository: { name: "kettle", url } }) } as never);

describe("which pull request a review goes to", () => {
  test("the one that it is of", () => {
    const review = ofPull("https://github.com/ada/kettle/pull/7");
    expect(findPullAddress(review, undefined, {})).toEqual({ ...KETTLE, number: 7 });
  });

  test("the one that is named, by address", () => {
    expect(findPullAddress(ofBranch(), "https://github.com/ada/kettle/pull/8/files", {})).toEqual({
      ...KETTLE,
      number: 8,
    });
    expect(findPullAddress(ofBranch(), "ada/kettle#8", {})).toEqual({ ...KETTLE, number: 8 });
  });

  test("the one that is named by number, in the repository of the record", () => {
    expect(findPullAddress(ofBranch("https://github.com/ada/kettle"), "8", {})).toEqual({ ...KETTLE, number: 8 });
    expect(findPullAddress(ofPull("https://github.com/ada/kettle/pull/7"), "#8", {})).toEqual({ ...KETTLE, number: 8 });
  });

  test("the one that is named by number, in the repository of the job", () => {
    const env = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "ada/kettle" };
    expect(findPullAddress(ofBranch(), "8", env)).toEqual({ ...KETTLE, number: 8 });
  });
});

describe("what cannot be a pull request is said to be none", () => {
  test.each([
    ["a branch without a name", ofBranch(), undefined, /is not of a pull request/],
    ["a record whose address is no pull request", ofPull("javascript:alert(1)"), undefined, /is not of a pull request/],
    ["a number without a repository", ofBranch(), "8", /which pull request/],
    ["something else", ofBranch(), "main", /"main" is not a pull request/],
    ["zero", ofBranch("https://github.com/ada/kettle"), "0", /"0" is not a pull request/],
  ])("%s", (_, review, named, message) => {
    expect(() => findPullAddress(review, named, {})).toThrow(message);
  });
});
