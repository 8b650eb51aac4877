// What `dirleaf mcp` was asked for, as options of the server. Relative paths become absolute here.
import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

import { AT_LEAST_ONE, checkOption, type OptionRule } from "../tooling/check-options.ts";
import { toAbsolutePlaces } from "../listing/listing-guard.ts";
import { isStorePath } from "../listing/open-stores.ts";
import type { HttpOptions } from "../mcp/http-settings.ts";
import { SERVER_RULES, type McpOptions } from "../mcp/mcp-settings.ts";
import type { ServerProcess } from "./terminal-process.ts";
import { ROUTER_RULES } from "../tools/create-tool-router.ts";
import { PROFILE_RULE } from "../tools/profile.ts";
import { optionsOf } from "./option-table.ts";
import type { ServerCommand } from "./parse-command.ts";
import { lastOf, splitList, type OptionValues } from "./parse-options.ts";
import { UsageError } from "./usage-error.ts";

export interface McpPlan {
  readonly tools: McpOptions;
  /** Set if the server listens on HTTP instead of the standard streams. */
  readonly http?: HttpOptions;
  /** What the operator should change, although the server can start. */
  readonly warning?: string;
}

/** Where the token may be, besides in an option. */
const TOKEN_VARIABLE = "DIRLEAF_TOKEN";

const VISIBLE_TOKEN = `all users of this machine can read what --token was given; use --token-file or ${TOKEN_VARIABLE}`;

const HTTP_OPTIONS = ["host", "port", "token", "token-file", "allow-host"] as const;

/** Returns the options. Throws a `UsageError`, or a `TypeError` for an invalid option. */
export function toMcpOptions(
  { roots, values }: ServerCommand<"mcp">,
  host: Pick<ServerProcess, "cwd" | "env">,
): McpPlan {
  const { flags, texts, profiles } = values;
  const names = lastOf(values, "tools");
  checkOption("--profile", profiles, PROFILE_RULE);
  checkDefaults(values);
  const tools: McpOptions = {
    // Where roots are named, relative paths of calls are not taken from where somebody happened to start the server.
    ...(roots.length === 0 && { workingDirectory: absolutePath(".", host) }),
    roots: roots.length === 0 ? undefined : roots.map((root) => (isStorePath(root) ? root : absolutePath(root, host))),
    tools: names === undefined ? undefined : splitList(names),
    profile: profiles,
    deny: toAbsolutePlaces({ deny: texts.get("deny"), workingDirectory: tryDirectory(host) }).deny,
    defaults: values.toolArguments,
    structured: !flags.has("no-structured"),
    ...(flags.has("no-cache") && { cacheBytes: 0 }),
    maxIndexed: countOf(values, "max-indexed", ROUTER_RULES.maxIndexed),
    maxOutputBytes: countOf(values, "max-bytes", ROUTER_RULES.maxOutputBytes),
    maxRunning: countOf(values, "max-running", SERVER_RULES.maxRunning),
  };
  if (!flags.has("http")) {
    const unused = HTTP_OPTIONS.find((name) => texts.has(name));
    if (unused !== undefined) {
      throw new UsageError(`--${unused} needs --http`, "mcp");
    }
    return { tools };
  }
  const http: HttpOptions = {
    host: lastOf(values, "host"),
    port: countOf(values, "port"),
    token: lastOf(values, "token") ?? readToken(lastOf(values, "token-file"), host),
    allowedHosts: texts.get("allow-host"),
  };
  return { tools, http, ...(texts.has("token") && { warning: VISIBLE_TOKEN }) };
}

function countOf(values: OptionValues, name: string, rule?: OptionRule): number | undefined {
  const text = lastOf(values, name);
  const count = text === undefined ? undefined : Number(text);
  if (rule !== undefined) {
    checkOption(`--${name}`, count, rule);
  }
  return count;
}

/** Checks the options that are defaults of arguments here, so that a wrong one is called by the option's name. */
function checkDefaults(values: OptionValues): void {
  for (const { name, type, argument } of optionsOf("mcp")) {
    if (type === "count" && argument !== undefined) {
      countOf(values, name, AT_LEAST_ONE);
    }
  }
}

function absolutePath(name: string, host: Pick<ServerProcess, "cwd">): string {
  if (isAbsolute(name)) {
    return resolve(name);
  }
  const directory = tryDirectory(host);
  if (directory === undefined) {
    throw new UsageError("the working directory is gone; give absolute paths", "mcp");
  }
  return resolve(directory, name);
}

/** The directory that the server was started in; undefined if that is gone. */
export function tryDirectory(host: Pick<ServerProcess, "cwd">): string | undefined {
  try {
    return host.cwd();
  } catch {
    return undefined;
  }
}

/** The token in a file, or else in the environment. */
function readToken(file: string | undefined, host: Pick<ServerProcess, "cwd" | "env">): string | undefined {
  if (file === undefined) {
    const token = host.env[TOKEN_VARIABLE];
    if (token === "") {
      throw new UsageError(`${TOKEN_VARIABLE} must not be empty`, "mcp");
    }
    return token;
  }
  try {
    return readFileSync(absolutePath(file, host), "utf8").trim();
  } catch (error) {
    throw new UsageError(`--token-file can't be read: ${(error as Error).message}`, "mcp");
  }
}
