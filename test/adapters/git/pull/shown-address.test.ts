import { expect, test } from "vitest";
import { shownAddress } from "#adapters/git/pull/network-git.ts";

test.each([
  ["https://ada:secret@code.example/ada/kettle.git", "https://code.example/ada/kettle.git"],
  ["fatal: cannot read https://ada:se@cret@code.example/x", "fatal: cannot read https://code.example/x"],
  ["https://a:b@c@one.example and https://d@two.example", "https://one.example and https://two.example"],
  ["https://code.example/ada/kettle@2.git", "https://code.example/ada/kettle@2.git"],
])("an address is shown without what may be a password: %s", (text, shown) => {
  expect(shownAddress(text)).toBe(shown);
});
