// The bar at the top: the search, the jump to a name, and the colour scheme.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { PageSession } from "./page-session.ts";

/** How long to wait for more typing before a search starts. */
const TYPING_PAUSE_MS = 250;

const SCHEMES = ["auto", "light", "dark"] as const;

export function TopBar({ session }: { readonly session: PageSession }): JSX.Element {
  const timer = useRef(0);
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
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
      <div class="jump">
        <input
          aria-label="Jump to a name in the current directory"
          placeholder="Jump to name"
          value={name}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
          // No form: hosts forbid sandboxed pages to submit one.
          onKeyDown={(event) => event.key === "Enter" && name !== "" && void session.jump(name)}
        />
      </div>
      {session.trouble !== undefined && (
        <p class="trouble" role="alert">
          {session.trouble}
        </p>
      )}
      <button type="button" class="quiet" aria-label={`Colours: ${scheme}`} onClick={nextScheme}>
        {scheme === "auto" ? "◐" : scheme === "light" ? "○" : "●"}
      </button>
    </header>
  );
}
