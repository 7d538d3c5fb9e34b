import type { ToolHit } from "#model/panel/tool-hit.ts";
import type { DocumentReader, TextReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asFields, asList, asText, toHit } from "../values.ts";

const POSITION = /^(.+\.go):(\d+)(?::\d+)?$/;

/** `go vet -json`: an object for each package: its analyzers, and what each found. */
export const goVetReader: DocumentReader = {
  format: "go-vet",
  tool: "go vet",
  isMine: (value) => packagesOf(value).some((analyzers) => listsOf(analyzers).some(hasPosition)),
  canRead: (value) =>
    !Array.isArray(value) && packagesOf(value).every((analyzers) => Object.keys(asFields(analyzers)).length > 0),
  read(value, tool) {
    const hits: ToolHit[] = [];
    let odd = 0;
    for (const analyzers of packagesOf(value)) {
      for (const [rule, found] of Object.entries(asFields(analyzers))) {
        // An analyzer that failed has an object with its error.
        if (!Array.isArray(found)) odd += 1;
        for (const one of asList(found)) {
          const [, file, start] = POSITION.exec(asText(field(one, "posn")) ?? "") ?? [];
          const hit = toHit({ tool, rule, message: field(one, "message"), isError: true, file, start });
          if (hit === undefined) odd += 1;
          else hits.push(hit);
        }
      }
    }
    return { hits, odd };
  },
};

const packagesOf = (value: unknown): unknown[] => Object.values(asFields(value));
const listsOf = (value: unknown): unknown[] => Object.values(asFields(value)).flatMap(asList);
const hasPosition = (value: unknown): boolean => POSITION.test(asText(field(value, "posn")) ?? "");

const LINE = /^(?:vet: )?([^\s:][^:\n]*\.go|[A-Za-z]:[^:\n]*\.go):(\d+)(?::\d+)?: (.+)$/gm;

/** The text of `go vet`: a line with the package, then its hits. What does not compile is listed in the same form. */
export const goVetTextReader: TextReader = {
  format: "go-vet",
  tool: "go vet",
  isMine: (text) => /^# \S+(?: \[\S+\])?\r?\n(?:vet: )?[^\s:][^:\n]*\.go:\d+:/m.test(text),
  isSilentWhenClean: true,
  read: (text, tool) =>
    readEntries(text.matchAll(LINE), ([, file, start, message]) =>
      toHit({ tool, file, message, isError: true, start }),
    ),
};
