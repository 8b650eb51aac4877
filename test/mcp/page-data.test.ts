// What the page of `dirleaf mcp --ui` gets through a host: data by an argument that no model knows of.
import { expect, test } from "vitest";

import { listDir } from "../../src/index.ts";
import { makeTree } from "../support/make-tree.ts";
import { connect, WAYS } from "../support/mcp-connection.ts";

test.each(WAYS)(
  "$era, $transport: data is the text of the result, only on request and only with a page",
  async (way) => {
    const root = makeTree("a", "b/", "b/c");
    const plain = { name: "list_dir", arguments: { dir_path: root } };
    const forPage = { name: "list_dir", arguments: { dir_path: root, dirleaf_data: true } };
    const text = [{ type: "text", text: `Absolute path: ${root}\na\nb/\n  c` }];
    const host = await connect(way, ["--ui", root], root);
    const { content } = await host.callTool(forPage);
    expect(content).toEqual([{ type: "text", text: JSON.stringify(await listDir({ dirPath: root })) }]);
    expect((await host.callTool(plain)).content).toEqual(text);
    expect(JSON.stringify(await host.listTools())).not.toContain("dirleaf_data");
    const other = await connect(way, [root], root);
    expect((await other.callTool(forPage)).content).toEqual(text);
  },
);
