import { createAnalyzer } from "../check-runner.ts";
import { conflictMarker } from "./conflict-marker.ts";
import { debuggerStatement } from "./debugger.ts";
import { doubledWord } from "./doubled-word.ts";
import { duplicateConstant } from "./duplicate-constant.ts";
import { focusedTest } from "./focused-test.ts";
import { freshContext } from "./fresh-context.ts";
import { hiddenText } from "./hidden-text.ts";
import { missingGuard } from "./missing-guard.ts";
import { missingRetry } from "./missing-retry.ts";
import { personalPath } from "./personal-path.ts";
import { secret } from "./secret.ts";
import { workflowInjection } from "./workflow-injection.ts";

/** Mistakes on the added lines that no linter of the repository would report. Add a check to this list. */
export const hazardLint = createAnalyzer({
  id: "hazard-lint",
  name: "Hazard Lint",
  question: "Which mistakes can be seen on the added lines?",
  checks: [
    secret,
    conflictMarker,
    hiddenText,
    personalPath,
    workflowInjection,
    debuggerStatement,
    focusedTest,
    freshContext,
    missingRetry,
    missingGuard,
    duplicateConstant,
    doubledWord,
  ],
});
