// The tools that a router has: those that were named. What is not named is neither advertised nor callable.
import type { Tool } from "./tool.ts";
import type { ToolSpec } from "./tool-spec.ts";

export class ToolRegistry {
  readonly #tools: ReadonlyMap<string, Tool>;

  /** Keeps of `tools` those whose names are among `supported`. A name that no tool has is somebody else's tool. */
  constructor(tools: readonly Tool[], supported: readonly string[]) {
    this.#tools = new Map(tools.filter(({ name }) => supported.includes(name)).map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  specs(): ToolSpec[] {
    return [...this.#tools.values()].map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      strict: false,
      parameters,
    }));
  }
}
