// A tool as the list of tools holds it: what it is called, what it takes, and how it is made for a router.
import type { ListingGuard } from "../listing/listing-guard.ts";
import type { Profile } from "../listing/profile.ts";
import type { Arguments } from "../tooling/argument.ts";
import type { Tool } from "../tooling/tool.ts";
import type { ToolDefaults } from "./tool-defaults.ts";

/** What the operator of a router has set, made complete. */
export interface ToolSettings {
  readonly profile: Profile;
  /** The places that may be listed, with the bounds that protect a model. */
  readonly guard: ListingGuard;
  /** The same places, with only those bounds that were set explicitly. */
  readonly openGuard: () => ListingGuard;
  readonly maxIndexed: number | undefined;
  readonly defaults: ToolDefaults;
}

export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, by the names of the request's fields. */
  readonly arguments: Arguments;
  create(settings: ToolSettings): Tool;
}
