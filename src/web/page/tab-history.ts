// The history of the tab: Back and Forward lead through the directories and searches that the user went to.
import type { Remember, Visit } from "./page-session.ts";

/** The part of a window that this needs. */
export interface HistoryWindow {
  readonly history: {
    readonly state: unknown;
    pushState(state: Visit, unused: string): void;
    replaceState(state: Visit, unused: string): void;
  };
  addEventListener(type: "popstate", listener: ReturnListener): void;
  removeEventListener(type: "popstate", listener: ReturnListener): void;
}

export type ReturnListener = (event: { readonly state: unknown }) => void;

export class TabHistory {
  readonly #window: HistoryWindow;
  /** Where the tab was before the page was loaded again. */
  readonly #before: unknown;

  constructor(window: HistoryWindow) {
    this.#window = window;
    this.#before = window.history.state;
  }

  readonly remember: Remember = (visit, isNew) => {
    const { history } = this.#window;
    if (isNew) {
      history.pushState(visit, "");
    } else {
      history.replaceState(visit, "");
    }
  };

  /** Calls `onReturn` when the user goes back or forward, and now if the page was loaded again. Returns how to stop that. */
  follow(onReturn: (visit: Visit) => void): () => void {
    const take = (state: unknown) => {
      if (isVisit(state)) {
        onReturn(state);
      }
    };
    const listener: ReturnListener = ({ state }) => take(state);
    this.#window.addEventListener("popstate", listener);
    take(this.#before);
    return () => this.#window.removeEventListener("popstate", listener);
  }
}

/** Whether a state is one of ours: another page may have had this address. */
function isVisit(state: unknown): state is Visit {
  const { root, names, typed } = (state ?? {}) as Partial<Record<keyof Visit, unknown>>;
  const isPath = Array.isArray(names) && names.every((name) => typeof name === "string");
  return typeof root === "number" && isPath && typeof typed === "string";
}
