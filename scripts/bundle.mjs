// Bundles what the package ships: the command as CommonJS files, the library as ES modules, and the page.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

import { bundlePage } from "./bundle-page.mjs";

const project = path.join(import.meta.dirname, "..");

/** Optional packages are not bundled. */
const OPTIONAL = ["@aws-sdk/client-s3"];

/**
 * The files that every listing on the terminal loads. Each has a module and all that it imports, except on demand. The rest is split by what
 * is loaded together. Opening many small files takes longer than reading one large file, but so does reading code that does not run.
 */
const COMMAND_FILES = { start: "src/cli/run-command.ts", list: "src/cli/list-command.ts" };

/**
 * The files that the entry points share. The estimate of tokens has its own, so that a bundle for a browser can have it without the rest.
 */
const LIBRARY_FILES = { tokens: "src/text/estimate-tokens.ts", listing: "src/index.ts" };

/** The entry points of the library that `package.json` names: `./dist/mcp/mount-tools.js` is made of `src/mcp/mount-tools.ts`. */
function libraryEntries() {
  const { exports } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  const targets = Object.values(exports).flatMap((target) => target.default ?? []);
  return Object.fromEntries(
    targets.map((target) => {
      const name = path.posix.relative("dist", target).replace(/\.js$/, "");
      return [name, `src/${name}.ts`];
    }),
  );
}

/** Writes the library into a folder, not minified, so that users can read the stack of an error and the line that threw it. */
export async function bundleLibrary(folder) {
  const external = [...OPTIONAL, /^@langchain\/core/];
  const output = {
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: { jsdoc: false },
  };
  await bundle(libraryEntries(), folder, { external, output, files: LIBRARY_FILES });
  await bundleMountReader(folder);
}

/** Writes the program that reads network mounts for the library and the command. They look for it in their folder and in the one above. */
export async function bundleMountReader(folder) {
  const output = { format: "cjs", entryFileNames: "[name].cjs" };
  await bundle({ "mount-reader": "src/disk/mount-reader.ts" }, folder, { output, files: {} });
}

/** Removes the type declarations that no entry point leads to. */
export function pruneTypes(folder) {
  const needed = new Set();
  const left = Object.keys(libraryEntries()).map((entry) => path.join(folder, `${entry}.d.ts`));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (!needed.has(file)) {
      needed.add(file);
      const imports = fs.readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g);
      left.push(...[...imports].map(([, target]) => path.resolve(path.dirname(file), `${target}.d.ts`)));
    }
  }
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (name.endsWith(".d.ts") && !needed.has(file)) {
      fs.rmSync(file);
    }
  }
}

/** Writes the command into `cli/` of a folder, and the page into `web/`. */
export async function bundleCommand(folder) {
  const cli = path.join(folder, "cli");
  const output = {
    format: "cjs",
    entryFileNames: "main.cjs",
    chunkFileNames: "[name]-[hash].cjs",
    dynamicImportInCjs: false,
    // The engine scans every character before the first line runs.
    minify: true,
  };
  const modules = await bundle({ main: "src/cli/main.ts" }, cli, { external: OPTIONAL, output, files: COMMAND_FILES });
  fs.writeFileSync(path.join(cli, "NOTICES.txt"), collectNotices(modules));
  await bundleMountReader(folder);
  const page = await bundlePage();
  fs.mkdirSync(path.join(folder, "web"), { recursive: true });
  fs.writeFileSync(path.join(folder, "web/page.html"), page.html);
  fs.writeFileSync(path.join(folder, "web/NOTICES.txt"), collectNotices(page.modules));
}

/** Bundles entries into a folder. Returns the ids of the modules in it. */
async function bundle(input, dir, { external, output, files }) {
  const build = await rolldown({
    input,
    cwd: project,
    platform: "node",
    external,
    preserveEntrySignatures: "allow-extension",
  });
  const { output: written } = await build.write({
    dir,
    ...output,
    // With a single character that is not ASCII, the engine takes twice the memory for a file and reads it more slowly.
    charset: "ascii",
    codeSplitting: { includeDependenciesRecursively: false, groups: [inFiles(files)] },
  });
  if (output.format === "cjs") {
    const runtime = written.find(({ name }) => name === "rolldown-runtime");
    written.forEach(({ fileName }) => simplify(path.join(dir, fileName), runtime));
    if (runtime !== undefined) {
      fs.rmSync(path.join(dir, runtime.fileName));
    }
  }
  return written.flatMap((chunk) => chunk.moduleIds ?? []);
}

/**
 * Makes a file of the command quicker to load, by two milliseconds of a start and a tenth of its size: Rolldown has no options for it. Its
 * own functions are copied into every file that needs them, since one more file takes longer. Exports are plain values, since ours never
 * change.
 */
function simplify(file, runtime) {
  const text = fs.readFileSync(file, "utf8");
  const simple = text
    .replaceAll(`require("./${runtime?.fileName}")`, () => `(()=>{let exports={};${runtime.code};return exports})()`)
    // Rolldown would copy each of the hundred functions of `node:fs`.
    .replaceAll(/\b(\w+)=\w+\.\w\(\1,1\)/g, "$1=Object.create($1,{default:{value:$1}})")
    .replaceAll(
      /Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g,
      "exports.$1=$2",
    );
  fs.writeFileSync(file, simple);
}

/** Puts each of these modules, with all that it imports except on demand, into a file. */
function inFiles(files) {
  let fileOf;
  const name = (id, modules) => {
    fileOf ??= assignFiles(files, modules);
    return fileOf.get(id) ?? null;
  };
  return { name, debugName: "loaded together" };
}

function assignFiles(files, modules) {
  const fileOf = new Map();
  for (const [file, entry] of Object.entries(files)) {
    const left = [path.join(project, entry)];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (!fileOf.has(id)) {
        const { isEntry, importedIds } = modules.getModuleInfo(id) ?? { isEntry: false, importedIds: [] };
        // An entry point stays a file of its own: it would export whatever others import from it.
        fileOf.set(id, isEntry ? null : file);
        left.push(...importedIds);
      }
    }
  }
  return fileOf;
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
  const dist = path.join(project, "dist");
  await Promise.all([bundleLibrary(dist), bundleCommand(dist)]);
  pruneTypes(dist);
}
