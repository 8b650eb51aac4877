// Answers what the page asks: which tools there are, as forms made from their declarations, and calls, through the router that every
// front end uses.
import { isAbsolute, resolve } from "node:path";

import type { ToolDeclaration } from "../calls/tool-declaration.ts";
import { ORIGINALS, PROFILES, type Profile } from "../tools/profile.ts";
import { nameOf } from "../tooling/argument.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import { VERSION } from "../tooling/version.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { TOOL_NAMES, TOOLS } from "../tools/tool-list.ts";
import type { About, ArgumentField, CallAnswer, CallRequest, ToolForm } from "./web-messages.ts";

export class WebCalls {
  /** What the page needs to know before it can ask for anything. */
  readonly about: About;
  readonly #routers: ReadonlyMap<string, ToolRouter>;

  /** Throws if an option is wrong. */
  constructor(
    options: ToolRouterOptions & { readonly roots: readonly string[] },
    profiles: readonly Profile[] = PROFILES,
  ) {
    const all = { tools: TOOL_NAMES, ...options };
    this.#routers = new Map(profiles.map((profile) => [profile, createToolRouter({ ...all, profile })]));
    const tools = toForms(this.#routerOf("leaf"));
    this.about = { version: VERSION, roots: options.roots.map(toDirPath), profiles, tools };
  }

  /** Answers a call, including a model's mistakes and our own bugs. */
  async call({ tool, arguments: json, profile, asData }: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
    let directories = 0;
    const since = performance.now();
    const output = await this.#routerOf(profile)
      .respond({
        toolName: tool,
        callId: "web",
        payload: { type: "function", arguments: json },
        asData,
        signal,
        onProgress: (progress) => {
          directories = progress.directories;
        },
      })
      // A bug of ours: the page shows it.
      .catch((error: Error) => ({ content: error.message, success: false }));
    return { ...output, directories, milliseconds: performance.now() - since };
  }

  #routerOf(profile: string): ToolRouter {
    return this.#routers.get(profile) ?? (this.#routers.get("leaf") as ToolRouter);
  }
}

/** A root in the form that `dir_path` takes. Names that begin with a quote are quoted, or they would be read as quoted names. */
function toDirPath(root: string): string {
  const absolute = isAbsolute(root) ? resolve(root) : root;
  return absolute.replaceAll(/(?<=\/)"[^/]*/g, (name) => JSON.stringify(name));
}

/** A form for each tool that a router offers, with what it tells models of it. */
function toForms(router: ToolRouter): ToolForm[] {
  return router.specs().map(({ name, description }) => ({
    name,
    description,
    originals: PROFILES.filter((profile) => ORIGINALS[profile]?.name === name),
    arguments: TOOLS.filter((tool) => tool.name === name).flatMap(toFields),
  }));
}

function toFields({ name: toolName, arguments: declared }: ToolDeclaration): ArgumentField[] {
  const original = Object.values(ORIGINALS).find((each) => each?.name === toolName);
  return Object.entries(declared).map(([field, argument]) => ({
    name: nameOf(field, argument),
    kind: argument.kind,
    about: argument.forPeople,
    isOriginal: original !== undefined && field in original.arguments,
    ...(argument.kind === "choice" && { choices: argument.choices }),
    hint:
      argument.kind === "texts"
        ? `${argument.placeholder}s`
        : String(argument.default ?? argument.defaultInWords ?? ""),
  }));
}
