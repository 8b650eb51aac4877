// A form makes the JSON that a model would write.
import { expect, test } from "vitest";

import { WebCalls } from "../../../src/web/web-calls.ts";
import type { ToolForm } from "../../../src/web/web-messages.ts";
import { fieldsOf, toArguments } from "../../../src/web/page/call-json.ts";

const { tools } = new WebCalls({ roots: ["/"] }).about;
const form = (name: string) => tools.find((tool) => tool.name === name) as ToolForm;

test("values have the kinds that the tool declares, in its order", () => {
  const values = { limit: "7", dir_path: "/r", include: "*.ts  src/**", hidden: "false", order: "tree", after: "" };
  expect(JSON.stringify(toArguments(form("list_dir").arguments, values))).toBe(
    '{"dir_path":"/r","limit":7,"order":"tree","include":["*.ts","src/**"],"hidden":false}',
  );
});

test("the profiles of the original have the original's arguments", () => {
  expect(fieldsOf(form("list_dir"), "codex-sorted").map(({ name }) => name)).toEqual([
    "dir_path",
    "offset",
    "limit",
    "depth",
  ]);
  expect(fieldsOf(form("list_directory"), "hyper").map(({ name }) => name)).toEqual([
    "path",
    "offset",
    "maxResults",
    "recursive",
    "showHidden",
  ]);
  expect(fieldsOf(form("list_directory"), "codex-sorted")).toEqual(form("list_directory").arguments);
  expect(fieldsOf(form("map_dir"), "codex-sorted")).toEqual(form("map_dir").arguments);
});
