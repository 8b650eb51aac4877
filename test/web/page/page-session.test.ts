// What happens on the page: directories are opened, focused, searched, mapped and jumped into.
import { expect, test } from "vitest";

import { PageSession } from "../../../src/web/page/page-session.ts";
import type { NameBytes, TreeDirectory, TreeRow } from "../../../src/web/page/open-tree.ts";
import { carrierFor, numberedFiles, type NotedCarrier } from "../../support/noted-carrier.ts";

async function start(paths: readonly string[]): Promise<{ carrier: NotedCarrier; session: PageSession }> {
  const carrier = carrierFor(paths);
  const about = { ...(await carrier.about()), roots: ["/r"] };
  const session = new PageSession(carrier, about, () => {});
  await expect.poll(() => session.maps.get("/r")?.map).toBeDefined();
  return { carrier, session };
}

const PATHS = ["/r/a/b/c", "/r/a/d", "/r/e", ...numberedFiles("/r/many", 900)];

test("a directory is listed first, then counted", async () => {
  const { carrier, session } = await start(PATHS);
  expect(carrier.calls.map(({ tool }) => tool)).toEqual(["list_dir", "map_dir"]);
  expect(session.maps.get("/r")?.counts?.get("many")?.count).toBe(900);
});

test("the count of a map makes all rows of a large directory at once", async () => {
  const { session } = await start(PATHS);
  session.open(session.tree.rowAt(3) as TreeRow);
  await expect.poll(() => session.tree.rows).toBe(904);
});

test("what everything is about follows the focus", async () => {
  const { session } = await start(PATHS);
  session.focusOn(1);
  expect(session.dirPath).toBe("/r/a");
  session.focusOn(2);
  expect(session.dirPath).toBe("/r");
});

test("the focus leaves a directory that is closed", async () => {
  const { session } = await start(PATHS);
  await session.goTo({ root: session.tree.roots[0] as TreeDirectory, names: ["a", "b"] as NameBytes[] });
  expect([session.dirPath, session.tree.rowAt(session.focusedRow)?.entry?.path]).toEqual(["/r/a/b", "b"]);
  session.close((session.tree.rowAt(1) as TreeRow).directory as TreeDirectory);
  expect(session.focusedRow).toBe(1);
});

test("a jump goes to a name, or to where it would be", async () => {
  const { session } = await start(PATHS);
  session.focusOn(3);
  await session.jump("f000777");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000777");
  await session.jump("f0008x");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000899");
  expect([session.dirPath, session.trouble]).toEqual(["/r/many", undefined]);
});

test("typed letters lead to the first name that begins with them, wherever it is", async () => {
  const { session } = await start(PATHS);
  session.open(session.tree.rowAt(3) as TreeRow);
  const many = (session.tree.rowAt(3) as TreeRow).directory as TreeDirectory;
  await session.seek(many, "f00085");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000850");
  // More letters while it looks: the last word counts.
  await Promise.all([session.seek(many, "f0001"), session.seek(many, "f00085")]);
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000850");
  await session.seek(many, "f000x");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000850");
});

test("a new search ends the one before it, and an empty one ends all", async () => {
  const { session } = await start(PATHS);
  session.find("f00");
  const first = session.search;
  session.find("c");
  await expect.poll(() => session.search?.found).toBe(1);
  expect(first?.found).toBe(0);
  session.find(" ");
  expect(session.search).toBe(undefined);
});
