// Options that fingers know from `ls`, `tree`, `eza` and `fd`, and what does the same here.

const LEVELS = "-L <n> sets the levels, --all prints everything, and 'dirleaf map' shows the whole tree in a few lines";

/** By the options that have the same answer. */
const INSTEAD: Readonly<Record<string, string>> = {
  "-R --recursive --recurse": LEVELS,
  "--tree -T": `a listing is a tree: ${LEVELS}`,
  "--level --max-depth --maxdepth": "-L <n> sets the levels",
  "-d -D --only-dirs": "--include '*/' lists directories alone, and -L <n> sets the levels",
  "--dirsfirst --group-directories-first":
    "on a terminal, directories come first where a directory does not fit on the page",
  "-1 --oneline": "-L 1 lists one level, with a line for each entry",
  "-F -p --classify": "a name already shows its kind: / for a directory, @ for a link",
  "-f --full-path": "--all --json prints whole paths",
  "-s --size --du --total-size": "-l shows sizes, and 'dirleaf map' how much is below each directory",
  "--human-readable": "-l shows sizes as 1.8K",
  "-S": "-l --sort size puts the largest first",
  "-t": "-l --sort time puts the newest first",
  "--no-color --no-colour --nocolor": "--color never, or NO_COLOR=1, turns colours off",
  "--almost-all -H": "-a shows dot names",
  "-u --unrestricted": "-a shows dot names, and --gitignore off what git ignores",
  "--git-ignore": "--gitignore omit leaves out what git ignores",
  "--no-ignore": "--gitignore off shows what git ignores like everything else",
  "-P -g --glob --pattern": "--include <glob> lists only what matches",
  "-e --extension": "--include '*.ts' lists only names that end so",
  "-E --ignore --ignore-glob": "-I <glob> leaves out what matches",
  "--max-results --filelimit --count": "-n <n> is the number of entries to show",
  "-J": "--json prints a line of JSON",
  "-o --output": "> file writes into a file",
};

/** What does the same as an option of another program; undefined if nothing does. */
export function insteadOf(option: string): string | undefined {
  return Object.entries(INSTEAD).find(([options]) => options.split(" ").includes(option))?.[1];
}
