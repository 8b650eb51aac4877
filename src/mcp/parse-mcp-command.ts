// The words after `dirleaf mcp` to options.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

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
  endpoint: { type: "string" },
  region: { type: "string" },
} as const;

/** The names of the options, for those who describe them. */
export const MCP_OPTION_NAMES: readonly string[] = Object.keys(MCP_OPTIONS);

const HTTP_OPTIONS = ["host", "port", "token", "token-file", "allow-host"] as const;

/** The command behind the words, or an `McpUsageError`. Relative paths are taken from `directory`. */
export function parseMcpCommand(argv: readonly string[], directory: string): McpCommand {
  const { values, positionals } = parseWords(argv);
  const profile = PROFILES.find((name) => name === (values.profile ?? "leaf"));
  if (profile === undefined) {
    throw new McpUsageError(`--profile must be one of ${PROFILES.join(", ")}, not '${values.profile}'`);
  }
  const tools: McpOptions = {
    workingDirectory: directory,
    roots:
      positionals.length === 0
        ? undefined
        : positionals.map((root) => (isStorePath(root) ? root : resolve(directory, root))),
    tools: values.tools?.split(",").map((name) => name.trim()),
    profile,
    deny: values.deny,
    structured: values["no-structured"] !== true,
    maxOutputBytes: parseCount("max-bytes", values["max-bytes"]),
    maxRunning: parseCount("max-running", values["max-running"]),
  };
  const store = { endpoint: values.endpoint, region: values.region };
  if (values.http !== true) {
    const unused = HTTP_OPTIONS.find((name) => values[name] !== undefined);
    if (unused !== undefined) {
      throw new McpUsageError(`--${unused} needs --http`);
    }
    return { tools, store };
  }
  const token = values.token ?? (values["token-file"] && readToken(resolve(directory, values["token-file"])));
  const port = parseCount("port", values.port);
  return { tools, store, http: { host: values.host, port, token, allowedHosts: values["allow-host"] } };
}

function parseWords(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: MCP_OPTIONS });
  } catch (error) {
    throw new McpUsageError((error as Error).message, { cause: error });
  }
}

function parseCount(name: string, value: string | undefined): number | undefined {
  if (value !== undefined && !/^\d{1,9}$/.test(value)) {
    throw new McpUsageError(`--${name} must be a whole number, not '${value}'`);
  }
  return value === undefined ? undefined : Number(value);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new McpUsageError(`--token-file can't be read: ${(error as Error).message}`, { cause: error });
  }
}
