// What a tool says about its arguments, in the words of the command line: a person wrote `-I a,b`, and not `exclude`.
import { globMistakeOf } from "../listing/listing-failure.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import type { CommandName } from "./option-table.ts";
import { typedAs, type TypedOptions } from "./parse-options.ts";
import { quoteForShell } from "./shell-word.ts";
import { UsageError } from "./usage-error.ts";

type Mistake = NonNullable<ReturnType<typeof globMistakeOf>>;

const REFUSED = /^failed to parse function arguments: `(\w+)`(:? .*)$/su;

/** The error for a person. Throws a `UsageError` if it is about an option: that is so in every directory. */
export function inShellWords(error: unknown, typed: TypedOptions, command: CommandName): unknown {
  if (!(error instanceof FunctionCallError)) {
    return error;
  }
  const [, name, why] = REFUSED.exec(error.message) ?? [];
  if (name !== undefined) {
    const mistake = globMistakeOf(error);
    // Words are no option.
    const plain = name === "words" ? why?.replace(/^: /, "") : `${typedAs(typed, name.replaceAll("_", "-"))}${why}`;
    throw new UsageError(mistake === undefined ? (plain as string) : describe(mistake, name, typed), command);
  }
  return error.message === "offset exceeds directory entry count"
    ? respondToModel(`${typedAs(typed, "offset")} is beyond the last entry`, error)
    : error;
}

function describe({ glob, what, kept, negated, unless }: Mistake, name: string, typed: TypedOptions): string {
  const other = name === "include" ? "exclude" : "include";
  const write = (option: string, word: string) => `${typedAs(typed, option)} ${quoteForShell(word)}`;
  const words = [...kept.map((word) => write(name, word)), ...negated.map((word) => write(other, word))];
  const or = unless === undefined ? "" : `, or ${quoteForShell(unless.glob)} ${unless.meaning}`;
  return `${write(name, glob)} ${what}; write ${words.join(" ")}${or}`;
}
