// Vitest runs this before each file. Sets how often a property runs by default.
import fc from "fast-check";

import { inDepth, isQuick } from "./deep.ts";

fc.configureGlobal({ numRuns: isQuick() ? 12 : inDepth(30, 100) });
