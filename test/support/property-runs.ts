// Run by vitest before each file: how often a property is tried where it does not say so itself.
import fc from "fast-check";

import { inDepth } from "./deep.ts";

fc.configureGlobal({ numRuns: inDepth(30, 100) });
