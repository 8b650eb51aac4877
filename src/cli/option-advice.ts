// What to tell users who type the options of other programs, or mistype ours.
import { suggest } from "../core/suggest.ts";
import type { CommandName } from "./commands.ts";
import { quoteWord } from "./usage-error.ts";

/** What to write instead of an option. A function is given the option's value, if there is one, and may repeat it. */
type Advice = string | ((value?: string) => string);

const LEVELS = "-L <n> sets the levels, --all prints everything, and 'dirleaf map' shows the whole tree in a few lines";

const TREE = `a listing is a tree: ${LEVELS}`;
const DIRECTORIES = "--include '*/' lists directories alone";
const REVERSE = "there is no reverse order";
const DIRECTORIES_FIRST = "there is nothing like it: files and directories are sorted together";

const levels = (value = "") => (/^\d+$/.test(value) ? value : "<n>");
const depth: Advice = (value) => `-L ${levels(value)} sets the levels`;
const searchDepth: Advice = (value) => `a search goes through all levels, dirleaf -L ${levels(value)} lists so many`;
const glob: Advice = (value = "*.ts") => `a glob is a word like any other: dirleaf find ${quoteWord(value)}`;
const ending: Advice = (value = "ts") =>
  `--include ${quoteWord(value.replace(/^\.?/, "*."))} finds files by their ending`;
const age: Advice = (value = "") => {
  const [, count = "2", unit = "d"] = /^-?(\d+)([smhdw])?$/.exec(value) ?? [];
  return value.startsWith("+")
    ? "there is nothing like it for older files"
    : `dirleaf find --modified-within ${count}${unit} finds what was modified since then`;
};
const type =
  (directories: string): Advice =>
  (value = "") =>
    value.startsWith("f")
      ? "without words, dirleaf find shows files alone; with words also directories, which end in /"
      : directories;

const EVERYWHERE: Readonly<Record<string, Advice>> = {
  "--no-color": "--color never, or NO_COLOR=1, turns colours off",
  "--no-ignore": "--gitignore off shows what git ignores like everything else",
  "-name": glob,
  "-iname": glob,
  "-path": glob,
  "-size": "dirleaf -l --sort size puts the largest first",
  "-mtime": age,
  "--changed-within": age,
  "-e": ending,
  "--extension": ending,
};

const LISTING: Readonly<Record<string, Advice>> = {
  ...EVERYWHERE,
  "-R": LEVELS,
  "--recursive": LEVELS,
  "-T": TREE,
  "--tree": TREE,
  "--level": depth,
  "--max-depth": depth,
  "--maxdepth": depth,
  "-maxdepth": depth,
  "-d": DIRECTORIES,
  "--type": type(DIRECTORIES),
  "-type": type(DIRECTORIES),
  "-S": "-l --sort size puts the largest first",
  "-t": "-l --sort time puts the newest first",
  "-r": REVERSE,
  "--reverse": REVERSE,
  "--dirsfirst": DIRECTORIES_FIRST,
  "--group-directories-first": DIRECTORIES_FIRST,
  "-1": "a listing has one entry on each line anyway",
  "-H": "-a shows dot names",
};

const typeOfFound = type("a word that ends in / finds directories: dirleaf find 'src/'");
const root: Advice = (value = "/repo") => `directories come after mcp: dirleaf mcp ${quoteWord(value)}`;

/** What does the same as well-known options of `ls`, `tree` and `eza`; for searches, of `find` and `fd`; and of other servers. */
const INSTEAD: Readonly<Partial<Record<CommandName, Readonly<Record<string, Advice>>>>> = {
  list: LISTING,
  map: LISTING,
  find: {
    ...EVERYWHERE,
    "-n": "--budget <n> sets how much is shown, in tokens",
    "-t": typeOfFound,
    "--type": typeOfFound,
    "-type": typeOfFound,
    "-d": searchDepth,
    "--level": searchDepth,
    "--max-depth": searchDepth,
    "--maxdepth": searchDepth,
    "-maxdepth": searchDepth,
    "-H": "dot names are found anyway",
  },
  mcp: {
    "--root": root,
    "--roots": root,
    "--stdio": "standard input and output are the default: leave it out",
  },
};

/** Whether there is advice on a word that the parser may take for several letters. */
export function isWellKnown(command: CommandName, word: string): boolean {
  return INSTEAD[command]?.[word] !== undefined;
}

/** What to write instead of an unknown word, which may be one of the known words, mistyped. `value`: what followed it. */
export function adviseOnWord(
  command: CommandName,
  {
    word,
    known,
    value,
  }: { readonly word: string; readonly known: readonly string[]; readonly value?: string | undefined },
): string | undefined {
  const advice = INSTEAD[command]?.[word];
  if (advice !== undefined) {
    return typeof advice === "function" ? advice(value) : advice;
  }
  const meant = suggest(word, known);
  return meant === undefined ? undefined : `did you mean '${meant}'?`;
}
