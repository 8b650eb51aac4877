// Parses the words after `dirleaf mcp` into options.
import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";

import { AT_LEAST_ONE, checkOption, type OptionRule } from "../listing/check-options.ts";
import { isEndpoint, isStorePath, type StoreAddress } from "../listing/open-stores.ts";
import type { HttpOptions } from "../mcp/http-settings.ts";
import { SERVER_RULES, type McpOptions } from "../mcp/mcp-settings.ts";
import type { ServerProcess } from "../mcp/server-process.ts";
import { ROUTER_RULES } from "../tools/create-tool-router.ts";
import { PROFILE_RULE } from "../tools/profile.ts";
import type { Profile, ToolDefaults } from "../tools/tool-declaration.ts";
import { OPTIONS } from "./option-table.ts";
import { splitList } from "./parse-options.ts";

export interface McpCommand {
  readonly tools: McpOptions;
  readonly store: StoreAddress;
  /** Whether to offer the page. */
  readonly ui: boolean;
  /** Set if the server listens on HTTP instead of the standard streams. */
  readonly http?: HttpOptions;
  /** What the operator should change, although the server can start. */
  readonly warning?: string;
}

/** The words make no sense. */
export class McpUsageError extends Error {
  override readonly name = "McpUsageError";
}

const FLAG = { type: "boolean" } as const;

/** Where the token may be, besides in an option. */
const TOKEN_VARIABLE = "DIRLEAF_TOKEN";

const VISIBLE_TOKEN = `all users of this machine can read what --token was given; use --token-file or ${TOKEN_VARIABLE}`;

const HTTP_OPTIONS = ["host", "port", "token", "token-file", "allow-host", "address-limit"] as const;

/** Returns the working directory, or throws if it was removed. */
type FindDirectory = () => string;

/**
 * Returns the command. Throws an `McpUsageError`, or a `TypeError` for an invalid option. Relative paths are relative to the
 * working directory.
 */
export function parseMcpCommand(
  argv: readonly string[],
  findDirectory: FindDirectory,
  env: ServerProcess["env"] = {},
): McpCommand {
  const { flags, texts, roots } = parseWords(argv);
  const text = (name: string) => texts.get(name)?.at(-1);
  const profile = splitList(text("profile") ?? "leaf") as Profile[];
  checkOption("--profile", profile, PROFILE_RULE);
  const names = text("tools");
  const tools: McpOptions = {
    workingDirectory: roots.length === 0 ? directoryOf(".", findDirectory) : tryDirectory(findDirectory),
    roots:
      roots.length === 0
        ? undefined
        : roots.map((root) => (isStorePath(root) ? root : directoryOf(root, findDirectory))),
    tools: names === undefined ? undefined : splitList(names),
    profile,
    deny: texts.get("deny"),
    defaults: parseDefaults(flags, texts),
    structured: !flags.has("no-structured"),
    ...(flags.has("no-cache") && { cacheBytes: 0 }),
    maxIndexed: parseCount("max-indexed", text("max-indexed"), ROUTER_RULES.maxIndexed),
    maxOutputBytes: parseCount("max-bytes", text("max-bytes"), ROUTER_RULES.maxOutputBytes),
    maxRunning: parseCount("max-running", text("max-running"), SERVER_RULES.maxRunning),
  };
  const store = { endpoint: text("endpoint"), region: text("region") };
  if (store.endpoint !== undefined && !isEndpoint(store.endpoint)) {
    throw new McpUsageError(`--endpoint must be an http:// or https:// URL, not '${store.endpoint}'`);
  }
  const ui = flags.has("ui");
  if (!flags.has("http")) {
    const unused = HTTP_OPTIONS.find((name) => texts.has(name));
    if (unused !== undefined) {
      throw new McpUsageError(`--${unused} needs --http`);
    }
    return { tools, store, ui };
  }
  const http: HttpOptions = {
    host: text("host"),
    port: parseCount("port", text("port")),
    token: text("token") ?? readToken(text("token-file"), findDirectory, env),
    allowedHosts: texts.get("allow-host"),
    maxPerAddress: parseCount("address-limit", text("address-limit"), SERVER_RULES.maxRunning),
  };
  return { tools, store, ui, http, ...(texts.has("token") && { warning: VISIBLE_TOKEN }) };
}

interface ParsedWords {
  readonly flags: ReadonlySet<string>;
  /** The values of the other options, in the order in which they were given. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly roots: readonly string[];
}

function parseWords(argv: readonly string[]): ParsedWords {
  const known = OPTIONS.filter(({ commands, name }) => commands.includes("mcp") && name !== "help");
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(
        known.map(({ name, type }) => [name, type === "flag" ? FLAG : { type: "string", multiple: true }] as const),
      ),
    });
    const given = Object.entries(values as Record<string, true | string[]>);
    const texts = new Map(given.flatMap(([name, value]) => (value === true ? [] : [[name, value]])));
    refuseEmpty(texts, positionals);
    return { flags: new Set(given.map(([name]) => name)), texts, roots: positionals };
  } catch (error) {
    throw error instanceof McpUsageError ? error : new McpUsageError((error as Error).message, { cause: error });
  }
}

/** The defaults of `list_dir` arguments that were given as options. */
function parseDefaults(flags: ParsedWords["flags"], texts: ParsedWords["texts"]): ToolDefaults {
  const defaults: Record<string, unknown> = {};
  for (const { name, type, argument, choices } of OPTIONS.filter(({ commands }) => commands.includes("mcp"))) {
    const value = texts.get(name)?.at(-1);
    if (argument === undefined || !(flags.has(name) || value !== undefined)) {
      continue;
    }
    if (value !== undefined && choices?.includes(value) === false) {
      throw new McpUsageError(`--${name} must be one of ${choices.join(", ")}, not '${value}'`);
    }
    defaults[argument.field] = type === "count" ? parseCount(name, value, AT_LEAST_ONE) : (value ?? argument.flag);
  }
  return defaults;
}

/** An empty value is most likely an unset shell variable. */
function refuseEmpty(texts: ParsedWords["texts"], roots: readonly string[]): void {
  const empty = [...texts].find(([, values]) => values.includes(""));
  if (empty !== undefined) {
    throw new McpUsageError(`--${empty[0]} must not be empty`);
  }
  if (roots.includes("")) {
    throw new McpUsageError("a root must not be empty");
  }
}

function parseCount(name: string, value: string | undefined, rule?: OptionRule): number | undefined {
  if (value !== undefined && !/^\d{1,9}$/.test(value)) {
    throw new McpUsageError(`--${name} must be a whole number, not '${value}'`);
  }
  const count = value === undefined ? undefined : Number(value);
  if (rule !== undefined) {
    checkOption(`--${name}`, count, rule);
  }
  return count;
}

function directoryOf(name: string, findDirectory: FindDirectory): string {
  if (isAbsolute(name)) {
    return resolve(name);
  }
  const directory = tryDirectory(findDirectory);
  if (directory === undefined) {
    throw new McpUsageError("the working directory is gone; give absolute paths");
  }
  return resolve(directory, name);
}

function tryDirectory(findDirectory: FindDirectory): string | undefined {
  try {
    return findDirectory();
  } catch {
    return undefined;
  }
}

/** The token in a file, or else in the environment. */
function readToken(
  file: string | undefined,
  findDirectory: FindDirectory,
  env: ServerProcess["env"],
): string | undefined {
  if (file === undefined) {
    if (env[TOKEN_VARIABLE] === "") {
      throw new McpUsageError(`${TOKEN_VARIABLE} must not be empty`);
    }
    return env[TOKEN_VARIABLE];
  }
  try {
    return readFileSync(directoryOf(file, findDirectory), "utf8").trim();
  } catch (error) {
    throw new McpUsageError(`--token-file can't be read: ${(error as Error).message}`, { cause: error });
  }
}
