// Ends a run with one line about the tests that were left out: what was missing, and how to get it. If everything must run,
// as in CI, a test that was left out fails the run.
import type { Reporter, TestModule } from "vitest/node";

import { IN_DEPTH, NEEDS, type Need } from "./needs.ts";

export class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const { note = "" } = test.result() as { note?: string };
        if (note === IN_DEPTH) {
          continue;
        }
        counts.set(note, (counts.get(note) ?? 0) + 1);
      }
    }
    const mustRunAll = process.env["DIRLEAF_REQUIRE_ALL"] === "1";
    // Tests that a filter on the command line left out have no note, and the user who set the filter knows about them.
    const told = [...counts].filter(([note]) => mustRunAll || note !== "");
    if (told.length === 0) {
      return;
    }
    const reasons = told
      .map(([note, count]) => `${count} ${count === 1 ? "test" : "tests"} ${reasonOf(note)}`)
      .join("; ");
    process.stderr.write(`${mustRunAll ? "Failed, because not everything ran" : "Not run"}: ${reasons}.\n`);
    if (mustRunAll) {
      process.exitCode = 1;
    }
  }
}

function reasonOf(note: string): string {
  if (Object.hasOwn(NEEDS, note)) {
    return `for want of ${note} (${NEEDS[note as Need]})`;
  }
  return note === "" ? "without a reason" : `because ${note}`;
}
