// How long work lets other work in. The core has no clock: whoever runs it says when it is time to wait, and for what.

/** Called now and then by long work. Gives a promise where the event loop should turn first, and nothing otherwise. */
export type Pause = () => Promise<void> | undefined;
