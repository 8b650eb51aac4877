// Calls the tools through the host that shows the page (MCP Apps, specification of 2026-01-26): JSON-RPC over postMessage.
import type { About } from "../about.ts";
import { askTool, fieldsOf, textsOf, type CallAnswer, type Fields, type ToolClient } from "./tool-client.ts";

const PROTOCOL = "2026-01-26";

/** The height of the page in a conversation, in pixels. The page scrolls inside. */
const HOST_HEIGHT = 560;

/** Messages to and from the host's window, or a test. */
export interface HostPort {
  send(message: object): void;
  /** Calls `onMessage` with every message of the host. */
  listen(onMessage: (message: unknown) => void): void;
}

interface Waiting {
  resolve(result: Fields): void;
  reject(error: Error): void;
}

export class HostClient implements ToolClient {
  readonly #port: HostPort;
  readonly #about: About;
  readonly #onTheme: (theme: string) => void;
  readonly #waiting = new Map<unknown, Waiting>();
  readonly #root: Promise<string>;
  #foundRoot: (dirPath: string) => void = () => {};
  #lastId = 0;

  /** `about` is complete except for the roots: the call that the host made has the directory. */
  constructor(port: HostPort, about: About, onTheme: (theme: string) => void) {
    this.#port = port;
    this.#about = about;
    this.#onTheme = onTheme;
    this.#root = new Promise((resolve) => {
      this.#foundRoot = resolve;
    });
    port.listen((message) => this.#take(message));
  }

  /** Tells the host that the page is ready. */
  async connect(): Promise<void> {
    const appInfo = { name: "dirleaf", version: this.#about.version };
    const { hostContext } = await this.#ask("ui/initialize", {
      protocolVersion: PROTOCOL,
      appInfo,
      appCapabilities: {},
    });
    this.#takeContext(hostContext);
    this.#tell("ui/notifications/initialized", {});
    this.#tell("ui/notifications/size-changed", { height: HOST_HEIGHT });
  }

  /** Waits until the host has sent the call that the page is shown for, which has the directory. */
  async about(): Promise<About> {
    return { ...this.#about, roots: [await this.#root] };
  }

  async callTool(tool: string, given: object, signal?: AbortSignal): Promise<CallAnswer> {
    const answer = await askTool(tool, given, (method, params) => this.#ask(method, params));
    signal?.throwIfAborted();
    return answer;
  }

  #take(message: unknown): void {
    const { id, method, params, result, error } = fieldsOf(message);
    if (typeof method !== "string") {
      this.#settle(id, result, error);
      return;
    }
    if (typeof id === "string" || typeof id === "number") {
      // The host asks before it removes the page. There is nothing to save.
      this.#port.send({ jsonrpc: "2.0", id, result: {} });
      return;
    }
    switch (method) {
      case "ui/notifications/tool-input":
        this.#takeRoot(fieldsOf(fieldsOf(params)["arguments"])["dir_path"]);
        break;
      case "ui/notifications/tool-result":
        // Some hosts do not send the call's input, and some send only the text of the answer. Its first line has the directory.
        this.#takeRoot(/^Absolute path: (.+)/.exec(textsOf(params)[0] ?? "")?.[1]);
        break;
      case "ui/notifications/host-context-changed":
        this.#takeContext(params);
    }
  }

  /** Passes an answer to the call that waits for it. A second answer to the same call is ignored. */
  #settle(id: unknown, result: unknown, error: unknown): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined || error === null) {
      waiting?.resolve(fieldsOf(result));
    } else {
      const { message } = fieldsOf(error);
      waiting?.reject(new Error(typeof message === "string" ? message : "the host refused the call"));
    }
  }

  #takeRoot(dirPath: unknown): void {
    if (typeof dirPath === "string" && dirPath !== "") {
      this.#foundRoot(dirPath);
    }
  }

  #takeContext(context: unknown): void {
    const { theme } = fieldsOf(context);
    if (theme === "light" || theme === "dark") {
      this.#onTheme(theme);
    }
  }

  async #ask(method: string, params: object): Promise<Fields> {
    const id = (this.#lastId += 1);
    const answered = new Promise<Fields>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#port.send({ jsonrpc: "2.0", id, method, params });
    return answered;
  }

  #tell(method: string, params: object): void {
    this.#port.send({ jsonrpc: "2.0", method, params });
  }
}
