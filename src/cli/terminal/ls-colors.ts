// The user's colours: the variable `LS_COLORS`, which GNU ls and its relatives read.
import type { ListDirEntry } from "../../render/listing.ts";
import { BLUE, CYAN, YELLOW } from "../colour.ts";

/** What decides on the colour of an entry. */
export interface Coloured extends Pick<ListDirEntry, "kind"> {
  /** The name, or a path that ends in it. */
  readonly path: string;
  /** The bits of its kind and permissions, if they are known. */
  readonly mode?: number | undefined;
}

/** The codes of an entry's colour; undefined if it has none. */
export type ColourOf = (entry: Coloured) => string | undefined;

const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["di", BLUE],
  ["ln", CYAN],
  ["pi", YELLOW],
  ["so", YELLOW],
  ["bd", YELLOW],
  ["cd", YELLOW],
]);

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
  const kinds = new Map(DEFAULTS);
  const endings: { readonly ending: string; readonly colour: string }[] = [];
  for (const part of (variable ?? "").split(":")) {
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
