// The page: the tree on one side, and on the other what a model sees of a directory, or a map of its entries.
import type { JSX } from "preact";
import { useEffect, useMemo, useReducer } from "preact/hooks";

import type { About } from "../web-messages.ts";
import type { ToolClient } from "./tool-client.ts";
import type { TabHistory } from "./tab-history.ts";
import { MapView } from "./map-view.tsx";
import { ModelView } from "./model-view.tsx";
import { PageSession, type ViewName } from "./page-session.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { SearchView } from "./search-view.tsx";
import { TopBar } from "./top-bar.tsx";
import { TreeView } from "./tree-view.tsx";

const VIEWS: Readonly<Record<ViewName, string>> = { model: "As the model sees it", map: "Treemap" };

export interface AppProps {
  readonly client: ToolClient;
  readonly about: About;
  /** The history of the tab; none in a host, which has its own. */
  readonly history?: TabHistory;
}

export function App({ client, about, history }: AppProps): JSX.Element {
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
  const { search, view } = session;

  useEffect(() => history?.follow((visit) => void session.return(visit)), [session]);
  useEffect(() => {
    document.title = `${session.dirPath} – dirleaf`;
  }, [session.dirPath]);

  return (
    <>
      <TopBar session={session} />
      <main>
        <section class="side" aria-label="Tree">
          <RootBar session={session} />
          {search === undefined ? (
            <TreeView key={session.trees.indexOf(session.tree)} session={session} />
          ) : (
            <SearchView
              key={search}
              session={session}
              search={search}
              onShow={(names) => void session.show({ root: session.place.root, names })}
            />
          )}
        </section>
        <section class="detail" aria-label="Directory">
          <Breadcrumbs session={session} />
          <div class="tabs" role="tablist" aria-label="Views">
            {(Object.keys(VIEWS) as ViewName[]).map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`tab-${name}`}
                aria-selected={view === name}
                aria-controls="panel"
                tabIndex={view === name ? 0 : -1}
                onClick={() => session.showView(name)}
                onKeyDown={(event) => {
                  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
                    const other = name === "model" ? "map" : "model";
                    session.showView(other);
                    document.getElementById(`tab-${other}`)?.focus();
                  }
                }}
              >
                {VIEWS[name]}
              </button>
            ))}
          </div>
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${view}`}>
            {view === "model" ? <ModelView session={session} /> : <MapView session={session} />}
          </div>
        </section>
      </main>
    </>
  );
}

/** The roots, if there are several: each has a tree of its own. */
function RootBar({ session }: { readonly session: PageSession }): JSX.Element | null {
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
