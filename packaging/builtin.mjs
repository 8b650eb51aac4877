// How the library gets Node's modules. An `import` of `node:fs` or `node:util` also loads what we don't use, such as streams and workers,
// because it evaluates all exports at once: 9 ms of a start on Node 24.
import { createRequire } from "node:module";

/** For Node's own modules any absolute path will do. `import.meta.url` may be missing if somebody bundles us again. */
export const builtin = createRequire("/");
