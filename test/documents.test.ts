// What the documents say about arguments and options is what the code declares, and their links lead somewhere.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { DOCUMENTS, writeTables } from "../packaging/document-tables.ts";
import { TOOL_NAMES } from "../src/tools/tool-list.ts";

const project = path.join(import.meta.dirname, "..");

function read(name: string): string {
  return fs.readFileSync(path.join(project, name), "utf8");
}

const everyDocument = [
  ...fs.readdirSync(project).filter((name) => name.endsWith(".md")),
  ...fs
    .readdirSync(path.join(project, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

test.each(DOCUMENTS)("the tables of %s are up to date; `npm run tables` writes them", (name) => {
  const document = read(name);
  expect(document).toContain("<!-- table: ");
  expect(document).toBe(writeTables(document));
});

test("every tool has a table in the README", () => {
  const readme = read("README.md");
  expect(TOOL_NAMES.filter((name) => !readme.includes(`<!-- table: ${name} -->`))).toEqual([]);
});

test.each(everyDocument)("the links of %s lead to files that exist", (name) => {
  const links = [...read(name).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target as string);
  const ours = links.filter((target) => !/^[a-z]+:/.test(target));
  const missing = ours.filter((target) => !fs.existsSync(path.resolve(project, path.dirname(name), target)));
  expect(missing).toEqual([]);
});

test.each(everyDocument.filter((name) => name !== "CHANGELOG.md"))("the files that %s names exist", (name) => {
  const named = [...read(name).matchAll(/`((?:src|test|proofs|packaging|bench|docs|examples)\/[\w./-]+)`/g)];
  const missing = named.map(([, file]) => file as string).filter((file) => !fs.existsSync(path.join(project, file)));
  expect(missing).toEqual([]);
});
