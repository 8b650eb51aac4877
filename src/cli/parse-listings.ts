// What `dirleaf [dir…]` is asked for, and which options make no sense together.
import { listDirTool } from "../tools/list-dir-tool.ts";
import { profileOf } from "../tools/profile.ts";
import type { Profile } from "../tools/tool-declaration.ts";
import type { StoreAddress } from "../listing/open-stores.ts";
import type { ListArguments } from "./option-table.ts";
import type { OptionValues } from "./parse-options.ts";
import { UsageError } from "./usage-error.ts";

export interface ListCommand {
  readonly type: "list";
  readonly directory: string;
  /** The words that ask for this directory alone. */
  readonly words: readonly string[];
  readonly profile: Profile;
  readonly arguments: ListArguments;
  readonly all: boolean;
  readonly long: boolean;
  /** How each directory of the page is sorted, with `long`. */
  readonly sort: "name" | "size" | "time";
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  readonly store: StoreAddress;
}

/** A directory, how to print it, and the words that ask for it alone. */
export type ListPlace = Pick<ListCommand, "directory" | "json" | "color" | "store" | "words">;

/** The listings of some places. Throws a `UsageError`. */
export function parseListings(places: readonly ListPlace[], values: OptionValues): ListCommand[] {
  const { flags, texts, toolArguments } = values;
  const profile = profileOf(listDirTool, values.profiles);
  if (profile === "leaf" && !values.profiles.includes("leaf")) {
    throw new UsageError(`--profile ${values.profiles.join(",")} is not for list_dir: use 'dirleaf call'`, "call");
  }
  const [all, long] = (["all", "long", "json"] as const).map((name) => {
    if (flags.has(name) && profile !== "leaf") {
      throw new UsageError(`--${name} needs --profile leaf`);
    }
    return flags.has(name);
  }) as [boolean, boolean, boolean];
  if (all) {
    refuseWithAll(toolArguments);
  }
  const sort = (texts.get("sort")?.at(-1) ?? "name") as ListCommand["sort"];
  if (texts.has("sort")) {
    refuseSort({ all, long, json: flags.has("json") });
  }
  if (places.length > 1) {
    refuseSeveral(toolArguments, all && flags.has("json"));
  }
  return places.map((place) => ({ type: "list", ...place, profile, arguments: toolArguments, all, long, sort }));
}

function refuseSort({ all, long, json }: Pick<ListCommand, "all" | "long" | "json">): void {
  if (!long) {
    throw new UsageError("--sort needs --long: without it no sizes and times are read");
  }
  if (all) {
    throw new UsageError("--all prints while it reads, by name: leave out --sort, or sort the lines of --json");
  }
  if (json) {
    throw new UsageError("--json has the order of the tool: leave out --sort, and sort by size or modifiedMs yourself");
  }
}

/** Refuses what can only be about one directory. */
function refuseSeveral({ offset, after }: ListArguments, isEveryEntry: boolean): void {
  if (offset !== undefined || after !== undefined) {
    throw new UsageError(
      `${after === undefined ? "--offset" : "--after"} goes on in one directory: name only that one`,
    );
  }
  if (isEveryEntry) {
    throw new UsageError("--all --json does not say which directory an entry is in: name one directory at a time");
  }
}

function refuseWithAll({ order, limit, offset }: ListArguments): void {
  if (order === "breadth") {
    throw new UsageError("--all prints in order tree: leave out --order breadth");
  }
  if (limit !== undefined) {
    throw new UsageError("--all has no --limit: leave out one of the two");
  }
  if (offset !== undefined) {
    throw new UsageError("--all has no --offset: to start in the middle, give --after");
  }
}
