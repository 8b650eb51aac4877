// Reads git's configuration files.

/** The next comment, section or key. Sticky, so that a malformed file takes no longer. */
const LINE =
  /[ \t\n\r]*(?:[#;][^\n]*|\[([A-Za-z0-9.-]+)([ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|(?=\n)|$))/y;

/**
 * The last value of a key, given in lower case, in the section `core`; `true` for a key without a value. Reads up to the first
 * syntax error, where git would refuse to work at all.
 */
export function readConfigValue(config: string, key: string): string | true | undefined {
  const text = config.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  let value: string | true | undefined;
  let isInSection = false;
  LINE.lastIndex = 0;
  for (let line = LINE.exec(text); line !== null; line = LINE.exec(text)) {
    const [, header, subsection, name, equals] = line;
    if (header !== undefined) {
      isInSection = subsection === undefined && header.toLowerCase() === "core";
    }
    if (name === undefined) {
      continue;
    }
    const read = equals === "=" ? readValue(text, LINE.lastIndex) : { value: true as const, end: LINE.lastIndex };
    value = isInSection && name.toLowerCase() === key ? read.value : value;
    LINE.lastIndex = read.end;
  }
  return value;
}

/** What a character after `\` means. A `\` at the end of a line continues the value on the next. */
const ESCAPES: Readonly<Record<string, string>> = { "\n": "", n: "\n", t: "\t", b: "\b" };

/** The value that starts here, without quotes, escapes, comment and the spaces around it, and where its line ends. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  let isComment = false;
  for (let at = start; ; at += 1) {
    const character = text[at] ?? "\n";
    if (character === "\n") {
      return { value, end: at };
    }
    isComment ||= !isQuoted && /[#;]/.test(character);
    if (isComment) {
      continue;
    }
    if (!isQuoted && /[ \t\r]/.test(character)) {
      spaces += value === "" ? "" : character;
      continue;
    }
    value += spaces;
    spaces = "";
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === "\\") {
      at += 1;
      value += ESCAPES[text[at] ?? "\n"] ?? text[at];
    } else {
      value += character;
    }
  }
}
