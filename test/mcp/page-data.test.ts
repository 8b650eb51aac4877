// What our page gets beside the text for a model: data, by an argument that no model knows of.
import { expect, test } from "vitest";

import { findFiles, listDir, mapDir } from "../../src/index.ts";
import { makeTree } from "../support/make-tree.ts";
import { connect, WAYS } from "../support/mcp-connection.ts";

test.each(WAYS)("$era, $transport: data is a second text, only on request and only with a page", async (way) => {
  const dirPath = makeTree("a", "b/", "b/c");
  const host = await connect(way, ["--ui", dirPath], dirPath);
  const read = async (client: typeof host, name: string, given: object) => {
    const { content } = await client.callTool({ name, arguments: { dir_path: dirPath, ...given } });
    return (content as { text: string }[]).map(({ text }) => text);
  };
  for (const [name, data, given] of [
    ["list_dir", await listDir({ dirPath }), {}],
    ["map_dir", await mapDir({ dirPath }), {}],
    ["find_files", await findFiles({ dirPath, words: "c" }), { words: "c" }],
  ] as const) {
    const plain = await read(host, name, given);
    const [text, added = ""] = await read(host, name, { ...given, dirleaf_data: true });
    expect([plain, JSON.parse(added)]).toEqual([[text], { data, directories: 2 }]);
  }
  const [, added = ""] = await read(host, "list_dir", { dir_path: `${dirPath}/z`, dirleaf_data: true });
  expect(JSON.parse(added)).toEqual({ code: "not_found", directories: 0 });
  expect(JSON.stringify(await host.listTools())).not.toContain("dirleaf_data");
  const other = await connect(way, [dirPath], dirPath);
  expect(await read(other, "list_dir", { dirleaf_data: true })).toHaveLength(1);
});
