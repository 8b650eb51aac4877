// What to tell users who type the options of other programs, or mistype ours.
import { suggest } from "../core/suggest.ts";
import type { CommandName } from "./command-line.ts";

const EVERYTHING =
  "-L <n> sets the levels, --all prints everything, and 'dirleaf map' shows the whole tree in a few lines";
const LEVELS = "-L <n> sets the levels";
const ALL_LEVELS = "a search goes through all levels; dirleaf -L <n> lists so many";
const DIRECTORIES = "--include '*/' lists directories alone";
const FOUND_DIRECTORIES = "a word that ends in / finds directories: dirleaf find 'src/'";
const GLOB = "a glob is a word like any other: dirleaf find '*.ts'";
const ENDING = "--include '*.ts' finds files by their ending";
const AGE = "dirleaf find --modified-within 2d finds what was modified since then";
const ROOT = "directories come after mcp: dirleaf mcp /repo";

/** By the option without the dashes before it: `-type` and `--type` mean the same. */
type Advice = Readonly<Record<string, string>>;

const EVERYWHERE: Advice = {
  "no-color": "--color never, or NO_COLOR=1, turns colours off",
  "no-ignore": "--gitignore off shows what git ignores like everything else",
  name: GLOB,
  iname: GLOB,
  path: GLOB,
  size: "dirleaf -l --sort size puts the largest first",
  mtime: AGE,
  "changed-within": AGE,
  e: ENDING,
  extension: ENDING,
};

const LISTING: Advice = {
  ...EVERYWHERE,
  R: EVERYTHING,
  recursive: EVERYTHING,
  T: EVERYTHING,
  tree: EVERYTHING,
  level: LEVELS,
  "max-depth": LEVELS,
  maxdepth: LEVELS,
  d: DIRECTORIES,
  type: DIRECTORIES,
  S: "-l --sort size puts the largest first",
  t: "-l --sort time puts the newest first",
  "1": "a listing has one entry on each line anyway",
  H: "-a shows dot names",
};

/** What does the same as well-known options of `ls`, `tree` and `eza`; for searches, of `find` and `fd`; and of other servers. */
const INSTEAD: Readonly<Partial<Record<CommandName, Advice>>> = {
  list: LISTING,
  map: LISTING,
  find: {
    ...EVERYWHERE,
    n: "--budget <n> sets how much is shown, in tokens",
    t: FOUND_DIRECTORIES,
    type: FOUND_DIRECTORIES,
    d: ALL_LEVELS,
    level: ALL_LEVELS,
    "max-depth": ALL_LEVELS,
    maxdepth: ALL_LEVELS,
    H: "dot names are found anyway",
  },
  mcp: {
    root: ROOT,
    roots: ROOT,
    stdio: "standard input and output are the default: leave it out",
  },
};

/** Advice on a word that is an option elsewhere; the parser may take it for several letters. */
export function adviseOnOption(command: CommandName, word: string): string | undefined {
  const { name } = /^--?(?<name>[^-=][^=]*)/.exec(word)?.groups ?? {};
  return name !== undefined && Object.hasOwn(INSTEAD[command] ?? {}, name) ? INSTEAD[command]?.[name] : undefined;
}

/** What to write instead of an unknown word, which may be one of the known words, mistyped. */
export function adviseOnWord(command: CommandName, word: string, known: readonly string[]): string | undefined {
  const meant = suggest(word, known);
  return adviseOnOption(command, word) ?? (meant && `did you mean '${meant}'?`);
}
