// The path of the current directory, with a button for each directory on it, one that goes up, and one that copies the path, or that of the
// file that was chosen in the tree.
import type { JSX } from "preact";

import { quoteName } from "../../text/entry-label.ts";
import { CopyButton } from "./copy-button.tsx";
import { pathBelow } from "./open-tree.ts";
import type { PageSession } from "./page-session.ts";

export function Breadcrumbs({ session }: { readonly session: PageSession }): JSX.Element {
  const { place, dirPath, focusedFile } = session;
  const { root, names } = place;
  const path = focusedFile === undefined ? dirPath : pathBelow(dirPath, [focusedFile]);
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
        {focusedFile !== undefined && (
          <li>
            <bdi>{quoteName(focusedFile)}</bdi>
          </li>
        )}
      </ol>
      <CopyButton key={path} text={path} what="path" />
    </nav>
  );
}
