// The calls that the page makes for itself are calls that a model could make, answered with data.
import { expect, test } from "vitest";

import type { ToolClient } from "../../../src/web/page/tool-client.ts";
import { directoryLister, mapDirectory, globLister } from "../../../src/web/page/list-calls.ts";
import { clientFor } from "../../support/recording-client.ts";

const signal = new AbortController().signal;

test("listings, maps and what was found are data", async () => {
  const client = clientFor(["/r/a/b", "/r/c"]);
  const listing = await directoryLister(client, "/r")({ limit: 1 }, signal);
  expect([listing.entries.map(({ path }) => path), listing.next]).toEqual([["a"], "a/"]);
  const found = await globLister(client, "/r", ["b"])({ limit: 9 }, signal);
  expect(found.entries.map(({ path, context = false }) => [path, context])).toEqual([
    ["a", true],
    ["a/b", false],
  ]);
  expect((await mapDirectory(client, "/r")).files).toEqual([{ name: "c", kind: "file" }]);
  expect(client.calls).toEqual([
    { tool: "list_dir", arguments: { dir_path: "/r", depth: 1, order: "tree", limit: 1 } },
    { tool: "list_dir", arguments: { dir_path: "/r", order: "tree", include: ["b"], limit: 9 } },
    { tool: "map_dir", arguments: { dir_path: "/r", budget: 8000 } },
  ]);
});

test("an answer that is an error is one for the page, too, in the same words", async () => {
  const client = clientFor(["/r/a"]);
  await expect(mapDirectory(client, "/gone")).rejects.toThrow(/^failed to read directory: /);
});

test("an answer with more entries than were asked for is refused", async () => {
  const client = clientFor(["/r/a", "/r/b", "/r/c"]);
  const liar: ToolClient = {
    ...client,
    callTool: (tool, _json, options) => client.callTool(tool, '{"dir_path":"/r"}', options),
  };
  await expect(directoryLister(liar, "/r")({ limit: 2 }, signal)).rejects.toThrow(/more entries than/);
  expect((await directoryLister(liar, "/r")({ limit: 3 }, signal)).entries).toHaveLength(3);
});

test("a text in place of data is a failure that says so", async () => {
  const client = clientFor(["/r/a"]);
  const deaf: ToolClient = { ...client, callTool: (tool, json) => client.callTool(tool, json) };
  await expect(mapDirectory(deaf, "/r")).rejects.toThrow("no data came through this host");
});
