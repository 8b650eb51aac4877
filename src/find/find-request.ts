// What `find_files` is asked: what to search for, where, and how much of it an answer may show.
import type { AnswerBounds } from "../text/map-text.ts";
import type { Directory } from "../tree/directory.ts";
import type { KeysRead } from "../tree/key-tree.ts";
import type { WithoutRoot } from "./guess.ts";

export interface FindRequest extends AnswerBounds {
  /** Not read yet. */
  readonly root: Directory;
  readonly withoutRoot: WithoutRoot;
  /** The guesses. Without any, every file is found, the newest first. */
  readonly words: readonly string[];
  /** Arguments of the call that do not exist, and may have been meant as guesses. */
  readonly notArguments: readonly string[];
  /** Whether the newest come first instead of the best. Without any guesses they do in any case. */
  readonly newest: boolean;
  /** Only files that were modified since then, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Ages are relative to this time. */
  readonly now: number;
  readonly maxDirectories: number;
  readonly maxDepth: number;
  /** Set if the tree is made of a store's keys. */
  readonly keys?: KeysRead | undefined;
}
