// The revisions of `list_dir` that we support.
import type { CodexProfile } from "./list-dir-codex.ts";

/** Which revision of `list_dir` to follow: ours, or one of the two that Codex had. */
export type Profile = "leaf" | CodexProfile;

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth"];
