// The progress line, in a real pseudo-terminal, over work that is really slow: long names and many globs.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { makeFolder } from "../support/make-tree.ts";
import { shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();
let slow: string;
let slower: string;

function makeSlow(files: number): string {
  const folder = makeFolder();
  for (let index = 0; index < files; index += 1) {
    fs.writeFileSync(path.join(folder, `${"a".repeat(240)}${index}`), "");
  }
  return folder;
}

beforeAll(() => {
  slow = makeSlow(4000);
  slower = makeSlow(30_000);
});

/** A hundred globs that look at every letter: about half a millisecond for a name. */
const GLOBS = Array.from({ length: 100 }, (_, index) => `--exclude '*a*a*b${index}*'`).join(" ");

/** What the terminal shows when all carriage returns are done: a line that was blanked is empty. */
function shown(text: string): string[] {
  return text.split("\n").map((line) => {
    let cells: string[] = [];
    for (const part of line.split("\r")) {
      cells = [...part, ...cells.slice([...part].length)];
    }
    return cells.join("").trimEnd();
  });
}

const PROGRESS = /\r1 directory, \d+ entries read/;

describe("the progress line", () => {
  test.each(["--json", "--long", "", "--all"])("is there while work is slow, and gone at the end: %s", async (how) => {
    const script = `"$NODE" "$DIRLEAF" ${how} ${GLOBS} ${slow} > /dev/null`;
    const { text, status } = await cli.inTerminal(script);
    expect(status).toBe(0);
    expect(text).toMatch(PROGRESS);
    expect(shown(text)).toEqual([""]);
  });

  test("does not mix with what is written to the same terminal", async () => {
    const { text } = await cli.inTerminal(`"$NODE" "$DIRLEAF" --color never --limit 2 ${GLOBS} ${slow}`);
    expect(text).toMatch(PROGRESS);
    const lines = shown(text);
    expect(lines[0]).toBe(`Absolute path: ${slow}`);
    expect(lines.slice(3)).toEqual(["More than 2 entries found", ""]);
  });

  test("is not there where work is quick, or nobody looks", async () => {
    const quick = await cli.inTerminal(`"$NODE" "$DIRLEAF" --limit 1 ${slow} > /dev/null`);
    expect(quick).toEqual({ status: 0, text: "" });
    const piped = await cli.inTerminal(`{ "$NODE" "$DIRLEAF" --json ${GLOBS} ${slow} 2>&1 >/dev/null; } | cat`);
    expect(piped).toEqual({ status: 0, text: "" });
  });

  test("is gone after Ctrl-C, which stops at once", async () => {
    let typedAt = 0;
    const script = `"$NODE" "$DIRLEAF" --json ${GLOBS} ${slower} > /dev/null`;
    const { text, status } = await cli.inTerminal(script, {}, (seen, type) => {
      if (typedAt === 0 && PROGRESS.test(seen)) {
        typedAt = performance.now();
        type("\x03");
      }
    });
    expect(performance.now() - typedAt).toBeLessThan(3000);
    expect(status).toBe(130);
    expect(shown(text.replaceAll("^C", ""))).toEqual([""]);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("is gone after %s, and the exit code says so", async (signal, code) => {
    // A shell that waits tells the exit code of a process which a signal ended.
    const script = `${trap(signal)} "$NODE" "$DIRLEAF" --json ${GLOBS} ${slower} > /dev/null & echo "pid $!"; wait $!`;
    let isSent = false;
    const { text, status } = await cli.inTerminal(script, {}, (seen) => {
      if (!isSent && PROGRESS.test(seen)) {
        isSent = true;
        process.kill(Number(/pid (\d+)/.exec(seen)?.[1]), signal);
      }
    });
    expect(status).toBe(code);
    // Some shells say what ended it.
    expect(shown(text).slice(1).join("")).toMatch(/^(?:Terminated|Interrupt)?$/);
  });

  test("a signal ends work that shows no line, even one that waits for its reader", async () => {
    const script = `{ "$NODE" "$DIRLEAF" --all / & echo "pid $!" >&2; wait $!; echo "code $?" >&2; } | sleep 3`;
    let isSent = false;
    const { text } = await cli.inTerminal(script, {}, (seen) => {
      const pid = /pid (\d+)/.exec(seen)?.[1];
      if (!isSent && pid !== undefined) {
        isSent = true;
        setTimeout(() => process.kill(Number(pid), "SIGTERM"), 1500);
      }
    });
    expect(text).toContain("code 143");
  });
});

/** A background process of a shell without job control ignores SIGINT unless it is told otherwise. */
function trap(signal: string): string {
  return signal === "SIGINT" ? "set -m;" : "";
}
