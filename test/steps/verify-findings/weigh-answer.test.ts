import { describe, expect, test } from "vitest";
import type { Grounding } from "#model/grounding.ts";
import type { StatedAnswer } from "#steps/verify-findings/read-answer.ts";
import { type QuoteToGround, weighAnswer } from "#steps/verify-findings/weigh-answer.ts";

const CODE = ["while (true) await send(hook);", "return status === 410;"];

async function ground({ code }: QuoteToGround): Promise<Grounding> {
  return CODE.includes(code)
    ? { status: "grounded", why: "it stands there" }
    : { status: "unsupported", why: "it stands nowhere" };
}

const quote = (code: string, isInline = false) => ({ kind: "quote" as const, code, isInline });
const command = (output?: string) => ({
  kind: "command" as const,
  command: "node send.js",
  output,
});

function weigh(answer: StatedAnswer["answer"], ...proofs: StatedAnswer["proofs"]) {
  return weighAnswer({ answer, proofs, because: "it never stops" }, ground);
}

describe("an answer holds", () => {
  test.each(["confirmed", "refuted"] as const)("when %s is said with code that stands", async (answer) => {
    const weighed = await weigh(answer, quote(CODE[0]!));
    expect(weighed).toMatchObject({
      answer,
      because: "it never stops",
      proofs: [{ grounding: { status: "grounded" } }],
    });
    expect(weighed.stated).toBeUndefined();
  });

  test("with a command and its output", async () => {
    expect(await weigh("confirmed", command("tried 9 times"))).toMatchObject({ answer: "confirmed" });
  });

  test("when one of its quotes stands", async () => {
    expect(await weigh("confirmed", quote("invented();"), quote(CODE[1]!))).toMatchObject({ answer: "confirmed" });
  });
});

describe("an answer is lowered to cannot tell", () => {
  test.each([
    ["the code that it quotes is not in the commit", [quote("invented(by, nobody);")]],
    ["it shows neither code nor a command's output", []],
    ["it shows neither code nor a command's output", [command()]],
    ["it shows neither code nor a command's output", [command("  ")]],
    ["nothing that it quotes could be found", [quote("}")]],
    ["the code that it quotes is not in the commit", [quote("invented(by, nobody);"), command("tried 9 times")]],
  ])("when %s", async (why, proofs) => {
    for (const answer of ["confirmed", "refuted"] as const) {
      const weighed = await weigh(answer, ...proofs);
      expect(weighed).toMatchObject({ answer: "cannot-tell", stated: answer });
      expect(weighed.because).toContain(why);
    }
  });
});

test("code within a line counts where it stands, and is no invention where it does not", async () => {
  expect(await weigh("confirmed", quote(CODE[0]!, true))).toMatchObject({ answer: "confirmed" });
  const weighed = await weigh("confirmed", quote("calls send( ) again", true), command("tried 9 times"));
  expect(weighed).toMatchObject({ answer: "confirmed", proofs: [{ kind: "command" }] });
});

test("cannot tell and no answer stay as they are", async () => {
  expect(await weigh("cannot-tell")).toMatchObject({ answer: "cannot-tell", because: "it never stops" });
  expect(await weigh("none")).toMatchObject({ answer: "none" });
});
