// Colours for people: whether there are any, which ones, and the user's own in the variable `LS_COLORS`, which GNU ls reads, too.
import type { ListDirEntry } from "../render/listing.ts";
import type { TypedOptions } from "./parse-command.ts";
import type { SpanStyle } from "./spans.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";

const RED = "31";
export const FAINT = "2";
/** What fits the words of a search: as `grep` shows it. */
export const MATCHED = "1;31";

/** The codes of the colour for an entry of this kind and name, or of a path that ends in the name; undefined if it has none. */
export type ColourOf = (entry: Pick<ListDirEntry, "kind" | "path">) => string | undefined;

/** How lines look: their width, and their colours. */
export interface Look extends SpanStyle {
  readonly colourOf: ColourOf;
}

export function lookOf(options: TypedOptions, host: TerminalProcess): Look {
  const color = options.last("color") ?? "auto";
  const { NO_COLOR, TERM, LS_COLORS } = host.env;
  // https://no-color.org: any value except the empty one.
  const isWanted = isTerminal(host.output) && !NO_COLOR && TERM !== "dumb";
  return {
    columns: windowOf(host.output).columns,
    isColoured: color === "always" || (color === "auto" && isWanted),
    colourOf: readLsColors(LS_COLORS),
  };
}

/** The colour of a mark: some say that nothing is wrong. */
export function markColour(mark: string): string {
  return ["[ignored]", "[empty]"].includes(mark) ? FAINT : RED;
}

/** Our own colours, in the words of `LS_COLORS`: directories blue, links cyan, what is no file yellow. */
const OURS = "di=1;34:ln=36:pi=33";

const KEYS = { directory: "di", symlink: "ln", other: "pi", file: "fi" } as const;

/** The colours that the variable asks for; our own where it says nothing. */
export function readLsColors(variable: string = ""): ColourOf {
  const colours = new Map<string, string>();
  const endings: { readonly ending: string; readonly colour: string }[] = [];
  // Numbers and semicolons only: anything else would reach the terminal as it is.
  for (const [, star, key = "", colour = ""] of `${OURS}:${variable}`.matchAll(
    /(?<![^:])(\*?)([^=:]+)=(\d[\d;]*)(?![^:])/g,
  )) {
    if (star === "*") {
      endings.unshift({ ending: key.toLowerCase(), colour });
    } else {
      colours.set(key, /^0+$/.test(colour) ? "" : colour);
    }
  }
  return ({ kind, path }) => {
    const name = path.toLowerCase();
    const ending = kind === "file" ? endings.find((each) => name.endsWith(each.ending)) : undefined;
    return ending?.colour ?? (colours.get(KEYS[kind]) || undefined);
  };
}
