// How long-running work yields to other work. The core has no clock: its caller decides when to wait, and for what.

/** Long work calls this now and then. Returns a promise if the event loop should run first, and undefined otherwise. */
export type Pause = () => Promise<void> | undefined;
