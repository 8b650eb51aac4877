// What the server offers: its instructions, and with `--ui` a tool whose result hosts can show as a page.
import { describe, expect, test } from "vitest";

import { toMcpSettings, type McpOptions } from "../../src/mcp/mcp-settings.ts";
import { makeOffer } from "../../src/mcp/offer.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { makeTree } from "../support/make-tree.ts";
import { connect, WAYS } from "../support/mcp-connection.ts";

const URI = "ui://dirleaf/tree.html";
const TYPE = "text/html;profile=mcp-app";

describe.each(WAYS)("$era, $transport", (way) => {
  test("show_dir answers in text, and names the page that shows more", async () => {
    const root = makeTree("a", "b/", "b/c");
    const client = await connect(way, ["--ui", root], root);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["map_dir", "find_files", "list_dir", "show_dir"]);
    expect(tools.at(-1)).toMatchObject({
      inputSchema: { properties: { dir_path: { type: "string" } }, required: [] },
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: URI } },
    });
    const call = { dir_path: root };
    const shown = await client.callTool({ name: "show_dir", arguments: call });
    expect(shown.content).toEqual([{ type: "text", text: `Absolute path: ${root}\na\nb/\n  c` }]);
    expect(shown.content).toEqual((await client.callTool({ name: "list_dir", arguments: call })).content);
    const outside = await client.callTool({ name: "show_dir", arguments: { dir_path: "/" } });
    expect(outside.isError).toBe(true);
  });

  test("the page is one document, with all that it needs to know", async () => {
    const root = makeTree("a");
    const client = await connect(way, ["--ui", root], root);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: URI, mimeType: TYPE }]);
    const { contents } = await client.readResource({ uri: URI });
    const [page] = contents as { readonly uri: string; readonly mimeType: string; readonly text: string }[];
    expect(page).toMatchObject({ uri: URI, mimeType: TYPE, _meta: { ui: { prefersBorder: true } } });
    expect(page?.text).toMatch(/^<!doctype html>/);
    const about = /<script type="application\/json" id="about">([^<]*)<\/script>/.exec(page?.text ?? "")?.[1];
    const { tools, roots } = JSON.parse(about ?? "{}") as { tools: { name: string }[]; roots: string[] };
    expect([tools.map(({ name }) => name), roots]).toEqual([["map_dir", "find_files", "list_dir"], []]);
    expect(page?.text).not.toContain(root);
    expect(page?.text).not.toMatch(/<(?:link|img)/);
  });
});

test("the page needs the tools that it calls", () => {
  expect(() => toMcpSettings({ tools: ["list_dir"] }, false, "<html>")).toThrow("show_dir needs our own map_dir");
  // Its search by words.
  expect(() => toMcpSettings({ tools: ["list_dir", "map_dir"] }, false, "<html>")).toThrow(
    "show_dir needs our own find_files",
  );
  const codex = { profile: ["leaf", "codex-sorted"] } as const;
  expect(() => toMcpSettings(codex, false, "<html>")).toThrow("show_dir needs our own list_dir");
  expect(toMcpSettings({ tools: ["list_dir"] }, false).page).toBe(undefined);
});

describe("the instructions", () => {
  const instructionsFor = (options: McpOptions) =>
    makeOffer(toMcpSettings({ roots: ["/"], ...options }, true)).instructions;
  const instead = (text: string) => /instead of (.*?)\. /.exec(text)?.[1];

  /** Every set of our tools. */
  const sets = Array.from({ length: 2 ** TOOL_NAMES.length }, (_unused, bits) =>
    TOOL_NAMES.filter((_name, at) => bits & (1 << at)),
  );

  test.each(sets.filter((set) => set.length > 0))("name the tools on offer and no others", (...set) => {
    const text = instructionsFor({ experimentalSupportedTools: set });
    expect(TOOL_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual(set);
    expect(instead(text)?.includes("rg --files")).toBe(set.includes("find_files"));
    expect(text.includes("[ignored]")).toBe(set.some((name) => name !== "list_directory"));
    const longest = instructionsFor({ experimentalSupportedTools: set, roots: Array<string>(9).fill("/") });
    expect(longest.split(" ").length).toBeLessThanOrEqual(70);
  });

  test("name only commands that the tools stand for, and only what they mark", () => {
    const only = (name: string, options: McpOptions = {}) =>
      instructionsFor({ experimentalSupportedTools: [name], ...options });
    expect(instead(only("list_dir"))).toBe("ls -R and tree");
    expect(instead(only("find_files"))).toBe("find, fd and rg --files");
    expect(instead(only("list_directory", { profile: "hyper" }))).toBe("ls -R");
    expect(only("list_dir", { profile: "codex-sorted" })).not.toContain("[ignored]");
    expect(only("map_dir", { defaults: { gitignore: "omit" } })).not.toContain("[ignored]");
    expect(instructionsFor({ experimentalSupportedTools: [] })).toBe("");
  });
});
