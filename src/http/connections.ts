// The open connections of an HTTP server: how many there may be, and which one to close to make room. One client can't
// keep the others out, and clients without the token can't keep anybody out.
import type { Socket } from "node:net";

import { Connection } from "./connection.ts";
import { toClientName } from "./host-name.ts";

export interface ConnectionBounds {
  readonly most: number;
  readonly mostPerClient: number;
}

export class Connections {
  readonly #bounds: ConnectionBounds;
  /** Least recently used first. */
  readonly #all = new Map<Socket, Connection>();
  readonly #counts = new Map<string, number>();
  readonly #whenIdle: (() => void)[] = [];
  readonly #whenWritten: (() => void)[] = [];

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
  async idle(): Promise<void> {
    if (this.#some((connection) => connection.isUnanswered)) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
    }
  }

  /** Resolves when every answer is sent. */
  async written(): Promise<void> {
    if (this.#some((connection) => connection.isBusy)) {
      await new Promise<void>((resolve) => {
        this.#whenWritten.push(resolve);
      });
    }
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
    this.#wake(this.#whenIdle, (other) => other.isUnanswered);
    this.#wake(this.#whenWritten, (other) => other.isBusy);
  }

  #wake(waiting: (() => void)[], holds: (connection: Connection) => boolean): void {
    if (waiting.length > 0 && !this.#some(holds)) {
      waiting.splice(0).forEach((resolve) => resolve());
    }
  }

  #some(holds: (connection: Connection) => boolean): boolean {
    return [...this.#all.values()].some(holds);
  }
}
