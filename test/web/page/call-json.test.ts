// A form makes the JSON that a model would write.
import { expect, test } from "vitest";

import { aboutRoots } from "../../../src/web/about.ts";
import { toArguments } from "../../../src/web/page/call-json.ts";

test("values have the kinds that the tool declares, in its order", () => {
  const values = { limit: "7", dir_path: "/r", include: "*.ts  src/**", hidden: "false", order: "tree", after: "" };
  const form = aboutRoots([], ["list_dir"]).tools[0];
  expect(JSON.stringify(toArguments(form?.fields ?? [], values))).toBe(
    '{"dir_path":"/r","limit":7,"order":"tree","include":["*.ts","src/**"],"hidden":false}',
  );
});
