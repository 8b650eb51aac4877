// Refuses globs that would match nothing because they are written as in other tools, or not to their end. The listing would
// look empty and mislead a model; the refusal shows what to write instead.
import { readExtendedGlob } from "./extended-glob.ts";
import { readClass } from "./glob-class.ts";
import { GlobError } from "./glob-patterns.ts";

interface Mistake {
  readonly what: string;
  /** What to write instead. It may contain other mistakes. */
  readonly write: readonly string[];
  /** What to write instead of another glob with this mistake. */
  readonly example: string;
  /** What to write if nothing was wrong. */
  readonly unless?: string;
  /** What to write in the other option, `exclude` instead of `include`, as it was negated. */
  readonly negated?: readonly string[];
}

/** A longer glob is not repeated in the refusal. */
const LONGEST_SHOWN = 100;

/** Throws a `GlobError` for the first glob of `include` or `exclude` that has a mistake. */
export function refuseMistakes(option: string, globs: readonly string[]): void {
  for (const glob of globs) {
    const mistake = findMistake(option, glob);
    if (mistake !== undefined) {
      throw new GlobError(describe(option, glob, mistake));
    }
  }
}

function describe(option: string, glob: string, { what, example, unless }: Mistake): string {
  const isShown = glob.length <= LONGEST_SHOWN;
  const form = isShown ? renderForm(option, toRightForm(option, glob)) : `for instance ${example}`;
  const or = unless === undefined ? "" : `, or ${unless}`;
  return `${isShown ? JSON.stringify(glob) : "a glob"} ${what}; write ${form}${or}`;
}

/** The globs to write instead of one, and those of them that belong to the other option. */
interface RightForm {
  readonly kept: readonly string[];
  readonly negated: readonly string[];
}

function toRightForm(option: string, glob: string): RightForm {
  const mistake = findMistake(option, glob);
  if (mistake === undefined) {
    return { kept: [glob], negated: [] };
  }
  const forms = mistake.write.map((form) => toRightForm(option, form));
  const others = (mistake.negated ?? []).map((form) => toRightForm(option, form));
  return {
    kept: forms.flatMap(({ kept }) => kept),
    negated: [
      ...forms.flatMap(({ negated }) => negated),
      ...others.flatMap(({ kept, negated }) => [...kept, ...negated]),
    ],
  };
}

function renderForm(option: string, { kept, negated }: RightForm): string {
  if (negated.length === 0) {
    return renderGlobs(kept);
  }
  const other = option === "include" ? "exclude" : "include";
  return `${kept.length === 0 ? "" : `\`${option}\`: ${renderGlobs(kept)}, `}\`${other}\`: ${renderGlobs(negated)}`;
}

function renderGlobs(globs: readonly string[]): string {
  return JSON.stringify(globs.length === 1 ? globs[0] : globs);
}

function findMistake(option: string, glob: string): Mistake | undefined {
  return (
    findQuotedList(glob) ??
    findBackslashes(glob) ??
    findInStructure(glob) ??
    findExtendedGlob(option, glob) ??
    findNegation(glob)
  );
}

/** `['*.ts', '*.md']`: what was meant as a list but is not JSON. */
function findQuotedList(glob: string): Mistake | undefined {
  const text = glob.trim();
  const items = text.slice(1, -1).trim().replace(/,$/, "");
  const isQuoted = items.length > 1 && (items[0] === "'" || items[0] === '"') && items.at(-1) === items[0];
  return text.startsWith("[") && text.endsWith("]") && isQuoted
    ? { what: "is no list", write: toParts(items, items.matchAll(/,/g)), example: '["*.ts","*.md"]' }
    : undefined;
}

/** Where `\` is an escape, these don't come after it. */
const LETTER = /^[\p{L}\p{N}_]/u;

/** `*`, `**`, `*.ts` or `*.{ts,tsx}` between backslashes, or after the last. */
const WILDCARD_NAME = /^\*\*?(?:\.[\p{L}\p{N}.{,}]+)?(?:\\|$)/u;

function findBackslashes(glob: string): Mistake | undefined {
  // A glob with slashes is not a Windows path, so that `\*` in it is an escape.
  const hasSlashes = glob.includes("/");
  const isSeparator = ({ index }: { readonly index: number }) => {
    const after = glob.slice(index + 1);
    const isAfterStars = glob.endsWith("\\**", index) || (index === 2 && glob.startsWith("**"));
    return LETTER.test(after) || (!hasSlashes && index > 0 && (isAfterStars || WILDCARD_NAME.test(after)));
  };
  return [...glob.matchAll(/\\./gsu)].some(isSeparator)
    ? {
        what: "has \\ between names",
        write: [glob.replaceAll(/\\+/g, "/")],
        example: '"src/**/*.ts"',
        ...(glob.includes("\\*") && { unless: '"[*]" for a * in a name' }),
      }
    : undefined;
}

/** Reads the glob up to its first bracket that is not closed, and finds what may separate globs outside of brackets. */
function findInStructure(glob: string): Mistake | undefined {
  const braces: number[] = [];
  const separators: { index: number }[] = [];
  let parentheses = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === "\\") {
      at += 1;
      parentheses += glob[at] === "(" ? 1 : 0;
    } else if (character === "[") {
      const component = glob.slice(0, endOfName(glob, at));
      const found = readClass(component, at);
      // `[]` is no class, but it is closed.
      if (found === undefined && !/^\[[!^]?\]/.test(component.slice(at))) {
        return unclosedClass(glob, at);
      }
      at = (found?.end ?? at + 1) - 1;
    } else if (character === "{") {
      braces.push(at);
    } else if (character === "}") {
      braces.pop();
    } else if (character === "(" || character === ")") {
      parentheses += character === "(" ? 1 : -1;
    } else if (character === "," || ((character === ";" || character === "|") && parentheses === 0)) {
      separators.push(...(braces.length === 0 ? [{ index: at }] : []));
    }
  }
  const [brace] = braces;
  return brace === undefined ? findSeveral(glob, separators) : unclosedBrace(glob, brace);
}

function unclosedClass(glob: string, start: number): Mistake {
  const name = /^\[[!^]?(?:\.\.\.|\[:\w+:\])?(?:[^\\*?./{},]|\\[^/])*/u.exec(glob.slice(start))?.[0] ?? "[";
  return {
    what: "has a [ that is not closed",
    write: [insert(glob, start + name.length, "]")],
    example: '"src/[id]/**"',
    unless: '"\\\\[" for a bracket in a name',
  };
}

function unclosedBrace(glob: string, start: number): Mistake {
  const end = endOfName(glob, Math.max(start, glob.lastIndexOf(",")));
  return {
    what: "has a { that is not closed",
    write: [insert(glob, end, "}")],
    example: '"*.{ts,tsx}"',
    unless: '"\\\\{" for a brace in a name',
  };
}

/** What is complete before a separator: it has a wildcard and more, it begins with a dot or `!`, or it has an extension. */
const COMPLETE = /[^*\s][*?]|[*?][^*\s]|^[.!]\w|\.[a-z]\w*$/i;

/** What directories are usually called. */
const WORD = /^[a-z_][\w-]+$/i;

/** A name may contain a comma: `Smith, John.pdf`, `main.c,v`, `docs/a,b.txt`. So the parts must look like globs of their own. */
function findSeveral(glob: string, separators: readonly { index: number }[]): Mistake | undefined {
  const parts = toParts(glob, separators);
  // What begins with a slash is one path, unless another part is a path, too.
  const looksWhole =
    !glob.startsWith("/") &&
    (parts.slice(0, -1).some((part) => COMPLETE.test(part)) || parts.every((part) => WORD.test(part)));
  const isList = looksWhole || parts.filter((part) => part.includes("/")).length > 1;
  return parts.length > 1 && isList && parts.every(({ length }) => length > 1)
    ? {
        what: "is several globs, which belong in a list",
        write: parts,
        example: '["*.md","*.txt"]',
        unless: `"\\\\${glob[separators[0]?.index ?? 0]}" for a name with that in it`,
      }
    : undefined;
}

/** `*.@(ts|tsx)`, as some shells have it. */
function findExtendedGlob(option: string, glob: string): Mistake | undefined {
  const extended = readExtendedGlob(glob);
  if (extended === undefined) {
    return undefined;
  }
  const { kept, negated } = extended;
  // Excluded, all but some of something can't be written: what is excluded is not included again.
  const isWritten = kept !== undefined && (negated === undefined || option === "include");
  return {
    what: "has a group in parentheses, which is no glob here",
    write: isWritten ? [kept] : [],
    ...(negated !== undefined && { negated: [negated] }),
    example: '"*.{ts,tsx}"',
    unless: '"\\\\(" for a parenthesis in a name',
  };
}

function findNegation(glob: string): Mistake | undefined {
  return /^!./su.test(glob)
    ? {
        what: "begins with !, but globs are not negated here",
        write: [],
        negated: [glob.slice(1)],
        example: '`exclude`: "*.test.ts"',
        unless: '"**/!…" for a name that begins with !',
      }
    : undefined;
}

/** What is between the separators, without spaces and quotes around it. */
function toParts(text: string, separators: Iterable<{ readonly index: number }>): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index } of [...separators, { index: text.length }]) {
    parts.push(
      text
        .slice(start, index)
        .trim()
        .replace(/^(["'])([^]*)\1$/, "$2"),
    );
    start = index + 1;
  }
  return parts.filter((part) => part !== "");
}

function endOfName(glob: string, from: number): number {
  const slash = glob.indexOf("/", from);
  return slash === -1 ? glob.length : slash;
}

function insert(text: string, at: number, inserted: string): string {
  return `${text.slice(0, at)}${inserted}${text.slice(at)}`;
}
