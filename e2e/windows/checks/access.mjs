// Roots and deny rules on a disk that finds names by other case and by short names.
import { ANYWHERE, check, listDir, makeTree, shortNameOf } from "./check.mjs";

const BLOCKED = /^error: access denied: reading this path is blocked by policy/;
const OUTSIDE = /^error: access denied: .* is outside the directories that may be listed/;
const MISSING = /^error: failed to read directory: .* does not exist/;

const LONG = "A long directory name";

export function accessChecks() {
  const root = makeTree("sandbox", ["Secret/deep/key", "open/x", `${LONG}/in`, "größe/z"]);
  const short = shortNameOf(`${root}\\${LONG}`);
  return [...ruleChecks(root, short), ...deniedChecks(root, short), ...rootChecks(root, short), ...oddChecks()];
}

/** How rules are written is tested in memory, which tells case apart and has no short names. */
function ruleChecks(root, short) {
  const text = `Absolute path: ${root}\n${LONG}/\n  in\ngröße/\n  z\nopen/\n  x`;
  const paths = [`${root}\\Secret`, `${root}\\SECRET\\nope`, "c:/trees/sandbox/secret/deep", `\\\\?\\${root}\\SECRET`];
  const byShortName = { deny: [`${root}\\${short}`] };
  return [
    ...["c:\\TREES/sandbox\\secret\\", `\\\\?\\${root}\\Secret`, "**\\SECRET"].flatMap((rule) => [
      check(`deny ${rule} hides Secret`, () => listDir(root, { deny: [rule] }), text),
      ...paths.map((path) => check(`deny ${rule} blocks ${path}`, () => listDir(path, { deny: [rule] }), BLOCKED)),
    ]),
    check("deny by a short name hides the entry", async () => (await listDir(root, byShortName)).includes(LONG), false),
    check("and blocks the long one", () => listDir(`${root}\\a LONG directory name`, byShortName), BLOCKED),
  ];
}

/** Nothing is told about what is denied, whatever the spelling. */
function deniedChecks(root, short) {
  const deny = ["**/Secret", "**/A long*", "**/GRÖSSE", "**/größe"];
  const names = ["Secret", "SECRET", LONG, LONG.toUpperCase(), short, short.toLowerCase(), "GRÖßE"];
  const denied = names.flatMap((name) =>
    ["", "\\in", "\\deep", "\\nope\\x"].flatMap((below) =>
      [ANYWHERE, [root], ["C:\\"]].map((roots) => {
        const title = `${name}${below} is denied, roots ${roots ?? "anywhere"}`;
        return check(title, () => listDir(`${root}\\${name}${below}`, { deny, roots }), BLOCKED);
      }),
    ),
  );
  const suggests = async () => (await listDir(`${root}\\Secrte`, { deny })).includes("Secret");
  return [...denied, check("what is denied is not suggested", suggests, false)];
}

function rootChecks(root, short) {
  const inside = [`${root}\\open`, `${root.toUpperCase()}\\OPEN`, "c:/trees/SANDBOX/open", `\\\\?\\${root}\\open`];
  const missing = [`${root}\\NOPE\\x`, "c:/Trees/Sandbox/nope", `${root}\\open\\nope`];
  const outside = ["C:\\trees", "C:\\trees\\sandbox2", "C:\\trees\\sandbox.\\open", "C:\\nope", "Z:\\trees\\sandbox"];
  const away = [...outside, `${root}\\..\\paths`, "C:\\", "\\\\.\\C:\\windows"];
  const given = [root, root.toUpperCase(), "c:/trees/Sandbox/", `\\\\?\\${root}`, "\\trees\\sandbox"];
  const [shortPath, long] = [`${root}\\${short}`, `${root}\\${LONG}`];
  return [
    ...given.flatMap((one) => {
      const options = { roots: [one], workingDirectory: "C:\\" };
      const at = (path, expected) => check(`root ${one}: ${path}`, () => listDir(path, options), expected);
      return [
        ...inside.map((path) => at(path, `Absolute path: ${path}\nx`)),
        at(shortPath, `Absolute path: ${shortPath}\nin`),
        ...missing.map((path) => at(path, MISSING)),
        ...away.map((path) => at(path, OUTSIDE)),
      ];
    }),
    check("a root by its short name", () => listDir(long, { roots: [shortPath] }), `Absolute path: ${long}\nin`),
    check("the top of a drive as root", () => listDir(`${root}\\open`, { roots: ["C:\\"] }), /\nx$/),
    check("another drive is outside", () => listDir("Z:\\", { roots: ["C:\\"] }), OUTSIDE),
  ];
}

/** Names that Windows takes for others: those of files, short ones, and parts of an entry, which Wine makes as entries. */
function oddChecks() {
  const root = makeTree("odd", ["a secret file.txt", "open/x", "open:stream/in"]);
  const short = shortNameOf(`${root}\\a secret file.txt`);
  const deny = ["**/a secret*"];
  return [
    ...["", "\\x"].map((below) =>
      check(`a denied file by its short name${below}`, () => listDir(`${root}\\${short}${below}`, { deny }), BLOCKED),
    ),
    ...["open:stream", "open::$INDEX_ALLOCATION", "nope:stream"].map((name) =>
      check(`${name} does not exist`, () => listDir(`${root}\\${name}`, { roots: [root] }), MISSING),
    ),
  ];
}
