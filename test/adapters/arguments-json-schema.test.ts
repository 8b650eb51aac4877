// The schema of the arguments, unchanged and in OpenAI's strict dialect.
import { expect, test } from "vitest";

import { omitNulls, toArgumentsJsonSchema, toStrictJsonSchema } from "../../src/adapters/arguments-json-schema.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import type { ParametersSchema } from "../../src/tooling/tool-spec.ts";

const PARAMETERS: ParametersSchema = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where." },
    order: { type: "string", enum: ["up", "down"], description: "How." },
    globs: { type: "array", items: { type: "string" }, description: "Which." },
  },
  required: ["path"],
};

test.each(createToolRouter().specs())("the schema of $name is copied word for word", ({ parameters }) => {
  const copied = toArgumentsJsonSchema(parameters);
  expect(JSON.stringify(copied)).toBe(JSON.stringify(parameters));
  expect(copied).not.toBe(parameters);
  expect(copied.properties).not.toBe(parameters.properties);
});

test("the strict schema requires everything, and null means left out", () => {
  expect(toStrictJsonSchema(PARAMETERS)).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      order: { type: ["string", "null"], enum: ["up", "down", null], description: "How." },
      globs: { type: ["array", "null"], items: { type: "string" }, description: "Which." },
    },
    required: ["path", "order", "globs"],
    additionalProperties: false,
  });
});

test.each([
  ['{"path":"/","order":null,"globs":null}', '{"path":"/"}'],
  ['{"path":"/","order":"up"}', '{"path":"/","order":"up"}'],
  // A required argument can't be left out, and an unknown one is not ours.
  ['{"path":null,"other":null}', '{"path":null,"other":null}'],
  ['{"constructor":null}', '{"constructor":null}'],
  ["[null]", "[null]"],
  ["null", "null"],
  ["{", "{"],
])("%s becomes %s", (json, expected) => {
  expect(omitNulls(json, PARAMETERS)).toBe(expected);
});
