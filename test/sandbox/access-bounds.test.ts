// What roots and deny rules say of a path, name by name, before any disk is asked.
import { describe, expect, test } from "vitest";

import { namesOfPath, type ByteString } from "../../src/core/byte-string.ts";
import { excludeFilter } from "../../src/filters/glob-filter.ts";
import { compileGlobs } from "../../src/filters/glob-patterns.ts";
import { AccessBounds, type AccessRules } from "../../src/sandbox/access-policy.ts";
import type { AllowedRoot } from "../../src/sandbox/allowed-roots.ts";

function root(shown: string, realPath: string = shown): AllowedRoot {
  const real = realPath as ByteString;
  return { shown, given: namesOfPath(shown as ByteString), realPath: real, real: namesOfPath(real) };
}

const ROOTS = [root("/a/b"), root("/link", "/a/real")];
const OUTSIDE = "access denied: asked is outside the directories that may be listed: /a/b, /link";
const BLOCKED = "access denied: reading this path is blocked by policy: asked";

function boundsOf(rules: Partial<AccessRules> = {}): AccessBounds {
  const shownRoots = ROOTS.map(({ shown }) => shown);
  return new AccessBounds({
    roots: ROOTS,
    denied: undefined,
    shownRoots,
    showPath: () => "asked",
    isObjectStore: false,
    ...rules,
  });
}

/** Enters the names one by one. */
function enter(bounds: AccessBounds, path: string) {
  return namesOfPath(path as ByteString).reduce((place, name) => place.enter(name), bounds.top);
}

describe("a path as it was given", () => {
  test.each(["/a/b", "/a/b/c", "/link", "/link/x", "/a/real/x"])("%s lies in a root", (path) => {
    expect(() => boundsOf().admitGiven(path as ByteString)).not.toThrow();
  });

  test.each(["/", "/a", "/a/bc", "/A/b", "/a/b/../c", "/a/b/c/..", "/link/../link"])("%s lies in none", (path) => {
    expect(() => boundsOf().admitGiven(path as ByteString)).toThrow(OUTSIDE);
  });

  test("may hold .. in an object store, where it is a name like any other", () => {
    const bounds = boundsOf({ roots: [root("s3://b/p")], isObjectStore: true });
    expect(() => bounds.admitGiven("s3://b/p/../q" as ByteString)).not.toThrow();
    expect(() => bounds.admitGiven("s3://b/../p" as ByteString)).toThrow("access denied");
  });
});

test("where a path has led to, only the real place of a root counts", () => {
  expect(() => boundsOf().admitReal("/a/real/x" as ByteString)).not.toThrow();
  expect(() => boundsOf().admitReal("/link/x" as ByteString)).toThrow(OUTSIDE);
});

describe("on the way to a root", () => {
  test("no other directory is entered, and none beside it", () => {
    const bounds = boundsOf();
    expect(() => enter(bounds, "/x")).toThrow(OUTSIDE);
    expect(() => enter(bounds, "/a/c")).toThrow(OUTSIDE);
    expect(() => enter(bounds, "/link")).toThrow(OUTSIDE);
    expect(() => enter(bounds, "/a/real/anything/below")).not.toThrow();
    // Each name belongs to the root that the names before it belong to.
    const apart = boundsOf({ roots: [root("/a/b"), root("/c/d")] });
    expect(() => enter(apart, "/a/d")).toThrow(OUTSIDE);
    expect(() => enter(apart, "/c/d")).not.toThrow();
  });

  test("a link is not followed, and below the root it is", () => {
    const bounds = boundsOf();
    for (const [path, shown] of [
      ["/a/real", "/link"],
      ["/a/b", "/a/b"],
    ] as const) {
      const place = enter(bounds, path);
      expect(bounds.unreachedRoot?.shown).toBe(shown);
      expect(() => place.follow()).toThrow(`a link has taken the place of ${shown}, which was a directory`);
    }
    const below = enter(bounds, "/a/b/c");
    expect(bounds.unreachedRoot).toBeUndefined();
    expect(() => below.follow()).not.toThrow();
  });

  test("everything may be entered and followed where there are no roots", () => {
    const bounds = boundsOf({ roots: undefined });
    expect(() => enter(bounds, "/x/y").follow()).not.toThrow();
    expect(() => enter(boundsOf({ roots: [], shownRoots: [] }), "/x")).toThrow(/may be listed: none$/);
  });
});

test("what is denied is refused on the way, at its name, as given and as real", async () => {
  const denied = excludeFilter(await compileGlobs(["/a/b/secret", "**/*.pem"], "absolute"), "deny");
  const bounds = boundsOf({ denied });
  expect(() => enter(bounds, "/a/b/secret")).toThrow(BLOCKED);
  expect(() => enter(bounds, "/a/b/x.pem")).toThrow(BLOCKED);
  for (const path of ["/a/b/secret/deep", "/a/b/x/y.pem/z"] as ByteString[]) {
    expect(() => bounds.admitGiven(path)).toThrow(BLOCKED);
    expect(() => bounds.admitReal(path)).toThrow(BLOCKED);
  }
  // What is denied below goes with the listing.
  const filter = bounds.admitGiven("/a/b" as ByteString);
  expect(filter.judge({ name: "secret" as ByteString, kind: "file" })).toBe("deny");
  expect(filter.judge({ name: "open" as ByteString, kind: "file" })).toBe("show");
});
