// The words after `dirleaf mcp` to options.
import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";

import { checkOption, ROUTER_RULES, SERVER_RULES, type OptionRule } from "../tools/check-options.ts";
import { PROFILES } from "../tools/list-dir-tool.ts";
import { isStorePath, type StoreAddress } from "../tools/open-stores.ts";
import type { HttpOptions } from "./http-settings.ts";
import type { McpOptions } from "./mcp-settings.ts";

export interface McpCommand {
  readonly tools: McpOptions;
  readonly store: StoreAddress;
  /** Set where the server listens on HTTP instead of the standard streams. */
  readonly http?: HttpOptions;
}

/** The words make no sense. */
export class McpUsageError extends Error {
  override readonly name = "McpUsageError";
}

/** The options of `dirleaf mcp`. What they mean stands in the command line's table of options. */
const MCP_OPTIONS = {
  tools: { type: "string" },
  profile: { type: "string" },
  deny: { type: "string", multiple: true },
  "no-structured": { type: "boolean" },
  "max-bytes": { type: "string" },
  "max-running": { type: "string" },
  http: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  token: { type: "string" },
  "token-file": { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "address-limit": { type: "string" },
  endpoint: { type: "string" },
  region: { type: "string" },
} as const;

/** The names of the options, for those who describe them. */
export const MCP_OPTION_NAMES: readonly string[] = Object.keys(MCP_OPTIONS);

const HTTP_OPTIONS = ["host", "port", "token", "token-file", "allow-host", "address-limit"] as const;

/** Gives the working directory, or throws if it was removed. */
type FindDirectory = () => string;

/**
 * The command behind the words. Throws an `McpUsageError`, or a `TypeError` for an option that is not what it must be.
 * Relative paths are taken from the working directory.
 */
export function parseMcpCommand(argv: readonly string[], findDirectory: FindDirectory): McpCommand {
  const { values, positionals } = parseWords(argv);
  refuseEmpty(values, positionals);
  const profile = PROFILES.find((name) => name === (values.profile ?? "leaf"));
  if (profile === undefined) {
    throw new McpUsageError(`--profile must be one of ${PROFILES.join(", ")}, not '${values.profile}'`);
  }
  const names = values.tools?.split(",").map((name) => name.trim());
  checkOption("--tools", names, SERVER_RULES.tools);
  const tools: McpOptions = {
    workingDirectory: positionals.length === 0 ? directoryOf(".", findDirectory) : tryDirectory(findDirectory),
    roots:
      positionals.length === 0
        ? undefined
        : positionals.map((root) => (isStorePath(root) ? root : directoryOf(root, findDirectory))),
    tools: names,
    profile,
    deny: values.deny,
    structured: values["no-structured"] !== true,
    maxOutputBytes: parseCount("max-bytes", values["max-bytes"], ROUTER_RULES.maxOutputBytes),
    maxRunning: parseCount("max-running", values["max-running"], SERVER_RULES.maxRunning),
  };
  const store = { endpoint: values.endpoint, region: values.region };
  if (values.endpoint !== undefined && !URL.canParse(values.endpoint)) {
    throw new McpUsageError(`--endpoint must be a URL, not '${values.endpoint}'`);
  }
  if (values.http !== true) {
    const unused = HTTP_OPTIONS.find((name) => values[name] !== undefined);
    if (unused !== undefined) {
      throw new McpUsageError(`--${unused} needs --http`);
    }
    return { tools, store };
  }
  const { "token-file": tokenFile } = values;
  const http: HttpOptions = {
    host: values.host,
    port: parseCount("port", values.port),
    token: values.token ?? (tokenFile && readToken(directoryOf(tokenFile, findDirectory))),
    allowedHosts: values["allow-host"],
    maxPerAddress: parseCount("address-limit", values["address-limit"], SERVER_RULES.maxRunning),
  };
  return { tools, store, http };
}

function parseWords(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: MCP_OPTIONS });
  } catch (error) {
    throw new McpUsageError((error as Error).message, { cause: error });
  }
}

/** An empty value is most likely a shell variable that was not set. */
function refuseEmpty(values: Readonly<Record<string, unknown>>, roots: readonly string[]): void {
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(""));
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

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new McpUsageError(`--token-file can't be read: ${(error as Error).message}`, { cause: error });
  }
}
