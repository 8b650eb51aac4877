// Starts the page: finds out how to call the tools, and what there is to show.
import { render } from "preact";

import type { About } from "../about.ts";
import { App } from "./app.tsx";
import type { ToolClient } from "./tool-client.ts";
import { HostClient } from "./host-client.ts";
import { TabHistory } from "./tab-history.ts";
import { NO_TOKEN, WebClient } from "./web-client.ts";

const KEPT_AS = "dirleaf-token";

async function start(): Promise<void> {
  const element = document.getElementById("app") as HTMLElement;
  let draw: ((isGone: boolean) => void) | undefined;
  try {
    const client = await connect((isGone) => draw?.(isGone));
    const about = await client.about();
    const history = client instanceof WebClient ? { history: new TabHistory(window) } : {};
    draw = (isGone) => render(<App client={client} about={about} isGone={isGone} {...history} />, element);
    draw(false);
  } catch (error) {
    render(
      <main class="refusal">
        <h1>dirleaf</h1>
        <p role="alert">{(error as Error).message}</p>
      </main>,
      element,
    );
  }
}

async function connect(onGone: (isGone: boolean) => void): Promise<ToolClient> {
  const about = document.getElementById("about")?.textContent;
  if (about !== undefined && about !== null) {
    return connectToHost(JSON.parse(about) as About);
  }
  // If the printed address is opened in this tab, only the part after the `#` changes, and the browser does not load the page again.
  window.addEventListener("hashchange", () => location.reload());
  return new WebClient(takeToken(), onGone);
}

/**
 * The token comes in the address, after the `#`. It is taken out of there, where others could see it, and kept in this tab for reloads. Throws
 * if there is none.
 */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== "") {
    history.replaceState(null, "", location.pathname);
    sessionStorage.setItem(KEPT_AS, token);
  }
  const kept = sessionStorage.getItem(KEPT_AS);
  if (kept === null) {
    throw new Error(NO_TOKEN);
  }
  return kept;
}

/** In a host the page is in a frame, and its parent is the host, or the host's proxy. */
async function connectToHost(about: About): Promise<ToolClient> {
  const { dataset } = document.documentElement;
  dataset["host"] = "";
  const host = window.parent;
  const port = {
    // A sandboxed page has no origin, and can't know that of its host.
    send: (message: object) => host.postMessage(message, "*"),
    listen: (onMessage: (message: unknown) => void) =>
      window.addEventListener("message", ({ source, data }) => source === host && onMessage(data)),
  };
  const client = new HostClient(port, about, (theme) => {
    dataset["scheme"] = theme;
  });
  await client.connect();
  return client;
}

void start();
