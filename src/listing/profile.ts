// The revisions of `list_dir` that are spoken here.
import type { CodexProfile } from "./list-dir-codex.ts";

/** Which revision of `list_dir` is spoken: ours, or one of the two that Codex had. */
export type Profile = "leaf" | CodexProfile;

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth"];
