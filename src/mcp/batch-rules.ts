// Which JSON-RPC batches are accepted, on both transports.

/** The one version of the protocol that has batches. */
export const BATCH_VERSION = "2025-03-26";

export const BATCHES_REFUSED: string = `batches are part of version ${BATCH_VERSION} only; send one message at a time`;

/** How many messages a batch may have. We may have to hold all its answers for a client that does not read. */
export const LARGEST_BATCH = 32;
