// Roots and deny rules on a disk that finds names by other case and by short names.
import { listDir } from "./call.mjs";
import { makeTree } from "./make-tree.mjs";
import { shortNameOf } from "./short-name.mjs";

const BLOCKED = /^error: access denied: reading this path is blocked by policy/;
const OUTSIDE = /^error: access denied: .* is outside the directories that may be listed/;

/** @param {import("./checks.mjs").Checks} checks */
export async function checkSandbox(checks) {
  const root = makeTree("sandbox", ["Secret/deep/key", "open/x", "A long directory name/in", "größe/z"]);
  await checkOddNames(checks);
  await checkRules(checks, root);
  await checkDenied(checks, root);
  await checkRoots(checks, root);
}

/**
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkRules(checks, root) {
  const workingDirectory = root;
  const text = `Absolute path: ${root}\nA long directory name/\n  in\ngröße/\n  z\nopen/\n  x`;
  for (const rule of [
    "C:\\trees\\sandbox\\Secret",
    "c:/trees/sandbox/Secret",
    "c:\\TREES/sandbox\\secret\\",
    "/trees/sandbox/Secret",
    "\\trees\\sandbox\\Secret",
    "\\\\?\\C:\\trees\\sandbox\\Secret",
    "**/secret",
    "**\\SECRET",
    "Secret",
    "sandbox\\Secret",
    ".\\Secret",
    "..\\sandbox\\sec*",
    "./Secret",
    "C:\\trees\\**\\secret",
  ]) {
    const options = { deny: [rule], workingDirectory };
    checks.equal(`deny ${rule} hides Secret`, await listDir(root, options), text);
    for (const path of [
      `${root}\\Secret`,
      `${root}\\SECRET\\nope`,
      "c:/trees/sandbox/secret/deep",
      `\\\\?\\${root}\\SECRET`,
    ]) {
      checks.equal(`deny ${rule} blocks ${path}`, await listDir(path, options), BLOCKED);
    }
  }
  const short = shortNameOf(`${root}\\A long directory name`);
  const byShortName = { deny: [`${root}\\${short}`] };
  checks.lacks("deny by a short name hides the entry", await listDir(root, byShortName), "A long directory name");
  const long = `${root}\\a LONG directory name`;
  checks.equal("deny by a short name blocks the long one", await listDir(long, byShortName), BLOCKED);
  const elsewhere = await listDir(root, { deny: ["Z:\\trees\\sandbox\\Secret"] });
  checks.equal("deny on another drive hides nothing here", elsewhere, /^Secret\/$/m);
  for (const [rule, message] of [
    ["C:x", /GlobError: .* has no slash after its drive/],
    ["~\\x", /GlobError: .* begins with ~/],
  ]) {
    checks.equal(`deny ${rule} is refused`, await listDir(root, { deny: [rule] }), message);
  }
}

/**
 * Nothing is told about what is denied, whatever the spelling.
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkDenied(checks, root) {
  const deny = ["**/Secret", "**/A long*", "**/GRÖSSE", "**/größe"];
  const short = shortNameOf(`${root}\\A long directory name`);
  for (const name of [
    "Secret",
    "SECRET",
    "secret",
    "A long directory name",
    "A LONG DIRECTORY NAME",
    short,
    short.toLowerCase(),
    "GRÖßE",
  ]) {
    for (const roots of [undefined, [root], ["C:\\"]]) {
      const there = name.toLowerCase() === "secret" ? "deep" : "in";
      for (const below of ["", `\\${there}`, "\\nope", "\\nope\\x"]) {
        const path = `${root}\\${name}${below}`;
        const title = `${name}${below} is denied${roots === undefined ? "" : `, in ${roots[0]}`}`;
        checks.equal(title, await listDir(path, { deny, roots }), BLOCKED);
      }
    }
  }
  const nearest = await listDir(`${root}\\Secrte`, { deny });
  checks.lacks("what is denied is not suggested", nearest, "Secret");
}

/**
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkRoots(checks, root) {
  const short = shortNameOf(`${root}\\A long directory name`);
  const missing = /^error: failed to read directory: .* does not exist/;
  for (const given of [root, root.toUpperCase(), "c:/trees/Sandbox/", `\\\\?\\${root}`, "\\trees\\sandbox"]) {
    const options = { roots: [given], workingDirectory: "C:\\" };
    for (const path of [
      `${root}\\open`,
      `${root.toUpperCase()}\\OPEN`,
      "c:/trees/SANDBOX/open",
      `\\\\?\\${root}\\open`,
    ]) {
      checks.equal(`root ${given}: ${path}`, await listDir(path, options), `Absolute path: ${path}\nx`);
    }
    const byShortName = `${root}\\${short}`;
    checks.equal(
      `root ${given}: a short name`,
      await listDir(byShortName, options),
      `Absolute path: ${byShortName}\nin`,
    );
    for (const path of [
      `${root}\\NOPE\\x`,
      "C:\\TREES\\SANDBOX\\NOPE\\x",
      "c:/Trees/Sandbox/nope",
      `${root}\\open\\nope`,
    ]) {
      checks.equal(`root ${given}: ${path} does not exist`, await listDir(path, options), missing);
    }
    for (const path of [
      "C:\\trees",
      "C:\\trees\\sandbox2",
      "C:\\trees\\sandbox.\\open",
      "C:\\nope",
      "Z:\\trees\\sandbox",
      `${root}\\..\\paths`,
      "C:\\",
      "\\\\.\\C:\\windows",
    ]) {
      checks.equal(`root ${given}: ${path} is outside`, await listDir(path, options), OUTSIDE);
    }
  }
  const byShortName = { roots: [`${root}\\${short}`] };
  const long = `${root}\\A long directory name`;
  checks.equal("a root by its short name", await listDir(long, byShortName), `Absolute path: ${long}\nin`);
  checks.equal("the top of a drive as root", await listDir(`${root}\\open`, { roots: ["C:\\"] }), /\nx$/);
  checks.equal("another drive is outside", await listDir("Z:\\", { roots: ["C:\\"] }), OUTSIDE);
}

/**
 * Names that Windows takes for others: those of files, short ones, and parts of an entry, which Wine makes as entries.
 * @param {import("./checks.mjs").Checks} checks
 */
async function checkOddNames(checks) {
  const root = makeTree("odd", ["a secret file.txt", "open/x", "open:stream/in"]);
  const short = shortNameOf(`${root}\\a secret file.txt`);
  const deny = ["**/a secret*"];
  for (const below of ["", "\\x"]) {
    const title = `a denied file by its short name${below && ", and below it"}`;
    checks.equal(title, await listDir(`${root}\\${short}${below}`, { deny }), BLOCKED);
  }
  for (const name of ["open:stream", "open::$INDEX_ALLOCATION", "nope:stream"]) {
    const text = await listDir(`${root}\\${name}`, { roots: [root] });
    checks.equal(`${name} does not exist`, text, /^error: failed to read directory: .* does not exist/);
  }
}
