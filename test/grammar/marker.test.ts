import { describe, expect, test } from "vitest";
import { formatMarker, type Marker, parseMarker, withoutMarker } from "#grammar/marker.ts";
import { clusterId, reviewId } from "#model/ids.ts";

const review = reviewId("20261115-101500-pr-42");
const FINDING: Marker = { kind: "finding", review, id: clusterId("I3"), key: "1:ab12" };

describe("the marker of a post", () => {
  test("has one form, and is read back from it", () => {
    const line = formatMarker(FINDING);
    expect(line).toBe("<!-- deep-review:finding review=20261115-101500-pr-42 id=I3 key=1:ab12 -->");
    expect(parseMarker(`${line}\n**Important** …`)).toEqual(FINDING);
    expect(parseMarker(`${line}\r\n**Important** …`)).toEqual(FINDING);
    expect(parseMarker(line)).toEqual(FINDING);
  });

  test("takes further values in whatever signs, and they cannot end it", () => {
    const marker: Marker = {
      kind: "summary",
      review: reviewId("an old report --> x"),
      more: { head: "abc", refused: "I3,S1", "un-resolved": "PRRT_kwDO==\n<!--€" },
    };
    const line = formatMarker(marker);
    expect(line.indexOf("-->")).toBe(line.length - 3);
    expect(line).not.toContain("\n");
    expect(parseMarker(`${line}\ntext`)).toEqual(marker);
    expect(
      formatMarker({ ...marker, more: { refused: "I3,S1", "un-resolved": "PRRT_kwDO==\n<!--€", head: "abc" } }),
    ).toBe(line);
  });

  test("is not read where somebody wrote something like it", () => {
    const line = formatMarker(FINDING);
    const others = [
      ` ${line}`,
      `> ${line}`,
      `${line} and more`,
      line.toUpperCase(),
      line.replace(" id=I3", ""),
      line.replace("id=I3", "id=Q3"),
      line.replace(" id=I3", "  id=I3"),
      line.replace("id=I3 key=1:ab12", "key=1:ab12 id=I3"),
      line.replace("id=I3", "id=I3 id=I4"),
      line.replace("id=I3", "id=%493"),
      line.replace("ab12", "a<b"),
      line.replace("finding", "verdict"),
      line.replace("review=20261115-101500-pr-42 ", ""),
      line.replace("key=1:ab12", "__proto__=1"),
      line.replace("key=1:ab12", "key=%E0%A4%A"),
      "<!-- deep-review:",
      "",
    ];
    for (const other of others) expect(parseMarker(other), other).toBeUndefined();
  });

  test("can be taken off, and only a real one is", () => {
    expect(withoutMarker(`${formatMarker(FINDING)}\nText`)).toBe("Text");
    expect(withoutMarker("<!-- deep-review:finding -->\nText")).toBe("<!-- deep-review:finding -->\nText");
  });
});
