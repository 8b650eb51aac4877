// Starts the page: finds out how to call the tools, and what there is to show.
import { render } from "preact";

import type { About } from "../web-messages.ts";
import { App } from "./app.tsx";
import type { Carrier } from "./carrier.ts";
import { HostCarrier } from "./host-carrier.ts";
import { TabHistory } from "./tab-history.ts";
import { takeToken, WebCarrier } from "./web-carrier.ts";

async function start(): Promise<void> {
  const element = document.getElementById("app") as HTMLElement;
  try {
    const carrier = await connect();
    const history = carrier instanceof WebCarrier ? { history: new TabHistory(window) } : {};
    render(<App carrier={carrier} about={await carrier.about()} {...history} />, element);
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

async function connect(): Promise<Carrier> {
  const told = document.getElementById("about")?.textContent;
  if (told !== undefined && told !== null) {
    return connectToHost(JSON.parse(told) as About);
  }
  // If the printed address is opened in this tab, only the part after the `#` changes, and the browser does not load the page again.
  window.addEventListener("hashchange", () => location.reload());
  const token = await takeToken();
  if (token === undefined) {
    throw new Error("Open the address that dirleaf web printed: it ends in a key that this tab does not have.");
  }
  return new WebCarrier(token);
}

/** In a host the page is in a frame, and its parent is the host, or the host's proxy. */
async function connectToHost(about: About): Promise<Carrier> {
  const { dataset } = document.documentElement;
  dataset["host"] = "";
  const host = window.parent;
  const port = {
    // A sandboxed page has no origin, and can't know that of its host.
    send: (message: object) => host.postMessage(message, "*"),
    listen: (onMessage: (message: unknown) => void) =>
      window.addEventListener("message", ({ source, data }) => source === host && onMessage(data)),
  };
  const carrier = new HostCarrier(port, about, (theme) => {
    dataset["scheme"] = theme;
  });
  await carrier.connect();
  return carrier;
}

void start();
