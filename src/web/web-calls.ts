// Answers what the page asks: which tools there are, as forms made from their declarations, and calls of them, by the router that
// every face uses.
import { isAbsolute, resolve } from "node:path";

import { PROFILES } from "../tools/profile.ts";
import type { Profile } from "../tools/tool-declaration.ts";
import { renderDirectoryBelow } from "../render/shown-path.ts";
import { nameOf, originalsOf, type Arguments } from "../tooling/argument.ts";
import { toFunctionCallError } from "../tooling/function-call-error.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import { VERSION } from "../tooling/version.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { TOOL_NAMES, TOOLS } from "../tools/tool-list.ts";
import type { About, ArgumentField, CallAnswer, CallRequest, ToolForm } from "./web-messages.ts";

export type WebCallsOptions = Omit<ToolRouterOptions, "profile" | "extraTools"> & { readonly roots: readonly string[] };

export class WebCalls {
  readonly #options: WebCallsOptions;
  /** One for each profile, made when it is first asked for. */
  readonly #routers = new Map<Profile, ToolRouter>();

  constructor(options: WebCallsOptions) {
    this.#options = options;
    // Wrong options are reported before anybody calls.
    this.#routerFor("leaf");
  }

  /** What the page needs to know before it can ask for anything. */
  about(): About {
    return {
      version: VERSION,
      roots: this.#options.roots.map((root) => toDirPath(root)),
      profiles: PROFILES,
      tools: toolForms(),
    };
  }

  /** Answers a call, including a model's mistakes and our own bugs. */
  async call({ tool, arguments: json, profile, asData }: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
    let read = { directories: 0, entries: 0 };
    const since = performance.now();
    const output = await this.#routerFor(profile)
      .respond({
        toolName: tool,
        callId: "web",
        payload: { type: "function", arguments: json },
        asData,
        signal,
        onProgress: (progress) => {
          read = progress;
        },
      })
      // A bug of ours: the page shows it.
      .catch((error: unknown) => ({ content: toFunctionCallError(error).message, success: false }));
    return { ...output, ...read, milliseconds: performance.now() - since };
  }

  #routerFor(name: string): ToolRouter {
    const profile = PROFILES.find((known) => known === name) ?? "leaf";
    let router = this.#routers.get(profile);
    if (router === undefined) {
      router = createToolRouter({ ...this.#options, experimentalSupportedTools: TOOL_NAMES, profile });
      this.#routers.set(profile, router);
    }
    return router;
  }
}

/** A root as `dir_path` takes it: a name that begins with a quote would read as a quoted one. */
function toDirPath(root: string): string {
  const whole = isAbsolute(root) ? resolve(root) : root;
  const shown = renderDirectoryBelow(whole, false, "" as Parameters<typeof renderDirectoryBelow>[2]);
  return shown === "/" ? shown : shown.replace(/\/$/, "");
}

/** A form for each tool, in the order of the list. */
export function toolForms(): ToolForm[] {
  const specs = createToolRouter().specs();
  return TOOLS.map((tool) => ({
    name: tool.name,
    description: specs.find(({ name }) => name === tool.name)?.description ?? "",
    originals: tool.originals ?? [],
    arguments: toFields(tool.arguments, originalsOf(tool.arguments)),
  }));
}

function toFields(declared: Arguments, originals: Arguments): ArgumentField[] {
  return Object.entries(declared).map(([field, argument]) => ({
    name: nameOf(field, argument),
    kind: argument.kind,
    about: argument.forPeople,
    isRequired: argument.isRequired === true,
    isOriginal: field in originals,
    ...(argument.kind === "choice" && { choices: argument.choices }),
    ...(argument.default !== undefined && { default: argument.default }),
  }));
}
