// The path of the current directory, with a button for each directory on it, and one that goes up.
import type { JSX } from "preact";

import { quoteName } from "../../text/entry-label.ts";
import type { PageSession } from "./page-session.ts";

export function Breadcrumbs({ session }: { readonly session: PageSession }): JSX.Element {
  const { root, names } = session.place;
  const goTo = (length: number) => void session.goTo({ root, names: names.slice(0, length) });
  const parts = [root.dirPath, ...names.map((name) => quoteName(name))];
  return (
    <nav class="place" aria-label="Current directory">
      <button
        type="button"
        class="quiet"
        aria-label="Up"
        disabled={names.length === 0}
        onClick={() => goTo(names.length - 1)}
      >
        ↑
      </button>
      <ol>
        {parts.map((part, index) => (
          <li key={index}>
            <button
              type="button"
              class="quiet"
              {...(index === parts.length - 1 && { "aria-current": "location" as const })}
              onClick={() => goTo(index)}
            >
              <bdi>{part}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
