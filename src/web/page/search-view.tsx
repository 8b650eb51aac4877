// What a search finds, a path on each row, in the order of the answer.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";

import type { ListDirEntry } from "../../text/listing.ts";
import { renderCount } from "../../text/amounts.ts";
import { markOf, quoteName } from "../../text/entry-label.ts";
import { labelOf, MarkAfter } from "./entry-row.tsx";
import { searchCall } from "./list-calls.ts";
import type { PageSession } from "./page-session.ts";
import type { SearchResults } from "./search-results.ts";
import { ROW_HEIGHT, VirtualList } from "./virtual-list.tsx";

export interface SearchViewProps {
  readonly session: PageSession;
  readonly search: SearchResults;
  /** Called to show a result in the tree. */
  readonly onShow: (names: readonly string[]) => void;
}

export function SearchView({ session, search, onShow }: SearchViewProps): JSX.Element {
  const [focused, setFocused] = useState(0);
  const [revealCount, setRevealCount] = useState(0);
  const page = useRef(1);

  const show = (entry: ListDirEntry | undefined) => {
    if (entry !== undefined) {
      onShow(entry.path.split("/"));
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page.current,
      PageUp: -page.current,
      Home: -search.rows,
      End: search.rows,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setFocused(Math.max(0, Math.min(search.rows - 1, focused + step)));
      setRevealCount(revealCount + 1);
    } else if (event.key === "Enter") {
      show(search.entryAt(focused));
    }
  };

  const draw = (row: number) => {
    const entry = search.entryAt(row);
    return (
      <div
        key={row}
        id={`found-${row}`}
        class={`row${row === focused ? " focused" : ""}${entry?.ignored === true ? " dim" : ""}`}
        role="option"
        aria-selected={row === focused}
        style={{ height: `${ROW_HEIGHT}px`, "--level": 0 }}
        onClick={() => {
          setFocused(row);
          show(entry);
        }}
      >
        {entry === undefined ? <span class="name waiting">…</span> : <FoundPath entry={entry} />}
      </div>
    );
  };

  return (
    <>
      <p class="found" role="status">
        {describe(search)}
        {searchCall("", session.typed).tool === "find_files" && search.found > 1 && ", the best first,"} in{" "}
        <bdi>{session.place.root.dirPath}</bdi>
        {search.notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
      {search.rows > 0 && (
        <VirtualList
          rows={search.rows}
          draw={draw}
          row={focused}
          revealCount={revealCount}
          onWindow={(first, count) => {
            page.current = Math.max(1, count - 2);
            search.want(first, count);
          }}
          attributes={(isDrawn) => ({
            class: "rows",
            role: "listbox",
            tabIndex: 0,
            "aria-label": "Found",
            ...(isDrawn(focused) && { "aria-activedescendant": `found-${focused}` }),
            onKeyDown,
          })}
        />
      )}
    </>
  );
}

/** The directories give way where there is no room for all of the path: the name says most. */
function FoundPath({ entry }: { readonly entry: ListDirEntry }): JSX.Element {
  const above = entry.path.split("/").slice(0, -1);
  const start = above.map((name) => `${quoteName(name)}/`).join("");
  const label = labelOf(entry);
  return (
    <>
      <span class="above" title={start + label}>
        <bdi>{start}</bdi>
      </span>
      <span class={`name ${entry.kind}`} title={start + label}>
        <bdi>{label}</bdi>
      </span>
      <MarkAfter mark={markOf(entry)} />
    </>
  );
}

function describe(search: SearchResults): string {
  if (search.failure !== undefined) {
    return search.failure;
  }
  if (search.isRunning && search.rows <= 1) {
    return "Searching…";
  }
  const found = search.found === 0 ? "Nothing" : renderCount(search.found);
  const more = search.isComplete ? "" : " and more";
  return `${found}${more} found`;
}
