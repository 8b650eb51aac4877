// Checks the package as a stranger gets it: packed, installed into an empty folder, imported, type-checked and run.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const project = path.join(import.meta.dirname, "..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-package-"));

/** Runs a program and gives what it prints; one that fails ends the check. */
function run(program, args, cwd) {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
  console.log(`ok: ${what}`);
}

const PROGRAM = `
import { createToolRouter, listDir, listDirectory, localDisk, memory, parseListing, type FileSystem } from "dirleaf";

const fileSystem: FileSystem = memory(["/repo/nested/child.txt", "/repo/root.txt"]);
const router = createToolRouter({ experimentalSupportedTools: ["list_dir", "list_directory"], profile: "leaf", fileSystem });
const { content } = await router.dispatch({
  toolName: "list_dir",
  callId: "1",
  payload: { type: "function", arguments: '{"dir_path":"/repo"}' },
});
const { entries } = await listDir({ dirPath: "/repo", fileSystem });
const { count } = await listDirectory({ path: "/repo", fileSystem: localDisk() }).catch(() => ({ count: -1 }));
console.log(JSON.stringify([content, parseListing(content).entries.length === entries.length, count]));
`;

try {
  run("npm", ["run", "build"], project);
  const packed = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], project);
  const [{ filename, files }] = JSON.parse(packed);
  const tarball = path.join(folder, filename);
  const strays = files
    .map((file) => file.path)
    .filter((name) => !/^(?:dist\/|package\.json$|[A-Z]+(?:\.md)?$)/.test(name));
  expectEqual("the package holds what it should", strays.join(" "), "");

  const bin = (name) => path.join(project, "node_modules/.bin", name);
  run(bin("publint"), ["--strict", tarball], project);
  console.log("ok: publint");
  run(bin("attw"), [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], project);
  console.log("ok: types resolve");

  const consumer = path.join(folder, "consumer");
  fs.mkdirSync(path.join(consumer, "listed/a"), { recursive: true });
  fs.writeFileSync(path.join(consumer, "package.json"), '{"private":true,"type":"module"}\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--silent", tarball], consumer);
  expectEqual(
    "nothing else is installed but minimatch and what it needs",
    fs
      .readdirSync(path.join(consumer, "node_modules"))
      .filter((name) => !name.startsWith("."))
      .join(" "),
    "@isaacs balanced-match brace-expansion dirleaf minimatch",
  );

  fs.writeFileSync(path.join(consumer, "program.ts"), PROGRAM);
  fs.symlinkSync(path.join(project, "node_modules/@types"), path.join(consumer, "node_modules/@types"), "junction");
  run(
    bin("tsc"),
    ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "program.ts"],
    consumer,
  );
  const expected = JSON.stringify(["Absolute path: /repo\nnested/\n  child.txt\nroot.txt", true, -1]);
  expectEqual("the library works", run("node", ["program.js"], consumer).trim(), expected);

  const root = fs.realpathSync(path.join(consumer, "listed"));
  const listing = run("npx", ["--no-install", "dirleaf", "listed"], consumer);
  expectEqual("the command works", listing, `Absolute path: ${root}\na/\n`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
