// Why a directory could not be read, in the words shown in a listing.

/** The marker of a directory that could not be read. */
export type Problem =
  | "permission denied"
  | "no longer exists"
  | "path too long"
  | "timed out"
  | `unreadable: ${string}`;

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
    case "ENAMETOOLONG":
      return "path too long";
    case "ETIMEDOUT":
      return "timed out";
    default:
      return `unreadable: ${code}`;
  }
}

/** Whether an errno-style code says that there is no directory at a path. */
export function isMissingCode(code: string | undefined): code is "ENOENT" | "ENOTDIR" {
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Whether a directory could not be read because there is none. A path with too many links or too long a name leads to none. */
export function isMissing(error: unknown): boolean {
  const code = readErrorCode(error);
  return isMissingCode(code) || code === "ELOOP" || code === "ENAMETOOLONG";
}

/** Makes the error for a failed read. */
export function readError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** A failed read of a store. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** The code that a disk would use: `ENOENT`, `EACCES`, `ETIMEDOUT`, ... */
  readonly code: string;
  /** What is wrong and what can be done about it, on one line, without secrets. */
  readonly reason: string;

  constructor(code: string, reason: string, cause?: unknown) {
    super(`${code}: ${reason}`, { cause });
    this.code = code;
    this.reason = reason;
  }
}

/** The error for a directory of a store that no key is in. `isObject`: whether there is an object of its name. */
export function noKeyInDirectory(isObject: boolean): StoreError {
  return isObject
    ? new StoreError("ENOTDIR", "it is an object, not a directory")
    : new StoreError("ENOENT", "no key begins with it");
}
