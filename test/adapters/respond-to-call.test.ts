// How an adapter passes a call to the router.
import { expect, test } from "vitest";

import { respondToCall } from "../../src/adapters/respond-to-call.ts";
import { memory } from "../../src/backends/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const router = createToolRouter({ fileSystem: memory(["/repo/a.txt"]) });

test("a good call is answered", async () => {
  expect(await respondToCall(router, { toolName: "list_dir", json: '{"dir_path":"/repo"}' })).toEqual({
    content: "Absolute path: /repo\na.txt",
    success: true,
  });
});

test("text that is not JSON reaches the tool unchanged", async () => {
  const { content, success } = await respondToCall(router, { toolName: "list_dir", json: "{" });
  expect(content).toMatch(/^failed to parse function arguments: the arguments are not valid JSON/);
  expect(success).toBe(false);
});

test("a null signal means none, and a real one stops the call", async () => {
  const call = { toolName: "list_dir", json: '{"dir_path":"/repo"}' };
  expect((await respondToCall(router, { ...call, signal: null })).success).toBe(true);
  const { content } = await respondToCall(router, { ...call, signal: AbortSignal.abort() });
  expect(content).toMatch(/cancelled/);
});

test("a bug of ours is thrown", async () => {
  const broken = createToolRouter({
    fileSystem: {
      ...memory([]),
      readDirectory() {
        throw new Error("out of order");
      },
    },
  });
  const call = respondToCall(broken, { toolName: "list_dir", json: '{"dir_path":"/repo"}' });
  await expect(call).rejects.toMatchObject({ kind: "fatal" });
});
