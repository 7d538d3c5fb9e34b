import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with one plain line that any program can read: `120 passed, 0 failed, 2 skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state] += 1;
      }
    }
    // After the default reporter's own summary, which is printed in the same tick.
    setImmediate(() => console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`));
  }
}
