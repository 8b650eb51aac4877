// The words of a refusal. They hold the path as the caller wrote it and nothing else, so that they reveal nothing that the caller did not
// know: they are the same whether or not something is there.

/** Thrown when a listing is refused. The message is for the caller. */
export class AccessError extends Error {
  override readonly name = "AccessError";
  /** `unreadable` if it is not known whether the path is denied. */
  readonly code: "access_denied" | "unreadable";

  constructor(message: string, code: "access_denied" | "unreadable" = "access_denied", cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** For a path that is in no root, or leads out of them. */
export function outsideRoots(shownPath: string): AccessError {
  return new AccessError(`access denied: ${shownPath} is outside the directories that may be listed`);
}

/** For a path that a deny rule matches, or that leads to one. */
export function deniedPath(shownPath: string): AccessError {
  return new AccessError(`access denied: reading this path is blocked by policy: ${shownPath}`);
}

/** For every path, while it is not known where a deny rule leads. */
export function unknownDenyRule(shownPath: string, cause: unknown): AccessError {
  const what = `${shownPath} can't be listed at the moment: a deny rule's path could not be resolved`;
  return new AccessError(`failed to read directory: ${what}; try again later`, "unreadable", cause);
}
