// Hides entries whose names begin with a dot. Hidden directories are not entered either.
import type { DirectoryFilter } from "../core/filter.ts";

export const HIDE_DOT_NAMES: DirectoryFilter = {
  judge: ({ name }) => (name.startsWith(".") ? "hide" : "show"),
  enter: () => HIDE_DOT_NAMES,
};
