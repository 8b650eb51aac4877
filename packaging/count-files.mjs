// Counts our files below the router that one `list_dir` call runs a function of: how much somebody has to read to follow a call.
// `node packaging/count-files.mjs [--list] [checkout]`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import inspector from "node:inspector";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const isListed = process.argv.includes("--list");
const checkout = path.resolve(
  process.argv.slice(2).find((word) => !word.startsWith("--")) ?? path.join(import.meta.dirname, ".."),
);
/** A build in which every source file is still a file: what is shipped is bundled. In the checkout, so that packages are found. */
const built = fs.mkdtempSync(path.join(checkout, "node_modules", "count-files-"));

/** The files above a tool. They are the same for every call, and are not counted. */
const ROUTER = new Set(["index.js", "tooling/tool-router.js", "tooling/call-queue.js", "tools/create-tool-router.js"]);

/** How many calls to look at. */
const CALLS = 6;

/** How long to wait after the tree was written: names in a directory that has just changed are not kept. Real directories are older. */
const SETTLED_MS = 3500;

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "count-files-")));
try {
  const compiler = path.join(checkout, "node_modules", "typescript", "bin", "tsc");
  const options = [
    "-p",
    path.join(checkout, "tsconfig.build.json"),
    "--emitDeclarationOnly",
    "false",
    "--outDir",
    built,
  ];
  execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });
  for (const name of ["src/core/a.ts", "src/b.ts", "README.md", ".gitignore"]) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), "");
  }
  const files = await filesOfOneCall();
  console.log(files.length);
  if (isListed) {
    console.log(files.join("\n"));
  }
} finally {
  fs.rmSync(folder, { recursive: true });
  fs.rmSync(built, { recursive: true });
}

async function filesOfOneCall() {
  const { createToolRouter } = await import(pathToFileURL(path.join(built, "index.js")).href);
  const router = createToolRouter({ roots: [folder] });
  const list = () =>
    router.dispatch({
      toolName: "list_dir",
      callId: "1",
      payload: { type: "function", arguments: JSON.stringify({ dir_path: folder }) },
    });
  const session = new inspector.Session();
  session.connect();
  const post = (method, options) =>
    new Promise((resolve, reject) => {
      session.post(method, options, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const start = `${pathToFileURL(built).href}/`;
  let fewest;
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLED_MS);
  });
  // The first call fills caches, and later ones may have to refresh what the disk keeps for a short time. So the call with the fewest files
  // counts.
  for (let calls = 0; calls < CALLS; calls += 1) {
    await list();
    const { result } = await post("Profiler.takePreciseCoverage");
    const files = result
      .filter(({ url, functions }) => url.startsWith(start) && functions.some(isRun))
      .map(({ url }) => url.slice(start.length))
      .filter((name) => !ROUTER.has(name));
    fewest = fewest === undefined || files.length < fewest.length ? files : fewest;
  }
  session.disconnect();
  return fewest.toSorted();
}

/** Whether a function ran. The top level of a module is a function without a name, and does not count. */
function isRun({ functionName, ranges }) {
  return functionName !== "" && ranges[0].count > 0;
}
