// Makes random calls, most of them wrong in some way: arguments, paths, globs, cursors, and router options.
import { nameOf, type Argument } from "../../src/tooling/argument.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { TOOLS } from "../../src/tools/tool-list.ts";
import type { Dice } from "./dice.ts";

export interface FuzzCall {
  readonly toolName: string;
  readonly json: string;
  readonly options: ToolRouterOptions;
}

const NUMBERS = [1, 1, 1, 2, 3, 5, 25, 1000, 0, -1, 1.5, 2 ** 53, 2 ** 64, 1e300, null, "1", "25", "", true, [], {}];

/** What models write for a field that they do not want to set. */
const NOT_GIVEN = [null, "", []];

const GLOBS =
  String.raw`* ** *.ts a* a/** **/b {a,b} [ab]* [!a] ? a/ /a ./a ../* !a a\**\b *.a,*.b a,b *.a|*.b *.@(a|b) !(a|b) a?(b)`
    .split(" ")
    .concat(String.raw`["a*","b"] ["a*" "a*" [] [slug] \ [ {`.split(" "))
    .concat("", "aa, bb", "['a', 'b']", "\u202e*", "\0", "*\n*")
    .concat("*a".repeat(40), `${"**/".repeat(60)}x`, "{a,b}".repeat(20), "{".repeat(200), "x".repeat(2000));

/** Folds as models copy them from a map, and some that are none. */
const FOLDS = String.raw`* */ a* a*/ *.ts [a-f]* a\[* (3) a /a* a/*`
  .split(" ")
  .concat("a* (2)", "a*/ (1,204+)", "a* (2) b* (3)", "[only a*]");

const ODD_PATHS = String.raw`. .. / // a a/ a/b ../.. "a "a" "\xff" ~ C:\ … a/… a/b/…/`
  .split(" ")
  .concat("", "a\0b", "x".repeat(300), "y/".repeat(3000), "\n");

/** A call to any tool on a tree at `root`. The paths of its entries are as a listing shows them. */
export function makeCall(dice: Dice, root: string, shownPaths: readonly string[]): FuzzCall {
  const tool = dice.pick(TOOLS);
  const args: Record<string, unknown> = {};
  for (const [field, argument] of Object.entries(tool.arguments)) {
    if (argument.isRequired === true || field === "dirPath") {
      args[nameOf(field, argument)] = makeRoot(dice, root, shownPaths);
    } else if (field === "fold") {
      if (dice.once(3)) {
        args[field] = dice.pick([...FOLDS, ...GLOBS]);
      }
    } else if (dice.once(argument.kind === "count" || argument.kind === "integer" ? 2 : 4)) {
      args[nameOf(field, argument)] = makeValue(dice, argument, root, shownPaths);
    }
  }
  const json = JSON.stringify(args);
  return { toolName: tool.name, json: dice.once(60) ? spoil(dice, json) : json, options: makeOptions(dice, root) };
}

/** A value for an argument, sometimes a wrong one. */
function makeValue(dice: Dice, argument: Argument, root: string, shownPaths: readonly string[]): unknown {
  if (dice.once(8)) {
    return dice.pick(NOT_GIVEN);
  }
  switch (argument.kind) {
    case "count":
    case "integer":
      return dice.pick(NUMBERS.slice(0, dice.once(4) ? NUMBERS.length : 8));
    case "flag":
      return dice.pick([true, true, false, false, "true", "yes", 0]);
    case "choice":
      return dice.pick([...argument.choices, ...argument.choices, "other"]);
    case "texts":
      return makeGlobs(dice, root, shownPaths);
    case "text":
      return makePath(dice, root, shownPaths);
  }
}

/** One glob, a list, or a list as JSON text. */
function makeGlobs(dice: Dice, root: string, shownPaths: readonly string[]): string | string[] {
  if (dice.once(2)) {
    return makeGlob(dice, root, shownPaths);
  }
  const globs = [makeGlob(dice, root, shownPaths), makeGlob(dice, root, shownPaths)];
  return dice.once(3) ? JSON.stringify(globs) : globs;
}

/** A glob, sometimes an absolute one or a path that a listing has shown. */
function makeGlob(dice: Dice, root: string, shownPaths: readonly string[]): string {
  if (dice.once(5)) {
    return `${root}/${dice.pick([...shownPaths, "*", "**", "**/a*", "a/**", ""])}`;
  }
  return dice.once(8) ? dice.pick([...shownPaths, "a"]) : dice.pick(GLOBS);
}

/** A path to continue after, sometimes an absolute one. */
function makePath(dice: Dice, root: string, shownPaths: readonly string[]): string {
  const path = dice.once(3) ? dice.pick(ODD_PATHS) : dice.pick([...shownPaths, "a"]);
  return dice.once(6) ? `${root}/${path}` : path;
}

function makeRoot(dice: Dice, root: string, shownPaths: readonly string[]): unknown {
  if (dice.once(3)) {
    return `${root}/${dice.pick([...shownPaths, ""])}`;
  }
  if (dice.once(5)) {
    return dice.pick([
      `${root}/${dice.pick(ODD_PATHS)}`,
      dice.pick(ODD_PATHS),
      `${root}/..`,
      `${root}/../outside`,
      `"${root}"`,
      `file://${root}`,
      ` ${root}`,
      `${root}\n`,
      5,
      null,
    ]);
  }
  return dice.pick([root, `${root}/`, `${root}/.`]);
}

function makeOptions(dice: Dice, root: string): ToolRouterOptions {
  return {
    deadlineMs: 500,
    ...(dice.once(4) && {
      profile: dice.pick(["codex-sorted", "codex-breadth", "hyper", ["hyper", "codex-sorted"]] as const),
    }),
    roots: dice.once(3) ? "any" : [dice.pick([root, root, `${root}/a`])],
    ...(dice.once(4) && { deny: [dice.pick(["a", "**/b", `${root}/a/**`, "*.ts"])] }),
    ...(dice.once(5) && { maxLimit: 1 + dice.roll(10) }),
    ...(dice.once(5) && { maxDepth: 1 + dice.roll(3) }),
    ...(dice.once(5) && { maxOutputBytes: 256 + dice.roll(500) }),
  };
}

/** Cuts, doubles, splits or replaces a text. */
function spoil(dice: Dice, text: string): string {
  const at = dice.roll(text.length);
  return dice.pick([
    text.slice(0, at),
    text.slice(at),
    text + text,
    text.slice(0, at) + "\u0000" + text.slice(at),
    "[".repeat(5000),
  ]);
}
