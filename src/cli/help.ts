// What `dirleaf --help` prints: one screen.

export const HELP = `Usage: dirleaf [options] [dir]
       dirleaf [--profile <name>] call <tool> <json>

Lists a directory (default: the working directory) as an agent sees it.

Options:
  --depth <n>       levels to list (default 2)
  --limit <n>       entries to show at most (default 25)
  --offset <n>      number of the first entry to show (default 1)
  --order <order>   breadth: level by level (default); tree: depth first
  --after <path>    continue behind this entry, written as shown; order tree
  --profile <name>  leaf (default), codex-sorted or codex-breadth
  -h, --help        show this help

call runs a tool with the JSON that a model would send; '-' reads it from
standard input. Tools: list_dir, list_directory.

  dirleaf --depth 1 src
  dirleaf call list_directory '{"path":".","recursive":true}'

Exit codes: 0 answered, 1 answered with an error, 2 wrong usage.
`;
