// What stands above the tree: the roots, if there are several, the jump to a name, and the switch for dot names.
import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { PageSession } from "./page-session.ts";

export function TreeBar({ session }: { readonly session: PageSession }): JSX.Element {
  const [name, setName] = useState("");
  return (
    <>
      {session.trees.length > 1 && (
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
      )}
      <div class="tools">
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
        <label>
          <input
            type="checkbox"
            checked={session.hidden}
            onChange={(event) => void session.showHidden(event.currentTarget.checked)}
          />
          dot names
        </label>
      </div>
    </>
  );
}
