// How the library gets Node's modules. An `import` of `node:fs` or `node:util` also loads what none of ours use, such as streams and
// workers, since an ES module has all of its exports at once: 9 ms of a start on Node 24.
import { createRequire } from "node:module";

/** Any absolute path will do for modules of Node's own. A bundle of somebody else's may have no `import.meta.url`. */
export const builtin = createRequire("/");
