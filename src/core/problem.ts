// Why a directory could not be read, in the words shown in a listing.

/** The marker of a directory that could not be read. */
export type Problem = "permission denied" | "no longer exists" | "timed out" | `unreadable: ${string}`;

/** `EACCES`, or what Node reports for an errno that it has no name for: `UNKNOWN`, `Unknown system error -116`. */
const ERROR_CODE = /^(?:E(?!RR_)[A-Z0-9]+|UNKNOWN|Unknown system error -(?<number>\d+))$/;

/** The errno-style code of a failed read (`EACCES`); undefined for any other error, which is a bug. */
export function readErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return undefined;
  }
  const match = ERROR_CODE.exec(error.code);
  const number = match?.groups?.["number"];
  return number === undefined ? match?.[0] : `UNKNOWN${number}`;
}

/** Turns a failed read into a problem. Rethrows any other error. */
export function toProblem(error: unknown): Problem {
  const code = readErrorCode(error);
  switch (code) {
    case undefined:
      throw error;
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "ENOENT":
      return "no longer exists";
    case "ETIMEDOUT":
      return "timed out";
    default:
      return `unreadable: ${code}`;
  }
}

/** Makes the error for a failed read. */
export function readError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
