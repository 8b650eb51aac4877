// Swift checks the region that a request is signed for, as Amazon does.
import { expect, test } from "vitest";

import { s3 } from "../../../src/s3/s3.ts";
import { readEntries } from "../../../test/support/read-entries.ts";
import { ownerClient, toldStore } from "../support/store.ts";

test("a wrong region: the right one is named", async () => {
  const fileSystem = s3({ client: ownerClient({ region: "eu-west-9" }) });
  await expect(readEntries(fileSystem, `s3://${toldStore().bucket}`)).rejects.toMatchObject({
    code: "EREMOTE",
    reason: expect.stringContaining("us-east-1") as string,
  });
});
