// The bar at the top: the search, the colour scheme, and where there is little room, the tree.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { PageSession } from "./page-session.ts";

/** How long to wait for more typing before a search starts. */
const TYPING_PAUSE_MS = 250;

const SCHEMES = ["auto", "light", "dark"] as const;

export interface TopBarProps {
  readonly session: PageSession;
  readonly isDrawerOpen: boolean;
  readonly onDrawer: () => void;
}

export function TopBar({ session, isDrawerOpen, onDrawer }: TopBarProps): JSX.Element {
  const timer = useRef(0);
  const [typed, setTyped] = useState("");
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]>("auto");

  useEffect(() => {
    clearTimeout(timer.current);
    setTyped(session.typed);
  }, [session.returnCount]);

  const search = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => session.find(text), TYPING_PAUSE_MS);
  };

  const nextScheme = () => {
    const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] as typeof scheme;
    document.documentElement.dataset["scheme"] = next;
    setScheme(next);
  };

  return (
    <header>
      <button type="button" class="drawer" aria-expanded={isDrawerOpen} aria-controls="side" onClick={onDrawer}>
        {session.search === undefined ? "Tree" : "Found"}
      </button>
      <h1>dirleaf</h1>
      <div class="finder" role="search">
        <input
          type="search"
          aria-label="Search the whole tree"
          placeholder="Search: words, *.ts, src/**"
          value={typed}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && search("")}
        />
      </div>
      <button type="button" class="quiet scheme" aria-label={`Colours: ${scheme}`} onClick={nextScheme}>
        {scheme === "auto" ? "◐" : scheme === "light" ? "○" : "●"}
      </button>
    </header>
  );
}
