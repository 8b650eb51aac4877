// The roots, if there are several: each is a place of its own, with a tree of its own.
import type { JSX } from "preact";

import type { PageSession } from "./page-session.ts";

export function RootBar({ session }: { readonly session: PageSession }): JSX.Element | null {
  return session.trees.length === 1 ? null : (
    <nav class="roots" aria-label="Roots">
      {session.trees.map(({ root }, index) => (
        <button
          key={index}
          type="button"
          class="quiet"
          {...(root === session.place.root && { "aria-current": "true" as const })}
          onClick={() => session.goToRoot(root)}
        >
          <bdi>{root.dirPath}</bdi>
        </button>
      ))}
    </nav>
  );
}
