// What happens on the page: directories are opened, focused, searched, mapped and jumped into.
import { expect, test } from "vitest";

import { PageSession, type Visit } from "../../../src/web/page/page-session.ts";
import type { TreeDirectory, TreeRow } from "../../../src/web/page/open-tree.ts";
import { clientFor, numberedFiles, type RecordingClient } from "../../support/recording-client.ts";

interface Started {
  readonly client: RecordingClient;
  readonly session: PageSession;
  /** Where the user went, the last last. */
  readonly visits: Visit[];
}

async function start(paths: readonly string[], roots: readonly string[] = ["/r"]): Promise<Started> {
  const client = clientFor(paths);
  const about = { ...(await client.about()), roots };
  const visits: Visit[] = [];
  const remember = (visit: Visit, isNew: boolean) => void visits.splice(isNew ? visits.length : -1, 1, visit);
  const session = new PageSession(client, about, () => {}, remember);
  await expect.poll(() => session.maps.get("/r")?.map).toBeDefined();
  return { client, session, visits };
}

const PATHS = ["/r/a/b/c", "/r/a/d", "/r/e", ...numberedFiles("/r/many", 900)];

test("a directory is listed first, then counted", async () => {
  const { client, session } = await start(PATHS);
  expect(client.calls.map(({ tool }) => tool)).toEqual(["list_dir", "map_dir"]);
  expect(session.maps.get("/r")?.counts?.get("many")?.count).toBe(900);
});

test("the focus leaves a directory that is closed", async () => {
  const { session } = await start(PATHS);
  await session.goTo({ root: session.tree.root, names: ["a", "b"] });
  expect([session.dirPath, session.tree.rowAt(session.focusedRow)?.entry?.path]).toEqual(["/r/a/b", "b"]);
  session.close((session.tree.rowAt(1) as TreeRow).directory as TreeDirectory);
  expect(session.focusedRow).toBe(1);
});

test("the name of the focused file is known, until the user goes to a directory", async () => {
  const { session } = await start(PATHS);
  await session.show({ root: session.tree.root, names: ["a", "d"] });
  expect([session.dirPath, session.focusedFile]).toEqual(["/r/a", "d"]);
  await session.goTo({ root: session.tree.root, names: ["a"] });
  expect([session.dirPath, session.focusedFile]).toEqual(["/r/a", undefined]);
});

test("a jump goes to a name, or to where it would be", async () => {
  const { session } = await start(PATHS);
  session.focusOn(3, "step");
  await session.jump("f000777");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000777");
  await session.jump("f0008x");
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("f000899");
  expect([session.dirPath, session.trouble]).toEqual(["/r/many", undefined]);
});

test.each([900, 400])("a jump needs no map that has counted the directory: %i entries", async (count) => {
  const client = clientFor(["/r/a/b/c", "/r/a/d", "/r/e", ...numberedFiles("/r/many", count)]);
  const callTool: RecordingClient["callTool"] = (tool, ...call) =>
    tool === "map_dir" ? new Promise(() => {}) : client.callTool(tool, ...call);
  const about = { ...(await client.about()), roots: ["/r"] };
  const session = new PageSession(
    { ...client, callTool },
    about,
    () => {},
    () => {},
  );
  await expect.poll(() => session.tree.rowAt(3)).toBeDefined();
  session.focusOn(3, "step");
  // Past the last entry a page may be empty, and a second jump knows where the end is.
  for (const [name, place] of [
    ["f000377", 377],
    ["z", count - 1],
    ["f000001", 1],
    ["z", count - 1],
  ] as const) {
    await session.jump(name);
    expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe(`f${String(place).padStart(6, "0")}`);
  }
  expect(session.trouble).toBeUndefined();
});

test("the places that the user went to are remembered, and the way there is not", async () => {
  const { session, visits } = await start(PATHS);
  const root = session.tree.root;
  const at = (...names: string[]) => ({ root: 0, names, typed: "" });
  expect(visits).toEqual([at()]);
  // Steps of the keyboard replace one another, a click does not.
  session.focusOn(3, "step");
  session.focusOn(1, "step");
  session.focusOn(3, "click");
  expect(visits).toEqual([at("a"), at("many")]);
  await session.goTo({ root, names: ["a", "b"] });
  expect(visits.slice(2)).toEqual([at("a", "b")]);
  // The letters of one search are one.
  session.find("f");
  session.find("f0");
  expect(visits.slice(3)).toEqual([{ ...at("a", "b"), typed: "f0" }]);
  await session.show({ root, names: ["many", "f000007"] });
  expect(visits.at(-1)).toEqual({ ...at("many"), typed: "f0" });
});

test("the user goes back to where everything was, and nothing new is remembered for that", async () => {
  const { session, visits } = await start(PATHS);
  await session.goTo({ root: session.tree.root, names: ["a", "b"] });
  session.find("f0");
  const [first, second] = [...visits] as [Visit, Visit];
  const count = visits.length;
  await session.return(second);
  expect([session.dirPath, session.search, session.typed]).toEqual(["/r/a/b", undefined, ""]);
  expect(session.tree.rowAt(session.focusedRow)?.entry?.path).toBe("b");
  await session.return({ ...first, typed: "f0" });
  expect([session.dirPath, session.search?.isRunning]).toEqual(["/r", true]);
  expect(visits).toHaveLength(count);
  // What is gone is shown as far as it is there, and a root that is not there not at all.
  await session.return({ ...first, names: ["a", "gone"] });
  expect(session.dirPath).toBe("/r/a");
  await session.return({ ...first, root: 7 });
  expect(session.dirPath).toBe("/r/a");
  // The last place counts, however long the one before it takes.
  await Promise.all([session.goTo({ root: session.tree.root, names: ["many"] }), session.return(first)]);
  expect(session.dirPath).toBe("/r");
});

test("dot names are left out of every call, and what was open stays open", async () => {
  const { client, session } = await start(["/r/.git/x", "/r/a/.b", "/r/a/b/c"]);
  await session.goTo({ root: session.tree.root, names: ["a", "b"] });
  session.find("c");
  const before = client.calls.length;
  await session.showHidden(false);
  await expect.poll(() => session.maps.get("/r/a/b")?.map).toBeDefined();
  const rows = Array.from({ length: session.tree.rows }, (_, row) => session.tree.rowAt(row)?.entry?.path);
  expect([session.dirPath, rows]).toEqual(["/r/a/b", [undefined, "a", "b", "c"]]);
  const after = client.calls.slice(before);
  expect(new Set(after.map(({ tool }) => tool))).toEqual(new Set(["list_dir", "map_dir", "find_files"]));
  expect(after.every((call) => call.arguments["hidden"] === false)).toBe(true);
});
