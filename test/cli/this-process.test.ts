// Text that the command writes without Node's stream arrives whole, whatever its output is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";

import { makeTree } from "../support/make-tree.ts";
import { commandFile } from "../support/started-command.ts";

/** More than a pipe holds. */
const NAMES = Array.from({ length: 2000 }, (_, index) => `${String(index).padStart(4, "0")}-${"x".repeat(90)}`);

/** Shares its own output with the command that it runs, and makes it one that does not wait, as Node does where it opens a stream. */
const SHARING = `
require("node:child_process").spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" });
process.stdout.write("");`;

test("output to a full, non-blocking pipe arrives whole", async () => {
  const words = [commandFile(), makeTree(...NAMES), "--limit", "2000", "--json"];
  const child = spawn(process.execPath, ["-e", SHARING, "--", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  await delay(500);
  const printed = JSON.parse(await text(child.stdout)) as { entries: unknown[] };
  expect(printed.entries).toHaveLength(NAMES.length);
});

test("a reader that has gone is not an error", async () => {
  const words = [commandFile(), makeTree(...NAMES), "--limit", "2000", "--json"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [[code], said] = await Promise.all([once(child, "close"), text(child.stderr)]);
  expect({ code, said }).toEqual({ code: 0, said: "" });
});
