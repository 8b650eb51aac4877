// The files that registries and installers read are correct.
import fs from "node:fs";
import path from "node:path";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, onTestFinished, test } from "vitest";

import { makeTree } from "./support/make-tree.ts";

interface PackageArgument {
  readonly type: string;
  readonly value?: string;
  readonly valueHint?: string;
}

interface ServerFile {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly {
    readonly identifier: string;
    readonly version: string;
    readonly runtimeHint?: string;
    readonly packageArguments: readonly PackageArgument[];
  }[];
}

interface ManifestFile {
  readonly name: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
  };
  readonly user_config: Readonly<Record<string, { readonly type: string; readonly multiple: boolean }>>;
}

function readJson<Content>(file: string): Content {
  return JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "..", file), "utf8")) as Content;
}

const packageFile = readJson<Record<string, unknown>>("package.json");
const server = readJson<ServerFile>("packaging/server.json");
const manifest = readJson<ManifestFile>("packaging/manifest.json");

test("the package has no install scripts: npm would warn about them", () => {
  const scripts = Object.keys(packageFile["scripts"] as object);
  expect(scripts.filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});

/** A listing from a server that is started with these words after `dirleaf`. */
async function listBy(words: readonly string[], directory: string, cwd: string): Promise<string> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const command = process.env["DIRLEAF_TEST_COMMAND"] as string;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, ...words], cwd }));
  onTestFinished(() => client.close());
  const { content } = await client.callTool({ name: "list_dir", arguments: { dir_path: directory } });
  return (content as { text: string }[]).map(({ text }) => text).join();
}

describe("server.json", () => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  const validate = ajv.compile(readJson<object>("test/data/server.schema.json"));

  test("is valid for the registry", () => {
    validate(server);
    expect(validate.errors).toBe(null);
  });

  test("names the package and its version, and the package names it", () => {
    expect(server.version).toBe(packageFile["version"]);
    expect(server.packages.map(({ identifier, version }) => ({ identifier, version }))).toEqual([
      { identifier: packageFile["name"], version: packageFile["version"] },
    ]);
    // This tells the registry that the publisher of the server owns the package.
    expect(packageFile["mcpName"]).toBe(server.name);
    // npx would run a program of the repository that somebody works in: docs/security.md.
    expect(server.packages[0]?.runtimeHint).toBe(undefined);
  });

  test("starts a server that lists only its roots", async () => {
    const words = (roots: readonly string[]) =>
      server.packages[0]?.packageArguments.flatMap(({ value }) => value ?? roots) ?? [];
    const [root, elsewhere] = [makeTree("a/", "a/b"), makeTree("c")];
    expect(await listBy(words([root]), root, elsewhere)).toBe(`Absolute path: ${root}\na/\n  b`);
    expect(await listBy(words([root]), elsewhere, elsewhere)).toMatch(/outside/);
    expect(await listBy(words([]), elsewhere, elsewhere)).toBe(`Absolute path: ${elsewhere}\nc`);
  });
});

describe("the bundle's manifest", () => {
  const { entry_point: entryPoint, mcp_config: config } = manifest.server;

  test("belongs to this package and starts its command", () => {
    expect(manifest.name).toBe(packageFile["name"]);
    expect([entryPoint]).toEqual(Object.values(packageFile["bin"] as Record<string, string>));
    expect([config.command, config.args[0]]).toEqual(["node", `\${__dirname}/${entryPoint}`]);
  });

  test("takes folders, even those that look like options", async () => {
    expect(manifest.user_config["roots"]).toMatchObject({ type: "directory", multiple: true });
    const cwd = makeTree("-x/", "-x/a");
    const words = config.args.slice(1).map((word) => (word === "${user_config.roots}" ? "-x" : word));
    expect(await listBy(words, `${cwd}/-x`, cwd)).toBe(`Absolute path: ${cwd}/-x\na`);
  });
});
