import { formatLocation } from "#model/location.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { ReportFinding } from "#model/report.ts";
import type { ReportArm, ReportPatch, ReportTrial } from "#model/panel/report-trial.ts";
import type { Proof, Verification } from "#model/panel/verification.ts";
import { sentence } from "#util/words.ts";
import { roughDuration } from "../../words.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { renderCode } from "../text/code-block.ts";
import { languageOfPath } from "../text/highlight.ts";

/** The verifications of a finding, and the runs of its repros. Folded, since the badges show the results. */
export function renderTrials(context: PageContext, { verifications, trials }: ReportFinding): SafeHtml {
  return html`${verifications.map((verification) => renderVerification(context, verification))}${trials.map((trial) =>
    renderTrial(context, trial),
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

function renderTrial(context: PageContext, trial: ReportTrial): SafeHtml {
  const { words, why, origin, command, directory, versions, script, language, arms } = trial;
  const ran = [...(directory === undefined ? [] : [`in ${directory}`]), ...(versions === "" ? [] : [versions])].join(
    ", ",
  );
  return html`<details class="repro"><summary>Repro run by us: ${words}</summary><p>${context.inline(why)}</p>${
    origin !== undefined && html`<p>Class: ${context.quoted.inline(origin)}</p>`
  }${command !== "" && html`<p class="muted"><code>${command}</code> ${ran}</p>`}${renderCode({ code: script, language })}<div class="arms">${arms.map(renderArm)}</div></details>`;
}

function renderArm({ on, commit, ended, seconds, output, isCut }: ReportArm): SafeHtml {
  const caption = html`<strong>${on}</strong>${commit !== undefined && html` <code>${commit}</code>`}, ${ended}, <span class="muted">${roughDuration(seconds)}${isCut && ", output cut"}</span>`;
  return renderCode({ code: output.trimEnd(), caption });
}

/** What became of the patch, and how to apply it if nothing speaks against it. */
export function renderPatch(context: PageContext, patch: ReportPatch | undefined): SafeHtml {
  if (patch === undefined) return html``;
  const { words, why, isOffered, command, gates, text } = patch;
  return html`<p class="patch"><strong>${sentence(words)}</strong> ${context.quoted.inline(sentence(why))}</p>${
    gates.length > 0 &&
    html`<p class="muted">Run with the patch: ${gates.map(({ name, ended, seconds }, at) => html`${at > 0 && ", "}<code>${name}</code> ${ended} (${roughDuration(seconds)})`)}</p>`
  }${
    isOffered &&
    html`<p class="patch"><code>${command}</code> <button type="button" class="copy-patch" data-copy="${text}" hidden>Copy patch</button></p>`
  }`;
}
