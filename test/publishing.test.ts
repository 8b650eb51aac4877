// The files that registries and installers read are correct.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, onTestFinished, test } from "vitest";

import { PLUGINS, VERSIONED, writeVersion } from "../scripts/manifests.ts";
import { HOST_SETUPS } from "../src/cli/host-setups.ts";
import { TOOL_NAMES } from "../src/tools/tool-list.ts";
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
  readonly description: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
  };
  readonly user_config: Readonly<Record<string, { readonly type: string; readonly multiple: boolean }>>;
}

interface Plugin {
  readonly name: string;
  readonly version?: string;
  readonly description: string;
  readonly mcpServers?: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

function read(file: string): string {
  return fs.readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
}

function readJson<Content>(file: string): Content {
  return JSON.parse(read(file)) as Content;
}

const packageFile = readJson<Record<string, unknown>>("package.json");
const server = readJson<ServerFile>("scripts/server.json");
const manifest = readJson<ManifestFile>("scripts/manifest.json");

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

describe("the plugin", () => {
  const folder = "integrations/dirleaf";
  const market = readJson<{ readonly name: string; readonly plugins: readonly (Plugin & { source: string })[] }>(
    ".claude-plugin/marketplace.json",
  );
  const skill = read(`${folder}/skills/find-files/SKILL.md`);

  test.each(VERSIONED)("%s has the version of the package; `npm run tables` writes it", (file) => {
    expect(read(file)).toBe(writeVersion(read(file), packageFile["version"] as string));
  });

  test("is called like the package, and described everywhere in the same words", () => {
    const { name } = packageFile;
    const described = [...PLUGINS.map((file) => readJson<Plugin>(file)), ...market.plugins, manifest];
    const { description } = readJson<Plugin>("scripts/server.json");
    expect(described.map((each) => [each.name, each.description])).toEqual(described.map(() => [name, description]));
    expect([market.name, ...market.plugins.map(({ source }) => source)]).toEqual([name, `./${folder}`]);
    // `dirleaf setup` names both.
    expect(HOST_SETUPS[0]?.install("")).toContain(`claude plugin install ${String(name)}@${market.name}`);
  });

  test("starts the global command, with its default tools", () => {
    const files = [`${folder}/.mcp.json`, ...PLUGINS.slice(1)];
    const servers = files.map((file) => readJson<Plugin>(file).mcpServers?.["dirleaf"]);
    expect(servers.map((each) => each?.command)).toEqual(files.map(() => Object.keys(packageFile["bin"] as object)[0]));
    expect(servers.map((each) => each?.args)).toEqual([["mcp", "${CLAUDE_PROJECT_DIR}"], ["mcp"], ["mcp"]]);
  });

  test("does not list the folder that it is in, where a host leaves the variable as it is", () => {
    const { args = [] } = readJson<Plugin>(`${folder}/.mcp.json`).mcpServers?.["dirleaf"] ?? {};
    const words = [process.env["DIRLEAF_TEST_COMMAND"] as string, ...args];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: makeTree("a"), encoding: "utf8", input: "" });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/CLAUDE_PROJECT_DIR.*does not exist/),
    });
  });

  test("has one skill, which names tools that there are", () => {
    expect(fs.readdirSync(path.join(import.meta.dirname, "..", folder, "skills"))).toEqual(["find-files"]);
    expect(skill).toMatch(/^---\nname: find-files\ndescription: .{1,250}\n---\n/);
    const named = new Set(skill.match(/\b[a-z]+_[a-z]+\b/g));
    expect([...named].filter((name) => !TOOL_NAMES.includes(name))).toEqual([]);
  });
});
