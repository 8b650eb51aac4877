// The page: the tree or what a search finds on one side, and on the other the call of a tool and its answer.
import type { JSX } from "preact";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";

import type { About } from "../about.ts";
import type { ToolClient } from "./tool-client.ts";
import type { TabHistory } from "./tab-history.ts";
import { ModelView } from "./model-view.tsx";
import { PageSession } from "./page-session.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { SearchView } from "./search-view.tsx";
import { TopBar } from "./top-bar.tsx";
import { TreeBar } from "./tree-bar.tsx";
import { TreeView } from "./tree-view.tsx";

export interface AppProps {
  readonly client: ToolClient;
  readonly about: About;
  /** The history of the tab; none in a host, which has its own. */
  readonly history?: TabHistory;
  /** Whether the server has stopped answering. */
  readonly isGone: boolean;
}

export function App({ client, about, history, isGone }: AppProps): JSX.Element {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const session = useMemo(
    () =>
      new PageSession(
        client,
        about,
        oncePerFrame(() => draw(undefined)),
        history?.remember,
      ),
    [client],
  );
  /** Where there is no room for two sides, the tree comes out of the left edge. */
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { search } = session;

  useEffect(() => history?.follow((visit) => void session.return(visit)), [session]);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === "Escape" && setDrawerOpen(false);
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, []);
  useEffect(() => {
    document.title = `${session.dirPath} – dirleaf`;
  }, [session.dirPath]);

  const trouble = isGone
    ? "dirleaf web has ended. Start it again, and open the address that it prints."
    : session.trouble;
  return (
    <>
      <TopBar session={session} isDrawerOpen={isDrawerOpen} onDrawer={() => setDrawerOpen(!isDrawerOpen)} />
      {trouble !== undefined && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <main>
        <section id="side" class={`side${isDrawerOpen ? " open" : ""}`} aria-label="Tree">
          <TreeBar session={session} />
          {search === undefined ? (
            <TreeView key={session.tree} session={session} />
          ) : (
            <SearchView
              key={search}
              session={session}
              search={search}
              onShow={(names) => {
                setDrawerOpen(false);
                void session.show({ root: session.place.root, names });
              }}
            />
          )}
        </section>
        {isDrawerOpen && <div class="beside" onClick={() => setDrawerOpen(false)} />}
        <section class="detail" aria-label="Directory">
          <Breadcrumbs session={session} />
          <ModelView session={session} isGone={isGone} />
        </section>
      </main>
    </>
  );
}

/** Draws at most once per frame, however many changes there are. */
function oncePerFrame(draw: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        draw();
      });
    }
  };
}
