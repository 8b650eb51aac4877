// `LS_COLORS` as GNU ls reads it.
import { expect, test } from "vitest";

import { readLsColors, type ColourOf } from "../../src/cli/coloured-line.ts";

test.each<[string | undefined, Parameters<ColourOf>[0], string | undefined]>([
  [undefined, { kind: "directory", path: "a" }, "1;34"],
  [undefined, { kind: "symlink", path: "a" }, "36"],
  [undefined, { kind: "other", path: "a" }, "33"],
  [undefined, { kind: "file", path: "a.tar" }, undefined],
  ["di=01;35:ln=target:*.tar=01;31", { kind: "directory", path: "a" }, "01;35"],
  ["di=01;35:ln=target:*.tar=01;31", { kind: "symlink", path: "a" }, "36"],
  ["di=0", { kind: "directory", path: "a" }, undefined],
  ["*.tar=31:*.gz=32:*.tar.gz=33", { kind: "file", path: "x/y.TAR.GZ" }, "33"],
  ["*.tar.gz=33:*.gz=32", { kind: "file", path: "y.tar.gz" }, "32"],
  ["*.gz=32", { kind: "directory", path: "y.gz" }, "1;34"],
  ["fi=37:*.gz=32", { kind: "file", path: "y" }, "37"],
  // Nothing but numbers reaches the terminal.
  ["di=\x1b[31m", { kind: "directory", path: "a" }, "1;34"],
  ["di=31m\x1b]0;title\x07", { kind: "directory", path: "a" }, "1;34"],
  ["::=:di:*=5:", { kind: "directory", path: "a" }, "1;34"],
])("LS_COLORS=%s, %j", (variable, entry, colour) => {
  expect(readLsColors(variable)(entry)).toBe(colour);
});
