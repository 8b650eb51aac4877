// Options that fingers know from `ls`, `tree`, `eza` and `fd`, and what does the same here.

const LEVELS = "-L <n> sets the levels, --all prints everything, and 'dirleaf map' shows the whole tree in a few lines";
const ONE_LEVEL_TREE = `a listing is a tree: ${LEVELS}`;
const KINDS = "a name already shows its kind: / for a directory, @ for a link";
const SIZES = "-l shows sizes, and 'dirleaf map' how much is below each directory";
const DIRECTORIES = "--include '*/' lists directories alone, and -L <n> sets the levels";
const FIRST = "on a terminal, directories come first where a directory does not fit on the page";

const INSTEAD: Readonly<Record<string, string>> = {
  "-R": LEVELS,
  "--recursive": LEVELS,
  "--recurse": LEVELS,
  "--tree": ONE_LEVEL_TREE,
  "-T": ONE_LEVEL_TREE,
  "--level": "-L <n> sets the levels",
  "--max-depth": "-L <n> sets the levels",
  "--maxdepth": "-L <n> sets the levels",
  "-d": DIRECTORIES,
  "-D": DIRECTORIES,
  "--only-dirs": DIRECTORIES,
  "--dirsfirst": FIRST,
  "--group-directories-first": FIRST,
  "-1": "-L 1 lists one level, with a line for each entry",
  "--oneline": "-L 1 lists one level, with a line for each entry",
  "-F": KINDS,
  "-p": KINDS,
  "--classify": KINDS,
  "-f": "--all --json prints whole paths",
  "--full-path": "--all --json prints whole paths",
  "-s": SIZES,
  "--size": SIZES,
  "--du": SIZES,
  "--total-size": SIZES,
  "--human-readable": "-l shows sizes as 1.8K",
  "-S": "-l --sort size puts the largest first",
  "-t": "-l --sort time puts the newest first",
  "--no-color": "--color never, or NO_COLOR=1, turns colours off",
  "--no-colour": "--color never, or NO_COLOR=1, turns colours off",
  "--nocolor": "--color never, or NO_COLOR=1, turns colours off",
  "--almost-all": "-a shows dot names",
  "-H": "-a shows dot names",
  "-u": "-a shows dot names, and --gitignore off what git ignores",
  "--unrestricted": "-a shows dot names, and --gitignore off what git ignores",
  "--git-ignore": "--gitignore omit leaves out what git ignores",
  "--no-ignore": "--gitignore off shows what git ignores like everything else",
  "-P": "--include <glob> lists only what matches",
  "-g": "--include <glob> lists only what matches",
  "--glob": "--include <glob> lists only what matches",
  "--pattern": "--include <glob> lists only what matches",
  "-e": "--include '*.ts' lists only names that end so",
  "--extension": "--include '*.ts' lists only names that end so",
  "-E": "-I <glob> leaves out what matches",
  "--ignore": "-I <glob> leaves out what matches",
  "--ignore-glob": "-I <glob> leaves out what matches",
  "--max-results": "-n <n> is the number of entries to show",
  "--filelimit": "-n <n> is the number of entries to show",
  "--count": "-n <n> is the number of entries to show",
  "-J": "--json prints a line of JSON",
  "-o": "> file writes into a file",
  "--output": "> file writes into a file",
};

/** What does the same as an option of another program; undefined if nothing does. */
export function insteadOf(option: string): string | undefined {
  return Object.hasOwn(INSTEAD, option) ? INSTEAD[option] : undefined;
}
