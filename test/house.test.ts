// The rules of the house: who may import whom, and how a file must look.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const SOURCE = path.join(import.meta.dirname, "../src");

/** Rooms that each room may import from, itself aside. The faces are the last ones. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  backends: ["core"],
  filters: ["core"],
  sandbox: ["core", "filters"],
  render: ["core"],
  tools: ["core", "backends", "filters", "sandbox", "render"],
  adapters: ["tools"],
  mcp: ["tools"],
  cli: ["tools", "mcp"],
  web: ["tools"],
};

/** What Node, a clock or a device is reached by. */
const IMPURE = /\b(?:node:|process\.|Buffer\b|Date\b|performance\b|setTimeout\b|setImmediate\b|setInterval\b|fetch\()/;

const BANNED_NAMES = /^(?:utils?|helpers?|common|misc|shared|index)$/;

/** A longer file does more than one thing. */
const MOST_LINES = 250;

interface SourceFile {
  readonly name: string;
  readonly room: string;
  readonly text: string;
  /** The code without its comments. */
  readonly code: string;
  readonly imports: readonly string[];
}

function readSources(): SourceFile[] {
  const names = fs.readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return names.map((name) => {
    const text = fs.readFileSync(path.join(SOURCE, name), "utf8");
    const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    const imports = [...code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target as string);
    return { name, room: name.split(path.sep)[0] as string, text, code, imports };
  });
}

const sources = readSources();
const inRooms = sources.filter(({ name }) => name !== "index.ts");

describe("the house", () => {
  test("was found", () => {
    expect(new Set(inRooms.map(({ room }) => room))).toEqual(
      new Set(["core", "backends", "filters", "sandbox", "render", "tools", "adapters", "mcp", "cli"]),
    );
  });

  test.each(inRooms)("$name imports only what its room may", ({ name, room, imports }) => {
    const allowed = MAY_IMPORT[room];
    expect(allowed).toBeDefined();
    const rooms = imports
      .filter((target) => target.startsWith("."))
      .map((target) => path.relative(SOURCE, path.resolve(SOURCE, path.dirname(name), target)).split(path.sep)[0]);
    expect(rooms.filter((target) => target !== room && !allowed?.includes(target as string))).toEqual([]);
  });

  test.each(inRooms.filter(({ room }) => room === "core"))("$name is pure", ({ code, imports }) => {
    expect(code).not.toMatch(IMPURE);
    expect(imports.filter((target) => !target.startsWith("./"))).toEqual([]);
  });

  test.each(sources)("$name opens with what it owns, has one name, and is short", ({ name, text, code }) => {
    expect(text.replace(/^#!.*\n/, "")).toMatch(/^\/\/ [A-Z`]/);
    expect(text.split("\n").length).toBeLessThanOrEqual(MOST_LINES);
    expect(code).not.toMatch(/^export default/m);
    expect(name === "index.ts" || !BANNED_NAMES.test(path.basename(name, ".ts"))).toBe(true);
    expect(path.basename(name)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/);
  });

  test("the entry point only exports, by name", () => {
    const entry = sources.find(({ name }) => name === "index.ts");
    const statements = (entry?.code ?? "").split(";").map((statement) => statement.trim());
    expect(statements.filter((statement) => statement !== "" && !/^export (?:type )?\{/.test(statement))).toEqual([]);
  });

  test("no barrels: nothing but the entry point exports what it imports", () => {
    expect(inRooms.filter(({ code }) => /^export .* from "/m.test(code)).map(({ name }) => name)).toEqual([]);
  });
});
