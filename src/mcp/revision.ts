// A revision of the protocol: everything that differs from one revision to another. `revisions.ts` lists those that the server speaks.
import type { IncomingHttpHeaders } from "node:http";

import type { Failure, Fields, Notification, Request, Transport } from "./messages.ts";
import type { Offer } from "./offer.ts";

/** Answers a request: gives the result, or what is wrong with the request. */
export type Method = (request: Request, offer: Offer, transport: Transport) => Answer | Promise<Answer>;

type Answer = Fields | Failure;

export interface Revision {
  /** Its versions, newest first. To this server they are all the same. */
  readonly versions: readonly string[];
  /**
   * Whether a handshake opens a connection. Otherwise every request names its version, in an envelope in `params._meta`, and over HTTP an
   * error has a status of its own.
   */
  readonly hasHandshake: boolean;
  /** The methods that only this revision has. Their results are complete. */
  readonly methods: Readonly<Record<string, Method>>;
  /** Adds the fields that every result has to the result of a method. */
  completeResult(method: string, result: Fields, offer: Offer): Fields;
  /** What is wrong with a request's envelope, if anything. */
  findMistake(request: Request): Failure | undefined;
  /** Why an HTTP request with this message is refused, if it is. */
  findHeaderMistake(message: Request | Notification, headers: IncomingHttpHeaders): HttpRefusal | undefined;
}

export interface HttpRefusal {
  readonly status: number;
  readonly failure: Failure;
}
