import { aCluster, aFinding, anObservation, aReport, aReviewer, aScope } from "../../helpers/builders.ts";

/** A round with figures that are all different, so that one cannot be taken for another. */
export function editedReport() {
  const ids =
    "claude:C1 claude:I1 claude:I2 claude:S1 claude:S2 claude:S3 claude:S4 codex:I1 codex:S1 codex:S2 codex:S3".split(
      " ",
    );
  const at = (path: string, start: number) => [{ path, start, end: start }];
  const findings = ids.map((id) =>
    aFinding({
      id,
      title: id === "claude:C1" ? "A 410 answer is retried for ever" : `Problem ${id.slice(-1)} of the queue`,
      locations: at(id.startsWith("claude") ? "src/deliver.ts" : "src/queue.ts", 40 + ids.indexOf(id)),
    }),
  );
  return aReport({
    origin: { kind: "round", tool: "deep-review 0.1.0" },
    scope: aScope({
      files: [
        { path: "src/deliver.ts", change: "modified" },
        { path: "src/queue.ts", change: "added" },
        ...Array.from({ length: 13 }, (_, at) => ({ path: `src/part-${at}.ts`, change: "modified" as const })),
      ],
    }),
    reviewers: [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })],
    findings,
    observations: [anObservation()],
    clusters: [
      aCluster({ id: "C1", members: ["claude:C1"] }),
      aCluster({ id: "I1", members: ["claude:I1", "codex:I1"] }),
      aCluster({ id: "I2", members: ["claude:I2"] }),
      aCluster({ id: "S1", members: ["claude:S1"] }),
      aCluster({ id: "S2", members: ["claude:S2"] }),
      aCluster({ id: "S3", members: ["codex:S1"] }),
      aCluster({ id: "R1", members: ["codex:S2"] }),
      aCluster({ id: "X1", members: ["claude:S3"] }),
      aCluster({ id: "X2", members: ["claude:S4"] }),
      aCluster({ id: "X3", members: ["codex:S3"] }),
    ],
  });
}
