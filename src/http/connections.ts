// The open connections of an HTTP server: how many there may be, and which one to close to make room. One client can't
// keep the others out, and clients without the token can't keep anybody out.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { toClientName } from "./host-name.ts";

/** How many pipelined requests may wait. Hardly any client pipelines at all. */
const MOST_WAITING = 8;

export interface ConnectionBounds {
  readonly most: number;
  readonly mostPerClient: number;
}

export class Connections {
  readonly #bounds: ConnectionBounds;
  /** Least recently used first. */
  readonly #all = new Map<Socket, Connection>();
  readonly #counts = new Map<string, number>();
  /** Those who wait until no connection is like this. */
  #waiting: { readonly isLeft: IsLeft; readonly resolve: () => void }[] = [];

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  /** Takes a new connection. If there are too many, closes another one to make room, or else the new one. */
  admit(socket: Socket): void {
    const client = toClientName(socket.remoteAddress ?? "");
    const isCrowded = (this.#counts.get(client) ?? 0) >= this.#bounds.mostPerClient;
    if ((isCrowded || this.#all.size >= this.#bounds.most) && !this.#makeRoom(isCrowded ? client : undefined)) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, client, () => this.#changed(connection));
    this.#all.set(socket, connection);
    this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1);
    socket.once("close", () => this.#forget(connection));
  }

  /** The connection of a socket, or undefined if it was closed. */
  of(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  /** Resolves when every request is answered. */
  idle(): Promise<void> {
    return this.#untilNone((connection) => connection.isUnanswered);
  }

  /** Resolves when every answer is sent. */
  written(): Promise<void> {
    return this.#untilNone((connection) => connection.isBusy);
  }

  #untilNone(isLeft: IsLeft): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ isLeft, resolve });
      this.#wake();
    });
  }

  /**
   * Closes one connection, of this client or of any: one that never made a valid request if possible, otherwise an idle one.
   * Returns whether there was one.
   */
  #makeRoom(client: string | undefined): boolean {
    let idle: Connection | undefined;
    for (const connection of this.#all.values()) {
      if (client === undefined || connection.client === client) {
        if (!connection.isKnown) {
          this.#end(connection);
          return true;
        }
        // HTTP lets a server close an idle connection at any time.
        idle ??= connection.isBusy ? undefined : connection;
      }
    }
    if (idle !== undefined) {
      this.#end(idle);
    }
    return idle !== undefined;
  }

  #end(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    if (this.#all.delete(connection.socket)) {
      const count = (this.#counts.get(connection.client) ?? 1) - 1;
      if (count === 0) {
        this.#counts.delete(connection.client);
      } else {
        this.#counts.set(connection.client, count);
      }
      connection.close();
    }
  }

  #changed(connection: Connection): void {
    if (this.#all.delete(connection.socket)) {
      this.#all.set(connection.socket, connection);
    }
    this.#wake();
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter(({ isLeft, resolve }) => {
      const mustWait = [...this.#all.values()].some(isLeft);
      if (!mustWait) {
        resolve();
      }
      return mustWait;
    });
  }
}

type IsLeft = (connection: Connection) => boolean;

/**
 * One connection. It serves pipelined requests one after the other, since their answers must be sent in order anyway. Until its turn a
 * request costs no work, and it is forgotten if the connection drops.
 */
class Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Whether any of its requests has passed the guard. */
  isKnown = false;
  readonly #onChange: () => void;
  readonly #waiting: (() => void)[] = [];
  #served: ServerResponse | undefined;
  #isAnswered = true;

  constructor(socket: Socket, client: string, onChange: () => void) {
    this.socket = socket;
    this.client = client;
    this.#onChange = onChange;
  }

  /** Whether a request is not answered yet. */
  get isUnanswered(): boolean {
    return !this.#isAnswered || this.#waiting.length > 0;
  }

  /** Whether an answer is not completely sent yet. */
  get isBusy(): boolean {
    return this.#served !== undefined;
  }

  /** Serves a request when its turn comes. Closes the connection if too many wait. */
  serve(response: ServerResponse, work: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.socket.destroy();
    } else if (this.#served === undefined) {
      this.#start(response, work);
    } else {
      this.#waiting.push(() => this.#start(response, work));
    }
  }

  /** Forgets the waiting requests, because the connection is over. */
  close(): void {
    this.#waiting.length = 0;
    this.#served = undefined;
    this.#isAnswered = true;
    this.#onChange();
  }

  #start(response: ServerResponse, work: () => Promise<void>): void {
    this.#served = response;
    this.#isAnswered = false;
    // Emitted when the answer has been sent, and when the connection drops.
    response.on("close", () => {
      if (this.#served === response) {
        this.#served = undefined;
        this.#isAnswered = true;
        if (!this.socket.destroyed) {
          this.#waiting.shift()?.();
        }
        this.#onChange();
      }
    });
    void work().finally(() => {
      if (this.#served === response) {
        this.#isAnswered = true;
        this.#onChange();
      }
    });
  }
}
