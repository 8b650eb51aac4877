import { describe, expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import { addUp, CountedDirectory } from "../../../src/core/map/counted-directory.ts";
import { joinDirectories } from "../../../src/core/map/join-directories.ts";
import { CLOSED, IGNORED, type PackedNames } from "../../../src/core/map/packed-names.ts";

/** A directory with files, and directories by their names. A number in place of a directory: its flags; it was not read. */
function directory(files: readonly string[], inside: Record<string, CountedDirectory | number> = {}): CountedDirectory {
  const counted = new CountedDirectory();
  const names = counted.names as PackedNames;
  files.forEach((name) => names.push(name as ByteString, "file"));
  for (const [name, each] of Object.entries(inside)) {
    const index = names.push(name as ByteString, "directory", typeof each === "number" ? each : 0);
    if (typeof each !== "number") {
      counted.add(index, each);
    }
  }
  counted.below = names.length;
  void addUp([counted], () => undefined);
  return counted;
}

/** How the only directory in a directory is shown. */
function joined(inside: CountedDirectory | number): object {
  const above = directory([], { a: inside });
  return joinDirectories(above, above.names as PackedNames, 0).closed;
}

describe("joinDirectories", () => {
  test("joins what holds nothing but a directory, and counts what is below the last", () => {
    expect(joined(directory([], { b: directory([], { c: directory(["x", "y"]) }) }))).toEqual({
      names: ["a", "b", "c"],
      count: 2,
    });
  });

  test("does not join a directory with files, with several directories, or with nothing", () => {
    expect(joined(directory(["x"], { b: directory(["y"]) }))).toEqual({ names: ["a"], count: 3 });
    expect(joined(directory([], { b: directory([]), c: directory([]) }))).toEqual({ names: ["a"], count: 2 });
    expect(joined(directory([]))).toEqual({ names: ["a"], count: 0 });
    expect(joined(directory(["b"]))).toEqual({ names: ["a"], count: 1 });
  });

  test("says of the last one that it was ignored, not entered or not read", () => {
    expect(joined(directory([], { b: IGNORED }))).toEqual({ names: ["a", "b"], count: 0, isIgnored: true });
    expect(joined(directory([], { b: CLOSED }))).toEqual({ names: ["a", "b"], count: 0 });
    expect(joined(directory([], { b: 0 }))).toEqual({ names: ["a", "b"], count: 0, isPartial: true });
  });

  test("does not join a directory that was not read to its end, and says what could not be read", () => {
    const cut = directory([], { b: directory([]) });
    cut.isCut = true;
    void addUp([cut], () => undefined);
    expect(joined(cut)).toMatchObject({ names: ["a"], isPartial: true });
    const broken = new CountedDirectory();
    broken.names = undefined;
    broken.problem = "timed out";
    expect(joined(broken)).toEqual({ names: ["a"], count: 0, problem: "timed out" });
  });
});
