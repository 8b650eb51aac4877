// A `describe` that `npm test` leaves to `npm run test:deep`, together with what it prepares.
import { describe, test } from "vitest";

import { isQuick } from "./deep.ts";
import { onlyInDepth } from "./needs.ts";

export function describeInDepth(name: string, define: () => void): void {
  // eslint-disable-next-line vitest/expect-expect
  const leaveOut = () => void test("runs in depth", ({ skip }) => onlyInDepth(skip));
  // eslint-disable-next-line vitest/valid-title, vitest/valid-describe-callback
  describe(name, isQuick() ? leaveOut : define);
}
