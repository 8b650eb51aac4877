// The progress line, in a real pseudo-terminal, during work that lasts as long as the test wants: listing a slow bucket.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test, onTestFinished } from "vitest";
import { inDepth } from "../support/deep.ts";
import { makeFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { shippedCli, type Cli } from "../support/run-cli.ts";

interface SlowBucket {
  /** The arguments that make the command list it. */
  readonly words: string;
  /** The environment variables that the command needs. */
  readonly env: Readonly<Record<string, string>>;
  /** Sends the held answers. Every answer is the last page from now on. */
  finish(): void;
}

/** What a process with the SDK needs to talk to a store on loopback. */
const SDK_ENVIRONMENT: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
};

/** A bucket that returns one key, and no more until `finish` is called. It stops when the test ends. */
async function slowBucket(): Promise<SlowBucket> {
  const held: (() => void)[] = [];
  let asked = 0;
  let isFinished = false;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://store");
    const answer = () => response.end(renderAnswer(url.searchParams, isFinished));
    asked += 1;
    if (asked === 1 || isFinished) {
      answer();
    } else {
      held.push(answer);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    words: `--endpoint http://127.0.0.1:${(server.address() as AddressInfo).port} s3://bucket`,
    env: SDK_ENVIRONMENT,
    finish() {
      isFinished = true;
      held.splice(0).forEach((answer) => answer());
    },
  };
}

/** The command as if the SDK were installed too: a copy with our `node_modules` next to it. */
function besideTheSdk(cli: Cli): Cli {
  const folder = makeFolder();
  fs.cpSync(path.join(cli.bundle, "../.."), folder, { recursive: true });
  const modules = path.join(import.meta.dirname, "../../node_modules");
  fs.symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  return cli.at(path.join(folder, path.basename(path.dirname(cli.bundle)), path.basename(cli.bundle)));
}

/** The keys are ascending numbers, one in each answer. */
function renderAnswer(wish: URLSearchParams, isLast: boolean): string {
  const start = Number(wish.get("continuation-token") ?? wish.get("start-after") ?? 0);
  const key = String(start + 1).padStart(12, "0");
  const contents = `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
  const more = isLast ? "" : `<NextContinuationToken>${key}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${contents}${more}</ListBucketResult>`;
}

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

const PROGRESS = /\r1 directory, 1 entry read/;

/** Does something when the line is first seen. */
function onLine(act: (seen: string) => void) {
  let isSeen = false;
  return (seen: string): void => {
    if (!isSeen && PROGRESS.test(seen)) {
      isSeen = true;
      act(seen);
    }
  };
}

describe("the progress line", () => {
  // Not with `--all`, which prints while it reads.
  test.each(["--json", ""].slice(0, inDepth(1, 2)))(
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
    expect(shown(sent)).toEqual(["s3://bucket", "├─ 000000000001", "└─ 000000000002", ""]);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("%s ends the command while it is shown, and the exit code says so", async (signal, code) => {
    const { words, env } = await slowBucket();
    // A waiting shell reports the exit code of a process that a signal ended.
    const script = `${trap(signal)} "$NODE" "$DIRLEAF" --json ${words} > /dev/null & echo "pid $!"; wait $!`;
    const { status } = await cli.inTerminal(
      script,
      { env },
      onLine((seen) => process.kill(Number(/pid (\d+)/.exec(seen)?.[1]), signal)),
    );
    expect(status).toBe(code);
  });
});

/** A background process of a shell without job control ignores SIGINT by default. */
function trap(signal: string): string {
  return signal === "SIGINT" ? "set -m;" : "";
}
