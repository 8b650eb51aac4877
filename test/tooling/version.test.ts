// The version that front ends report is the package's.
import fs from "node:fs";
import { expect, test } from "vitest";

import { VERSION } from "../../src/tooling/version.ts";

test("is the one in package.json", () => {
  const file = new URL("../../package.json", import.meta.url);
  expect(VERSION).toBe((JSON.parse(fs.readFileSync(file, "utf8")) as { version: string }).version);
});
