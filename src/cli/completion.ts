// `dirleaf completion <shell>`: scripts that complete commands, options and their values, made from the option table.
import { COMMANDS, allOptions, optionsOf, wordsOf, type CommandLine, type OptionLine } from "./option-table.ts";

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

/** Whether its operands are directories, which can be offered. */
function takesDirectories(command: CommandLine): boolean {
  return command.words === undefined && wordsOf(command.name).length === 0;
}

function isDirectory({ value }: OptionLine): boolean {
  return value === "dir";
}

function flagsOf(option: OptionLine): string[] {
  return [`--${option.name}`, ...Array.from(option.short ?? "", (letter) => `-${letter}`)];
}

/** The words that a value may be or hold: a listing takes `hyper` in a list of profiles, though not alone. */
function choicesOf({ name }: OptionLine): readonly string[] | undefined {
  return allOptions().find((option) => option.name === name)?.choices;
}

/** Works with the bash of macOS (3.2) too. */
function renderBash(): string {
  const values = allOptions()
    .filter(({ choices }) => choices !== undefined)
    .map((option) => `    ${flagsOf(option).join(" | ")}) words="${option.choices?.join(" ")}" ;;`);
  const others = allOptions()
    .filter((option) => (option.type === "count" || option.type === "text") && !isDirectory(option))
    .flatMap(flagsOf);
  const directories = allOptions().filter(isDirectory).flatMap(flagsOf);
  const unknown = COMMANDS.filter((command) => wordsOf(command.name).length === 0 && !takesDirectories(command));
  const commands = COMMANDS.map((command) => {
    const options = optionsOf(command.name).flatMap(flagsOf).join(" ");
    return `    ${command.name}) options="${options}" words="${wordsOf(command.name).join(" ")}" ;;`;
  });
  return `# bash completion of dirleaf
_dirleaf() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command=list options="" words="" index name=""
  compopt +o filenames 2>/dev/null
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
  case "$previous" in
    ${directories.join(" | ")}) command=value options="" words="" ;;
  esac
  if [[ $current == -* && $command != directory ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  elif [[ $command == ${unknown.map(({ name }) => name).join("|")} ]]; then
    COMPREPLY=()
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=()
    # A name may have line feeds in it, but no slashes.
    while IFS= read -r index; do
      name+=$index
      if [[ $name != *// ]]; then name+=$'\\n'; continue; fi
      name=\${name%//}
      # It would be taken for an option.
      if [[ $name == -* && $command != directory ]]; then name=./$name; fi
      COMPREPLY+=("$name")
      name=""
    done < <(compgen -d -S // -- "$current")
    if [[ $command == list ]]; then
      COMPREPLY+=($(compgen -W "${NAMED.map(({ name }) => name).join(" ")}" -- "$current"))
    fi
  fi
}
# For bash 3.2, which has no compopt: without it, names would not be quoted.
complete -o filenames -F _dirleaf dirleaf
`;
}

function renderZsh(): string {
  const cases = NAMED.map((command) => {
    const words = wordsOf(command.name);
    const others = takesDirectories(command) ? "'*:directory:_dirleaf_directories'" : "'*:word: '";
    const operand = words.length > 0 ? `'1:${command.name}:(${words.join(" ")})'` : others;
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
  _dirleaf_directories
}
# A name with a dash in front would be taken for an option: those are offered after ./ and --
_dirleaf_directories() {
  local -a dashed
  [[ -n $PREFIX || $words[(i)--] -lt $CURRENT ]] || dashed=('-*')
  _files -/ -F dashed
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
  const { help, type, value, isRepeatable } = option;
  const choices = choicesOf(option);
  const text = `[${(help === "" ? option.name : help).replaceAll(/[[\]:]/g, "\\$&")}]`;
  const offered = isDirectory(option) ? "_dirleaf_directories" : choices === undefined ? "" : `(${choices.join(" ")})`;
  const argument = type === "flag" ? "" : `:${value}:${offered}`;
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
    const words = wordsOf(command.name);
    const offered = takesDirectories(command) ? "(__dirleaf_directories)" : words.join(" ");
    lines.push(`complete -c dirleaf -n "${condition}" -f -a "${offered}"`);
  }
  return `# fish completion of dirleaf
complete -c dirleaf -e
function __dirleaf_directories
  # A name with a dash or a tilde in front would be taken for an option or for somebody's home: those are offered after ./
  set -l odd '^[-~]'
  string match -q '~*' -- (commandline -ct); and set odd '^-'
  for name in (__fish_complete_directories | string match -rv $odd | string replace -r '\\t.*' '')
    # Names with tabs or line feeds come in pieces, which are not there.
    if string match -q '~*' -- $name; or test -d $name
      printf "%s\\n" $name
    end
  end
end
${lines.join("\n")}
`;
}

function fishSpec(option: OptionLine): string {
  const { name, short, type, help } = option;
  const choices = choicesOf(option);
  const flag = `${Array.from(short ?? "", (letter) => `-s ${letter} `).join("")}-l ${name}`;
  const offered = isDirectory(option) ? "(__dirleaf_directories)" : choices?.join(" ");
  const value = type === "flag" ? "" : offered === undefined ? " -x" : ` -x -a "${offered}"`;
  return `${flag}${value} -d ${fishQuote(help === "" ? name : help)}`;
}

function fishQuote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
