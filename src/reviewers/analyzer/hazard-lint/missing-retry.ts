import { posix } from "node:path";
import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { addedGoCode, type AddedCode, codeTextOf } from "./code/added-code.ts";
import type { CodeText } from "./code/code-text.ts";
import { type GoFunction, goFunctionsAround } from "./code/go-functions.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

const check: Check = {
  id: "hazard-lint/missing-retry",
  title: "An update lacks the conflict retry that its siblings have",
  about:
    "The change updates a Kubernetes object without `retry.RetryOnConflict`, while at least two other updates of the package use it and none goes without. If somebody else changed the object in between, the update fails.",
  severity: "suggestion",
  languages: ["go"],
  catches: `package shop

import "k8s.io/client-go/util/retry"

func (s *Shop) open(ctx context.Context) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.client.Update(ctx, s.load(ctx))
	})
}

func (s *Shop) rename(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.client.Update(ctx, s.load(ctx).named(name))
	})
}

func (s *Shop) move(ctx context.Context, place string) error {
	return s.client.Update(ctx, s.load(ctx).at(place))
}`,
  ignores: `package shop

import "k8s.io/client-go/util/retry"

func (s *Shop) open(ctx context.Context) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.client.Update(ctx, s.load(ctx))
	})
}

func (s *Shop) rename(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.client.Update(ctx, s.load(ctx).named(name))
	})
}

func (s *Shop) move(ctx context.Context, place string) error {
	err := s.client.Update(ctx, s.load(ctx).at(place))
	if apierrors.IsConflict(err) {
		return s.queue(place)
	}
	return err
}`,
};

/** Updates that fail when two write at the same time. */
export const missingRetry: CheckRunner = {
  check,
  async find(index, signal) {
    const hits: CheckHit[] = [];
    for (const added of await addedGoCode(index, signal)) {
      const fresh = updatesIn(added.file).filter(
        ({ line, isRetried, isHandled }) => added.isAdded(line) && !isRetried && !isHandled,
      );
      if (fresh.length > 0) hits.push(...(await hitFor(index, added, fresh)));
    }
    return hits;
  },
};

interface Update {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly owner: string;
  readonly isRetried: boolean;
  /** A conflict is handled in another way, or a comment explains why not. */
  readonly isHandled: boolean;
}

// Of a client: `s.client.Update(ctx,`, `c.Status().Update(ctx,`, `Secrets(namespace).Update(ctx,`
const UPDATE = /(?:\b\w*[cC]lient|\))\.(?:Update|UpdateStatus)\(\s*(?:\w*[cC]tx\w*|context\.\w+\(\))\s*,/g;

function updatesIn(file: CodeText): Update[] {
  if (!file.text.includes("k8s.io/")) return [];
  return [...file.code.matchAll(UPDATE)].map(({ index: at }) => {
    const line = file.lines.lineAt(at);
    const functions = goFunctionsAround(file, at);
    const owner = functions.at(-1);
    const isRetried = functions.some(({ start }) => RETRY.test(file.code.slice(Math.max(0, start - 200), start)));
    const isHandled = file.isCommented(line, 2) || (owner !== undefined && handlesConflict(file, owner));
    return { path: file.path, line, text: file.lines.lineText(line), owner: owner?.name ?? "", isRetried, isHandled };
  });
}

const known = new WeakMap<GoFunction, boolean>();

function handlesConflict({ code }: CodeText, one: GoFunction): boolean {
  const found = known.get(one) ?? /\bIsConflict\(/.test(code.slice(one.open, one.close));
  known.set(one, found);
  return found;
}

// The last call before a function literal.
const RETRY = /\b\w*(?:RetryOnConflict|OnConflict|retry\.OnError|RetryUpdate\w*)\([^(){}]*$/;

const MIN_RETRIED = 2;

async function hitFor(index: ChangeIndex, { path, file }: AddedCode, fresh: readonly Update[]): Promise<CheckHit[]> {
  const folder = posix.dirname(path);
  const all: Update[] = [];
  const retried: string[] = [];
  for (const other of index.head.tree.files) {
    if (posix.dirname(other.path) !== folder || !/(?<!_test)\.go$/.test(other.path)) continue;
    const code = other.path === path ? file : await codeTextOf(index, other.path);
    if (code === undefined) continue;
    all.push(...updatesIn(code));
    for (const { index: at } of code.code.matchAll(/OnConflict\(/g)) {
      const open = code.code.indexOf("(", at);
      retried.push(code.code.slice(open, code.closing(open)));
    }
  }
  const isCalledInRetry = ({ owner }: Update): boolean => retried.some((body) => body.includes(`${owner}(`));
  const missing = fresh.filter((one) => !isCalledInRetry(one));
  const own = new Set(missing.map(({ line }) => line));
  const others = all.filter(({ path: at, line }) => at !== path || !own.has(line));
  const retriedOf = (updates: readonly Update[]): Update[] => updates.filter(({ isRetried }) => isRetried);
  // If what was there before is a pattern, it decides: a change cannot hide a problem by having it twice.
  const old = others.filter((one) => !index.addedLines(one.path).has(one.line));
  const siblings = retriedOf(old).length >= MIN_RETRIED ? old : others;
  const guarded = retriedOf(siblings);
  const [first] = missing;
  if (first === undefined || guarded.length < MIN_RETRIED) return [];
  if (siblings.some((one) => !one.isRetried && !one.isHandled && !isCalledInRetry(one))) return [];
  const place = ({ line, text, path: at }: Update): CheckHit["places"][number] => ({
    location: { path: at, start: line, end: line },
    quote: text.slice(0, 500),
  });
  return hitAt(check, {
    title: `The update in \`${first.owner}\` is not retried on a conflict, unlike the others of \`${folder}\``,
    explanation: `All ${guarded.length} other updates of \`${folder}\` are retried when somebody else changed the object in between. This one fails then.`,
    fix: "Read the object, change it and update it inside `retry.RetryOnConflict`, or say in a comment why a conflict cannot happen.",
    places: [
      ...missing.map(place),
      ...guarded.slice(0, 3).map((one) => ({ ...place(one), note: "is retried", evidence: true as const })),
    ],
    weight: 0.6,
  });
}
