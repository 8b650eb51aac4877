// The schema for frameworks only describes, and leaves rejecting to the tool.
import { expect, test } from "vitest";

import { toArgumentsSchema } from "../../src/tooling/arguments-schema.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

test.each(createToolRouter().specs())("the schema of $name is the one that models get, word for word", (spec) => {
  const { jsonSchema, validate } = toArgumentsSchema(spec)["~standard"];
  expect(jsonSchema.input()).toBe(spec.parameters);
  expect(validate({ limit: "many" })).toEqual({ value: { limit: "many" } });
});
