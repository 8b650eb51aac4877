// The progress line, in a real pseudo-terminal, during work that lasts as long as the test wants: listing a slow bucket.
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { shippedCli, type Cli } from "../support/run-cli.ts";
import { besideTheSdk, slowBucket } from "../support/slow-bucket.ts";

let cli: Cli;

beforeAll(() => {
  cli = besideTheSdk(shippedCli());
});

beforeEach(({ skip }) => {
  needProgram(skip, "script");
});

/** What the terminal shows after all carriage returns; a blanked line is empty. */
function shown(text: string): string[] {
  return text.split("\n").map((line) => {
    let cells: string[] = [];
    for (const part of line.split("\r")) {
      cells = [...part, ...cells.slice([...part].length)];
    }
    return cells.join("").trimEnd();
  });
}

const PROGRESS = /\r1 directory, 1 entries read/;

/** Does something when the line is first seen. */
function onLine(act: (seen: string, type: (keys: string) => void) => void) {
  let isSeen = false;
  return (seen: string, type: (keys: string) => void): void => {
    if (!isSeen && PROGRESS.test(seen)) {
      isSeen = true;
      act(seen, type);
    }
  };
}

describe("the progress line", () => {
  test.each(["--all", "--json", "--long", ""].slice(0, inDepth(1, 4)))(
    "appears while work is slow, and is gone at the end: %s",
    async (how) => {
      const { words, env, finish } = await slowBucket();
      const { sent, status } = await cli.inTerminal(
        `"$NODE" "$DIRLEAF" ${how} ${words} > /dev/null`,
        { env },
        onLine(finish),
      );
      expect(status).toBe(0);
      expect(sent).toMatch(PROGRESS);
      expect(shown(sent)).toEqual([""]);
    },
  );

  test("does not mix with other output on the same terminal", async () => {
    const { words, env, finish } = await slowBucket();
    const script = `"$NODE" "$DIRLEAF" --color never --limit 2 ${words}`;
    const { sent } = await cli.inTerminal(script, { env }, onLine(finish));
    expect(sent).toMatch(PROGRESS);
    expect(shown(sent)).toEqual(["Absolute path: s3://bucket", "├─ 000000000001", "└─ 000000000002", ""]);
  });

  test("does not appear if work is quick, or standard error is not a terminal", async () => {
    const quick = await cli.inTerminal(`"$NODE" "$DIRLEAF" ${makeTree("a")} > /dev/null`);
    expect(quick).toMatchObject({ status: 0, sent: "" });
    const { words, env, finish } = await slowBucket();
    // Twice as long as it takes for a line to appear.
    const finished = delay(1000).then(finish);
    const piped = await cli.inTerminal(`{ "$NODE" "$DIRLEAF" --json ${words} 2>&1 >/dev/null; } | cat`, { env });
    expect(piped).toMatchObject({ status: 0, sent: "" });
    await finished;
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("is gone after %s, and the exit code says so", async (signal, code) => {
    const { words, env } = await slowBucket();
    // A waiting shell reports the exit code of a process that a signal ended.
    const script = `${trap(signal)} "$NODE" "$DIRLEAF" --json ${words} > /dev/null & echo "pid $!"; wait $!`;
    const { sent, status } = await cli.inTerminal(
      script,
      { env },
      onLine((seen) => process.kill(Number(/pid (\d+)/.exec(seen)?.[1]), signal)),
    );
    expect(status).toBe(code);
    // Some shells print which signal ended it.
    expect(shown(sent).slice(1).join("")).toMatch(/^(?:Terminated|Interrupt)?$/);
  });
});

/** A background process of a shell without job control ignores SIGINT by default. */
function trap(signal: string): string {
  return signal === "SIGINT" ? "set -m;" : "";
}
