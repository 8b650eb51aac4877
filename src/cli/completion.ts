// `dirleaf completion <shell>`: scripts that complete commands, options and their values, made from the tables of commands and options.
import { allOptions, optionsOf, operandChoices, type Option } from "./option-table.ts";
import { chosenOperand } from "./parse-options.ts";
import { type CommandLine, type CommandName, COMMANDS, namedCommands } from "./command-line.ts";
import { UsageError } from "./usage-error.ts";

/** The script for the shell that was named. Throws a `UsageError`. */
export function renderCompletion(command: CommandLine): string {
  switch (chosenOperand(command, "one shell")) {
    case "bash":
      return renderBash();
    case "zsh":
      return renderZsh();
    case "fish":
      return renderFish();
    default:
      throw new UsageError("completion takes a shell: bash, zsh or fish", "completion");
  }
}

/** Whether the operands of a command are directories. Those of a search can be anything. */
function takesDirectories(name: CommandName): boolean {
  return name !== "find" && operandChoices(name).length === 0;
}

function isDirectory({ placeholder }: Option): boolean {
  return placeholder === "dir";
}

function flagsOf({ name, letter }: Option): string[] {
  return letter === undefined ? [`--${name}`] : [`--${name}`, `-${letter}`];
}

/** Works with the bash of macOS (3.2) too. */
function renderBash(): string {
  const names = namedCommands().map(({ name }) => name);
  const all = [...allOptions().values()];
  const choices = all.filter((option) => option.choices !== undefined);
  const texts = all.filter((option) => ["count", "text"].includes(option.kind) && !isDirectory(option));
  const commands = COMMANDS.map(({ name }) => {
    const options = optionsOf(name).flatMap(flagsOf).join(" ");
    return `    ${name}) options="${options}" words="${operandChoices(name).join(" ")}" ;;`;
  });
  return `# bash completion of dirleaf
_dirleaf() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command=list options="" words="" index
  compopt +o filenames 2>/dev/null
  COMPREPLY=()
  case "$previous" in
${choices.map((option) => `    ${flagsOf(option).join(" | ")}) words="${option.choices?.join(" ")}" ;;`).join("\n")}
    ${texts.flatMap(flagsOf).join(" | ")}) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${names.join(" | ")}) command="\${COMP_WORDS[index]}"; break ;;
      --) command=directory; break ;;
    esac
  done
  case "$command" in
${commands.join("\n")}
  esac
  case "$previous" in
    ${all.filter(isDirectory).flatMap(flagsOf).join(" | ")}) command=directory options="" words="" ;;
  esac
  if [[ $current == -* && $command != directory ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  elif [[ $command != find ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r index; do
      COMPREPLY+=("$index")
    done < <(compgen -d -- "$current")
    if [[ $command == list ]]; then
      COMPREPLY+=($(compgen -W "${names.join(" ")}" -- "$current"))
    fi
  fi
}
# For bash 3.2, which has no compopt: without it, names would not be quoted.
complete -o filenames -F _dirleaf dirleaf
`;
}

/** zsh can run bash's script through its own `bashcompinit`. */
function renderZsh(): string {
  return `autoload -Uz bashcompinit && bashcompinit\n${renderBash()}`;
}

function renderFish(): string {
  const named = namedCommands();
  const isNone = `not __fish_seen_subcommand_from ${named.map(({ name }) => name).join(" ")}`;
  const lines = named.map(({ name, help }) => `complete -c dirleaf -n "${isNone}" -a ${name} -d ${fishQuote(help)}`);
  for (const { name } of COMMANDS) {
    const start = `complete -c dirleaf -n "${name === "list" ? isNone : `__fish_seen_subcommand_from ${name}`}"`;
    const offered = takesDirectories(name) ? "(__fish_complete_directories)" : operandChoices(name).join(" ");
    lines.push(...optionsOf(name).map((option) => `${start} ${fishSpec(option)}`), `${start} -f -a "${offered}"`);
  }
  return `# fish completion of dirleaf\ncomplete -c dirleaf -e\n${lines.join("\n")}\n`;
}

function fishSpec(option: Option): string {
  const { name, letter, kind, choices, help } = option;
  const short = letter === undefined ? "" : `-s ${letter} `;
  const offered = isDirectory(option) ? "(__fish_complete_directories)" : choices?.join(" ");
  const value = kind === "flag" ? "" : offered === undefined ? " -x" : ` -x -a "${offered}"`;
  return `${short}-l ${name}${value} -d ${fishQuote(help || name)}`;
}

function fishQuote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
