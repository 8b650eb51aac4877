// Colours for people: whether there are any, which ones, and the user's own in the variable `LS_COLORS`, which GNU ls and its
// relatives read, too.
import type { ListDirEntry } from "../render/listing.ts";
import type { ListCommand } from "./parse-command.ts";
import type { SpanStyle } from "./spans.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";

const RED = "31";
export const FAINT = "2";
/** What fits the words of a search: as `grep` shows it. */
export const MATCHED = "1;31";

/** What decides on the colour of an entry. */
export interface Coloured extends Pick<ListDirEntry, "kind"> {
  /** The name, or a path that ends in it. */
  readonly path: string;
  /** The bits of its kind and permissions, if they are known. */
  readonly mode?: number | undefined;
}

/** The codes of an entry's colour; undefined if it has none. */
export type ColourOf = (entry: Coloured) => string | undefined;

/** How lines look: their width, and their colours. */
export interface Look extends SpanStyle {
  readonly colourOf: ColourOf;
}

/** How the lines of a command look. In a pipe they have any width, and our own colours if the user asked for some. */
export function lookOf({ color }: Pick<ListCommand, "color">, host: TerminalProcess): Look {
  if (!isTerminal(host.output)) {
    return { ...pipeLook(), isColoured: color === "always" };
  }
  const isColoured = color === "always" || (color === "auto" && hasColours(host.env));
  return { columns: windowOf(host.output).columns, isColoured, colourOf: readLsColors(host.env["LS_COLORS"]) };
}

/** How coloured lines look in a pipe: our own colours, since those of the user are for the terminal. */
export function pipeLook(): Look {
  return { columns: undefined, isColoured: true, colourOf: readLsColors(undefined) };
}

/** Whether a terminal shows colours, and its user wants them. https://no-color.org: any value except the empty one. */
function hasColours(env: TerminalProcess["env"]): boolean {
  return (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** The colour of a mark: some say that nothing is wrong. */
export function markColour(mark: string): string {
  return ["[ignored]", "[empty]", "[no match]", "[dot names only]"].includes(mark) ? FAINT : RED;
}

/** Our own colours, in the words of `LS_COLORS`: directories blue, links cyan, what is no file yellow. */
const OURS = "di=1;34:ln=36:pi=33:so=33:bd=33:cd=33";

/** Kinds of what is neither file, directory nor link, by the bits of `st_mode`. */
const OTHER_KINDS: ReadonlyMap<number, string> = new Map([
  [0o010000, "pi"],
  [0o140000, "so"],
  [0o060000, "bd"],
  [0o020000, "cd"],
]);
const KIND_BITS = 0o170000;
const EXECUTABLE_BITS = 0o111;

/** Numbers and semicolons. Anything else would reach the terminal as it is. */
const CODES = /^\d[\d;]*$/;

/** The colours that the variable asks for; our own where it is not set. */
export function readLsColors(variable: string | undefined): ColourOf {
  const kinds = new Map<string, string>();
  const endings: { readonly ending: string; readonly colour: string }[] = [];
  for (const part of `${OURS}:${variable ?? ""}`.split(":")) {
    const [, isEnding, key = "", colour = ""] = /^(\*?)([^=]+)=(.*)$/.exec(part) ?? [];
    if (isEnding === "*" && CODES.test(colour)) {
      endings.unshift({ ending: key.toLowerCase(), colour });
    } else if (CODES.test(colour)) {
      kinds.set(key, colour);
    }
  }
  const colourOf = (key: string) => {
    const colour = kinds.get(key);
    return colour === undefined || /^0+$/.test(colour) ? undefined : colour;
  };
  return ({ kind, path, mode = 0 }) => {
    switch (kind) {
      case "directory":
        return colourOf("di");
      case "symlink":
        return colourOf("ln");
      case "other":
        return colourOf(OTHER_KINDS.get(mode & KIND_BITS) ?? "pi");
      case "file": {
        const isExecutable = (mode & EXECUTABLE_BITS) !== 0 && kinds.has("ex");
        const name = path.toLowerCase();
        return isExecutable
          ? colourOf("ex")
          : (endings.find(({ ending }) => name.endsWith(ending))?.colour ?? colourOf("fi"));
      }
    }
  };
}
