// What the documents say about arguments, options, exports and answers is what the code declares and does, their samples do not set
// what is the default, and their links lead somewhere.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { API_PAGE, API_START, writeApiPage } from "../scripts/api-page.ts";
import { DOCUMENTS, writeTables } from "../scripts/document-tables.ts";
import * as library from "../src/index.ts";
import { toMcpSettings } from "../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../src/mcp/tool-caller.ts";
import { DEFAULT_TOOL_NAMES, TOOL_NAMES } from "../src/tools/tool-list.ts";
import { makeTree } from "./support/make-tree.ts";

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

/** Those that describe the project as it is now. */
const currentDocuments = everyDocument.filter((name) => !/^CHANGELOG|decisions/.test(name));

/** The blocks of code, without the line that names their language. */
function codeOf(document: string, languages: string): string[] {
  const blocks = document.matchAll(new RegExp(`^\`\`\`(?:${languages})\\n([^]*?)^\`\`\``, "gm"));
  return [...blocks].map(([, code]) => code as string);
}

const packageFile = JSON.parse(read("package.json")) as {
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
  engines: Record<string, string>;
  files: string[];
  scripts: Record<string, string>;
};

test.each(DOCUMENTS)("the tables and outputs of %s are up to date; `npm run tables` writes them", async (name) => {
  const document = read(name);
  expect(document).toMatch(/<!-- (?:table|output): /);
  expect(document).toBe(await writeTables(document));
});

test("every tool has a table", () => {
  const page = read("docs/tools.md");
  expect(TOOL_NAMES.filter((name) => !page.includes(`<!-- table: ${name} -->`))).toEqual([]);
});

describe("the page of the API", () => {
  const page = read(API_PAGE);

  test("is up to date; `npm run tables` writes it", () => {
    expect(page).toBe(writeApiPage(page));
  });

  test("has every function and every entry point", () => {
    const names = [
      ...Object.keys(library).map((name) => `\n### ${name}\n`),
      ...Object.keys(packageFile.exports)
        .filter((name) => !name.endsWith(".json"))
        .map((name) => `\n## \`${path.posix.join("dirleaf", name)}\`\n`),
    ];
    expect(names.filter((heading) => !page.includes(heading))).toEqual([]);
  });

  test("says of each limit which functions heed it", () => {
    const [, table = ""] = /^## Which function heeds which limit\n([^]*?)^## /m.exec(page) ?? [];
    const [, limits = ""] = /^### Limits\n([^]*?)^### /m.exec(page) ?? [];
    const declared = [...limits.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = ""]) => names.match(/(?<=`)\w+/g) ?? []);
    expect(named.toSorted()).toEqual(declared.toSorted());
  });

  test("describes each export in words", () => {
    const sections = (page.split(API_START)[1] as string).split(/^##.* (?=\w|`)/m).slice(1);
    const withoutCode = sections.map((section) => section.replace(/^```ts\n[^]*?^```\n\n/m, ""));
    expect(withoutCode.filter((section) => /^\w+\n\n(?:\||- |See |$)/.test(section))).toEqual([]);
  });
});

// A benchmark lists the calls that it makes.
test.each(currentDocuments.filter((name) => name !== "docs/benchmarks.md"))(
  "%s names all tools where it lists them, and knows how many there are",
  (name) => {
    const document = read(name);
    const tool = `\`(?:${TOOL_NAMES.join("|")})\``;
    const lists = document.match(new RegExp(`${tool}(?:(?:,|,? and|\\sand)\\s${tool}){2,}`, "g")) ?? [];
    const inOrder = (names: readonly string[]) => names.toSorted().join(" ");
    const sets = new Set([TOOL_NAMES, DEFAULT_TOOL_NAMES].map(inOrder));
    expect(lists.filter((list) => !sets.has(inOrder(list.match(/\w+(?=`)/g) ?? [])))).toEqual([]);
    const counts = document.match(/\b(?:two|three|four|five|six)(?= (?:tools|(?:tool )?definitions)\b)/gi) ?? [];
    const known = new Set(
      [TOOL_NAMES, DEFAULT_TOOL_NAMES].map(({ length }) => ["no", "one", "two", "three", "four"][length]),
    );
    expect(counts.filter((count) => !known.has(count.toLowerCase()))).toEqual([]);
  },
);

/** A document without the part that is made from the declarations. */
function writtenBy(name: string): string {
  return read(name).split(API_START)[0] as string;
}

test("samples set no option to its default, and remove no tool", () => {
  // Whoever reads a sample takes what is in it for necessary.
  const options = read(API_PAGE).matchAll(/^\| `(\w+)` \|.*? \| (\d+|true|false|"\w+")(?: \||,|;)/gm);
  const settings = [...options].map(([, name, value]) => `${name}: ${value}`);
  expect(settings).toContain("maxOutputBytes: 32768");
  expect(settings).toContain('profile: "leaf"');
  const samples = currentDocuments.flatMap((name) => codeOf(writtenBy(name), "js|ts").map((code) => ({ name, code })));
  const flat = samples.map(({ name, code }) => ({ name, code: code.replaceAll(/(?<=\d)_(?=\d)/g, "") }));
  const found = flat.flatMap(({ name, code }) =>
    [...settings, "experimentalSupportedTools"]
      .filter((each) => new RegExp(`\\b${each}\\b`).test(code))
      .map((each) => [name, each]),
  );
  expect(found).toEqual([]);
});

describe("the README", () => {
  const readme = read("README.md");

  test("is short", () => {
    const count = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
    expect(count(readme)).toBeLessThanOrEqual(1000);
  });

  test("names every tool, every entry point and every document", () => {
    const names = [
      ...TOOL_NAMES.map((name) => `| \`${name}\` |`),
      ...Object.keys(packageFile.exports)
        .filter((name) => /\w$/.test(name) && !name.endsWith(".json"))
        .map((name) => `\`${path.posix.join("dirleaf", name)}\``),
      ...everyDocument
        .filter((name) => name !== "README.md" && !name.includes("decisions"))
        .map((name) => `](${name})`),
    ];
    expect(names.filter((name) => !readme.includes(name))).toEqual([]);
  });

  test("states its requirements", () => {
    const { node, bun, deno } = Object.fromEntries(
      Object.entries(packageFile.engines).map(([name, range]) => [name, range.replace(">=", "")]),
    );
    expect(packageFile).not.toHaveProperty("dependencies");
    expect(readme.replaceAll("\n", " ")).toContain(
      `Node ${node} or later, Bun ${bun} or Deno ${deno}, and has no dependencies.`,
    );
    for (const name of readme.match(/(?<=npm ci && npm )\w+/g) ?? []) {
      expect(packageFile.scripts).toHaveProperty(name);
    }
  });

  test("explains what its picture shows", () => {
    const files = read("bench/economy/django.paths").trimEnd().split("\n").length;
    expect(readme).toContain(`Django's repository, ${files.toLocaleString("en")} files,`);
    const picture = read("docs/pictures/terminal-map.svg").replaceAll(/<[^>]+>\n?/g, "");
    const explained = readme.match(/(?<=`)[^`\n]+ \(\d+(?:, \d+ below)?\)(?=`)/g) ?? [];
    expect(explained).toHaveLength(2);
    expect(explained.filter((words) => !picture.includes(words))).toEqual([]);
  });

  test("has an example of a search that finds something in this repository", async () => {
    const [, words = ""] = /^dirleaf find (.+?) {2,}#/m.exec(readme) ?? [];
    expect(words).not.toBe("");
    const { files, nothingMatches } = await library.findFiles({ dirPath: project, words, include: "src/**" });
    expect(files.length).toBeGreaterThan(1);
    expect(nothingMatches).toBeUndefined();
  });

  test("has a sample that runs", async () => {
    const [sample = ""] = codeOf(readme, "js");
    const [line = "", names = ""] = /^import \{ (.*) \} from "dirleaf";\n/.exec(sample) ?? [];
    const body = `${sample.slice(line.length).replaceAll("/repo", makeTree("src/", "src/main.ts"))}\nreturn { tools, answer };`;
    const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => undefined) as {
      constructor: new (
        ...words: string[]
      ) => (given: typeof library) => Promise<{ tools: { name: string }[]; answer: object }>;
    };
    const { tools, answer } = await new AsyncFunction(`{ ${names} }`, body)(library);
    expect(tools.map(({ name }) => name)).toEqual(DEFAULT_TOOL_NAMES);
    const output = expect.stringMatching(/^Absolute path: .*\nsrc\/\n {2}main\.ts$/);
    expect(answer).toEqual({ type: "function_call_output", call_id: "1", output });
  });
});

test("the MCP server's page says how many bytes the definitions take", () => {
  const [, stated = ""] = /take at most ([\d,]+) bytes of\s`tools\/list`/.exec(read("docs/mcp.md")) ?? [];
  const most = Number(stated.replace(",", ""));
  const bytes = Buffer.byteLength(JSON.stringify(new ToolCaller(toMcpSettings({}, false)).tools));
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(0.9 * most);
});

/** The ends of links to the headings of a document, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = document.replaceAll(/^```[^]*?^```/gm, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The links of a document to files of the project: as written, to which file, and to which heading. */
function linksOf(name: string): { readonly link: string; readonly target: string; readonly anchor?: string }[] {
  return [...read(name).matchAll(/\]\(([^)\s#]*)(?:#([^)]*))?\)/g)]
    .filter(([, file = ""]) => !/^[a-z]+:/.test(file))
    .map(([link, file = "", anchor]) => {
      const target = file === "" ? name : path.join(path.dirname(name), file);
      return { link, target, ...(anchor !== undefined && { anchor }) };
    });
}

test.each(everyDocument)("the links of %s lead to files and headings that exist", (name) => {
  const missing = linksOf(name).filter(
    ({ target, anchor }) =>
      !fs.existsSync(path.join(project, target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor)),
  );
  expect(missing.map(({ link }) => link)).toEqual([]);
});

/** Whether npm packs a file or folder: `files` names it or a folder above it, or npm packs it always. */
function isPacked(file: string): boolean {
  const covers = (entry: string) => file === entry || file.startsWith(`${entry}/`);
  const isLeftOut = packageFile.files.some((entry) => entry.startsWith("!") && covers(entry.slice(1)));
  return ["README.md", "LICENSE", "package.json", ...packageFile.files].some(covers) && !isLeftOut;
}

test.each(everyDocument.filter(isPacked))("%s links to nothing that the package does not have", (name) => {
  const missing = linksOf(name).filter(({ target }) => !isPacked(target.replace(/\/$/, "")));
  expect(missing.map(({ link }) => link)).toEqual([]);
});

test.each(everyDocument)("%s has no merge markers", (name) => {
  expect(read(name)).not.toMatch(/^(?:<<<<<<<|>>>>>>>) /m);
});

test("the architecture page names only files and folders that exist, and every folder", () => {
  const page = read("docs/architecture.md");
  const named = new Set(
    [...page.matchAll(/`(?:src\/)?([a-z\d]+\/(?:[\w-]+\.ts)?)`/g)].map(([, file]) => file as string),
  );
  const folders = fs.readdirSync(path.join(project, "src"), { withFileTypes: true }).filter((one) => one.isDirectory());
  const isThere = (file: string) =>
    ["src", "src/web", "."].some((from) => fs.existsSync(path.join(project, from, file)));
  expect([...named].filter((file) => !isThere(file))).toEqual([]);
  expect(folders.map(({ name }) => `${name}/`).filter((folder) => !named.has(folder))).toEqual([]);
});

test.each(everyDocument.filter((name) => name !== "CHANGELOG.md"))("the files that %s names exist", (name) => {
  const named = [...read(name).matchAll(/`((?:src|test|e2e|scripts|bench|docs|examples)\/[\w./-]+)`/g)];
  const missing = named.map(([, file]) => file as string).filter((file) => !fs.existsSync(path.join(project, file)));
  expect(missing).toEqual([]);
});
