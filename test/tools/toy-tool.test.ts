// Adding a tool takes one file, which here is this one, and one line in the list of tools. The test adds that line and finds
// the tool in every front end, in the command line, in the calls of the parity and fuzz tests, and in the server.
import { expect, test, vi } from "vitest";

import { argumentParser, toParameters } from "../../src/tooling/argument.ts";
import type { ToolDeclaration } from "../../src/tools/tool-declaration.ts";
import { declaredCalls } from "../support/declared-calls.ts";
import { FRONT_ENDS } from "../support/front-ends.ts";
import { Dice } from "../support/dice.ts";
import { makeCall } from "../support/fuzz-calls.ts";
import { makeTree } from "../support/make-tree.ts";
import { connect, WAYS } from "../support/mcp-connection.ts";
import { runCli } from "../support/run-cli.ts";

const toyTool = vi.hoisted((): ToolDeclaration => ({
  name: "count_letters",
  arguments: {
    path: { kind: "text", isRequired: true, forModel: "Any path.", forPeople: "any path" },
    times: { kind: "count", default: 1, forModel: "Counts so many times.", forPeople: "counts so many times" },
  },
  create() {
    return {
      name: toyTool.name,
      description: "Counts the letters of a path.",
      parameters: toParameters(toyTool.arguments),
      supportsParallelCalls: true,
      async handle(invocation) {
        const parse = argumentParser<{ path: string; times?: number }>(toyTool.name, toyTool.arguments as never);
        const { path, times = 1 } = parse(invocation).request;
        return { content: String(path.length * times), success: true };
      },
    };
  },
}));

// The one line.
vi.mock("../../src/tools/tool-list.ts", async (importOriginal) => {
  const original = await importOriginal<{ TOOLS: readonly ToolDeclaration[] }>();
  const tools = [...original.TOOLS, toyTool];
  const names = tools.map(({ name }) => name);
  return { ...original, TOOLS: tools, TOOL_NAMES: names, DEFAULT_TOOL_NAMES: names };
});

test.each(FRONT_ENDS)("$name offers it and answers calls, including mistakes", async ({ open }) => {
  const ask = await open(makeTree("a"), { inThisProcess: true });
  expect(await ask("count_letters", '{"path":"/abc","times":2}')).toMatchObject({ text: "8" });
  const { text } = await ask("count_letters", '{"path":5}');
  expect(text).toBe("failed to parse function arguments: `path` must be a string, got 5");
});

test.each(WAYS)("the server offers it to hosts, $era, $transport", async (way) => {
  const client = await connect(way, [], makeTree("a"), undefined, { inThisProcess: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "map_dir",
    "find_files",
    "list_dir",
    "list_directory",
    "count_letters",
  ]);
});

test("the command line knows it: schema, suggestions, completion, the server's --tools", async () => {
  const run = async (...words: string[]) => runCli(words, { inThisProcess: true });
  expect(JSON.parse((await run("schema", "count_letters")).stdout)).toMatchObject({ name: "count_letters" });
  expect((await run("schema", "count_lettres")).stderr).toContain("did you mean 'count_letters'?");
  expect((await run("completion", "bash")).stdout).toContain("count_letters");
  expect((await run("mcp", "--tools", "nope")).stderr).toContain(
    "map_dir, find_files, list_dir, list_directory, count_letters",
  );
});

test("the parity and fuzz tests call it", () => {
  expect(declaredCalls().filter(({ tool }) => tool === "count_letters")).toHaveLength(4);
  const dice = new Dice(1);
  const names = new Set(Array.from({ length: 100 }, () => makeCall(dice, "/", []).toolName));
  expect(names).toContain("count_letters");
});
