// Vitest runs this before each file. Sets how often a property runs by default.
import fc from "fast-check";

import { inDepth } from "./deep.ts";

fc.configureGlobal({ numRuns: inDepth(30, 100) });
