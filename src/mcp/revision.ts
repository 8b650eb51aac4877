// A revision of the protocol: everything that differs from one revision to another. `revisions.ts` lists those that the server speaks.
import type { IncomingHttpHeaders } from "node:http";

import type { Failure, Notification, Request } from "./messages.ts";
import type { Offer } from "./offer.ts";
import type { CallContext } from "./tool-caller.ts";

/** What a request needs from the transport that received it. */
export type Transport = Pick<CallContext["mcpReq"], "signal" | "notify">;

/** Answers a request. Returns the complete result as JSON text. */
export type Method = (request: Request, offer: Offer, transport: Transport) => string | Failure;

export interface Revision {
  /** Its versions, newest first. To this server they are all the same. */
  readonly versions: readonly string[];
  /** Whether a handshake opens a connection. Otherwise every request names its version, in an envelope in `params._meta`. */
  readonly hasHandshake: boolean;
  /** The methods that only this revision has. */
  readonly methods: Readonly<Record<string, Method>>;
  /** Adds the fields that every result has to the result of a method. Both are JSON text. */
  completeResult(method: string, result: string, offer: Offer): string;
  /** What is wrong with a request's envelope, if anything. */
  findMistake(request: Request): Failure | undefined;
  /** Why an HTTP request with this message is refused, if it is. */
  refuseHeaders(message: Request | Notification, headers: IncomingHttpHeaders): HttpRefusal | undefined;
  /** Whether every answer over HTTP is an event stream. Otherwise an answer is JSON if it can be, and a refusal has its own status. */
  readonly alwaysStreams: boolean;
}

export interface HttpRefusal {
  readonly status: number;
  readonly failure: Failure;
}
