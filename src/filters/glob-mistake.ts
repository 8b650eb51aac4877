// Refuses globs that would match nothing because they are written as in other tools, or not to their end. The listing would
// look empty and mislead a model; the refusal shows what to write instead.
import { GlobError, type GlobUnless } from "./glob-patterns.ts";
import { readGlob, type GlobToken } from "./glob-tokens.ts";

interface Mistake {
  readonly what: string;
  /** What to add to that where globs are values of JSON. */
  readonly inJson?: string;
  /** What to write instead. It may contain other mistakes. */
  readonly write: readonly string[];
  /** What to write instead of another glob with this mistake. */
  readonly example: string;
  /** What to write if nothing was wrong. */
  readonly unless?: GlobUnless;
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
      throw toError(option, glob, mistake);
    }
  }
}

function toError(option: string, glob: string, { what, inJson = "", example, unless }: Mistake): GlobError {
  const or = unless === undefined ? "" : `, or ${JSON.stringify(unless.glob)} ${unless.meaning}`;
  if (glob.length > LONGEST_SHOWN) {
    return new GlobError(`a glob ${what}${inJson}; write for instance ${example}${or}`);
  }
  const form = toRightForm(option, glob);
  const message = `${JSON.stringify(glob)} ${what}${inJson}; write ${renderForm(option, form)}${or}`;
  return new GlobError(message, { glob, what, ...form, unless });
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

function findBackslashes(glob: string): Mistake | undefined {
  // A glob with slashes is not a Windows path, so that `\*` in it is an escape.
  const hasSlashes = glob.includes("/");
  const isSeparator = ({ index }: { readonly index: number }) => {
    const after = glob.slice(index + 1);
    const isAfterStars = glob.endsWith("\\**", index) || (index === 2 && glob.startsWith("**"));
    // Where `\` is an escape, no letter comes after it.
    const isBeforeLetter = /^[\p{L}\p{N}_]/u.test(after);
    // `*`, `**`, `*.ts` or `*.{ts,tsx}` between backslashes, or after the last.
    const isBeforeWildcard = /^\*\*?(?:\.[\p{L}\p{N}.{,}]+)?(?:\\|$)/u.test(after);
    return isBeforeLetter || (!hasSlashes && index > 0 && (isAfterStars || isBeforeWildcard));
  };
  return [...glob.matchAll(/\\./gsu)].some(isSeparator)
    ? {
        what: "has \\ between names",
        write: [glob.replaceAll(/\\+/g, "/")],
        example: '"src/**/*.ts"',
        ...(glob.includes("\\*") && { unless: { glob: "[*]", meaning: "for a * in a name" } }),
      }
    : undefined;
}

/** Finds the first bracket that is not closed, or what separates globs outside of brackets. */
function findInStructure(glob: string): Mistake | undefined {
  const braces: number[] = [];
  const separators: { index: number }[] = [];
  let parentheses = 0;
  for (const token of readGlob(glob, "caller")) {
    const { at } = token;
    const character = signOf(token);
    // `[]` is no class, but it is closed.
    if (character === "[" && !/^\[[!^]?\]/.test(glob.slice(at))) {
      return unclosedClass(glob, at);
    }
    if (character === "{") {
      braces.push(at);
    } else if (character === "}") {
      braces.pop();
    } else if (character === "(" || glob.startsWith("\\(", at)) {
      parentheses += 1;
    } else if (character === ")") {
      parentheses -= 1;
    } else if (character === "," || ((character === ";" || character === "|") && parentheses === 0)) {
      separators.push(...(braces.length === 0 ? [{ index: at }] : []));
    }
  }
  const [brace] = braces;
  return brace === undefined ? findSeveral(glob, separators) : unclosedBrace(glob, brace);
}

/** The character of a token that may mean something here; empty for one that is escaped, and for a class. */
function signOf(token: GlobToken): string {
  switch (token.kind) {
    case "literal":
      return token.isEscaped ? "" : token.character;
    case "star":
      return "*";
    case "any":
      return "?";
    default:
      return "";
  }
}

function unclosedClass(glob: string, start: number): Mistake {
  const name = /^\[[!^]?(?:\.\.\.|\[:\w+:\])?(?:[^\\*?./{},]|\\[^/])*/u.exec(glob.slice(start))?.[0] ?? "[";
  return {
    what: "has a [ that is not closed",
    write: [insert(glob, start + name.length, "]")],
    example: '"src/[id]/**"',
    unless: { glob: "\\[", meaning: "for a bracket in a name" },
  };
}

function unclosedBrace(glob: string, start: number): Mistake {
  const end = endOfName(glob, Math.max(start, glob.lastIndexOf(",")));
  return {
    what: "has a { that is not closed",
    write: [insert(glob, end, "}")],
    example: '"*.{ts,tsx}"',
    unless: { glob: "\\{", meaning: "for a brace in a name" },
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
        what: "is several globs",
        inJson: ", which belong in a list",
        write: parts,
        example: '["*.md","*.txt"]',
        unless: { glob: `\\${glob[separators[0]?.index ?? 0]}`, meaning: "for a name with that in it" },
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
    unless: { glob: "\\(", meaning: "for a parenthesis in a name" },
  };
}

function findNegation(glob: string): Mistake | undefined {
  return /^!./su.test(glob)
    ? {
        what: "begins with !, but globs are not negated here",
        write: [],
        negated: [glob.slice(1)],
        example: '`exclude`: "*.test.ts"',
        unless: { glob: "**/!…", meaning: "for a name that begins with !" },
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

/** What a glob with groups in parentheses says, without them. */
export interface ExtendedGlob {
  /** What matches the same, or more if something is negated; undefined if that would be everything. */
  readonly kept: string | undefined;
  /** What is negated, by `!(…)`; undefined if nothing is. */
  readonly negated: string | undefined;
}

interface Group {
  /** The character before the parenthesis, if it is one that makes a group; else empty. */
  readonly sign: string;
  readonly open: number;
  readonly close: number;
  readonly bars: readonly number[];
}

/**
 * What a glob says that has extended globs of shells, `*.@(ts|tsx)`, written with braces; undefined if it has none. What may well be a
 * name is left alone: `*(1).pdf`, `app/(group)/**`.
 */
export function readExtendedGlob(glob: string): ExtendedGlob | undefined {
  const groups = findGroups(glob).filter((group) => isMeant(glob, group));
  if (groups.length === 0) {
    return undefined;
  }
  const negations = groups.filter(({ sign }) => sign === "!");
  const kept = rewrite(glob, groups, true);
  return {
    kept: negations.length > 0 && /^[*/]+$/.test(kept) ? undefined : kept,
    negated: negations.length > 0 ? rewrite(glob, groups, false) : undefined,
  };
}

/** The closed parentheses outside of classes. */
function findGroups(glob: string): Group[] {
  const groups: Group[] = [];
  const opened: { sign: string; open: number; bars: number[] }[] = [];
  let sign = "";
  for (const token of readGlob(glob, "caller")) {
    const character = signOf(token);
    if (character === "(") {
      opened.push({ sign, open: token.at, bars: [] });
    } else if (character === "|") {
      opened.at(-1)?.bars.push(token.at);
    } else if (character === ")") {
      const group = opened.pop();
      groups.push(...(group === undefined ? [] : [{ ...group, close: token.at }]));
    }
    sign = "@!+?*".includes(character) ? character : "";
  }
  return groups;
}

/** Whether a group is an extended glob rather than part of a name. Hardly any name has `|` in parentheses. */
function isMeant(glob: string, { sign, open, close, bars }: Group): boolean {
  const inside = glob.slice(open + 1, close);
  const before = glob.slice(0, open - sign.length);
  if (/^\|*$/.test(inside)) {
    return false;
  }
  if (bars.length > 0) {
    return true;
  }
  if (sign === "?") {
    // `*.ts?(x)`, `?(*.)test.ts`, but not `report?(copy).pdf`.
    return /[*[]/.test(inside) || (/^[a-z]+$/i.test(inside) && /[.\]][^./]*$/.test(before));
  }
  // `*.!(test).ts`, but not `Wow!(1).mp3`. `*(1).pdf` is what we match.
  return sign !== "" && sign !== "*" && /(?:^|[/.*{,(|])$/.test(before);
}

/** Writes groups with braces. `isKept`: what is negated becomes `*`. */
function rewrite(glob: string, groups: readonly Group[], isKept: boolean): string {
  const written = new Map<number, string>();
  for (const { sign, open, close, bars } of groups) {
    const isOptional = sign === "?" || sign === "*";
    const inside = glob.slice(open + 1, close);
    // One alternative in braces would be a name with braces.
    const hasBraces = isOptional || bars.length > 0;
    const isRepeatedClass = sign === "+" && /^\[[^\]]*\]$/.test(inside);
    written.set(open - sign.length, "");
    written.set(open, `${hasBraces ? "{" : ""}${isOptional ? "," : ""}`);
    written.set(close, hasBraces ? "}" : isRepeatedClass ? "*" : "");
    for (const bar of bars) {
      written.set(bar, ",");
    }
  }
  const hidden = isKept ? groups.filter(({ sign }) => sign === "!") : [];
  return glob
    .split("")
    .map((character, at) => {
      const group = hidden.find(({ open, close }) => at >= open && at <= close);
      if (group === undefined) {
        return written.get(at) ?? character;
      }
      // Beside another star it would read as `**`.
      const isBesideStar = glob[group.open - 2] === "*" || glob[group.close + 1] === "*";
      return at === group.open && !isBesideStar ? "*" : "";
    })
    .join("");
}
