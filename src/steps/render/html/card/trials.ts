import { formatLocation } from "#model/location.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Demonstration, Proof, ReproRun, Verification } from "#model/panel/verification.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { renderCode } from "../text/code-block.ts";
import { languageOfPath } from "../text/highlight.ts";

/** The verifications of a finding, and the runs of its repros. Folded, since the badges show the results. */
export function renderTrials(context: PageContext, { verifications, demonstrations }: ReportFinding): SafeHtml {
  return html`${verifications.map((verification) => renderVerification(context, verification))}${demonstrations.map(
    (demonstration) => renderDemonstration(context, demonstration),
  )}`;
}

function renderVerification(context: PageContext, verification: Verification): SafeHtml {
  const { verifier, answer, proofs, because } = verification;
  const who = verifier === undefined ? "Nobody was asked" : reviewerTitle(verifier);
  const words = `${who}: ${ANSWERS[answer]}`;
  return html`<details class="repro"><summary>Verification: ${words}</summary><p>${context.quoted.inline(because)}</p>${proofs.map(renderProof)}</details>`;
}

const ANSWERS: Readonly<Record<Verification["answer"], string>> = {
  confirmed: "confirmed",
  refuted: "refuted",
  "cannot-tell": "cannot tell",
  none: "unverified",
};

function renderProof(proof: Proof): SafeHtml {
  if (proof.kind === "command") {
    return html`${renderCode({ code: proof.command, language: "bash", caption: "command, as the verifier reports it" })}${
      proof.output !== undefined && renderCode({ code: proof.output, caption: "output, as the verifier reports it" })
    }`;
  }
  const { place, code, grounding } = proof;
  const where = place === undefined ? "" : `${formatLocation(place)}: `;
  return renderCode({
    code,
    language: place === undefined ? undefined : languageOfPath(place.path),
    caption: `${where}${grounding.why}`,
  });
}

function renderDemonstration(context: PageContext, { outcome, why, script, runs }: Demonstration): SafeHtml {
  return html`<details class="repro"><summary>Repro run by us: ${OUTCOMES[outcome]}</summary><p>${context.inline(why)}</p>${renderCode({ code: script, language: "bash" })}${runs.map(renderRun)}</details>`;
}

const OUTCOMES: Readonly<Record<Demonstration["outcome"], string>> = {
  shown: "shown",
  "not-shown": "not shown",
  flaky: "flaky, not shown",
  "could-not-run": "could not be run",
};

function renderRun({ side, exitCode, output, cut }: ReproRun): SafeHtml {
  const ended = exitCode === undefined ? "did not end by itself" : `ended with ${exitCode}`;
  return renderCode({
    code: output,
    caption: `${side === "head" ? "after" : "before"} the change, ${ended}${cut === true ? ", output cut" : ""}`,
  });
}
