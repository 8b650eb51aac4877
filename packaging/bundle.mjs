// Bundles the command: one CommonJS file for a listing, with lazy chunks for code that most runs don't need, and a separate
// bundle for the MCP server, so that neither slows down the other's start.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

import { bundlePage } from "./bundle-page.mjs";

const project = path.join(import.meta.dirname, "..");

/** Where the command finds the server. */
const SERVER = "../server/main.cjs";

/** Optional packages are not bundled. */
const OPTIONAL = ["@aws-sdk/client-s3"];

/** Minified, because the engine scans every character before the first line runs. */
const FILES = { format: "cjs", entryFileNames: "main.cjs", chunkFileNames: "[name].cjs", minify: true };

/** Writes the bundles into `cli/` and `server/` of a folder, and the page into `web/`. */
export async function bundleCommand(folder) {
  const serverApart = {
    name: "server-apart",
    resolveId: (source) => (source.endsWith("/mcp-command.ts") ? { id: SERVER, external: true } : undefined),
  };
  await bundle("src/cli/main.ts", path.join(folder, "cli"), [serverApart]);
  await bundle("src/cli/mcp-command.ts", path.join(folder, "server"), []);
  const { html, modules } = await bundlePage();
  fs.mkdirSync(path.join(folder, "web"), { recursive: true });
  fs.writeFileSync(path.join(folder, "web/page.html"), html);
  fs.writeFileSync(path.join(folder, "web/NOTICES.txt"), collectNotices(modules));
}

async function bundle(entry, dir, plugins) {
  const input = path.join(project, entry);
  const build = await rolldown({ input, platform: "node", external: OPTIONAL, plugins });
  const output = { dir, ...FILES, codeSplitting: { groups: [neededAtStart(input)] } };
  const { output: written } = await build.write(output);
  const modules = written.flatMap((chunk) => chunk.moduleIds ?? []);
  fs.writeFileSync(path.join(output.dir, "NOTICES.txt"), collectNotices(modules));
}

/**
 * Everything that the entry imports, not on demand, is one file. Otherwise what lazy chunks need, too, would be in ten more, and
 * opening those would make the start a tenth longer.
 */
function neededAtStart(entry) {
  let needed;
  const name = (id, modules) => {
    needed ??= importedBy(entry, modules);
    return needed.has(id) ? "start" : null;
  };
  return { name, debugName: "needed at the start" };
}

function importedBy(entry, modules) {
  const found = new Set();
  const left = [entry];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (!found.has(id)) {
      found.add(id);
      left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
}

/** The licences of the bundled packages, which must be passed on. */
function collectNotices(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"))?.[0] ?? []),
  );
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : fs.readFileSync(path.join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bundleCommand(path.join(project, "dist"));
}
