// What the pipeline uses. All of it is synchronous and pure: it works on files that `openProbeFiles` parsed, and returns
// breaks in the order in which they should be run, by ascending `rank`.
export { openProbeFiles, type OpenedFiles, type ProbeFile } from "./open-files.ts";
export { changedFunctions } from "./changed-functions.ts";
export { planControls } from "./controls.ts";
export { planReverts } from "./reverts.ts";
export { planMutations } from "./mutations/plan-mutations.ts";
export { planNamed } from "./named/plan-named.ts";
export { dedupeBreaks } from "./dedupe.ts";
export { groupSurvivors } from "./group-survivors.ts";
export type * from "./planned-break.ts";
