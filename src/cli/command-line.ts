// A command line once it is parsed: the command, its operands and its options. What these mean, each command checks itself.
import type { FindFilesArguments } from "../tools/find-files.ts";
import type { ListDirArguments } from "../tools/list-dir.ts";
import type { MapDirArguments } from "../tools/map-dir.ts";
import type { Profile } from "../tools/profile.ts";
import type { CommandName } from "./commands.ts";

export interface CommandLine {
  readonly name: CommandName;
  /** The words after `dirleaf`. */
  readonly argv: readonly string[];
  readonly operands: readonly Operand[];
  readonly options: TypedOptions;
}

/** A word that is not an option, and its index in the command line. */
export interface Operand {
  readonly value: string;
  readonly index: number;
}

/** Arguments of tools that options set. A directory and the words of a search are operands. */
export type ToolArguments = Partial<ListDirArguments & MapDirArguments & FindFilesArguments>;

/** The options that the user typed. */
export class TypedOptions {
  /** The values of each option, in their order. A flag has none. */
  readonly values: Map<string, string[]> = new Map();
  /** How the user wrote each of them: `-I` for `exclude`. */
  readonly spellings: Map<string, string> = new Map();
  readonly toolArguments: ToolArguments = {};

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The value of an option: the last one, if it was given several times. */
  last(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  count(name: string): number | undefined {
    const value = this.last(name);
    return value === undefined ? undefined : Number(value);
  }

  /** An option as the user wrote it. */
  spelling(name: string): string {
    return this.spellings.get(name) ?? `--${name}`;
  }

  /** The words of an option whose value is a list. */
  list(name: string): readonly string[] | undefined {
    return this.last(name) === undefined ? undefined : splitList(this.last(name) as string);
  }

  /** The profiles, which were checked. */
  get profile(): readonly Profile[] | undefined {
    return this.list("profile") as readonly Profile[] | undefined;
  }
}

export function splitList(value: string): string[] {
  return value.split(",").map((word) => word.trim());
}
