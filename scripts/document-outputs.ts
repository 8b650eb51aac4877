// What the documents show of the tools and of `dirleaf tokens`: their answers for a well-known repository, Django, whose paths the
// benchmark has. The tree is in memory, so the answers are the same on every machine.
import fs from "node:fs";
import path from "node:path";

import type { FileSystem } from "../src/core/file-system.ts";
import { memory } from "../src/disk/memory.ts";
import { measureCalls, renderTable } from "../src/cli/tokens-command.ts";
import { renderHeader } from "../src/text/closing-lines.ts";
import { createToolRouter } from "../src/tools/create-tool-router.ts";
import { TOOL_NAMES } from "../src/tools/tool-list.ts";

const DJANGO = path.join(import.meta.dirname, "../bench/economy/django.paths");

let django: FileSystem | undefined;

/** Its tree, which is built once. */
function djangoTree(): FileSystem {
  if (django === undefined) {
    const paths = fs.readFileSync(DJANGO, "utf8").trimEnd().split("\n");
    django = memory(paths.map((file) => `/django/${file}`));
  }
  return django;
}

/** What a call prints: `dirleaf tokens <directory>`, or a tool and its JSON. */
export async function renderOutput(call: string): Promise<string> {
  const fileSystem = djangoTree();
  const router = createToolRouter({ fileSystem, tools: TOOL_NAMES });
  const answer = async (toolName: string, json: string): Promise<string> =>
    (await router.dispatch({ toolName, callId: "", payload: { type: "function", arguments: json } })).content;
  const [, dirPath] = /^dirleaf tokens (\S+)$/.exec(call) ?? [];
  if (dirPath === undefined) {
    const [, toolName = "", json = ""] = /^(\w+) (.+)$/.exec(call) ?? [];
    return answer(toolName, json);
  }
  return [renderHeader(dirPath), ...renderTable(await measureCalls(answer, dirPath))].join("\n");
}
