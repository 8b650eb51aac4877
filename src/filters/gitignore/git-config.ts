// Reads the syntax of git's configuration files.

/** What git treats as white space. `\s` would also match parts of letters: the text is bytes, and the last one of `à` is A0. */
const SPACE = /[ \t\n\r]/;

const SECTION = /\[([A-Za-z0-9.-]+)([ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|(?=\n)|$)/y;

/** What a character after `\` means in a value. A `\` at the end of a line continues the value on the next. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["t", "\t"],
  ["b", "\b"],
  ["n", "\n"],
  ["\\", "\\"],
  ['"', '"'],
]);

/**
 * The last value of a key in a section without a subsection, both named in lower case. `true` for a key without a value. Parsing stops
 * at the first syntax error, where git would refuse to work at all.
 */
export function readConfigValue(config: string, section: string, key: string): string | true | undefined {
  const text = config.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  let found: string | true | undefined;
  let isInSection = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SPACE.test(char)) {
      at += 1;
      continue;
    }
    if (char === "#" || char === ";") {
      at = lineEnd(text, at);
      continue;
    }
    const line = char === "[" ? SECTION : KEY;
    line.lastIndex = at;
    const match = line.exec(text);
    if (match === null) {
      break;
    }
    at += match[0].length;
    const name = match[1]?.toLowerCase();
    if (char === "[") {
      isInSection = match[2] === undefined && name === section;
    } else if (match[2] === "=") {
      const value = readValue(text, at);
      if (value === undefined) {
        break;
      }
      found = isInSection && name === key ? value.text : found;
      at = value.end;
    } else {
      found = isInSection && name === key ? true : found;
    }
  }
  return found;
}

/** A value as git reads a boolean; undefined for one that git would refuse to work with. */
export function toBoolean(value: string | true): boolean | undefined {
  if (value === true || /^(?:true|yes|on)$/i.test(value)) {
    return true;
  }
  if (/^(?:false|no|off|)$/i.test(value)) {
    return false;
  }
  return /^[-+]?(?:0x[0-9a-f]+|0[0-7]*|[1-9][0-9]*)[kmg]?$/i.test(value)
    ? /[1-9a-f]/i.test(value.replace(/^[-+]?0x|[kmg]$/gi, ""))
    : undefined;
}

/** The value that starts here and where its line ends, or undefined if it is malformed. */
function readValue(text: string, start: number): { text: string; end: number } | undefined {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  for (let at = start; ; at += 1) {
    const char = text[at] ?? "\n";
    if (char === "\n") {
      return isQuoted ? undefined : { text: value, end: at };
    }
    if (!isQuoted && SPACE.test(char)) {
      spaces += value === "" ? "" : char;
      continue;
    }
    if (!isQuoted && (char === "#" || char === ";")) {
      return { text: value, end: lineEnd(text, at) };
    }
    value += spaces;
    spaces = "";
    if (char === '"') {
      isQuoted = !isQuoted;
    } else if (char === "\\") {
      at += 1;
      const escaped = ESCAPES.get(text[at] ?? "\n");
      if (escaped === undefined) {
        return undefined;
      }
      value += escaped;
    } else {
      value += char;
    }
  }
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline;
}
