// The calls that are made in every place, over a bucket.
import { expect, test } from "vitest";

import { createToolRouter } from "../../src/index.ts";
import { s3 } from "../../src/s3/s3.ts";
import { BYTES, CALLS, makeCall } from "../calls.mjs";
import { PLAIN_FILES } from "../workspace.mjs";
import { makeBucket, ownerClient, putTree } from "./store.mjs";

const client = ownerClient();
const root = await putTree(
  await makeBucket(client),
  PLAIN_FILES.map((path) => ({ path, kind: "file" })),
);
const tools = ["map_dir", "find_files", "list_dir", "list_directory"];
const router = createToolRouter({ fileSystem: s3({ client }), roots: [root], maxOutputBytes: BYTES, tools });

test.each(CALLS.filter(({ onlyPosix, onlyDisk }) => onlyPosix !== true && onlyDisk !== true))(
  "$tool: $title",
  async (call) => {
    const problem = await makeCall(root, call, async (toolName, args) => {
      const payload = { type: "function", arguments: JSON.stringify(args) };
      const { content, success } = await router.respond({ toolName, callId: "1", payload });
      return { text: content, isError: !success };
    });
    expect(problem).toBeUndefined();
  },
);
