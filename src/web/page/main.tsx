// Starts the page: finds out how to reach the tools, and what there is to show.
import { render } from "preact";

import { App } from "./app.tsx";
import { takeToken, WebCarrier } from "./web-carrier.ts";

async function start(): Promise<void> {
  const element = document.getElementById("app") as HTMLElement;
  const token = takeToken();
  try {
    if (token === undefined) {
      throw new Error("Open the address that dirleaf web printed: it ends in a key that this tab does not have.");
    }
    const carrier = new WebCarrier(token);
    render(<App carrier={carrier} about={await carrier.about()} />, element);
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

void start();
