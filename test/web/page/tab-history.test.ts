// Back and Forward, with a window that has a history and nothing else.
import { expect, test } from "vitest";

import type { Visit } from "../../../src/web/page/page-session.ts";
import { TabHistory, type HistoryWindow, type ReturnListener } from "../../../src/web/page/tab-history.ts";

/** The history of a tab, as the standard has it. */
class Tab implements HistoryWindow {
  readonly states: unknown[];
  readonly #listeners = new Set<ReturnListener>();
  #at = 0;

  constructor(state: unknown = null) {
    this.states = [state];
  }

  readonly history = {
    getState: () => this.states[this.#at] as unknown,
    get state() {
      return this.getState();
    },
    pushState: (state: unknown) => {
      this.states.splice((this.#at += 1), Infinity, state);
    },
    replaceState: (state: unknown) => {
      this.states[this.#at] = state;
    },
  };

  addEventListener(_: "popstate", listener: ReturnListener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "popstate", listener: ReturnListener): void {
    this.#listeners.delete(listener);
  }

  go(steps: number): void {
    this.#at += steps;
    this.#listeners.forEach((listener) => listener({ state: this.history.state }));
  }
}

const visit = (name: string): Visit => ({ root: 0, names: [name], typed: "" });

test("new places are added, others replace the last one, and Back and Forward lead through them", () => {
  const tab = new Tab();
  const history = new TabHistory(tab);
  const returns: Visit[] = [];
  const stop = history.follow((to) => returns.push(to));
  history.remember(visit("a"), false);
  history.remember(visit("b"), true);
  history.remember(visit("c"), true);
  tab.go(-1);
  tab.go(-1);
  tab.go(2);
  expect(returns).toEqual([visit("b"), visit("a"), visit("c")]);
  stop();
  tab.go(-1);
  expect(returns).toHaveLength(3);
});
