// What a key does in the tree, according to the ARIA practices for trees.
import type { TreeRow } from "./open-tree.ts";

export type TreeAction =
  | { readonly do: "go"; readonly row: number }
  | { readonly do: "open" | "close" }
  | { readonly do: "go to parent" }
  /** Typed letters: go to the next name that begins like this. */
  | { readonly do: "find"; readonly letter: string };

export interface TreeState {
  readonly focused: number;
  readonly rows: number;
  /** How many rows fit on the screen. */
  readonly page: number;
  readonly row: TreeRow | undefined;
}

/** The action for a key without modifiers, or undefined if the key means nothing here. */
export function actionFor(key: string, { focused, rows, page, row }: TreeState): TreeAction | undefined {
  const go = (to: number): TreeAction => ({ do: "go", row: Math.min(Math.max(to, 0), rows - 1) });
  const isOpen = row?.directory?.pages !== undefined;
  switch (key) {
    case "ArrowDown":
      return go(focused + 1);
    case "ArrowUp":
      return go(focused - 1);
    case "PageDown":
      return go(focused + page);
    case "PageUp":
      return go(focused - page);
    case "Home":
      return go(0);
    case "End":
      return go(rows - 1);
    case "ArrowRight":
      if (isOpen) {
        return (row?.directory?.pages?.count ?? 0) > 0 ? go(focused + 1) : undefined;
      }
      return { do: "open" };
    case "ArrowLeft":
      return isOpen ? { do: "close" } : { do: "go to parent" };
    case "Enter":
    case " ":
      return { do: isOpen ? "close" : "open" };
    default:
      return /^\S$/u.test(key) ? { do: "find", letter: key } : undefined;
  }
}
