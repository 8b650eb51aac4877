// Where the roots are: found out once where that is certain, and again and again where it is not.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { namesOfPath, type ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { allowedRoots, toRealSpelling, type AllowedRoot } from "../../src/sandbox/allowed-roots.ts";

/** A file system whose paths lead where the test says, by now, or fail with a code; and which of them were asked for. */
function leading(targets: Record<string, string>): { fileSystem: FileSystem; asked: string[] } {
  const asked: string[] = [];
  const realPath = async (path: ByteString) => {
    asked.push(path);
    const target = targets[path] ?? path;
    if (!target.startsWith("/")) {
      throw Object.assign(new Error(target), { code: target });
    }
    return target as ByteString;
  };
  return { fileSystem: { ...memory([]), realPath }, asked };
}

describe("roots", () => {
  test("are looked for once, and a link that is made later moves none", async () => {
    const targets: Record<string, string> = { "/a": "/real" };
    const { fileSystem, asked } = leading(targets);
    const roots = allowedRoots(fileSystem, ["/a", "/b"]);
    const found = (await roots.get()).map(({ shown, realPath }) => [shown, realPath]);
    expect(found).toEqual([
      ["/a", "/real"],
      ["/b", "/b"],
    ]);
    Object.assign(targets, { "/a": "/evil", "/b": "/evil" });
    expect((await roots.get()).map(({ realPath }) => realPath)).toEqual(["/real", "/b"]);
    expect(asked).toEqual(["/a", "/b"]);
  });

  test.each([
    ["EACCES", ["/b"]],
    ["ETIMEDOUT", ["/a", "/b"]],
  ])("of which one fails with %s are asked for that one again, until it answers", async (code, meanwhile) => {
    const targets: Record<string, string> = { "/a": code };
    const { fileSystem, asked } = leading(targets);
    const roots = allowedRoots(fileSystem, ["/a", "/b"]);
    expect((await roots.get()).map(({ realPath }) => realPath)).toEqual(meanwhile);
    targets["/a"] = "/real";
    expect((await roots.get()).map(({ realPath }) => realPath)).toEqual(["/real", "/b"]);
    targets["/a"] = "/evil";
    expect((await roots.get()).map(({ realPath }) => realPath)).toEqual(["/real", "/b"]);
    expect(asked.filter((path) => path === "/b")).toHaveLength(1);
  });
});

function root(shown: string, realPath: string): AllowedRoot {
  const [given, real] = [shown, realPath] as ByteString[] as [ByteString, ByteString];
  return { shown, given: namesOfPath(given), realPath: real, real: namesOfPath(real) };
}

test.each([
  ["/link", "/real/x"],
  ["/link/a/b", "/real/x/a/b"],
  ["/real/x/a", "/real/x/a"],
  // Names, not letters.
  ["/linked/a", "/linked/a"],
  ["/", "/"],
  // What lies in a root as it is is not led elsewhere by the name of another one.
  ["/real/x/y", "/real/x/y"],
  ["/real/z", "/real/z"],
])("%s by its real root is %s", (path, real) => {
  const roots = [root("/link", "/real/x"), root("/real/x/y", "/elsewhere")];
  expect(toRealSpelling(roots, path as ByteString)).toBe(real);
});
