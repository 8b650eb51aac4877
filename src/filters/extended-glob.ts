// The extended globs of shells, `*.@(ts|tsx)`. Our globs don't have them, so they would match nothing: this finds them and
// writes them with braces. What may well be a name is left alone: `*(1).pdf`, `app/(group)/**`.
import { readClass } from "./glob-class.ts";

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

/** What the glob says, in our language; undefined if it has no extended globs. */
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
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at] as string;
    if (character === "(") {
      opened.push({ sign, open: at, bars: [] });
    } else if (character === "|") {
      opened.at(-1)?.bars.push(at);
    } else if (character === ")") {
      const group = opened.pop();
      groups.push(...(group === undefined ? [] : [{ ...group, close: at }]));
    } else if (character === "\\") {
      at += 1;
    } else if (character === "[") {
      at += (readClass(glob.slice(at).split("/", 1)[0] as string, 0)?.end ?? 1) - 1;
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
