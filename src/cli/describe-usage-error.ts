// The answer to a command that was not understood.
import { suggest } from "../core/suggest.ts";
import type { UsageError } from "./usage-error.ts";

/** What was wrong, what may have been meant, and where to read more. */
export function describeUsageError({ message, command, mistyped }: UsageError): string {
  const meant = mistyped === undefined ? undefined : suggest(mistyped.word, mistyped.known);
  const suggestion = meant === undefined ? "" : `; did you mean '${meant}'?`;
  const help = command === "list" ? "dirleaf --help" : `dirleaf ${command} --help`;
  return `dirleaf: ${message}${suggestion}\nTry '${help}'.\n`;
}
