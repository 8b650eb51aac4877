// The words of a refusal. They hold the path as the caller wrote it and nothing else, so that they reveal nothing that the caller did not
// know: they are the same whether or not something is there.

/** Thrown when a listing is refused. The message is for the caller. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

/** Thrown for a path that is in no root, or leads out of them. */
export class OutsideError extends AccessError {
  constructor(shownPath: string) {
    super(`access denied: ${shownPath} is outside the directories that may be listed`);
  }
}

export function deniedPath(shownPath: string): AccessError {
  return new AccessError(`access denied: reading this path is blocked by policy: ${shownPath}`);
}

export function unknownDenyRule(shownPath: string, cause: unknown): AccessError {
  const what = `${shownPath} can't be listed at the moment: a deny rule's path could not be resolved`;
  return new AccessError(`failed to read directory: ${what}; try again later`, { cause });
}
