// The calls that the page makes for itself are calls that a model could make, answered with data.
import { expect, test } from "vitest";

import type { Carrier } from "../../../src/web/page/carrier.ts";
import { listsDirectory, mapDirectory, searchesDirectory } from "../../../src/web/page/list-calls.ts";
import { carrierFor } from "../../support/noted-carrier.ts";

const signal = new AbortController().signal;

test("listings, maps and what was found are data", async () => {
  const carrier = carrierFor(["/r/a/b", "/r/c"]);
  const listing = await listsDirectory(carrier, "/r")({ limit: 1 }, signal);
  expect([listing.entries.map(({ path }) => path), listing.next]).toEqual([["a"], "a/"]);
  const found = await searchesDirectory(carrier, "/r", ["b"])({ limit: 9 }, signal);
  expect(found.entries.map(({ path, context = false }) => [path, context])).toEqual([
    ["a", true],
    ["a/b", false],
  ]);
  expect((await mapDirectory(carrier, "/r")).files).toEqual([{ name: "c", kind: "file" }]);
  expect(carrier.calls).toEqual([
    { tool: "list_dir", arguments: { dir_path: "/r", depth: 1, order: "tree", limit: 1 } },
    { tool: "list_dir", arguments: { dir_path: "/r", order: "tree", include: ["b"], limit: 9 } },
    { tool: "map_dir", arguments: { dir_path: "/r", budget: 8000 } },
  ]);
});

test("an answer that is an error is one for the page, too, in the same words", async () => {
  const carrier = carrierFor(["/r/a"]);
  await expect(mapDirectory(carrier, "/gone")).rejects.toThrow(/^failed to read directory: /);
});

test("an answer with more entries than were asked for is refused", async () => {
  const carrier = carrierFor(["/r/a", "/r/b", "/r/c"]);
  const liar: Carrier = {
    ...carrier,
    callTool: (tool, _json, options) => carrier.callTool(tool, '{"dir_path":"/r"}', options),
  };
  await expect(listsDirectory(liar, "/r")({ limit: 2 }, signal)).rejects.toThrow(/more entries than/);
  expect((await listsDirectory(liar, "/r")({ limit: 3 }, signal)).entries).toHaveLength(3);
});

test("a text in place of data is a failure that says so", async () => {
  const carrier = carrierFor(["/r/a"]);
  const deaf: Carrier = { ...carrier, callTool: (tool, json) => carrier.callTool(tool, json) };
  await expect(mapDirectory(deaf, "/r")).rejects.toThrow("no data came through this host");
});
