// `dirleaf completion <shell>`: scripts that complete commands, options and their values, made from the option table.
import { COMMANDS, OPTIONS, optionsOf, type CommandLine, type OptionLine } from "./option-table.ts";

/** The script for a shell. */
export function renderCompletion(shell: string): string {
  switch (shell) {
    case "bash":
      return renderBash();
    case "zsh":
      return renderZsh();
    default:
      return renderFish();
  }
}

const NAMED = COMMANDS.filter(({ name }) => name !== "list");

function wordsOf({ name, words }: CommandLine): readonly string[] {
  return name === "help" ? NAMED.map((command) => command.name) : (words ?? []);
}

function flagsOf(option: OptionLine): string[] {
  return [`--${option.name}`, ...Array.from(option.short ?? "", (letter) => `-${letter}`)];
}

/** Works with the bash of macOS (3.2) too. */
function renderBash(): string {
  const values = OPTIONS.filter(({ choices }) => choices !== undefined).map(
    (option) => `    ${flagsOf(option).join(" | ")}) words="${option.choices?.join(" ")}" ;;`,
  );
  const others = OPTIONS.filter(({ type }) => type === "count" || type === "text").flatMap(flagsOf);
  const commands = COMMANDS.map((command) => {
    const options = optionsOf(command.name).flatMap(flagsOf).join(" ");
    return `    ${command.name}) options="${options}" words="${wordsOf(command).join(" ")}" ;;`;
  });
  return `# bash completion of dirleaf
_dirleaf() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command=list options="" words="" index
  case "$previous" in
${values.join("\n")}
    ${others.join(" | ")}) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${NAMED.map(({ name }) => name).join(" | ")}) command="\${COMP_WORDS[index]}"; break ;;
      --) command=directory; break ;;
    esac
  done
  case "$command" in
${commands.join("\n")}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=()
    while IFS= read -r index; do COMPREPLY+=("$index"); done < <(compgen -d -- "$current")
    if [[ $command == list ]]; then
      COMPREPLY+=($(compgen -W "${NAMED.map(({ name }) => name).join(" ")}" -- "$current"))
    fi
  fi
}
complete -F _dirleaf dirleaf
`;
}

function renderZsh(): string {
  const cases = NAMED.map((command) => {
    const words = wordsOf(command);
    const operand = words.length > 0 ? `'1:${command.name}:(${words.join(" ")})'` : "'*:directory:_files -/'";
    return `    ${command.name})
      _arguments -s \\
${zshSpecs(command).join("\n")}
        ${operand}
      ;;`;
  });
  return `#compdef dirleaf
# zsh completion of dirleaf
_dirleaf() {
  local -a commands
  commands=(
${NAMED.map(({ name, help }) => `    ${zshQuote(`${name}:${help.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  local index command=list
  for ((index = 2; index < CURRENT; index++)); do
    case $words[index] in
      ${NAMED.map(({ name }) => name).join("|")}) command=$words[index]; break ;;
      --) break ;;
    esac
  done
  # A command's own words are counted from it.
  if [[ $command != list ]]; then
    words=("\${(@)words[index,-1]}")
    (( CURRENT -= index - 1 ))
  fi
  case $command in
${cases.join("\n")}
    *)
      _arguments -s \\
${zshSpecs(COMMANDS[0] as CommandLine).join("\n")}
        '*: :_dirleaf_operand'
      ;;
  esac
}
_dirleaf_operand() {
  _describe -t commands command commands
  _files -/
}
if [[ $funcstack[1] == _dirleaf ]]; then
  _dirleaf "$@"
else
  compdef _dirleaf dirleaf
fi
`;
}

function zshSpecs(command: CommandLine): string[] {
  return optionsOf(command.name).map((option) => `        ${zshSpec(option)} \\`);
}

function zshSpec(option: OptionLine): string {
  const { help, type, value, choices, isRepeatable } = option;
  const text = `[${(help === "" ? option.name : help).replaceAll(/[[\]:]/g, "\\$&")}]`;
  const argument = type === "flag" ? "" : `:${value}:${choices === undefined ? "" : `(${choices.join(" ")})`}`;
  const star = isRepeatable === true ? "*" : "";
  return flagsOf(option)
    .map((flag) => zshQuote(`${star}${flag}${text}${argument}`))
    .join(" ");
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function renderFish(): string {
  const names = NAMED.map(({ name }) => name).join(" ");
  const lines = NAMED.map(
    ({ name, help }) =>
      `complete -c dirleaf -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${fishQuote(help)}`,
  );
  for (const command of COMMANDS) {
    const condition =
      command.name === "list"
        ? `not __fish_seen_subcommand_from ${names}`
        : `__fish_seen_subcommand_from ${command.name}`;
    for (const option of optionsOf(command.name)) {
      lines.push(`complete -c dirleaf -n "${condition}" ${fishSpec(option)}`);
    }
    const words = wordsOf(command);
    if (words.length > 0) {
      lines.push(`complete -c dirleaf -n "${condition}" -f -a "${words.join(" ")}"`);
    }
  }
  return `# fish completion of dirleaf
complete -c dirleaf -e
complete -c dirleaf -n "not __fish_seen_subcommand_from ${names}" -f -a "(__fish_complete_directories)"
${lines.join("\n")}
`;
}

function fishSpec({ name, short, type, choices, help }: OptionLine): string {
  const flag = `${Array.from(short ?? "", (letter) => `-s ${letter} `).join("")}-l ${name}`;
  const value = type === "flag" ? "" : choices === undefined ? " -x" : ` -x -a "${choices.join(" ")}"`;
  return `${flag}${value} -d ${fishQuote(help === "" ? name : help)}`;
}

function fishQuote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
