// The declaration of a tool: its name, its arguments, and how to create it for a router.
import type { ListingGuard } from "../listing/listing-guard.ts";
import type { Profile } from "../listing/profile.ts";
import type { Arguments } from "../tooling/argument.ts";
import type { Tool } from "../tooling/tool.ts";
import type { ToolDefaults } from "./tool-defaults.ts";

/** The settings of a router's operator, with defaults filled in. */
export interface ToolSettings {
  readonly profile: Profile;
  /** What may be listed, with the bounds that protect a model. */
  readonly guard: ListingGuard;
  /** The same, with only the bounds that were set explicitly. */
  readonly openGuard: () => ListingGuard;
  readonly maxIndexed: number | undefined;
  readonly defaults: ToolDefaults;
}

export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, keyed by the request's field names. */
  readonly arguments: Arguments;
  create(settings: ToolSettings): Tool;
}
